// Several threads in one tree (tree_parallel.hpp). What they find is not reproducible; what must hold whatever the
// schedule is here. To be run under ThreadSanitizer as well.
#include <doctest/doctest.h>

#include <thread>

#include "search/tree_parallel.hpp"
#include "tests/search/positions.hpp"
#include "tests/support/scale.hpp"
#include "tests/toy/bandit.hpp"
#include "tests/toy/errands.hpp"
#include "tests/toy/nim.hpp"
#include "tests/toy/phantom.hpp"

using namespace atl;
using namespace atl::test;

namespace {

SearchParams in_one_tree(SearchParams params, int threads, int virtual_loss = 1) {
  params.parallel.mode = Parallel::tree;
  params.parallel.threads = threads;
  if (threads > 1) params.parallel.virtual_loss = virtual_loss;
  return params;
}

/// What holds of any finished search of `iterations` on an empty tree.
void check_sums(const RootStatistics& found, std::uint64_t iterations) {
  std::uint64_t visits = 0;
  for (const RootAction& action : found.actions) {
    visits += action.visits;
    CHECK(action.visits <= action.availability);
    CHECK(action.sum >= 0);
    CHECK(action.sum <= static_cast<double>(action.visits) + 1e-3);
  }
  CHECK(visits == iterations);
  CHECK(found.iterations == iterations);
  CHECK(found.worlds == iterations);
}

/// No node has virtual losses left: an edge's visits are those of the children below it and the ones that ended there.
void check_tree(const Tree& tree, NodeId id) {
  const Node& node = tree.node(id);
  std::uint64_t visits = 0;
  for (std::uint32_t i = 0; i < node.size; ++i) {
    const EdgeId e = node.edge(i);
    visits += tree.edge(e).visits;
    std::uint64_t below = 0;
    tree.for_each_child(e, [&](NodeId child) {
      below += tree.node(child).visits;
      check_tree(tree, child);
    });
    CHECK(below < tree.edge(e).visits);  // the first visit made the edge and no child
  }
  CHECK(visits == node.visits);
}

}  // namespace

TEST_CASE("parallel search in one tree: visits add up to the budget and no virtual loss remains") {
  using G = toy::phantom::Game;
  const G game(G::default_rules(2));
  Table<G> table(game);
  Rng rng = Rng::derive(1, Stream::test, {});
  table.play_random(3, rng);
  for (const int threads : {1, 2, 4}) {
    for (const int virtual_loss : {1, 5}) {
      const auto iterations = static_cast<std::uint64_t>(scaled(8000, 800) + 3);
      const SearchParams params =
          in_one_tree({.budget = {.iterations = static_cast<std::int64_t>(iterations)}}, threads, virtual_loss);
      RootParallel<G, TreeParallel<G>> search(game, params);
      Rng think = Rng::derive(2, Stream::test, {});
      const RootStatistics& found =
          search.run({.own = table.seat(table.mover()), .common = nullptr}, table.legal(), think, never_stop());
      check_sums(found, iterations);
      const Tree& tree = search.search(0).tree();
      CHECK(tree.node(tree.root()).visits == iterations);
      check_tree(tree, tree.root());
    }
  }
}

TEST_CASE("parallel search in one tree finds the winning take and the rarely available arms") {
  const toy::nim::Game nim(toy::nim::Game::default_rules(2));
  for (const std::uint32_t heap : {7U, 9U}) {
    Table table(nim);
    table.apply({heap});
    const auto found =
        search_at<TreeParallel<toy::nim::Game>>(nim, table, in_one_tree({.budget = {.iterations = 20000}}, 3), 1);
    CHECK(most_visited(found) == Action{heap % 4});
  }
  const toy::bandit::Game bandit(toy::bandit::Game::default_rules(2));
  const Table table(bandit);
  CHECK(most_visited(search_at<TreeParallel<toy::bandit::Game>>(
            bandit, table, in_one_tree({.budget = {.iterations = 30000}}, 4), 1)) == Action{1});
}

