/// The mission finder: every formation that a player may claim with the tile just put, by masks and tables.
///
/// The window around the tile is cut out of the board as one word per type; a tetromino of the layout fits form A
/// if its mask lies in the loners and the mission's type, form B if it is occupied and holds no type twice. The
/// rectangles of form C are the common bits of the tile's row and every second row that is occupied in its column.
/// Most tiles complete nothing: a player without missions costs one comparison, and a mission whose type the tile does
/// not have skips forms A and C.
#pragma once

#include <bit>
#include <cstdlib>

#include "engine/eco_coral_reef/formations.hpp"
#include "engine/eco_coral_reef/game.hpp"

namespace atl::eco_coral_reef {

/// What lies around a cell, as far as a tetromino can reach.
struct Window {
  WindowMask occupied = 0;
  Array<WindowMask, 6> type = {};           ///< [type 1..5]
  Array<WindowMask, kNumShapes> used = {};  ///< [shape] tiles that have served it
};

/// `shapes`: the bits of those whose `used` is wanted.
Window cut_window(const Board& board, int x, int y, unsigned shapes);

/// Which placements of a layout have no cell in `missing`, as bits by number. Requires a bit beyond the window in
/// `missing`, as the complement of any set of cells has.
inline std::uint32_t placements_within(const LayoutTable& table, WindowMask missing) {
  std::uint32_t found = 0;
  for (std::size_t first = 0; first < table.count; first += 8) {  // eight at once in vector registers
    for (std::size_t i = first; i < first + 8; ++i) {
      found |= (table.mask[i] & missing) == 0 ? kPlacementBits[i] : 0;
    }
  }
  return found;
}

/// Whether no type but the loners comes twice among the tiles of `mask`.
inline bool types_differ(const Window& window, WindowMask mask) {
  const WindowMask two = mask & window.type[2], three = mask & window.type[3], four = mask & window.type[4],
                   five = mask & window.type[5];
  return ((two & (two - 1)) | (three & (three - 1)) | (four & (four - 1)) | (five & (five - 1))) == 0;
}

/// A formation's name among all: shape, first cell (by y, then x), and its orientation or its width and height.
/// Requires a claim that is possible, or was, with the tile at (x,y).
std::uint32_t formation_code(Action claim, int x, int y);

/// [4] cells of a claim in order of y, then x.
struct FormationCells {
  Array<int, 4> x, y;
};
FormationCells formation_cells(Action claim, int x, int y);

/// Shape served by a claim: its layout, or kRectangle.
inline int claim_shape(Action claim) {
  return claim_form(claim) == Form::migration ? kRectangle : mission_layout(claim_mission(claim));
}

/// Whether the formation is free under reuse = per_formation.
bool formation_free(const State& state, Action claim, int x, int y);

namespace detail {

/// Form A: a tetromino of the layout in the loners and the mission's type. Each of these returns false if `offer` did.
template <class Offer>
bool offer_settlements(const Window& window, int mission, Offer&& offer) {
  const int layout = mission_layout(mission);
  const WindowMask good = (window.type[1] | window.type[mission_type(mission)]) & ~window.used[layout];
  // A tetromino is connected: without a good tile beside the centre there is none.
  for (std::uint32_t found = (good & kBeside) != 0 ? placements_within(kLayouts[layout], ~good) : 0; found != 0;) {
    const int which = std::countr_zero(found);
    found &= found - 1;
    if (!offer(make_claim(mission, Form::settlement, which))) return false;
  }
  return true;
}

/// Form B: no type twice. `type` is that of the tile in the centre.
template <class Offer>
bool offer_coexistences(const Window& window, int mission, int type, Offer&& offer) {
  const int layout = mission_layout(mission);
  const LayoutTable& table = kLayouts[layout];
  // A second tile of the centre's own type is in the way.
  const WindowMask twins = type == 1 ? 0 : window.type[type] & ~window_bit(0, 0);
  const WindowMask missing = ~(window.occupied & ~window.used[layout] & ~twins);
  for (std::uint32_t found = placements_within(table, missing); found != 0;) {
    const int which = std::countr_zero(found);
    found &= found - 1;
    if (!types_differ(window, table.mask[which])) continue;
    if (!offer(make_claim(mission, Form::coexistence, which))) return false;
  }
  return true;
}

/// Form C: rectangles with the tile at (x,y) in a corner, which has not served one yet.
template <class Offer>
bool offer_migrations(const Board& board, int mission, int x, int y, Offer&& offer) {
  // A tile can be a corner if it is a loner or of the type wanted and has not served a rectangle yet.
  const auto can_be_corner = [&](std::size_t row, int column) {
    const std::size_t index = board.cell_index(row, column);
    const int its_type = picture_type(cell_picture(board.cell[index]));
    return (its_type == 1 || its_type == mission_type(mission)) && !board.has_served(index, kRectangle);
  };
  const int column = column_of(x);
  const std::size_t row = row_of(y);
  const std::uint64_t near = std::rotl(std::uint64_t{7}, column_of(x - 1));
  std::uint64_t partners = board.occupied[row] & ~near;
  for (std::uint64_t rest = partners; rest != 0;) {
    const int other = pop_lowest_bit(rest);
    if (!can_be_corner(row, other)) partners &= ~bit(other);
  }
  if (partners == 0) return true;
  // Ascending codes: by column to the right of the board's left edge, then by row.
  std::uint64_t from_left = std::rotr(partners, column_of(board.min_x));
  while (from_left != 0) {
    const int x2 = board.min_x + pop_lowest_bit(from_left);
    const std::uint64_t both = bit(column) | bit(column_of(x2));
    for (int y2 = board.min_y; y2 <= board.max_y; ++y2) {
      const std::size_t row2 = row_of(y2);
      if (std::abs(y2 - y) < 2 || (board.occupied[row2] & both) != both) continue;
      if (!can_be_corner(row2, column) || !can_be_corner(row2, column_of(x2))) continue;
      if (!offer(make_claim(mission, Form::migration, rectangle_code(x2 - x, y2 - y)))) return false;
    }
  }
  return true;
}

}  // namespace detail

/// Calls visit(claim) for every claim open to the player to act after laying the tile at (x,y), ascending, until it
/// returns false.
template <class Visit>
void for_each_claim(const State& state, bool per_formation, int x, int y, Visit&& visit) {
  const Board& board = state.board;
  std::uint32_t missions = state.hand_missions[state.player];
  if (missions == 0) return;
  unsigned layouts = 0;
  for (std::uint64_t rest = missions; rest != 0;) layouts |= 1U << mission_layout(pop_lowest_bit(rest));
  const Window window = cut_window(board, x, y, layouts);
  const std::size_t here = board.cell_index(x, y);
  const int type = picture_type(cell_picture(board.cell[here]));
  const bool served = board.has_served(here, kRectangle);
  const auto offer = [&](Action claim) {
    return (per_formation && !formation_free(state, claim, x, y)) || visit(claim);
  };
  while (missions != 0) {
    const int mission = std::countr_zero(missions);
    missions &= missions - 1;
    const bool fits = type == 1 || type == mission_type(mission);
    if (fits && !detail::offer_settlements(window, mission, offer)) return;
    if (((state.layouts_coexisting >> mission_layout(mission)) & 1) == 0 &&
        !detail::offer_coexistences(window, mission, type, offer)) {
      return;
    }
    if (fits && !served && !detail::offer_migrations(board, mission, x, y, offer)) return;
  }
}

}  // namespace atl::eco_coral_reef
