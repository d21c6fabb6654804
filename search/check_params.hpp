/// Whether the choices of a search fit the game and each other.
#pragma once

#include <string>

#include "engine/core/abilities.hpp"
#include "engine/core/checks.hpp"
#include "search/params.hpp"

namespace atl {

/// Throws InputError if `params` ask for knowledge that the game does not have, or contradict each other.
template <ImperfectInformationGame G>
void check_params(const SearchParams& params) {
  const Abilities& abilities = abilities_of<G>();
  const auto needs_heuristic = [&](bool is_set, const char* what) {
    if (is_set) abilities.require(Ability::heuristic, what);
  };
  needs_heuristic(params.playout.policy == PlayoutPolicy::heuristic, "playout=heuristic");
  needs_heuristic(params.playout.cutoff >= 0, "cutoff");
  needs_heuristic(params.selection.bias > 0, "bias");
  needs_heuristic(params.selection.prior_visits > 0, "prior_visits");
  needs_heuristic(params.selection.implicit > 0, "implicit");
  if (params.belief.others == Beliefs::exact) abilities.require(Ability::informed_samples, "beliefs=exact");
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
