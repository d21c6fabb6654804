#include "engine/reef_encounter/rules.hpp"

#include <string>

namespace atl::reef_encounter {

Rules default_rules(int players) {
  if (players < 2 || players > 4) {
    throw InputError("bad number of players " + std::to_string(players) +
                     " (reef_encounter is for 2 to 4). Choose one of 2, 3, 4");
  }
  Rules rules;
  rules.players = players;
  if (players == 2) {
    rules.start_tiles = {6, 9};
  } else if (players == 3) {
    rules.start_tiles = {6, 7, 9};
  } else {
    rules.start_tiles = {6, 7, 8, 9};
  }
  return rules;
}

void apply_presets(Rules& rules) {
  if (!rules.advanced) return;
  rules.free_growth = false;
  rules.feed_return = 5;
  rules.min_feed = 6;
  rules.final_feed_return = 6;
}

void check_rules(const Rules& rules) {
  (void)default_rules(rules.players);
  for (const FieldState& state : field_states(rules)) check_field_value(state.field, state.value, state.value);
  if (static_cast<int>(rules.start_tiles.size()) != rules.players) {
    throw InputError("bad value for rule 'start_tiles' (" + std::to_string(rules.start_tiles.size()) + " numbers for " +
                     std::to_string(rules.players) + " players). Give one number per player");
  }
  if (rules.crown_start && !rules.second_kind) {
    throw InputError("rule 'crown_start' needs 'second_kind' (crowns belong to the expansion). Set both or neither");
  }
}

}  // namespace atl::reef_encounter
