/// The `atoll-mpi` program: the verbs that play blocks, on all ranks that mpirun starts (docs/cluster.md).

#include "experiments/cluster/ranks.hpp"
#include "experiments/drivers/drivers.hpp"
#include "tools/program.hpp"

int main(int argc, char** argv) {
  atl::cluster::Ranks ranks(argc, argv);
  if (ranks.rank() != 0) {
    ranks.serve([](const atl::RunConfig& config) { return atl::find_driver(config.game).make_player(config); });
    return atl::tools::kDone;
  }
  const atl::CrewMaker crew = [&ranks](const auto&... arguments) { return ranks.make_crew(arguments...); };
  return atl::tools::run_program({atl::tools::match_verb(crew), atl::tools::seats_verb(crew)}, argc, argv);
}
