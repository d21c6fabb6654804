#include "experiments/stats/blocks.hpp"

#include <algorithm>
#include <cmath>

#include "engine/core/checks.hpp"
#include "experiments/stats/distributions.hpp"
#include "experiments/stats/elo.hpp"

namespace atl::stats {
namespace {

constexpr double kRounding = 1e-12;

}  // namespace

double Moments::sample_sd() const { return count_ < 2 ? 0 : std::sqrt(sum_squares_ / static_cast<double>(count_ - 1)); }
double Moments::population_sd() const { return count_ < 1 ? 0 : std::sqrt(sum_squares_ / static_cast<double>(count_)); }
double Moments::standard_error() const { return count_ < 2 ? 0 : sample_sd() / std::sqrt(static_cast<double>(count_)); }

Moments moments(std::span<const double> values) {
  Moments result;
  for (const double value : values) result.add(value);
  return result;
}

MeanEstimate estimate_mean(const Moments& moments, double confidence) {
  ATOLL_EXPECT(confidence > 0 && confidence < 1);
  MeanEstimate estimate{.blocks = moments.count(),
                        .mean = moments.mean(),
                        .sd = moments.sample_sd(),
                        .se = moments.standard_error(),
                        .interval = std::nullopt};
  // Equal blocks say how they are, not how wide the truth is.
  if (estimate.blocks < 2 || !(estimate.sd > kRounding * (1 + std::abs(estimate.mean)))) return estimate;
  const double q = t_quantile((1 + confidence) / 2, static_cast<double>(estimate.blocks - 1));
  estimate.interval = Interval{estimate.mean - q * estimate.se, estimate.mean + q * estimate.se};
  return estimate;
}

MeanEstimate estimate_mean(std::span<const double> block_means, double confidence) {
  return estimate_mean(moments(block_means), confidence);
}

Interval wilson_interval(double successes, double trials, double confidence) {
  ATOLL_EXPECT(trials > 0 && successes >= 0 && successes <= trials);
  const double z = normal_quantile((1 + confidence) / 2);
  const double p = successes / trials;
  const double centre = (p + z * z / (2 * trials)) / (1 + z * z / trials);
  const double half = z / (1 + z * z / trials) * std::sqrt(p * (1 - p) / trials + z * z / (4 * trials * trials));
  return {std::max(0.0, centre - half), std::min(1.0, centre + half)};
}

Interval clopper_pearson_interval(double successes, double trials, double confidence) {
  ATOLL_EXPECT(trials > 0 && successes >= 0 && successes <= trials);
  const double tail = (1 - confidence) / 2;
  const double failures = trials - successes;
  return {successes <= 0 ? 0 : beta_quantile(tail, successes, failures + 1),
          failures <= 0 ? 1 : beta_quantile(1 - tail, successes + 1, failures)};
}

Interval percentile_interval(std::vector<double> values, double confidence) {
  ATOLL_EXPECT(!values.empty());
  std::sort(values.begin(), values.end());
  const auto percentile = [&](double p) {
    const double place = p * static_cast<double>(values.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const std::size_t above = std::min(below + 1, values.size() - 1);
    return values[below] + (place - std::floor(place)) * (values[above] - values[below]);
  };
  return {percentile((1 - confidence) / 2), percentile((1 + confidence) / 2)};
}

Strength estimate_strength(std::span<const double> block_shares, int num_players, double confidence) {
  ATOLL_EXPECT(num_players >= 2);
  Strength strength{.num_players = num_players, .share = estimate_mean(block_shares, confidence)};
  MeanEstimate& share = strength.share;
  // Shares like 1/3 add up with rounding; a mean a few ulps beyond its range is its end.
  if (share.mean < kRounding) share.mean = 0;
  if (share.mean > 1 - kRounding) share.mean = 1;
  strength.elo = elo_from_share(share.mean, num_players);
  if (share.blocks < 2) return strength;

  const auto blocks = static_cast<double>(share.blocks);
  strength.all_won = share.mean == 1;
  strength.all_lost = share.mean == 0;
  strength.method = IntervalMethod::student_t;
  const bool equal_blocks = !share.interval;
  if (equal_blocks || share.interval->low <= 0 || share.interval->high >= 1) {
    const double successes = share.mean * blocks;
    strength.method = num_players == 2 ? IntervalMethod::wilson : IntervalMethod::clopper_pearson;
    share.interval = num_players == 2 ? wilson_interval(successes, blocks, confidence)
                                      : clopper_pearson_interval(successes, blocks, confidence);
    // Wilson's end at 0 % and 100 % equals 0 and 1 up to rounding.
    if (strength.all_lost) share.interval->low = 0;
    if (strength.all_won) share.interval->high = 1;
  }
  strength.elo_low = elo_from_share(share.interval->low, num_players);
  strength.elo_high = elo_from_share(share.interval->high, num_players);
  const double even = 1.0 / num_players;
  if (strength.all_won || strength.all_lost) {
    const double by_luck = std::pow(even, blocks);
    strength.los = strength.all_won ? 1 - by_luck : by_luck;
    return strength;
  }
  const double se = equal_blocks ? std::sqrt(even * (1 - even) / blocks) : share.se;
  strength.los = t_cdf((share.mean - even) / se, blocks - 1);
  return strength;
}

}  // namespace atl::stats
