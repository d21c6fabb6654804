#include "experiments/stats/after_sprt.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

#include "engine/core/checks.hpp"
#include "experiments/stats/distributions.hpp"
#include "experiments/stats/elo.hpp"

namespace atl::stats {
namespace {

double log_normal_cdf(double z) {
  if (z > -30) return std::log(normal_cdf(z));
  return -z * z / 2 - std::log(-z * std::sqrt(2 * std::numbers::pi)) + std::log1p(-1 / (z * z));
}

/// Free motion and one reflection at either bound; the error is of the order of reaching one bound and then the other.
double few_reflections(SprtBounds bounds, double drift, double variance, double time, double y) {
  const double scale = std::sqrt(variance * time);
  const double gamma = drift / variance;
  const double free = normal_cdf((y - drift * time) / scale);
  const double below = 2 * gamma * bounds.lower + log_normal_cdf((2 * bounds.lower - y + drift * time) / scale);
  const double above = 2 * gamma * bounds.upper + log_normal_cdf((y - 2 * bounds.upper - drift * time) / scale);
  return free + std::exp(below) - std::exp(above);
}

/// Eigenfunctions of the strip, with the far future (hitting the lower bound first) as the stationary part.
double eigenfunction_series(SprtBounds bounds, double drift, double variance, double time, double y) {
  const double width = bounds.upper - bounds.lower;
  const double x = -bounds.lower, z = y - bounds.lower;
  const double gamma = drift / variance;
  const double ever = std::abs(gamma * width) < 1e-8
                          ? (width - x) / width
                          : std::expm1(2 * gamma * (width - x)) / std::expm1(2 * gamma * width);
  double sum = 0;
  for (int n = 1; n < 1000; ++n) {
    const double k = n * std::numbers::pi / width;
    const double decay = std::exp(-k * k * variance * time / 2);
    const double weight = 2 / width * (gamma * std::sin(k * z) - k * std::cos(k * z)) / (gamma * gamma + k * k);
    sum += decay * weight * std::sin(k * x);
    if (decay * 2 / (width * k) < 1e-17) break;
  }
  // `ever` is P(lower bound first): expm1 keeps its sign for both directions of the drift.
  return ever + std::exp(gamma * (z - x) - gamma * drift * time / 2) * sum;
}

double solve_increasing(const std::function<double(double)>& f, double target, double low, double high) {
  for (int i = 0; i < 200 && high - low > 1e-12 * (1 + std::abs(low)); ++i) {
    const double middle = (low + high) / 2;
    (f(middle) < target ? low : high) = middle;
  }
  return (low + high) / 2;
}

/// A sequential test's LLR as a motion: drift at strength theta, rising in theta, and variance, both per unit.
struct Motion {
  std::function<double(double theta)> drift;
  double variance;
};

struct Solution {
  double estimate, low, high, los;
  bool clamped;
};

/// `outcome worse` falls as theta rises, so each bound is where it has the wanted probability.
Solution invert(const Motion& motion, double units, double llr, SprtBounds bounds, double null_theta, double theta_low,
                double theta_high, double confidence) {
  double time = units, y = llr;
  const bool clamped = llr > 1.03 * bounds.upper || llr < 1.03 * bounds.lower;
  if (llr < bounds.lower || llr > bounds.upper) {
    y = llr < bounds.lower ? bounds.lower : bounds.upper;
    time = units * y / llr;
  }
  const auto better = [&](double theta) {
    return 1 - brownian_outcome_cdf(bounds, motion.drift(theta), motion.variance, time, y);
  };
  const auto theta_at = [&](double p) { return solve_increasing(better, p, theta_low, theta_high); };
  return {.estimate = theta_at(0.5),
          .low = theta_at((1 - confidence) / 2),
          .high = theta_at((1 + confidence) / 2),
          .los = 1 - better(null_theta),
          .clamped = clamped};
}

}  // namespace

double brownian_outcome_cdf(SprtBounds bounds, double drift, double variance, double time, double y) {
  ATOLL_EXPECT(bounds.lower < 0 && bounds.upper > 0 && variance > 0 && time > 0);
  const double width = bounds.upper - bounds.lower;
  const double gamma = drift / variance;
  // The series cancels badly where few_reflections is accurate: short times and strong drifts.
  const bool use_series = variance * time / (width * width) > 1e-2 && std::abs(gamma * width) <= 15;
  const double p = use_series ? eigenfunction_series(bounds, drift, variance, time, y)
                              : few_reflections(bounds, drift, variance, time, y);
  return std::clamp(p, 0.0, 1.0);
}

std::optional<SequentialEstimate> estimate_after_sprt(const Moments& shares, double elo0, double elo1,
                                                      SprtBounds bounds, double confidence) {
  if (!(shares.sum_squares() > 0)) return std::nullopt;
  const double s0 = share_from_elo(elo0), s1 = share_from_elo(elo1);
  const auto units = static_cast<double>(shares.count());
  // The LLR's normal form, per unit: drift (s - (s0 + s1)/2) (s1 - s0) / v and variance (s1 - s0)^2 / v, with the
  // observed unit variance v.
  const double unit_variance = shares.sum_squares() / units;
  const auto drift = [&](double share) { return (share - (s0 + s1) / 2) * (s1 - s0) / unit_variance; };
  const Motion motion{.drift = [&](double elo) { return drift(share_from_elo(elo)); },
                      .variance = (s1 - s0) * (s1 - s0) / unit_variance};
  const Solution s = invert(motion, units, units * drift(shares.mean()), bounds, 0.0, -4000, 4000, confidence);
  return SequentialEstimate{.elo = s.estimate, .elo_interval = {s.low, s.high}, .los = s.los, .clamped = s.clamped};
}

std::optional<SequentialEstimate> estimate_after_block_t(const Moments& blocks, int num_players, double t0, double t1,
                                                         SprtBounds bounds, double confidence) {
  const double sd = blocks.population_sd();
  if (blocks.count() < 2 || sd < 1e-12) return std::nullopt;
  const double even = 1.0 / num_players;
  const double observed = (blocks.mean() - even) / sd;
  const auto units = static_cast<double>(blocks.count());
  // In units of the blocks' spread, so that the unit variance is 1.
  const Motion motion{.drift = [&](double t) { return (t - (t0 + t1) / 2) * (t1 - t0); },
                      .variance = (t1 - t0) * (t1 - t0)};
  const double llr = units * (observed - (t0 + t1) / 2) * (t1 - t0);
  // Effects at which the share would be 0 and 1.
  const double t_low = -even / sd, t_high = (1 - even) / sd;
  const Solution s = invert(motion, units, llr, bounds, 0.0, t_low, t_high, confidence);
  const auto elo = [&](double t) {
    constexpr double kEdge = 1e-6;
    return *elo_from_share(std::clamp(even + t * sd, kEdge, 1 - kEdge), num_players);
  };
  return SequentialEstimate{
      .elo = elo(s.estimate), .elo_interval = {elo(s.low), elo(s.high)}, .los = s.los, .clamped = s.clamped};
}

}  // namespace atl::stats
