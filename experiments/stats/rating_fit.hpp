/// Inside the ratings library: from a compiled log to its maximum.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "experiments/stats/newton.hpp"
#include "experiments/stats/rating_model.hpp"

namespace atl::stats::detail {

/// Which parameters are estimated; the others stay where they are.
struct Frame {
  std::vector<Eigen::Index> free;
  Eigen::VectorXd offset;
};

/// Fixes what the data cannot: one member of each group, the anchored, or (with a prior) nobody.
Frame make_frame(const CompiledLog& log, const RatingOptions& options);

/// Where Newton starts: equal agents and seats.
Eigen::VectorXd start_point(const CompiledLog& log, const Frame& frame);

/// How often each pattern occurred, with every block counted `block_weights` times.
Eigen::VectorXd pattern_counts(const CompiledLog& log, const std::vector<double>& block_weights);

/// Log-likelihood over all patterns with how often each occurred, plus the prior.
Evaluation evaluate(const CompiledLog& log, const Eigen::VectorXd& pattern_counts, double prior_draws,
                    const Eigen::VectorXd& x);

/// Throws DataError, saying why, if the data has no answer on one scale. `log` is compiled for one group.
void check_answerable(const CompiledLog& log);

struct Optimum {
  Eigen::VectorXd parameters{};
  Eigen::MatrixXd covariance{};  ///< [parameters x parameters] inverse observed information; 0 for fixed ones
  int steps = 0;
  bool found = false;  ///< converged to a finite point
};

Optimum optimise(const CompiledLog& log, const RatingOptions& options, const Frame& frame,
                 const Eigen::VectorXd& counts, const Eigen::VectorXd& start);

/// Where zero is, subtracted from the strengths in each column: the group's mean, or the anchor.
void recentre(const CompiledLog& log, const RatingOptions& options, Eigen::Ref<Eigen::MatrixXd> columns);

/// A log compiled for the groups and with the seat term that it allows, and its fit.
struct Fitted {
  CompiledLog log;
  RatingOptions options;
  Frame frame;
  Eigen::VectorXd counts;  ///< of patterns
  Optimum optimum;
};
template <class Log>
Fitted fit_within_groups(const Log& log, const RatingOptions& options);

RatingFit report(const Fitted& fitted, bool seat_term_wanted);

}  // namespace atl::stats::detail
