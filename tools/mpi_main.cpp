/// The `atoll-mpi` program: the verbs that play blocks, on all ranks that mpirun starts (docs/cluster.md).

#include "experiments/cluster/session.hpp"
#include "experiments/drivers/drivers.hpp"
#include "tools/program.hpp"

int main(int argc, char** argv) {
  atl::cluster::Session session(argc, argv);
  if (session.rank() != 0) {
    session.serve([](const atl::RunConfig& config) { return atl::find_driver(config.game).make_player(config); });
    return atl::tools::kDone;
  }
  const atl::GameRunner runner = [&session](const auto&... arguments) { return session.run_games(arguments...); };
  return atl::tools::run_program({atl::tools::match_verb(runner), atl::tools::seats_verb(runner)}, argc, argv);
}
