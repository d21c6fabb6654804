/// The whole truth about one moment of the game, what happens in it as numbers, and what observers perceive of that.
#pragma once

#include <cstdint>

#include "engine/core/array.hpp"
#include "engine/core/bits.hpp"
#include "engine/core/types.hpp"
#include "engine/reef_rescue/tiles.hpp"

namespace atl::reef_rescue {

/// The top eight bits of an action's code are the verb, the others its argument. Codes of different verbs never meet,
/// so one table may hold actions of all nodes.
enum class Verb : std::uint8_t {
  deal = 1,    ///< argument: tile
  face,        ///< Card now visible
  choose,      ///< Card used
  flip,        ///< cell
  stop,        ///< 0
  shine,       ///< cell << 2 | tiles - 1
  pick,        ///< cell
  place,       ///< cell
  claim_set,   ///< set
  claim_tile,  ///< cell
  done,        ///< 0
};

/// The argument of a stand-in: something happened that the observer could not see.
inline constexpr int kHidden = 0xff;

constexpr Action make_action(Verb verb, int argument = 0) {
  return {static_cast<std::uint32_t>(verb) << 24 | static_cast<std::uint32_t>(argument)};
}
constexpr Verb verb_of(Action action) { return static_cast<Verb>(action.code >> 24); }
constexpr int argument_of(Action action) { return static_cast<int>(action.code & 0xffffff); }
/// The cells a shine action turns up.
constexpr std::uint64_t shine_cells(Action action) {
  const int argument = argument_of(action);
  return ((std::uint64_t{2} << (argument & 3)) - 1) << (argument >> 2);
}

enum class Phase : std::uint8_t {
  deal,
  faces,  // chance
  turn,   // choose a card
  flip_fin,
  flip_turbo,
  shine,
  pick,
  place,
  claim_fin,
  claim_turbo,
  claim_beam,
  over,
};

/// The whole truth. Masks hold one bit per cell, bit 8 * row + column; README.md draws them.
struct State {
  Array<std::uint8_t, kCells> tile;  ///< [cell] tile there, kNoTile if none
  PerSeat<std::uint64_t> known;      ///< cells whose tile that seat knows; public facts only
  std::uint64_t present;             ///< cells with a tile
  std::uint64_t marked;              ///< face up; picked by Sea Scope; or filled by it
  std::uint64_t fresh;               ///< tile never turned or lifted by anybody
  Array<std::uint32_t, 3> owner;     ///< bit planes of 1 + the seat that owns each claim (tiles.hpp), 0: nobody
  std::uint16_t round;               ///< rounds finished
  std::uint16_t faces;               ///< bit 2 * seat + card: the card's second side is up
  Phase phase;
  Player mover;
  std::uint8_t cursor;          ///< faces dealt; tiles put back; at claims what must be exceeded, plus one
  Array<std::uint8_t, 3> hand;  ///< tiles lifted by Sea Scope and not yet put back, lowest cell first
  bool operator==(const State&) const = default;
};
static_assert(sizeof(State) == 128, "copied once per iteration");

/// What an observer perceives of one event: the action as far as it sees it, tiles shown to it (of the cells of the
/// action from the lowest), and at the last placement of a Sea Scope the three cells filled, ascending.
struct Observation {
  std::uint32_t code = 0;
  Array<std::uint8_t, 3> seen = {kNoTile, kNoTile, kNoTile};
  Array<std::uint8_t, 3> filled = {kNoTile, kNoTile, kNoTile};
  bool operator==(const Observation&) const = default;
};

}  // namespace atl::reef_rescue
