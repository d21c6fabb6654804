/// What a decision cost and found: numbers only, so that a report outlives the search that made it.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/core/types.hpp"

namespace atl {

/// Set by a signal handler or a time limit; long decisions poll it and then answer at once.
using StopFlag = std::atomic<bool>;

/// What a search found at the root about one legal action.
struct ActionReport {
  Action action;
  std::uint64_t visits = 0;
  std::uint64_t availability = 0;  ///< iterations in which it could have been chosen at the root
  double mean = 0;                 ///< mean reward of the mover, in the reward's own range [0, 1]
};

/// What one decision cost and found. Agents that do not search leave most of it zero.
struct DecisionReport {
  std::vector<ActionReport> actions;        ///< one per legal action, ascending by action; empty without search
  std::vector<Action> principal_variation;  ///< most visited line from the root, own view
  std::uint64_t iterations = 0;
  std::uint64_t worlds = 0;  ///< determinizations sampled
  std::uint64_t nodes = 0;
  std::uint64_t tree_bytes = 0;
  double mean_depth = 0;  ///< plies below the root, tree part
  int max_depth = 0;
  double seconds = 0;
  double seconds_determinize = 0, seconds_select = 0, seconds_playout = 0, seconds_backup = 0;  ///< 0 unless profiled
  bool complete_information = false;  ///< exactly one world was possible
};

/// One row of a printed tree: an action, or what was learnt after one.
struct TreeRow {
  int level = 0;  ///< 0: an action at the root; what hangs below a row has a larger level
  bool is_outcome = false;
  Player mover;  ///< who chooses the action; at an outcome: who is next
  std::string text;
  std::uint64_t visits = 0;
  std::uint64_t availability = 0;  ///< actions only, as is the mean
  double mean = 0;                 ///< mean reward of `mover`
};

/// Which part of a tree is printed.
struct TreeLimits {
  int depth = 0;                 ///< actions from the root; 0: nothing
  std::uint64_t min_visits = 2;  ///< of a row
  int worlds = 50;               ///< led down the tree to name its actions
};

}  // namespace atl
