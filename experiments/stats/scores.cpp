#include "experiments/stats/scores.hpp"

#include <algorithm>

#include "engine/core/checks.hpp"

namespace atl::stats {

PerSeat<double> win_shares(std::span<const int> ranks) {
  PerSeat<double> shares{};
  const auto winners = static_cast<double>(std::count(ranks.begin(), ranks.end(), 1));
  for (std::size_t s = 0; s < ranks.size(); ++s) shares[s] = ranks[s] == 1 ? 1 / winners : 0;
  return shares;
}

PerSeat<double> mid_ranks(std::span<const int> ranks) {
  PerSeat<double> mid{};
  for (std::size_t s = 0; s < ranks.size(); ++s) {
    const auto tied = static_cast<double>(std::count(ranks.begin(), ranks.end(), ranks[s]));
    mid[s] = ranks[s] + (tied - 1) / 2;
  }
  return mid;
}

PerSeat<double> normalised_ranks(std::span<const int> ranks) {
  ATOLL_EXPECT(ranks.size() >= 2);
  PerSeat<double> result = mid_ranks(ranks);
  const auto k = static_cast<double>(ranks.size());
  for (std::size_t s = 0; s < ranks.size(); ++s) result[s] = (k - result[s]) / (k - 1);
  return result;
}

}  // namespace atl::stats
