/// Agents that do not search.
#pragma once

#include "agents/agent.hpp"
#include "agents/belief.hpp"

namespace atl {

/// Uniformly random; keeps no beliefs.
template <ImperfectInformationGame G>
class RandomAgent final : public Agent<G> {
 public:
  void observe(const typename G::Observation&) override {}
  Action choose(const ActionList<G>& legal, Rng& rng, const StopFlag&) override {
    return legal[rng.below(static_cast<std::uint32_t>(legal.size()))];
  }
  const DecisionReport& last_decision() const override { return report_; }

 private:
  DecisionReport report_;
};

/// The heuristic's choice in one sampled world. Heuristics read only what the player to act knows, so that any world of
/// the information state gives the same choice.
template <HeuristicGame G>
class GreedyAgent final : public Agent<G> {
 public:
  GreedyAgent(const G& game, Observer observer, double recall, const Rng& rng)
      : belief_(game, observer, recall, rng), heuristic_(game) {}

  void observe(const typename G::Observation& observation) override { belief_.observe(observation); }
  Action choose(const ActionList<G>&, Rng& rng, const StopFlag&) override {
    return heuristic_.choose(belief_.information().sample(rng), rng);
  }
  const DecisionReport& last_decision() const override { return report_; }

 private:
  Belief<G> belief_;
  typename G::Heuristic heuristic_;
  DecisionReport report_;
};

}  // namespace atl
