/// A crew of worker processes, for agents that may crash or never come back: such a worker is ended, the game recorded
/// as `crash` or `hang` of the seat whose code was running, another worker takes its place, and the run goes on.
///
/// Workers are forked, not started anew: they share the parent's program and rules, and take game ids from it. The
/// parent must not have started threads (OpenMP's included) before. It is slower than threads by a few system calls
/// per event; games are the same.
#pragma once

#include "experiments/runs/crew.hpp"

namespace atl {

std::unique_ptr<Crew> make_process_crew(const Schedule& schedule, std::shared_ptr<const GamePlayer> player,
                                        int threads);

}  // namespace atl
