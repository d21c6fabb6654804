#include "engine/eco_coral_reef/claims.hpp"

#include <algorithm>

namespace atl::eco_coral_reef {

// The types are gathered as three planes of their binary digits: these stay in registers, where a word per type would
// be read and written for every tile.
Window cut_window(const Board& board, int x, int y) {
  static constexpr std::uint8_t kDiamond[kWindowSide] = {0x08, 0x1c, 0x3e, 0x7f, 0x3e, 0x1c, 0x08};
  Window window;
  std::uint64_t digit0 = 0, digit1 = 0, digit2 = 0;
  const int first = std::max(y - 3, int{board.min_y}), last = std::min(y + 3, int{board.max_y});
  const int left = column_of(x - 3);
  for (int row_y = first; row_y <= last; ++row_y) {
    const std::size_t row = row_of(row_y);
    std::uint64_t bits = std::rotr(board.occupied[row], left) & kDiamond[row_y - y + 3];
    const int shift = (row_y - y + 3) * kWindowSide;
    window.occupied |= bits << shift;
    while (bits != 0) {
      const int i = pop_lowest_bit(bits);
      const CellInfo info = board.cell[board.cell_index(row, column_of(left + i))];
      const int at = shift + i;
      digit0 |= std::uint64_t{(info >> 3) & 1U} << at;
      digit1 |= std::uint64_t{(info >> 4) & 1U} << at;
      digit2 |= std::uint64_t{(info >> 5) & 1U} << at;
      if (const unsigned used = cell_used(info); used != 0) {
        for (std::uint64_t rest = used; rest != 0;) window.used[pop_lowest_bit(rest)] |= bit(at);
      }
    }
  }
  window.type[1] = window.occupied & ~(digit0 | digit1 | digit2);
  window.type[2] = digit0 & ~digit1;
  window.type[3] = digit1 & ~digit0;
  window.type[4] = digit0 & digit1;
  window.type[5] = digit2;
  return window;
}

FormationCells formation_cells(Action claim, int x, int y) {
  FormationCells cells{};
  if (claim_form(claim) == Form::migration) {
    const int x2 = x + claim_dx(claim), y2 = y + claim_dy(claim);
    const int left = std::min(x, x2), right = std::max(x, x2), top = std::min(y, y2), bottom = std::max(y, y2);
    return {{left, right, left, right}, {top, top, bottom, bottom}};
  }
  const LayoutTable& table = kLayouts[static_cast<std::size_t>(mission_layout(claim_mission(claim)))];
  std::uint64_t mask = table.placement[static_cast<std::size_t>(claim_which(claim))].mask;
  for (int i = 0; i < 4; ++i) {
    const int at = pop_lowest_bit(mask);
    cells.x[i] = x + at % kWindowSide - 3;
    cells.y[i] = y + at / kWindowSide - 3;
  }
  return cells;
}

std::uint32_t formation_code(Action claim, int x, int y) {
  const FormationCells cells = formation_cells(claim, x, y);
  const int shape = claim_shape(claim);
  int detail = 0;
  if (shape == kRectangle) {
    detail = (cells.x[3] - cells.x[0]) * 64 + cells.y[3] - cells.y[0];
  } else {
    detail =
        kLayouts[static_cast<std::size_t>(shape)].placement[static_cast<std::size_t>(claim_which(claim))].orientation;
  }
  return (static_cast<std::uint32_t>(shape) << 28) | (static_cast<std::uint32_t>(cells.x[0] + kReach) << 21) |
         (static_cast<std::uint32_t>(cells.y[0] + kReach) << 14) | static_cast<std::uint32_t>(detail);
}

bool formation_free(const Game::State& state, Action claim, int x, int y) {
  return !std::binary_search(state.claimed, state.claimed + state.num_claimed, formation_code(claim, x, y));
}

}  // namespace atl::eco_coral_reef
