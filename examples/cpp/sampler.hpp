/// An agent of one's own, for any game: tries each action in sampled worlds, plays on at random, and takes the action
/// that won most. Flat Monte Carlo in thirty lines.
#pragma once

#include <algorithm>
#include <vector>

#include "agents/agent.hpp"
#include "engine/core/abilities.hpp"

// [agent]
template <atl::ImperfectInformationGame G>
class Sampler final : public atl::Agent<G> {
 public:
  Sampler(const G& game, atl::Observer observer, int worlds)
      : game_(game), information_(game, observer), worlds_(worlds) {}

  void observe(const typename G::Observation& observation) override { information_.observe(observation); }

  atl::Action choose(const atl::ActionList<G>& legal, atl::Rng& rng, const atl::StopFlag& stop) override {
    const atl::Player me = information_.player_to_act();
    std::vector<int> wins(legal.size());
    for (int world = 0; world < worlds_ && !stop.load(); ++world) {
      const typename G::State start = information_.sample(rng);  // the same world for all actions
      for (std::size_t i = 0; i < legal.size(); ++i) wins[i] += wins_after(start, legal[i], me, rng);
    }
    const auto best = std::max_element(wins.begin(), wins.end());
    return legal[static_cast<std::size_t>(best - wins.begin())];
  }

  const atl::DecisionReport& last_decision() const override { return report_; }

 private:
  bool wins_after(typename G::State state, atl::Action action, atl::Player me, atl::Rng& rng) const {
    game_.apply(state, action);
    while (true) {
      atl::play_chance(game_, state, rng);
      if (game_.node_kind(state) == atl::NodeKind::terminal) return game_.ranks(state)[me] == 1;
      game_.apply(state, atl::random_action(game_, state, rng));
    }
  }

  const G& game_;
  typename G::InformationState information_;
  int worlds_;
  atl::DecisionReport report_;
};
// [/agent]
