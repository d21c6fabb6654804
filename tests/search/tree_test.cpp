#include <doctest/doctest.h>

#include <map>

#include "engine/core/rng.hpp"
#include "search/reward.hpp"
#include "search/root_statistics.hpp"
#include "search/tree.hpp"
#include "search/tree_policy.hpp"
#include "tests/support/scale.hpp"
#include "tests/toy/maxn.hpp"

using namespace atl;

TEST_CASE("edges and outcomes of a node agree with ordinary maps") {
  Tree tree(std::size_t{64} << 20);
  const NodeId root = tree.reset(0);
  Rng rng = Rng::derive(3, Stream::test, {});
  std::map<std::uint32_t, float> edges;
  std::map<std::pair<std::uint32_t, std::uint32_t>, NodeId> children;
  const int steps = test::scaled(30000, 1000);
  for (int i = 0; i < steps; ++i) {
    const std::uint32_t key = rng.below(700) * 7919;
    EdgeId edge = tree.find_edge(root, key);
    CHECK((edge != kNoEdge) == edges.contains(key));
    if (edge == kNoEdge) {
      edge = tree.add_edge(root, key);
      tree.edge(edge).sum = static_cast<float>(i);
      edges[key] = static_cast<float>(i);
    }
    CHECK(tree.edge(edge).sum == edges[key]);
    const std::uint32_t result = rng.below(60);
    const auto known = children.find({key, result});
    CHECK(tree.peek(edge, result, 1) == (known == children.end() ? kNoNode : known->second));
    const NodeId child = tree.follow(edge, result, 1);
    if (known != children.end()) CHECK(child == known->second);
    children[{key, result}] = child;
  }
  CHECK(tree.node(root).size == edges.size());
  std::uint32_t last = 0;
  for (const Edge& edge : tree.edges_of(tree.node(root))) {
    if (&edge != tree.edges_of(tree.node(root)).data()) CHECK(edge.key > last);
    last = edge.key;
  }
}

TEST_CASE("one result with different movers has a child for each") {
  Tree tree(1 << 20);
  const NodeId root = tree.reset(0);
  for (const std::uint32_t result : {0U, 5U}) {
    const EdgeId edge = tree.add_edge(root, 10 + result);
    const NodeId a = tree.follow(edge, result, 0);
    const NodeId b = tree.follow(edge, result, 1);
    CHECK(a != b);
    CHECK(tree.node(a).mover == Player(0));
    CHECK(tree.node(b).mover == Player(1));
    CHECK(tree.follow(edge, result, 1) == b);
    CHECK(tree.peek(edge, result, 0) == a);
    CHECK(tree.peek(edge, result, 1) == b);
  }
}

TEST_CASE("a full tree refuses to grow, stays within its bytes and keeps what it has") {
  constexpr std::size_t kLimit = 20000;
  Tree tree(kLimit);
  const NodeId root = tree.reset(0);
  std::uint32_t added = 0;
  while (tree.add_edge(root, added) != kNoEdge) ++added;
  CHECK(added >= 100);
  CHECK(tree.bytes() <= kLimit);
  for (std::uint32_t key = 0; key < added; ++key) CHECK(tree.find_edge(root, key) != kNoEdge);
  tree.reset(1);
  CHECK(tree.find_edge(tree.root(), 0) == kNoEdge);
  CHECK(tree.add_edge(tree.root(), 1) != kNoEdge);
}

