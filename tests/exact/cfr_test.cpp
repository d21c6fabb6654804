#include "search/exact/cfr.hpp"

#include <doctest/doctest.h>

#include "search/exact/best_response.hpp"
#include "tests/exact/kuhn_policies.hpp"
#include "tests/toy/nim.hpp"

namespace atl::exact {

TEST_CASE("CFR+ finds the value of Kuhn poker and an equilibrium of the family") {
  const EnumeratedGame<Kuhn> kuhn(kuhn_game(), Margin{});
  const CfrResult result = solve_cfr_plus(kuhn.tree(), {.target = 1e-5});
  REQUIRE(result.converged);
  CHECK(result.exploitability <= 1e-5);
  CHECK(result.exploitability == doctest::Approx(exploitability(kuhn.tree(), result.policy)));
  CHECK(std::abs(result.value + 1.0 / 18) < 1e-5);

  const auto bet = [&](int card, const std::string& line) {
    for (SetIndex s = 0; s < kuhn.tree().sets.size(); ++s) {
      const auto information = kuhn.information_state(s);
      if (information.card() == card && information.line() == line)
        return result.policy[kuhn.tree().sets[s].first_slot + 1];
    }
    FAIL("no such information set");
    return -1.0;
  };
  // Strategies are near the family where the value is: the square root of the exploitability is a generous bound.
  const double a = bet(1, "");
  CHECK(a < 1.0 / 3 + 0.01);
  CHECK(bet(2, "") < 0.01);
  CHECK(std::abs(bet(3, "") - 3 * a) < 0.01);
  CHECK(std::abs(bet(2, "pb") - (a + 1.0 / 3)) < 0.01);
  CHECK(bet(1, "pb") < 0.01);
  CHECK(bet(3, "pb") > 0.99);
  CHECK(std::abs(bet(1, "p") - 1.0 / 3) < 0.01);
  CHECK(std::abs(bet(2, "b") - 1.0 / 3) < 0.01);
  CHECK(bet(3, "b") > 0.99);
}

TEST_CASE("a limit on iterations is obeyed and reported") {
  const EnumeratedGame<Kuhn> kuhn(kuhn_game(), Margin{});
  const CfrResult few = solve_cfr_plus(kuhn.tree(), {.target = 0, .max_iterations = 7});
  CHECK(few.iterations == 7);
  CHECK_FALSE(few.converged);
  const CfrResult more = solve_cfr_plus(kuhn.tree(), {.target = 0, .max_iterations = 700});
  CHECK(more.exploitability < few.exploitability);
}

TEST_CASE("CFR+ solves a game of constant sum that is not zero") {
  const toy::nim::Game game({.players = 2, .max_take = 3});
  const EnumeratedGame<toy::nim::Game> nim(game, WinShare{});
  const CfrResult result = solve_cfr_plus(nim.tree(), {.target = 1e-5});
  REQUIRE(result.converged);
  // With 7 or 9 stones the first player leaves 4 or 8 and wins; its secret knowledge cannot hurt it.
  CHECK(result.value >= 2.0 / 3 - 1e-4);
  CHECK(result.value <= 1);
}

TEST_CASE("CFR+ refuses games it cannot solve") {
  const EnumeratedGame<Kuhn> lopsided(kuhn_game(), [](const Kuhn& game, const Kuhn::State& state) {
    const PerSeat<int> scores = game.scores(state);
    return PerSeat<double>{double(scores[0] > 0), double(scores[1])};
  });
  CHECK_THROWS_AS(solve_cfr_plus(lopsided.tree()), DataError);
  GameTree three = lopsided.tree();
  three.num_players = 3;
  CHECK_THROWS_AS(solve_cfr_plus(three), DataError);
}

}  // namespace atl::exact
