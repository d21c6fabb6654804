#include "experiments/stats/equivalence.hpp"

#include <algorithm>
#include <cmath>

#include "engine/core/checks.hpp"
#include "experiments/stats/distributions.hpp"

namespace atl::stats {

double equivalence_p(const MeanEstimate& effect, double delta) {
  ATOLL_EXPECT(effect.blocks >= 2 && effect.se > 0 && delta > 0);
  const auto df = static_cast<double>(effect.blocks - 1);
  const double not_below = t_cdf((effect.mean - delta) / effect.se, df);
  const double not_above = t_cdf((-effect.mean - delta) / effect.se, df);
  return std::max(not_below, not_above);
}

BlocksNeeded blocks_for_equivalence(const MeanEstimate& effect, double delta, double alpha, double power) {
  ATOLL_EXPECT(effect.blocks >= 2 && delta > 0);
  const double z = normal_quantile(1 - alpha) + normal_quantile((1 + power) / 2);
  const double df = static_cast<double>(effect.blocks - 1);
  const auto blocks = [&](double variance) {
    constexpr double kMost = 9e15;  // beyond: as good as never
    return static_cast<std::int64_t>(std::clamp(std::ceil(z * z * variance / (delta * delta)), 2.0, kMost));
  };
  const double variance = effect.sd * effect.sd;
  return {.blocks = blocks(variance),
          .low = blocks(variance * df / chi_squared_quantile(0.95, df)),
          .high = blocks(variance * df / chi_squared_quantile(0.05, df))};
}

}  // namespace atl::stats
