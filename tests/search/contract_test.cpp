// What every search promises whatever the game: bounded memory, the stop flag, the same numbers for any number of
// threads, nothing taken from the truth, nothing changed in the caller's information state.
#include <doctest/doctest.h>

#include <thread>

#include "search/flat.hpp"
#include "search/mo_ismcts.hpp"
#include "search/pimc.hpp"
#include "search/ris_mcts.hpp"
#include "search/so_ismcts.hpp"
#include "tests/search/positions.hpp"
#include "tests/support/scale.hpp"
#include "tests/toy/kuhn.hpp"
#include "tests/toy/phantom.hpp"

using namespace atl;
using namespace atl::test;

namespace {

using Phantom = toy::phantom::Game;
using Kuhn = toy::kuhn::Game;

template <class G, class Check>
void for_all(Check&& check) {
  check.template operator()<Flat<G>>();
  check.template operator()<Pimc<G>>();
  check.template operator()<SoIsmcts<G>>();
  check.template operator()<SoIsmcts<G, View::observations>>();
  check.template operator()<MoIsmcts<G>>();
  check.template operator()<RisMcts<G>>();
}

bool same_numbers(const RootStatistics& a, const RootStatistics& b) {
  bool same = a.iterations == b.iterations && a.nodes == b.nodes && a.depth_sum == b.depth_sum;
  for (std::size_t i = 0; i < a.actions.size(); ++i) {
    same = same && a.actions[i].visits == b.actions[i].visits && a.actions[i].sum == b.actions[i].sum &&
           a.actions[i].availability == b.actions[i].availability;
  }
  return same;
}

template <class G>
Table<G> random_table(const G& game, int decisions, std::uint64_t seed) {
  Table table(game);
  Rng rng = Rng::derive(seed, Stream::test, {77});
  table.play_random(decisions, rng);
  return table;
}

}  // namespace

TEST_CASE("1, 2 and 8 threads give the same numbers, another seed gives others") {
  const Phantom game(Phantom::default_rules(2));
  const Table table = random_table(game, 4, 1);
  for_all<Phantom>([&]<class Search>() {
    SearchParams params{.budget = {.iterations = 2003}, .parallel = {.trees = 8}};
    const RootStatistics one = search_at<Search>(game, table, params, 1);
    CHECK(one.iterations == 2003);
    params.parallel.threads = 2;
    CHECK(same_numbers(one, search_at<Search>(game, table, params, 1)));
    params.parallel.threads = 8;
    CHECK(same_numbers(one, search_at<Search>(game, table, params, 1)));
    CHECK_FALSE(same_numbers(one, search_at<Search>(game, table, params, 2)));
  });
}

TEST_CASE("a set stop flag ends a search at once, and one set later ends it soon") {
  const Phantom game(Phantom::default_rules(2));
  const Table table = random_table(game, 2, 1);
  for_all<Phantom>([&]<class Search>() {
    const StopFlag stopped{true};
    CHECK(search_at<Search>(game, table, {.budget = {.iterations = 1000000000}}, 1, false, stopped).iterations == 0);
    StopFlag later{false};
    std::thread watch([&later] {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      later = true;
    });
    const auto start = std::chrono::steady_clock::now();
    const RootStatistics found =
        search_at<Search>(game, table, {.budget = {.iterations = 1000000000, .tree_mb = 8}}, 1, false, later);
    watch.join();
    CHECK(found.iterations > 0);
    CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(2));
  });
}

TEST_CASE("the memory limit is obeyed, the search goes on in the full tree") {
  const Phantom game(Phantom::default_rules(2));
  const Table table = random_table(game, 0, 1);
  for_all<Phantom>([&]<class Search>() {
    const std::int64_t iterations = scaled(60000, 20000);
    for (const int trees : {1, 4}) {
      const RootStatistics found = search_at<Search>(game, table,
                                                     {.budget = {.iterations = iterations, .tree_mb = 1},
                                                      .parallel = {.trees = trees},
                                                      .playout = {.policy = PlayoutPolicy::uniform}},
                                                     1);
      CHECK(found.bytes <= std::size_t{1} << 20);
      CHECK(found.iterations == static_cast<std::uint64_t>(iterations));
      std::uint64_t visits = 0;
      for (const RootAction& a : found.actions) visits += a.visits;
      CHECK(visits >= found.iterations / 2);
    }
  });
}

TEST_CASE("a time limit ends the search in time") {
  const Phantom game(Phantom::default_rules(2));
  const Table table = random_table(game, 2, 1);
  for_all<Phantom>([&]<class Search>() {
    const auto start = std::chrono::steady_clock::now();
    const RootStatistics found = search_at<Search>(
        game, table, {.budget = {.iterations = 1000000000, .ms = 30, .tree_mb = 8}, .parallel = {.trees = 3}}, 1);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    CHECK(found.iterations > 0);
    CHECK(seconds >= 0.029);
    CHECK(seconds < 2);
  });
}

