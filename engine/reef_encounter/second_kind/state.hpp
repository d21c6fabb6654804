/// The whole truth about one moment of the expansion, and the numbers that events are written as.
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

#include "engine/core/types.hpp"
#include "engine/reef_encounter/second_kind/tables.hpp"
#include "engine/reef_encounter/state.hpp"

namespace atl::reef_encounter::second_kind {

// clang-format off
enum class Phase : std::uint8_t {
  boards, side, slot, sea_fill, deal,  ///< chance: setup
  refill, card_draw,                   ///< chance: after a turn; a card was bought
  fish, larvae,                        ///< decisions: setup
  biting, landing, nudging,            ///< crowns; a shrimp in the air must come down; a blue shrimp must move
  feeding, breakfast, returning,       ///< the feeding step; after late_breakfast; which tiles go back to the bag
  window,                              ///< another player may use a clown-fish card
  main, laying,                        ///< a turn
  unlocking, shifting, consuming, choosing_coral, removing, dislodging, growing, extra_laying, taking,  ///< after card=ID
  free_growth,                         ///< may a tile grow onto the growth space?
  extra_feeding,                       ///< after an end by locks or shrimps
  over
};
// clang-format on

/// Top 8 bits of an action's code; lists are in this order.
///
///   kind                                 lower 24 bits
///   boards side slot                     one bit per board; 0, 1; colour
///   dealt drawn                          tile kind
///   card_drawn card discard              card
///   fish lay tile take                   colour             larvae  index into kLarvaPair
///   land lift nudge shrimp rock deep crown coral remove dislodge     place
///   bite                                 crown's place << 9 | target's place
///   eat                                  place << 4 | card spent (kNoCard: none)
///   back split consume                   tile kind ("back" is the token `return`)
///   larva alga lock                      (colour, alga, coral tile) << 6 | kind paid
///   buy                                  source << 6 | tile kind; source kFromLarvae: colour
///   blue                                 card << 18 | place it comes from << 9 | place (kAside: beside the board)
///   unlock                               coral tile         shift   from << 4 | to
///   extra_grow                           place << 3 | colour (the token `grow=` of a card)
///   put                                  source << 17 | tile kind << 11 | facing << 9 | place
///   recall pass done end grow skip       0
///
/// place = board * 128 + cell.
// clang-format off
enum class Verb : std::uint8_t {
  boards, side, slot, dealt, drawn, card_drawn,
  fish, larvae, bite, land, recall, lift, nudge, eat, back, pass, lay, shrimp, larva, alga, lock, tile, split, rock, deep,
  crown, buy, card, discard, blue, take, unlock, shift, consume, coral, remove, dislodge, extra_grow, put, done, end,
  grow, skip
};
// clang-format on

inline constexpr int kFromHand = 0, kFromConsumed = 1, kFromBag = 2, kFromLarvae = 2;
inline constexpr int kNoCard = 15;
inline constexpr int kUnseenCard = 11;  ///< a card whose identity the observer does not know
inline constexpr int kAside = 0x1ff;
inline constexpr std::uint16_t kNoPlace = kNoPlaceOf<std::uint16_t>;
inline constexpr std::uint8_t kNoTile = 0xff;

constexpr Action make_action(Verb verb, int argument = 0) {
  return {(static_cast<std::uint32_t>(verb) << 24) | static_cast<std::uint32_t>(argument)};
}
constexpr Verb verb_of(Action action) { return static_cast<Verb>(action.code >> 24); }
constexpr int argument_of(Action action) { return static_cast<int>(action.code & 0xffffffU); }

constexpr int make_place(int board, int cell) { return board * 128 + cell; }
constexpr int board_of(int place) { return place >> 7; }
constexpr int cell_of(int place) { return place & 127; }
constexpr Cells cell_bit(int place) { return Grid::bit(cell_of(place)); }

constexpr int make_put(int source, int tile, int facing, int place) {
  return source << 17 | tile << 11 | facing << 9 | place;
}
struct Put {
  int source, tile, facing, place;
};
constexpr Put put_of(int argument) {
  return {argument >> 17, (argument >> 11) & 63, (argument >> 9) & 3, argument & 0x1ff};
}

/// [kind] how many tiles.
using Tiles = Pile<kTileKinds>;
using Polyps = Pile<kPolypKinds>;

/// What one player has.
struct Area {
  Tiles hand{};       ///< behind the screen
  Polyps consumed{};  ///< in front of it
  Polyps fish{};      ///< in the parrotfish, without the secret tile
  Pile<kColours> larvae{};
  Pile<kCards + 1> cards{};  ///< [card]; [kUnseenCard] in what an observer knows of others
  bool operator==(const Area&) const = default;
};

/// One board; see grid.hpp for the cells.
struct Board {
  std::array<Cells, 3> planes{};  ///< the tiles' colour + 1, one bit each (0: no tile)
  std::array<Cells, 4> forms{};   ///< what is laid, as in tables.hpp
  Cells rock_tiles = 0, deep_tiles = 0;
  Cells crowns = 0;
  Cells shrimps = 0;  ///< coloured ones, of anybody
  Cells blues = 0;    ///< wooden blue shrimps
  bool operator==(const Board&) const = default;
};

/// No padding; every field has one value per position, so that equal positions have equal bytes.
struct State {
  std::array<Board, kBoards> board{};  ///< by printed number; those not in play stay empty
  Cells chosen = 0;                    ///< disintegration: what is left of the coral chosen
  std::array<std::array<std::uint16_t, kShrimpsPerPlayer>, kSeats>
      shrimp_at{};                        ///< [seat] places, ascending, then kNoPlace
  std::array<std::uint16_t, 4> bitten{};  ///< places of crowns that have attacked this turn, ascending, then kNoPlace
  std::uint16_t nudged = kNoPlace;        ///< where the blue shrimp stood that must move
  std::uint16_t barred = kNoPlace;        ///< the tile a shrimp was lifted from to make room for it
  std::uint16_t chosen_board = 0;         ///< of `chosen`, or of the growth space that is asked about
  std::uint16_t sides = 0;                ///< one bit per coral tile: the side that is up
  std::uint16_t locked = 0;               ///< one bit per coral tile
  std::uint16_t turns = 0;                ///< finished turns, all players
  std::uint16_t queue = 0;                ///< refill: slots still to be served, 3 bits each, next one lowest
  std::uint16_t flags = 0;                ///< as below
  std::array<Area, kSeats> area{};
  Tiles bag{};
  std::array<std::array<std::uint8_t, 3>, kColours> sea{};  ///< [slot] tile kinds, ascending, then kNoTile
  Pile<kColours> larva_supply{};
  Pile<kCards> pile{};  ///< draw pile (an observer's view: with all cards it cannot see)
  Pile<kCards> discards{};
  Polyps eaten{};                               ///< tiles of a coral just fed, until its returns are chosen
  std::array<std::uint8_t, kSeats> secret{};    ///< [seat] colour of the secret tile; kUnseen before it is chosen
  std::array<std::uint8_t, kSeats> feedings{};  ///< [seat] shrimps that have left the game with a coral
  std::uint8_t pile_total = 0;
  std::uint8_t bag_total = 0;
  std::uint8_t queue_size = 0;
  std::uint8_t spares = 0;      ///< one bit per colour: its growth spare is there
  std::uint8_t alga_space = 0;  ///< alga lying there or kNoAlga
  std::uint8_t boards = 0;      ///< one bit per board in play
  Phase phase = Phase::boards;
  Phase resume = Phase::boards;  ///< where the decisions of a card or a landing lead back to; Phase::boards otherwise
  std::uint8_t active = 0;       ///< whose turn (or extra feeding) it is
  std::uint8_t mover = 0;        ///< who decides, or whose tiles are dealt
  std::uint8_t counter = 0;      ///< setup: tiles placed in this phase (by this seat); else decisions of a card so far
  std::uint8_t first_slot = 0;   ///< setup: the starting slot
  std::uint8_t to_return = 0;    ///< tiles of `eaten` that still go back to the bag
  std::uint8_t lays = 0;         ///< lays begun this turn
  std::uint8_t colour = 0;       ///< laying: its colour; free growth: what may grow
  std::uint8_t hand_laid = 0;    ///< laying: tiles put from behind the screen
  std::uint8_t lifts = 0;        ///< shrimps picked up this turn
  std::uint8_t locks = 0;        ///< locks this turn
  End end = End::none;
  std::uint8_t ender = 0;                 ///< who ended the game, if extra feedings follow
  std::array<std::uint8_t, 11> unused{};  ///< always 0: fills the last 16 bytes

