#include "experiments/stats/seats.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <string>

#include "engine/core/rng.hpp"
#include "experiments/stats/elo.hpp"
#include "experiments/stats/golden_test.hpp"
#include "tests/support/scale.hpp"

namespace {
using namespace atl;
using namespace atl::stats;
using stats::test::golden;
using stats::test::near;

/// First places per seat of blocks of three games, as "111 210 ...".
std::vector<SeatBlock> blocks_from_first_places(const std::string& text) {
  std::vector<SeatBlock> blocks;
  for (std::size_t i = 0; i < text.size(); i += 4) {
    std::vector<std::array<int, 3>> ranks;
    for (std::size_t s = 0; s < 3; ++s) {
      for (int wins = text[i + s] - '0'; wins > 0; --wins) {
        ranks.push_back({2, 2, 2});
        ranks.back()[s] = 1;
      }
    }
    const std::array<double, 3> scores = {10, 20, 30};
    std::vector<SeatGame> games;
    for (const auto& r : ranks) games.push_back({.ranks = r, .scores = scores});
    blocks.push_back(make_seat_block(games));
  }
  return blocks;
}

/// Self-play blocks of K games where the seat-0 player's strength is raised; the deal's luck rotates over the seats.
std::vector<SeatBlock> simulate(int k, int blocks, double bias, Rng& rng) {
  std::vector<SeatBlock> result;
  const auto seats = static_cast<std::size_t>(k);
  for (int b = 0; b < blocks; ++b) {
    std::vector<double> luck(seats);
    for (double& value : luck) value = rng.uniform();
    std::vector<std::vector<int>> ranks;
    std::vector<std::vector<double>> scores;
    for (std::size_t rotation = 0; rotation < seats; ++rotation) {
      std::vector<double> score(seats);
      for (std::size_t s = 0; s < seats; ++s) {
        score[s] = luck[(s + rotation) % seats] + rng.uniform() + (s == 0 ? bias : 0);
      }
      std::vector<int> rank(seats, 1);
      for (std::size_t s = 0; s < seats; ++s) {
        for (std::size_t o = 0; o < seats; ++o) rank[s] += score[o] > score[s];
      }
      ranks.push_back(rank);
      scores.push_back(score);
    }
    std::vector<SeatGame> games;
    for (std::size_t g = 0; g < seats; ++g) games.push_back({.ranks = ranks[g], .scores = scores[g]});
    result.push_back(make_seat_block(games));
  }
  return result;
}

TEST_CASE("twelve golden blocks of three seats give the golden Hotelling test") {
  const auto blocks = blocks_from_first_places("111 210 120 201 111 210 021 111 300 111 201 120 ");
  const SeatReport report = report_seats(blocks, {.num_players = 3});
  const auto& expected = golden()["seat_hotelling_12x3"];
  REQUIRE(report.any_effect.has_value());
  CHECK(report.any_effect->t_squared == near(expected["T2"]));
  CHECK(report.any_effect->f == near(expected["F"]));
  CHECK(report.any_effect->df1 == expected["df"][0]);
  CHECK(report.any_effect->df2 == expected["df"][1]);
  CHECK(report.any_effect->p == near(expected["p"]));
  for (std::size_t s = 0; s < 3; ++s) {
    CHECK(report.seats[s].effect == doctest::Approx(expected["mean"][s].get<double>()));
    CHECK(report.seats[s].strength.share.se == near(expected["se"][s]));
    CHECK(report.seats[s].score.mean == doctest::Approx(10.0 * (static_cast<double>(s) + 1)));
  }
  CHECK(*report.seats[0].strength.elo == near(*elo_from_share(1.0 / 3 + 5.0 / 36, 3)));
  CHECK_FALSE(report.seats[0].equivalent);
  CHECK(report.seats[0].blocks_needed->low > 12);
  // The same blocks with all seats looked at together: nobody stands out, though seat 2 alone would.
  const auto check = [](const std::optional<Interval>& interval, double low, double high) {
    CHECK(interval.value().low == near(low, 1e-5));
    CHECK(interval->high == near(high, 1e-5));
  };
  check(report.seats[0].simultaneous, -0.076287444, 0.354065221);
  check(report.seats[1].simultaneous, -0.200411068, 0.200411068);
  check(report.seats[2].simultaneous, -0.278618830, 0.000841053);
  check(report.seats[0].effect_interval, -0.029052336, 0.306830114);
  check(report.seats[2].effect_interval, -0.247945574, -0.029832204);
  REQUIRE(report.extremes.has_value());
  CHECK(report.extremes->best == Player(0));
  CHECK(report.extremes->worst == Player(2));
  CHECK(report.extremes->difference.mean == near(0.277777778));
  CHECK(report.extremes->difference.se == near(0.107256367));
  check(report.extremes->difference.interval, -0.024688790, 0.580244346);
}

TEST_CASE("Hotelling's test does not depend on which seat is left out") {
  const auto blocks = blocks_from_first_places("111 210 120 201 111 210 021 111 300 111 201 120 ");
  std::vector<double> forward, backward;
  for (const SeatBlock& block : blocks) {
    for (std::size_t s = 0; s < 3; ++s) {
      forward.push_back(block.share[s] - 1.0 / 3);
      backward.push_back(block.share[2 - s] - 1.0 / 3);
    }
  }
  CHECK(hotelling_test(forward, 3)->p == near(hotelling_test(backward, 3)->p, 1e-10));
}

TEST_CASE("a fair game passes the equivalence test and a rigged one is recovered") {
  Rng rng = Rng::derive(21, Stream::test, {1});
  const auto fair = simulate(3, 1500, 0.0, rng);
  const SeatReport fair_report = report_seats(fair, {.num_players = 3, .delta = 0.04});
  CHECK(fair_report.all_equivalent);

  const auto rigged = simulate(3, 1500, 0.25, rng);
  const SeatReport rigged_report = report_seats(rigged, {.num_players = 3, .delta = 0.04});
  // Truth by an independent run with 40 times the blocks. A 95 % interval misses it for one seed in twenty.
  Rng other = Rng::derive(22, Stream::test, {2});
  const auto truth_blocks = simulate(3, 60000, 0.25, other);
  Moments truth;
  for (const SeatBlock& block : truth_blocks) truth.add(block.share[0] - 1.0 / 3);
  CHECK(rigged_report.seats[0].effect_interval->contains(truth.mean()));
  CHECK(rigged_report.seats[0].sequence.value().contains(truth.mean()));
  CHECK(rigged_report.extremes->best == Player(0));
  CHECK(rigged_report.extremes->difference.interval->low > 0);
  CHECK(rigged_report.any_effect->p < 1e-6);
  CHECK_FALSE(rigged_report.all_equivalent);
  CHECK(rigged_report.seats[0].rank.mean < rigged_report.seats[1].rank.mean);
  CHECK(rigged_report.seats[0].score.mean > rigged_report.seats[1].score.mean);
}

TEST_CASE("the global seat test has its level on a fair game") {
  // 1000 fair runs of 40 blocks at level 0.05: sd 0.69 points; 2.5 to 7.5 is left with probability 3e-4.
  Rng rng = Rng::derive(23, Stream::test, {3});
  const int runs = atl::test::scaled(1000, 200);
  int rejected = 0;
  for (int run = 0; run < runs; ++run) {
    rejected += report_seats(simulate(3, 40, 0.0, rng), {.num_players = 3}).any_effect->p < 0.05;
  }
  CHECK(std::abs(static_cast<double>(rejected) / runs - 0.05) < 3.7 * std::sqrt(0.0475 / runs));
}

TEST_CASE("too little data leaves out what cannot be said") {
  const SeatReport empty = report_seats({}, {.num_players = 4});
  CHECK(empty.blocks == 0);
  CHECK(empty.seats.size() == 4);
  CHECK_FALSE(empty.any_effect.has_value());
  CHECK_FALSE(empty.seats[0].effect_interval.has_value());
  CHECK_FALSE(empty.all_equivalent);

  std::vector<SeatBlock> equal(3, SeatBlock{.share = {.5, .5}, .rank = {1.5, 1.5}, .score = {1, 1}});
  const SeatReport few = report_seats(equal, {.num_players = 2});
  CHECK_FALSE(few.any_effect.has_value());
  CHECK_FALSE(few.seats[0].equivalence_p.has_value());
  CHECK_FALSE(few.seats[0].equivalent);
  CHECK(few.seats[0].effect_interval->half_width() > 0.1);
  equal.resize(20000, equal.front());
  CHECK(report_seats(equal, {.num_players = 2}).all_equivalent);
}

TEST_CASE("intervals of five seats miss together no more often than they say") {
  // 600 fair runs of 30 blocks at 95 %: sd 0.9 points, limit four of them. Single intervals miss in one of five.
  Rng rng = Rng::derive(25, Stream::test, {5});
  const int runs = atl::test::scaled(600, 100);
  int together = 0, alone = 0;
  for (int run = 0; run < runs; ++run) {
    const SeatReport report = report_seats(simulate(5, 30, 0.0, rng), {.num_players = 5});
    bool any_together = false, any_alone = false;
    for (const SeatLine& line : report.seats) {
      any_together |= !line.simultaneous->contains(0);
      any_alone |= !line.effect_interval->contains(0);
    }
    together += any_together;
    alone += any_alone;
  }
  CHECK(static_cast<double>(together) / runs < 0.05 + 4 * std::sqrt(0.0475 / runs));
  CHECK(alone > together);
}

TEST_CASE("the sequences of all seats wait for twenty blocks that tell") {
  SeatSequences sequences(3);
  const SeatBlock even{.share = {1.0 / 3, 1.0 / 3, 1.0 / 3}}, first{.share = {2.0 / 3, 0, 1.0 / 3}},
      second{.share = {0, 2.0 / 3, 1.0 / 3}};
  for (int b = 0; b < 100; ++b) sequences.add(even);
  for (int b = 0; b < 19; ++b) sequences.add(b % 2 == 0 ? first : second);
  CHECK_FALSE(sequences.interval(0).has_value());
  sequences.add(second);
  CHECK(sequences.interval(0).has_value());
  CHECK_FALSE(sequences.interval(2).has_value());  // always a third: no spread to judge by
  // Three seats, each at a third of alpha: wider than one alone.
  Moments alone;
  for (int b = 0; b < 100; ++b) alone.add(0);
  for (int b = 0; b < 20; ++b) alone.add(b % 2 == 0 ? 1.0 / 3 : -1.0 / 3);
  CHECK(sequences.interval(0)->half_width() > 1.1 * ConfidenceSequence(0.05).interval(alone).half_width());
}

TEST_CASE("blocks still needed are not told where they are no answer") {
  Rng rng = Rng::derive(26, Stream::test, {6});
  // Shown already; an effect that is seen; a number that has been played.
  for (const SeatLine& line : report_seats(simulate(3, 1500, 0.0, rng), {.num_players = 3, .delta = 0.04}).seats)
    CHECK_FALSE(line.blocks_needed.has_value());
  CHECK_FALSE(report_seats(simulate(2, 400, 0.5, rng), {.num_players = 2}).seats[0].blocks_needed.has_value());
  CHECK_FALSE(report_seats(simulate(2, 5, 0.0, rng), {.num_players = 2}).seats[0].blocks_needed.has_value());
  // From ten blocks the range holds the answer of many blocks nine times in ten; 200 runs: sd 2.1 points.
  const auto truth = static_cast<double>(
      blocks_for_equivalence(report_seats(simulate(2, 20000, 0.0, rng), {.num_players = 2}).seats[0].strength.share,
                             0.02)
          .blocks);
  int held = 0, told = 0;
  for (int run = 0; run < 200; ++run) {
    const auto needed = blocks_for_equivalence(
        report_seats(simulate(2, 10, 0.0, rng), {.num_players = 2}).seats[0].strength.share, 0.02);
    ++told;
    held += static_cast<double>(needed.low) <= truth && truth <= static_cast<double>(needed.high);
  }
  CHECK(std::abs(static_cast<double>(held) / told - 0.9) < 0.09);
}

TEST_CASE("the adjusted seat effect uses the block features") {
  Rng rng = Rng::derive(24, Stream::test, {4});
  std::vector<SeatBlock> blocks;
  SeatOptions options{.num_players = 2};
  options.feature_means.means = {0.0};
  for (int b = 0; b < 200; ++b) {
    const double hand = rng.uniform() - 0.5;
    const double share = std::min(1.0, std::max(0.0, 0.5 + 0.8 * hand + 0.2 * (rng.uniform() - 0.5)));
    blocks.push_back({.share = {share, 1 - share}, .rank = {2 - share, 1 + share}, .score = {}});
    options.features.push_back(hand);
  }
  const SeatReport report = report_seats(blocks, options);
  REQUIRE(report.seats[0].adjusted.has_value());
  CHECK(report.seats[0].adjusted->variance_ratio > 5);
  CHECK(std::abs(report.seats[0].adjusted->mean) < 4 * report.seats[0].adjusted->se);  // false alarm: 1e-4
}

}  // namespace
