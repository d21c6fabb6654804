// The unit games of tests/toy/unit_games.hpp through the exact solvers: their stated values, and what
// perfect-information Monte Carlo makes of them even with unlimited worlds.
#include "tests/toy/unit_games.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "search/exact/belief_expectimax.hpp"
#include "search/exact/best_response.hpp"
#include "search/exact/cfr.hpp"
#include "search/exact/pimc_exact.hpp"

namespace atl::exact {

namespace {

namespace unit = toy::unit;

template <class G>
G make() {
  return G(G::default_rules(2));
}

/// The set at which `player` decides first, and the slot of one of its actions.
std::uint32_t first_slot(const GameTree& tree, Player player, std::uint32_t action) {
  for (SetIndex s = 0; s < tree.sets.size(); ++s) {
    if (tree.sets[s].player == player) return tree.sets[s].first_slot + action;
  }
  return 0;
}

/// The first of the seat's own decisions of a game in which only seat 0 decides.
template <class G>
std::vector<typename BeliefExpectimax<G>::ActionValue> first_actions(const G& game) {
  BeliefExpectimax<G> solver(game, Margin{}, {.viewer = 0});
  const auto start = solver.initial_belief();
  const typename G::State before = start.front().state;
  typename G::State after = before;
  game.apply(after, {0});
  return solver.actions(solver.observe(start, game.observe(before, {0}, after, 0)));
}

}  // namespace

TEST_CASE("fusion: safe is worth 1/2, a gamble nothing, and exact PIMC gambles") {
  const auto game = make<unit::Fusion>();
  const auto actions = first_actions(game);
  REQUIRE(actions.size() == 2);
  CHECK(actions[0].value[0] == doctest::Approx(0.5));
  CHECK(actions[1].value[0] == doctest::Approx(0));
  const EnumeratedGame<unit::Fusion> enumerated(game, Margin{});
  const Policy pimc = pimc_policy(enumerated.tree());
  CHECK(pimc[first_slot(enumerated.tree(), 0, 1)] == doctest::Approx(1));
  CHECK(nash_conv(enumerated.tree(), pimc) == doctest::Approx(0.5));
}

TEST_CASE("gathering: a peek is worth 9, a call nothing, and only PIMC by vote never peeks") {
  const auto game = make<unit::Gathering>();
  const auto actions = first_actions(game);
  REQUIRE(actions.size() == 3);
  CHECK(actions[0].value[0] == doctest::Approx(0));
  CHECK(actions[1].value[0] == doctest::Approx(0));
  CHECK(actions[2].value[0] == doctest::Approx(9));
  const EnumeratedGame<unit::Gathering> enumerated(game, Margin{});
  // In each of its worlds one of the calls is right and worth 10; on average a call seems worth 0 and a peek 9, so the
  // mean rule peeks: only votes of the worlds never do.
  const Policy mean = pimc_policy(enumerated.tree());
  CHECK(mean[first_slot(enumerated.tree(), 0, 2)] == doctest::Approx(1));
  const Policy vote = pimc_policy(enumerated.tree(), PimcRule::vote);
  CHECK(vote[first_slot(enumerated.tree(), 0, 2)] == doctest::Approx(0));
  CHECK(nash_conv(enumerated.tree(), vote) == doctest::Approx(9));
}

TEST_CASE("hiding: the value is 0, and exact PIMC reveals at a price of 9") {
  const auto game = make<unit::Hiding>();
  const EnumeratedGame<unit::Hiding> enumerated(game, Margin{});
  const CfrResult cfr = solve_cfr_plus(enumerated.tree(), {.target = 1e-4});
  REQUIRE(cfr.converged);
  CHECK(std::abs(cfr.value) < 1e-3);
  const Policy pimc = pimc_policy(enumerated.tree());
  // In every world the opponent guesses right anyway: revealing brings its chip for nothing.
  CHECK(pimc[first_slot(enumerated.tree(), 0, 1)] == doctest::Approx(1));
  CHECK(-best_response(enumerated.tree(), pimc, 1).value == doctest::Approx(-9));
}

TEST_CASE("rare: risky is worth 0.98 and exact PIMC plays it") {
  const auto game = make<unit::Rare>();
  const EnumeratedGame<unit::Rare> enumerated(game, Margin{});
  const CfrResult cfr = solve_cfr_plus(enumerated.tree(), {.target = 1e-4});
  REQUIRE(cfr.converged);
  CHECK(std::abs(cfr.value - 0.98) < 1e-3);
  CHECK(pimc_policy(enumerated.tree())[first_slot(enumerated.tree(), 0, 1)] == doctest::Approx(1));
}

}  // namespace atl::exact
