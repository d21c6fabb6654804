/// The packed game against the oracle, event by event.
#include <algorithm>

#include "engine/reef_rescue/oracle/oracle.hpp"
#include "engine/reef_rescue/reef_rescue.hpp"
#include "tests/support/scale.hpp"
#include "tests/support/side_by_side.hpp"

namespace atl::reef_rescue {
namespace {

using Sides = test::SideBySide<Game, Oracle>;

std::vector<std::string> tiles_by_cell(const Game& game, const State& state) {
  std::vector<std::string> tiles;
  for (std::uint64_t cells = game.grid(); cells != 0;) {
    const int cell = pop_lowest_bit(cells);
    if (state.tile[cell] != kNoTile) tiles.push_back(cell_name(cell) + tile_name(state.tile[cell]));
  }
  return tiles;
}

std::vector<std::string> tiles_by_cell(const Oracle& oracle) {
  std::vector<std::string> tiles;
  for (const auto& [cell, tile] : oracle.ocean()) tiles.push_back(cell + tile);
  std::sort(tiles.begin(), tiles.end(),
            [](const std::string& a, const std::string& b) { return std::pair{a[1], a[0]} < std::pair{b[1], b[0]}; });
  return tiles;
}

/// One random game; `informed` lets the heuristic play most decisions, so that games get to their end. The tiles must
/// lie on the same cells, too.
void play_both(Sides sides, Rng& rng, bool informed) {
  const Heuristic heuristic(sides.game);
  test::PlayedGames played;
  sides.play_out(
      rng,
      [&](const State& state, Rng& random) {
        return informed && random.below(8) != 0 ? heuristic.choose(state, random)
                                                : sides.game.random_action(state, random);
      },
      played,
      [](const Sides& now) {
        if (now.game.node_kind(now.state) == NodeKind::chance) return;
        if (tiles_by_cell(now.oracle) != tiles_by_cell(now.game, now.state))
          REQUIRE(tiles_by_cell(now.oracle) == tiles_by_cell(now.game, now.state));
      });
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
      rules.min_flips = i % 4 == 3 ? 0 : 1;
      rules.max_flips = 1 + static_cast<int>(rng.below(rng.below(4) == 0 ? 40 : 8));
      rules.last_round_tiles = 5 + static_cast<int>(rng.below(35));
      rules.max_rounds = 1 + static_cast<int>(rng.below(60));
      rules.pairs_bonus = static_cast<int>(rng.below(101));
    }
    play_both(Sides(rules), rng, i % 4 < 2);
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

TEST_CASE("the packed game and the oracle agree on every event of random games") {
  for (int players = 2; players <= 5; ++players) play_many(players, test::scaled(300, 8), 1);
}

TEST_CASE("the packed game and the oracle agree on small oceans") {
  for (int i = 0; i < test::scaled(200, 8); ++i) {
    CAPTURE(i);
    Rng rng = Rng::derive(2, Stream::test, {static_cast<std::uint64_t>(i)});
    const Ocean ocean = small_ocean(rng);
    Rules rules = Game::default_rules(2 + static_cast<int>(rng.below(4)));
    rules.last_round_tiles = static_cast<int>(rng.below(8));
    rules.min_flips = i % 3 == 0 ? 0 : 1;
    rules.max_flips = 1 + static_cast<int>(rng.below(12));
    play_both(Sides(Game(rules, ocean), Oracle(rules, ocean)), rng, i % 2 == 0);
  }
}

TEST_SUITE("slow") {
  TEST_CASE("the packed game and the oracle agree on ten thousand games of each player count") {
    for (int players = 2; players <= 5; ++players) play_many(players, test::scaled(10000, 100), 3);
  }
}

}  // namespace atl::reef_rescue
