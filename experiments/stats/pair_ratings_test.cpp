#include <doctest/doctest.h>

#include <chrono>
#include <cmath>
#include <string>
#include <vector>

#include "engine/core/checks.hpp"
#include "engine/core/rng.hpp"
#include "experiments/stats/connectivity.hpp"
#include "experiments/stats/distributions.hpp"
#include "experiments/stats/elo.hpp"
#include "experiments/stats/golden_test.hpp"
#include "experiments/stats/ratings.hpp"
#include "tests/support/scale.hpp"

namespace {
using namespace atl;
using namespace atl::stats;
using stats::test::distance;
using stats::test::golden;
using stats::test::near;

constexpr auto kInformation = CovarianceKind::information;

/// The three-agent example; every row is a block of its own.
PairLog golden_log() {
  return {.agents = {"A", "B", "C"},
          .results = {{0, 1, 30, 8, 12, 0},
                      {1, 0, 22, 10, 18, 1},
                      {0, 2, 35, 6, 9, 2},
                      {2, 0, 15, 9, 26, 3},
                      {1, 2, 28, 7, 15, 4},
                      {2, 1, 20, 10, 20, 5}}};
}

void check_pair_golden(const RatingFit& fit, const nlohmann::json& expected) {
  CHECK(fit.log_likelihood == near(expected["loglik"]));
  for (int i = 0; i < 3; ++i) {
    CHECK(fit.theta[static_cast<std::size_t>(i)] == near(expected["theta"][static_cast<std::size_t>(i)]));
    CHECK(single_rating(fit, i).elo == near(expected["elo"][static_cast<std::size_t>(i)]));
    CHECK(single_rating(fit, i, .95, kInformation).se == near(expected["se_elo_sum0"][static_cast<std::size_t>(i)]));
  }
  const auto difference = [&](int a, int b, const char* name) {
    const RatingDifference d = rating_difference(fit, a, b, .95, kInformation);
    CHECK(d.elo == near(expected["diffs"][name][0]));
    CHECK(d.se == near(expected["diffs"][name][1]));
  };
  difference(0, 1, "A-B");
  difference(0, 2, "A-C");
  difference(1, 2, "B-C");
  const RatingDifference seat = seat_difference(fit, 0, 1, .95, kInformation);
  CHECK(seat.elo == near(expected["eta_elo"]));
  CHECK(seat.elo / kEloPerNat == near(expected["eta"]));
  CHECK(seat.se == near(expected["eta_se_elo"]));
}

/// Expected and observed points of agent i over the log.
std::pair<double, double> points(const RatingFit& fit, const PairLog& log, int agent) {
  double expected = 0, observed = 0;
  for (const PairResult& r : log.results) {
    const double games = r.wins + r.draws + r.losses, score = expected_score(fit, r.first, r.second);
    if (r.first == agent) {
      expected += games * score;
      observed += r.wins + r.draws / 2;
    }
    if (r.second == agent) {
      expected += games * (1 - score);
      observed += r.losses + r.draws / 2;
    }
  }
  return {expected, observed};
}

TEST_CASE("the Davidson fit of three agents is golden") {
  const RatingFit fit = fit_ratings(golden_log(), {.prior_draws = 0});
  const auto& expected = golden()["davidson_seat"];
  check_pair_golden(fit, expected);
  CHECK(fit.ties[0] == near(expected["log_nu"]));
  CHECK(std::exp(fit.ties[0]) == near(expected["nu"]));
  CHECK(std::sqrt(fit.information_at(5, 5)) == near(expected["log_nu_se"]));
  CHECK(fit.newton_steps <= 8);
  // Same fit by R's gnm: probability of a tie between equals is nu / (2 + nu).
  CHECK(std::exp(fit.ties[0]) / (2 + std::exp(fit.ties[0])) == near(0.1761077, 1e-6));
}

TEST_CASE("the half-point fit of three agents is golden") {
  const RatingFit fit = fit_ratings(golden_log(), {.prior_draws = 0, .ties = TieModel::half_points});
  check_pair_golden(fit, golden()["bt_halfpoint_seat"]);
  CHECK(fit.ties.size() == 0);
  // Ordo prints the same fit on a scale of 202 points for a share of 0.76: x 173.7178 / 175.2446.
  const double ordo = 175.2446 / 173.7178;
  CHECK(std::abs(single_rating(fit, 0).elo * ordo - 63.27) < 0.01);
  CHECK(std::abs(single_rating(fit, 1).elo * ordo + 1.24) < 0.01);
  CHECK(std::abs(single_rating(fit, 2).elo * ordo + 62.03) < 0.01);
  CHECK(std::abs(seat_difference(fit, 0, 1).elo * ordo - 62.70) < 0.01);
}

TEST_CASE("the Rao-Kupper fit is BayesElo's") {
  const RatingFit fit = fit_ratings(golden_log(), {.prior_draws = 0, .ties = TieModel::rao_kupper});
  CHECK(fit.log_likelihood == near(-292.409191, 1e-8));
  CHECK(single_rating(fit, 0).elo == near(65.1644, 1e-5));
  CHECK(single_rating(fit, 1).elo == near(-0.7689, 1e-4));
  CHECK(single_rating(fit, 2).elo == near(-64.3955, 1e-5));
  CHECK(seat_difference(fit, 0, 1).elo == near(65.127, 1e-4));
  CHECK(fit.ties[0] * kEloPerNat == near(64.196, 1e-4));
  const double x = std::exp(-fit.ties[0]), scale = 4 * x / ((1 + x) * (1 + x));
  CHECK(std::lround(single_rating(fit, 0).elo * scale) == 63);
  CHECK(std::lround(single_rating(fit, 1).elo * scale) == -1);
  CHECK(std::lround(single_rating(fit, 2).elo * scale) == -62);
}

TEST_CASE("fitted points equal observed points") {
  const double observed[] = {125.5, 99.5, 75.0};
  for (const TieModel ties : {TieModel::davidson, TieModel::half_points}) {
    const RatingFit fit = fit_ratings(golden_log(), {.prior_draws = 0, .ties = ties});
    for (int i = 0; i < 3; ++i) {
      const auto [expected, actual] = points(fit, golden_log(), i);
      CHECK(actual == observed[i]);
      CHECK(expected == near(actual, 1e-9));
    }
  }
}

TEST_CASE("without draws all three models are Bradley-Terry") {
  PairLog log = golden_log();
  for (PairResult& r : log.results) r.draws = 0;
  const RatingFit bt = fit_ratings(log, {.prior_draws = 0, .ties = TieModel::half_points});
  for (const TieModel ties : {TieModel::davidson, TieModel::rao_kupper}) {
    const RatingFit fit = fit_ratings(log, {.prior_draws = 0, .ties = ties});
    CHECK(fit.ties.size() == 0);
    CHECK(distance(fit.theta, bt.theta) < 1e-9);
    CHECK(distance(fit.seats, bt.seats) < 1e-9);
    CHECK(fit.log_likelihood == near(bt.log_likelihood, 1e-10));
  }
}

TEST_CASE("minorise-maximise finds the same Bradley-Terry strengths") {
  // Hunter 2004, without a seat term: pi_i <- W_i / sum_j n_ij / (pi_i + pi_j).
  const PairLog log = golden_log();
  double wins[3] = {}, games[3][3] = {};
  for (const PairResult& r : log.results) {
    wins[r.first] += r.wins + r.draws / 2;
    wins[r.second] += r.losses + r.draws / 2;
    games[r.first][r.second] += r.wins + r.draws + r.losses;
    games[r.second][r.first] += r.wins + r.draws + r.losses;
  }
  double pi[3] = {1, 1, 1};
  for (int round = 0; round < 10000; ++round) {
    double next[3], product = 1;
    for (int i = 0; i < 3; ++i) {
      double sum = 0;
      for (int j = 0; j < 3; ++j) {
        if (j != i) sum += games[i][j] / (pi[i] + pi[j]);
      }
      next[i] = wins[i] / sum;
      product *= next[i];
    }
    for (int i = 0; i < 3; ++i) pi[i] = next[i] / std::cbrt(product);
  }
  const RatingFit fit = fit_ratings(log, {.prior_draws = 0, .seat_term = false, .ties = TieModel::half_points});
  for (int i = 0; i < 3; ++i) CHECK(fit.theta[static_cast<std::size_t>(i)] == near(std::log(pi[i]), 1e-8));
}

TEST_CASE("renaming the agents permutes the ratings and the order of games does not matter") {
  const RatingFit fit = fit_ratings(golden_log());
  PairLog other = golden_log();
  std::reverse(other.results.begin(), other.results.end());
  for (PairResult& r : other.results) {
    r.first = 2 - r.first;
    r.second = 2 - r.second;
  }
  const RatingFit renamed = fit_ratings(other);
  for (int i = 0; i < 3; ++i)
    CHECK(fit.theta[static_cast<std::size_t>(i)] == near(renamed.theta[static_cast<std::size_t>(2 - i)], 1e-9));
  CHECK(rating_difference(fit, 0, 2).elo == near(-rating_difference(fit, 2, 0).elo, 1e-12));
  CHECK(rating_difference(fit, 0, 2).se == near(rating_difference(renamed, 2, 0).se, 1e-9));
}

TEST_CASE("agents with equal results get equal ratings") {
  const PairLog log = {.agents = {"A", "B", "C"},
                       .results = {{0, 2, 6, 1, 3, 0}, {2, 0, 4, 1, 5, 1}, {1, 2, 6, 1, 3, 2}, {2, 1, 4, 1, 5, 3}}};
  const RatingFit fit = fit_ratings(log);
  CHECK(std::abs(fit.theta[0] - fit.theta[1]) < 1e-10);
  CHECK(*rating_difference(fit, 0, 1).los == doctest::Approx(0.5));
}

TEST_CASE("groups that never met are named and not compared") {
  PairLog log = {.agents = {"ant", "bee", "cat", "dog"},
                 .results = {{0, 1, 3, 1, 3, 0}, {1, 0, 3, 1, 3, 0}, {2, 3, 3, 1, 3, 1}, {3, 2, 3, 1, 3, 1}}};
  for (const double prior : {0.0, 1.0}) {
    const RatingOptions options{.prior_draws = prior};
    try {
      fit_ratings(log, options);
      FAIL("no DataError");
    } catch (const DataError& error) {
      CHECK(std::string(error.what()).find("{ant, bee} and {cat, dog}") != std::string::npos);
    }
  }
  log.results.push_back({1, 2, 1, 0, 1, 2});
  log.results.push_back({2, 1, 1, 0, 1, 2});
  CHECK_NOTHROW(fit_ratings(log));
}

TEST_CASE("an unbeaten agent has a bound and the others their ratings") {
  const PairLog log = {.agents = {"A", "B", "C"},
                       .results = {{0, 1, 5, 0, 0, 0}, {1, 0, 0, 0, 5, 1}, {1, 2, 3, 0, 2, 2}, {2, 1, 2, 0, 3, 3}}};
  const RatingFit fit = fit_ratings(log);
  CHECK(fit.groups == std::vector<std::vector<int>>{{0}, {1, 2}});
  CHECK(by_strength(fit) == std::vector<int>{0, 1, 2});
  // Wilson's lower end of two blocks of two.
  const RatingDifference bound = rating_difference(fit, 0, 1), back = rating_difference(fit, 1, 0);
  CHECK(bound.known == Known::at_least);
  CHECK(bound.elo == near(*elo_from_share(wilson_interval(2, 2).low)));
  CHECK(*bound.los == 0.75);
  CHECK_FALSE(bound.interval.has_value());
  CHECK(back.known == Known::at_most);
  CHECK(back.elo == -bound.elo);
  CHECK(*back.los == 0.25);
  CHECK(rating_difference(fit, 0, 2).known == Known::nothing);
  CHECK_FALSE(rating_difference(fit, 0, 2).los.has_value());
  // B and C as if A did not exist.
  const PairLog without = {.agents = {"B", "C"}, .results = {{0, 1, 3, 0, 2, 2}, {1, 0, 2, 0, 3, 3}}};
  CHECK(rating_difference(fit, 1, 2).elo == near(rating_difference(fit_ratings(without), 0, 1).elo, 1e-8));
  CHECK(single_rating(fit, 1).elo == near(-single_rating(fit, 2).elo, 1e-8));
  CHECK(single_rating(fit, 0).known == Known::at_least);
  CHECK(single_rating(fit, 0).elo == near(bound.elo + single_rating(fit, 1).elo));

  // With a prior there is one scale, made by the prior.
  const RatingFit pulled = fit_ratings(log, {.prior_draws = 1});
  CHECK(pulled.groups.size() == 1);
  const RatingDifference d = rating_difference(pulled, 0, 1, .95, kInformation);
  CHECK(d.elo > 200);
  CHECK(d.elo < 1000);
  CHECK(d.se > 100);
  CHECK(std::isfinite(d.interval->high));
  CHECK(fit_ratings(log, {.prior_draws = 4}).theta[0] < pulled.theta[0]);
}

TEST_CASE("two agents that both lost everything to a third are not compared") {
  const PairLog log = {.agents = {"weak", "strong", "feeble"},
                       .results = {{0, 1, 0, 0, 1, 0}, {1, 0, 1, 0, 0, 0}, {2, 1, 0, 0, 1, 1}, {1, 2, 1, 0, 0, 1}}};
  const RatingFit fit = fit_ratings(log);
  CHECK(fit.groups.size() == 3);
  CHECK(by_strength(fit).front() == 1);
  CHECK(rating_difference(fit, 0, 2).known == Known::nothing);
  CHECK(rating_difference(fit, 1, 0).known == Known::at_least);
  CHECK(fit.seats_left_out);  // no result says what a seat is worth
}

TEST_CASE("an agent that won everything from one seat only is rated without the seats") {
  PairLog log = {.agents = {"A", "B"}, .results = {}};
  for (int b = 0; b < 12; ++b) {
    log.results.push_back({0, 1, 1, 0, 0, b});
    log.results.push_back({1, 0, b % 4 == 0 ? 1.0 : 0.0, 0, b % 4 == 0 ? 0.0 : 1.0, b});
  }
  const RatingFit fit = fit_ratings(log);
  CHECK(fit.groups.size() == 1);
  CHECK(fit.seats_left_out);
  CHECK(fit.seats.empty());
  CHECK(rating_difference(fit, 0, 1).elo == near(*elo_from_share(21.0 / 24)));
}

TEST_CASE("seats that cannot be told from agents are refused by name") {
  const PairLog log = {.agents = {"A", "B"}, .results = {{0, 1, 5, 2, 3, 0}, {0, 1, 4, 2, 4, 1}}};
  try {
    fit_ratings(log);
    FAIL("no DataError");
  } catch (const DataError& error) {
    CHECK(std::string(error.what()).find("'A' always sat in seat 0") != std::string::npos);
  }
  CHECK_NOTHROW(fit_ratings(log, {.seat_term = false}));
}

TEST_CASE("a seat that always wins and games that are all drawn are refused") {
  const PairLog first_wins = {.agents = {"A", "B"}, .results = {{0, 1, 5, 0, 0, 0}, {1, 0, 5, 0, 0, 1}}};
  CHECK_THROWS_AS(fit_ratings(first_wins), DataError);
  CHECK_NOTHROW(fit_ratings(first_wins, {.seat_term = false}));
  const PairLog drawn = {.agents = {"A", "B"}, .results = {{0, 1, 0, 5, 0, 0}, {1, 0, 0, 5, 0, 1}}};
  CHECK_THROWS_AS(fit_ratings(drawn), DataError);
  const RatingFit half = fit_ratings(drawn, {.ties = TieModel::half_points});
  CHECK(std::abs(half.theta[static_cast<std::size_t>(0)]) < 1e-12);
  CHECK_THROWS_AS(fit_ratings(PairLog{.agents = {"A"}, .results = {}}), DataError);
  CHECK_THROWS_AS(fit_ratings(PairLog{.agents = {"A"}, .results = {{0, 1, 1, 0, 0, 0}}}), InputError);
  CHECK_THROWS_AS(fit_ratings(PairLog{.agents = {"A", "B"}, .results = {{0, 1, -1, 0, 0, 0}}}), InputError);
}

TEST_CASE("one anchor only shifts and several change differences") {
  const RatingFit plain = fit_ratings(golden_log());
  const RatingFit one = fit_ratings(golden_log(), {.anchors = {{1, 1500}}});
  CHECK(single_rating(one, 1).elo == doctest::Approx(1500));
  CHECK(single_rating(one, 1).se == doctest::Approx(0));
  CHECK(rating_difference(one, 0, 2).elo == near(rating_difference(plain, 0, 2).elo, 1e-9));
  CHECK(rating_difference(one, 0, 2).se == near(rating_difference(plain, 0, 2).se, 1e-9));
  CHECK(single_rating(one, 0).se == near(rating_difference(plain, 0, 1).se, 1e-9));
  CHECK_FALSE(one.several_anchors);
  const RatingFit two = fit_ratings(golden_log(), {.prior_draws = 0, .anchors = {{0, 0}, {2, -300}}});
  CHECK(two.several_anchors);
  CHECK(single_rating(two, 0).elo == doctest::Approx(0));
  CHECK(single_rating(two, 2).elo == doctest::Approx(-300));
  CHECK(rating_difference(two, 0, 1).elo > rating_difference(plain, 0, 1).elo);
}

/// Independent Davidson games between `agents` agents of strengths 0, -0.3, ..., each a pair of games per block.
PairLog simulate(int agents, int blocks, double eta, Rng& rng) {
  PairLog log;
  for (int i = 0; i < agents; ++i) log.agents.push_back(std::string(1, static_cast<char>('A' + i)));
  for (int b = 0; b < blocks; ++b) {
    for (int i = 0; i < agents; ++i) {
      for (int j = 0; j < agents; ++j) {
        if (i == j) continue;
        const double u = -0.3 * (i - j) + eta, win = std::exp(u / 2), loss = std::exp(-u / 2), draw = 0.5;
        const double x = rng.uniform() * (win + draw + loss);
        PairResult r{.first = i, .second = j, .block = b};
        (x < win ? r.wins : x < win + draw ? r.draws : r.losses) = 1;
        log.results.push_back(r);
      }
    }
  }
  return log;
}

TEST_CASE("for independent games the block errors agree with the information") {
  Rng rng = Rng::derive(41, Stream::test, {1});
  const RatingFit fit = fit_ratings(simulate(3, 400, 0.2, rng));
  for (int i = 1; i < 3; ++i) {
    // A standard error from 400 blocks is known to about 3.5 %.
    CHECK(rating_difference(fit, 0, i).se / rating_difference(fit, 0, i, .95, kInformation).se ==
          doctest::Approx(1).epsilon(0.15));
  }
  CHECK(std::abs(rating_difference(fit, 0, 2).elo - 0.6 * kEloPerNat) < 4 * rating_difference(fit, 0, 2).se);
  CHECK(std::abs(seat_difference(fit, 0, 1).elo - 0.2 * kEloPerNat) < 4 * seat_difference(fit, 0, 1).se);
}

TEST_CASE("repeating every game inside its block fools the information but not the block errors") {
  Rng rng = Rng::derive(42, Stream::test, {2});
  PairLog log = simulate(3, 100, 0.2, rng);
  const RatingFit once = fit_ratings(log, {.prior_draws = 0});
  for (PairResult& r : log.results) {
    r.wins *= 4;
    r.draws *= 4;
    r.losses *= 4;
  }
  const RatingFit four = fit_ratings(log, {.prior_draws = 0});
  CHECK(rating_difference(four, 0, 1).se == near(rating_difference(once, 0, 1).se, 1e-6));
  CHECK(rating_difference(four, 0, 1, .95, kInformation).se ==
        near(rating_difference(once, 0, 1, .95, kInformation).se / 2, 1e-6));
}

TEST_CASE("the block bootstrap agrees with the sandwich and needs twenty blocks") {
  Rng rng = Rng::derive(43, Stream::test, {3});
  const PairLog log = simulate(3, 120, 0.2, rng);
  Rng draws = Rng::derive(44, Stream::schedule, {0});
  const auto boot = bootstrap_ratings(log, {}, draws, atl::test::scaled(2000, 500));
  REQUIRE(boot.has_value());
  CHECK(boot->failed == 0);
  const RatingFit fit = fit_ratings(log);
  const Interval percentile = bootstrap_difference(*boot, 0, 2), sandwich = *rating_difference(fit, 0, 2).interval;
  CHECK(percentile.half_width() / sandwich.half_width() == doctest::Approx(1).epsilon(0.15));
  CHECK(percentile.contains(rating_difference(fit, 0, 2).elo));
  Rng again = Rng::derive(44, Stream::schedule, {0});
  const auto repeated = bootstrap_ratings(log, {}, again, atl::test::scaled(2000, 500));
  CHECK(repeated->theta == boot->theta);
  Rng few = Rng::derive(45, Stream::schedule, {0});
  CHECK_FALSE(bootstrap_ratings(simulate(3, 19, 0.2, rng), {}, few, 100).has_value());
}

TEST_CASE("the seat test has its level without a seat effect and finds one that is there") {
  // 500 runs at 5 %: sd 0.97 points, limit four of them and one more, as the test is asymptotic in the blocks.
  const int runs = atl::test::scaled(500, 100);
  int found = 0;
  for (int run = 0; run < runs; ++run) {
    Rng rng = Rng::derive(46, Stream::test, {static_cast<std::uint64_t>(run)});
    const auto test = test_seat_term(fit_ratings(simulate(3, 60, 0, rng)));
    CHECK(test.value().df1 == 1);
    CHECK(test->df2 == 59);
    found += test->p < 0.05;
  }
  CHECK(static_cast<double>(found) / runs < 0.06 + 4 * std::sqrt(0.0475 / runs));
  Rng rng = Rng::derive(47, Stream::test, {0});
  CHECK(test_seat_term(fit_ratings(simulate(3, 100, 0.6, rng))).value().p < 1e-6);
  CHECK_FALSE(test_seat_term(fit_ratings(simulate(3, 10, 0, rng), {.seat_term = false})).has_value());
}

TEST_CASE("the interval of a difference covers the truth") {
  // 400 fits at 95 %: sd 1.1 points, limit four of them.
  const int runs = atl::test::scaled(400, 100);
  int covered = 0;
  for (int run = 0; run < runs; ++run) {
    Rng rng = Rng::derive(48, Stream::test, {static_cast<std::uint64_t>(run)});
    covered += rating_difference(fit_ratings(simulate(3, 50, 0.2, rng), {.prior_draws = 0}), 0, 1)
                   .interval->contains(0.3 * kEloPerNat);
  }
  CHECK(std::abs(static_cast<double>(covered) / runs - 0.95) < 4 * std::sqrt(0.0475 / runs));
}

TEST_CASE("likelihoods of superiority are complementary and ordered like the ratings") {
  const RatingFit fit = fit_ratings(golden_log());
  for (const CovarianceKind kind : {CovarianceKind::blocks, kInformation}) {
    const auto los = [&](int a, int b) { return rating_difference(fit, a, b, .95, kind).los.value(); };
    for (int a = 0; a < 3; ++a) {
      for (int b = a + 1; b < 3; ++b) CHECK(los(a, b) + los(b, a) == doctest::Approx(1));
    }
    CHECK(los(0, 2) > los(0, 1));
    CHECK(los(0, 1) > 0.5);
  }
  const RatingDifference d = rating_difference(fit, 0, 1, .95, kInformation);
  CHECK(*d.los == near(normal_cdf(d.elo / d.se), 1e-9));
}

TEST_CASE("the differences of many agents take no longer than their fit") {
  // 400 agents in a ring of neighbours, eight games each: 79,800 differences. A covariance multiplied for each of them
  // took 16 s; the limit is generous, as tests run without optimisation.
  PairLog log;
  for (int i = 0; i < 400; ++i) log.agents.push_back(std::to_string(i));
  Rng rng = Rng::derive(49, Stream::test, {0});
  for (int b = 0; b < 10; ++b) {
    for (int i = 0; i < 400; ++i) {
      for (const int step : {1, 7}) {
        PairResult r{.first = i, .second = (i + step) % 400, .block = b};
        if (b % 2 == 1) std::swap(r.first, r.second);
        (rng.chance(0.5) ? r.wins : r.losses) = 1;
        log.results.push_back(r);
      }
    }
  }
  const auto begin = std::chrono::steady_clock::now();
  const RatingFit fit = fit_ratings(log);
  double sum = 0;
  for (int a = 0; a < 400; ++a) {
    for (int b = a + 1; b < 400; ++b) sum += rating_difference(fit, a, b).se;
  }
  CHECK(sum > 0);
  CHECK(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() < 15);
}

TEST_CASE("strong components and islands are found") {
  BeatsGraph graph(5);
  graph.add(0, 1);
  graph.add(1, 2);
  graph.add(2, 0);
  graph.add(2, 3);
  CHECK(graph.strong_components() == std::vector<std::vector<int>>{{0, 1, 2}, {3}, {4}});
  CHECK(graph.islands() == std::vector<std::vector<int>>{{0, 1, 2, 3}, {4}});
  CHECK(describe_groups({{0, 2}, {1}}, {"x", "y", "z"}) == "{x, z} and {y}");
}

}  // namespace
