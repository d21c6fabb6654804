/// Intervals that may be looked at after every block and still hold together: an asymptotic confidence sequence
/// (Waudby-Smith, Arbour, Sinha, Kennedy, Ramdas, "Time-uniform central limit theory and asymptotic confidence
/// sequences", Annals of Statistics 2024). For live lines and stopping on width. About 1.6 times as wide near n_opt
/// as an interval for a number of blocks fixed beforehand.
#pragma once

#include <cstdint>

#include "experiments/stats/blocks.hpp"

namespace atl::stats {

class ConfidenceSequence {
 public:
  /// Tightest near `n_opt` blocks. Requires 0 < alpha < 1 and n_opt >= 1.
  explicit ConfidenceSequence(double alpha = 0.05, double n_opt = 100);

  double rho() const;

  /// Half the width after `n` blocks whose population standard deviation is `sd`. Requires n >= 1.
  double half_width(std::int64_t n, double sd) const;

  /// The running interval. Requires at least one value; meaningful from some ten blocks on (it is asymptotic).
  Interval interval(const Moments& moments) const;

 private:
  double alpha_;
  double rho_squared_;
};

}  // namespace atl::stats
