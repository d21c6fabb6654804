/// Positions in the middle of random games, for benchmarks.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/core/abilities.hpp"
#include "experiments/drivers/from_record.hpp"

namespace atl {

template <ImperfectInformationGame G>
struct MidGame {
  std::vector<Action> actions;  ///< that lead there
  typename G::State state;
  typename G::InformationState information;  ///< of the player to act
};

/// `count` positions, each a random decision from the middle half of a random game. Equal arguments, equal positions.
template <ImperfectInformationGame G>
std::vector<MidGame<G>> mid_games(const G& game, std::uint64_t seed, int count) {
  std::vector<MidGame<G>> positions;
  for (int i = 0; i < count; ++i) {
    Rng rng = Rng::derive(seed, Stream::tool, {1, static_cast<std::uint64_t>(i)});
    std::vector<Action> actions;
    std::vector<std::size_t> decisions;
    typename G::State state = game.initial_state();
    for (NodeKind kind = game.node_kind(state); kind != NodeKind::terminal; kind = game.node_kind(state)) {
      if (kind == NodeKind::decision) decisions.push_back(actions.size());
      actions.push_back(kind == NodeKind::chance ? game.sample_chance(state, rng) : random_action(game, state, rng));
      game.apply(state, actions.back());
    }
    const auto size = static_cast<std::uint32_t>(decisions.size());
    actions.resize(decisions[size / 4 + rng.below(size / 2 + 1)]);
    state = game.initial_state();
    for (const Action action : actions) game.apply(state, action);
    const Player player = game.player_to_act(state);
    positions.push_back({actions, state, information_after(game, actions, player)});
  }
  return positions;
}

/// Plays at random to the end; returns the number of decisions.
template <StochasticGame G>
std::uint64_t play_out(const G& game, typename G::State& state, Rng& rng) {
  std::uint64_t decisions = 0;
  for (;;) {
    play_chance(game, state, rng);
    if (game.node_kind(state) == NodeKind::terminal) return decisions;
    game.apply(state, random_action(game, state, rng));
    ++decisions;
  }
}

}  // namespace atl
