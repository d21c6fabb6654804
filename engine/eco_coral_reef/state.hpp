/// The whole truth about one moment of the game, and what happens in it as numbers.
#pragma once

#include <cstdint>
#include <type_traits>

#include "engine/core/array.hpp"
#include "engine/core/types.hpp"
#include "engine/eco_coral_reef/board.hpp"

namespace atl::eco_coral_reef {

/// The top eight bits of an action's code, with what is below them:
///
///     swap            11..6 first   5..0 second
///     take, drop, deal  5..0 tile
///     draw, gem            0 deck (0 pictures, 1 missions)
///     put     21..16 picture  15..9 y + 39   8..2 x + 39   1..0 quarter turns
///     claim   20..16 mission  15..14 form (A B C)  13..0 which: for A and B the number of the layout's placement
///             around the tile just put (formations.hpp), for C (dx + 39) * 128 + (dy + 39) to the opposite corner
enum class Verb : std::uint8_t {
  keep = 1,
  swap,
  take_picture,
  take_mission,
  draw,
  gem,
  put,
  pass,
  claim,
  done,
  end,
  drop_picture,
  drop_mission,
  deal_picture,  ///< chance
  deal_mission,  ///< chance
};

enum class Form : std::uint8_t { settlement = 0, coexistence = 1, migration = 2 };

constexpr Action make_action(Verb verb, int argument = 0) {
  return {(static_cast<std::uint32_t>(verb) << 24) | static_cast<std::uint32_t>(argument)};
}
constexpr Verb verb_of(Action action) { return static_cast<Verb>(action.code >> 24); }
/// The tile of a take, drop or deal; the deck of a draw or gem.
constexpr int tile_of(Action action) { return static_cast<int>(action.code & 0x3f); }

constexpr int swap_first(Action action) { return static_cast<int>((action.code >> 6) & 0x3f); }
constexpr int swap_second(Action action) { return static_cast<int>(action.code & 0x3f); }

/// Requires |x|, |y| <= kReach.
constexpr Action make_put(int picture, int x, int y, int turns) {
  return make_action(Verb::put, (picture << 16) | ((y + kReach) << 9) | ((x + kReach) << 2) | turns);
}
constexpr int put_picture(Action action) { return static_cast<int>((action.code >> 16) & 0x3f); }
constexpr int put_y(Action action) { return static_cast<int>((action.code >> 9) & 0x7f) - kReach; }
constexpr int put_x(Action action) { return static_cast<int>((action.code >> 2) & 0x7f) - kReach; }
constexpr int put_turns(Action action) { return static_cast<int>(action.code & 3); }

constexpr Action make_claim(int mission, Form form, int which) {
  return make_action(Verb::claim, (mission << 16) | (static_cast<int>(form) << 14) | which);
}
constexpr int rectangle_code(int dx, int dy) { return (dx + kReach) * 128 + dy + kReach; }
constexpr int claim_mission(Action action) { return static_cast<int>((action.code >> 16) & 0x1f); }
constexpr Form claim_form(Action action) { return static_cast<Form>((action.code >> 14) & 3); }
constexpr int claim_which(Action action) { return static_cast<int>(action.code & 0x3fff); }
constexpr int claim_dx(Action action) { return claim_which(action) / 128 - kReach; }
constexpr int claim_dy(Action action) { return claim_which(action) % 128 - kReach; }

/// What the game waits for when no tile is to be drawn.
enum class Phase : std::uint8_t {
  first_tile,
  deal,
  swap,
  action,
  claim,
  last_gems,  ///< after the last action
  limit,
  over
};

inline constexpr int kSeats = 4;  ///< the most players

/// Nothing in it is hidden from anyone: decks are sets, and places are kept only where everybody knows them.
struct State {
  Board board;

  /// Tiles as masks by number.
  PerSeat<std::uint64_t, kSeats> hand_pictures = {};
  std::uint64_t shown_pictures = 0;
  std::uint64_t deck_pictures = 0;  ///< in the deck, place unknown
  PerSeat<std::uint32_t, kSeats> hand_missions = {};
  std::uint32_t shown_missions = 0;
  std::uint32_t deck_missions = 0;
  /// [place from the bottom] picture + 1 known to lie there, 0 if unknown.
  Array<std::uint8_t, kNumPictures> pinned = {};
  std::uint8_t picture_deck_size = 0;

  /// Formations claimed, ascending; kept under reuse = per_formation only. (shape, first cell, orientation or size)
  std::uint8_t num_claimed = 0;
  std::uint8_t layouts_coexisting = 0;  ///< layouts claimed in form B
  Array<std::uint32_t, kNumMissions> claimed = {};

  PerSeat<std::int16_t, kSeats> score = {};
  PerSeat<std::uint8_t, kSeats> gems = {};
  PerSeat<std::uint8_t, kSeats> reached = {};  ///< bit 0: has had 10 points, bit 1: 20

  Phase phase = Phase::first_tile;
  Player player;
  std::uint8_t actions_left = 0;
  std::uint8_t deals_left = 0;
  std::uint8_t missions_to_show = 0, pictures_to_show = 0;  ///< draws to come, missions first
  std::uint8_t draw_to_hand = 0;                            ///< 0 none, 1 picture, 2 mission
  bool last_round = false, target_reached = false;
  std::int8_t put_x = 0, put_y = 0;  ///< the tile just put, while phase is claim; else 0

  bool operator==(const State&) const = default;
};
static_assert(std::is_trivially_copyable_v<State> && sizeof(State) == 1984, "copied once per iteration");

/// Everyone perceives every event whole.
struct Observation {
  std::uint32_t code = 0;
  bool operator==(const Observation&) const = default;
};

}  // namespace atl::eco_coral_reef
