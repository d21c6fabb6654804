/// The packed engine against the literal reference, event by event.
#include <doctest/doctest.h>

#include <algorithm>

#include "engine/reef_rescue/reef_rescue.hpp"
#include "engine/reef_rescue/reference_rules.hpp"
#include "tests/support/scale.hpp"

namespace atl::reef_rescue {
namespace {

std::vector<std::string> legal_tokens(const Game& game, const State& state) {
  std::vector<std::string> tokens;
  if (game.node_kind(state) == NodeKind::chance) {
    ChanceList<Game> outcomes;
    game.chance_outcomes(state, outcomes);
    for (const ChanceOutcome& outcome : outcomes) tokens.push_back(game.token(state, outcome.action));
  } else if (game.node_kind(state) == NodeKind::decision) {
    ActionList<Game> actions;
    game.legal_actions(state, actions);
    for (const Action action : actions) tokens.push_back(game.token(state, action));
  }
  std::sort(tokens.begin(), tokens.end());
  return tokens;
}

std::vector<std::string> tiles_by_cell(const Game& game, const State& state) {
  std::vector<std::string> tiles;
  for (std::uint64_t cells = game.grid(); cells != 0;) {
    const int cell = pop_lowest_bit(cells);
    const int tile = state.tile[static_cast<std::size_t>(cell)];
    if (tile != kNoTile) tiles.push_back(cell_name(cell) + tile_name(tile));
  }
  return tiles;
}

std::vector<std::string> tiles_by_cell(const ReferenceGame& reference) {
  std::vector<std::string> tiles;
  for (const auto& [cell, tile] : reference.ocean()) tiles.push_back(cell + tile);
  std::sort(tiles.begin(), tiles.end(),
            [](const std::string& a, const std::string& b) { return std::pair{a[1], a[0]} < std::pair{b[1], b[0]}; });
  return tiles;
}

/// One random game through both; `informed` lets the heuristic play every other decision, so that games get to their
/// end.
void play_both(const Game& game, ReferenceGame reference, Rng& rng, bool informed) {
  const Heuristic heuristic(game);
  State state = game.initial_state();
  for (int event = 0; game.node_kind(state) != NodeKind::terminal; ++event) {
    CAPTURE(event);
    // Doctest's assertions are slow: only failures reach them.
    if (reference.node_kind() != game.node_kind(state)) REQUIRE(reference.node_kind() == game.node_kind(state));
    const std::vector<std::string> legal = legal_tokens(game, state);
    if (reference.legal_tokens() != legal) REQUIRE(reference.legal_tokens() == legal);
    Action action;
    if (game.node_kind(state) == NodeKind::chance) {
      action = game.sample_chance(state, rng);
    } else {
      if (reference.player_to_act() != game.player_to_act(state))
        REQUIRE(reference.player_to_act() == game.player_to_act(state));
      action = informed && rng.below(8) != 0 ? heuristic.choose(state, rng) : game.random_action(state, rng);
    }
    const std::string token = game.token(state, action);
    if (game.parse(state, token) != action) REQUIRE(game.parse(state, token) == action);
    game.apply(state, action);
    reference.apply(token);
    if (game.node_kind(state) != NodeKind::chance && tiles_by_cell(reference) != tiles_by_cell(game, state)) {
      REQUIRE(tiles_by_cell(reference) == tiles_by_cell(game, state));
    }
  }
  REQUIRE(reference.node_kind() == NodeKind::terminal);
  REQUIRE(reference.legal_tokens().empty());
  const PerSeat<int> scores = game.scores(state), ranks = game.ranks(state);
  for (std::size_t p = 0; p < static_cast<std::size_t>(game.num_players()); ++p) {
    CHECK(reference.scores()[p] == scores[p]);
    CHECK(reference.ranks()[p] == ranks[p]);
  }
  CHECK(reference.end() == game.end_reason(state));
}

void play_many(int players, int games, std::uint64_t seed) {
  static constexpr std::array<const char*, 4> kPairs = {"fin|beam,turbo|scope", "scope|turbo,beam|fin",
                                                        "fin|turbo,beam|scope", "beam|turbo,fin|scope"};
  for (int i = 0; i < games; ++i) {
    CAPTURE(players);
    CAPTURE(i);
    Rng rng = Rng::derive(seed, Stream::test, {static_cast<std::uint64_t>(players), static_cast<std::uint64_t>(i)});
    Rules rules = Game::default_rules(players);
    if (i % 2 == 1) {
      rules.card_pairs = kPairs[rng.below(4)];
      rules.max_flips = 1 + static_cast<int>(rng.below(rng.below(4) == 0 ? 40 : 8));
      rules.last_round_tiles = 5 + static_cast<int>(rng.below(35));
      rules.max_rounds = 1 + static_cast<int>(rng.below(60));
      rules.pairs_bonus = static_cast<int>(rng.below(101));
    }
    play_both(Game(rules), ReferenceGame(rules), rng, i % 4 < 2);
  }
}

Ocean small_ocean(Rng& rng) {
  Ocean ocean{.rows = 1 + static_cast<int>(rng.below(5)), .columns = 2 + static_cast<int>(rng.below(7)), .tiles = {}};
  if (ocean.rows * ocean.columns < 5) ocean = {.rows = 2, .columns = 3, .tiles = {}};
  std::vector<std::string> others, tiles = {"F1", "H1", "E5"};
  for (int tile = 0; tile < kCells; ++tile) {
    if (std::find(tiles.begin(), tiles.end(), tile_name(tile)) == tiles.end()) others.push_back(tile_name(tile));
  }
  rng.shuffle(std::span<std::string>(others));
  tiles.insert(tiles.end(), others.begin(), others.begin() + (ocean.rows * ocean.columns - 3));
  rng.shuffle(std::span<std::string>(tiles));
  ocean.tiles = tiles;
  return ocean;
}

}  // namespace

TEST_CASE("the packed engine and the reference agree on every event of random games") {
  for (int players = 2; players <= 5; ++players) play_many(players, test::scaled(300, 8), 1);
}

TEST_CASE("the packed engine and the reference agree on small oceans") {
  for (int i = 0; i < test::scaled(200, 8); ++i) {
    CAPTURE(i);
    Rng rng = Rng::derive(2, Stream::test, {static_cast<std::uint64_t>(i)});
    const Ocean ocean = small_ocean(rng);
    Rules rules = Game::default_rules(2 + static_cast<int>(rng.below(4)));
    rules.last_round_tiles = static_cast<int>(rng.below(8));
    rules.max_flips = 1 + static_cast<int>(rng.below(12));
    play_both(Game(rules, ocean), ReferenceGame(rules, ocean), rng, i % 2 == 0);
  }
}

TEST_SUITE("slow") {
  TEST_CASE("the packed engine and the reference agree on ten thousand games of each player count") {
    for (int players = 2; players <= 5; ++players) play_many(players, test::scaled(10000, 100), 3);
  }
}

}  // namespace atl::reef_rescue
