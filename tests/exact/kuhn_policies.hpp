/// Strategies of Kuhn poker written down by hand, for the tests of the exact solvers.
#pragma once

#include <array>
#include <string>

#include "search/exact/tabulate.hpp"
#include "tests/toy/kuhn.hpp"

namespace atl::exact {

using Kuhn = toy::kuhn::Game;

/// Probability of betting (or calling) with J, Q, K.
using BetByCard = std::array<double, 3>;

/// The second number pairs belong to the situation: first to act, after own pass and a bet, after a pass, after a bet.
struct KuhnStrategy {
  BetByCard open{}, call_after_pass{}, bet_after_pass{}, call{};
};

inline Policy kuhn_policy(const EnumeratedGame<Kuhn>& kuhn, const KuhnStrategy& strategy) {
  return tabulate(kuhn, [&](const Question<Kuhn>& question, std::span<double> probabilities) {
    const std::string line = question.information.line();
    const BetByCard& bets = line.empty()   ? strategy.open
                            : line == "pb" ? strategy.call_after_pass
                            : line == "p"  ? strategy.bet_after_pass
                                           : strategy.call;
    probabilities[1] = bets[static_cast<std::size_t>(question.information.card() - 1)];
    probabilities[0] = 1 - probabilities[1];
  });
}

/// Kuhn's equilibria: one for each a in [0, 1/3]; the second player's side is unique.
inline KuhnStrategy kuhn_equilibrium(double a) {
  return {.open = {a, 0, 3 * a},
          .call_after_pass = {0, a + 1.0 / 3, 1},
          .bet_after_pass = {1.0 / 3, 0, 1},
          .call = {0, 1.0 / 3, 1}};
}

inline const Kuhn& kuhn_game() {
  static const Kuhn game(Kuhn::default_rules(2));
  return game;
}

}  // namespace atl::exact
