/// Best responses and exploitability of a tabular policy, by full traversal of a small game.
///
/// Perfect recall makes the maximising choice of an information set independent of the player's own earlier
/// probabilities: histories are weighted by the reach of everybody else and of chance (Zinkevich, Johanson, Bowling,
/// Piccione, "Regret minimization in games with incomplete information", NIPS 2007).
#pragma once

#include "search/exact/game_tree.hpp"

namespace atl::exact {

struct BestResponse {
  double value = 0;  ///< expected utility of the responding player
  Policy policy;     ///< the player's choices (the first best action); the others' entries are those of the input
};

/// The best `player` can do if everybody else plays `policy`.
BestResponse best_response(const GameTree& tree, const Policy& policy, Player player);

/// How much the players would gain in all if each, alone, changed to its best response. 0 at a Nash equilibrium; with
/// more than two players an equilibrium is no safety guarantee.
double nash_conv(const GameTree& tree, const Policy& policy);

/// NashConv per player: for two players and constant sums, how far the mean result of `policy` against a perfect
/// opponent, over both seats, falls below the value of the game.
inline double exploitability(const GameTree& tree, const Policy& policy) {
  return nash_conv(tree, policy) / tree.num_players;
}

}  // namespace atl::exact
