/// The whole truth about one moment of the game, and the numbers that events are written as.
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

#include "engine/core/bits.hpp"
#include "engine/core/types.hpp"
#include "engine/reef_encounter/common/steps.hpp"

namespace atl::reef_encounter {

enum class Phase : std::uint8_t {
  boards,
  side,
  slot,
  sea_fill,
  deal,    ///< chance: setup
  refill,  ///< chance: after a turn
  fish,
  larvae,  ///< decisions: setup
  feeding,
  main,
  laying,         ///< decisions: a turn
  extra_feeding,  ///< decisions: after an end by locks or shrimps
  growing,        ///< decision: may a tile grow onto the growth space?
  over
};

/// Upper 16 bits of an action's code; lists are in this order.
///
///   kind               lower 16 bits
///   fish lay larva     colour (`larva` pays a consumed tile of it)
///   tile take          colour
///   larvae             index into kLarvaPair
///   eat shrimp lift    place
///   land               place
///   put                place * 2 + (1 if a consumed tile)
///   alga               alga * 5 + colour paid
///   lock               coral tile * 5 + colour paid
///   pass recall done   0
///   grow skip          0
///   boards             one bit per board        side   0, 1
///   slot dealt drawn   colour
///
/// place = board * 64 + cell. `dealt` is a starting tile, `drawn` any other from the bag: the same token, but seen by
/// different observers. Colour kUnseen and pair kUnseenPair stand for a hidden tile or choice.
enum class Verb : std::uint8_t {
  boards,
  side,
  slot,
  dealt,
  drawn,
  fish,
  larvae,
  eat,
  pass,
  lay,
  shrimp,
  lift,
  larva,
  alga,
  lock,
  tile,
  take,
  put,
  land,
  recall,
  done,
  grow,
  skip
};

inline constexpr std::uint8_t kNoPlace = kNoPlaceOf<std::uint8_t>;

constexpr Action make_action(Verb verb, int argument = 0) {
  return {(static_cast<std::uint32_t>(verb) << 16) | static_cast<std::uint32_t>(argument)};
}
constexpr Verb verb_of(Action action) { return static_cast<Verb>(action.code >> 16); }
constexpr int argument_of(Action action) { return static_cast<int>(action.code & 0xffffU); }

constexpr int make_place(int board, int cell) { return board * 64 + cell; }
constexpr int board_of(int place) { return place >> 6; }
constexpr int cell_of(int place) { return place & 63; }

/// What one player has.
struct Area {
  Counts hand;      ///< tiles behind the screen
  Counts consumed;  ///< tiles in front of it
  Counts fish;      ///< tiles in the parrotfish but the secret one
  Counts larvae;    ///< larvae behind the screen
  bool operator==(const Area&) const = default;
};

/// 256 bytes, no padding: up to that size g++ 12 copies in line, a word more and it calls `rep movsq`, four times
/// slower. Every field has one value per position, so that equal positions have equal bytes. Boards are indexed by
/// their printed number; those not in play stay empty.
struct State {
  /// [board][plane] the cells, as in grid.hpp, whose tile has that bit set in its colour + 1 (0: no tile).
  std::array<std::array<std::uint64_t, 3>, kBoards> planes{};
  std::array<std::uint64_t, kBoards> shrimps{};  ///< [board] cells with a shrimp of anybody
  std::array<Area, kSeats> area{};
  std::uint64_t sea = 0;  ///< bits 10 * slot + 2 * colour: tiles (0 to 3) of that colour on that slot
  std::array<std::array<std::uint8_t, kShrimpsPerPlayer>, kSeats>
      shrimp_at{};  ///< [seat] places, ascending, then kNoPlace
  Counts bag;
  Counts larva_supply;
  std::array<std::uint8_t, kSeats> secret{};    ///< [seat] colour of the secret tile; kUnseen before it is chosen
  std::array<std::uint8_t, kSeats> feedings{};  ///< [seat] shrimps that have left the game with a coral
  std::uint16_t sides = 0;                      ///< one bit per coral tile: the side that is up
  std::uint16_t locked = 0;                     ///< one bit per coral tile
  std::uint16_t turns = 0;                      ///< finished turns, all players
  std::uint16_t queue = 0;                      ///< refill: slots still to be served, 3 bits each, next one lowest
  std::uint8_t queue_size = 0;
  std::uint8_t bag_total = 0;
  std::uint8_t spares = 0;      ///< one bit per colour: its growth spare is there
  std::uint8_t alga_space = 0;  ///< alga lying there or kNoAlga
  std::uint8_t boards = 0;      ///< one bit per board in play
  Phase phase = Phase::boards;
  std::uint8_t mover = 0;       ///< who decides, or whose tiles are dealt
  std::uint8_t counter = 0;     ///< setup: tiles already placed in this phase (by this seat); growing: the board
  std::uint8_t first_slot = 0;  ///< setup: the starting slot
  // This turn, 0 between turns:
  std::uint8_t lays = 0;       ///< lays begun
  std::uint8_t colour = 0;     ///< laying: its colour
  std::uint8_t hand_laid = 0;  ///< laying: tiles put from behind the screen
  std::uint8_t lifts = 0;      ///< shrimps picked up
  std::uint8_t flags = 0;      ///< as below
  End end = End::none;
  std::uint8_t ender = 0;  ///< who ended the game, if extra feedings follow

  static constexpr std::uint8_t kAnyPut = 1;  ///< laying: something was put
  static constexpr std::uint8_t kShrimpPlaced = 2;
  static constexpr std::uint8_t kInAir = 4;  ///< the mover holds a lifted shrimp
  static constexpr std::uint8_t kLockedOne = 8;

  bool has(std::uint8_t flag) const { return (flags & flag) != 0; }
  void set(std::uint8_t flag) { flags = static_cast<std::uint8_t>(flags | flag); }
  void clear(std::uint8_t flag) { flags = static_cast<std::uint8_t>(flags & ~flag); }
  bool operator==(const State&) const = default;
};
static_assert(sizeof(State) == 256, "copied once per iteration");
static_assert(std::is_trivially_copyable_v<State> && std::has_unique_object_representations_v<State>);

/// Tiles of `colour` on `slot`, and all tiles there.
constexpr int sea_tiles(std::uint64_t sea, int slot, int colour) {
  return static_cast<int>((sea >> (10 * slot + 2 * colour)) & 3U);
}
constexpr int slot_size(const State& state, int slot) {
  int total = 0;
  for (int c = 0; c < kColours; ++c) total += sea_tiles(state.sea, slot, c);
  return total;
}
constexpr void add_to_slot(State& state, int slot, int colour) {
  state.sea += std::uint64_t{1} << (10 * slot + 2 * colour);
}

/// What ends with a turn.
constexpr void clear_turn(State& state) {
  state.lays = 0;
  state.colour = 0;
  state.hand_laid = 0;
  state.lifts = 0;
  state.flags = 0;
}

}  // namespace atl::reef_encounter
