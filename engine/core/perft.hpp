/// Perft: how many decision sequences of a given length there are. The standard check of a move generator.
#pragma once

#include <cstdint>

#include "engine/core/game.hpp"

namespace atl {

/// perft(s, 0) = 1; of a terminal node 1; at a chance node the sum over all outcomes of perft(child, depth); at a
/// decision the sum of perft(child, depth - 1); asked in this order.
template <StochasticGame G>
std::uint64_t perft(const G& game, const typename G::State& state, int depth) {
  if (depth == 0) return 1;
  const NodeKind kind = game.node_kind(state);
  if (kind == NodeKind::terminal) return 1;
  std::uint64_t count = 0;
  const auto visit = [&](Action action, int rest) {
    typename G::State child = state;
    game.apply(child, action);
    count += perft(game, child, rest);
  };
  if (kind == NodeKind::chance) {
    ChanceList<G> outcomes;
    game.chance_outcomes(state, outcomes);
    for (const ChanceOutcome& outcome : outcomes) visit(outcome.action, depth);
  } else {
    ActionList<G> actions;
    game.legal_actions(state, actions);
    for (const Action action : actions) visit(action, depth - 1);
  }
  return count;
}

}  // namespace atl
