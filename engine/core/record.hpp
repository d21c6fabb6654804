/// Game records: one game is one line of JSON, replayable and independent of generators and search (docs/records.md).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/game.hpp"
#include "engine/core/rules.hpp"

namespace atl {

/// Games by version 1 of their rules (those of atoll 0.1, and of games that never had others).
inline constexpr std::string_view kRecordFormat = "atoll-game/1";
/// Games by later versions: says which, and may list rules at their defaults.
inline constexpr std::string_view kVersionedRecordFormat = "atoll-game/2";

struct GameRecord {
  std::string game;
  int players = 0;
  int rules_version = 1;           ///< of the game's rules it was played by
  std::vector<RuleSetting> rules;  ///< values that differ from the defaults of that version, in the game's order
  std::uint64_t seed = 0;
  std::uint64_t index = 0;          ///< the game's id in its run
  std::vector<std::string> agents;  ///< [players] names by seat
  std::vector<std::string> events;  ///< tokens in order, chance included
  std::vector<int> scores, ranks;   ///< [players]; empty if the game was cut short
  std::string end;                  ///< the game's reason, `failed:<seat>:<kind>`, or empty for a partial record
  bool operator==(const GameRecord&) const = default;
};

/// One line without a line break; keys in the order of the struct. The format is the older one where the rules are of
/// version 1.
std::string write_record(const GameRecord& record);

/// Reads one line. Throws InputError on anything that is not a record of these formats: bad JSON, a missing or unknown
/// key, a wrong type. Legality is replay's business.
GameRecord read_record(std::string_view line);

/// A record's events as actions, and where they lead.
template <StochasticGame G>
struct Replay {
  std::vector<Action> actions;
  typename G::State state;  ///< after the last event
};

/// Plays a record's first `count` events (all by default) from the start. Throws InputError naming the event and the
/// token at the first one that is not legal.
template <StochasticGame G>
Replay<G> replay_events(const G& game, const std::vector<std::string>& tokens, std::size_t count = ~std::size_t{0}) {
  Replay<G> replay{.actions = {}, .state = game.initial_state()};
  for (std::size_t i = 0; i < tokens.size() && i < count; ++i) {
    const auto fail = [&](const std::string& why) {
      throw InputError("event " + std::to_string(i) + " '" + tokens[i] + "' " + why);
    };
    if (game.node_kind(replay.state) == NodeKind::terminal) fail("comes after the end of the game");
    const std::optional<Action> action = game.parse(replay.state, tokens[i]);
    if (!action) fail("is not in the game's notation here");
    if (!is_legal(game, replay.state, *action)) fail("is not legal here");
    game.apply(replay.state, *action);
    replay.actions.push_back(*action);
  }
  return replay;
}

}  // namespace atl