  static constexpr std::uint16_t kAnyPut = 1;  ///< laying: something was put
  static constexpr std::uint16_t kShrimpPlaced = 2;
  static constexpr std::uint16_t kInAir = 4;       ///< the mover holds a lifted shrimp
  static constexpr std::uint16_t kBought = 8;      ///< a card this turn
  static constexpr std::uint16_t kDeepWater = 16;  ///< the card's put may still be made
  static constexpr std::uint16_t kDoubleLock = 32;
  static constexpr std::uint16_t kBreakfast = 64;  ///< late_breakfast was played and the feeding is still to come
  static constexpr std::uint16_t kTaken = 128;     ///< the tiles were taken: windows and refill follow
  static constexpr std::uint16_t kPickMeUp = 256;  ///< the card was played: `end` ends the turn

  bool has(std::uint16_t flag) const { return (flags & flag) != 0; }
  void set(std::uint16_t flag) { flags = static_cast<std::uint16_t>(flags | flag); }
  void clear(std::uint16_t flag) { flags = static_cast<std::uint16_t>(flags & ~flag); }
  bool operator==(const State&) const = default;
};
static_assert(sizeof(State) == 1424, "copied once per iteration");
static_assert(std::is_trivially_copyable_v<State> && std::has_unique_object_representations_v<State>);

}  // namespace atl::reef_encounter::second_kind
