/// Moving pieces about: small steps that the rules of the expansion are made of. None looks at whose turn it is.
#pragma once

#include <algorithm>

#include "engine/reef_encounter/second_kind/position.hpp"

namespace atl::reef_encounter::second_kind {

constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// Shrimps of the mover.
inline void place_shrimp(State& state, int place) {
  board_at(state, place).shrimps |= cell_bit(place);
  insert_place(state.shrimp_at[state.mover], place);
}
inline void remove_shrimp(State& state, int place) {
  board_at(state, place).shrimps &= ~cell_bit(place);
  erase_place(state.shrimp_at[state.mover], place);
}

/// A card of the mover goes to the discard pile.
inline void discard_card(State& state, int card) {
  state.area[state.mover].cards.remove(card);
  state.discards.add(card);
}

/// Takes a crown off its board.
inline void remove_crown(State& state, int place) {
  board_at(state, place).crowns &= ~cell_bit(place);
  erase_place(state.bitten, place);
}
/// Crowns without a polyp beside them die, whenever that happens.
inline void starve_crowns(State& state, int board) {
  const Board& here = state.board[at(board)];
  if (here.crowns == 0) return;
  const Reef reef(here);
  for_each_cell(here.crowns, [&](int cell) {
    if (reef.facing(Grid::bit(cell)) == 0) remove_crown(state, make_place(board, cell));
  });
}

/// A tile leaves its cell for the bag.
inline void tile_into_bag(State& state, int place) {
  Board& board = board_at(state, place);
  put_into_bag(state, kind_at(board, cell_bit(place)));
  remove_tiles(board, cell_bit(place));
}

inline void add_to_slot(State& state, int slot, int kind) {
  auto& tiles = state.sea[at(slot)];
  std::size_t i = tiles.size() - 1;
  for (; i > 0 && tiles[i - 1] > kind; --i) tiles[i] = tiles[i - 1];
  tiles[i] = static_cast<std::uint8_t>(kind);
}
inline int slot_size(const State& state, int slot) {
  int n = 0;
  for (const std::uint8_t tile : state.sea[at(slot)]) n += tile != kNoTile ? 1 : 0;
  return n;
}

/// What ends with a turn. Cards of it that were not used up lapse.
inline void clear_turn(State& state) {
  state.first_slot = 0;
  state.resume = Phase::boards;
  state.lays = 0;
  state.colour = 0;
  state.hand_laid = 0;
  state.lifts = 0;
  state.locks = 0;
  state.counter = 0;
  state.flags = 0;
  state.bitten.fill(kNoPlace);
}

/// Cells where tiles of one colour may be put on one board.
class PutCells {
 public:
  /// `deep_water`: a cell of deep water may be used as well.
  PutCells(const State& state, int number, int colour, bool deep_water)
      : reef_(state.board[at(number)]), colour_(colour) {
    const Board& board = reef_.board();
    Cells rock = rock_spaces(board, number);
    if (deep_water) rock |= cells_for_deep_water(board, number);
    open_ = rock & ~board.crowns & (~reef_.tiles() | reef_.attackable(colour, state.sides));
    plain_ = open_ & ~reef_.forbidden(colour, kPlainLaid);
  }
  /// For a tile laid in this form.
  Cells as(int laid) const {
    const bool like_plain = coral_sides(laid) == kAllSides && laid != kBlueLaid;
    return like_plain ? plain_ : open_ & ~reef_.forbidden(colour_, laid);
  }

 private:
  Reef reef_;
  int colour_;
  Cells open_, plain_;
};

/// Calls visit(laid form, facing) for each way to lay a tile of the kind as that colour.
template <class Visitor>
void for_each_way(int kind, int colour, Visitor&& visit) {
  const int facings = form_of(kind) == Form::half ? 4 : 1;
  for (int facing = 0; facing < facings; ++facing) visit(laid_form(kind, colour, facing), facing);
}

/// Whether one of these kinds may be put anywhere as that colour.
bool any_put(const State& state, int colour, KindSet kinds, bool deep_water);

/// Whether a plain tile of the bag may be put anywhere.
inline bool may_lay_from_bag(const State& state) {
  bool any = false;
  for (int c = 0; c < kColours && !any; ++c) any = state.bag[c] != 0 && any_put(state, c, KindSet{1} << c, false);
  return any;
}

/// Coral tiles the mover may lock, one bit each.
unsigned lockable(const State& state);

/// (from, to) coral tiles of the card confusion.
template <class Visitor>
void for_each_shift(const State& state, Visitor&& visit) {
  for (unsigned from = state.locked; from != 0; from &= from - 1) {
    const int tile = std::countr_zero(from);
    for (unsigned to = showing(state.sides, shown_alga(state.sides, tile)) & ~state.locked; to != 0; to &= to - 1) {
      visit(tile, std::countr_zero(to));
    }
  }
}

/// Corals of more than nine tiles, as (board, cells), by their first cells.
template <class Visitor>
void for_each_large_coral(const State& state, Visitor&& visit) {
  for_each_board(state, [&](int board) {
    const Reef reef(state.board[at(board)]);
    for (Cells rest = reef.tiles(); rest != 0;) {
      const Cells coral = reef.corals(rest & (Cells{0} - rest));
      rest &= ~coral;
      if (count_bits(coral) > 9) visit(board, coral);
    }
  });
}

/// What the card extra_free_growth can do for the mover: (growth space, colour).
template <class Visitor>
void for_each_growth(const State& state, Visitor&& visit) {
  for_each_board(state, [&](int number) {
    const Board& board = state.board[at(number)];
    const Cells growth = empty_growth(board, number);
    if (growth == 0) return;
    const Reef reef(board);
    const Cells own = reef.corals(shrimps_of(state, state.mover, number)) & Grid::beside(growth);
    for (int colour = 0; colour < kColours; ++colour) {
      const bool beside = (own & tiles_of(board, colour)) != 0;
      if (beside && state.bag[colour] != 0 && (growth & reef.forbidden(colour, kPlainLaid)) == 0) {
        visit(make_place(number, lowest_bit(growth)), colour);
      }
    }
  });
}

}  // namespace atl::reef_encounter::second_kind
