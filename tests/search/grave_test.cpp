// All moves as first (grave.hpp): the numbers it keeps, and that a search with few iterations and many alternatives is
// better with it.
#include <doctest/doctest.h>

#include "search/grave.hpp"
#include "search/pimc.hpp"
#include "search/so_ismcts.hpp"
#include "tests/search/positions.hpp"
#include "tests/support/scale.hpp"
#include "tests/toy/harvest.hpp"
#include "tests/toy/kuhn.hpp"

using namespace atl;
using namespace atl::test;

namespace {

using Harvest = toy::harvest::Game;
constexpr std::size_t kBytes = std::size_t{1} << 20;

GraveParams counting_from(int reference, double bias = 1e-4) { return {.visits = reference, .bias = bias}; }

SearchParams with_grave(SearchParams params, int reference) {
  params.grave = counting_from(reference);
  return params;
}

/// Mean yield of the field chosen first, over some seeds.
template <class Search>
double mean_yield(const SearchParams& params, int seeds) {
  const Harvest game(Harvest::default_rules(2));
  const Table<Harvest> table(game);
  double sum = 0;
  for (int seed = 0; seed < seeds; ++seed) {
    sum += Harvest::yield(most_visited(search_at<Search>(game, table, params, static_cast<std::uint64_t>(seed))));
  }
  return sum / seeds;
}

}  // namespace

TEST_CASE("first moves count once per iteration for every node from which they lie ahead") {
  Grave grave(counting_from(1), kBytes);
  const std::vector<NodeId> nodes = {{7}, {8}};
  const std::vector<Move> moves = {{0, {1}}, {1, {2}}, {0, {3}}, {1, {2}}, {0, {1}}};
  grave.learn(nodes, moves, {0.75F, 0.25F});
  grave.begin({7});
  CHECK(grave.at(0, {1}).visits == 1);
  CHECK(grave.at(0, {1}).mean == 0.75F);
  CHECK(grave.at(1, {2}).visits == 1);
  CHECK(grave.at(1, {2}).mean == 0.25F);
  CHECK(grave.at(0, {2}).visits == 0);  // another player's move
  grave.begin({8});
  CHECK(grave.at(0, {3}).visits == 1);
  CHECK(grave.at(0, {1}).visits == 1);  // played later, too
  grave.begin({9});
  CHECK(grave.at(0, {1}).visits == 0);
  grave.clear();
  grave.begin({7});
  CHECK(grave.at(0, {1}).visits == 0);
}

TEST_CASE("the reference is the nearest node with enough visits") {
  Grave grave(counting_from(50), kBytes);
  grave.learn(std::vector<NodeId>{{1}}, std::vector<Move>{{0, {1}}}, {1, 0});
  grave.learn(std::vector<NodeId>{{2}}, std::vector<Move>{{0, {1}}}, {0, 1});
  grave.begin({1});
  grave.pass({2}, 49);
  CHECK(grave.at(0, {1}).mean == 1);
  grave.pass({2}, 50);
  CHECK(grave.at(0, {1}).mean == 0);
}

TEST_CASE("an edge's own mean takes over with its visits, sooner with a larger bias") {
  const Grave grave(counting_from(1, 0.01), kBytes);
  const Grave eager(counting_from(1, 1), kBytes);
  const Grave::Count first{.visits = 100, .mean = 1};
  CHECK(grave.blend(0, 0, first) == 1);
  CHECK(grave.blend(0.25F, 10, {}) == 0.25F);
  CHECK(grave.blend(0, 100, first) == doctest::Approx(100.0 / (100 + 100 + 0.01 * 100 * 100)));
  CHECK(eager.blend(0, 100, first) < grave.blend(0, 100, first));
  CHECK(grave.blend(0, 10000, first) < grave.blend(0, 100, first));
}

TEST_CASE("the table stays within its quarter of the memory and keeps what is asked most") {
  Grave grave(counting_from(1), 4096);
  CHECK(grave.bytes() <= 1024);
  Rng rng = Rng::derive(1, Stream::test, {});
  for (int i = 0; i < 2000; ++i) {
    const std::vector<NodeId> nodes = {{1}, {2 + rng.below(10000)}};
    const std::vector<Move> moves = {{0, {1}}, {0, {2}}};
    grave.learn(nodes, moves, {0.5F, 0.5F});
  }
  grave.begin({1});
  CHECK(grave.at(0, {1}).visits > 1);
  CHECK(grave.at(0, {1}).mean == 0.5F);
}

TEST_CASE("with few iterations and many fields first moves find the good ones sooner") {
  // 40 alternatives and 200 iterations: five visits each without it. Fixed seeds: no false alarms.
  const SearchParams plain{
      .budget = {.iterations = 200}, .selection = {.c = 0.1}, .reward = {.kind = Reward::score, .score_scale = 100}};
  const int seeds = 30;  // never fewer: six do not show it
  const double without = mean_yield<SoIsmcts<Harvest>>(plain, seeds);
  const double with = mean_yield<SoIsmcts<Harvest>>(with_grave(plain, 20), seeds);
  CAPTURE(without);
  CAPTURE(with);
  CHECK(with > without + 3);
  SearchParams one_world = plain;
  one_world.belief.worlds = 1;
  CHECK(mean_yield<Pimc<Harvest>>(with_grave(one_world, 20), seeds) > mean_yield<Pimc<Harvest>>(one_world, seeds) + 3);
}

TEST_CASE("grave is refused where the choice is not made by means") {
  const toy::kuhn::Game game(toy::kuhn::Game::default_rules(2));
  SearchParams params = with_grave({}, 10);
  params.selection.formula = Selection::exp3;
  CHECK_THROWS_AS((RootParallel<toy::kuhn::Game, SoIsmcts<toy::kuhn::Game>>(game, params)), InputError);
  params.selection.formula = Selection::tuned;
  CHECK_NOTHROW((RootParallel<toy::kuhn::Game, SoIsmcts<toy::kuhn::Game>>(game, params)));
}
