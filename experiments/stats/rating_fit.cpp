#include "experiments/stats/rating_fit.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "engine/core/checks.hpp"
#include "experiments/stats/elo.hpp"

namespace atl::stats::detail {

Eigen::MatrixXd sum_zero_basis(int n) {
  Eigen::MatrixXd basis = Eigen::MatrixXd::Zero(n, std::max(n - 1, 0));
  for (int k = 1; k < n; ++k) {
    const double norm = std::sqrt(static_cast<double>(k) * (k + 1));
    basis.col(k - 1).head(k).setConstant(1 / norm);
    basis(k, k - 1) = -k / norm;
  }
  return basis;
}

BlockIndex::BlockIndex(std::vector<std::int64_t> blocks) : sorted_(std::move(blocks)) {
  std::sort(sorted_.begin(), sorted_.end());
  sorted_.erase(std::unique(sorted_.begin(), sorted_.end()), sorted_.end());
}

int BlockIndex::operator()(std::int64_t block) const {
  return static_cast<int>(std::lower_bound(sorted_.begin(), sorted_.end(), block) - sorted_.begin());
}

Frame make_frame(const CompiledLog& log, const RatingOptions& options) {
  const int agents = log.num_agents(), parameters = log.num_parameters(), others = parameters - agents;
  Eigen::MatrixXd theta_basis;
  Frame frame{.basis = {}, .offset = Eigen::VectorXd::Zero(parameters)};
  if (options.anchors.size() >= 2) {
    std::vector<bool> fixed(static_cast<std::size_t>(agents), false);
    for (const Anchor& anchor : options.anchors) {
      fixed[static_cast<std::size_t>(anchor.agent)] = true;
      frame.offset(anchor.agent) = anchor.elo / kEloPerNat;
    }
    theta_basis = Eigen::MatrixXd::Zero(agents, std::count(fixed.begin(), fixed.end(), false));
    Eigen::Index column = 0;
    for (int i = 0; i < agents; ++i) {
      if (!fixed[static_cast<std::size_t>(i)]) theta_basis(i, column++) = 1;
    }
  } else if (options.prior_draws > 0) {
    theta_basis = Eigen::MatrixXd::Identity(agents, agents);  // the phantom fixes where zero is
  } else {
    theta_basis = sum_zero_basis(agents);
  }
  frame.basis = Eigen::MatrixXd::Zero(parameters, theta_basis.cols() + others);
  frame.basis.topLeftCorner(agents, theta_basis.cols()) = theta_basis;
  frame.basis.bottomRightCorner(others, others).setIdentity();
  return frame;
}

Evaluation evaluate(const CompiledLog& log, const Eigen::VectorXd& pattern_counts, double prior_draws,
                    const Eigen::VectorXd& x) {
  Evaluation at{
      .value = 0, .gradient = Eigen::VectorXd::Zero(x.size()), .hessian = Eigen::MatrixXd::Zero(x.size(), x.size())};
  for (int p = 0; p < log.num_patterns; ++p) {
    if (pattern_counts(p) > 0) log.likelihood->add(p, pattern_counts(p), x, at.value, at.gradient, &at.hessian);
  }
  for (int i = 0; prior_draws > 0 && i < log.num_agents(); ++i) {
    // A virtual draw: half of ln sigma(theta) + ln sigma(-theta) = -ln 2 cosh(theta / 2) each.
    const double half = x(i) / 2, tanh = std::tanh(half);
    at.value -= prior_draws * (std::abs(half) + std::log1p(std::exp(-2 * std::abs(half))));
    at.gradient(i) -= prior_draws * tanh / 2;
    at.hessian(i, i) -= prior_draws * (1 - tanh * tanh) / 4;
  }
  return at;
}

Eigen::VectorXd pattern_counts(const CompiledLog& log, const std::vector<double>& block_weights) {
  Eigen::VectorXd counts = Eigen::VectorXd::Zero(log.num_patterns);
  for (const PatternCount& c : log.counts) {
    counts(c.pattern) += c.count * block_weights[static_cast<std::size_t>(c.block)];
  }
  return counts;
}

Optimum optimise(const CompiledLog& log, const RatingOptions& options, const Frame& frame,
                 const Eigen::VectorXd& counts, const Eigen::VectorXd& start) {
  const auto f = [&](const Eigen::VectorXd& free) {
    const Eigen::VectorXd x = frame.offset + frame.basis * free;
    Evaluation at = evaluate(log, counts, options.prior_draws, x);
    at.gradient = frame.basis.transpose() * at.gradient;
    at.hessian = frame.basis.transpose() * at.hessian * frame.basis;
    return at;
  };
  const Eigen::VectorXd free = frame.basis.colPivHouseholderQr().solve(start - frame.offset);
  const NewtonResult newton = maximise(f, free, 1e-10 * std::max(1.0, counts.sum()));
  Optimum optimum;
  optimum.parameters = frame.offset + frame.basis * newton.x;
  optimum.at = newton.at;
  optimum.steps = newton.steps;
  // Runaway estimates creep outwards with ever smaller gradients.
  constexpr double kTooFar = 40;  // nats; 7000 Elo
  optimum.found = newton.converged && (optimum.parameters - frame.offset).lpNorm<Eigen::Infinity>() < kTooFar;
  return optimum;
}

Eigen::VectorXd start_point(const CompiledLog& log, const Frame& frame) {
  Eigen::VectorXd start = frame.offset;
  start.tail(static_cast<Eigen::Index>(log.tie_sizes.size())) = log.tie_start;
  return start;
}

Eigen::MatrixXd recentre(const CompiledLog& log, const RatingOptions& options) {
  const int agents = log.num_agents();
  Eigen::MatrixXd map = Eigen::MatrixXd::Identity(agents, agents);
  if (options.anchors.empty()) map.array() -= 1.0 / agents;
  if (options.anchors.size() == 1) map.col(options.anchors.front().agent).array() -= 1;
  return map;
}

RatingFit fit(const CompiledLog& log, const RatingOptions& options) {
  for (const Anchor& anchor : options.anchors) {
    if (anchor.agent < 0 || anchor.agent >= log.num_agents()) throw InputError("anchor for an unknown agent");
  }
  const Eigen::VectorXd counts =
      pattern_counts(log, std::vector<double>(static_cast<std::size_t>(log.num_blocks), 1.0));
  check_answerable(log, options, counts);
  const Frame frame = make_frame(log, options);
  const Optimum optimum = optimise(log, options, frame, counts, start_point(log, frame));
  if (!optimum.found) {
    throw DataError("no finite ratings (an estimate grows without bound). Play more games, or use a prior");
  }

  // From the model's parameters to what is reported: re-centred strengths and one effect per seat.
  const int agents = log.num_agents(), ties = static_cast<int>(log.tie_sizes.size());
  const int seats = log.seat_parameters > 0 ? log.num_seats : 0;
  Eigen::MatrixXd map = Eigen::MatrixXd::Zero(agents + seats + ties, log.num_parameters());
  map.topLeftCorner(agents, agents) = recentre(log, options);
  if (seats > 0) map.block(agents, agents, seats, log.seat_parameters) = log.seat_map;
  map.bottomRightCorner(ties, ties).setIdentity();
  Eigen::VectorXd reported = map * optimum.parameters;
  if (options.anchors.size() == 1) reported.head(agents).array() += options.anchors.front().elo / kEloPerNat;

  const Eigen::Index free = frame.basis.cols();
  const Eigen::MatrixXd inverse =
      frame.basis * (-optimum.at.hessian).ldlt().solve(Eigen::MatrixXd::Identity(free, free)) * frame.basis.transpose();
  RatingFit result;
  result.agents = log.agents;
  result.theta = reported.head(agents);
  result.seats = reported.segment(agents, seats);
  result.ties = reported.tail(ties);
  result.tie_sizes = log.tie_sizes;
  result.tie_model = log.tie_model;
  result.log_likelihood = evaluate(log, counts, 0, optimum.parameters).value;
  result.information_covariance = map * inverse * map.transpose();
  result.blocks = log.num_blocks;
  result.prior_draws = options.prior_draws;
  result.several_anchors = options.anchors.size() >= 2;
  result.newton_steps = optimum.steps;
  if (log.num_blocks < 2) return result;

  std::vector<Eigen::VectorXd> pattern_score;
  for (int p = 0; p < log.num_patterns; ++p) {
    double unused = 0;
    pattern_score.emplace_back(Eigen::VectorXd::Zero(log.num_parameters()));
    log.likelihood->add(p, 1, optimum.parameters, unused, pattern_score.back(), nullptr);
  }
  Eigen::MatrixXd block_score = Eigen::MatrixXd::Zero(log.num_parameters(), log.num_blocks);
  for (const PatternCount& c : log.counts) {
    block_score.col(c.block) += c.count * pattern_score[static_cast<std::size_t>(c.pattern)];
  }
  const double blocks = log.num_blocks;
  const Eigen::MatrixXd spread = map * inverse * block_score;
  result.block_covariance = spread * spread.transpose() * (blocks / (blocks - 1));
  return result;
}

}  // namespace atl::stats::detail
