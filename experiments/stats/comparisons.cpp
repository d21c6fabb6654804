#include "experiments/stats/comparisons.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/core/checks.hpp"
#include "experiments/stats/distributions.hpp"

namespace atl::stats {
namespace {

/// Of sums of shares.
double spread(const PerSeat<double>& sums, int num_players, double blocks) {
  const std::span<const double> all = sums.first(num_players);
  const auto [low, high] = std::minmax_element(all.begin(), all.end());
  return (*high - *low) / blocks;
}

}  // namespace

std::vector<double> holm(std::span<const double> p) {
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return p[a] < p[b]; });
  std::vector<double> adjusted(p.size());
  double largest = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    largest = std::max(largest, std::min(1.0, p[order[i]] * static_cast<double>(order.size() - i)));
    adjusted[order[i]] = largest;
  }
  return adjusted;
}

double two_sided_p(const MeanEstimate& mean) {
  if (!mean.interval) return 1;
  return 2 * t_cdf(-std::abs(mean.mean) / mean.se, static_cast<double>(mean.blocks - 1));
}

SpreadChange compare_spreads(std::span<const SeatBlock> from, std::span<const SeatBlock> to, int num_players, Rng& rng,
                             double confidence, int draws) {
  ATOLL_EXPECT(!from.empty() && from.size() == to.size() && draws > 0);
  const auto blocks = static_cast<double>(from.size());
  const auto spreads = [&](auto block_at) {
    PerSeat<double> before{}, after{};
    for (std::size_t i = 0; i < from.size(); ++i) {
      const std::size_t b = block_at(i);
      for (const Player seat : seats(num_players)) {
        before[seat] += from[b].share[seat];
        after[seat] += to[b].share[seat];
      }
    }
    return std::pair{spread(before, num_players, blocks), spread(after, num_players, blocks)};
  };
  const auto [was, is] = spreads([](std::size_t i) { return i; });
  SpreadChange change{.from = was, .to = is};
  constexpr std::size_t kFewestBlocks = 20;
  if (from.size() < kFewestBlocks) return change;
  std::vector<double> differences;
  int below = 0, above = 0;
  for (int draw = 0; draw < draws; ++draw) {
    const auto [before, after] =
        spreads([&](std::size_t) { return std::size_t{rng.below(static_cast<std::uint32_t>(from.size()))}; });
    differences.push_back(after - before);
    below += after <= before;
    above += after >= before;
  }
  change.interval = percentile_interval(std::move(differences), confidence);
  change.p = std::min(1.0, 2.0 * (std::min(below, above) + 1) / (draws + 1));
  return change;
}

}  // namespace atl::stats
