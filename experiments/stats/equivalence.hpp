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

/// Blocks that show |effect| < delta with probability `power` if the true effect is 0 and `sd` the spread between
/// blocks: ((z_{1-alpha} + z_{1-(1-power)/2}) sd / delta)^2, rounded up, at least 2.
std::int64_t blocks_for_equivalence(double sd, double delta, double alpha = 0.05, double power = 0.80);

}  // namespace atl::stats
