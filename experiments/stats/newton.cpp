#include "experiments/stats/newton.hpp"

#include <Eigen/Dense>
#include <utility>

namespace atl::stats {

NewtonResult maximise(const std::function<Evaluation(const Eigen::VectorXd&)>& f, Eigen::VectorXd start,
                      double tolerance, int max_steps) {
  NewtonResult result{.x = std::move(start)};
  result.at = f(result.x);
  const auto gradient_size = [](const Evaluation& at) {
    return at.gradient.size() == 0 ? 0.0 : at.gradient.lpNorm<Eigen::Infinity>();
  };
  for (; result.steps < max_steps; ++result.steps) {
    if (gradient_size(result.at) <= tolerance) break;
    const Eigen::VectorXd step = (-result.at.hessian).ldlt().solve(result.at.gradient);
    if (!step.allFinite()) break;
    double length = 1;
    Evaluation next = f(result.x + step);
    // At the top the value no longer changes in its last digits: then a smaller gradient is progress too.
    const auto better = [&] {
      return next.value > result.at.value || (next.value >= result.at.value - 1e-12 * (1 + std::abs(result.at.value)) &&
                                              gradient_size(next) < gradient_size(result.at));
    };
    while (!better() && length > 1e-10) {
      length /= 2;
      next = f(result.x + length * step);
    }
    if (!better()) break;
    result.x += length * step;
    result.at = std::move(next);
  }
  result.converged = gradient_size(result.at) <= tolerance;
  return result;
}

}  // namespace atl::stats
