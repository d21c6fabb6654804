/// Plays the games of a schedule in worker processes, for agents that may crash or never come back: such a worker is
/// killed, the game recorded as `crash` or `hang` of the seat whose code was running, and the run goes on.
///
/// Workers are forked, not started anew: they share the parent's program and rules, and take game ids from it. The
/// parent must not have started threads (OpenMP's included) before. It is slower than threads by a few system calls
/// per event; games are the same.
#pragma once

#include "experiments/runs/runner.hpp"

namespace atl {

/// As run_games, with options.threads processes. threads_left is never set: what does not stop is killed.
RunReport run_games_isolated(const Schedule& schedule, std::shared_ptr<const GamePlayer> player,
                             const RunOptions& options, const RunHooks& hooks, const StopFlag& stop);

}  // namespace atl
