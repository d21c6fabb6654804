/// What an agent thinks of a position.
#pragma once

#include "experiments/drivers/driver.hpp"
#include "experiments/drivers/from_record.hpp"
#include "experiments/drivers/play_game.hpp"

namespace atl {

/// A decision's numbers with tokens. `world` is any state the agent could be in: tokens depend on public facts and on
/// what the mover knows only.
template <ImperfectInformationGame G>
SearchReport report_decision(const G& game, const typename G::State& world, const ActionList<G>& legal, Action chosen,
                             const DecisionReport& numbers) {
  SearchReport report{.seat = static_cast<int>(game.player_to_act(world).index()),
                      .chosen = game.token(world, chosen),
                      .actions = {},
                      .principal_variation = {},
                      .numbers = numbers,
                      .tree = {}};
  for (const Action action : legal) {
    TokenReport row{.token = game.token(world, action), .numbers = {.action = action}};
    for (const ActionReport& known : numbers.actions) {
      if (known.action == action) row.numbers = known;
    }
    report.actions.push_back(std::move(row));
  }
  typename G::State state = world;
  for (const Action action : numbers.principal_variation) {
    if (!is_legal(game, state, action)) break;  // the line leaves this world
    report.principal_variation.push_back(game.token(state, action));
    game.apply(state, action);
  }
  report.numbers.actions.clear();
  report.numbers.principal_variation.clear();
  return report;
}

template <ImperfectInformationGame G>
SearchReport search_position(const RecordPosition& position, const AgentSpec& spec, const AgentFactory<G>& make,
                             std::uint64_t seed, const StopFlag& stop, const TreeLimits& tree) {
  const G game = game_of<G>(position.record);
  const Replay<G> replay = replay_events(game, tokens_of(position));
  if (game.node_kind(replay.state) != NodeKind::decision) {
    throw InputError("nobody is to act after event " + std::to_string(position.events) + " (" +
                     (game.node_kind(replay.state) == NodeKind::chance ? "chance is next" : "the game is over") +
                     "). `atoll replay --legal` lists the events that are decisions");
  }
  const Player seat = game.player_to_act(replay.state);
  const std::uint64_t seat_index = seat.index();
  const std::unique_ptr<Agent<G>> agent =
      make(game, seat, spec, Rng::derive(seed, Stream::agent, {0, seat_index, kBetweenDecisions}));
  walk(game, replay.actions, [&](const auto& before, Action action, const auto& after) {
    agent->observe(game.observe(before, action, after, observer_of(spec, seat)));
  });
  ActionList<G> legal;
  game.legal_actions(replay.state, legal);
  Rng rng = Rng::derive(seed, Stream::agent, {0, seat_index, 0});
  const Action chosen = agent->choose(legal, rng, stop);
  // The line is written in a world the seat believes in: the true one would tell which of its moves are possible.
  const typename G::State world =
      spec.cheats ? replay.state : information_after(game, replay.actions, seat).sample(rng);
  SearchReport report = report_decision(game, world, legal, chosen, agent->last_decision());
  if (tree.depth > 0) {
    Rng names = Rng::derive(seed, Stream::tool, {0});
    report.tree = agent->tree_rows(tree, names);
  }
  return report;
}

}  // namespace atl
