/// The free tetrominoes as tables. A window is the 7 x 7 cells around one cell, the reach of a formation that contains
/// it: bit (dy + 3) * 7 + (dx + 3); bit 24 is the centre.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/eco_coral_reef/tiles.hpp"

namespace atl::eco_coral_reef {

inline constexpr int kWindowSide = 7;
inline constexpr int kCentre = 24;
constexpr std::uint64_t window_bit(int dx, int dy) { return std::uint64_t{1} << ((dy + 3) * kWindowSide + dx + 3); }
/// The four cells that share a side with the centre.
inline constexpr std::uint64_t kBeside = window_bit(1, 0) | window_bit(-1, 0) | window_bit(0, 1) | window_bit(0, -1);

/// One way to lay a layout over the centre.
struct Placement {
  std::uint64_t mask = 0;        ///< its four cells in the window
  std::uint8_t orientation = 0;  ///< which of the 19 fixed tetrominoes; with the first cell it names the formation
};

/// All ways to lay one layout over the centre, ascending by mask: 8, 4, 16, 16, 32 for I O T S L.
struct LayoutTable {
  std::array<Placement, 32> placement{};
  std::size_t count = 0;
};

namespace detail {

inline constexpr int kLayoutX[kNumLayouts][4] = {{0, 1, 2, 3}, {0, 1, 0, 1}, {0, 1, 2, 1}, {0, 1, 1, 2}, {0, 1, 2, 2}};
inline constexpr int kLayoutY[kNumLayouts][4] = {{0, 0, 0, 0}, {0, 0, 1, 1}, {0, 0, 0, 1}, {0, 0, 1, 1}, {0, 0, 0, 1}};

constexpr std::array<LayoutTable, kNumLayouts> make_layout_tables() {
  std::array<LayoutTable, kNumLayouts> tables{};
  std::uint8_t next_orientation = 0;
  for (std::size_t layout = 0; layout < kNumLayouts; ++layout) {
    LayoutTable& table = tables[layout];
    for (int symmetry = 0; symmetry < 8; ++symmetry) {
      int x[4] = {}, y[4] = {};
      for (std::size_t i = 0; i < 4; ++i) {
        x[i] = kLayoutX[layout][i] * ((symmetry & 1) != 0 ? -1 : 1);
        y[i] = kLayoutY[layout][i] * ((symmetry & 2) != 0 ? -1 : 1);
        if ((symmetry & 4) != 0) {
          const int swapped = x[i];
          x[i] = y[i];
          y[i] = swapped;
        }
      }
      bool fresh = false;
      for (std::size_t over = 0; over < 4; ++over) {
        std::uint64_t mask = 0;
        for (std::size_t i = 0; i < 4; ++i) mask |= window_bit(x[i] - x[over], y[i] - y[over]);
        bool known = false;
        for (std::size_t i = 0; i < table.count; ++i) known |= table.placement[i].mask == mask;
        if (known) continue;
        fresh = true;
        table.placement[table.count++] = {mask, next_orientation};
      }
      if (fresh) ++next_orientation;
    }
    for (std::size_t i = 1; i < table.count; ++i) {
      for (std::size_t j = i; j > 0 && table.placement[j].mask < table.placement[j - 1].mask; --j) {
        const Placement moved = table.placement[j];
        table.placement[j] = table.placement[j - 1];
        table.placement[j - 1] = moved;
      }
    }
  }
  return tables;
}

}  // namespace detail

inline constexpr std::array<LayoutTable, kNumLayouts> kLayouts = detail::make_layout_tables();

}  // namespace atl::eco_coral_reef
