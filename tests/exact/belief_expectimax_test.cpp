#include "search/exact/belief_expectimax.hpp"

#include <doctest/doctest.h>

#include "search/exact/best_response.hpp"
#include "search/exact/cfr.hpp"
#include "tests/exact/kuhn_policies.hpp"
#include "tests/toy/nim.hpp"

namespace atl::exact {

namespace {

using Nim = toy::nim::Game;

/// Nim in which nobody sees how many stones were dealt.
struct BlindNim : Nim {
  using Nim::Nim;
  Observation observe(const State& before, Action action, const State& after, Observer observer) const {
    return Nim::observe(before, action, after, observer == kOmniscient ? observer : kPublic);
  }
};

/// Nim in which everybody does.
struct OpenNim : Nim {
  using Nim::Nim;
  Observation observe(const State& before, Action action, const State& after, Observer) const {
    return Nim::observe(before, action, after, kOmniscient);
  }
};

/// Nim whose classes claim that it does not matter how many stones are taken, which is wrong.
struct FalselyClassedNim : OpenNim {
  using OpenNim::OpenNim;
  std::uint32_t action_class(const State&, Action) const { return 1; }
};

constexpr Nim::Rules kRules{.players = 2, .max_take = 3};

}  // namespace

TEST_CASE("with nothing hidden the value is that of the visible game") {
  const OpenNim game(kRules);
  BeliefExpectimax<OpenNim> solver(game, WinShare{});
  const PerSeat<double> value = solver.value(solver.initial_belief());
  CHECK(value[0] == doctest::Approx(2.0 / 3));
  CHECK(value[1] == doctest::Approx(1.0 / 3));

  auto belief = solver.belief_after(std::vector<Nim::Observation>{{.code = 9}});
  REQUIRE(belief.size() == 1);
  const auto actions = solver.actions(belief);
  REQUIRE(actions.size() == 3);
  CHECK(solver.best(actions, 0).action.code == 1);  // leaves 8
  CHECK(actions[1].value[0] == doctest::Approx(0));
}

TEST_CASE("with a common belief the value is the equilibrium value of the whole tree") {
  const BlindNim game(kRules);
  BeliefExpectimax<BlindNim> solver(game, WinShare{});
  const double value = solver.value(solver.initial_belief())[0];
  const EnumeratedGame<BlindNim> tree(game, WinShare{});
  const CfrResult cfr = solve_cfr_plus(tree.tree(), {.target = 1e-6, .max_iterations = 1'000'000});
  REQUIRE(cfr.converged);
  CHECK(std::abs(value - cfr.value) < 1e-5);
  // The policy of best actions cannot be exploited.
  const Policy policy = [&] {
    Policy out(tree.tree().num_slots, 0.0);
    for (SetIndex s = 0; s < tree.tree().sets.size(); ++s) {
      const auto actions = solver.actions(solver.belief_after(tree.observations(s)));
      const Action best = solver.best(actions, tree.tree().sets[s].player).action;
      for (std::uint32_t i = 0; i < tree.tree().sets[s].num_actions; ++i) {
        out[tree.tree().sets[s].first_slot + i] = tree.tree().action_of(s, i) == best ? 1.0 : 0.0;
      }
    }
    return out;
  }();
  CHECK(expected_values(tree.tree(), policy)[0] == doctest::Approx(value));
  CHECK(std::abs(nash_conv(tree.tree(), policy)) < 1e-12);
}

TEST_CASE("a belief after an event is the posterior") {
  const BlindNim game(kRules);
  BeliefExpectimax<BlindNim> solver(game, WinShare{});
  auto belief = solver.belief_after(std::vector<Nim::Observation>{{.code = 0}});
  REQUIRE(belief.size() == 3);
  for (const auto& world : belief) CHECK(world.probability == doctest::Approx(1.0 / 3));
  // 3 + 3 taken and not over: seven stones are out of the question only if one more is taken and the heap is not empty.
  belief = solver.belief_after(std::vector<Nim::Observation>{{.code = 0}, {.code = 3}, {.code = 3}});
  CHECK(belief.size() == 3);
  belief = solver.belief_after(std::vector<Nim::Observation>{{.code = 0}, {.code = 3}, {.code = 3}, {.code = 1}});
  CHECK(belief.size() == 2);
  belief = solver.belief_after(
      std::vector<Nim::Observation>{{.code = 0}, {.code = 3}, {.code = 3}, {.code = 1, .over = true}});
  REQUIRE(belief.size() == 1);
  CHECK(game.node_kind(belief[0].state) == NodeKind::terminal);
  CHECK_THROWS_AS(solver.observe(solver.initial_belief(), Nim::Observation{.code = 2}), DataError);
}

TEST_CASE("histories that lead to one belief are solved once") {
  const OpenNim game(kRules);
  BeliefExpectimax<OpenNim> solver(game, WinShare{});
  solver.value(solver.initial_belief());
  CHECK(solver.beliefs_remembered() <= 1 + 2 * 9);  // the deal, and at most one per heap and mover
}

TEST_CASE("values are shared within action classes only if the classes are trusted") {
  const FalselyClassedNim game(kRules);
  const std::vector<Nim::Observation> nine = {{.code = 9}};
  BeliefExpectimax<FalselyClassedNim> careful(game, WinShare{});
  const auto computed = careful.actions(careful.belief_after(nine));
  CHECK(computed[0].value[0] == doctest::Approx(1));  // leaves 8
  CHECK(computed[1].value[0] == doctest::Approx(0));
  BeliefExpectimax<FalselyClassedNim> trusting(game, WinShare{}, {.trust_action_classes = true});
  const auto shared = trusting.actions(trusting.belief_after(nine));
  CHECK(shared[1].value[0] == shared[0].value[0]);
  CHECK(shared[2].value[0] == shared[0].value[0]);
}

TEST_CASE("a game with secrets between the players is refused") {
  BeliefExpectimax<Kuhn> solver(kuhn_game(), Margin{});
  CHECK_THROWS_WITH_AS(solver.value(solver.initial_belief()),
                       "seat 0 sees what others do not (beliefs differ). Use CFR", DataError);
  BeliefExpectimax<Kuhn> one_sided(kuhn_game(), Margin{}, {.viewer = 0});
  CHECK_THROWS_WITH_AS(one_sided.value(one_sided.initial_belief()),
                       "seat 1 has choices (only the viewer may). Use a public belief or CFR", DataError);
}

TEST_CASE("too many beliefs are refused with the limit in the message") {
  const BlindNim game(kRules);
  BeliefExpectimax<BlindNim> solver(game, WinShare{}, {.max_worlds = 5});
  CHECK_THROWS_WITH_AS(solver.value(solver.initial_belief()),
                       "game 'nim' is too large to be solved exactly (more than 5 worlds in all beliefs). Reduce the "
                       "instance or raise the limit",
                       DataError);
}

}  // namespace atl::exact