TEST_CASE("a copied subtree has the same edges, numbers and children") {
  Tree tree(1 << 24);
  tree.reset(0);
  Rng rng = Rng::derive(4, Stream::test, {});
  for (int i = 0; i < 5000; ++i) {
    NodeId id = tree.root();
    for (int depth = 0; depth < 6; ++depth) {
      const std::uint32_t key = rng.below(3);
      EdgeId edge = tree.find_edge(id, key);
      if (edge == kNoEdge) edge = tree.add_edge(id, key);
      ++tree.edge(edge).visits;
      id = tree.follow(edge, rng.below(3), Player(depth % 2));
      ++tree.node(id).visits;
    }
  }
  const NodeId below = tree.peek(tree.find_edge(tree.root(), 1), 2, 0);
  Tree copy(1 << 24);
  copy.copy_subtree(tree, below);
  const auto compare = [&](auto&& self, NodeId a, NodeId b) -> void {
    CHECK(tree.node(a).visits == copy.node(b).visits);
    CHECK(tree.node(a).mover == copy.node(b).mover);
    REQUIRE(tree.node(a).size == copy.node(b).size);
    for (std::uint32_t i = 0; i < tree.node(a).size; ++i) {
      const EdgeId x = tree.node(a).edge(i);
      const EdgeId y = copy.node(b).edge(i);
      CHECK(tree.edge(x).key == copy.edge(y).key);
      CHECK(tree.edge(x).visits == copy.edge(y).visits);
      for (std::uint32_t result = 0; result < 3; ++result) {
        for (const Player mover : {Player{0}, Player{1}}) {
          const NodeId left = tree.peek(x, result, mover);
          const NodeId right = copy.peek(y, result, mover);
          CHECK((left == kNoNode) == (right == kNoNode));
          if (left != kNoNode && right != kNoNode) self(self, left, right);
        }
      }
    }
  };
  compare(compare, below, copy.root());
  CHECK(copy.num_nodes() < tree.num_nodes());
}

TEST_CASE("options meet the edges of a node: those with an edge are arms, the others untried") {
  Tree tree(1 << 20);
  const NodeId root = tree.reset(0);
  for (const std::uint32_t key : {3U, 5U, 8U, 13U}) tree.add_edge(root, key);
  const std::vector<Action> keys = {{2}, {3}, {8}, {9}, {21}};
  Arms arms(keys.size());
  arms.match(tree, root, keys);
  REQUIRE(arms.tried().size() == 2);
  CHECK(arms.tried()[0].option == 1);
  CHECK(tree.edge(arms.tried()[0].edge).key == 3);
  CHECK(arms.tried()[1].option == 2);
  CHECK(std::vector<std::uint32_t>(arms.untried().begin(), arms.untried().end()) ==
        std::vector<std::uint32_t>{0, 3, 4});
  arms.count_availability(tree, root);
  CHECK(tree.edge(tree.find_edge(root, 3)).availability == 1);
  CHECK(tree.edge(tree.find_edge(root, 5)).availability == 0);  // not legal in this world
  arms.open_all(tree, root, keys, {});
  CHECK(arms.untried().empty());
  CHECK(arms.tried().size() == keys.size());
  CHECK(tree.edge(tree.find_edge(root, 21)).availability == 1);
}

TEST_CASE("the fast logarithm is within 2e-5 of the exact one, and exact at 1") {
  CHECK(fast_log(1) == 0);
  for (std::uint32_t n = 2; n < 2000000000U; n += 1 + n / 1000) {
    CHECK(fast_log(n) == doctest::Approx(std::log(static_cast<double>(n))).epsilon(2e-5));
  }
}

TEST_CASE("sums of ten million rewards lose nothing to rounding") {
  // A float that grows beyond 4 million takes 0.3 for 0.5 or 0: the mean of equal rewards would be off by tenths.
  const int visits = test::scaled(10000000, 6000000);
  for (const Selection selection : {Selection::ucb1, Selection::smooth, Selection::puct}) {
    const TreePolicy policy({.selection = {.formula = selection}}, false, 1, 0);
    Tree tree(1 << 16);
    const EdgeId edge = tree.add_edge(tree.reset(0), 1);
    const Step step{.tree = &tree, .node = tree.root(), .edge = edge, .key = 1};
    double exact = 0;
    for (int i = 0; i < visits; ++i) {
      const float reward = i % 3 == 0 ? 0.9F : 0.3F;
      exact += static_cast<double>(reward);
      policy.learn({&step, 1}, {reward});
    }
    CHECK(tree.edge(edge).visits == static_cast<std::uint32_t>(visits));
    CHECK(static_cast<double>(tree.edge(edge).sum) / visits == doctest::Approx(exact / visits).epsilon(1e-6));
  }
}

