/// Taking out luck that can be measured: regression on block features whose true mean is known by symmetry (such as
/// "seat 0's starting hand minus the table's mean", which is 0). The features must be chosen before the data is seen;
/// picking the ones that help on the same sample understates the error.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "experiments/stats/blocks.hpp"

namespace atl::stats {

/// What is known of the features' distribution.
struct FeatureMeans {
  std::vector<double> means{};  ///< [features]
  /// [features x features] covariance of the errors of `means`, where they come from a sample (of deals that nobody
  /// played: covariance of the features / deals); empty: they are exact.
  std::vector<double> covariance{};
};

struct AdjustedEstimate {
  MeanEstimate raw{};
  double mean = 0;  ///< raw mean minus slopes x (feature means - known means)
  double se = 0;
  Interval interval{};           ///< Student's t, blocks - 1 - features degrees of freedom
  double variance_ratio = 1;     ///< raw se^2 / adjusted se^2: above 1, the features helped
  std::vector<double> slopes{};  ///< [features]
};

/// `values`: [blocks]. `features`: [blocks x known.means.size()], row by row. Ordinary least squares; the adjusted mean
/// is the intercept at the known means, its variance that of the intercept plus slopes' covariance slopes. Nothing if
/// there are fewer than features + 3 blocks, if the features are collinear or constant, or if the fit leaves no
/// residual to judge the error by.
std::optional<AdjustedEstimate> adjust_mean(std::span<const double> values, std::span<const double> features,
                                            const FeatureMeans& known, double confidence = 0.95);

}  // namespace atl::stats
