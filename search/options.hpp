/// What stands on the edges of one observer's tree, and what such a tree lets the mover of a world choose from: keys
/// ascending, and an action for each. Where every action has an edge of its own the two lists are the same object. Of
/// actions the observer cannot tell apart, which share an edge, one is drawn at random; of actions that the game calls
/// exchangeable it is always the lowest, because what they leave behind is not: deeper edges name cells, and must mean
/// the same in every iteration.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/core/abilities.hpp"

namespace atl {

/// What edges of other players' decisions carry.
enum class View : std::uint8_t {
  actions,       ///< their action, seen or not (SO-ISMCTS)
  observations,  ///< what the tree's observer sees of it (SO-ISMCTS+POM, and all trees but the mover's of MO-ISMCTS)
};

template <class G>
struct Options {
  const ActionList<G>* keys;
  const ActionList<G>* actions;
  std::span<const Action> key_span() const { return {keys->data(), keys->size()}; }
  std::span<const Action> action_span() const { return {actions->data(), actions->size()}; }
};

/// Groups actions by key: `order` holds (key, index into `legal`) as one number each. Writes one key and one action per
/// group, ascending by key, and returns the number of groups. The action is the lowest of its group, or drawn by
/// `draw`.
std::size_t group_by_key(std::span<std::uint64_t> order, std::span<const Action> legal, Rng* draw, Action* keys,
                         Action* actions);

/// The keys of the tree of `observer`, in which `seat` searches.
template <ImperfectInformationGame G>
class EdgeKeys {
 public:
  using State = typename G::State;

  /// `merges_classes`: exchangeable actions share an edge. (Not for who sees everything: to it they are not alike.)
  EdgeKeys(const G& game, View view, bool merges_classes) : game_(&game), view_(view), wants_classes_(merges_classes) {}

  void watch(Player seat, Observer observer) {
    seat_ = seat;
    observer_ = observer;
    merges_ = wants_classes_ && observer != kOmniscient;
  }
  Player seat() const { return seat_; }
  Observer observer() const { return observer_; }

  /// The key of a legal action's edge.
  std::uint32_t of(const State& state, Action action) const {
    if (is_only_seen(state)) return game_->visible_action(state, action, observer_).code;
    if constexpr (HasActionClasses<G>) {
      if (merges_) return game_->action_class(state, action);
    }
    return action.code;
  }

  /// Valid until the next call, and as long as `legal` stays as it is.
  Options<G> options(const State& state, const ActionList<G>& legal, Rng& rng) {
    if (is_only_seen(state)) return grouped(state, legal, &rng);
    if constexpr (HasActionClasses<G>) {
      if (merges_) return grouped(state, legal, nullptr);
    }
    return {&legal, &legal};
  }

 private:
  bool is_only_seen(const State& state) const {
    return view_ == View::observations && game_->player_to_act(state) != seat_;
  }

  Options<G> grouped(const State& state, const ActionList<G>& legal, Rng* draw) {
    order_.clear();
    for (std::size_t i = 0; i < legal.size(); ++i) order_.push_back((std::uint64_t{of(state, legal[i])} << 32) | i);
    const std::size_t n = group_by_key(order_, {legal.data(), legal.size()}, draw, keys_.data(), actions_.data());
    keys_.resize(n);
    actions_.resize(n);
    return {&keys_, &actions_};
  }

  const G* game_;
  View view_;
  bool wants_classes_;
  bool merges_ = false;
  Player seat_;
  Observer observer_;
  std::vector<std::uint64_t> order_;
  ActionList<G> keys_, actions_;
};

}  // namespace atl
