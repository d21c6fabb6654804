/// Plays the games of a schedule on threads (or in worker processes, process_pool.hpp). Which games finish first
/// depends on the machine; what each game is, and everything decided on the prefix of complete blocks, does not.
///
/// Memory does not grow with the schedule: games are handed over as they finish, and workers run ahead of the prefix
/// of complete blocks by at most 2 * threads blocks.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "agents/agent.hpp"
#include "experiments/drivers/game_player.hpp"
#include "experiments/runs/index_set.hpp"
#include "experiments/runs/schedule.hpp"

namespace atl {

struct Progress {
  std::uint64_t done = 0;    ///< games, those of earlier sessions included
  std::uint64_t total = 0;   ///< games of this shard
  std::uint64_t played = 0;  ///< in this session
  double seconds = 0;        ///< since the session began
  double games_per_second = 0;
  std::optional<double> seconds_left;  ///< nothing before the first game
  std::vector<double> seat_shares;     ///< [players] mean win share of this session's games; empty before the first
  std::uint64_t failures = 0;          ///< games of this session that an agent's failure ended
};

struct RunOptions {
  int threads = 1;
  const IndexSet* done = nullptr;  ///< games that need no playing (already stored)
  double tick_seconds = 0.1;       ///< how often on_tick is called at least
  double hang_factor = 3;          ///< a decision this many limits late hangs
};

/// All are called on the thread that called run_games, one at a time; all but on_game may be empty.
struct RunHooks {
  /// A game has finished. `after_decision`: a stopping rule had already decided.
  std::function<void(const FinishedGame& game, bool after_decision)> on_game;
  /// The prefix of complete blocks has grown by this block (done games count). True stops the run: decided.
  std::function<bool(std::uint64_t block)> on_block;
  /// Regularly, also while no game finishes: for commits and progress lines.
  std::function<void(const Progress& progress)> on_tick;
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
  /// A thread did not come back from an agent within two seconds. It runs on, in memory that it owns: save what there
  /// is and leave the program with std::_Exit.
  bool threads_left = false;
};

/// Plays all games that are not done on options.threads threads. `stop` is passed on to the agents; games it interrupts
/// do not count. An exception of a game (not of an agent) ends the run and is rethrown.
RunReport run_games(const Schedule& schedule, std::shared_ptr<const GamePlayer> player, const RunOptions& options,
                    const RunHooks& hooks, const StopFlag& stop);

/// A way to play a schedule: run_games, run_games_isolated (process_pool.hpp), or many machines.
using GameRunner = std::function<RunReport(const Schedule& schedule, std::shared_ptr<const GamePlayer> player,
                                           const RunOptions& options, const RunHooks& hooks, const StopFlag& stop)>;

}  // namespace atl
