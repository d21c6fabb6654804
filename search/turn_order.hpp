/// One order of actions that commute. Within a turn of many small actions most of the tree is the same positions
/// reached in other orders. Where a game says which of its actions commute, a search may keep one order: an action is
/// dropped from the list if it commutes with the mover's action just before it and has the lower code. No position that
/// ends a turn is lost by that: of all orders that differ in swaps only, the lexicographically lowest has no such pair
/// (the normal form of Anisimov, Knuth, "Inhomogeneous sorting", Int. J. Comput. Inf. Sci. 8, 1979).
///
/// The alternative, which keeps all orders and joins what they lead to, is view_table.hpp.
#pragma once

#include <algorithm>
#include <concepts>

#include "engine/core/game.hpp"
#include "search/params.hpp"

namespace atl {

/// A game may say which actions of one turn can swap places: commutes(first, second) is symmetric; if it holds and
/// `second` is legal after `first`, then `second` is legal before it, `first` after that, and both orders lead to the
/// same position and the same knowledge. False whenever in doubt.
template <class G>
concept HasCommutingActions = requires(const G& game, Action first, Action second) {
  { game.commutes(first, second) } -> std::same_as<bool>;
};

/// Follows one iteration down the tree. Begins anew at the root, which keeps all its actions.
template <Game G>
class TurnOrderFilter {
 public:
  TurnOrderFilter(const G& game, TurnOrder order) : game_(&game), on_(order == TurnOrder::canonical) {}

  /// At the root any action may follow, as it may where chance has acted.
  void begin() { has_last_ = false; }

  /// Drops the actions that the other order covers, unless that would leave none.
  void drop_covered([[maybe_unused]] Player mover, [[maybe_unused]] ActionList<G>& legal) const {
    if constexpr (HasCommutingActions<G>) {
      if (!on_ || !has_last_ || mover != last_mover_) return;
      const auto is_covered = [this](Action action) { return action < last_ && game_->commutes(last_, action); };
      if (std::all_of(legal.begin(), legal.end(), is_covered)) return;
      legal.resize(static_cast<std::size_t>(std::remove_if(legal.begin(), legal.end(), is_covered) - legal.begin()));
    }
  }

  /// `mover` took `action`, which led to `after`.
  void note([[maybe_unused]] Player mover, [[maybe_unused]] Action action,
            [[maybe_unused]] const typename G::State& after) {
    if constexpr (HasCommutingActions<G>) {
      if (!on_) return;
      last_mover_ = mover;
      last_ = action;
      has_last_ = game_->node_kind(after) == NodeKind::decision;
    }
  }

 private:
  const G* game_;
  bool on_;
  bool has_last_ = false;
  Player last_mover_ = 0;
  Action last_{};
};

}  // namespace atl
