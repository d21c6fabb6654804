#include "tests/toy/leduc.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "search/exact/best_response.hpp"
#include "search/exact/cfr.hpp"
#include "search/exact/pimc_exact.hpp"

namespace atl::exact {

namespace {
using Leduc = toy::leduc::Game;
}

TEST_CASE("Leduc poker has 936 information sets, and best responses win 4.7472 chips from uniform play") {
  const Leduc game(Leduc::default_rules(2));
  const EnumeratedGame<Leduc> leduc(game, Margin{});
  CHECK(leduc.tree().sets.size() == 936);
  CHECK(std::abs(nash_conv(leduc.tree(), uniform_policy(leduc.tree())) - 4.7472) < 1e-4);
}

// The value that the literature gives for Leduc poker is -0.0856 for the first player.
TEST_CASE("CFR+ finds the value of Leduc poker") {
  const Leduc game(Leduc::default_rules(2));
  const EnumeratedGame<Leduc> leduc(game, Margin{});
  const CfrResult result = solve_cfr_plus(leduc.tree(), {.target = 2e-3, .max_iterations = 5000, .check_every = 100});
  REQUIRE(result.converged);
  CHECK(std::abs(result.value + 0.0856) < 2e-3);
  // Determinized search is far from it, even with unlimited worlds.
  CHECK(exploitability(leduc.tree(), pimc_policy(leduc.tree())) > 0.4);
}

}  // namespace atl::exact
