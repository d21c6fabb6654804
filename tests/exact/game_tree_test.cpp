#include "search/exact/game_tree.hpp"

#include <doctest/doctest.h>

#include <set>

#include "tests/exact/kuhn_policies.hpp"
#include "tests/toy/kuhn.hpp"
#include "tests/toy/nim.hpp"

namespace atl::exact {

TEST_CASE("Kuhn poker has 58 histories, 30 results and 12 information sets of two nodes each") {
  const EnumeratedGame<Kuhn> kuhn(kuhn_game(), Margin{});
  const GameTree& tree = kuhn.tree();
  // root, 3 first cards, 6 deals, then per deal the lines p b pp pb bp bb pbp pbb: 1 + 3 + 6 + 6 * 8
  CHECK(tree.nodes.size() == 58);
  CHECK(tree.payoffs.size() == 30 * 2);
  CHECK(tree.sets.size() == 12);
  CHECK(tree.num_slots == 24);
  for (SetIndex s = 0; s < tree.sets.size(); ++s) CHECK(tree.members_of(s).size() == 2);
}

TEST_CASE("children stand side by side behind their parent") {
  const EnumeratedGame<Kuhn> kuhn(kuhn_game(), Margin{});
  std::vector<int> parents(kuhn.tree().nodes.size(), 0);
  for (NodeIndex n = 0; n < kuhn.tree().nodes.size(); ++n) {
    const GameTree::Node& node = kuhn.tree().nodes[n];
    CHECK((node.num_children == 0) == (node.kind == NodeKind::terminal));
    for (std::uint32_t i = 0; i < node.num_children; ++i) {
      CHECK(node.first_child + i > n);
      ++parents[node.first_child + i];
    }
  }
  CHECK(parents[0] == 0);
  for (std::size_t n = 1; n < parents.size(); ++n) CHECK(parents[n] == 1);
}

/// Walks all histories with one information state per seat and checks the tree against them.
template <class G>
struct Grouping {
  const EnumeratedGame<G>& enumerated;
  std::vector<std::pair<typename G::InformationState, SetIndex>> seen;
  std::size_t decisions = 0;

  void walk(NodeIndex n, const typename G::State& state, const std::vector<typename G::InformationState>& seats) {
    const GameTree::Node& node = enumerated.tree().nodes[n];
    const G& game = enumerated.game();
    REQUIRE(node.kind == game.node_kind(state));
    if (node.kind == NodeKind::decision) {
      ++decisions;
      REQUIRE(node.player == game.player_to_act(state));
      const auto& own = seats[node.player.index()];
      CHECK(enumerated.information_state(node.link) == own);
      for (const auto& [other, set] : seen) CHECK((other == own) == (set == node.link));
      seen.emplace_back(own, node.link);
    }
    for (std::uint32_t i = 0; i < node.num_children; ++i) {
      const Action action = enumerated.tree().action[node.first_child + i];
      typename G::State after = state;
      game.apply(after, action);
      std::vector<typename G::InformationState> next = seats;
      for (std::size_t p = 0; p < next.size(); ++p) next[p].observe(game.observe(state, action, after, Player(p)));
      walk(node.first_child + i, after, next);
    }
  }
};

TEST_CASE_TEMPLATE("two nodes share a set exactly if the mover's information states are equal", G, toy::kuhn::Game,
                   toy::nim::Game) {
  const G game = [] {
    if constexpr (std::is_same_v<G, toy::nim::Game>) {
      return G({.players = 2, .max_take = 3});
    } else {
      return G(G::default_rules(2));
    }
  }();
  const EnumeratedGame<G> enumerated(game, Margin{});
  Grouping<G> grouping{enumerated, {}, 0};
  grouping.walk(0, game.initial_state(), {{game, Observer(Player(0))}, {game, Observer(Player(1))}});
  CHECK(grouping.decisions == enumerated.tree().members.size());
}

TEST_CASE("beliefs at a set are proportional to the deals that fit") {
  const EnumeratedGame<Kuhn> kuhn(kuhn_game(), Margin{});
  for (SetIndex s = 0; s < kuhn.tree().sets.size(); ++s) {
    for (const NodeIndex member : kuhn.tree().members_of(s))
      CHECK(kuhn.tree().belief[member] == doctest::Approx(1.0 / 6));
  }
}

TEST_CASE("expected values of hand-made policies") {
  const EnumeratedGame<Kuhn> kuhn(kuhn_game(), Margin{});
  // Everybody always passes: the higher card wins one chip, which is fair.
  const Policy meek = kuhn_policy(kuhn, {});
  CHECK(expected_values(kuhn.tree(), meek)[0] == doctest::Approx(0).epsilon(1e-12));
  // The first player always bets, the second folds: one chip per game.
  const Policy bold = kuhn_policy(kuhn, {.open = {1, 1, 1}});
  CHECK(expected_values(kuhn.tree(), bold)[0] == doctest::Approx(1));
  CHECK(expected_values(kuhn.tree(), bold)[1] == doctest::Approx(-1));
  // The same in shares of the win.
  const EnumeratedGame<Kuhn> shares(kuhn_game(), WinShare{});
  CHECK(expected_values(shares.tree(), kuhn_policy(shares, {.open = {1, 1, 1}}))[0] == doctest::Approx(1));
}

TEST_CASE("combine takes one player's side and leaves the rest") {
  const EnumeratedGame<Kuhn> kuhn(kuhn_game(), Margin{});
  const Policy bold = kuhn_policy(kuhn, {.open = {1, 1, 1}, .call = {1, 1, 1}});
  const Policy meek = kuhn_policy(kuhn, {});
  CHECK(expected_values(kuhn.tree(), combine(kuhn.tree(), bold, 0, meek))[0] == doctest::Approx(1));
  CHECK(expected_values(kuhn.tree(), combine(kuhn.tree(), bold, 1, meek))[0] == doctest::Approx(0));
}

TEST_CASE("a game beyond the limit is refused with the limit in the message") {
  CHECK_THROWS_WITH_AS(
      EnumeratedGame<Kuhn>(kuhn_game(), Margin{}, 57),
      "game 'kuhn' is too large to be solved exactly (more than 57 histories). Reduce the instance or raise the limit",
      DataError);
  CHECK_NOTHROW(EnumeratedGame<Kuhn>(kuhn_game(), Margin{}, 58));
}

}  // namespace atl::exact
