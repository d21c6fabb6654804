#include "search/exact/best_response.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "tests/exact/kuhn_policies.hpp"
#include "tests/toy/nim.hpp"

namespace atl::exact {

namespace {

/// The oracle: every pure strategy of one player tried. Kuhn poker has 2^6 per seat.
double best_pure_value(const EnumeratedGame<Kuhn>& kuhn, const Policy& policy, Player player) {
  std::vector<SetIndex> own;
  for (SetIndex s = 0; s < kuhn.tree().sets.size(); ++s) {
    if (kuhn.tree().sets[s].player == player) own.push_back(s);
  }
  double best = -1e9;
  for (unsigned code = 0; code < (1U << own.size()); ++code) {
    Policy trial = policy;
    for (std::size_t i = 0; i < own.size(); ++i) {
      const std::uint32_t slot = kuhn.tree().sets[own[i]].first_slot;
      trial[slot + 1] = (code >> i) & 1;
      trial[slot] = 1 - trial[slot + 1];
    }
    best = std::max(best, expected_values(kuhn.tree(), trial)[player.index()]);
  }
  return best;
}

}  // namespace

TEST_CASE("a best response is the best of all pure strategies") {
  const EnumeratedGame<Kuhn> kuhn(kuhn_game(), Margin{});
  Rng rng = Rng::derive(1, Stream::test, {50});
  for (int trial = 0; trial < 50; ++trial) {
    Policy policy(kuhn.tree().num_slots);
    for (const GameTree::InformationSet& set : kuhn.tree().sets) {
      // A third of the sets pure, so that some are never reached.
      const double bet = rng.below(3) == 0 ? rng.below(2) : rng.uniform();
      policy[set.first_slot] = 1 - bet;
      policy[set.first_slot + 1] = bet;
    }
    for (const Player player : {Player{0}, Player{1}}) {
      const BestResponse response = best_response(kuhn.tree(), policy, player);
      CHECK(response.value == doctest::Approx(best_pure_value(kuhn, policy, player)).epsilon(1e-12));
      CHECK(expected_values(kuhn.tree(), response.policy)[player.index()] ==
            doctest::Approx(response.value).epsilon(1e-12));
    }
  }
}

TEST_CASE("every member of Kuhn's family is an equilibrium worth -1/18 to the first player") {
  const EnumeratedGame<Kuhn> kuhn(kuhn_game(), Margin{});
  for (const double a : {0.0, 0.1, 0.2, 1.0 / 3}) {
    CAPTURE(a);
    const Policy policy = kuhn_policy(kuhn, kuhn_equilibrium(a));
    CHECK(expected_values(kuhn.tree(), policy)[0] == doctest::Approx(-1.0 / 18).epsilon(1e-12));
    CHECK(std::abs(nash_conv(kuhn.tree(), policy)) < 1e-12);
  }
  // Outside the family it is none.
  CHECK(nash_conv(kuhn.tree(), kuhn_policy(kuhn, {.open = {0.5, 0, 1},
                                                  .call_after_pass = {0, 0.5, 1},
                                                  .bet_after_pass = {0.3, 0, 1},
                                                  .call = {0, 0.3, 1}})) > 0.01);
}

TEST_CASE("the exploitability of known Kuhn policies") {
  const EnumeratedGame<Kuhn> kuhn(kuhn_game(), Margin{});
  // Uniform play: best responses win 1/2 as first and 5/12 as second player (table of Long et al. 2010).
  const Policy uniform = uniform_policy(kuhn.tree());
  CHECK(best_response(kuhn.tree(), uniform, 0).value == doctest::Approx(1.0 / 2));
  CHECK(best_response(kuhn.tree(), uniform, 1).value == doctest::Approx(5.0 / 12));
  CHECK(nash_conv(kuhn.tree(), uniform) == doctest::Approx(11.0 / 12));
  CHECK(exploitability(kuhn.tree(), uniform) == doctest::Approx(11.0 / 24));
  // Whoever never bets nor calls loses a chip to every bet.
  const Policy meek = kuhn_policy(kuhn, {});
  CHECK(best_response(kuhn.tree(), meek, 0).value == doctest::Approx(1));
  CHECK(best_response(kuhn.tree(), meek, 1).value == doctest::Approx(1));
}

TEST_CASE("against any policy, the exploitability of nim says who could have won more") {
  // The heap is seen by the first player only; from 7 and 9 stones it can win by force, 8 is lost against best play.
  const toy::nim::Game game({.players = 2, .max_take = 3});
  const EnumeratedGame<toy::nim::Game> nim(game, WinShare{});
  const Policy uniform = uniform_policy(nim.tree());
  const std::vector<double> values = expected_values(nim.tree(), uniform);
  CHECK(values[0] + values[1] == doctest::Approx(1));
  const double first = best_response(nim.tree(), uniform, 0).value;
  CHECK(first > values[0]);
  CHECK(first >= 2.0 / 3);
  CHECK(best_response(nim.tree(), uniform, 1).value > values[1]);
}

}  // namespace atl::exact
