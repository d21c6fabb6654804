/// Whether the choices of a search fit the game and each other.
#pragma once

#include <string>

#include "engine/core/checks.hpp"
#include "engine/core/game.hpp"
#include "search/params.hpp"
#include "search/sample_world.hpp"

namespace atl {

/// Throws InputError if `params` ask for knowledge that the game does not have, or contradict each other.
template <ImperfectInformationGame G>
void check_params(const SearchParams& params) {
  if constexpr (!HeuristicGame<G>) {
    const auto refuse = [](const std::string& what) {
      throw InputError(what + " needs a heuristic (" + std::string(G::kName) + " has none). Leave it out");
    };
    if (params.playout.policy == PlayoutPolicy::heuristic) refuse("playout=heuristic");
    if (params.playout.cutoff >= 0) refuse("cutoff");
    if (params.selection.bias > 0) refuse("bias");
    if (params.selection.prior_visits > 0) refuse("prior_visits");
    if (params.selection.implicit > 0) refuse("implicit");
  }
  if constexpr (!SamplesInformed<typename G::InformationState>) {
    if (params.belief.others == Beliefs::exact) {
      throw InputError("beliefs=exact needs a game whose states track what seats know (" + std::string(G::kName) +
                       " leaves nothing to be completed). Leave it out");
    }
  }
  if (params.selection.implicit > 0 && params.selection.formula != Selection::ucb1 &&
      params.selection.formula != Selection::puct) {
    throw InputError("implicit works with selection=ucb1 and selection=puct (the others need the room in the edge)");
  }
  if (params.grave.visits > 0 &&
      (params.selection.formula == Selection::exp3 || params.selection.formula == Selection::regret)) {
    throw InputError("grave works with selection=ucb1, tuned, puct and smooth (the others do not choose by means)");
  }
  if (params.parallel.mode == Parallel::tree) {
    if (params.parallel.trees > 1)
      throw InputError("parallel=tree is one tree (trees=" + std::to_string(params.parallel.trees) +
                       "). Leave one of them out");
    if (params.selection.formula == Selection::regret) {
      throw InputError(
          "selection=regret does not work with parallel=tree (it keeps lists of edges, which move). Use trees instead");
    }
  }
}

}  // namespace atl
