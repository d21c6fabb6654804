/// What a finished (or evaluated) game is worth to each seat, in [0, 1]. Ties are shared.
///
///   win         1 to the winner; k tied winners get 1/k each
///   rank        mean over the other seats of 1 (ranked before it), 1/2 (tied) or 0
///   score       squash(points / scale)
///   margin      squash((points - best other's points) / scale); "Leader" in Goodman, Perez-Liebana, Lucas,
///               "Following the Leader in Multiplayer Tabletop Games", FDG 2023
///   win_margin  (win + margin) / 2
///
/// squash(x) = (1 + x / (1 + |x|)) / 2 is monotone over all scores, so none is clipped. At an evaluated, unfinished
/// position a point is no certainty: win becomes the softmax of the points and rank the mean logistic of the
/// differences, both at temperature scale / 4.
#pragma once

#include "engine/core/game.hpp"
#include "search/params.hpp"

namespace atl {

/// [seats] rewards or values.
using Rewards = PerSeat<float>;

class RewardFunction {
 public:
  RewardFunction(Reward kind, double scale, int num_players)
      : kind_(kind), scale_(static_cast<float>(scale)), num_players_(num_players) {}

  template <Game G>
  Rewards of_terminal(const G& game, const typename G::State& state) const {
    const bool needs_scores = kind_ != Reward::win && kind_ != Reward::rank;
    const bool needs_ranks = kind_ != Reward::score && kind_ != Reward::margin;
    return of_result(needs_scores ? game.scores(state) : PerSeat<int>{},
                     needs_ranks ? game.ranks(state) : PerSeat<int>{});
  }

  /// `points`: [seats] expected final points, as a heuristic's evaluate() gives them.
  Rewards of_points(const Rewards& points) const;

 private:
  /// `scores`, `ranks`: read as the kind says.
  Rewards of_result(const PerSeat<int>& scores, const PerSeat<int>& ranks) const;
  Rewards win_rewards(const PerSeat<int>& ranks) const;
  Rewards rank_rewards(const PerSeat<int>& ranks) const;
  Rewards combine(const Rewards& win, const Rewards& points) const;

  Reward kind_;
  float scale_;
  int num_players_;
};

/// What each seat's edges learn: max^n, everybody its own reward; paranoid, the others what the searcher does not get.
inline Rewards credited(Rewards rewards, BackUp rule, Player searcher, int num_players) {
  if (rule == BackUp::maxn) return rewards;
  for (const Player player : seats(num_players)) {
    if (player != searcher) rewards[player] = 1 - rewards[searcher];
  }
  return rewards;
}

}  // namespace atl
