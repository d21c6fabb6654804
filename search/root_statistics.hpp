/// What searches hand back: numbers per root action, added up over logical trees, never pointers into a tree.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/core/rng.hpp"
#include "search/budget.hpp"
#include "search/params.hpp"
#include "search/report.hpp"
#include "search/tree.hpp"

namespace atl {

struct RootAction {
  Action action;
  std::uint64_t visits = 0;  ///< of the edge; actions merged into one edge repeat its numbers
  std::uint64_t availability = 0;
  double sum = 0;           ///< of the mover's rewards
  std::uint32_t group = 1;  ///< actions that share the edge
  bool lowest = true;       ///< of its group: the one that the tree stands for, and that is played
  double mean() const { return visits > 0 ? sum / static_cast<double>(visits) : 0; }
};

struct RootStatistics {
  std::vector<RootAction> actions;  ///< one per legal action, ascending
  std::vector<Action> principal_variation;
  std::uint64_t iterations = 0, worlds = 0, nodes = 0, bytes = 0, depth_sum = 0;
  int max_depth = 0;
  PhaseTimer phases;  ///< on if the search is profiled

  /// Empties it for a root with these legal actions; keeps the memory.
  void clear(std::span<const Action> legal) {
    actions.clear();
    for (const Action action : legal) actions.push_back({.action = action});
    principal_variation.clear();
    iterations = worlds = nodes = bytes = depth_sum = 0;
    max_depth = 0;
    phases.clear();
  }

  void note_iteration(std::size_t depth) {
    ++iterations;
    depth_sum += depth;
    max_depth = std::max(max_depth, static_cast<int>(depth));
  }

  /// Adds the numbers of a tree's root. `key_of(action)`: the key of an action's edge there.
  template <class KeyOf>
  void add_root(const Tree& tree, KeyOf&& key_of) {
    std::vector<std::uint32_t> keys;
    for (const RootAction& a : actions) keys.push_back(key_of(a.action));
    add_edges_of_root(tree, keys);
  }

  /// Adds another tree's numbers for the same root, action by action. Keeps the first principal variation.
  void merge(const RootStatistics& other) {
    for (std::size_t i = 0; i < actions.size(); ++i) {
      actions[i].visits += other.actions[i].visits;
      actions[i].availability += other.actions[i].availability;
      actions[i].sum += other.actions[i].sum;
      actions[i].group = std::max(actions[i].group, other.actions[i].group);
      actions[i].lowest = actions[i].lowest && other.actions[i].lowest;
    }
    if (principal_variation.empty()) principal_variation = other.principal_variation;
    add_counts(other);
  }

  /// Adds what another part of the search cost, not what it found.
  void add_counts(const RootStatistics& other) {
    iterations += other.iterations;
    worlds += other.worlds;
    nodes += other.nodes;
    bytes += other.bytes;
    depth_sum += other.depth_sum;
    max_depth = std::max(max_depth, other.max_depth);
    phases.add(other.phases);
  }

  /// The action to play: most visits (ties: higher mean), highest mean (of those visited), or drawn in proportion to
  /// visits. What is still tied, and a root without visits, is decided by `rng`.
  Action choose(FinalChoice rule, Rng& rng) const;

  /// The same numbers as users see them; visits of merged actions are split evenly among them.
  DecisionReport report() const;

 private:
  void add_edges_of_root(const Tree& tree, std::span<const std::uint32_t> keys);
};

}  // namespace atl
