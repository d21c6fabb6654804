/// Maximising a concave function by Newton's method with step halving. Plain Newton can diverge on ranking
/// likelihoods (Hunter 2004, section 5); with halving it cannot, and it takes some six steps where
/// minorise-maximise takes thousands.
#pragma once

#include <Eigen/Core>
#include <functional>

namespace atl::stats {

struct Evaluation {
  double value = 0;  ///< -infinity outside the domain
  Eigen::VectorXd gradient{};
  Eigen::MatrixXd hessian{};
};

struct NewtonResult {
  Eigen::VectorXd x{};
  Evaluation at{};
  int steps = 0;
  bool converged = false;  ///< largest gradient entry within the tolerance
};

/// `tolerance` bounds the largest gradient entry, never the step: small steps are no proof of a maximum.
NewtonResult maximise(const std::function<Evaluation(const Eigen::VectorXd&)>& f, Eigen::VectorXd start,
                      double tolerance, int max_steps = 100);

}  // namespace atl::stats
