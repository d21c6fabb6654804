/// What games are played on: enough to play any game of a run, and nothing about which games a run has.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/core/rules.hpp"
#include "experiments/drivers/words.hpp"

namespace atl {

/// What running out of game clock costs: the last rank, or a point per minute begun.
enum class ClockPenalty : std::uint8_t { lose, points };
inline constexpr Word<ClockPenalty> kClockPenaltyWords[] = {{ClockPenalty::lose, "lose"},
                                                            {ClockPenalty::points, "points"}};

/// What agents may take in time.
struct GameLimits {
  double decision_seconds = 0;  ///< for one decision; 0: no limit
  double clock_seconds = 0;     ///< for all decisions of a player in one game; 0: no clock
  ClockPenalty clock_penalty = ClockPenalty::lose;
  bool operator==(const GameLimits&) const = default;
};

struct GameTerms {
  int players = 2;
  std::vector<std::vector<RuleSetting>> variants = {{}};  ///< rules that differ from the defaults; several in a sweep
  std::vector<std::string> agents;                        ///< canonical specs
  std::uint64_t seed = 0;
  GameLimits limits;
  bool operator==(const GameTerms&) const = default;
};

}  // namespace atl
