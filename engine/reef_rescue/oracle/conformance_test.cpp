/// The suite that every game passes, on the full Ocean and, with enumeration, on small ones.
#include <doctest/doctest.h>

#include "engine/reef_rescue/reef_rescue.hpp"
#include "tests/support/conformance.hpp"

namespace atl::reef_rescue {
namespace {

/// Sea Scope more often than not, garbage and idle claims less: the phases where beliefs are hard.
Action often_scope(const Game& game, const State& state, const ActionList<Game>& list, Rng& rng) {
  const Action scope = make_action(Verb::choose, static_cast<int>(Card::scope));
  for (const Action action : list) {
    if (action == scope && rng.below(4) != 0) return scope;
  }
  return game.random_action(state, rng);
}

Game small(int players, int rows, int columns, std::vector<std::string> tiles, int rounds) {
  Rules rules = Game::default_rules(players);
  rules.last_round_tiles = 3;
  rules.max_rounds = rounds;
  rules.max_flips = 3;
  return Game(rules, {.rows = rows, .columns = columns, .tiles = std::move(tiles)});
}

}  // namespace

TEST_CASE("Reef Rescue keeps the contracts of playing") {
  std::vector<Game> games = conformance::instances<Game>({});
  Rules rules = Game::default_rules(3);
  rules.card_pairs = "scope|beam,fin|turbo";
  rules.max_flips = 40;
  rules.last_round_tiles = 30;
  rules.pairs_bonus = 0;
  games.push_back(Game(rules));
  games.push_back(small(2, 2, 3, {"A1", "B1", "A3", "F1", "G1", "E5"}, 6));
  conformance::run_play<Game>({.games = games, .walks = 12, .termination_games = 100, .nodes_per_walk = 8});
}

TEST_CASE("Reef Rescue keeps the contracts of observers") {
  std::vector<Game> games;
  for (int players = 2; players <= 5; ++players) {
    Rules rules = Game::default_rules(players);
    rules.max_rounds = 8;
    games.push_back(Game(rules));
  }
  conformance::Options<Game> options{
      .games = games, .exact_games = {}, .walks = 12, .nodes_per_walk = 6, .choose = often_scope};
  conformance::run_observers<Game>(options);
}

TEST_CASE("sampled worlds of small oceans have the distribution of enumeration") {
  conformance::Options<Game> options{
      .exact_walks = 25, .exact_worlds = 8000, .exact_samples = 400, .choose = often_scope};
  for (const Game& game :
       {small(2, 1, 5, {"A1", "B1", "F1", "G1", "E5"}, 5), small(2, 2, 3, {"A1", "B1", "A3", "F1", "G1", "E5"}, 5),
        small(3, 2, 3, {"A2", "B2", "C2", "F1", "G1", "E5"}, 4)}) {
    const conformance::ExactSummary exact = conformance::check_exact_beliefs(game, options);
    CHECK(exact.with_choice > 50);
    CHECK(exact.single_world > 10);
  }
}

}  // namespace atl::reef_rescue
