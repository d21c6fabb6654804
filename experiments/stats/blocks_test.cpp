#include "experiments/stats/blocks.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "engine/core/rng.hpp"
#include "experiments/stats/confidence_sequence.hpp"
#include "experiments/stats/covariates.hpp"
#include "experiments/stats/distributions.hpp"
#include "experiments/stats/elo.hpp"
#include "experiments/stats/equivalence.hpp"
#include "experiments/stats/golden_test.hpp"
#include "experiments/stats/scores.hpp"
#include "tests/support/scale.hpp"

namespace {
using namespace atl;
using namespace atl::stats;
using stats::test::golden;
using stats::test::near;

std::vector<double> golden_effects() {
  std::vector<double> values = {.25, 0, .25, .5,   -.25, 0,   .25, 0, .25, -.25, .5, 0,
                                .25, 0, 0,   -.25, .25,  .25, 0,   0, .25, -.25, .5, 0};
  for (double& value : values) value *= 0.5;
  return values;
}

double standard_normal(Rng& rng) { return normal_quantile(std::min(std::max(rng.uniform(), 1e-16), 1 - 1e-16)); }

TEST_CASE("the 24 golden block effects give the golden mean, spread and intervals") {
  const auto& expected = golden()["tost_24_blocks"];
  const MeanEstimate estimate = estimate_mean(golden_effects());
  CHECK(estimate.blocks == 24);
  CHECK(estimate.mean == near(expected["mean"]));
  CHECK(estimate.sd == near(expected["sd"]));
  CHECK(estimate.se == near(expected["se"]));
  CHECK(estimate.interval->low == near(expected["ci95"][0]));
  CHECK(estimate.interval->high == near(expected["ci95"][1]));
  const MeanEstimate narrow = estimate_mean(golden_effects(), 0.90);
  CHECK(narrow.interval->low == near(expected["ci90"][0]));
  CHECK(narrow.interval->high == near(expected["ci90"][1]));
}

TEST_CASE("equivalence has the golden p and agrees with the 90 percent interval") {
  const MeanEstimate effect = estimate_mean(golden_effects());
  const MeanEstimate narrow = estimate_mean(golden_effects(), 0.90);
  for (const auto& [delta, p] : golden()["tost_24_blocks"]["p"].items()) {
    CAPTURE(delta);
    const double bound = std::stod(delta);
    CHECK(equivalence_p(effect, bound) == near(p));
    const bool inside = narrow.interval->low > -bound && narrow.interval->high < bound;
    CHECK((equivalence_p(effect, bound) < 0.05) == inside);
  }
}

TEST_CASE("the number of blocks for equivalence follows its formula and knows its error") {
  const auto needed = [](double sd, std::int64_t blocks) {
    return blocks_for_equivalence({.blocks = blocks, .sd = sd, .se = sd}, 0.02);
  };
  // ((1.6448536 + 1.2815516) 0.1 / 0.02)^2 = 214.1; chi squared of 9 degrees of freedom at 95 and 5 %: 16.919, 3.3251.
  CHECK(needed(0.1, 10).blocks == 215);
  CHECK(needed(0.1, 10).low == 114);
  CHECK(needed(0.1, 10).high == 580);
  CHECK(needed(0, 10).blocks == 2);
  CHECK(needed(0.2, 10).blocks > 3 * needed(0.1, 10).blocks);
  CHECK(needed(0.1, 10'000).high < 1.03 * 215);
}

TEST_CASE("los is Student's, and that of a perfect score is the luck of equals") {
  const Strength five = estimate_strength(std::vector<double>{1, 0.5, 1, 0.5, 0.75}, 2);
  CHECK(five.los == near(t_cdf((0.75 - 0.5) / five.share.se, 4)));
  // Equal agents at five blocks are beyond 2.5 or 97.5 % in one of twenty runs, not in one of nine. 4000 runs: sd 0.34
  // points, limit four of them.
  Rng rng = Rng::derive(17, Stream::test, {8});
  const int runs = atl::test::scaled(4000, 400);
  int beyond = 0;
  for (int run = 0; run < runs; ++run) {
    std::vector<double> shares;
    for (int b = 0; b < 5; ++b) shares.push_back(std::clamp(0.5 + 0.1 * standard_normal(rng), 0.0, 1.0));
    const double los = estimate_strength(shares, 2).los;
    beyond += los < 0.025 || los > 0.975;
  }
  CHECK(std::abs(static_cast<double>(beyond) / runs - 0.05) < 4 * std::sqrt(0.0475 / runs));
  CHECK(estimate_strength(std::vector<double>{1, 1, 1}, 3).los == near(26.0 / 27));
  CHECK(estimate_strength(std::vector<double>{0, 0, 0}, 3).los == near(1.0 / 27));
}

TEST_CASE("the power promised for equivalence is reached when the true effect is zero") {
  // 2000 experiments at 80 % power: sd 0.9 percentage points, false alarm below 1e-4 for four of them.
  Rng rng = Rng::derive(11, Stream::test, {1});
  const std::int64_t blocks = blocks_for_equivalence({.blocks = 1000, .sd = 0.1, .se = 0.1}, 0.03).blocks;
  const int runs = atl::test::scaled(2000, 200);
  int shown = 0;
  for (int run = 0; run < runs; ++run) {
    Moments m;
    for (std::int64_t b = 0; b < blocks; ++b) m.add(0.1 * standard_normal(rng));
    shown += equivalence_p(estimate_mean(m), 0.03) < 0.05;
  }
  const double power = static_cast<double>(shown) / runs;
  CHECK(std::abs(power - 0.80) < 4 * std::sqrt(0.16 / runs) + 0.01);
}

TEST_CASE("the confidence sequence has its golden widths") {
  const auto& expected = golden()["acs"];
  const ConfidenceSequence sequence(0.05, 100);
  CHECK(sequence.rho() == near(expected["rho_100_05"]));
  for (const auto& [n, width] : expected["half_width_over_s"].items()) {
    CHECK(sequence.half_width(std::stoll(n), 1) == near(width));
  }
  const Interval interval = sequence.interval(moments(golden_effects()));
  CHECK(interval.low == near(expected["block_table"][0]));
  CHECK(interval.high == near(expected["block_table"][1]));
}

TEST_CASE("the confidence sequence holds at every look together") {
  // Misses over 600 looks in 500 runs are binomial with p at most 0.05 asymptotically: below 8 % but for 1 in 500.
  Rng rng = Rng::derive(12, Stream::test, {2});
  const ConfidenceSequence sequence(0.05, 100);
  const int runs = atl::test::scaled(500, 100);
  int missed = 0;
  for (int run = 0; run < runs; ++run) {
    Moments m;
    bool outside = false;
    for (int b = 0; b < 600; ++b) {
      m.add(rng.uniform());
      if (b >= 20) outside |= !sequence.interval(m).contains(0.5);
    }
    missed += outside;
  }
  CHECK(missed <= 0.05 * runs + 3 * std::sqrt(0.05 * 0.95 * runs));
}

TEST_CASE("Elo of a one-against-the-rest share is golden and inverts") {
  const auto& expected = golden()["one_vs_rest_share_elo"];
  CHECK(*elo_from_share(.3294, 4) == near(expected["K=4 p=.3294"]));
  CHECK(*elo_from_share(.40, 3) == near(expected["K=3 p=.40"]));
  CHECK(std::abs(*elo_from_share(.20, 5)) < 1e-9);
  CHECK(*elo_from_share(140.0 / 240) == near(expected["K=2 p=.583333"]));
  CHECK(*elo_from_share(10.5 / 11) == near(golden()["perfect_10_0_plus_one_virtual_drawn_game_elo"]));
  for (int k = 2; k <= 5; ++k) {
    for (const double p : {0.01, 0.3, 0.77}) CHECK(share_from_elo(*elo_from_share(p, k), k) == near(p, 1e-12));
  }
  CHECK_FALSE(elo_from_share(0).has_value());
  CHECK_FALSE(elo_from_share(1).has_value());
}

TEST_CASE("ten wins of ten have the golden finite lower bounds") {
  CHECK(wilson_interval(10, 10).low == near(golden()["wilson_10_10"][0]));
  CHECK(wilson_interval(10, 10).high == near(golden()["wilson_10_10"][1]));
  CHECK(clopper_pearson_interval(10, 10).low == near(golden()["clopper_10_10_lower"]));
  CHECK(clopper_pearson_interval(10, 10).high == 1);
  const std::vector<double> won(10, 1.0), lost(10, 0.0);
  const Strength two = estimate_strength(won, 2);
  CHECK(two.all_won);
  CHECK(two.method == IntervalMethod::wilson);
  CHECK_FALSE(two.elo.has_value());
  CHECK_FALSE(two.elo_high.has_value());
  CHECK(*two.elo_low == near(golden()["elo_lower_wilson_10_10"]));
  CHECK(two.los > 0.99);
  CHECK(two.los < 1);
  CHECK(*elo_from_share(clopper_pearson_interval(10, 10).low) == near(golden()["elo_lower_clopper_10_10"]));
  const Strength four = estimate_strength(won, 4);
  CHECK(four.method == IntervalMethod::clopper_pearson);
  CHECK(four.share.interval->low == near(golden()["clopper_10_10_lower"]));
  const Strength none = estimate_strength(lost, 2);
  CHECK(none.all_lost);
  CHECK(*none.elo_high == near(-golden()["elo_lower_wilson_10_10"].get<double>()));
  CHECK_FALSE(none.elo_low.has_value());
}

TEST_CASE("a strength estimate never leaves the unit interval and has a width at equal blocks") {
  const std::vector<double> nearly = {1, 1, 1, 1, 0.5};
  const Strength high = estimate_strength(nearly, 2);
  CHECK(high.method == IntervalMethod::wilson);
  CHECK(high.share.interval->high < 1);
  CHECK(high.elo_high.has_value());
  const std::vector<double> third(6, 1.0 / 3);
  const Strength even = estimate_strength(third, 3);
  CHECK(even.method == IntervalMethod::clopper_pearson);
  CHECK(even.share.interval->half_width() > 0.2);
  CHECK(even.los == doctest::Approx(0.5));
  CHECK(std::abs(*even.elo) < 1e-9);
}

TEST_CASE("fewer than two blocks give counts only") {
  const std::vector<double> one = {1.0};
  const Strength strength = estimate_strength(one, 2);
  CHECK(strength.share.blocks == 1);
  CHECK_FALSE(strength.share.interval.has_value());
  CHECK(strength.method == IntervalMethod::none);
  CHECK_FALSE(strength.elo_low.has_value());
  CHECK(estimate_strength({}, 2).share.blocks == 0);
}

TEST_CASE("swapping the two agents negates Elo and its interval") {
  Rng rng = Rng::derive(13, Stream::test, {3});
  std::vector<double> a, b;
  for (int i = 0; i < 60; ++i) {
    a.push_back(rng.below(5) / 4.0);
    b.push_back(1 - a.back());
  }
  const Strength first = estimate_strength(a, 2), second = estimate_strength(b, 2);
  CHECK(*first.elo == doctest::Approx(-*second.elo));
  CHECK(*first.elo_low == doctest::Approx(-*second.elo_high));
  CHECK(first.los == doctest::Approx(1 - second.los));
}

TEST_CASE("the 95 percent block interval covers the truth in 93.5 to 96.5 percent of simulated matches") {
  // Blocks of two games whose outcomes share the deal's luck. 4000 matches: sd of the coverage 0.34 points, so at a
  // true 95 % the window is left with probability 1e-5.
  Rng rng = Rng::derive(14, Stream::test, {4});
  const int matches = atl::test::scaled(4000, 400);
  const double window = matches >= 4000 ? 1.5 : 5;
  const auto play = [&](double luck) { return 0.15 + luck + standard_normal(rng) > 0 ? 1.0 : 0.0; };
  // E of a game: Phi(0.15 / sqrt(1 + 0.8^2)); the luck of the deal changes sides with the seats.
  const double truth = normal_cdf(0.15 / std::sqrt(1 + 0.64));
  int covered = 0;
  for (int match = 0; match < matches; ++match) {
    Moments m;
    for (int b = 0; b < 60; ++b) {
      const double luck = 0.8 * standard_normal(rng);
      m.add((play(luck) + play(-luck)) / 2);
    }
    covered += estimate_mean(m).interval->contains(truth);
  }
  const double coverage = 100.0 * covered / matches;
  CHECK(coverage > 95 - window);
  CHECK(coverage < 95 + window);
}

TEST_CASE("per-game errors would be wrong where block errors are right") {
  // The same deal played twice in the same seat: games of a block agree, and ignoring that understates the error.
  Rng rng = Rng::derive(15, Stream::test, {5});
  Moments means, block_errors, game_errors;
  for (int run = 0; run < 400; ++run) {
    Moments blocks, games;
    for (int b = 0; b < 50; ++b) {
      const double luck = 2 * standard_normal(rng);
      const double g1 = luck + standard_normal(rng) > 0 ? 1 : 0, g2 = luck + standard_normal(rng) > 0 ? 1 : 0;
      blocks.add((g1 + g2) / 2);
      games.add(g1);
      games.add(g2);
    }
    means.add(blocks.mean());
    block_errors.add(blocks.standard_error());
    game_errors.add(games.standard_error());
  }
  // 400 runs know the true error to 3.5 % (one sd); 15 % is four of them.
  CHECK(std::abs(block_errors.mean() / means.sample_sd() - 1) < 0.15);
  CHECK(game_errors.mean() / means.sample_sd() < 0.85);
}

TEST_CASE("Welford's moments agree with two passes") {
  const std::vector<double> values = {1e8 + 1, 1e8 + 2, 1e8 + 4, 1e8 + 8};
  const Moments m = moments(values);
  CHECK(m.mean() == doctest::Approx(1e8 + 3.75));
  CHECK(m.sum_squares() == doctest::Approx(28.75));
  CHECK(m.sample_sd() == doctest::Approx(std::sqrt(28.75 / 3)));
  CHECK(m.population_sd() == doctest::Approx(std::sqrt(28.75 / 4)));
}

TEST_CASE("placements become shares, mid ranks and normalised ranks") {
  const std::vector<int> ranks = {2, 1, 1, 4};
  const PerSeat<double> share = win_shares(ranks), mid = mid_ranks(ranks), normal = normalised_ranks(ranks);
  CHECK(share == PerSeat<double>{0, 0.5, 0.5, 0, 0});
  CHECK(mid == PerSeat<double>{2, 1.5, 1.5, 4, 0});
  CHECK(normal[1] == doctest::Approx(2.5 / 3));
  CHECK(normal[3] == 0);
}

TEST_CASE("a feature with known mean takes its luck out without moving the estimate") {
  Rng rng = Rng::derive(16, Stream::test, {6});
  Moments adjusted_means, ratios, errors;
  const FeatureMeans known{.means = {0.0}};
  for (int run = 0; run < 300; ++run) {
    std::vector<double> values, features;
    for (int b = 0; b < 60; ++b) {
      const double hand = standard_normal(rng);
      features.push_back(hand);
      values.push_back(0.1 + 0.5 * hand + 0.5 * standard_normal(rng));
    }
    const auto result = adjust_mean(values, features, known);
    REQUIRE(result.has_value());
    adjusted_means.add(result->mean);
    ratios.add(result->variance_ratio);
    errors.add(result->se);
  }
  // Half of the variance is explained. Mean of 300 adjusted means: se 0.0037, four of them allowed.
  CHECK(std::abs(adjusted_means.mean() - 0.1) < 0.015);
  CHECK(ratios.mean() == doctest::Approx(2.0).epsilon(0.1));
  CHECK(std::abs(errors.mean() / adjusted_means.sample_sd() - 1) < 0.17);
}

TEST_CASE("means that come from a sample of deals widen the adjusted interval as they should") {
  Rng rng = Rng::derive(16, Stream::test, {7});
  Moments adjusted_means, errors, too_sure;
  constexpr int kBlocks = 100, kDeals = 50;
  for (int run = 0; run < 400; ++run) {
    std::vector<double> values, features;
    for (int b = 0; b < kBlocks; ++b) {
      features.push_back(standard_normal(rng));
      values.push_back(0.1 + 0.5 * features.back() + 0.3 * standard_normal(rng));
    }
    Moments deals;
    for (int d = 0; d < kDeals; ++d) deals.add(standard_normal(rng));
    const FeatureMeans known{.means = {deals.mean()}, .covariance = {deals.sample_sd() * deals.sample_sd() / kDeals}};
    const auto result = adjust_mean(values, features, known);
    REQUIRE(result.has_value());
    adjusted_means.add(result->mean);
    errors.add(result->se);
    too_sure.add(adjust_mean(values, features, FeatureMeans{.means = known.means})->se);
  }
  // True error: sqrt(0.09/100 + 0.25/50) = 0.077. Its estimate from 400 runs: 3.5 % se.
  CHECK(std::abs(errors.mean() / adjusted_means.sample_sd() - 1) < 0.16);
  CHECK(too_sure.mean() < 0.5 * adjusted_means.sample_sd());
  CHECK(std::abs(adjusted_means.mean() - 0.1) < 0.016);
}

TEST_CASE("adjustment refuses what it cannot judge") {
  const std::vector<double> values = {1, 2, 3, 4, 5};
  const FeatureMeans known{.means = {0.0}};
  CHECK_FALSE(adjust_mean(values, std::vector<double>{0, 0, 0, 0, 0}, known).has_value());
  CHECK_FALSE(adjust_mean(values, std::vector<double>{1, 2, 3, 4, 5}, known).has_value());
  CHECK_FALSE(adjust_mean(std::vector<double>{1, 2, 3}, std::vector<double>{1, 0, 1}, known).has_value());
  const auto plain = adjust_mean(values, {}, FeatureMeans{});
  REQUIRE(plain.has_value());
  CHECK(plain->mean == doctest::Approx(plain->raw.mean));
  CHECK(plain->se == doctest::Approx(plain->raw.se));
}

}  // namespace
