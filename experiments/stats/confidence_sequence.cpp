#include "experiments/stats/confidence_sequence.hpp"

#include <cmath>

#include "engine/core/checks.hpp"

namespace atl::stats {

ConfidenceSequence::ConfidenceSequence(double alpha, double n_opt) : alpha_(alpha) {
  ATOLL_EXPECT(alpha > 0 && alpha < 1 && n_opt >= 1);
  const double level = -2 * std::log(alpha);
  rho_squared_ = (level + std::log(1 + level)) / n_opt;
}

double ConfidenceSequence::rho() const { return std::sqrt(rho_squared_); }

double ConfidenceSequence::half_width(std::int64_t n, double sd) const {
  ATOLL_EXPECT(n >= 1);
  const auto blocks = static_cast<double>(n);
  const double scaled = blocks * rho_squared_ + 1;
  return sd * std::sqrt(2 * scaled / (blocks * blocks * rho_squared_) * std::log(std::sqrt(scaled) / alpha_));
}

Interval ConfidenceSequence::interval(const Moments& moments) const {
  const double half = half_width(moments.count(), moments.population_sd());
  return {moments.mean() - half, moments.mean() + half};
}

}  // namespace atl::stats
