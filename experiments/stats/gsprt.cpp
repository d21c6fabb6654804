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

/// The most likely distribution with (mean - 1/2) / sigma = t: a fixed point of the linearised constraint.
Values mle_with_effect(const Distribution& observed, double t) {
  Values p{};
  p.fill(1.0 / static_cast<double>(observed.n));
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

struct WinDrawLoss {
  double win, draw, loss;
};

WinDrawLoss bayes_elo_law(double elo, double draw_elo) {
  const double win = 1 / (1 + std::pow(10, (draw_elo - elo) / 400));
  const double loss = 1 / (1 + std::pow(10, (draw_elo + elo) / 400));
  return {win, 1 - win - loss, loss};
}

}  // namespace

double score_llr(std::span<const double> counts, double s0, double s1) {
  ATOLL_EXPECT(s0 > 0 && s0 < 1 && s1 > 0 && s1 < 1);
  const Distribution observed = empirical(counts);
  return llr(observed, mle_with_score(observed, s0), mle_with_score(observed, s1));
}

double gsprt_llr(std::span<const double> counts, EloModel model, double elo0, double elo1) {
  if (model == EloModel::logistic) return score_llr(counts, share_from_elo(elo0), share_from_elo(elo1));
  const Distribution observed = empirical(counts);
  const auto effect = [&](double nelo) {
    return counts.size() == 5 ? pair_effect_from_nelo(nelo) : nelo / kNormalizedEloPerSigma;
  };
  return llr(observed, mle_with_effect(observed, effect(elo0)), mle_with_effect(observed, effect(elo1)));
}

double draw_elo(std::span<const double> counts) {
  ATOLL_EXPECT(counts.size() == 3);
  if (!(counts[0] > 0 && counts[2] > 0)) return 0;
  const double games = counts[0] + counts[1] + counts[2];
  const double loss = counts[0] / games, win = counts[2] / games;
  return 200 * std::log10((1 - loss) / loss * (1 - win) / win);
}

double score_from_bayes_elo(double elo, double draw_elo) {
  const WinDrawLoss law = bayes_elo_law(elo, draw_elo);
  return law.win + law.draw / 2;
}

double bayes_elo_llr(std::span<const double> counts, double elo0, double elo1, BayesEloForm form) {
  ATOLL_EXPECT(counts.size() == 3);
  if (!(counts[0] > 0 && counts[2] > 0)) return 0;
  std::array<double, 3> n = {counts[0], counts[1], counts[2]};
  if (form == BayesEloForm::scaled) {
    for (double& count : n) count += 0.5;
  } else if (!(n[1] > 0)) {
    return 0;
  }
  const double draw = draw_elo(n);
  if (form == BayesEloForm::scaled) {
    const double x = std::pow(10, -draw / 400);
    const double scale = 4 * x / ((1 + x) * (1 + x));
    elo0 /= scale;
    elo1 /= scale;
  }
  const WinDrawLoss law0 = bayes_elo_law(elo0, draw), law1 = bayes_elo_law(elo1, draw);
  return n[0] * std::log(law1.loss / law0.loss) + n[1] * std::log(law1.draw / law0.draw) +
         n[2] * std::log(law1.win / law0.win);
}

}  // namespace atl::stats
