/// What can sit in a seat. An agent lives for one game: it is built for a seat, told what its observer perceives, and
/// asked for decisions. There is no path from here to the true State: an agent gets observations, the list of legal
/// actions (the same in every world it can believe in) and a generator of its own.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/core/game.hpp"

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
  std::vector<ActionReport> actions;            ///< one per legal action, ascending by action; empty without search
  std::vector<Action> principal_variation;      ///< most visited line from the root, own view
  std::uint64_t iterations = 0;
  std::uint64_t worlds = 0;                     ///< determinizations sampled
  std::uint64_t nodes = 0;
  std::uint64_t tree_bytes = 0;
  double mean_depth = 0;                        ///< plies below the root, tree part
  int max_depth = 0;
  double seconds = 0;
  double seconds_determinize = 0, seconds_select = 0, seconds_playout = 0, seconds_backup = 0;  ///< 0 unless profiled
  bool complete_information = false;            ///< exactly one world was possible
};

template <ImperfectInformationGame G>
class Agent {
 public:
  virtual ~Agent() = default;

  /// What this agent's observer perceived of one event. Called for every event of the game, its own included.
  virtual void observe(const typename G::Observation& observation) = 0;

  /// The decision of its seat. `legal` is ascending and has at least one action; returns one of them. All randomness
  /// comes from `rng`; polls `stop` and, once it is set, answers with the best found so far.
  virtual Action choose(const ActionList<G>& legal, Rng& rng, const StopFlag& stop) = 0;

  /// About the last decision; valid until the next call.
  virtual const DecisionReport& last_decision() const = 0;
};

}  // namespace atl
