#include "experiments/stats/ratings.hpp"

#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "engine/core/checks.hpp"
#include "experiments/stats/distributions.hpp"
#include "experiments/stats/elo.hpp"
#include "experiments/stats/newton.hpp"
#include "experiments/stats/rating_model.hpp"

namespace atl::stats {
namespace detail {

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

namespace {

/// Parameters = offset + basis * free coordinates.
struct Frame {
  Eigen::MatrixXd basis;
  Eigen::VectorXd offset;
};

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

/// Log-likelihood over all patterns with how often each occurred, plus the prior.
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

std::string quoted(const std::string& name) { return "'" + name + "'"; }

/// Refuses data in which seats and strengths (or the strengths among themselves) move the likelihood together: at the
/// starting point every outcome has positive probability, so there a flat direction is flat everywhere.
void check_identifiable(const CompiledLog& log, const Eigen::VectorXd& pattern_counts) {
  const int agents = log.num_agents();
  Eigen::VectorXd start = Eigen::VectorXd::Zero(log.num_parameters());
  start.tail(static_cast<Eigen::Index>(log.tie_sizes.size())) = log.tie_start;
  const Eigen::Index free = agents - 1 + log.seat_parameters;
  if (free <= 0) return;
  Eigen::MatrixXd basis = Eigen::MatrixXd::Zero(log.num_parameters(), free);
  basis.topLeftCorner(agents, agents - 1) = sum_zero_basis(agents);
  basis.block(agents, agents - 1, log.seat_parameters, log.seat_parameters).setIdentity();
  const Evaluation at = evaluate(log, pattern_counts, 0, start);
  const Eigen::MatrixXd information = -basis.transpose() * at.hessian * basis;
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> spectrum(information, Eigen::EigenvaluesOnly);
  if (spectrum.eigenvalues()(0) > 1e-10 * spectrum.eigenvalues()(free - 1)) return;
  for (int i = 0; i < agents; ++i) {
    const int seat = log.only_seat[static_cast<std::size_t>(i)];
    if (seat < 0) continue;
    throw DataError(
        fmt::format("seats and strengths cannot be told apart (agent {} always sat in seat {}). "
                    "Let agents change seats, or rate without a seat term",
                    quoted(log.agents[static_cast<std::size_t>(i)]), seat));
  }
  throw DataError(
      "seats and strengths cannot be told apart (who sat where never varied enough). "
      "Let agents change seats, or rate without a seat term");
}

/// Refuses data without finite answers.
void check_answerable(const CompiledLog& log, const RatingOptions& options, const Eigen::VectorXd& pattern_counts) {
  const auto islands = log.agent_graph.islands();
  if (islands.size() > 1) {
    throw DataError(fmt::format("no common scale (groups {} never met). Play games between them",
                                describe_groups(islands, log.agents)));
  }
  if (options.prior_draws <= 0) {
    const auto groups = log.agent_graph.strong_components();
    if (groups.size() > 1 && options.anchors.size() < 2) {
      throw DataError(
          fmt::format("no finite ratings (between groups {} only one side ever won). Play more games, or use a prior",
                      describe_groups(groups, log.agents)));
    }
  }
  if (log.seat_parameters > 0) {
    const auto groups = log.seat_graph.strong_components();
    if (groups.size() > 1) {
      std::vector<std::string> seats;
      for (int s = 0; s < log.num_seats; ++s) seats.push_back("seat " + std::to_string(s));
      throw DataError(
          fmt::format("no finite seat effect (between {} only one side ever won). Play more games, or rate without "
                      "a seat term",
                      describe_groups(groups, seats)));
    }
  }
  if (!log.tie_sizes.empty() && !log.decisive) {
    throw DataError("no finite draw parameter (every game was drawn). Rate with draws as half points");
  }
  check_identifiable(log, pattern_counts);
}

Eigen::VectorXd pattern_counts(const CompiledLog& log, const std::vector<double>& block_weights) {
  Eigen::VectorXd counts = Eigen::VectorXd::Zero(log.num_patterns);
  for (const PatternCount& c : log.counts) {
    counts(c.pattern) += c.count * block_weights[static_cast<std::size_t>(c.block)];
  }
  return counts;
}

struct Optimum {
  Eigen::VectorXd parameters;
  Evaluation at;
  int steps = 0;
  bool found = false;
};

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

/// Where zero is: the mean without anchors, the anchor with one, as fitted with several.
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

std::optional<Bootstrap> bootstrap(const CompiledLog& log, const RatingOptions& options, Rng& rng, int draws) {
  constexpr int kFewestBlocks = 20;
  const int blocks = log.num_blocks;
  if (blocks < kFewestBlocks) return std::nullopt;
  const std::vector<double> once(static_cast<std::size_t>(blocks), 1.0);
  const Eigen::VectorXd counts = pattern_counts(log, once);
  check_answerable(log, options, counts);
  const Frame frame = make_frame(log, options);
  const Optimum centre = optimise(log, options, frame, counts, start_point(log, frame));
  if (!centre.found) return std::nullopt;
  const Eigen::MatrixXd theta_map = recentre(log, options);
  const double shift = options.anchors.size() == 1 ? options.anchors.front().elo / kEloPerNat : 0;
  const int agents = log.num_agents(), seats = log.seat_parameters > 0 ? log.num_seats : 0;
  Bootstrap result;
  result.theta.resize(draws, agents);
  result.seats.resize(draws, seats);
  int done = 0;
  for (int draw = 0; draw < draws; ++draw) {
    std::vector<double> weights(static_cast<std::size_t>(blocks), 0.0);
    for (int b = 0; b < blocks; ++b) weights[rng.below(static_cast<std::uint32_t>(blocks))] += 1;
    // Always from the fit to the data, never from the previous draw, which would drift.
    const Optimum optimum = optimise(log, options, frame, pattern_counts(log, weights), centre.parameters);
    if (!optimum.found) {
      ++result.failed;
      continue;
    }
    result.theta.row(done) = (theta_map * optimum.parameters.head(agents)).transpose();
    result.theta.row(done).array() += shift;
    if (seats > 0) {
      result.seats.row(done) = (log.seat_map * optimum.parameters.segment(agents, log.seat_parameters)).transpose();
    }
    ++done;
  }
  if (2 * done < draws) return std::nullopt;
  result.theta.conservativeResize(done, Eigen::NoChange);
  result.seats.conservativeResize(done, Eigen::NoChange);
  return result;
}

template <class Log>
SeatTermTest seat_term_test(const Log& log, RatingOptions options) {
  options.seat_term = true;
  const RatingFit with = fit_ratings(log, options);
  options.seat_term = false;
  const RatingFit without = fit_ratings(log, options);
  const auto seats = with.seats.size();
  SeatTermTest test;
  test.df = static_cast<int>(seats - 1);
  test.likelihood_ratio = std::max(0.0, 2 * (with.log_likelihood - without.log_likelihood));
  test.p_likelihood_ratio = chi_squared_upper(test.likelihood_ratio, test.df);
  const Eigen::MatrixXd& covariance = with.block_covariance ? *with.block_covariance : with.information_covariance;
  const Eigen::MatrixXd basis = sum_zero_basis(static_cast<int>(seats));
  const Eigen::VectorXd z = basis.transpose() * with.seats;
  const auto first = with.theta.size();
  const Eigen::MatrixXd v = basis.transpose() * covariance.block(first, first, seats, seats) * basis;
  // Blocks that play every seating equally often leave the seat score of a block no spread: then nothing is tested.
  Eigen::FullPivLU<Eigen::MatrixXd> lu(v);
  if (v.norm() > 1e-14 && lu.isInvertible()) {
    test.wald = std::max(0.0, z.dot(lu.solve(z)));
    test.p_wald = chi_squared_upper(test.wald, test.df);
  }
  return test;
}

/// The contrast c'parameters on the Elo scale with its error.
RatingDifference contrast(const RatingFit& fit, const Eigen::VectorXd& c, double value, double confidence,
                          CovarianceKind kind) {
  const bool by_block = kind == CovarianceKind::blocks && fit.block_covariance.has_value();
  const Eigen::MatrixXd& covariance = by_block ? *fit.block_covariance : fit.information_covariance;
  RatingDifference d;
  d.elo = kEloPerNat * value;
  d.se = kEloPerNat * std::sqrt(std::max(0.0, c.dot(covariance * c)));
  const double p = (1 + confidence) / 2, df = static_cast<double>(fit.blocks - 1);
  const double q = by_block ? t_quantile(p, df) : normal_quantile(p);
  d.interval = {d.elo - q * d.se, d.elo + q * d.se};
  if (d.se > 0) {
    d.los = by_block ? t_cdf(d.elo / d.se, df) : normal_cdf(d.elo / d.se);
  } else {
    d.los = d.elo > 0 ? 1 : d.elo < 0 ? 0 : 0.5;
  }
  return d;
}

}  // namespace
}  // namespace detail

RatingFit fit_ratings(const PairLog& log, const RatingOptions& options) {
  return detail::fit(detail::compile(log, options), options);
}
RatingFit fit_ratings(const RankingLog& log, const RatingOptions& options) {
  return detail::fit(detail::compile(log, options), options);
}

std::optional<Bootstrap> bootstrap_ratings(const PairLog& log, const RatingOptions& options, Rng& rng, int draws) {
  return detail::bootstrap(detail::compile(log, options), options, rng, draws);
}
std::optional<Bootstrap> bootstrap_ratings(const RankingLog& log, const RatingOptions& options, Rng& rng, int draws) {
  return detail::bootstrap(detail::compile(log, options), options, rng, draws);
}

SeatTermTest test_seat_term(const PairLog& log, const RatingOptions& options) {
  return detail::seat_term_test(log, options);
}
SeatTermTest test_seat_term(const RankingLog& log, const RatingOptions& options) {
  return detail::seat_term_test(log, options);
}

RatingDifference rating_difference(const RatingFit& fit, int a, int b, double confidence, CovarianceKind kind) {
  Eigen::VectorXd c = Eigen::VectorXd::Zero(fit.information_covariance.rows());
  c(a) += 1;
  c(b) -= 1;
  return detail::contrast(fit, c, fit.theta(a) - fit.theta(b), confidence, kind);
}

RatingDifference seat_difference(const RatingFit& fit, int s, int t, double confidence, CovarianceKind kind) {
  ATOLL_EXPECT(s < fit.seats.size() && t < fit.seats.size());
  Eigen::VectorXd c = Eigen::VectorXd::Zero(fit.information_covariance.rows());
  c(fit.theta.size() + s) += 1;
  c(fit.theta.size() + t) -= 1;
  return detail::contrast(fit, c, fit.seats(s) - fit.seats(t), confidence, kind);
}

RatingDifference single_rating(const RatingFit& fit, int a, double confidence, CovarianceKind kind) {
  Eigen::VectorXd c = Eigen::VectorXd::Zero(fit.information_covariance.rows());
  c(a) = 1;
  return detail::contrast(fit, c, fit.theta(a), confidence, kind);
}

Eigen::MatrixXd los_matrix(const RatingFit& fit, CovarianceKind kind) {
  const auto n = fit.theta.size();
  Eigen::MatrixXd los = Eigen::MatrixXd::Constant(n, n, 0.5);
  for (int a = 0; a < n; ++a) {
    for (int b = 0; b < n; ++b) {
      if (a != b) los(a, b) = rating_difference(fit, a, b, 0.95, kind).los;
    }
  }
  return los;
}

Interval bootstrap_difference(const Bootstrap& bootstrap, int a, int b, double confidence) {
  const Eigen::VectorXd difference = kEloPerNat * (bootstrap.theta.col(a) - bootstrap.theta.col(b));
  std::vector<double> sorted(difference.data(), difference.data() + difference.size());
  std::sort(sorted.begin(), sorted.end());
  ATOLL_EXPECT(!sorted.empty());
  // Linear interpolation between order statistics.
  const auto percentile = [&](double p) {
    const double place = p * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    return sorted[below] + (place - std::floor(place)) * (sorted[above] - sorted[below]);
  };
  return {percentile((1 - confidence) / 2), percentile((1 + confidence) / 2)};
}

}  // namespace atl::stats
