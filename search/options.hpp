/// What a tree lets its mover choose from in one world: keys ascending, and an action for each. Where every action has
/// an edge of its own the two lists are the same object. Of actions the observer cannot tell apart, which share an
/// edge, one is drawn at random; of actions that the game calls exchangeable it is always the lowest, because what they
/// leave behind is not: deeper edges name cells, and must mean the same in every iteration.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "engine/core/abilities.hpp"

namespace atl {

template <class G>
struct Options {
  const ActionList<G>* keys;
  const ActionList<G>* actions;
  std::size_t size() const { return keys->size(); }
};

template <ImperfectInformationGame G>
class OptionBuilder {
 public:
  /// Each action its own edge.
  Options<G> by_action(const ActionList<G>& legal) const { return {&legal, &legal}; }

  /// One edge per value of key(action), the action drawn uniformly from its group.
  template <class Key>
  Options<G> by_key(const ActionList<G>& legal, Rng& rng, Key&& key) {
    return group(legal, &rng, key);
  }

  /// One edge per value of key(action), for the lowest action of its group.
  template <class Key>
  Options<G> lowest_by_key(const ActionList<G>& legal, Key&& key) {
    return group(legal, nullptr, key);
  }

 private:
  template <class Key>
  Options<G> group(const ActionList<G>& legal, Rng* rng, Key&& key) {
    const std::size_t n = legal.size();
    for (std::size_t i = 0; i < n; ++i) {
      order_[i] = (std::uint64_t{key(legal[i])} << 32) | i;
    }
    if (!std::is_sorted(order_.begin(), order_.begin() + static_cast<std::ptrdiff_t>(n))) {
      std::sort(order_.begin(), order_.begin() + static_cast<std::ptrdiff_t>(n));
    }
    keys_.clear();
    actions_.clear();
    std::uint32_t members = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const auto group_key = static_cast<std::uint32_t>(order_[i] >> 32);
      const Action action = legal[order_[i] & 0xffffffffU];
      if (i > 0 && keys_.back().code == group_key) {
        if (rng != nullptr && rng->below(++members) == 0) actions_.back() = action;
      } else {
        keys_.push_back({group_key});
        actions_.push_back(action);
        members = 1;
      }
    }
    return {&keys_, &actions_};
  }

  std::array<std::uint64_t, G::kMaxActions> order_;
  ActionList<G> keys_, actions_;
};

}  // namespace atl
