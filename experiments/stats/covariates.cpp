#include "experiments/stats/covariates.hpp"

#include <Eigen/Dense>
#include <cmath>

#include "engine/core/checks.hpp"
#include "experiments/stats/distributions.hpp"

namespace atl::stats {

std::optional<AdjustedEstimate> adjust_mean(std::span<const double> values, std::span<const double> features,
                                            const FeatureMeans& known, double confidence) {
  const auto blocks = static_cast<Eigen::Index>(values.size());
  const auto count = static_cast<Eigen::Index>(known.means.size());
  ATOLL_EXPECT(features.size() == values.size() * known.means.size());
  ATOLL_EXPECT(known.covariance.empty() || known.covariance.size() == known.means.size() * known.means.size());
  if (blocks < count + 3) return std::nullopt;

  Eigen::MatrixXd design(blocks, count + 1);
  for (Eigen::Index b = 0; b < blocks; ++b) {
    design(b, 0) = 1;
    for (Eigen::Index f = 0; f < count; ++f) {
      design(b, f + 1) = features[static_cast<std::size_t>(b * count + f)] - known.means[static_cast<std::size_t>(f)];
    }
  }
  const Eigen::Map<const Eigen::VectorXd> y(values.data(), blocks);
  const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(design);
  if (qr.rank() < count + 1) return std::nullopt;
  const Eigen::VectorXd beta = qr.solve(y);
  const double df = static_cast<double>(blocks - count - 1);
  const double residual = (y - design * beta).squaredNorm() / df;
  AdjustedEstimate result{.raw = estimate_mean(values, confidence),
                          .mean = beta(0),
                          .se = 0,
                          .interval = {},
                          .variance_ratio = 1,
                          .slopes = {beta.data() + 1, beta.data() + 1 + count}};
  if (residual <= 1e-24 * (1 + y.squaredNorm())) return std::nullopt;
  const Eigen::MatrixXd normal = design.transpose() * design;
  const Eigen::VectorXd unit = Eigen::VectorXd::Unit(count + 1, 0);
  double variance = residual * normal.ldlt().solve(unit)(0);
  if (!known.covariance.empty()) {
    const Eigen::Map<const Eigen::MatrixXd> errors(known.covariance.data(), count, count);  // symmetric
    const Eigen::VectorXd slopes = beta.tail(count);
    variance += slopes.dot(errors * slopes);
  }
  result.se = std::sqrt(variance);
  const double half = t_quantile((1 + confidence) / 2, df) * result.se;
  result.interval = {result.mean - half, result.mean + half};
  result.variance_ratio = std::pow(result.raw.se / result.se, 2);
  return result;
}

}  // namespace atl::stats
