#include "experiments/drivers/clock.hpp"

#include <algorithm>
#include <cmath>

namespace atl {

void apply_clock(const GameLimits& limits, FinishedGame& game) {
  const std::size_t players = game.ranks.size();
  std::vector<double> over;
  for (const SeatWork& work : game.work) over.push_back(work.seconds - limits.clock_seconds);
  if (std::none_of(over.begin(), over.end(), [](double seconds) { return seconds > 0; })) return;

  game.counted_scores = game.scores;
  game.counted_ranks.assign(players, 1);
  if (limits.clock_penalty == ClockPenalty::points) {
    // Ranks follow the reduced points. Where a game breaks ties of points, its order stays among equal points.
    for (std::size_t s = 0; s < players; ++s) {
      if (over[s] > 0) game.counted_scores[s] -= static_cast<int>(std::ceil(over[s] / 60));
    }
  }
  const auto better = [&](std::size_t a, std::size_t b) {
    if (limits.clock_penalty == ClockPenalty::lose) {
      if ((over[a] > 0) != (over[b] > 0)) return over[b] > 0;
      return over[a] <= 0 && game.ranks[a] < game.ranks[b];  // all that are over time share the last rank
    }
    if (game.counted_scores[a] != game.counted_scores[b]) return game.counted_scores[a] > game.counted_scores[b];
    return game.ranks[a] < game.ranks[b];
  };
  for (std::size_t s = 0; s < players; ++s) {
    for (std::size_t t = 0; t < players; ++t) game.counted_ranks[s] += better(t, s) ? 1 : 0;
  }
}

}  // namespace atl
