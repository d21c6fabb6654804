/// The crew of all ranks, as rank 0 sees it: its own threads, and the other ranks by messages. Only for ranks.cpp.
#pragma once

#include "experiments/runs/crew.hpp"

namespace atl::cluster {

std::unique_ptr<Crew> make_mpi_crew(int ranks, const Schedule& schedule, std::shared_ptr<const GamePlayer> player,
                                    int threads);

}  // namespace atl::cluster
