/// Positions in the middle of random games, with what their mover knows; and whole random games.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/core/game.hpp"

namespace atl {

template <class G>
using State = typename G::State;

namespace bench {

template <class G>
struct MidGame {
  State<G> state;
  typename G::InformationState information;  ///< of the player to act
  ActionList<G> legal;
};

/// Plays at random to the end; returns the number of decisions.
template <class G>
std::uint64_t play_out(const G& game, State<G>& state, Rng& rng) {
  for (std::uint64_t decisions = 0;; ++decisions) {
    play_chance(game, state, rng);
    if (game.node_kind(state) == NodeKind::terminal) return decisions;
    game.apply(state, random_action(game, state, rng));
  }
}

/// `count` positions, each a random decision from the middle half of a random game.
template <class G>
std::vector<MidGame<G>> mid_games(const G& game, std::uint64_t seed, int count) {
  std::vector<MidGame<G>> positions;
  for (int i = 0; i < count; ++i) {
    Rng rng = Rng::derive(seed, Stream::test, {0, static_cast<std::uint64_t>(i)});
    std::vector<Action> actions;
    std::vector<std::size_t> decisions;
    State<G> state = game.initial_state();
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
    MidGame<G> position{.state = state, .information = typename G::InformationState(game, player), .legal = {}};
    game.legal_actions(state, position.legal);
    State<G> before = game.initial_state();
    for (const Action action : actions) {
      State<G> after = before;
      game.apply(after, action);
      position.information.observe(game.observe(before, action, after, player));
      before = after;
    }
    positions.push_back(std::move(position));
  }
  return positions;
}

}  // namespace bench
}  // namespace atl
