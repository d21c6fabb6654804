#include "experiments/stats/comparisons.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "experiments/stats/golden_test.hpp"
#include "tests/support/scale.hpp"

namespace {
using namespace atl;
using namespace atl::stats;
using stats::test::near;

TEST_CASE("Holm's p-values are those of R's p.adjust") {
  const std::vector<double> adjusted = holm(std::vector<double>{0.01, 0.04, 0.03, 0.005});
  CHECK(adjusted == std::vector<double>{0.03, 0.06, 0.06, 0.02});
  CHECK(holm(std::vector<double>{0.6, 0.7}) == std::vector<double>{1, 1});
  CHECK(holm(std::vector<double>{}).empty());
}

TEST_CASE("the two-sided p of a mean agrees with its interval") {
  const MeanEstimate mean = estimate_mean(std::vector<double>{0.1, 0.3, -0.1, 0.2, 0.4, 0.0});
  CHECK(two_sided_p(mean) == near(0.1068, 1e-2));
  const double exactly = 1 - two_sided_p(mean);
  const MeanEstimate at_p = estimate_mean(std::vector<double>{0.1, 0.3, -0.1, 0.2, 0.4, 0.0}, exactly);
  CHECK(std::abs(at_p.interval->low) < 1e-9);
  CHECK(two_sided_p(estimate_mean(std::vector<double>{0.2, 0.2, 0.2})) == 1);
}

/// Three seats: seat 1 is ahead by `bias`, and the deal's luck goes to one of the seats.
SeatBlock block(double bias, double luck, std::size_t lucky, Rng& rng) {
  std::vector<double> weight = {1, 1 + bias, 1};
  weight[lucky] += luck;
  const double noise = 0.3 * (rng.uniform() - 0.5);
  const double sum = weight[0] + weight[1] + weight[2];
  SeatBlock result;
  for (int s = 0; s < 3; ++s) result.share[s] = weight[static_cast<std::size_t>(s)] / sum;
  result.share[0] += noise;
  result.share[2] -= noise;
  return result;
}

TEST_CASE("the change of the seats' distance is found where there is one, and seldom where there is none") {
  // 200 runs at 5 %: sd 1.5 points, limit four of them; percentiles are rough with 60 blocks.
  const int runs = atl::test::scaled(200, 40);
  int found = 0, alarms = 0, covered = 0;
  for (int run = 0; run < runs; ++run) {
    Rng rng = Rng::derive(71, Stream::test, {static_cast<std::uint64_t>(run)});
    std::vector<SeatBlock> base, same, wider;
    for (int b = 0; b < 60; ++b) {
      const std::size_t lucky = rng.below(3);
      base.push_back(block(0.3, 0.5, lucky, rng));
      same.push_back(block(0.3, 0.5, lucky, rng));
      wider.push_back(block(0.9, 0.5, lucky, rng));
    }
    const SpreadChange none = compare_spreads(base, same, 3, rng, 0.95, 400);
    const SpreadChange some = compare_spreads(base, wider, 3, rng, 0.95, 400);
    alarms += none.p < 0.05;
    covered += none.interval->contains(0);
    found += some.p < 0.05 && some.interval->low > 0;
    CHECK(some.to > some.from);
  }
  CHECK(found > 0.9 * runs);
  CHECK(alarms < (0.06 + 4 * std::sqrt(0.0475 / runs)) * runs);
  CHECK(covered > (0.94 - 4 * std::sqrt(0.0475 / runs)) * runs);
}

TEST_CASE("a few blocks compare the seats' distances without an interval") {
  Rng rng = Rng::derive(72, Stream::test, {0});
  const std::vector<SeatBlock> few(19, SeatBlock{.share = {0.5, 0.3, 0.2}});
  const SpreadChange change = compare_spreads(few, few, 3, rng);
  CHECK(change.from == doctest::Approx(0.3));
  CHECK(change.to == doctest::Approx(0.3));
  CHECK_FALSE(change.interval.has_value());
  CHECK(change.p == 1);
}

}  // namespace
