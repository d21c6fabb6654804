/// Showing that an effect is small, which "not significant" does not: two one-sided tests (Schuirmann,
/// J. Pharmacokinet. Biopharm. 15, 1987).
#pragma once

#include <cstdint>

#include "experiments/stats/blocks.hpp"

namespace atl::stats {

/// p of the hypothesis |effect| >= delta: the larger of the two one-sided t tests' p. The effect is shown to be within
/// (-delta, delta) at level alpha iff p < alpha, which is iff the (1 - 2 alpha) t interval lies inside. Several effects
/// claimed together need no correction (the largest p counts). Requires at least two blocks, sd > 0 and delta > 0.
double equivalence_p(const MeanEstimate& effect, double delta);

/// A number of blocks, and how far it may be off.
struct BlocksNeeded {
  std::int64_t blocks = 0;
  std::int64_t low = 0, high = 0;  ///< 90 % range, from the error of the spread that it was computed from
};

/// Blocks in all that show |effect| < delta with probability `power` if the true effect is 0: ((z_{1-alpha} +
/// z_{1-(1-power)/2}) sd / delta)^2, rounded up, at least 2. The range is that of sd^2 (B - 1) / chi^2. Requires at
/// least two blocks and delta > 0.
BlocksNeeded blocks_for_equivalence(const MeanEstimate& effect, double delta, double alpha = 0.05, double power = 0.80);

}  // namespace atl::stats
