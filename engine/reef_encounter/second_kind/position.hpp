/// Questions about the reef of one position of the expansion. As in the base game's position.hpp, with half tiles
/// (connected over touching coral sides only), blue shrimps, crowns and changing rock.
#pragma once

#include <bit>

#include "engine/reef_encounter/second_kind/state.hpp"

namespace atl::reef_encounter::second_kind {

enum Direction : int { north, east, south, west };
inline constexpr std::array<Direction, 4> kDirections = {north, east, south, west};
constexpr Direction opposite(Direction d) { return static_cast<Direction>((d + 2) % 4); }

/// The cells one step away (with rubbish in the gaps: mask the result).
constexpr Cells moved(Direction d, Cells set) {
  switch (d) {
    case north: return set >> Grid::kStride;
    case east: return set << 1;
    case south: return set << Grid::kStride;
    default: return set >> 1;
  }
}

/// Sides of a tile that are coral, one bit per direction. A half facing n has its coral north and east, and so on
/// round.
inline constexpr unsigned kAllSides = 15;
constexpr unsigned coral_sides(int laid) {
  if (laid < kHalfLaid || laid >= kTwoColouredLaid) return kAllSides;
  const int facing = laid - kHalfLaid;
  return (1U << facing) | (1U << ((facing + 1) % 4));
}

inline const BoardMap<Grid>& printed(int board) { return kBorderedBoards[static_cast<std::size_t>(board)]; }

template <class Visitor>
void for_each_cell(Cells set, Visitor&& visit) {
  for (; set != 0; set &= set - 1) visit(lowest_bit(set));
}

inline Cells occupied(const Board& board) { return board.planes[0] | board.planes[1] | board.planes[2]; }
/// Tiles laid in that form.
inline Cells laid_as(const Board& board, int laid) {
  Cells result = occupied(board);
  for (unsigned plane = 0; plane < 4; ++plane)
    result &= ((static_cast<unsigned>(laid) >> plane) & 1U) != 0 ? board.forms[plane] : ~board.forms[plane];
  return result;
}
inline Cells tiles_of(const Board& board, int colour) {
  Cells result = ~Cells{0};
  for (unsigned plane = 0; plane < 3; ++plane) {
    result &= ((static_cast<unsigned>(colour + 1) >> plane) & 1U) != 0 ? board.planes[plane] : ~board.planes[plane];
  }
  return result;
}
inline void add_tile(Board& board, Cells cell, int colour, int laid) {
  for (unsigned plane = 0; plane < 3; ++plane) {
    if (((static_cast<unsigned>(colour + 1) >> plane) & 1U) != 0) board.planes[plane] |= cell;
  }
  for (unsigned plane = 0; plane < 4; ++plane) {
    if (((static_cast<unsigned>(laid) >> plane) & 1U) != 0) board.forms[plane] |= cell;
  }
}
inline void remove_tiles(Board& board, Cells cells) {
  for (Cells& plane : board.planes) plane &= ~cells;
  for (Cells& plane : board.forms) plane &= ~cells;
}
/// Colour, form and kind of the tile on a cell. Require one.
inline int colour_at(const Board& board, Cells cell) {
  return ((board.planes[0] & cell) != 0 ? 1 : 0) + ((board.planes[1] & cell) != 0 ? 2 : 0) +
         ((board.planes[2] & cell) != 0 ? 4 : 0) - 1;
}
inline int laid_at(const Board& board, Cells cell) {
  int laid = 0;
  for (unsigned plane = 0; plane < 4; ++plane) laid |= (board.forms[plane] & cell) != 0 ? 1 << plane : 0;
  return laid;
}
inline int kind_at(const Board& board, Cells cell) {
  return kind_of_laid(colour_at(board, cell), laid_at(board, cell));
}

/// Rock spaces: printed ones without a deep water tile, and bare rock tiles.
inline Cells rock_spaces(const Board& board, int number) {
  return (printed(number).rock & ~board.deep_tiles) | board.rock_tiles;
}
inline Cells empty_rock(const Board& board, int number) {
  return rock_spaces(board, number) & ~occupied(board) & ~board.crowns;
}
/// The growth space, if it is a rock space with nothing on it.
inline Cells empty_growth(const Board& board, int number) { return printed(number).growth & empty_rock(board, number); }
/// Deep-water cells the card deep_water can use: printed ones and tiles whose four neighbours are rock spaces.
inline Cells cells_for_deep_water(const Board& board, int number) {
  const Cells rock = rock_spaces(board, number);
  const Cells water = (kPrintedCells & ~printed(number).rock & ~board.rock_tiles) | board.deep_tiles;
  return water & moved(north, rock) & moved(south, rock) & moved(east, rock) & moved(west, rock) & ~board.crowns;
}

/// What can be asked of one board once its coral sides and connections are known.
class Reef {
 public:
  explicit Reef(const Board& board) : board_(&board), tiles_(occupied(board)), links_(Grid::links(board.planes)) {
    coral_.fill(~Cells{0});
    const Cells maybe_half = (board.forms[0] & board.forms[1]) | board.forms[2];  // 3 to 7 and more: halves among them
    if (maybe_half == 0) return;
    for (int facing = 0; facing < 4; ++facing) {
      const Cells halves = laid_as(board, kHalfLaid + facing);
      if (halves == 0) continue;
      for (const Direction d : kDirections) {
        if (((coral_sides(kHalfLaid + facing) >> d) & 1U) == 0) coral_[static_cast<std::size_t>(d)] &= ~halves;
      }
    }
    links_.east &= coral(east) & (coral(west) >> 1);
    links_.south &= coral(south) & (coral(north) >> Grid::kStride);
  }

