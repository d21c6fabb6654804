/// A crew of threads in this process. Fast; an agent that crashes takes the run along, and one that never comes back
/// cannot be ended: its thread is left behind, in memory that it owns.
#pragma once

#include "experiments/runs/crew.hpp"

namespace atl {

std::unique_ptr<Crew> make_thread_crew(const Schedule& schedule, std::shared_ptr<const GamePlayer> player, int threads);

}  // namespace atl
