/// The positions that benchmarks measure: decisions of greedy games, which are what a search meets, kept with the game
/// (engine/<game>/bench_positions.txt). Games without them are measured in the middle of random games.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/core/abilities.hpp"
#include "engine/core/text.hpp"
#include "experiments/drivers/from_record.hpp"

namespace atl {

template <ImperfectInformationGame G>
struct BenchPosition {
  std::vector<Action> actions;  ///< that lead there
  typename G::State state;
  typename G::InformationState information;  ///< of the player to act
};

template <ImperfectInformationGame G>
BenchPosition<G> bench_position(const G& game, std::vector<Action> actions) {
  const typename G::State state = walk(game, actions, [](const auto&, Action, const auto&) {});
  const Player player = game.player_to_act(state);
  typename G::InformationState information = information_after(game, actions, player);
  return {std::move(actions), state, std::move(information)};
}

/// `count` positions, each a random decision from the middle half of a random game. Equal arguments, equal positions.
template <ImperfectInformationGame G>
std::vector<BenchPosition<G>> mid_games(const G& game, std::uint64_t seed, int count) {
  std::vector<BenchPosition<G>> positions;
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
    positions.push_back(bench_position(game, std::move(actions)));
  }
  return positions;
}

/// Those of `records` (lines of records, `#` begins a comment) that are of this game's players and rules; without any,
/// `count` from random games.
template <ImperfectInformationGame G>
std::vector<BenchPosition<G>> bench_positions(const G& game, std::string_view records, std::uint64_t seed, int count) {
  std::vector<BenchPosition<G>> positions;
  for (const std::string_view line : split(records, '\n')) {
    if (line.empty() || line.starts_with('#')) continue;
    const GameRecord record = read_record(line);
    if (record.players != game.num_players() || record.rules != non_default_rules<G>(game.rules())) continue;
    positions.push_back(bench_position(game, replay_events(game, record.events).actions));
  }
  return positions.empty() ? mid_games(game, seed, count) : positions;
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
