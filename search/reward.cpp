#include "search/reward.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace atl {

Rewards RewardFunction::of_result(const PerSeat<int>& scores, const PerSeat<int>& ranks) const {
  Rewards points{}, win{};
  for (const Player p : seats(num_players_)) points[p] = static_cast<float>(scores[p]);
  if (kind_ == Reward::rank) {
    win = rank_rewards(ranks);
  } else if (kind_ == Reward::win || kind_ == Reward::win_margin) {
    win = win_rewards(ranks);
  }
  return combine(win, points);
}

Rewards RewardFunction::of_points(const Rewards& points) const {
  const float temperature = scale_ / 4;
  Rewards win{};
  if (kind_ == Reward::rank) {
    for (const Player p : seats(num_players_)) {
      for (const Player q : seats(num_players_)) {
        if (p != q) win[p] += 1 / (1 + std::exp((points[q] - points[p]) / temperature));
      }
      win[p] /= static_cast<float>(std::max(1, num_players_ - 1));
    }
  } else if (kind_ == Reward::win || kind_ == Reward::win_margin) {
    const std::span<const float> values = points.first(num_players_);
    const float top = *std::max_element(values.begin(), values.end());
    float sum = 0;
    for (const Player p : seats(num_players_)) sum += win[p] = std::exp((points[p] - top) / temperature);
    for (const Player p : seats(num_players_)) win[p] /= sum;
  }
  return combine(win, points);
}

Rewards RewardFunction::win_rewards(const PerSeat<int>& ranks) const {
  int winners = 0;
  for (const Player p : seats(num_players_)) winners += ranks[p] == 1;
  Rewards out{};
  for (const Player p : seats(num_players_)) out[p] = ranks[p] == 1 ? 1.0F / static_cast<float>(winners) : 0.0F;
  return out;
}

Rewards RewardFunction::rank_rewards(const PerSeat<int>& ranks) const {
  Rewards out{};
  for (const Player p : seats(num_players_)) {
    for (const Player q : seats(num_players_)) {
      if (p != q) out[p] += ranks[p] < ranks[q] ? 1.0F : ranks[p] == ranks[q] ? 0.5F : 0.0F;
    }
    out[p] /= static_cast<float>(std::max(1, num_players_ - 1));
  }
  return out;
}

/// `win`: the part that depends on ranks (or its estimate); used as the kind says.
Rewards RewardFunction::combine(const Rewards& win, const Rewards& points) const {
  if (kind_ == Reward::win || kind_ == Reward::rank) return win;
  Rewards out{};
  for (const Player p : seats(num_players_)) {
    float x = points[p];
    if (kind_ != Reward::score && num_players_ > 1) {
      float best_other = std::numeric_limits<float>::lowest();
      for (const Player q : seats(num_players_)) {
        if (q != p) best_other = std::max(best_other, points[q]);
      }
      x -= best_other;
    }
    x /= scale_;
    out[p] = 0.5F * (1 + x / (1 + std::abs(x)));
    if (kind_ == Reward::win_margin) out[p] = 0.5F * (win[p] + out[p]);
  }
  return out;
}

}  // namespace atl
