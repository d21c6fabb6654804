// The memory game twice: the dynamic programme of tests/toy/memory.hpp over (pairs left, cards known) against
// expectimax over beliefs, which knows nothing of the game's structure.
#include "tests/toy/memory.hpp"

#include <doctest/doctest.h>

#include "search/exact/belief_expectimax.hpp"

namespace atl::exact {

TEST_CASE("expectimax over beliefs and the theory of Zwick and Paterson agree on the memory game") {
  using Memory = toy::memory::Game;
  toy::memory::Optimum optimum;
  for (const int pairs : {1, 2, 3}) {
    CAPTURE(pairs);
    const Memory game({.players = 2, .pairs = pairs});
    BeliefExpectimax<Memory> solver(game, Margin{});
    const PerSeat<double> value = solver.value(solver.initial_belief());
    CHECK(2 * value[0] == doctest::Approx(optimum.value(pairs, 0)).epsilon(1e-12));
    CHECK(value[0] + value[1] == doctest::Approx(0));
  }
}

}  // namespace atl::exact
