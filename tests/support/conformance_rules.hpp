/// Conformance of the rule fields: one list from which records, options and help are made.
#pragma once

#include <limits>
#include <set>

#include "tests/support/conformance_base.hpp"

namespace atl::conformance {

/// Every field has a name, a help line and a default in its range; values outside are refused; values that the game
/// accepts survive the way through a record and are played through once.
template <StochasticGame G>
void check_rule_fields(const Options<G>& options) {
  const auto require = [](bool holds, int players, std::string_view field, const char* what) {
    if (!holds)
      throw Violation(std::string(what) + "\n  game: " + std::string(G::kName) + ", " + std::to_string(players) +
                      " players, rule '" + std::string(field) + "'");
  };
  const auto refuses = [](int players, const RuleSetting& setting) {
    try {
      make_rules<G>(players, {setting});
    } catch (const InputError&) {
      return true;
    }
    return false;
  };
  for (int players = G::kMinPlayers; players <= G::kMaxPlayers; ++players) {
    const typename G::Rules defaults = G::default_rules(players);
    require(defaults.players == players, players, "players", "default_rules keeps the number of players");
    require(G(defaults).num_players() == players, players, "players", "the game has the players its rules say");
    require(non_default_rules<G>(defaults).empty(), players, "", "the default rules differ nowhere from the defaults");
    require(same_fields(make_rules<G>(players, {}), defaults), players, "", "no settings give the defaults");
    require(refuses(players, {"no such rule", std::int64_t{1}}), players, "", "an unknown rule is refused");

    std::set<std::string> names;
    for (const FieldState& state : field_states(defaults)) {
      const std::string name(state.field.name);
      require(!name.empty() && names.insert(name).second, players, name, "field names are unique");
      require(name.find_first_of(" =\n") == std::string::npos, players, name, "field names have no blank and no '='");
      require(!state.field.help.empty(), players, name, "every field has a help line");
      check_field_value(state.field, state.value, state.value);
      if (!std::holds_alternative<std::string>(state.value) || !std::get<std::string>(state.value).empty()) {
        const FieldValue again = parse_field_value(state.field, state.value, format_field_value(state.value));
        require(again == state.value, players, name, "a value survives being written and parsed");
      }

      std::vector<FieldValue> extremes;
      if (std::holds_alternative<bool>(state.value)) extremes = {FieldValue(false), FieldValue(true)};
      if (std::holds_alternative<std::int64_t>(state.value)) {
        require(state.field.min <= state.field.max, players, name, "ranges are not empty");
        extremes = {FieldValue(state.field.min), FieldValue(state.field.max)};
        require(refuses(players, {name, state.field.min - 1}), players, name, "a number below its range is refused");
        require(refuses(players, {name, state.field.max + 1}), players, name, "a number above its range is refused");
        require(refuses(players, {name, std::string("x")}), players, name, "a value of another type is refused");
      }
      if (const auto* list = std::get_if<std::vector<int>>(&state.value); list != nullptr && !list->empty()) {
        std::vector<int> changed = *list;
        for (const std::int64_t number : {state.field.min, state.field.max}) {
          changed[0] = static_cast<int>(number);
          extremes.push_back(changed);
        }
        if (state.field.max < std::numeric_limits<int>::max()) {
          changed[0] = static_cast<int>(state.field.max + 1);
          require(refuses(players, {name, changed}), players, name, "a list with a number above its range is refused");
        }
      }

      for (std::size_t i = 0; i < extremes.size(); ++i) {
        const typename G::Rules rules = make_rules<G>(players, {{name, extremes[i]}});
        const std::vector<RuleSetting> changed = non_default_rules<G>(rules);
        require(same_fields(make_rules<G>(players, changed), rules), players, name,
                "rules survive being written as differences from the defaults");
        std::optional<G> game;
        try {
          game.emplace(rules);
        } catch (const InputError&) {
          continue;  // the values do not fit together, and the game says so
        }
        require(same_fields(game->rules(), rules), players, name, "a game keeps its rules");
        if (!options.play_rule_extremes) continue;
        Walk<G> walk(*game, options, 100 + names.size(), i);
        while (!walk.over()) {
          const Action action = walk.pick();
          walk.require(is_legal(*game, walk.state(), action), "a random action is legal");
          walk.play(action);
        }
      }
    }
  }
}

}  // namespace atl::conformance
