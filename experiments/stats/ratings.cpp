#include "experiments/stats/ratings.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "engine/core/checks.hpp"
#include "experiments/stats/distributions.hpp"
#include "experiments/stats/elo.hpp"
#include "experiments/stats/rating_fit.hpp"

namespace atl::stats {
namespace detail {
namespace {

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
    // Hotelling's F, not chi squared: with few blocks their covariance is itself a rough guess.
    const auto blocks = static_cast<double>(with.blocks);
    const auto q = static_cast<double>(test.df);
    test.p_wald = !with.block_covariance ? chi_squared_upper(test.wald, test.df)
                  : blocks > q           ? f_upper(test.wald * (blocks - q) / (q * (blocks - 1)), q, blocks - q)
                                         : 1;
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
