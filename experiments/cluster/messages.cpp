#include "experiments/cluster/messages.hpp"

#include <mpi.h>

namespace atl::cluster {

void send(int to, char kind, std::string_view text) {
  std::string bytes(1, kind);
  bytes += text;
  MPI_Send(bytes.data(), static_cast<int>(bytes.size()), MPI_CHAR, to, 0, MPI_COMM_WORLD);
}

std::optional<Message> receive() {
  int there = 0;
  MPI_Status status;
  MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &there, &status);
  if (there == 0) return std::nullopt;
  int size = 0;
  MPI_Get_count(&status, MPI_CHAR, &size);
  std::string bytes(static_cast<std::size_t>(size), '\0');
  MPI_Recv(bytes.data(), size, MPI_CHAR, status.MPI_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return Message{.from = status.MPI_SOURCE, .kind = bytes.at(0), .text = bytes.substr(1)};
}

}  // namespace atl::cluster