TEST_CASE("parallel search in one tree works with every selection but regret, with memories and first moves") {
  using G = toy::errands::Game;
  const G game(G::default_rules(2));
  Table<G> table(game);
  table.apply({1});
  for (const Selection selection :
       {Selection::ucb1, Selection::tuned, Selection::puct, Selection::smooth, Selection::exp3}) {
    SearchParams params = in_one_tree({.budget = {.iterations = scaled(4000, 400)}}, 3);
    params.selection.formula = selection;
    params.playout.policy = PlayoutPolicy::nst;
    params.chance.mode = ChanceMode::observed;
    params.grave.visits = selection == Selection::exp3 ? 0 : 10;
    check_sums(search_at<TreeParallel<G>>(game, table, params, 3),
               static_cast<std::uint64_t>(params.budget.iterations));
  }
  SearchParams params = in_one_tree({}, 2);
  params.selection.formula = Selection::regret;
  CHECK_THROWS_AS((RootParallel<G, TreeParallel<G>>(game, params)), InputError);
  params.selection.formula = Selection::ucb1;
  params.parallel.trees = 2;
  CHECK_THROWS_AS((RootParallel<G, TreeParallel<G>>(game, params)), InputError);
}

TEST_CASE("parallel search in one tree obeys iterations, time, memory and the stop flag") {
  using G = toy::phantom::Game;
  const G game(G::default_rules(2));
  const Table<G> table(game);
  for (const std::int64_t iterations : {0, 1, 2, 5}) {
    const RootStatistics found =
        search_at<TreeParallel<G>>(game, table, in_one_tree({.budget = {.iterations = iterations}}, 3), 1);
    check_sums(found, static_cast<std::uint64_t>(iterations));
  }
  const SearchParams small = in_one_tree({.budget = {.iterations = scaled(60000, 20000), .tree_mb = 1}}, 3);
  const RootStatistics full = search_at<TreeParallel<G>>(game, table, small, 1);
  CHECK(full.bytes <= std::size_t{1} << 20);
  CHECK(full.iterations == static_cast<std::uint64_t>(small.budget.iterations));

  const StopFlag stopped{true};
  const SearchParams endless = in_one_tree({.budget = {.iterations = 1000000000, .tree_mb = 8}}, 3);
  CHECK(search_at<TreeParallel<G>>(game, table, endless, 1, false, stopped).iterations == 0);
  StopFlag later{false};
  std::thread watch([&later] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    later = true;
  });
  const auto start = std::chrono::steady_clock::now();
  CHECK(search_at<TreeParallel<G>>(game, table, endless, 1, false, later).iterations > 0);
  watch.join();
  SearchParams timed = endless;
  timed.budget.ms = 30;
  CHECK(search_at<TreeParallel<G>>(game, table, timed, 1).iterations > 0);
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(4));
}

TEST_CASE("parallel search in one tree keeps its subtree within a turn") {
  using G = toy::phantom::Game;
  const G game(G::default_rules(2));
  SearchParams params = in_one_tree({.budget = {.iterations = 4000}}, 3);
  params.tree.reuse = true;
  RootParallel<G, TreeParallel<G>> search(game, params);
  Table table(game);
  table.apply({5});
  table.apply({6});
  Rng rng = Rng::derive(1, Stream::test, {});
  const std::size_t from = table.record().size();
  search.run({.own = table.seat(0), .common = nullptr}, table.legal(), rng, never_stop());
  table.apply({6});
  REQUIRE(search.search(0).advance(table.seat(0).sample_record(rng), from));
  const Tree& tree = search.search(0).tree();
  const std::uint32_t kept = tree.node(tree.root()).visits;
  CHECK(kept > 10);
  const RootStatistics& found = search.run({.own = table.seat(0), .common = nullptr}, table.legal(), rng, never_stop());
  std::uint64_t visits = 0;
  for (const RootAction& action : found.actions) visits += action.visits;
  CHECK(visits == static_cast<std::uint64_t>(params.budget.iterations) + kept);
}
