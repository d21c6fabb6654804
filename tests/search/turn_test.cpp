// Turns of several actions: one order of those that commute (turn_order.hpp), one node for all orders (view_table.hpp).
#include <doctest/doctest.h>

#include <bit>
#include <map>
#include <set>

#include "engine/reef_encounter/reef_encounter.hpp"
#include "search/mo_ismcts.hpp"
#include "search/pimc.hpp"
#include "search/so_ismcts.hpp"
#include "tests/search/positions.hpp"
#include "tests/support/scale.hpp"
#include "tests/toy/errands.hpp"
#include "tests/toy/nim.hpp"

using namespace atl;
using namespace atl::test;

namespace {

using Errands = toy::errands::Game;
using Encounter = reef_encounter::Game;
static_assert(HasCommutingActions<Errands> && HasCommutingActions<Encounter> && !HasCommutingActions<toy::nim::Game>);
static_assert(HasViewKey<Errands> && HasViewKey<Encounter> && !HasViewKey<toy::nim::Game>);

/// Positions that the mover reaches in `depth` decisions of one turn, or fewer where the turn ends; how many ways there
/// are.
template <class G>
struct Reached {
  std::set<std::uint64_t> positions;
  int ways = 0;
};

template <class G>
void reach(const G& game, const typename G::State& state, Player mover, int depth, const TurnOrderFilter<G>& order,
           Reached<G>& out) {
  if (depth == 0 || game.node_kind(state) != NodeKind::decision || game.player_to_act(state) != mover) {
    out.positions.insert(game.hash(state));
    ++out.ways;
    return;
  }
  ActionList<G> legal;
  game.legal_actions(state, legal);
  order.drop_covered(mover, legal);
  for (const Action action : legal) {
    typename G::State after = state;
    game.apply(after, action);
    TurnOrderFilter<G> next = order;
    next.note(mover, action, after);
    reach(game, after, mover, depth - 1, next, out);
  }
}

template <class G>
Reached<G> reach_from(const G& game, const typename G::State& state, int depth, TurnOrder kind) {
  Reached<G> reached;
  reach(game, state, game.player_to_act(state), depth, TurnOrderFilter<G>(game, kind), reached);
  return reached;
}

/// A table of errands at the first decision.
Table<Errands> errands_table(const Errands& game) {
  Table<Errands> table(game);
  table.apply({1});
  return table;
}

SearchParams by_score(TurnOrder order, bool table) {
  SearchParams params{.budget = {.iterations = 20000}, .reward = {.kind = Reward::score, .score_scale = 5}};
  params.tree.order = order;
  params.tree.table = table;
  return params;
}

/// What a node of the tree stands for: the turn that led to it, in any order, and what seat 0 sees.
struct Meaning {
  std::uint64_t view = 0;
  Player mover = 0;
  NodeId turn = kNoNode;                                          ///< where the turn began
  std::multiset<std::pair<std::uint32_t, std::uint32_t>> events;  ///< its actions and results
  auto operator<=>(const Meaning&) const = default;
};

/// Walks every line of a tree of errands and notes what each node stands for, and how many lines reach it.
class Meanings {
 public:
  void walk(const Errands& game, const Tree& tree, NodeId id, const Errands::State& state, Meaning meaning) {
    meaning.view = game.view_key(state, 0);
    meaning.mover = game.player_to_act(state);
    const auto [known, is_new] = of_node_.emplace(id, meaning);
    contradictions_ += !(known->second == meaning);
    ++lines_[id];
    ActionList<Errands> legal;
    game.legal_actions(state, legal);
    for (const Action action : legal) {
      const EdgeId edge = tree.find_edge(id, action.code);
      if (edge == kNoEdge) continue;
      Errands::State after = state;
      game.apply(after, action);
      if (game.node_kind(after) != NodeKind::decision) continue;
      const std::uint32_t result = game.result_key(state, action, after, 0);
      const NodeId child = tree.peek(edge, result, game.player_to_act(after));
      if (child == kNoNode) continue;
      Meaning next = meaning;
      if (std::popcount(state.run[0]) == Errands::kTurn && state.run[1] == 0) {  // a turn begins here
        next.turn = id;
        next.events.clear();
      }
      next.events.emplace(action.code, result);
      walk(game, tree, child, after, next);
    }
  }

  /// Nodes reached with different views, or by turns that are no permutations of each other.
  int contradictions() const { return contradictions_; }
  /// Nodes that mean the same as another: permuted turns that were not joined.
  int doubles() const {
    std::map<Meaning, int> nodes;
    for (const auto& [node, meaning] : of_node_) ++nodes[meaning];
    int count = 0;
    for (const auto& [meaning, number] : nodes) count += number - 1;
    return count;
  }
  /// Nodes that more lines than `worlds` reach.
  int shared(int worlds) const {
    int count = 0;
    for (const auto& [node, number] : lines_) count += number > worlds;
    return count;
  }

 private:
  std::map<NodeId, Meaning> of_node_;
  std::map<NodeId, int> lines_;
  int contradictions_ = 0;
};

}  // namespace

TEST_CASE("one order of commuting actions reaches every position that all orders reach") {
  const Errands game(Errands::default_rules(2));
  const Table<Errands> table = errands_table(game);
  const auto all = reach_from(game, table.state(), 3, TurnOrder::any);
  const auto one = reach_from(game, table.state(), 3, TurnOrder::canonical);
  CHECK(all.ways == 60);
  CHECK(one.positions == all.positions);
  CHECK(one.ways < all.ways);
}