namespace {

/// A finished three-seat game with chosen scores and ranks.
struct Ended : toy::maxn::Game {
  using toy::maxn::Game::Game;
  PerSeat<int> points{}, places{};
  PerSeat<int> scores(const State&) const { return points; }
  PerSeat<int> ranks(const State&) const { return places; }
};

Rewards rewards(Reward kind, PerSeat<int> points, PerSeat<int> places) {
  Ended game(toy::maxn::Game::default_rules(3));
  game.points = points;
  game.places = places;
  return RewardFunction(kind, 10, 3).of_terminal(game, {});
}

}  // namespace

TEST_CASE("rewards share ties and stay in [0, 1]") {
  const Rewards tie = rewards(Reward::win, {5, 5, 1}, {1, 1, 3});
  CHECK(tie[0] == 0.5F);
  CHECK(tie[1] == 0.5F);
  CHECK(tie[2] == 0);
  const Rewards rank = rewards(Reward::rank, {5, 5, 1}, {1, 1, 3});
  CHECK(rank[0] == 0.75F);
  CHECK(rank[1] == 0.75F);
  CHECK(rank[2] == 0);
  const Rewards margin = rewards(Reward::margin, {15, 5, -1000000}, {1, 2, 3});
  CHECK(margin[0] == 0.75F);  // ten points ahead at a scale of ten
  CHECK(margin[1] == 0.25F);
  CHECK(margin[2] >= 0);
  CHECK(margin[2] < 0.01F);
  const Rewards both = rewards(Reward::win_margin, {15, 5, 0}, {1, 2, 3});
  CHECK(both[0] == doctest::Approx(0.875));
  const Rewards score = rewards(Reward::score, {0, 10, -10}, {2, 1, 3});
  CHECK(score[0] == 0.5F);
  CHECK(score[1] == 0.75F);
  CHECK(score[2] == 0.25F);
}

TEST_CASE("evaluated positions give smooth rewards that sum like finished ones") {
  for (const Reward kind : {Reward::win, Reward::rank}) {
    const Rewards even = RewardFunction(kind, 10, 3).of_points({4, 4, 4});
    const Rewards clear = RewardFunction(kind, 10, 3).of_points({100, 0, -100});
    const float total = kind == Reward::win ? 1.0F : 1.5F;
    CHECK(even[0] + even[1] + even[2] == doctest::Approx(total));
    CHECK(even[0] == doctest::Approx(total / 3));
    CHECK(clear[0] == doctest::Approx(1));
    CHECK(clear[2] == doctest::Approx(0));
  }
}

TEST_CASE("the final choice follows visits, means or a draw in proportion to visits") {
  RootStatistics found;
  const Action legal[] = {{1}, {2}, {3}};
  found.clear(legal);
  found.actions[0] = {.action = {1}, .visits = 60, .availability = 100, .sum = 30};
  found.actions[1] = {.action = {2}, .visits = 40, .availability = 100, .sum = 28};
  Rng rng = Rng::derive(5, Stream::test, {});
  CHECK(found.choose(FinalChoice::visits, rng) == Action{1});
  CHECK(found.choose(FinalChoice::mean, rng) == Action{2});
  int drawn[4] = {};
  const int draws = test::scaled(10000, 1000);
  for (int i = 0; i < draws; ++i) ++drawn[found.choose(FinalChoice::sample, rng).code];
  CHECK(drawn[3] == 0);
  // Six standard errors: false alarms below 1e-8.
  CHECK(std::abs(drawn[1] - 0.6 * draws) < 6 * std::sqrt(0.24 * draws));

  found.clear(legal);
  int any[4] = {};
  for (int i = 0; i < 300; ++i) ++any[found.choose(FinalChoice::visits, rng).code];
  for (int code = 1; code <= 3; ++code) CHECK(any[code] > 30);
}
