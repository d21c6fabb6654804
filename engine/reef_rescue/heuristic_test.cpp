/// The heuristic: what it does in plain positions, that it reads nothing hidden, and how long its games take.
#include <doctest/doctest.h>

#include <algorithm>

#include "engine/reef_rescue/legal.hpp"
#include "engine/reef_rescue/oracle/scene.hpp"
#include "tests/support/scale.hpp"

namespace atl::reef_rescue {
namespace {

Action choice(const Scene& g, std::uint64_t seed = 1) {
  Rng rng = Rng::derive(seed, Stream::test, {});
  return Heuristic(g.game).choose(g.state, rng);
}
std::string choice_text(const Scene& g) { return g.game.token(g.state, choice(g)); }

/// Another world with the same knowledge for the mover: the tiles of the cells it does not know, in another order.
State permuted(const Game& game, State state, Rng& rng) {
  std::vector<std::size_t> cells;
  std::vector<std::uint8_t> tiles;
  std::uint64_t known = game.known_cells(state, game.player_to_act(state));
  if (state.phase == Phase::place) known |= state.marked;  // just put there by the mover
  for (std::uint64_t unknown = state.present & ~known; unknown != 0;) {
    cells.push_back(static_cast<std::size_t>(pop_lowest_bit(unknown)));
    tiles.push_back(state.tile[cells.back()]);
  }
  rng.shuffle(std::span<std::uint8_t>(tiles));
  for (std::size_t i = 0; i < cells.size(); ++i) state.tile[cells[i]] = tiles[i];
  return state;
}

float points_of(int tile) {
  const int value = kTileInfo[tile].value;
  return static_cast<float>(value) + (value == 2 ? 1.5F : 0);
}

/// What Bright Beam is worth on the cells of `action`, cell by cell: the little tiles there, or a known set.
float shine_worth(const State& state, const Heuristic::Knowledge& k, Action action) {
  float littles = 0;
  std::uint64_t known_tiles = 0;
  for (std::uint64_t cells = shine_cells(action); cells != 0;) {
    const int cell = pop_lowest_bit(cells);
    const int tile = state.tile[cell];
    const bool is_known = (k.known >> cell & 1) != 0;
    littles += is_known ? points_of(tile) : k.little_chance * k.little_mean;
    if (is_known) known_tiles |= bit(tile);
  }
  float set = 0;
  for (int s = kSets; s-- > 0;) {
    if ((known_tiles & kSetTiles[s]) == kSetTiles[s]) set = static_cast<float>(set_value(s));
  }
  return std::max(littles, set);
}

/// How well the tile in hand lies on `cell`: 5 a side for a mate, 3 for room for one, 1 for little beside little.
float place_worth(const Game& game, const State& state, const Heuristic::Knowledge& k, int cell) {
  const TileInfo& info = kTileInfo[state.hand[state.cursor]];
  float worth = 0;
  for (const int side : {cell - 1, cell + 1}) {
    if (side < 0 || side >= kCells || side / kColumns != cell / kColumns) continue;
    if ((k.known >> side & 1) != 0) {
      const TileInfo& neighbour = kTileInfo[state.tile[side]];
      if (info.set >= 0 && neighbour.set == info.set) worth += 5;
      if (info.value > 0 && neighbour.value > 0) worth += 1;
    } else if ((game.grid() & ~state.present & bit(side)) != 0 && info.set >= 0) {
      for (std::size_t later = state.cursor + 1U; later < 3; ++later)
        worth += kTileInfo[state.hand[later]].set == info.set ? 3.0F : 0;
    }
  }
  return worth;
}

}  // namespace

TEST_CASE("beams and places are worth what counting cell by cell says") {
  int beams = 0, places = 0;
  for (std::uint64_t number = 0; number < static_cast<std::uint64_t>(test::scaled(100, 10)); ++number) {
    Rng rng = Rng::derive(22, Stream::test, {number});
    const Game game(Game::default_rules(2 + static_cast<int>(number % 4)));
    const Heuristic heuristic(game);
    State state = game.initial_state();
    play_chance(game, state, rng);
    while (game.node_kind(state) == NodeKind::decision) {
      REQUIRE(game.tiles_left(state) == tiles_on(state, state.present));
      const Action greedy = heuristic.choose(state, rng);
      if (state.phase == Phase::shine || state.phase == Phase::place) {
        const Heuristic::Knowledge k = heuristic.knowledge(state);
        const auto worth = [&](Action action) {
          return state.phase == Phase::shine ? shine_worth(state, k, action)
                                             : place_worth(game, state, k, argument_of(action));
        };
        const float offset = state.phase == Phase::shine ? 0 : 1;
        ActionList<Game> list;
        game.legal_actions(state, list);
        std::vector<float> scores(list.size());
        heuristic.scores(state, list, scores);
        float best = 0;
        for (std::size_t i = 0; i < list.size(); ++i) {
          const float points = worth(list[i]) + offset;
          REQUIRE(scores[i] == doctest::Approx(points / (points + 8)).epsilon(1e-6));
          best = std::max(best, points);
        }
        REQUIRE(worth(greedy) + offset == doctest::Approx(best).epsilon(1e-6));
        ++(state.phase == Phase::shine ? beams : places);
      }
      game.apply(state, rng.below(3) == 0 ? game.random_action(state, rng) : greedy);
    }
  }
  CHECK(beams > test::scaled(200));
  CHECK(places > test::scaled(200));
}

TEST_CASE("the heuristic takes a known set, whole, and stops") {
  Scene g(Game::default_rules(2), "fin turbo fin turbo");
  g.play("fin flip=d2 flip=e2 flip=f1 fin");
  CHECK(choice_text(g).starts_with("flip="));
  for (int flips = 0; flips < 2; ++flips) g.play(choice_text(g));
  CHECK((g.state.marked == (bit(number_of('D', '2')) | bit(number_of('E', '2')))));
  CHECK(choice_text(g) == "stop");
  g.play("stop");
  CHECK(choice_text(g) == "claim=dolphin");
}

TEST_CASE("the heuristic flips the dearest known little tiles first and claims all it shows") {
  Scene h(Game::default_rules(2), "fin turbo fin turbo");
  h.play("fin flip=c1 flip=a3 flip=a4 flip=f1 turbo");
  CHECK(choice_text(h) == "flip=c1");
  h.play("flip=c1 flip=a3 flip=a4 stop");
  CHECK(choice_text(h) == "claim=c1");
  h.play("claim=c1");
  CHECK(choice_text(h) == "claim=a3");
}

TEST_CASE("the heuristic lights a known pair of neighbours with the beam") {
  Scene g(Game::default_rules(2), "fin turbo beam turbo");
  g.play("fin flip=a1 flip=b1 flip=f1");
  CHECK(choice_text(g) == "beam");
  g.play("beam");
  CHECK(choice_text(g).starts_with("shine=a1-"));
}

TEST_CASE("the heuristic lays the halves it lifts side by side") {
  Scene g(Game::default_rules(2), "fin turbo beam scope");
  g.play("fin flip=d1 flip=e2 flip=e1 flip=f1 scope");  // the halves of the whale shark are known
  for (int i = 0; i < 3; ++i) g.play(choice_text(g));
  REQUIRE(g.state.phase == Phase::place);
  for (int i = 0; i < 3; ++i) g.play(choice_text(g));
  const auto at = [&](const char* tile) {
    return std::find(g.state.tile.begin(), g.state.tile.end(), number_of(tile[0], tile[1])) - g.state.tile.begin();
  };
  CHECK(std::abs(at("D1") - at("E1")) == 1);
  CHECK(at("D1") / kColumns == at("E1") / kColumns);
}

TEST_CASE("the heuristic reads nothing that the mover does not know") {
  int tried = 0;
  for (std::uint64_t number = 0; number < static_cast<std::uint64_t>(test::scaled(200, 12)); ++number) {
    Rng rng = Rng::derive(21, Stream::test, {number});
    const Game game(Game::default_rules(2 + static_cast<int>(number % 4)));
    const Heuristic heuristic(game);
    State state = game.initial_state();
    play_chance(game, state, rng);
    while (game.node_kind(state) == NodeKind::decision) {
      const State other = permuted(game, state, rng);
      Rng first = rng, second = rng;
      ActionList<Game> list;
      game.legal_actions(state, list);
      std::vector<float> here(list.size()), there(list.size());
      heuristic.scores(state, list, here);
      heuristic.scores(other, list, there);
      if (here != there) REQUIRE(here == there);
      if (heuristic.choose(state, first) != heuristic.choose(other, second)) REQUIRE(false);
      if (heuristic.evaluate(state) != heuristic.evaluate(other)) REQUIRE(false);
      if (!std::all_of(here.begin(), here.end(), [](float score) { return score >= 0 && score <= 1; })) REQUIRE(false);
      const Action action = rng.below(4) == 0 ? game.random_action(state, rng) : heuristic.choose(state, rng);
      if (!is_legal(game, state, action)) REQUIRE(false);
      game.apply(state, action);
      tried += other == state ? 0 : 1;
    }
  }
  CHECK(tried > test::scaled(5000));
}

TEST_CASE("actions in one class turn up equally many cells that nobody ever touched") {
  const Game game(Game::default_rules(2));
  Rng rng = Rng::derive(22, Stream::test, {});
  long merged = 0;
  for (int number = 0; number < 20; ++number) {
    State state = game.initial_state();
    play_chance(game, state, rng);
    while (game.node_kind(state) == NodeKind::decision) {
      ActionList<Game> list;
      game.legal_actions(state, list);
      for (std::size_t i = 0; i < list.size(); ++i) {
        if (verb_of(list[i]) == Verb::shine || (verb_of(list[i]) == Verb::flip && state.marked == 0)) {
          if (!is_legal(game, state, {game.action_class(state, list[i])})) REQUIRE(false);  // named after an action
        }
        for (std::size_t j = 0; j < i; ++j) {
          merged += game.action_class(state, list[i]) == game.action_class(state, list[j]) ? 1 : 0;
          if (game.action_class(state, list[i]) != game.action_class(state, list[j])) continue;
          if (verb_of(list[i]) != verb_of(list[j])) REQUIRE(false);
          // Flips and beams: cells never touched, as many of them.
          if (verb_of(list[i]) == Verb::flip) {
            const std::uint64_t both = bit(argument_of(list[i])) | bit(argument_of(list[j]));
            if ((both & ~state.fresh) != 0) REQUIRE((both & ~state.fresh) == 0);
          } else {
            REQUIRE(verb_of(list[i]) == Verb::shine);
            const std::uint64_t a = shine_cells(list[i]), b = shine_cells(list[j]);
            REQUIRE(std::popcount(a) == std::popcount(b));
            REQUIRE(((a | b) & ~state.fresh) == 0);
          }
        }
      }
      game.apply(state, game.random_action(state, rng));
    }
  }
  CHECK(merged > 1000);
}

// The means of 400 games have a standard error of about 0.06 rounds; the limits are several of these away.
TEST_CASE("greedy players finish in about the rounds that people with a memory need") {
  static constexpr std::array<double, 4> kAbout = {12, 8, 6, 5};
  for (int players = 2; players <= 5; ++players) {
    const Game game(Game::default_rules(players));
    const Heuristic heuristic(game);
    Rng rng = Rng::derive(23, Stream::test, {static_cast<std::uint64_t>(players)});
    double rounds = 0;
    const int games = test::scaled(400, 100);
    for (int i = 0; i < games; ++i) {
      State state = game.initial_state();
      play_chance(game, state, rng);
      while (game.node_kind(state) == NodeKind::decision) game.apply(state, heuristic.choose(state, rng));
      CHECK(game.end_reason(state) == "tiles");
      rounds += state.round;
    }
    CAPTURE(players);
    CHECK(std::abs(rounds / games - kAbout[static_cast<std::size_t>(players - 2)]) < 1.5);
  }
}

}  // namespace atl::reef_rescue
