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

std::size_t at(int i) { return static_cast<std::size_t>(i); }

template <class Log>
std::optional<Bootstrap> bootstrap(const Log& log, const RatingOptions& options, Rng& rng, int draws) {
  constexpr int kFewestBlocks = 20;
  const Fitted fitted = fit_within_groups(log, options);
  const CompiledLog& compiled = fitted.log;
  const int blocks = compiled.num_blocks;
  if (blocks < kFewestBlocks) return std::nullopt;
  const int agents = compiled.num_agents();
  Bootstrap result;
  for (int draw = 0; draw < draws; ++draw) {
    std::vector<double> weights(at(blocks), 0.0);
    for (int b = 0; b < blocks; ++b) weights[rng.below(static_cast<std::uint32_t>(blocks))] += 1;
    // Always from the fit to the data, never from the previous draw, which would drift.
    const Optimum optimum =
        optimise(compiled, fitted.options, fitted.frame, pattern_counts(compiled, weights), fitted.optimum.parameters);
    if (!optimum.found) {
      ++result.failed;
      continue;
    }
    Eigen::MatrixXd theta = optimum.parameters.head(agents);
    recentre(compiled, fitted.options, theta);
    if (fitted.options.anchors.size() == 1) theta.array() += fitted.options.anchors.front().elo / kEloPerNat;
    result.theta.emplace_back(theta.data(), theta.data() + agents);
    const Eigen::VectorXd seats = compiled.seat_map * optimum.parameters.segment(agents, compiled.seat_parameters);
    result.seats.emplace_back(seats.data(), seats.data() + (compiled.seat_parameters > 0 ? seats.size() : 0));
  }
  if (100 * result.failed > draws) return std::nullopt;
  return result;
}

/// The estimate `value` of the contrast c'parameters on the Elo scale with its error. `c` lists (parameter, factor).
///
/// The sandwich is the right error for blocks of any kind, and knows what common deals save. But its own error grows
/// when few blocks carry the spread, as with a handful of losses in many wins, and it comes out too small there. How
/// many carry it is the participation ratio (sum I_b^2)^2 / sum I_b^4 of the blocks' influences: below kFewCarriers the
/// information's error stands if it is the larger one.
RatingDifference contrast(const RatingFit& fit, const std::vector<std::pair<std::size_t, double>>& c, double value,
                          double confidence, CovarianceKind kind) {
  constexpr double kFewCarriers = 10;
  double by_information = 0, squares = 0, fourths = 0;
  for (const auto& [i, x] : c) {
    for (const auto& [j, y] : c) by_information += x * y * fit.information_at(i, j);
  }
  for (std::size_t b = 0; kind == CovarianceKind::blocks && !fit.influence.empty() && b < fit.influence.front().size();
       ++b) {
    double influence = 0;
    for (const auto& [i, x] : c) influence += x * fit.influence[i][b];
    squares += influence * influence;
    fourths += influence * influence * influence * influence;
  }
  const auto blocks = static_cast<double>(fit.blocks);
  const double p = (1 + confidence) / 2, df = blocks - 1;
  RatingDifference d{.elo = kEloPerNat * value};
  const auto judge = [&](double variance, double quantile, auto cdf) {
    d.se = kEloPerNat * std::sqrt(std::max(0.0, variance));
    if (!(d.se > 0)) return;  // a fixed number: an anchor, or somebody against himself
    d.interval = Interval{d.elo - quantile * d.se, d.elo + quantile * d.se};
    d.los = cdf(d.elo / d.se);
  };
  const bool few = squares * squares < kFewCarriers * fourths || squares == 0;
  const double by_block = fit.blocks > 1 ? squares * blocks / df : 0;
  const double z = normal_quantile(p), t = fit.blocks > 1 ? t_quantile(p, df) : z;
  if (by_block == 0 || (few && t * t * by_block < z * z * by_information)) {
    judge(by_information, z, normal_cdf);
  } else {
    judge(by_block, t, [&](double x) { return t_cdf(x, df); });
  }
  return d;
}

/// theta_better - theta_worse is at least the bound that a share of 1 has in the blocks where they met.
RatingDifference one_sided_difference(const OneSided& met, bool first_is_better, double confidence) {
  const auto blocks = static_cast<double>(met.blocks);
  const Interval share = met.num_players == 2 ? wilson_interval(blocks, blocks, confidence)
                                              : clopper_pearson_interval(blocks, blocks, confidence);
  const double bound = kEloPerNat * std::log(share.low / (1 - share.low) * met.copies);
  const double by_luck = std::pow(1 / (1 + met.copies), blocks);
  return {.known = first_is_better ? Known::at_least : Known::at_most,
          .elo = first_is_better ? bound : -bound,
          .los = first_is_better ? 1 - by_luck : by_luck};
}

}  // namespace
}  // namespace detail

RatingFit fit_ratings(const PairLog& log, const RatingOptions& options) {
  return detail::report(detail::fit_within_groups(log, options), options.seat_term);
}
RatingFit fit_ratings(const RankingLog& log, const RatingOptions& options) {
  return detail::report(detail::fit_within_groups(log, options), options.seat_term);
}

