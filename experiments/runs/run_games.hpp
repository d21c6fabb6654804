/// Plays the games of a schedule that are missing: one loop for threads, worker processes and many machines (crew.hpp).
/// Which games finish first depends on the machine; what each game is, and everything decided on the prefix of
/// complete blocks, does not.
///
/// Memory does not grow with the schedule: games are handed over as they finish, and the crew runs ahead of the prefix
/// of complete blocks by at most as many blocks as it has games at hand.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "agents/agent.hpp"
#include "experiments/runs/crew.hpp"
#include "experiments/runs/index_set.hpp"
#include "experiments/runs/run_hooks.hpp"
#include "experiments/runs/thread_crew.hpp"

namespace atl {

struct RunOptions {
  int threads = 1;
  CrewMaker crew = make_thread_crew;
  const IndexSet* done = nullptr;  ///< games that need no playing (already stored)
  double tick_seconds = 0.1;       ///< how often on_tick is called at least
  double hang_factor = 3;          ///< a decision this many limits late hangs
};

enum class RunEnd : std::uint8_t {
  finished,  ///< all games of the shard are there
  decided,   ///< the stopping rule was met
  stopped,   ///< the stop flag was set
  hung       ///< a decision took hang_factor times its limit
};

struct RunReport {
  RunEnd end = RunEnd::finished;
  Progress progress;                        ///< at the end
  std::optional<std::uint64_t> decided_at;  ///< the block the stopping rule decided on
  std::uint64_t hung_game = 0;              ///< after RunEnd::hung
  int hung_seat = -1;
  /// An agent did not come back within the crew's grace time. It runs on, in memory that it owns: save what there is
  /// and leave the program with std::_Exit.
  bool threads_left = false;
};

/// Plays all games that are not done, options.threads at once. `stop` is passed on to the agents; games it interrupts
/// do not count. An exception of a game (not of an agent) or of a hook ends the run and is rethrown.
RunReport run_games(const Schedule& schedule, std::shared_ptr<const GamePlayer> player, const RunOptions& options,
                    const RunHooks& hooks, const StopFlag& stop);

}  // namespace atl
