/// What the rules struct may hold, and what a game begins with.
#include <algorithm>
#include <bit>
#include <string>

#include "engine/core/text.hpp"
#include "engine/reef_encounter/common/setup.hpp"
#include "engine/reef_encounter/game.hpp"

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
  rules.free_growth = "none";
  rules.feed_return = 5;
  rules.final_feed_return = 6;
}

FreeGrowth free_growth(const Rules& rules) {
  if (rules.free_growth == "optional") return FreeGrowth::optional;
  return rules.free_growth == "none" ? FreeGrowth::none : FreeGrowth::automatic;
}

unsigned cards_in_deck(const Rules& rules) {
  const std::vector<std::string_view> known = split(kAllCards, ',');
  unsigned deck = 0;
  std::size_t next = 0;
  for (const std::string_view id : split(rules.cards, ',')) {
    const auto found = static_cast<std::size_t>(std::find(known.begin(), known.end(), id) - known.begin());
    if (found == known.size()) {
      throw InputError("bad value for rule 'cards' (" +
                       unknown_word_message("card", id, std::vector<std::string>(known.begin(), known.end())) +
                       "). Give ids with commas");
    }
    if (found < next) {
      throw InputError("bad value for rule 'cards' ('" + std::string(id) +
                       "' comes twice or too late). Keep the order " + std::string(kAllCards));
    }
    deck |= 1U << found;
    next = found + 1;
  }
  return deck;
}

void upgrade_rules(int, std::vector<RuleSetting>& settings) {
  const auto named = [&](std::string_view name) {
    return std::find_if(settings.begin(), settings.end(),
                        [&](const RuleSetting& setting) { return setting.name == name; });
  };
  if (const auto growth = named("free_growth"); growth != settings.end()) {
    if (const bool* const on = std::get_if<bool>(&growth->value))
      growth->value = std::string(*on ? "automatic" : "none");
  }
  const auto advanced = named("advanced");
  if (advanced == settings.end() || advanced->value != FieldValue(true) || named("min_feed") != settings.end()) return;
  settings.push_back({"min_feed", std::int64_t{6}});
}

void check_rules(const Rules& rules) {
  (void)default_rules(rules.players);
  for (const FieldState& state : field_states(rules)) check_field_value(state.field, state.value, state.value);
  if (static_cast<int>(rules.start_tiles.size()) != rules.players) {
    throw InputError("bad value for rule 'start_tiles' (" + std::to_string(rules.start_tiles.size()) + " numbers for " +
                     std::to_string(rules.players) + " players). Give one number per player");
  }
  (void)cards_in_deck(rules);
  if (rules.crown_start && !rules.second_kind) {
    throw InputError("rule 'crown_start' needs 'second_kind' (crowns belong to the expansion). Set both or neither");
  }
}

Game::Game(const Rules& rules) : rules_(rules), free_growth_(reef_encounter::free_growth(rules)) {
  check_rules(rules_);
  if (rules_.second_kind) {
    throw InputError(
        "rule 'second_kind' is true (this is the base game). Use second_kind::Game, as the drivers do, or leave it "
        "false");
  }
}

State Game::initial_state() const {
  State state;
  fill_box(state);
  return state;
}

NodeKind Game::node_kind(const State& state) const {
  if (state.phase <= Phase::refill) return NodeKind::chance;
  return state.phase == Phase::over ? NodeKind::terminal : NodeKind::decision;
}

unsigned Game::tile_choices(const State& state) const {
  if (state.phase != Phase::main || state.has(State::kInAir)) return 0;
  return state.area[state.mover].larvae.present() & state.bag.present();
}

std::string_view Game::end_reason(const State& state) const { return end_name(state.end); }

std::uint64_t Game::hash(const State& state) const {
  const auto words = std::bit_cast<std::array<std::uint64_t, sizeof(State) / 8>>(state);
  std::uint64_t hash = 0;
  for (const std::uint64_t word : words) hash = hash_combine(hash, word);
  return hash;
}

}  // namespace atl::reef_encounter
