/// What a tree does with chance events: passes over them (open loop), keys its nodes by them (observed), or gives the
/// first few outcomes of an edge nodes of their own and lets the others share one (widened).
///
/// Widening follows the idea of Couetoux et al., "Continuous upper confidence trees", LION 5, 2011, with one change:
/// an outcome beyond the limit is not replaced by a kept one but shares a node with the other rare ones, open loop. So
/// the chance distribution stays exact for every number of iterations.
#pragma once

#include <cmath>
#include <cstdint>

#include "engine/core/abilities.hpp"
#include "search/params.hpp"
#include "search/tree.hpp"

namespace atl {

/// Applies chance events until the state is no chance node. Outside the open loop calls see(before, outcome) after
/// each.
template <ImperfectInformationGame G, class See>
void resolve_chance(const G& game, typename G::State& state, ChanceMode mode, Rng& rng, See&& see) {
  if (mode == ChanceMode::open_loop) {
    play_chance(game, state, rng);
    return;
  }
  while (game.node_kind(state) == NodeKind::chance) {
    const typename G::State before = state;
    const Action outcome = game.sample_chance(before, rng);
    game.apply(state, outcome);
    see(before, outcome);
  }
}

/// What of chance's key the tree tells apart behind this edge and result: all of it, or that it was a rare outcome.
inline std::uint32_t kept_chance(const Tree& tree, EdgeId edge, std::uint32_t result, std::uint32_t chance,
                                 const ChanceParams& params) {
  constexpr std::uint32_t kRareOutcomes = 0x5eed5eedU;
  if (params.mode != ChanceMode::widened || chance == 0) return chance;
  if (tree.has_outcome(edge, Tree::combine_keys(result, chance))) return chance;
  const double limit = params.factor * std::pow(tree.edge(edge).visits + 1, params.alpha);
  return tree.num_outcomes(edge) < limit ? chance : kRareOutcomes;
}

/// The key of an action's result and what chance did after it. The result is always in the key.
inline std::uint32_t outcome_key(const Tree& tree, EdgeId edge, std::uint32_t result, std::uint32_t chance,
                                 const ChanceParams& params) {
  return Tree::combine_keys(result, kept_chance(tree, edge, result, chance, params));
}

}  // namespace atl