  const Board& board() const { return *board_; }
  Cells tiles() const { return tiles_; }
  /// Tiles (or any cells) whose side in that direction is coral.
  Cells coral(Direction d) const { return coral_[static_cast<std::size_t>(d)]; }

  /// The corals that `seeds` belong to.
  Cells corals(Cells seeds) const { return seeds == 0 ? 0 : Grid::flood(seeds, links_); }
  /// Tiles connected with one of `set`.
  Cells connected(Cells set) const {
    return ((set & links_.east) << 1) | ((set >> 1) & links_.east) | ((set & links_.south) << Grid::kStride) |
           ((set >> Grid::kStride) & links_.south);
  }
  /// Tiles with a coral side towards one of `cells` (a crown, say).
  Cells facing(Cells cells) const {
    Cells result = 0;
    for (const Direction d : kDirections) result |= moved(d, cells) & coral(opposite(d));
    return result & tiles_;
  }
  /// Cells where a tile with these coral sides would be connected with `set`, colours being equal.
  Cells reach(Cells set, unsigned sides) const {
    Cells result = 0;
    for (const Direction d : kDirections) {
      if (((sides >> opposite(d)) & 1U) != 0) result |= moved(d, set & coral(d));
    }
    return result;
  }

  /// Wooden and printed blue shrimps.
  Cells blues() const { return board_->blues | laid_as(*board_, kBlueLaid); }
  Cells printed_blues() const { return laid_as(*board_, kBlueLaid); }
  /// Tiles whose coral has a coloured shrimp.
  Cells guarded() const { return corals(board_->shrimps); }
  /// Tiles a coloured shrimp may be put on.
  Cells free_tiles() const { return tiles_ & ~guarded() & ~blues(); }
  /// Tiles a wooden blue shrimp may be put on.
  Cells blue_targets() const {
    const Cells blue = blues();
    return tiles_ & ~board_->shrimps & ~corals(blue);
  }
  /// Tiles no coral can attack.
  Cells protected_tiles() const { return board_->shrimps | connected(board_->shrimps) | blues(); }

