/// The shared board: up to 40 tiles in any connected shape, exact, without knowing in advance where it will grow.
///
/// Cells lie on a torus of 42 rows and 64 columns. Tiles and free neighbours of a connected board of at most 40 tiles
/// span at most 42 rows and columns, so no two of them fall together. A row is one word:
///
///     occupied[y mod 42]   bit (x + 32) mod 64: a tile lies on (x,y)
///     frontier[y mod 42]   bit (x + 32) mod 64: (x,y) is empty and shares a side with a tile
///
/// The tiles themselves are in `cell`, ordered by torus row and column: the tile of a set bit is found by counting
/// the bits before it. What the mission finder asks about many tiles at once, their types and the shapes they have
/// served, is kept beside them as words whose bit i belongs to cell[i].
///
/// Vertex (x,y) is the north-west corner of cell (x,y). Its letters are kept as one byte (points.hpp) at the place
/// (21 x + 22 y) mod 925. This is the perfect Lee code of radius 21 (Golomb, Welch, "Perfect codes in the Lee metric
/// and the packing of polyominoes", SIAM J. Appl. Math. 18(2), 1970): two vertices at the same place are at
/// least 43 steps apart, while two vertices of a board of 40 tiles are at most 39 + 2.
#pragma once

#include <bit>
#include <cstdint>

#include "engine/core/array.hpp"
#include "engine/core/bits.hpp"
#include "engine/core/checks.hpp"
#include "engine/eco_coral_reef/points.hpp"
#include "engine/eco_coral_reef/tiles.hpp"

namespace atl::eco_coral_reef {

inline constexpr int kRows = 42;
inline constexpr int kVertices = 925;
inline constexpr int kReach = 39;  ///< no tile lies further than this from (0,0) in x or y

/// Requires -42 <= y < 84.
constexpr std::size_t row_of(int y) {
  return static_cast<std::size_t>(y < 0 ? y + kRows : (y >= kRows ? y - kRows : y));
}
constexpr int column_of(int x) { return (x + 32) & 63; }  // most boards stay clear of the seam

/// One tile on the board:  bits 0-5 picture   6-7 quarter turns
using CellInfo = std::uint8_t;
constexpr int cell_picture(CellInfo info) { return info & 0x3f; }
constexpr int cell_turns(CellInfo info) { return info >> 6; }

/// The vertices of a cell, clockwise from the north-west.
struct CellVertices {
  Array<std::uint16_t, 4> at;
};

/// Requires |x|, |y| <= kReach.
constexpr CellVertices vertices_of(int x, int y) {
  const int north_west = (21 * x + 22 * y + 2 * kVertices) % kVertices;
  const auto step = [&](int by) {
    return static_cast<std::uint16_t>(north_west + by < kVertices ? north_west + by : north_west + by - kVertices);
  };
  return {{{step(0), step(21), step(43), step(22)}}};
}

struct Board {
  Array<std::uint64_t, kRows> occupied = {};
  Array<std::uint64_t, kRows> frontier = {};
  Array<CellInfo, kNumPictures> cell = {};
  Array<std::uint64_t, 3> type_digit = {};     ///< [d] bit i: binary digit d of (type - 1) of cell[i]
  Array<std::uint64_t, kNumShapes> used = {};  ///< [shape] bit i: cell[i] has served it (I O T S L rectangle)
  Array<std::uint8_t, kRows> row_start = {};   ///< index in `cell` of the first tile of a torus row
  Array<std::uint8_t, kVertices> vertex = {};
  std::uint8_t num_tiles = 0;
  std::uint8_t frontier_size = 0;
  std::int8_t min_x = 0, max_x = 0, min_y = 0, max_y = 0;  ///< of the tiles

  bool operator==(const Board&) const = default;

  bool is_occupied(int x, int y) const {
    if (y < min_y || y > max_y || x < min_x || x > max_x) return false;
    return ((occupied[row_of(y)] >> column_of(x)) & 1) != 0;
  }

  bool is_frontier(int x, int y) const {
    if (y < min_y - 1 || y > max_y + 1 || x < min_x - 1 || x > max_x + 1) return false;
    return ((frontier[row_of(y)] >> column_of(x)) & 1) != 0;
  }

  /// Index in `cell` of the tile at a torus place. Requires that one lies there, or gives where it would be put.
  std::size_t cell_index(std::size_t row, int column) const {
    return row_start[row] + static_cast<std::size_t>(std::popcount(occupied[row] & (bit(column) - 1)));
  }
  std::size_t cell_index(int x, int y) const { return cell_index(row_of(y), column_of(x)); }

  bool has_served(std::size_t index, int shape) const { return ((used[shape] >> index) & 1) != 0; }

  /// A frontier row with bit 0 at column min_x - 1.
  std::uint64_t frontier_from_left(int y) const { return std::rotr(frontier[row_of(y)], column_of(min_x - 1)); }

  /// Lays a tile whose letters are `corners` (one byte each, clockwise from the north-west). Requires an empty cell
  /// within reach that shares a side with a tile, or the empty board and (0,0).
  void place(int picture, int x, int y, int turns, std::uint32_t corners);
};

/// calls visit(x, y) for every frontier cell, by y, then x.
template <class Visit>
void for_each_frontier(const Board& board, Visit&& visit) {
  for (int y = board.min_y - 1; y <= board.max_y + 1; ++y) {
    std::uint64_t row = board.frontier_from_left(y);
    while (row != 0) visit(board.min_x - 1 + pop_lowest_bit(row), y);
  }
}

}  // namespace atl::eco_coral_reef
