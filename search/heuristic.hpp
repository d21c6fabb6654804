/// A game's heuristic where it has one, and an empty stand-in where it has none, so that searches can hold it as a
/// member and ask `HeuristicGame<G>` before they use it. Whether the parameters fit the game: params_list.hpp.
#pragma once

#include "engine/core/game.hpp"

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

}  // namespace atl