  /// Tiles that a coral of `colour` could eat, mergers aside.
  Cells attackable(int colour, unsigned sides_up) const {
    const Cells own = tiles_of(*board_, colour);
    const Cells attackers = own & connected(own);  // in a coral of two or more
    if (attackers == 0) return 0;
    Cells weaker = 0;
    for (unsigned beats = kBeats[sides_up][static_cast<std::size_t>(colour)]; beats != 0; beats &= beats - 1) {
      weaker |= tiles_of(*board_, std::countr_zero(beats));
    }
    Cells targets = 0;
    for (const Direction d : kDirections) targets |= moved(d, attackers & coral(d)) & coral(opposite(d));
    targets &= weaker;
    return targets == 0 ? 0 : targets & ~protected_tiles();
  }

  /// Cells where a tile of `colour` with these coral sides would bring two of `seeds` into one coral.
  Cells joins(int colour, Cells seeds, unsigned sides) const {
    seeds &= tiles_of(*board_, colour);
    if ((seeds & (seeds - 1)) == 0) return 0;
    Cells result = 0, reached = 0;
    while (seeds != 0) {
      const Cells coral = corals(seeds & (Cells{0} - seeds));
      const Cells ring = reach(coral, sides);
      result |= reached & ring;
      reached |= ring;
      seeds &= ~coral;
    }
    return result;
  }
  /// Cells where the tile would bring two coloured shrimps, or two blue ones, into one coral.
  Cells forbidden(int colour, int laid) const {
    const unsigned sides = coral_sides(laid);
    Cells result = joins(colour, board_->shrimps, sides);
    const Cells blue = blues() & tiles_of(*board_, colour);
    if (blue == 0) return result;
    result |= laid == kBlueLaid ? reach(corals(blue), sides) : joins(colour, blue, sides);
    return result;
  }

 private:
  const Board* board_;
  Cells tiles_;
  Grid::Links links_;
  std::array<Cells, 4> coral_;
};

inline const Board& board_at(const State& state, int place) {
  return state.board[static_cast<std::size_t>(board_of(place))];
}
inline Board& board_at(State& state, int place) { return state.board[static_cast<std::size_t>(board_of(place))]; }
/// The coral that covers a place. Requires a tile there.
inline Cells coral_at(const State& state, int place) { return Reef(board_at(state, place)).corals(cell_bit(place)); }

/// The seat whose shrimp stands in these cells of a board, or -1.
inline int owner_of(const State& state, int board, Cells coral) {
  for (int seat = 0; seat < kSeats; ++seat) {
    for (const std::uint16_t place : state.shrimp_at[static_cast<std::size_t>(seat)]) {
      if (place != kNoPlace && board_of(place) == board && (cell_bit(place) & coral) != 0) return seat;
    }
  }
  return -1;
}

/// Cells of one board with shrimps of `seat`.
inline Cells shrimps_of(const State& state, int seat, int board) {
  Cells cells = 0;
  for (const std::uint16_t place : state.shrimp_at[static_cast<std::size_t>(seat)]) {
    if (place != kNoPlace && board_of(place) == board) cells |= cell_bit(place);
  }
  return cells;
}
/// Wooden blue shrimps on boards, and beside the board (the one of the open sea joins them once everybody has fed).
inline int blues_out(const State& state) {
  int count = 0;
  for (const Board& board : state.board) count += count_bits(board.blues);
  return count;
}
inline int blues_beside(const State& state, int players) {
  bool all_fed = true;
  for (int seat = 0; seat < players; ++seat) all_fed &= state.feedings[static_cast<std::size_t>(seat)] != 0;
  return kBlueShrimps - (all_fed ? 0 : 1) - blues_out(state) - (state.nudged != kNoPlace ? 1 : 0);
}

inline CardSet cards_of(const State& state, int seat) {
  CardSet set = 0;
  for (int card = 0; card < kCards; ++card)
    set |= state.area[static_cast<std::size_t>(seat)].cards[static_cast<std::size_t>(card)] != 0 ? 1U << card : 0U;
  return set;
}
inline int num_cards(const State& state, int seat) { return state.area[static_cast<std::size_t>(seat)].cards.total(); }

}  // namespace atl::reef_encounter::second_kind
