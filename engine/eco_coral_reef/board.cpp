#include "engine/eco_coral_reef/board.hpp"

#include <algorithm>
#include <cstring>

namespace atl::eco_coral_reef {

void Board::place(int picture, int x, int y, int turns, std::uint32_t corners) {
  ATOLL_EXPECT(num_tiles == 0 ? x == 0 && y == 0 : is_frontier(x, y));
  const std::size_t row = row_of(y), above = row_of(y - 1), below = row_of(y + 1);
  const std::uint64_t here = bit(column_of(x));
  const std::size_t index = cell_index(row, column_of(x));
  std::memmove(cell.data() + index + 1, cell.data() + index, (num_tiles - index) * sizeof(CellInfo));
  cell[index] = static_cast<CellInfo>(picture | (turns << 6));
  const std::uint64_t before = bit(static_cast<int>(index)) - 1;
  // Pictures are eight to a type, so that the type's digits are the picture's from the fourth on.
  for (int digit = 0; digit < 3; ++digit) {
    std::uint64_t& bits = type_digit[digit];
    bits =
        (bits & before) | ((bits & ~before) << 1) | (static_cast<std::uint64_t>((picture >> (3 + digit)) & 1) << index);
  }
  for (std::uint64_t& served : used) served = (served & before) | ((served & ~before) << 1);
  for (std::size_t r = row + 1; r < kRows; ++r) ++row_start[r];
  occupied[row] |= here;

  // What was frontier and what becomes it, so that its size needs no count over the rows.
  int grown = (frontier[row] & here) != 0 ? -1 : 0;
  frontier[row] &= ~here;
  const auto grow = [&](std::size_t r, std::uint64_t bits) {
    const std::uint64_t fresh = bits & ~occupied[r] & ~frontier[r];
    frontier[r] |= fresh;
    grown += std::popcount(fresh);
  };
  grow(row, std::rotl(here, 1) | std::rotr(here, 1));
  grow(above, here);
  grow(below, here);
  frontier_size = static_cast<std::uint8_t>(frontier_size + grown);

  const CellVertices vertices = vertices_of(x, y);
  for (int i = 0; i < 4; ++i) {
    std::uint8_t& multiset = vertex[vertices.at[i]];
    multiset = kCorners.next[multiset][(corners >> (8 * i)) & 7];
  }
  min_x = std::min(min_x, static_cast<std::int8_t>(x));
  max_x = std::max(max_x, static_cast<std::int8_t>(x));
  min_y = std::min(min_y, static_cast<std::int8_t>(y));
  max_y = std::max(max_y, static_cast<std::int8_t>(y));
  ++num_tiles;
}

}  // namespace atl::eco_coral_reef
