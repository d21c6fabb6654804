// Three and four players: the trees of tests/toy/maxn.hpp have unique max^n solutions.
#include "tests/toy/maxn.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "search/exact/belief_expectimax.hpp"
#include "search/exact/best_response.hpp"
#include "search/exact/pimc_exact.hpp"

namespace atl::exact {

TEST_CASE("with more than two players the solvers find the max^n solution") {
  using Maxn = toy::maxn::Game;
  const Utility<Maxn> scores = [](const Maxn& game, const toy::maxn::State& state) {
    PerSeat<double> out{};
    for (std::size_t p = 0; p < out.size(); ++p) out[p] = game.scores(state)[p];
    return out;
  };
  for (const auto& [players, salt] : {std::pair{3, 0}, std::pair{3, 7}, std::pair{4, 1}, std::pair{2, 5}}) {
    CAPTURE(players);
    CAPTURE(salt);
    const Maxn game({.players = players, .salt = salt});
    int ties = 0;
    const PerSeat<int> expected = toy::maxn::solve(game, game.initial_state(), ties);
    REQUIRE(ties == 0);

    BeliefExpectimax<Maxn> expectimax(game, scores);
    const PerSeat<double> value = expectimax.value(expectimax.initial_belief());
    const EnumeratedGame<Maxn> enumerated(game, scores);
    const std::vector<double> perfect = perfect_information_values(enumerated.tree());
    // Nothing is hidden, so exact PIMC is optimal play, and optimal play an equilibrium.
    const Policy policy = pimc_policy(enumerated.tree());
    const std::vector<double> played = expected_values(enumerated.tree(), policy);
    for (std::size_t p = 0; p < static_cast<std::size_t>(players); ++p) {
      CHECK(value[p] == doctest::Approx(expected[p]));
      CHECK(perfect[p] == doctest::Approx(expected[p]));
      CHECK(played[p] == doctest::Approx(expected[p]));
    }
    CHECK(std::abs(nash_conv(enumerated.tree(), policy)) < 1e-9);
    CHECK(nash_conv(enumerated.tree(), uniform_policy(enumerated.tree())) > 0.1);
  }
}

}  // namespace atl::exact
