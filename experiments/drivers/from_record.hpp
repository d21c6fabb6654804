/// From a record back to a game and its states: what all operations on records share.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/core/game.hpp"
#include "engine/core/record.hpp"
#include "engine/core/rules.hpp"
#include "experiments/drivers/record_position.hpp"

namespace atl {

/// Throws InputError if the game does not allow that number of players.
template <Game G>
void check_players(int players) {
  if (players >= G::kMinPlayers && players <= G::kMaxPlayers) return;
  throw InputError("bad number of players " + std::to_string(players) + " (" + std::string(G::kName) + " takes " +
                   std::to_string(G::kMinPlayers) + " to " + std::to_string(G::kMaxPlayers) + ")");
}

/// The game of a record. Throws InputError: another game's record, bad players or rules, a rule listed with its
/// default.
template <Game G>
G game_of(const GameRecord& record) {
  if (record.game != G::kName)
    throw InputError("the record is of game '" + record.game + "', not " + std::string(G::kName));
  check_players<G>(record.players);
  const typename G::Rules rules = make_rules<G>(record.players, record.rules);
  const std::vector<RuleSetting> changed = non_default_rules<G>(rules);
  for (const RuleSetting& setting : record.rules) {
    int listed = 0;
    for (const RuleSetting& other : record.rules) listed += other.name == setting.name ? 1 : 0;
    bool differs = false;
    for (const RuleSetting& other : changed) differs = differs || other.name == setting.name;
    if (listed > 1) throw InputError("rule '" + setting.name + "' is listed twice");
    if (!differs) throw InputError("rule '" + setting.name + "' is listed with its default value");
  }
  return G(rules);
}

/// The tokens of a position. Throws InputError if the record has fewer.
inline std::vector<std::string> tokens_of(const RecordPosition& position) {
  const std::vector<std::string>& events = position.record.events;
  if (position.events > events.size()) {
    throw InputError("the record has only " + std::to_string(events.size()) + " events (" +
                     std::to_string(position.events) + " were asked for)");
  }
  return {events.begin(), events.begin() + static_cast<std::ptrdiff_t>(position.events)};
}

/// Replays actions from the start and calls visit(before, action, after) for each.
template <StochasticGame G, class Visit>
typename G::State walk(const G& game, const std::vector<Action>& actions, Visit&& visit) {
  typename G::State state = game.initial_state();
  for (const Action action : actions) {
    const typename G::State before = state;
    game.apply(state, action);
    visit(before, action, state);
  }
  return state;
}

/// What `observer` knows after `actions`.
template <ImperfectInformationGame G>
typename G::InformationState information_after(const G& game, const std::vector<Action>& actions, Observer observer) {
  typename G::InformationState information(game, observer);
  walk(game, actions, [&](const auto& before, Action action, const auto& after) {
    information.observe(game.observe(before, action, after, observer));
  });
  return information;
}

/// The tokens of `actions`.
template <StochasticGame G>
std::vector<std::string> tokens(const G& game, const std::vector<Action>& actions) {
  std::vector<std::string> out;
  walk(game, actions,
       [&](const auto& before, Action action, const auto&) { out.push_back(game.token(before, action)); });
  return out;
}

}  // namespace atl
