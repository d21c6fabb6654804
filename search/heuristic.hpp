/// A game's heuristic where it has one, and an empty stand-in where it has none, so that searches can hold it as a
/// member and ask `HeuristicGame<G>` before they use it.
#pragma once

#include <string>

#include "engine/core/checks.hpp"
#include "engine/core/game.hpp"
#include "search/params.hpp"

namespace atl {

namespace detail {

template <class G>
struct HeuristicFor {
  struct type {
    explicit type(const G&) {}
  };
};
template <HeuristicGame G>
struct HeuristicFor<G> {
  using type = typename G::Heuristic;
};

}  // namespace detail

template <class G>
using HeuristicOf = typename detail::HeuristicFor<G>::type;

/// Throws InputError if `params` ask for knowledge that the game does not have.
template <ImperfectInformationGame G>
void check_params(const SearchParams& params) {
  if constexpr (!HeuristicGame<G>) {
    const auto refuse = [](const std::string& what) {
      throw InputError(what + " needs a heuristic (" + std::string(G::kName) + " has none). Leave it out");
    };
    if (params.playout == PlayoutPolicy::heuristic) refuse("playout=heuristic");
    if (params.cutoff >= 0) refuse("cutoff");
    if (params.bias > 0) refuse("bias");
    if (params.prior_visits > 0) refuse("prior_visits");
    if (params.implicit > 0) refuse("implicit");
  }
  if (params.implicit > 0 && params.selection != Selection::ucb1 && params.selection != Selection::puct) {
    throw InputError("implicit works with selection=ucb1 and selection=puct (the others need the room in the edge)");
  }
}

}  // namespace atl
