/// Do intervals hold the truth as often as they say? Simulated matches of two agents, from even ones to those in which
/// one side hardly ever wins, where most intervals fail.

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "engine/core/rng.hpp"
#include "experiments/stats/distributions.hpp"
#include "experiments/stats/elo.hpp"
#include "experiments/stats/ratings.hpp"
#include "tests/support/scale.hpp"

namespace {
using namespace atl;
using namespace atl::stats;

double standard_normal(Rng& rng) { return normal_quantile(std::clamp(rng.uniform(), 1e-16, 1 - 1e-16)); }

/// Plays blocks of deals in all seatings: K = 2 pairs, K = 3 one agent against two copies of the other, both ways. Each
/// seat's cards are worth `luck` standard normals, in nats, the same in all games of a block.
class Match {
 public:
  Match(int players, double theta, double luck) : players_(players), theta_(theta), luck_(luck) {}

  RankingLog play(int blocks, Rng& rng) const {
    RankingLog log{.agents = {"A", "B"}, .games = {}};
    for (int b = 0; b < blocks; ++b) {
      std::array<double, 3> cards{};
      for (int s = 0; s < players_; ++s) cards[static_cast<std::size_t>(s)] = luck_ * standard_normal(rng);
      for (int line_up = 0; line_up < (players_ == 2 ? 1 : 2); ++line_up) {
        for (int seat = 0; seat < players_; ++seat) log.games.push_back(game(line_up, seat, cards, b, rng));
      }
    }
    return log;
  }

 private:
  /// One agent in `seat`, the other in the rest: A alone in line-up 0. Ranks by exponential clocks, which is
  /// Plackett and Luce's law.
  RankedGame game(int alone, int seat, const std::array<double, 3>& cards, int block, Rng& rng) const {
    RankedGame game{.num_players = players_, .block = block};
    std::array<double, 3> time{};
    for (int s = 0; s < players_; ++s) {
      const auto at = static_cast<std::size_t>(s);
      game.agents[at] = s == seat ? alone : 1 - alone;
      time[at] = -std::log(1 - rng.uniform()) * std::exp(-(game.agents[at] == 0 ? theta_ : 0) - cards[at]);
    }
    for (int s = 0; s < players_; ++s) {
      int& rank = game.ranks[static_cast<std::size_t>(s)] = 1;
      for (int o = 0; o < players_; ++o) rank += time[static_cast<std::size_t>(o)] < time[static_cast<std::size_t>(s)];
    }
    return game;
  }

  int players_;
  double theta_, luck_;
};

/// The difference that the model would say after endless play: with luck it is smaller than theta.
double long_run(const Match& match) {
  Rng rng = Rng::derive(61, Stream::test, {0});
  return rating_difference(fit_ratings(match.play(20'000, rng), {.seat_term = false}), 0, 1).elo;
}

bool holds(const RatingDifference& d, double truth) {
  switch (d.known) {
    case Known::estimate: return d.interval && d.interval->contains(truth);
    case Known::at_least: return d.elo <= truth;
    case Known::at_most: return d.elo >= truth;
    case Known::nothing: break;
  }
  return false;
}

struct Cell {
  int players;
  double luck, share;
  int blocks;
};

struct Coverage {
  double held = 0;    ///< share of the runs whose interval or bound holds the truth
  double bounds = 0;  ///< share of the runs with a bound
};

Coverage coverage(const Cell& cell, int runs) {
  const double theta = *elo_from_share(cell.share, cell.players) / kEloPerNat;
  const Match match(cell.players, theta, cell.luck);
  const double truth = cell.luck > 0 ? long_run(match) : theta * kEloPerNat;
  int held = 0, bounds = 0;
  for (int run = 0; run < runs; ++run) {
    Rng rng = Rng::derive(62, Stream::test, {static_cast<std::uint64_t>(run), static_cast<std::uint64_t>(cell.blocks)});
    const RatingDifference d = rating_difference(fit_ratings(match.play(cell.blocks, rng)), 0, 1);
    held += holds(d, truth);
    bounds += d.known != Known::estimate;
  }
  return {static_cast<double>(held) / runs, static_cast<double>(bounds) / runs};
}

/// Least and most coverage that is fair to demand. Ten blocks, and results that are bounds in many runs, have too few
/// different outcomes for an interval that holds exactly as often as it says: there it holds more often.
void check_coverage(int runs, bool print) {
  const double sd = std::sqrt(0.95 * 0.05 / runs);
  for (const int players : {2, 3}) {
    for (const double luck : {0.0, 2.0}) {
      for (const double share : {0.5, 0.9, 0.97, 0.99}) {
        for (const int blocks : {10, 50, 200}) {
          const Coverage found = coverage({players, luck, share, blocks}, runs);
          CAPTURE(players);
          CAPTURE(luck);
          CAPTURE(share);
          CAPTURE(blocks);
          if (print) {
            MESSAGE(players, " players, luck ", luck, ", share ", share, ", ", blocks, " blocks: covered ",
                    100 * found.held, " %, bounds ", 100 * found.bounds, " %");
          }
          CHECK(found.held > 0.935 - 3.5 * sd);
          if (blocks == 200 && share < 0.98) CHECK(found.held < 0.965 + 3.5 * sd);
        }
      }
    }
  }
}

// 48 cells, each beyond its limit with a chance of 1 in 4000 where its coverage is 93.5 or 96.5 %.
TEST_CASE("intervals of a difference hold the truth from even matches to hopeless ones") {
  check_coverage(atl::test::scaled(100, 30), false);
}

TEST_CASE("more blocks never give an interval that excludes the earlier one") {
  // The same two agents, one of which wins 999 games of 1000, looked at after 10 to 300 blocks.
  const Match match(2, std::log(999.0), 0);
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Rng rng = Rng::derive(63, Stream::test, {seed});
    const RankingLog all = match.play(300, rng);
    Interval common{-1e9, 1e9};
    for (const int blocks : {10, 30, 100, 300}) {
      RankingLog some{.agents = all.agents, .games = all.games};
      some.games.resize(static_cast<std::size_t>(2 * blocks));
      const RatingDifference d = rating_difference(fit_ratings(some), 0, 1);
      REQUIRE(d.known != Known::nothing);
      const Interval now = d.known == Known::at_least  ? Interval{d.elo, 1e9}
                           : d.known == Known::at_most ? Interval{-1e9, d.elo}
                                                       : *d.interval;
      common = {std::max(common.low, now.low), std::min(common.high, now.high)};
      CHECK(common.low < common.high);
    }
  }
}

TEST_SUITE("slow") {
  TEST_CASE("intervals of a difference hold the truth as often as they say") { check_coverage(2000, true); }
}

}  // namespace
