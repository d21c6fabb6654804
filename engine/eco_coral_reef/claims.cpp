#include "engine/eco_coral_reef/claims.hpp"

#include <algorithm>
#include <bit>

namespace atl::eco_coral_reef {

namespace {

/// [a row's tiles in the window][bits, one per tile from the left] the bits moved to where the tiles are: the parallel
/// deposit (pdep) that not every processor has.
constexpr Array<Array<std::uint8_t, 128>, 128> kDeposit = [] {
  Array<Array<std::uint8_t, 128>, 128> table{};
  for (unsigned tiles = 0; tiles < 128; ++tiles) {
    for (unsigned bits = 0; bits < 128; ++bits) {
      unsigned placed = 0, next = 0;
      for (unsigned at = 0; at < 7; ++at) {
        if (((tiles >> at) & 1) != 0) placed |= ((bits >> next++) & 1) << at;
      }
      table[tiles][bits] = static_cast<std::uint8_t>(placed);
    }
  }
  return table;
}();

}  // namespace

Window cut_window(const Board& board, int x, int y, unsigned shapes) {
  Window window;
  Array<WindowMask, 3> digit = {};
  for (int shape = 0; shape < kNumShapes; ++shape) shapes &= ~(board.used[shape] == 0 ? 1U << shape : 0U);
  const int first = std::max(-3, board.min_y - y), last = std::min(3, board.max_y - y);
  for (int dy = first; dy <= last; ++dy) {
    const std::size_t row = row_of(y + dy);
    const int reach = window_reach(dy), left = column_of(x - reach), shift = kWindowRowStart[dy + 3];
    const std::uint64_t tiles = std::rotr(board.occupied[row], left) & (bit(2 * reach + 1) - 1);
    window.occupied |= static_cast<WindowMask>(tiles) << shift;
    // These tiles follow each other in `cell`, unless the window crosses the seam of the torus: then those beyond it
    // are the first of their row.
    const std::size_t index = board.cell_index(row, left);
    const bool seam = left + 2 * reach > 63;
    const int before_seam = seam ? std::popcount(board.occupied[row] >> left) : 0;
    const auto deposit = [&](std::uint64_t by_index) {
      std::uint64_t bits = by_index >> index;
      if (seam) [[unlikely]] {
        bits = (bits & (bit(before_seam) - 1)) | ((by_index >> board.row_start[row]) << before_seam);
      }
      return WindowMask{kDeposit[tiles][bits & 127]} << shift;
    };
    for (int d = 0; d < 3; ++d) digit[d] |= deposit(board.type_digit[d]);
    for (unsigned rest = shapes; rest != 0; rest &= rest - 1) {
      const int shape = std::countr_zero(rest);
      window.used[shape] |= deposit(board.used[shape]);
    }
  }
  window.type[1] = window.occupied & ~(digit[0] | digit[1] | digit[2]);
  window.type[2] = digit[0] & ~digit[1];
  window.type[3] = digit[1] & ~digit[0];
  window.type[4] = digit[0] & digit[1];
  window.type[5] = digit[2];
  return window;
}

FormationCells formation_cells(Action claim, int x, int y) {
  FormationCells cells{};
  if (claim_form(claim) == Form::migration) {
    const int x2 = x + claim_dx(claim), y2 = y + claim_dy(claim);
    const int left = std::min(x, x2), right = std::max(x, x2), top = std::min(y, y2), bottom = std::max(y, y2);
    return {.x = {left, right, left, right}, .y = {top, top, bottom, bottom}};
  }
  const LayoutTable& table = kLayouts[mission_layout(claim_mission(claim))];
  std::uint64_t mask = table.mask[claim_which(claim)];
  for (int i = 0; i < 4; ++i) {
    const WindowOffset offset = kWindowOffsets[pop_lowest_bit(mask)];
    cells.x[i] = x + offset.dx;
    cells.y[i] = y + offset.dy;
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
    detail = kLayouts[shape].orientation[claim_which(claim)];
  }
  return (static_cast<std::uint32_t>(shape) << 28) | (static_cast<std::uint32_t>(cells.x[0] + kReach) << 21) |
         (static_cast<std::uint32_t>(cells.y[0] + kReach) << 14) | static_cast<std::uint32_t>(detail);
}

bool formation_free(const State& state, Action claim, int x, int y) {
  return !std::binary_search(state.claimed.begin(), state.claimed.begin() + state.num_claimed,
                             formation_code(claim, x, y));
}

}  // namespace atl::eco_coral_reef
