/// A minimal arena for agent tests: the one true state, observations to the agents, decisions from them. Tests of toy
/// games include agents/make_agent_impl.hpp as well; the three games bring their agents compiled.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "agents/make_agent.hpp"

namespace atl::test {

inline const StopFlag& go_on() {
  static const StopFlag flag{false};
  return flag;
}

template <ImperfectInformationGame G>
AgentSpec spec_for(std::string_view text) {
  return parse_agent_spec(text, agent_context<G>());
}

/// What happened: all events, the final scores and ranks, and every decision's report.
struct Played {
  std::vector<Action> record;
  PerSeat<int> scores{}, ranks{};
  std::vector<DecisionReport> reports;
};

/// Plays one game; agents by seat. Calls check(legal, action, agent) after every decision that was asked.
template <ImperfectInformationGame G, class Check>
Played play(const G& game, const std::vector<AgentSpec>& specs, std::uint64_t seed, Check&& check) {
  std::vector<std::unique_ptr<Agent<G>>> agents;
  std::vector<Observer> observers;
  for (std::size_t seat = 0; seat < specs.size(); ++seat) {
    const AgentSpec& spec = specs[seat];
    const auto player = static_cast<Player>(seat);
    agents.push_back(make_agent<G>(game, player, spec, Rng::derive(seed, Stream::agent, {0, seat})));
    observers.push_back(observer_of(spec, player));
  }
  Played played;
  Rng deal = Rng::derive(seed, Stream::chance, {});
  typename G::State state = game.initial_state();
  std::uint64_t k = 0;
  while (game.node_kind(state) != NodeKind::terminal) {
    Action action;
    if (game.node_kind(state) == NodeKind::chance) {
      action = game.sample_chance(state, deal);
    } else {
      ActionList<G> legal;
      game.legal_actions(state, legal);
      if (legal.size() == 1) {
        action = legal[0];
      } else {
        const std::size_t seat = game.player_to_act(state).index();
        Rng rng = Rng::derive(seed, Stream::agent, {1, seat, k++});
        action = agents[seat]->choose(legal, rng, go_on());
        played.reports.push_back(agents[seat]->last_decision());
        check(legal, action, *agents[seat]);
      }
    }
    const typename G::State before = state;
    game.apply(state, action);
    for (std::size_t i = 0; i < agents.size(); ++i) {
      agents[i]->observe(game.observe(before, action, state, observers[i]));
    }
    played.record.push_back(action);
  }
  played.scores = game.scores(state);
  played.ranks = game.ranks(state);
  return played;
}

template <ImperfectInformationGame G>
Played play(const G& game, const std::vector<AgentSpec>& specs, std::uint64_t seed) {
  return play(game, specs, seed, [](const auto&, Action, const auto&) {});
}

/// The same with texts.
template <ImperfectInformationGame G, class... Check>
Played play(const G& game, const std::vector<std::string>& texts, std::uint64_t seed, Check&&... check) {
  std::vector<AgentSpec> specs;
  for (const std::string& text : texts) specs.push_back(spec_for<G>(text));
  return play(game, specs, seed, std::forward<Check>(check)...);
}

}  // namespace atl::test
