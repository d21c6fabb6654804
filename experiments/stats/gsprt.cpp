#include "experiments/stats/gsprt.hpp"

#include <algorithm>
#include <array>
#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <numeric>
#include <utility>

#include "engine/core/checks.hpp"
#include "experiments/stats/elo.hpp"

namespace atl::stats {
namespace {

constexpr std::size_t kMostOutcomes = 5;
using Values = std::array<double, kMostOutcomes>;

/// Outcome distribution: n scores with probabilities, all positive.
struct Distribution {
  std::size_t n = 0;
  double units = 0;
  Values score{};
  Values p{};
};

Distribution empirical(std::span<const double> counts) {
  ATOLL_EXPECT(counts.size() == 3 || counts.size() == 5);
  Distribution d{.n = counts.size()};
  for (std::size_t i = 0; i < d.n; ++i) {
    d.score[i] = static_cast<double>(i) / static_cast<double>(d.n - 1);
    d.p[i] = counts[i] > 0 ? counts[i] : 1e-3;
    d.units += d.p[i];
  }
  for (std::size_t i = 0; i < d.n; ++i) d.p[i] /= d.units;
  return d;
}

/// The x with sum p_i a_i / (1 + x a_i) = 0 between the poles. Requires both signs among the a_i. The sum falls from
/// +inf to -inf there, so bisection-like bracketing cannot fail.
double solve_secular(const Distribution& d, const Values& a) {
  const auto [low, high] = std::minmax_element(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(d.n));
  ATOLL_EXPECT(*low < 0 && *high > 0);
  const auto f = [&](double x) {
    double sum = 0;
    for (std::size_t i = 0; i < d.n; ++i) sum += d.p[i] * a[i] / (1 + x * a[i]);
    return sum;
  };
  double left = -1 / *high, right = -1 / *low;
  // Step in from the poles until the signs are as they must be.
  const double width = right - left;
  double inset = 1e-6 * width;
  while (inset > 1e-15 * width && !(f(left + inset) > 0)) inset /= 4;
  left += inset;
  inset = 1e-6 * width;
  while (inset > 1e-15 * width && !(f(right - inset) < 0)) inset /= 4;
  right -= inset;
  std::uintmax_t iterations = 200;
  const auto bracket =
      boost::math::tools::toms748_solve(f, left, right, boost::math::tools::eps_tolerance<double>(50), iterations);
  return (bracket.first + bracket.second) / 2;
}

/// The most likely distribution, given the observed one, with expected score s.
Values mle_with_score(const Distribution& observed, double s) {
  Values a{}, p{};
  for (std::size_t i = 0; i < observed.n; ++i) a[i] = observed.score[i] - s;
  const double x = solve_secular(observed, a);
  for (std::size_t i = 0; i < observed.n; ++i) p[i] = observed.p[i] / (1 + x * a[i]);
  return p;
}

double effect_of(const Distribution& observed, const Values& p) {
  double mean = 0, variance = 0;
  for (std::size_t i = 0; i < observed.n; ++i) mean += p[i] * observed.score[i];
  for (std::size_t i = 0; i < observed.n; ++i) variance += p[i] * std::pow(observed.score[i] - mean, 2);
  return (mean - 0.5) / std::sqrt(variance);
}

/// A distribution p_i ~ e^(k i) with the wanted effect: from a flat one the first step towards a large effect has no
/// solution.
Values tilted(const Distribution& observed, double t) {
  const auto at = [&](double k) {
    Values p{};
    double sum = 0;
    for (std::size_t i = 0; i < observed.n; ++i) sum += p[i] = std::exp(k * observed.score[i] - std::max(k, 0.0));
    for (double& probability : p) probability /= sum;
    return p;
  };
  double low = -200, high = 200;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (effect_of(observed, at(middle)) < t ? low : high) = middle;
  }
  return at((low + high) / 2);
}

/// The most likely distribution with (mean - 1/2) / sigma = t: a fixed point of the linearised constraint.
Values mle_with_effect(const Distribution& observed, double t) {
  Values p = tilted(observed, t);
  for (int round = 0; round < 100; ++round) {
    double mean = 0, variance = 0;
    for (std::size_t i = 0; i < observed.n; ++i) mean += p[i] * observed.score[i];
    for (std::size_t i = 0; i < observed.n; ++i) variance += p[i] * std::pow(observed.score[i] - mean, 2);
    const double sigma = std::sqrt(variance);
    Values a{};
    for (std::size_t i = 0; i < observed.n; ++i) {
      const double z = (observed.score[i] - mean) / sigma;
      a[i] = observed.score[i] - 0.5 - t * sigma / 2 * (1 + z * z);
    }
    const double x = solve_secular(observed, a);
    double change = 0;
    for (std::size_t i = 0; i < observed.n; ++i) {
      const double next = observed.p[i] / (1 + x * a[i]);
      change = std::max(change, std::abs(next - p[i]));
      p[i] = next;
    }
    if (change < 1e-12) break;
  }
  return p;
}

double llr(const Distribution& observed, const Values& p0, const Values& p1) {
  double sum = 0;
  for (std::size_t i = 0; i < observed.n; ++i) sum += observed.p[i] * std::log(p1[i] / p0[i]);
  return observed.units * sum;
}

}  // namespace

double gsprt_llr(std::span<const double> counts, EloModel model, double elo0, double elo1) {
  const Distribution observed = empirical(counts);
  if (model == EloModel::logistic) {
    return llr(observed, mle_with_score(observed, share_from_elo(elo0)),
               mle_with_score(observed, share_from_elo(elo1)));
  }
  const auto effect = [&](double nelo) {
    return counts.size() == 5 ? pair_effect_from_nelo(nelo) : nelo / kNormalizedEloPerSigma;
  };
  return llr(observed, mle_with_effect(observed, effect(elo0)), mle_with_effect(observed, effect(elo1)));
}

}  // namespace atl::stats
