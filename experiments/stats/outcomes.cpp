#include "experiments/stats/outcomes.hpp"

#include <cmath>
#include <numbers>

#include "engine/core/checks.hpp"
#include "experiments/stats/distributions.hpp"
#include "experiments/stats/elo.hpp"

namespace atl::stats {

OutcomeSummary summarise_outcomes(std::span<const double> counts, double confidence) {
  ATOLL_EXPECT(counts.size() == 3 || counts.size() == 5);
  OutcomeSummary result;
  const auto last = static_cast<double>(counts.size() - 1);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    result.units += counts[i];
    result.score += counts[i] * static_cast<double>(i) / last;
  }
  ATOLL_EXPECT(result.units > 0);
  result.score /= result.units;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    result.variance += counts[i] * std::pow(static_cast<double>(i) / last - result.score, 2);
  }
  result.variance /= result.units;
  result.se = std::sqrt(result.variance / result.units);
  result.elo = elo_from_share(result.score);
  const double z = normal_quantile((1 + confidence) / 2);
  const auto elo_interval = [&](double quantile) -> std::optional<Interval> {
    const auto low = elo_from_share(result.score - quantile * result.se);
    const auto high = elo_from_share(result.score + quantile * result.se);
    if (!low || !high || result.se == 0) return std::nullopt;
    return Interval{*low, *high};
  };
  result.elo_z = elo_interval(z);
  if (result.units > 1) result.elo_t = elo_interval(t_quantile((1 + confidence) / 2, result.units - 1));
  // A pair holds two games: its variance is half a game's, if they are independent.
  const double games_per_unit = counts.size() == 5 ? 2 : 1;
  if (result.variance > 0) {
    result.nelo = (result.score - 0.5) / std::sqrt(games_per_unit * result.variance) * kNormalizedEloPerSigma;
    result.los = normal_cdf((result.score - 0.5) / result.se);
  } else if (result.score != 0.5) {
    // Without variance: that of fair coin flips, finite at 0 % and 100 %.
    result.los = normal_cdf((result.score - 0.5) * 2 * std::sqrt(result.units));
  }
  result.nelo_error = z * kNormalizedEloPerSigma / std::sqrt(games_per_unit * result.units);
  result.draw_ratio = counts[counts.size() / 2] / result.units;
  if (counts.size() == 5 && counts[0] + counts[1] > 0) {
    result.pairs_ratio = (counts[3] + counts[4]) / (counts[0] + counts[1]);
  }
  return result;
}

double los_decisive(double wins, double losses) {
  ATOLL_EXPECT(wins + losses > 0);
  return normal_cdf((wins - losses) / std::sqrt(wins + losses));
}

double los_beta(double wins, double losses) { return 1 - beta_cdf(0.5, wins + 1, losses + 1); }

}  // namespace atl::stats
