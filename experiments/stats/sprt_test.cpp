#include "experiments/stats/sprt.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numbers>
#include <queue>
#include <utility>
#include <vector>

#include "engine/core/rng.hpp"
#include "experiments/stats/after_sprt.hpp"
#include "experiments/stats/distributions.hpp"
#include "experiments/stats/elo.hpp"
#include "experiments/stats/golden_test.hpp"
#include "tests/support/scale.hpp"

namespace {
using namespace atl;
using namespace atl::stats;
using stats::test::golden;
using stats::test::near;

std::vector<double> pentanomial_shares() {
  const int counts[] = {10, 40, 90, 60, 20};
  std::vector<double> shares;
  for (int i = 0; i < 5; ++i) shares.insert(shares.end(), static_cast<std::size_t>(counts[i]), i / 4.0);
  return shares;
}

TEST_CASE("the bounds are Wald's") {
  CHECK(sprt_bounds(.05, .05).lower == near(golden()["bounds_05_05"][0]));
  CHECK(sprt_bounds(.05, .05).upper == near(golden()["bounds_05_05"][1]));
  CHECK(sprt_bounds(.05, .10).lower == near(golden()["bounds_05_10"][0]));
  CHECK(sprt_bounds(.05, .10).upper == near(golden()["bounds_05_10"][1]));
}

TEST_CASE("the block t statistic and ratios are golden") {
  const auto& expected = golden()["block_t_llr"];
  const Moments m = moments(pentanomial_shares());
  CHECK(block_effect(m, 2) == near(expected["t"]));
  CHECK(block_t_llr(m, 2, 0, .15) == near(expected["t0=0,t1=0.15"]));
  CHECK(block_t_llr(m, 2, pair_effect_from_nelo(0), pair_effect_from_nelo(20)) == near(expected["nelo[0,20]"]));
  CHECK(block_effect(m, 2) * kNormalizedEloPerSigma / std::numbers::sqrt2 ==
        near(golden()["ptnml_10_40_90_60_20"]["nelo"]));
}

TEST_CASE("Wald's expected blocks are golden") {
  const auto& expected = golden()["wald_expected_blocks_t1=.15"];
  const ExpectedBlocks blocks = expected_blocks(0, .15);
  CHECK(blocks.h1 == near(expected["H1"]));
  CHECK(blocks.h0 == near(expected["H0"]));
  CHECK(blocks.middle == near(expected["mid"]));
}

TEST_CASE("evidence does not depend on the order of blocks and says what it is") {
  std::vector<double> shares = pentanomial_shares();
  const auto feed = [&](std::unique_ptr<Evidence> evidence) {
    for (const double share : shares) evidence->add(share);
    return evidence->llr();
  };
  const auto all = [&] {
    return std::vector<double>{feed(make_block_t_evidence(2)), feed(make_gsprt_evidence(EloModel::logistic, 5, 0, 10)),
                               feed(make_gsprt_evidence(EloModel::normalized, 5, 0, 5))};
  };
  const std::vector<double> before = all();
  Rng rng = Rng::derive(31, Stream::test, {1});
  rng.shuffle(std::span<double>(shares));
  const std::vector<double> after = all();
  for (std::size_t i = 0; i < before.size(); ++i) CHECK(after[i] == near(before[i], 1e-9));
  CHECK(before[1] == near(1.9445778003931375));
  CHECK(make_block_t_evidence(3)->describe() == "block t, (share - 1/3) / sigma in [0, 0.15]");
  CHECK(make_gsprt_evidence(EloModel::normalized, 5, 0, 5)->describe() ==
        "pentanomial GSPRT, normalized Elo in [0, 5]");
  CHECK(make_gsprt_evidence(EloModel::logistic, 3, 0, 5)->llr() == 0);
}

TEST_CASE("swapping the agents mirrors the block t ratio") {
  Moments a, b;
  for (const double share : pentanomial_shares()) {
    a.add(share);
    b.add(1 - share);
  }
  CHECK(block_t_llr(a, 2, -.1, .15) == near(-block_t_llr(b, 2, -.15, .1), 1e-10));
}

TEST_CASE("a perfect score decides as soon as a very good one, and an even one for H0") {
  const auto blocks_until = [](double share, double t1, Verdict wanted) {
    SequentialTest test(make_block_t_evidence(2, 0, t1), sprt_bounds());
    while (test.decision().verdict == Verdict::undecided && test.prefix_length() < 2000) test.add(share);
    CHECK(test.decision().verdict == wanted);
    return test.decision().blocks;
  };
  CHECK(blocks_until(1.0, 0.15, Verdict::h1) == 40);
  CHECK(blocks_until(0.0, 0.15, Verdict::h0) == 40);
  CHECK(blocks_until(0.5, 0.15, Verdict::h0) > 200);
  for (const double t1 : {0.05, 0.5, 2.0, 5.0}) CHECK(blocks_until(1.0, t1, Verdict::h1) <= 120);
}

TEST_CASE("more of an effect is never less evidence") {
  for (const double t1 : {0.15, 1.0, 5.0}) {
    double last = -1e300;
    for (int good = 0; good <= 64; ++good) {
      Moments blocks;
      for (int b = 0; b < 64; ++b) blocks.add(b < good ? 1.0 : 0.5 * (b % 2));
      const double llr = block_t_llr(blocks, 2, 0, t1);
      CHECK(llr >= last);
      last = llr;
    }
  }
}

TEST_CASE("a verdict falls at a check and is final") {
  Rng rng = Rng::derive(32, Stream::test, {2});
  SequentialTest test(make_block_t_evidence(2), sprt_bounds());
  Decision decided;
  for (int b = 0; b < 3000; ++b) {
    const Decision& now = test.add(0.25 * rng.below(3) + 0.25 * rng.below(3));
    if (decided.verdict == Verdict::undecided) decided = now;
  }
  REQUIRE(decided.verdict != Verdict::undecided);
  CHECK(decided.blocks % SequentialTest::kCheckEvery == 0);
  CHECK(decided.blocks >= SequentialTest::kFirstCheck);
  CHECK(test.decision().verdict == decided.verdict);
  CHECK(test.decision().blocks == decided.blocks);
  CHECK(test.decision().llr == decided.llr);
  CHECK(test.prefix_length() == 3000);
}

TEST_CASE("excluded blocks are part of the prefix but not of the evidence") {
  SequentialTest test(make_block_t_evidence(2), sprt_bounds());
  for (std::uint64_t b = 0; b < 40; ++b) test.add(b % 2 == 0 ? std::optional<double>(0.5) : std::nullopt);
  CHECK(test.prefix_length() == 40);
  CHECK(test.evidence().llr() == near(20.0 / 2 * std::log(1 / (1 + .15 * .15)), 1e-9));
}

/// A block of k games, one agent against k-1 equal others; `bias` raises its chance.
double simulate_block(int k, double bias, Rng& rng) {
  const double luck = 0.3 * (rng.uniform() - 0.5);
  int wins = 0;
  for (int game = 0; game < k; ++game) wins += rng.chance(1.0 / k + bias + (game % 2 == 0 ? luck : -luck));
  return static_cast<double>(wins) / k;
}

TEST_CASE("the error rates of the block t test stay within the design for two to five players") {
  // Wald's bounds promise about 5 %. 800 runs each: sd 0.77 points, so 8.1 % is left by a true 5 % in 1 of 30,000.
  const int runs = atl::test::scaled(800, 100);
  for (int k = 2; k <= 5; ++k) {
    CAPTURE(k);
    // The spread of a block, to find the bias that makes t = 0.15.
    Rng pilot_rng = Rng::derive(33, Stream::test, {static_cast<std::uint64_t>(k), 0});
    Moments pilot;
    for (int b = 0; b < 100000; ++b) pilot.add(simulate_block(k, k % 2 == 0 ? 0 : -0.0, pilot_rng));
    for (const bool h1 : {false, true}) {
      const double bias = (k % 2 == 0 ? 0 : 1.0 / k - pilot.mean()) + (h1 ? 0.15 * pilot.population_sd() : 0);
      int wrong = 0;
      for (int run = 0; run < runs; ++run) {
        Rng rng = Rng::derive(34, Stream::test, {static_cast<std::uint64_t>(k), h1, static_cast<std::uint64_t>(run)});
        SequentialTest test(make_block_t_evidence(k), sprt_bounds());
        while (test.decision().verdict == Verdict::undecided) test.add(simulate_block(k, bias, rng));
        wrong += test.decision().verdict == (h1 ? Verdict::h0 : Verdict::h1);
      }
      CHECK(static_cast<double>(wrong) / runs < 0.05 + 4 * std::sqrt(0.0475 / runs));
    }
  }
}

/// Plays blocks of one game with `workers` workers when a loss takes six times as long as anything else, and returns
/// the verdict of a test that hears of the blocks in their order of completion.
template <class Complete>
void play_with_workers(int workers, Rng& rng, Complete complete) {
  using Running = std::tuple<double, std::uint64_t, double>;  // end time, block, share
  std::priority_queue<Running, std::vector<Running>, std::greater<>> running;
  std::uint64_t next = 0;
  double now = 0;
  const auto start = [&] {
    const double share = 0.5 * rng.below(3);
    running.emplace(now + (share == 0 ? 6.0 : 1.0) * (0.8 + 0.4 * rng.uniform()), next++, share);
  };
  for (int w = 0; w < workers; ++w) start();
  for (int finished = 0; finished < 3000; ++finished) {
    const auto [end, block, share] = running.top();
    running.pop();
    now = end;
    if (complete(block, share)) return;
    start();
  }
}

TEST_CASE("false positives keep to the design when lost games last six times longer and eight workers play") {
  // Equal agents. 1000 runs at a true 5 %: sd 0.69 points; the limit is left in 1 of 30,000.
  const int runs = atl::test::scaled(1000, 100);
  int by_prefix = 0, by_arrival = 0;
  for (int run = 0; run < runs; ++run) {
    Rng rng = Rng::derive(35, Stream::test, {static_cast<std::uint64_t>(run)});
    SequentialTest prefix(make_block_t_evidence(2), sprt_bounds());
    std::map<std::uint64_t, double> waiting;
    play_with_workers(8, rng, [&](std::uint64_t block, double share) {
      waiting.emplace(block, share);
      for (auto next = waiting.begin(); next != waiting.end() && next->first == prefix.prefix_length();) {
        prefix.add(next->second);
        next = waiting.erase(next);
      }
      return prefix.decision().verdict != Verdict::undecided;
    });
    by_prefix += prefix.decision().verdict == Verdict::h1;

    Rng same = Rng::derive(35, Stream::test, {static_cast<std::uint64_t>(run)});
    SequentialTest arrival(make_block_t_evidence(2), sprt_bounds());
    play_with_workers(8, same,
                      [&](std::uint64_t, double share) { return arrival.add(share).verdict != Verdict::undecided; });
    by_arrival += arrival.decision().verdict == Verdict::h1;
  }
  CHECK(static_cast<double>(by_prefix) / runs < 0.05 + 4 * std::sqrt(0.0475 / runs));
  CHECK(by_arrival > by_prefix);  // what the prefix rule is for
}

TEST_CASE("the Brownian outcome law agrees with simulated walks") {
  // 4000 walks: sd of a frequency at most 0.8 points; the step size adds a bias of about 1 point. Limit 4.5 points.
  const SprtBounds bounds = {-1.0, 1.5};
  const int walks = atl::test::scaled(4000, 800);
  const double slack = walks >= 4000 ? 0.045 : 0.08;
  Rng rng = Rng::derive(36, Stream::test, {1});
  for (const double drift : {-0.8, 0.0, 0.6}) {
    constexpr double kStep = 0.002;
    const double time = 1.2, level = 0.2;
    int worse = 0, lower_first = 0;
    for (int walk = 0; walk < walks; ++walk) {
      double y = 0;
      double t = 0;
      for (; t < time && y > bounds.lower && y < bounds.upper; t += kStep) {
        // Six uniforms make a bell curve that is good enough over hundreds of steps.
        double bell = -3;
        for (int i = 0; i < 6; ++i) bell += rng.uniform();
        y += drift * kStep + bell * std::sqrt(2 * kStep);
      }
      worse += y <= bounds.lower || (y < bounds.upper && y <= level);
      lower_first += y <= bounds.lower;
    }
    CHECK(std::abs(brownian_outcome_cdf(bounds, drift, 1.0, time, level) - static_cast<double>(worse) / walks) < slack);
    CHECK(std::abs(brownian_outcome_cdf(bounds, drift, 1.0, time, bounds.lower) -
                   static_cast<double>(lower_first) / walks) < slack);
  }
}

TEST_CASE("the two forms of the Brownian law meet where they change over") {
  const SprtBounds bounds = sprt_bounds();
  const double width = bounds.upper - bounds.lower;
  for (const double drift : {-0.5, 0.0, 0.7}) {
    for (const double y : {-1.0, 0.0, 1.5}) {
      const double time = 0.01 * width * width;
      CHECK(std::abs(brownian_outcome_cdf(bounds, drift, 1, 0.9999 * time, y) -
                     brownian_outcome_cdf(bounds, drift, 1, 1.0001 * time, y)) < 1e-3);
    }
  }
}

TEST_CASE("the estimate after a block t test is median unbiased where the plain one is not") {
  // Truth t = 0.15, H1 itself: a test that stops there exaggerates. Sd of a share above the median in 1500 runs: 1.3
  // points, limit 4.5 of them, with 2 points more for the overshoot between checks.
  const int runs = atl::test::scaled(1500, 200);
  const double truth_t = 0.15, limit = 4.5 * 0.5 / std::sqrt(runs) + 0.02;
  int above = 0, covered = 0;
  Moments plain;
  for (int run = 0; run < runs; ++run) {
    Rng rng = Rng::derive(37, Stream::test, {static_cast<std::uint64_t>(run)});
    Moments blocks;
    SequentialTest test(make_block_t_evidence(2), sprt_bounds());
    while (test.decision().verdict == Verdict::undecided) {
      const double z = normal_quantile(std::clamp(rng.uniform(), 1e-12, 1 - 1e-12));
      const double share = 0.5 + 0.1 * (truth_t + z);
      blocks.add(share);
      test.add(share);
    }
    const auto estimate = estimate_after_block_t(blocks, 2, 0, .15, sprt_bounds());
    REQUIRE(estimate.has_value());
    const double truth = *elo_from_share(0.5 + 0.1 * truth_t);
    above += estimate->elo > truth;
    plain.add(*elo_from_share(blocks.mean()) - truth);
    covered += estimate->elo_interval.contains(truth);
  }
  CHECK(std::abs(static_cast<double>(above) / runs - 0.5) < limit);
  CHECK(plain.mean() > 4 * plain.standard_error());
  CHECK(static_cast<double>(covered) / runs > 0.95 - 4.5 * std::sqrt(0.0475 / runs) - 0.01);
}

}  // namespace
