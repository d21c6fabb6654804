/// One game between agents, for studies and tests of small games: the one true state, each agent fed what its observer
/// perceives. The harness proper is experiments/drivers and experiments/runs; this is its core without records, clocks
/// and stores.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "experiments/studies/common/agent_policy.hpp"

namespace atl::studies {

/// Plays agents built from `specs` (one per seat) on the deal of `block`: chance events are keyed by block and
/// place in the game, so that line-ups meet the same deal (exactly, where it is dealt before the first decision);
/// agents by `game_number`.
template <ImperfectInformationGame G, class Make = MakeAnyAgent>
typename G::State play_game(const G& game, std::span<const AgentSpec> specs, std::uint64_t seed, std::uint64_t block,
                            std::uint64_t game_number, Make&& make = {}) {
  const auto players = static_cast<std::size_t>(game.num_players());
  std::vector<std::unique_ptr<Agent<G>>> agents;
  std::vector<std::uint64_t> decisions(players, 0);
  for (std::size_t seat = 0; seat < players; ++seat) {
    const Rng rng = Rng::derive(seed, Stream::agent, {game_number, seat, ~std::uint64_t{0}});
    agents.push_back(make(game, Player(seat), specs[seat], rng));
  }
  const StopFlag stop{false};
  typename G::State state = game.initial_state();
  ActionList<G> legal;
  for (std::uint64_t event = 0; game.node_kind(state) != NodeKind::terminal; ++event) {
    Action action;
    if (game.node_kind(state) == NodeKind::chance) {
      Rng rng = Rng::derive(seed, Stream::chance, {block, event});
      action = game.sample_chance(state, rng);
    } else {
      const std::size_t seat = game.player_to_act(state).index();
      game.legal_actions(state, legal);
      Rng rng = Rng::derive(seed, Stream::agent, {game_number, seat, decisions[seat]++});
      action = legal.size() == 1 ? legal[0] : agents[seat]->choose(legal, rng, stop);
    }
    typename G::State after = state;
    game.apply(after, action);
    for (std::size_t seat = 0; seat < players; ++seat) {
      const Observer observer = observer_of(specs[seat], Player(seat));
      agents[seat]->observe(game.observe(state, action, after, observer));
    }
    state = after;
  }
  return state;
}

}  // namespace atl::studies
