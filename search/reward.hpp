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

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/core/abilities.hpp"
#include "search/params.hpp"

namespace atl {

/// [seats] rewards or values.
using Rewards = PerSeat<float>;

class RewardFunction {
 public:
  RewardFunction(Reward kind, double scale, int num_players)
      : kind_(kind), scale_(static_cast<float>(scale)), num_players_(static_cast<std::size_t>(num_players)) {}

  template <Game G>
  Rewards of_terminal(const G& game, const typename G::State& state) const {
    Rewards points{}, win{};
    if (kind_ != Reward::win && kind_ != Reward::rank) {
      const PerSeat<int> scores = game.scores(state);
      for (std::size_t p = 0; p < num_players_; ++p) points[p] = static_cast<float>(scores[p]);
    }
    if (kind_ != Reward::score && kind_ != Reward::margin) {
      const PerSeat<int> ranks = game.ranks(state);
      win = kind_ == Reward::rank ? rank_rewards(ranks) : win_rewards(ranks);
    }
    return combine(win, points);
  }

  /// `points`: [seats] expected final points, as a heuristic's evaluate() gives them.
  Rewards of_points(const Rewards& points) const {
    const float temperature = scale_ / 4;
    Rewards win{};
    if (kind_ == Reward::rank) {
      for (std::size_t p = 0; p < num_players_; ++p) {
        for (std::size_t q = 0; q < num_players_; ++q) {
          if (p != q) win[p] += 1 / (1 + std::exp((points[q] - points[p]) / temperature));
        }
        win[p] /= static_cast<float>(std::max<std::size_t>(1, num_players_ - 1));
      }
    } else if (kind_ == Reward::win || kind_ == Reward::win_margin) {
      const float top = *std::max_element(points.begin(), points.begin() + static_cast<std::ptrdiff_t>(num_players_));
      float sum = 0;
      for (std::size_t p = 0; p < num_players_; ++p) sum += win[p] = std::exp((points[p] - top) / temperature);
      for (std::size_t p = 0; p < num_players_; ++p) win[p] /= sum;
    }
    return combine(win, points);
  }

 private:
  Rewards win_rewards(const PerSeat<int>& ranks) const {
    int winners = 0;
    for (std::size_t p = 0; p < num_players_; ++p) winners += ranks[p] == 1;
    Rewards out{};
    for (std::size_t p = 0; p < num_players_; ++p) out[p] = ranks[p] == 1 ? 1.0F / static_cast<float>(winners) : 0.0F;
    return out;
  }

  Rewards rank_rewards(const PerSeat<int>& ranks) const {
    Rewards out{};
    for (std::size_t p = 0; p < num_players_; ++p) {
      for (std::size_t q = 0; q < num_players_; ++q) {
        if (p != q) out[p] += ranks[p] < ranks[q] ? 1.0F : ranks[p] == ranks[q] ? 0.5F : 0.0F;
      }
      out[p] /= static_cast<float>(std::max<std::size_t>(1, num_players_ - 1));
    }
    return out;
  }

  /// `win`: the part that depends on ranks (or its estimate); used as the kind says.
  Rewards combine(const Rewards& win, const Rewards& points) const {
    if (kind_ == Reward::win || kind_ == Reward::rank) return win;
    Rewards out{};
    for (std::size_t p = 0; p < num_players_; ++p) {
      float x = points[p];
      if (kind_ != Reward::score) {
        float best_other = std::numeric_limits<float>::lowest();
        for (std::size_t q = 0; q < num_players_; ++q) {
          if (q != p) best_other = std::max(best_other, points[q]);
        }
        if (num_players_ > 1) x -= best_other;
      }
      x /= scale_;
      out[p] = 0.5F * (1 + x / (1 + std::abs(x)));
      if (kind_ == Reward::win_margin) out[p] = 0.5F * (win[p] + out[p]);
    }
    return out;
  }

  Reward kind_;
  float scale_;
  std::size_t num_players_;
};

}  // namespace atl
