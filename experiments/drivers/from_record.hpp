/// From a record back to a game and its states: what all operations on records share.
#pragma once

#include <algorithm>
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

/// The rules a record was played by: of the version it names. Throws InputError: an unknown version, bad rules, a rule
/// listed twice, or (version 1) with the value it would have anyway.
template <Game G>
typename G::Rules rules_of(const GameRecord& record) {
  const auto read = [&](const std::vector<RuleSetting>& settings) {
    return rules_of_record<G>(record.players, record.rules_version, settings);
  };
  const auto values = [](const typename G::Rules& rules) {
    std::vector<FieldValue> list;
    for (const FieldState& state : field_states(rules)) list.push_back(state.value);
    return list;
  };
  const typename G::Rules rules = read(record.rules);
  for (const RuleSetting& setting : record.rules) {
    std::vector<RuleSetting> others = record.rules;
    std::erase_if(others, [&](const RuleSetting& other) { return other.name == setting.name; });
    if (others.size() + 1 < record.rules.size()) throw InputError("rule '" + setting.name + "' is listed twice");
    if (record.rules_version == 1 && values(read(others)) == values(rules)) {
      throw InputError("rule '" + setting.name + "' is listed with its default value");
    }
  }
  return rules;
}

/// What is said of a record of older rules that does not replay.
template <Game G>
std::string by_version(const GameRecord& record) {
  if (record.rules_version == rules_version<G>()) return "";
  return " (the record was played by version " + std::to_string(record.rules_version) + " of the rules of " +
         std::string(G::kName) + "; this program plays version " + std::to_string(rules_version<G>()) + ")";
}

/// The game of a record. Throws InputError: another game's record, bad players or rules (see rules_of).
template <Game G>
G game_of(const GameRecord& record) {
  if (record.game != G::kName)
    throw InputError("the record is of game '" + record.game + "', not " + std::string(G::kName));
  check_players<G>(record.players);
  return G(rules_of<G>(record));
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
