/// Test support: positions set up by hand, moves as tokens.
#pragma once

#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include "engine/core/text.hpp"
#include "engine/reef_encounter/reef_encounter.hpp"

namespace atl::reef_encounter {

/// Seat 0 begins its turn on empty boards 0.. with all hands empty, nothing consumed, all coral tiles on side 0, and a
/// bag that holds all tiles but the spares.
class Scene {
 public:
  explicit Scene(const Rules& rules) : game(rules), state(game.initial_state()) {
    state.boards = static_cast<std::uint8_t>((1U << rules.players) - 1);
    for (int c = 0; c < kColours; ++c)
      state.sea |= std::uint64_t{1} << (12 * c);  // one tile of its colour on each slot
    state.secret.fill(0);
    state.phase = Phase::main;
  }
  explicit Scene(int players = 2) : Scene(default_rules(players)) {}

  static int colour(char letter) { return static_cast<int>(kColourLetters.find(letter)); }
  static int place(std::string_view text) {
    return make_place(text[0] - '0', BaseGrid::cell(text[2] - '1', text[1] - 'a'));
  }

  /// `"0a1 0b1"` get tiles of the colour.
  Scene& tiles(char letter, std::string_view places) {
    for (const std::string_view name : split(places, ' ')) {
      add_tiles(state, board_of(place(name)), bit(cell_of(place(name))), colour(letter));
    }
    return *this;
  }
  Scene& shrimp(int seat, std::string_view name) {
    const int here = place(name);
    state.shrimps[static_cast<std::size_t>(board_of(here))] |= bit(cell_of(here));
    auto& places = state.shrimp_at[static_cast<std::size_t>(seat)];
    std::size_t i = kShrimpsPerPlayer - 1;
    for (; i > 0 && (places[i - 1] == kNoPlace || places[i - 1] > here); --i) places[i] = places[i - 1];
    places[i] = static_cast<std::uint8_t>(here);
    return *this;
  }
  Scene& hand(std::string_view letters, int seat = 0) { return add(&Area::hand, letters, seat); }
  Scene& consumed(std::string_view letters, int seat = 0) { return add(&Area::consumed, letters, seat); }
  Scene& larvae(std::string_view letters, int seat = 0) { return add(&Area::larvae, letters, seat); }
  Scene& fish(std::string_view letters, int seat = 0) { return add(&Area::fish, letters, seat); }
  /// The bag holds exactly these.
  Scene& bag(std::string_view letters) {
    state.bag = {};
    for (const char letter : letters) state.bag.add(colour(letter));
    state.bag_total = static_cast<std::uint8_t>(letters.size());
    return *this;
  }

  bool legal(std::string_view token) const {
    const std::optional<Action> action = game.parse(state, token);
    return action && is_legal(game, state, *action);
  }
  /// How many legal actions begin with `prefix`.
  int count(std::string_view prefix) const {
    ActionList<Game> actions;
    game.legal_actions(state, actions);
    int n = 0;
    for (const Action action : actions) n += game.token(state, action).starts_with(prefix) ? 1 : 0;
    return n;
  }
  /// Plays tokens; each must be legal.
  Scene& play(std::string_view tokens) {
    for (const std::string_view token : split(tokens, ' ')) {
      CAPTURE(std::string(token));
      REQUIRE(legal(token));
      game.apply(state, *game.parse(state, token));
    }
    return *this;
  }

  char tile_at(std::string_view name) const {
    const int here = place(name);
    if ((occupied(state, board_of(here)) & bit(cell_of(here))) == 0) return ' ';
    return kColourLetters[static_cast<std::size_t>(colour_at(state, board_of(here), bit(cell_of(here))))];
  }
  const Area& area(int seat = 0) const { return state.area[static_cast<std::size_t>(seat)]; }
  bool over() const { return game.node_kind(state) == NodeKind::terminal; }
  std::string_view end() const { return game.end_reason(state); }

  Game game;
  State state;

 private:
  Scene& add(Counts Area::* pile, std::string_view letters, int seat) {
    for (const char letter : letters) (state.area[static_cast<std::size_t>(seat)].*pile).add(colour(letter));
    return *this;
  }
};

}  // namespace atl::reef_encounter
