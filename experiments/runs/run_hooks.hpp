/// What a run says while it is played, and to whom.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "experiments/drivers/finished_game.hpp"

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

/// All are called on the thread that called run_games, one at a time; all but on_game may be empty.
struct RunHooks {
  /// A game has finished. `after_decision`: a stopping rule had already decided.
  std::function<void(const FinishedGame& game, bool after_decision)> on_game;
  /// The prefix of complete blocks has grown by this block (done games count). True stops the run: decided.
  std::function<bool(std::uint64_t block)> on_block;
  /// Regularly, also while no game finishes: for commits and progress lines.
  std::function<void(const Progress& progress)> on_tick;
};

}  // namespace atl