std::optional<Bootstrap> bootstrap_ratings(const PairLog& log, const RatingOptions& options, Rng& rng, int draws) {
  return detail::bootstrap(log, options, rng, draws);
}
std::optional<Bootstrap> bootstrap_ratings(const RankingLog& log, const RatingOptions& options, Rng& rng, int draws) {
  return detail::bootstrap(log, options, rng, draws);
}

std::optional<SeatTermTest> test_seat_term(const RatingFit& fit) {
  const auto seats = static_cast<Eigen::Index>(fit.seats.size());
  const Eigen::Index q = seats - 1;
  if (q < 1 || fit.influence.empty() || fit.blocks <= q) return std::nullopt;
  Eigen::MatrixXd influence(seats, fit.blocks);
  for (Eigen::Index s = 0; s < seats; ++s) {
    const std::vector<double>& row = fit.influence[fit.theta.size() + static_cast<std::size_t>(s)];
    influence.row(s) = Eigen::Map<const Eigen::VectorXd>(row.data(), fit.blocks).transpose();
  }
  const auto blocks = static_cast<double>(fit.blocks);
  const Eigen::MatrixXd basis = detail::sum_zero_basis(static_cast<int>(seats));
  const Eigen::VectorXd z = basis.transpose() * Eigen::Map<const Eigen::VectorXd>(fit.seats.data(), seats);
  const Eigen::MatrixXd spread = basis.transpose() * influence;
  const Eigen::MatrixXd v = spread * spread.transpose() * (blocks / (blocks - 1));
  // Blocks that play every seating equally often leave the seat score of a block no spread: then nothing is tested.
  Eigen::FullPivLU<Eigen::MatrixXd> lu(v);
  if (!(v.norm() > 1e-14) || !lu.isInvertible()) return std::nullopt;
  // Hotelling's F, not chi squared: with few blocks their covariance is itself a rough guess.
  const double wald = std::max(0.0, z.dot(lu.solve(z)));
  SeatTermTest test{.f = wald * (blocks - static_cast<double>(q)) / (static_cast<double>(q) * (blocks - 1)),
                    .df1 = static_cast<int>(q),
                    .df2 = fit.blocks - q};
  test.p = f_upper(test.f, test.df1, static_cast<double>(test.df2));
  return test;
}

RatingDifference rating_difference(const RatingFit& fit, int a, int b, double confidence, CovarianceKind kind) {
  using detail::at;
  if (fit.group_of[at(a)] != fit.group_of[at(b)]) {
    const auto better = fit.one_sided.find({a, b}), worse = fit.one_sided.find({b, a});
    if (better != fit.one_sided.end()) return detail::one_sided_difference(better->second, true, confidence);
    if (worse != fit.one_sided.end()) return detail::one_sided_difference(worse->second, false, confidence);
    return {.known = Known::nothing};
  }
  return detail::contrast(fit, {{at(a), 1.0}, {at(b), -1.0}}, fit.theta[at(a)] - fit.theta[at(b)], confidence, kind);
}

RatingDifference seat_difference(const RatingFit& fit, int s, int t, double confidence, CovarianceKind kind) {
  using detail::at;
  ATOLL_EXPECT(at(s) < fit.seats.size() && at(t) < fit.seats.size());
  return detail::contrast(fit, {{fit.theta.size() + at(s), 1.0}, {fit.theta.size() + at(t), -1.0}},
                          fit.seats[at(s)] - fit.seats[at(t)], confidence, kind);
}

RatingDifference single_rating(const RatingFit& fit, int a, double confidence, CovarianceKind kind) {
  using detail::at;
  if (fit.group_of[at(a)] == fit.reference)
    return detail::contrast(fit, {{at(a), 1.0}}, fit.theta[at(a)], confidence, kind);
  // The bound to the member of the reference group that it met most often, from that one's rating on.
  RatingDifference best{.known = Known::nothing};
  std::int64_t most = 0;
  for (const int other : fit.groups[at(fit.reference)]) {
    for (const bool better : {true, false}) {
      const auto met = fit.one_sided.find(better ? std::pair{a, other} : std::pair{other, a});
      if (met == fit.one_sided.end() || met->second.blocks <= most) continue;
      most = met->second.blocks;
      best = detail::one_sided_difference(met->second, better, confidence);
      best.elo += kEloPerNat * fit.theta[at(other)];
    }
  }
  best.los.reset();
  return best;
}

std::vector<int> by_strength(const RatingFit& fit) {
  std::vector<int> order;
  for (std::vector<int> group : fit.groups) {
    std::stable_sort(group.begin(), group.end(),
                     [&](int a, int b) { return fit.theta[detail::at(a)] > fit.theta[detail::at(b)]; });
    order.insert(order.end(), group.begin(), group.end());
  }
  return order;
}

Interval bootstrap_difference(const Bootstrap& bootstrap, int a, int b, double confidence) {
  std::vector<double> differences;
  for (const std::vector<double>& theta : bootstrap.theta)
    differences.push_back(kEloPerNat * (theta[detail::at(a)] - theta[detail::at(b)]));
  return percentile_interval(std::move(differences), confidence);
}

}  // namespace atl::stats
