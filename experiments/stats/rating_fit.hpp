/// Inside the ratings library: from a compiled log to its maximum.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "experiments/stats/newton.hpp"
#include "experiments/stats/rating_model.hpp"

namespace atl::stats::detail {

/// Parameters = offset + basis * free coordinates.
struct Frame {
  Eigen::MatrixXd basis;
  Eigen::VectorXd offset;
};

/// Fixes what the data cannot: strengths with mean 0, or anchored, or (with a prior) pulled towards the phantom.
Frame make_frame(const CompiledLog& log, const RatingOptions& options);

/// Where Newton starts: equal agents and seats.
Eigen::VectorXd start_point(const CompiledLog& log, const Frame& frame);

/// How often each pattern occurred, with every block counted `block_weights` times.
Eigen::VectorXd pattern_counts(const CompiledLog& log, const std::vector<double>& block_weights);

/// Log-likelihood over all patterns with how often each occurred, plus the prior.
Evaluation evaluate(const CompiledLog& log, const Eigen::VectorXd& pattern_counts, double prior_draws,
                    const Eigen::VectorXd& x);

/// Throws DataError, saying why, if the data has no finite answer on one scale.
void check_answerable(const CompiledLog& log, const RatingOptions& options, const Eigen::VectorXd& pattern_counts);

struct Optimum {
  Eigen::VectorXd parameters{};
  Evaluation at{};  ///< in free coordinates
  int steps = 0;
  bool found = false;  ///< converged to a finite point
};

Optimum optimise(const CompiledLog& log, const RatingOptions& options, const Frame& frame,
                 const Eigen::VectorXd& counts, const Eigen::VectorXd& start);

/// Where zero is: the mean without anchors, the anchor with one, as fitted with several.
Eigen::MatrixXd recentre(const CompiledLog& log, const RatingOptions& options);

RatingFit fit(const CompiledLog& log, const RatingOptions& options);

}  // namespace atl::stats::detail
