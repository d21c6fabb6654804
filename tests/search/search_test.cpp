// Known answers and invariants, the same for every algorithm.
#include <doctest/doctest.h>

#include "search/flat.hpp"
#include "search/mo_ismcts.hpp"
#include "search/pimc.hpp"
#include "search/ris_mcts.hpp"
#include "search/so_ismcts.hpp"
#include "tests/search/positions.hpp"
#include "tests/toy/kuhn.hpp"
#include "tests/toy/maxn.hpp"
#include "tests/toy/nim.hpp"
#include "tests/toy/worlds.hpp"

using namespace atl;
using namespace atl::test;

namespace {

template <class G>
using Plain = SoIsmcts<G>;
template <class G>
using Pom = SoIsmcts<G, View::observations>;

/// Runs check.template operator()<Search>() for every algorithm on game G.
template <class G, class Check>
void for_all(Check&& check) {
  check.template operator()<Flat<G>>();
  check.template operator()<Pimc<G>>();
  check.template operator()<Plain<G>>();
  check.template operator()<Pom<G>>();
  check.template operator()<MoIsmcts<G>>();
  check.template operator()<RisMcts<G>>();
}

}  // namespace

TEST_CASE("every algorithm finds the winning take of nim when it knows the heap") {
  using G = toy::nim::Game;
  const G game(G::default_rules(2));
  for (std::uint32_t heap = 7; heap <= 9; ++heap) {
    if (heap == 8) continue;  // a loss whatever is taken
    for_all<G>([&]<class Search>() {
      if constexpr (!std::is_same_v<Search, Flat<G>>) {
        Table table(game);
        table.apply({heap});
        const RootStatistics found = search_at<Search>(game, table, {.budget = {.iterations = 20000}}, 1);
        CHECK(most_visited(found) == Action{heap % 4});
      }
    });
  }
}

TEST_CASE("visits of the root add up to the iterations and none exceeds its availability") {
  const auto check_game = [](const auto& game, int decisions) {
    using G = std::remove_cvref_t<decltype(game)>;
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      Table table(game);
      Rng rng = Rng::derive(seed, Stream::test, {});
      table.play_random(decisions, rng);
      if (table.over()) continue;
      for_all<G>([&]<class Search>() {
        const RootStatistics found =
            search_at<Search>(game, table, {.budget = {.iterations = 500}, .parallel = {.trees = 2}}, seed);
        std::uint64_t visits = 0;
        for (const RootAction& a : found.actions) {
          visits += a.visits;
          CHECK(a.visits <= a.availability);
          CHECK(a.mean() >= 0);
          CHECK(a.mean() <= 1);
        }
        CHECK(found.iterations == 500);
        if constexpr (std::is_same_v<Search, RisMcts<G>>) {
          const auto seats = static_cast<std::uint64_t>(game.num_players());
          CHECK(visits == 2 * ((250 + seats - 1) / seats));  // the searcher's turns, in each of two trees
        } else {
          CHECK(visits == 500);
        }
      });
    }
  };
  check_game(toy::nim::Game(toy::nim::Game::default_rules(2)), 1);
  check_game(toy::kuhn::Game(toy::kuhn::Game::default_rules(2)), 0);
  check_game(toy::worlds::Game(toy::worlds::Game::default_rules(2)), 2);
  check_game(toy::maxn::Game(toy::maxn::Game::default_rules(3)), 0);
}

TEST_CASE("max^n credits the player who chose, and paranoia and flat search differ from it where they should") {
  using G = toy::maxn::Game;
  const G game(G::default_rules(3));
  const Table table(game);
  // The tree drawn by hand: max^n takes 1; paranoid opponents and plain averages make 0 look better.
  for_all<G>([&]<class Search>() {
    const RootStatistics found = search_at<Search>(
        game, table,
        {.budget = {.iterations = 6000}, .selection = {.c = 0.3}, .reward = {.kind = Reward::score, .score_scale = 1}},
        3);
    CHECK(most_visited(found) == Action{std::is_same_v<Search, Flat<G>> ? 0U : 1U});
  });
  const RootStatistics paranoid = search_at<Plain<G>>(game, table,
                                                      {.budget = {.iterations = 6000},
                                                       .selection = {.c = 0.3},
                                                       .tree = {.backup = BackUp::paranoid},
                                                       .reward = {.kind = Reward::score, .score_scale = 1}},
                                                      3);
  CHECK(most_visited(paranoid) == Action{0});
}

// The seat that learns nothing replies at random here, as in a playout. Above this game's first reply there is one
// decision, and with nine stones there can be four more of the searcher's.
TEST_CASE("below an opponent whose tree knows nothing the searcher's tree goes on") {
  using G = toy::nim::Game;
  const G game(G::default_rules(2));
  Table table(game);
  table.apply({9});
  MultiTree<G> trees(game, {}, 1 << 20);
  trees.reset(0, 0);
  MultiTree<G>::Roles roles;
  roles.learns[0] = true;
  trees.assign(roles);
  SearchStreams random(Rng::derive(1, Stream::test, {}));
  std::size_t deepest = 0;
  for (int i = 0; i < 500; ++i) {
    G::State state = table.state();
    trees.select_and_expand(state, random.choices, random.chance);
    trees.back_up(trees.simulate(state, random.playouts));
    deepest = std::max(deepest, trees.depth());
  }
  CHECK(deepest >= 3);
  CHECK(trees.tree(1).num_nodes() == 1);
}
