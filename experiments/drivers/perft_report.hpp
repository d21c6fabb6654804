/// Perft of a position, in total or per first action.
#pragma once

#include "engine/core/perft.hpp"
#include "experiments/drivers/driver.hpp"
#include "experiments/drivers/from_record.hpp"
#include "experiments/drivers/play_game.hpp"

namespace atl {

/// With `divide` the shares of the first actions, or of the outcomes at a chance node; they add up to the total.
template <StochasticGame G>
PerftReport perft_report(const RecordPosition& position, int depth, bool divide) {
  if (depth < 0) throw InputError("bad depth " + std::to_string(depth) + " (at least 0)");
  const G game = game_of<G>(position.record);
  const typename G::State state = replay_events(game, tokens_of(position)).state;
  const NodeKind kind = game.node_kind(state);
  if (!divide || depth == 0 || kind == NodeKind::terminal) return {.total = perft(game, state, depth), .by_token = {}};
  PerftReport report;
  const auto visit = [&](Action action, int rest) {
    typename G::State child = state;
    game.apply(child, action);
    report.by_token.emplace_back(game.token(state, action), perft(game, child, rest));
    report.total += report.by_token.back().second;
  };
  if (kind == NodeKind::chance) {
    ChanceList<G> outcomes;
    game.chance_outcomes(state, outcomes);
    for (const ChanceOutcome& outcome : outcomes) visit(outcome.action, depth);
  } else {
    ActionList<G> actions;
    game.legal_actions(state, actions);
    for (const Action action : actions) visit(action, depth - 1);
  }
  return report;
}

/// The deal that block 0 of a run with this seed begins with.
template <StochasticGame G>
GameRecord deal_record(int players, const std::vector<RuleSetting>& settings, std::uint64_t seed) {
  check_players<G>(players);
  const G game(make_rules<G>(players, settings));
  GameRecord record{.game = std::string(G::kName),
                    .players = players,
                    .rules_version = rules_version<G>(),
                    .rules = non_default_rules<G>(game.rules()),
                    .seed = seed,
                    .index = 0,
                    .agents = std::vector<std::string>(static_cast<std::size_t>(players)),
                    .events = {},
                    .scores = {},
                    .ranks = {},
                    .end = {}};
  ChanceStreams chance(seed, 0, 0, players);
  typename G::State state = game.initial_state();
  while (game.node_kind(state) == NodeKind::chance) {
    Rng rng = chance.next(game.chance_source(state));
    const Action action = game.sample_chance(state, rng);
    record.events.push_back(game.token(state, action));
    game.apply(state, action);
  }
  return record;
}

}  // namespace atl
