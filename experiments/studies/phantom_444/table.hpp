/// Round robin of the six searches on phantom (4,4,4), both roles: shared by the study and the acceptance test.
#pragma once

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "agents/make_agent_impl.hpp"
#include "engine/core/parallel.hpp"
#include "experiments/studies/common/match.hpp"
#include "tests/toy/phantom.hpp"

namespace atl::studies::phantom {

using Game = toy::phantom::Game;

/// The algorithms of the paper. All start every decision anew, as there.
inline constexpr std::array<const char*, 6> kNames = {"cheatUCT", "cheatEns", "detUCT", "SO", "SO+POM", "MO"};
inline constexpr std::size_t kCheaters = 2;

inline std::vector<AgentSpec> specs(std::int64_t iterations) {
  const std::string budget = "iterations=" + std::to_string(iterations) + ",tree_mb=8";
  std::vector<AgentSpec> out;
  for (const std::string& text :
       {"cheat:ismcts:" + budget + ",reuse=off", "cheat:pimc:" + budget + ",worlds=40", "pimc:" + budget + ",worlds=40",
        "ismcts:" + budget + ",reuse=off", "pom-ismcts:" + budget + ",reuse=off", "mo-ismcts:" + budget}) {
    out.push_back(parse_agent_spec(text, agent_context<Game>()));
  }
  return out;
}

/// Results of the first player.
struct Tally {
  long wins = 0, draws = 0, losses = 0;
  long games() const { return wins + draws + losses; }
  /// Of one game's score; draws make it smaller than that of a coin.
  double variance() const {
    return (static_cast<double>(wins) + 0.25 * static_cast<double>(draws)) / static_cast<double>(games()) -
           score() * score();
  }
  double score() const {
    return games() == 0 ? 0
                        : (static_cast<double>(wins) + 0.5 * static_cast<double>(draws)) / static_cast<double>(games());
  }
};

/// `first` against `second`, `games` times. Equal arguments give equal results, whatever the number of threads.
inline Tally play(const AgentSpec& first, const AgentSpec& second, long games, std::uint64_t seed,
                  std::uint64_t pairing, int threads) {
  const Game game(Game::default_rules(2));
  const std::array<AgentSpec, 2> line_up = {first, second};
  std::vector<int> result(static_cast<std::size_t>(games));
  parallel_for_indexed(games, threads, [&](long i) {
    const std::uint64_t number = pairing * 1'000'000 + static_cast<std::uint64_t>(i);
    const auto end = play_game(game, std::span<const AgentSpec>(line_up), seed, static_cast<std::uint64_t>(i), number);
    result[static_cast<std::size_t>(i)] = game.scores(end)[0];
  });
  Tally tally;
  for (const int points : result) ++(points == 2 ? tally.wins : points == 1 ? tally.draws : tally.losses);
  return tally;
}

using Table = std::array<std::array<Tally, 6>, 6>;  ///< [first player][second player]

/// Share of the points of one algorithm, both roles together, all opponents (itself included).
inline double total_score(const Table& table, std::size_t who) {
  double points = 0, games = 0;
  for (std::size_t other = 0; other < table.size(); ++other) {
    const Tally& as_first = table[who][other];
    const Tally& as_second = table[other][who];
    points += as_first.score() * static_cast<double>(as_first.games()) +
              (1 - as_second.score()) * static_cast<double>(as_second.games());
    games += static_cast<double>(as_first.games() + as_second.games());
  }
  return points / games;
}

struct HeadToHead {
  double score = 0;
  double standard_error = 0;
};

/// `who` against `other`, `half` games in each role.
inline HeadToHead head_to_head(const AgentSpec& who, const AgentSpec& other, long half, std::uint64_t seed,
                               int threads) {
  const Tally as_first = play(who, other, half, seed, 100, threads);
  const Tally as_second = play(other, who, half, seed, 101, threads);
  return {.score = (as_first.score() + 1 - as_second.score()) / 2,
          .standard_error = 0.5 * std::sqrt((as_first.variance() + as_second.variance()) / static_cast<double>(half))};
}

/// Games that cheaters lost to those who do not cheat.
inline long cheaters_losses(const Table& table) {
  long losses = 0;
  for (std::size_t cheat = 0; cheat < kCheaters; ++cheat) {
    for (std::size_t fair = kCheaters; fair < table.size(); ++fair)
      losses += table[cheat][fair].losses + table[fair][cheat].wins;
  }
  return losses;
}

}  // namespace atl::studies::phantom