TEST_CASE("reef encounter: one order of commuting actions loses no position of a turn") {
  const Encounter game(Encounter::default_rules(2));
  int turns = 0, all_ways = 0, one_ways = 0;
  for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(scaled(12, 3)); ++seed) {
    Table<Encounter> table(game);
    Rng rng = Rng::derive(seed, Stream::test, {31});
    table.play_random(60 + static_cast<int>(rng.below(150)), rng);
    if (table.over()) continue;
    for (int depth = 2; depth <= 4; ++depth) {
      const auto all = reach_from(game, table.state(), depth, TurnOrder::any);
      if (all.ways > 60000) break;
      const auto one = reach_from(game, table.state(), depth, TurnOrder::canonical);
      CHECK(one.positions == all.positions);
      all_ways += all.ways;
      one_ways += one.ways;
      ++turns;
    }
  }
  CHECK(turns > scaled(12, 3));
  CHECK(one_ways < all_ways);
}

TEST_CASE("a list that the other order would empty stays as it is") {
  const Errands game(Errands::default_rules(2));
  TurnOrderFilter<Errands> order(game, TurnOrder::canonical);
  const Table<Errands> table = errands_table(game);
  order.note(0, {2}, table.state());
  ActionList<Errands> covered;
  covered.push_back({0});
  covered.push_back({1});
  order.drop_covered(0, covered);
  CHECK(covered.size() == 2);
  covered.push_back({3});
  order.drop_covered(1, covered);  // another player's turn
  CHECK(covered.size() == 3);
  order.drop_covered(0, covered);
  CHECK(covered.size() == 1);
}

TEST_CASE("one order and shared nodes find the same first errand with the same value in a smaller tree") {
  const Errands game(Errands::default_rules(2));
  const Table<Errands> table = errands_table(game);
  const auto check_search = [&]<class Search>() {
    const RootStatistics plain = search_at<Search>(game, table, by_score(TurnOrder::any, false), 1);
    CHECK(most_visited(plain) == Action{4});
    for (const bool shares : {false, true}) {
      if (shares && std::is_same_v<Search, MoIsmcts<Errands>>) continue;
      const RootStatistics found =
          search_at<Search>(game, table, by_score(shares ? TurnOrder::any : TurnOrder::canonical, shares), 1);
      CHECK(most_visited(found) == Action{4});
      CHECK(found.actions[4].mean() == doctest::Approx(plain.actions[4].mean()).epsilon(0.04));
      CHECK(found.nodes < plain.nodes);
    }
  };
  check_search.operator()<SoIsmcts<Errands>>();
  check_search.operator()<SoIsmcts<Errands, SeesObservations>>();
  check_search.operator()<MoIsmcts<Errands>>();
  check_search.operator()<Pimc<Errands>>();
}

TEST_CASE("shared nodes join all orders of a turn and never two views or two turns") {
  const Errands game(Errands::default_rules(2));
  const Table<Errands> table = errands_table(game);
  for (const bool shares : {false, true}) {
    SearchParams params = by_score(TurnOrder::any, shares);
    params.selection.c = 2;  // so that every first errand is searched
    params.tree.reuse = true;
    RootParallel<Errands, SoIsmcts<Errands>> search(game, params);
    Rng rng = Rng::derive(2, Stream::test, {});
    search.run({.own = table.seat(0), .common = nullptr}, table.legal(), rng, never_stop());
    const auto check_tree = [&](const Table<Errands>& at, int worlds) {  // coins seat 0 thinks possible: 1, or either
      const Tree& tree = search.search(0).tree().tree();
      Meanings meanings;
      for (int i = 0; i < worlds; ++i) {
        Errands::State world = at.state();
        world.coin = static_cast<std::uint8_t>(1 - i);
        meanings.walk(game, tree, tree.root(), world, {.view = 0, .mover = 0, .turn = tree.root(), .events = {}});
      }
      CHECK(meanings.contradictions() == 0);
      CHECK((meanings.shared(worlds) > 5) == shares);
      CHECK((meanings.doubles() > 5) == !shares);
      if (shares) CHECK(meanings.doubles() == 0);
    };
    check_tree(table, 2);
    // The kept part of the tree goes on sharing, also with lines that are new.
    Table<Errands> later = table;
    later.apply({3});
    REQUIRE(search.search(0).advance(later.seat(0).sample_record(rng), table.record().size()));
    check_tree(later, 1);
    search.run({.own = later.seat(0), .common = nullptr}, later.legal(), rng, never_stop());
    check_tree(later, 1);
  }
}

TEST_CASE("the memory limit holds with shared nodes") {
  const Encounter game(Encounter::default_rules(2));
  Table<Encounter> table(game);
  Rng rng = Rng::derive(5, Stream::test, {});
  table.play_random(60, rng);
  SearchParams params{.budget = {.iterations = scaled(3000, 1000), .tree_mb = 1}};
  params.tree.table = true;
  params.tree.order = TurnOrder::canonical;
  params.tree.reuse = true;
  const RootStatistics found = search_at<SoIsmcts<Encounter>>(game, table, params, 3);
  CHECK(found.bytes <= std::size_t{1} << 20);
  CHECK(found.iterations == static_cast<std::uint64_t>(params.budget.iterations));
}

TEST_CASE("order and table are refused for games without the knowledge they need") {
  const toy::nim::Game game(toy::nim::Game::default_rules(2));
  SearchParams ordered, shared;
  ordered.tree.order = TurnOrder::canonical;
  shared.tree.table = true;
  using Search = RootParallel<toy::nim::Game, SoIsmcts<toy::nim::Game>>;
  CHECK_THROWS_AS(Search(game, ordered), InputError);
  CHECK_THROWS_AS(Search(game, shared), InputError);
}
