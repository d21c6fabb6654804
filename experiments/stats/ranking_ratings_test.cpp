#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "engine/core/checks.hpp"
#include "engine/core/rng.hpp"
#include "experiments/stats/elo.hpp"
#include "experiments/stats/golden_test.hpp"
#include "experiments/stats/ratings.hpp"
#include "experiments/stats/seatings.hpp"
#include "tests/support/scale.hpp"

namespace {
using namespace atl;
using namespace atl::stats;
using stats::test::distance;
using stats::test::golden;
using stats::test::near;

constexpr auto kInformation = CovarianceKind::information;

/// One game from the agents in their order of finish, sitting in that order.
RankedGame ranking(const std::vector<int>& order, std::int64_t block) {
  RankedGame game{.num_players = static_cast<int>(order.size()), .block = block};
  for (std::size_t i = 0; i < order.size(); ++i) {
    game.agents[i] = order[i];
    game.ranks[i] = static_cast<int>(i) + 1;
  }
  return game;
}

const std::vector<std::vector<int>> kGolden = {{0, 1, 2, 3}, {1, 0, 3, 2}, {2, 0, 1}, {3, 2, 0}, {0, 3, 1, 2}};

RankingLog golden_log() {
  RankingLog log{.agents = {"A", "B", "C", "D"}, .games = {}};
  for (std::size_t i = 0; i < kGolden.size(); ++i)
    log.games.push_back(ranking(kGolden[i], static_cast<std::int64_t>(i)));
  return log;
}

/// Hunter's minorise-maximise with choix's regularisation: (stages won + alpha) / (sum of 1/remaining worth + alpha).
std::vector<double> minorise_maximise(const std::vector<std::vector<int>>& rankings, int agents, double alpha,
                                      bool winners_only = false) {
  const auto n = static_cast<std::size_t>(agents);
  std::vector<double> pi(n, 1.0);
  for (int round = 0; round < 20000; ++round) {
    std::vector<double> won(n, alpha), weight(n, alpha);
    for (const std::vector<int>& order : rankings) {
      for (std::size_t stage = 0; stage + 1 < order.size() && (stage == 0 || !winners_only); ++stage) {
        double left = 0;
        for (std::size_t i = stage; i < order.size(); ++i) left += pi[static_cast<std::size_t>(order[i])];
        won[static_cast<std::size_t>(order[stage])] += 1;
        for (std::size_t i = stage; i < order.size(); ++i) weight[static_cast<std::size_t>(order[i])] += 1 / left;
      }
    }
    double sum = 0;
    for (std::size_t i = 0; i < n; ++i) sum += won[i] / weight[i];
    for (std::size_t i = 0; i < n; ++i) pi[i] = won[i] / weight[i] * static_cast<double>(agents) / sum;
  }
  std::vector<double> theta(n);
  double mean = 0;
  for (std::size_t i = 0; i < n; ++i) mean += std::log(pi[i]) / static_cast<double>(agents);
  for (std::size_t i = 0; i < n; ++i) theta[i] = std::log(pi[i]) - mean;
  return theta;
}

TEST_CASE("the Plackett-Luce fit of five results is golden") {
  const RatingFit fit = fit_ratings(golden_log(), {.prior_draws = 0, .seat_term = false});
  const auto& expected = golden()["pl_5_rankings_ABCD_BADC_CAB_DCA_ADBC"];
  CHECK(fit.log_likelihood == near(expected["loglik"]));
  const double worth[] = {0.385148550, 0.260838650, 0.148647290, 0.205365510};
  double total = 0;
  for (const double theta : fit.theta) total += std::exp(theta);
  for (int i = 0; i < 4; ++i) {
    const auto at = static_cast<std::size_t>(i);
    CHECK(fit.theta[static_cast<std::size_t>(i)] == near(expected["theta"][at]));
    CHECK(std::exp(fit.theta[static_cast<std::size_t>(i)]) / total == near(worth[i]));
    CHECK(single_rating(fit, i).elo == near(expected["elo"][at]));
    CHECK(single_rating(fit, i, .95, kInformation).se == near(expected["se_elo_sum0"][at]));
  }
}

TEST_CASE("minorise-maximise finds the same Plackett-Luce strengths") {
  const std::vector<double> mm = minorise_maximise(kGolden, 4, 0);
  const RatingFit fit = fit_ratings(golden_log(), {.prior_draws = 0, .seat_term = false});
  for (int i = 0; i < 4; ++i)
    CHECK(fit.theta[static_cast<std::size_t>(i)] == near(mm[static_cast<std::size_t>(i)], 1e-8));
  // choix with alpha = 0.1, which checks the check.
  const double choix[] = {0.472056, 0.099663, -0.444794, -0.126925};
  const std::vector<double> regularised = minorise_maximise(kGolden, 4, 0.1);
  for (std::size_t i = 0; i < 4; ++i) CHECK(regularised[i] == near(choix[i], 3e-6));
}

TEST_CASE("the winners-only fit agrees with minorise-maximise") {
  std::vector<std::vector<int>> orders = kGolden;
  orders.push_back({1, 2, 3, 0});
  RankingLog log = golden_log();
  log.games.push_back(ranking(orders.back(), 5));
  const std::vector<double> mm = minorise_maximise(orders, 4, 0, true);
  const RatingFit fit = fit_ratings(log, {.prior_draws = 0, .seat_term = false, .winners_only = true});
  for (int i = 0; i < 4; ++i)
    CHECK(std::abs(fit.theta[static_cast<std::size_t>(i)] - mm[static_cast<std::size_t>(i)]) < 1e-7);
  // Places behind the winner must not matter.
  for (RankedGame& game : log.games) std::reverse(game.ranks.begin() + 1, game.ranks.begin() + game.num_players);
  const RatingFit same = fit_ratings(log, {.prior_draws = 0, .seat_term = false, .winners_only = true});
  CHECK(distance(fit.theta, same.theta) < 1e-10);
}

TEST_CASE("with two players Plackett-Luce with ties is Davidson with a first-player shift") {
  const PairLog pairs = {.agents = {"A", "B", "C"},
                         .results = {{0, 1, 30, 8, 12, 0},
                                     {1, 0, 22, 10, 18, 1},
                                     {0, 2, 35, 6, 9, 2},
                                     {2, 0, 15, 9, 26, 3},
                                     {1, 2, 28, 7, 15, 4},
                                     {2, 1, 20, 10, 20, 5}}};
  for (const bool draws : {true, false}) {
    PairLog used = pairs;
    RankingLog log{.agents = pairs.agents, .games = {}};
    for (PairResult& r : used.results) {
      if (!draws) r.draws = 0;
      const auto add = [&](double count, int first_rank, int second_rank) {
        for (int i = 0; i < static_cast<int>(count); ++i) {
          log.games.push_back(
              {.num_players = 2, .agents = {r.first, r.second}, .ranks = {first_rank, second_rank}, .block = r.block});
        }
      };
      add(r.wins, 1, 2);
      add(r.draws, 1, 1);
      add(r.losses, 2, 1);
    }
    for (const double prior : {0.0, 1.0}) {
      const RatingFit a = fit_ratings(used, {.prior_draws = prior}), b = fit_ratings(log, {.prior_draws = prior});
      CHECK(distance(a.theta, b.theta) < 1e-9);
      CHECK(distance(a.seats, b.seats) < 1e-9);
      CHECK(a.ties.size() == b.ties.size());
      CHECK(distance(a.ties, b.ties) < 1e-8);
      CHECK(a.log_likelihood == near(b.log_likelihood, 1e-10));
      CHECK(distance(a.information, b.information) < 1e-8);
      for (std::size_t i = 0; i < a.influence.size(); ++i) CHECK(distance(a.influence[i], b.influence[i]) < 1e-8);
    }
  }
}

struct Truth {
  std::vector<double> theta, seat;
  double log_delta2 = -1e9;
};

/// Draws the order of finish of one game from the model, ties of two included.
void finish(RankedGame& game, const Truth& truth, Rng& rng) {
  std::vector<int> left(static_cast<std::size_t>(game.num_players));
  std::iota(left.begin(), left.end(), 0);
  const auto log_worth = [&](int s) {
    return truth.theta[static_cast<std::size_t>(game.agents[static_cast<std::size_t>(s)])] +
           truth.seat[static_cast<std::size_t>(s)];
  };
  for (int rank = 1; !left.empty();) {
    std::vector<std::vector<int>> choices;
    std::vector<double> weight;
    for (std::size_t i = 0; i < left.size(); ++i) {
      choices.push_back({left[i]});
      weight.push_back(std::exp(log_worth(left[i])));
      for (std::size_t j = i + 1; j < left.size(); ++j) {
        choices.push_back({left[i], left[j]});
        weight.push_back(std::exp(truth.log_delta2 + (log_worth(left[i]) + log_worth(left[j])) / 2));
      }
    }
    double x = rng.uniform() * std::accumulate(weight.begin(), weight.end(), 0.0);
    std::size_t pick = 0;
    while (pick + 1 < weight.size() && x >= weight[pick]) x -= weight[pick++];
    for (const int s : choices[pick]) {
      game.ranks[static_cast<std::size_t>(s)] = rank;
      left.erase(std::find(left.begin(), left.end(), s));
    }
    rank += static_cast<int>(choices[pick].size());
  }
}

RankingLog simulate(const Truth& truth, int blocks, SeatingPlan plan, Rng& rng) {
  const int k = static_cast<int>(truth.seat.size());
  RankingLog log;
  for (std::size_t i = 0; i < truth.theta.size(); ++i) log.agents.push_back("agent" + std::to_string(i));
  for (int b = 0; b < blocks; ++b) {
    for (const Seating& seating : seatings(plan, k)) {
      RankedGame game{.num_players = k, .block = b};
      for (int x = 0; x < k; ++x) game.agents[static_cast<std::size_t>(seating[static_cast<std::size_t>(x)])] = x;
      finish(game, truth, rng);
      log.games.push_back(game);
    }
  }
  return log;
}

TEST_CASE("strengths, seats and ties that made the data are recovered") {
  // Nine estimates, each beyond four standard errors with probability 6e-5.
  Rng rng = Rng::derive(51, Stream::test, {1});
  const Truth truth{.theta = {0.5, 0.1, -0.2, -0.4}, .seat = {0.3, 0.0, -0.1, -0.2}, .log_delta2 = -1.0};
  const RankingLog log = simulate(truth, 150, SeatingPlan::two_transitive, rng);
  const RatingFit fit = fit_ratings(log);
  for (int i = 0; i < 4; ++i) {
    const RatingDifference r = single_rating(fit, i);
    CHECK(std::abs(r.elo - kEloPerNat * truth.theta[static_cast<std::size_t>(i)]) < 4 * r.se);
    CHECK(r.se == doctest::Approx(single_rating(fit, i, .95, kInformation).se).epsilon(0.3));
  }
  for (int s = 1; s < 4; ++s) {
    const RatingDifference d = seat_difference(fit, 0, s);
    CHECK(std::abs(d.elo - kEloPerNat * (truth.seat[0] - truth.seat[static_cast<std::size_t>(s)])) < 4 * d.se);
  }
  CHECK(std::accumulate(fit.seats.begin(), fit.seats.end(), 0.0) == doctest::Approx(0));
  REQUIRE(fit.tie_sizes == std::vector<int>{2});
  CHECK(std::abs(fit.ties[0] + 1.0) < 4 * std::sqrt(fit.information_at(8, 8)));
  const SeatTermTest test = test_seat_term(fit).value();
  CHECK(test.df1 == 3);
  CHECK(test.p < 1e-6);
}

TEST_CASE("seat effects vanish on a log that is closed under permuting seats") {
  Rng rng = Rng::derive(52, Stream::test, {2});
  const Truth truth{.theta = {0.4, 0.0, -0.4}, .seat = {0, 0, 0}, .log_delta2 = -1.0};
  RankingLog log{.agents = {"A", "B", "C"}, .games = {}};
  for (int b = 0; b < 20; ++b) {
    RankedGame game{.num_players = 3, .agents = {0, 1, 2}, .block = b};
    finish(game, truth, rng);
    for (const Seating& seating : seatings(SeatingPlan::all, 3)) {
      RankedGame moved{.num_players = 3, .block = b};
      for (std::size_t x = 0; x < 3; ++x) {
        moved.agents[static_cast<std::size_t>(seating[x])] = game.agents[x];
        moved.ranks[static_cast<std::size_t>(seating[x])] = game.ranks[x];
      }
      log.games.push_back(moved);
    }
  }
  const RatingFit fit = fit_ratings(log);
  CHECK(distance(fit.seats, {0, 0, 0}) < 1e-9);
  const RatingFit without = fit_ratings(log, {.seat_term = false});
  CHECK(distance(fit.theta, without.theta) < 1e-9);
}

TEST_CASE("one agent against copies of another has the share that its Elo says") {
  Rng rng = Rng::derive(53, Stream::test, {3});
  const Truth truth{.theta = {0.5, 0.0}, .seat = {0, 0, 0, 0}};
  RankingLog log{.agents = {"A", "B"}, .games = {}};
  double wins = 0;
  for (int b = 0; b < 300; ++b) {
    for (int seat = 0; seat < 4; ++seat) {
      RankedGame game{.num_players = 4, .agents = {1, 1, 1, 1}, .block = b};
      game.agents[static_cast<std::size_t>(seat)] = 0;
      finish(game, truth, rng);
      wins += game.ranks[static_cast<std::size_t>(seat)] == 1;
      log.games.push_back(game);
    }
  }
  const RatingFit fit = fit_ratings(log, {.prior_draws = 0, .seat_term = false, .winners_only = true});
  CHECK(rating_difference(fit, 0, 1).elo == near(*elo_from_share(wins / 1200, 4), 1e-7));
}

TEST_CASE("ties of the sizes that occurred are modelled, others are impossible") {
  RankingLog log = golden_log();
  log.games.push_back({.num_players = 4, .agents = {0, 1, 2, 3}, .ranks = {1, 1, 1, 4}, .block = 5});
  log.games.push_back({.num_players = 4, .agents = {3, 1, 2, 0}, .ranks = {1, 1, 1, 4}, .block = 6});
  const RatingFit fit = fit_ratings(log, {.seat_term = false});
  CHECK(fit.tie_sizes == std::vector<int>{3});
  CHECK(std::isfinite(fit.ties[0]));
  // A game's tie for last place of all that are left is a stage too.
  log.games.push_back({.num_players = 3, .agents = {0, 1, 2}, .ranks = {1, 2, 2}, .block = 7});
  CHECK(fit_ratings(log, {.seat_term = false}).tie_sizes == std::vector<int>{2, 3});
}

TEST_CASE("ranking data without an answer is refused with its reason") {
  RankingLog log{.agents = {"A", "B", "C"}, .games = {}};
  CHECK_THROWS_AS(fit_ratings(log), DataError);
  for (int b = 0; b < 6; ++b) log.games.push_back(ranking({0, 1 + b % 2, 2 - b % 2}, b));
  const RatingFit one_sided = fit_ratings(log, {.seat_term = false});
  CHECK(one_sided.groups == std::vector<std::vector<int>>{{0}, {1, 2}});
  // Six blocks of one game for three: Clopper and Pearson's lower end, A's odds against each of the others.
  CHECK(rating_difference(one_sided, 0, 1).known == Known::at_least);
  CHECK(rating_difference(one_sided, 0, 1).elo == near(*elo_from_share(clopper_pearson_interval(6, 6).low)));
  CHECK(std::abs(rating_difference(one_sided, 1, 2).elo) < 1e-9);

  Rng rng = Rng::derive(54, Stream::test, {4});
  RankingLog fixed{.agents = {"A", "B", "C"}, .games = {}};
  for (int b = 0; b < 60; ++b) {
    RankedGame game{.num_players = 3, .agents = {0, 1, 2}, .block = b};
    finish(game, {.theta = {0, 0, 0}, .seat = {0, 0, 0}}, rng);
    fixed.games.push_back(game);
  }
  try {
    fit_ratings(fixed);
    FAIL("no DataError");
  } catch (const DataError& error) {
    CHECK(std::string(error.what()).find("'A' always sat in seat 0") != std::string::npos);
  }
  CHECK_NOTHROW(fit_ratings(fixed, {.seat_term = false}));
  fixed.games.front().agents[0] = 7;
  CHECK_THROWS_AS(fit_ratings(fixed), InputError);
}

TEST_CASE("self-play of one agent gives seat effects alone") {
  Rng rng = Rng::derive(55, Stream::test, {5});
  const Truth truth{.theta = {0.0}, .seat = {0.4, 0, -0.4}};
  RankingLog log{.agents = {"A"}, .games = {}};
  for (int b = 0; b < 400; ++b) {
    RankedGame game{.num_players = 3, .agents = {0, 0, 0}, .block = b};
    finish(game, truth, rng);
    log.games.push_back(game);
  }
  const RatingFit fit = fit_ratings(log);
  CHECK(std::abs(fit.theta[0]) < 1e-12);
  const RatingDifference d = seat_difference(fit, 0, 2);
  CHECK(std::abs(d.elo - 0.8 * kEloPerNat) < 4 * d.se);
}

TEST_CASE("the bootstrap of rankings agrees with the sandwich") {
  Rng rng = Rng::derive(56, Stream::test, {6});
  const Truth truth{.theta = {0.3, 0.0, -0.3}, .seat = {0.2, 0, -0.2}, .log_delta2 = -1.0};
  const RankingLog log = simulate(truth, 60, SeatingPlan::two_transitive, rng);
  Rng draws = Rng::derive(57, Stream::schedule, {0});
  const auto boot = bootstrap_ratings(log, {}, draws, atl::test::scaled(600, 300));
  REQUIRE(boot.has_value());
  const double ratio =
      bootstrap_difference(*boot, 0, 2).half_width() / rating_difference(fit_ratings(log), 0, 2).interval->half_width();
  CHECK(ratio == doctest::Approx(1).epsilon(0.25));
  for (const auto& seats : boot->seats) CHECK(std::abs(std::accumulate(seats.begin(), seats.end(), 0.0)) < 1e-9);
}

}  // namespace