namespace {

/// Replaces the hidden truth by sampled histories of the same information state. Returns how many of the replacements
/// changed the numbers of the search.
template <class Search, class G>
int changed_by_truth(const G& game, const Table<G>& table, bool cheats) {
  const SearchParams params{.budget = {.iterations = 150},
                            .belief = {.public_share = std::is_same_v<Search, MoIsmcts<G>> ? 0.5 : 0}};
  const RootStatistics found = search_at<Search>(game, table, params, 9, cheats);
  Rng rng = Rng::derive(10, Stream::test, {});
  int changed = 0;
  for (int i = 0; i < 3; ++i) {
    Table<G> other(game);
    for (const Action action : table.seat(table.mover()).sample_record(rng)) other.apply(action);
    if (other.state() == table.state()) continue;
    REQUIRE(other.seat(table.mover()) == table.seat(table.mover()));
    changed += !same_numbers(found, search_at<Search>(game, other, params, 9, cheats));
  }
  return changed;
}

}  // namespace

TEST_CASE("the hidden truth never influences a decision, except that of cheaters") {
  const Phantom game(Phantom::default_rules(2));
  int cheats_changed = 0;
  for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(scaled(40, 8)); ++seed) {
    const Table table = random_table(game, static_cast<int>(3 + seed % 6), seed);
    if (table.over()) continue;
    for_all<Phantom>([&]<class Search>() {
      CHECK(changed_by_truth<Search>(game, table, false) == 0);
      cheats_changed += changed_by_truth<Search>(game, table, true);
    });
  }
  CHECK(cheats_changed > 20);
}

TEST_CASE("searching leaves the information state as it was") {
  const Phantom game(Phantom::default_rules(2));
  const Table table = random_table(game, 5, 2);
  const Phantom::InformationState before = table.seat(table.mover());
  const std::uint64_t hash = before.hash();
  for_all<Phantom>([&]<class Search>() { search_at<Search>(game, table, {.budget = {.iterations = 300}}, 1); });
  CHECK(table.seat(table.mover()) == before);
  CHECK(table.seat(table.mover()).hash() == hash);
}

TEST_CASE("with all moves public, single-observer and multiple-observer search value a position alike") {
  // Kuhn poker: only the deal is hidden. The trees are the same, the random numbers are used alike.
  const Kuhn game(Kuhn::default_rules(2));
  const Table table = random_table(game, 0, 3);
  const SearchParams params{.budget = {.iterations = 5000}, .reward = {.kind = Reward::score}};
  const RootStatistics so = search_at<SoIsmcts<Kuhn>>(game, table, params, 4);
  const RootStatistics mo = search_at<MoIsmcts<Kuhn>>(game, table, params, 4);
  for (std::size_t i = 0; i < so.actions.size(); ++i) {
    CHECK(so.actions[i].visits == mo.actions[i].visits);
    CHECK(so.actions[i].sum == mo.actions[i].sum);
  }
}

TEST_CASE("observed moves and chosen actions give the same search where every move is public") {
  const Kuhn game(Kuhn::default_rules(2));
  const Table table = random_table(game, 0, 3);
  const SearchParams params{.budget = {.iterations = 5000}, .reward = {.kind = Reward::score}};
  CHECK(same_numbers(search_at<SoIsmcts<Kuhn>>(game, table, params, 4),
                     search_at<SoIsmcts<Kuhn, View::observations>>(game, table, params, 4)));
}

TEST_CASE("a kept subtree has the numbers it had before, and the next search adds to them") {
  const Phantom game(Phantom::default_rules(2));
  const Table<Phantom> start(game);
  SearchParams params{.budget = {.iterations = 4000}};
  params.tree.reuse = true;
  RootParallel<Phantom, SoIsmcts<Phantom>> search(game, params);
  // A try at a hidden mark gives the same player another try: a turn of several decisions.
  Table table(game);
  table.apply({5});
  table.apply({6});
  Rng rng = Rng::derive(1, Stream::test, {});
  const std::size_t from = table.record().size();
  search.run({.own = table.seat(0), .common = nullptr}, table.legal(), rng, never_stop());
  table.apply({6});
  REQUIRE(table.mover() == Player(0));
  REQUIRE(search.search(0).advance(table.seat(0).sample_record(rng), from));
  const Tree& tree = search.search(0).tree();
  const std::uint32_t kept = tree.node(tree.root()).visits;
  CHECK(kept > 10);
  const RootStatistics& found = search.run({.own = table.seat(0), .common = nullptr}, table.legal(), rng, never_stop());
  std::uint64_t visits = 0;
  for (const RootAction& a : found.actions) visits += a.visits;
  CHECK(found.iterations == 4000);
  CHECK(visits == 4000 + kept);
}
