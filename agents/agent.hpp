/// What can sit in a seat. An agent lives for one game: it is built for a seat, told what its observer perceives, and
/// asked for decisions. There is no path from here to the true State: an agent gets observations, the list of legal
/// actions (the same in every world it can believe in) and a generator of its own.
#pragma once

#include <memory>
#include <vector>

#include "engine/core/game.hpp"
#include "search/report.hpp"

namespace atl {

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

  /// The upper part of the tree behind the last decision, for people; empty for agents without one. To be called before
  /// anything else is observed; `rng` draws worlds that name the actions.
  virtual std::vector<TreeRow> tree_rows(const TreeLimits& /*limits*/, Rng& /*rng*/) const { return {}; }
};

}  // namespace atl
