/// The free tetrominoes as tables. A window is the 25 cells at most three steps from one cell, the reach of a formation
/// that contains it, numbered row by row:
///
///            0                dy = -3
///         1  2  3
///      4  5  6  7  8
///   9 10 11 12 13 14 15       dy = 0; 12 is the centre
///     16 17 18 19 20
///        21 22 23
///           24                dy = 3
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "engine/core/array.hpp"
#include "engine/eco_coral_reef/tiles.hpp"

namespace atl::eco_coral_reef {

/// A set of cells of the window.
using WindowMask = std::uint32_t;

inline constexpr int kWindowRows = 7;
inline constexpr int kWindowCells = 25;
inline constexpr int kCentre = 12;
inline constexpr Array<int, kWindowRows> kWindowRowStart = {0, 1, 4, 9, 16, 21, 24};
/// How far row dy reaches to either side.
constexpr int window_reach(int dy) { return 3 - (dy < 0 ? -dy : dy); }
constexpr WindowMask window_bit(int dx, int dy) {
  return WindowMask{1} << (kWindowRowStart[dy + 3] + dx + window_reach(dy));
}
/// The four cells that share a side with the centre.
inline constexpr WindowMask kBeside = window_bit(1, 0) | window_bit(-1, 0) | window_bit(0, 1) | window_bit(0, -1);

/// [cell of the window] where it lies from the centre.
struct WindowOffset {
  std::int8_t dx = 0, dy = 0;
};
inline constexpr Array<WindowOffset, kWindowCells> kWindowOffsets = [] {
  Array<WindowOffset, kWindowCells> offsets{};
  int cell = 0;
  for (int dy = -3; dy <= 3; ++dy) {
    for (int dx = -window_reach(dy); dx <= window_reach(dy); ++dx) {
      offsets[cell++] = {static_cast<std::int8_t>(dx), static_cast<std::int8_t>(dy)};
    }
  }
  return offsets;
}();

/// All ways to lay one layout over the centre, ascending by mask: 8, 4, 16, 16, 32 for I O T S L.
struct LayoutTable {
  Array<WindowMask, 32> mask{};  ///< [placement] its four cells; what is beyond `count` fits nowhere
  Array<std::uint8_t, 32>
      orientation{};  ///< which of the 19 fixed tetrominoes; with the first cell it names the formation
  std::size_t count = 0;
};

namespace detail {

inline constexpr std::array<std::array<int, 4>, kNumLayouts> kLayoutX = {
    {{0, 1, 2, 3}, {0, 1, 0, 1}, {0, 1, 2, 1}, {0, 1, 1, 2}, {0, 1, 2, 2}}};
inline constexpr std::array<std::array<int, 4>, kNumLayouts> kLayoutY = {
    {{0, 0, 0, 0}, {0, 0, 1, 1}, {0, 0, 0, 1}, {0, 0, 1, 1}, {0, 0, 0, 1}}};

constexpr Array<LayoutTable, kNumLayouts> make_layout_tables() {
  Array<LayoutTable, kNumLayouts> tables{};
  std::uint8_t next_orientation = 0;
  for (std::size_t layout = 0; layout < kNumLayouts; ++layout) {
    LayoutTable& table = tables[layout];
    for (int symmetry = 0; symmetry < 8; ++symmetry) {
      std::array<int, 4> x{}, y{};
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
        WindowMask mask = 0;
        for (std::size_t i = 0; i < 4; ++i) mask |= window_bit(x[i] - x[over], y[i] - y[over]);
        bool known = false;
        for (std::size_t i = 0; i < table.count; ++i) known |= table.mask[i] == mask;
        if (known) continue;
        fresh = true;
        table.mask[table.count] = mask;
        table.orientation[table.count++] = next_orientation;
      }
      if (fresh) ++next_orientation;
    }
    for (std::size_t i = 1; i < table.count; ++i) {
      for (std::size_t j = i; j > 0 && table.mask[j] < table.mask[j - 1]; --j) {
        std::swap(table.mask[j], table.mask[j - 1]);
        std::swap(table.orientation[j], table.orientation[j - 1]);
      }
    }
    for (std::size_t i = table.count; i < table.mask.size(); ++i) table.mask[i] = ~WindowMask{0};
  }
  return tables;
}

}  // namespace detail

inline constexpr Array<LayoutTable, kNumLayouts> kLayouts = detail::make_layout_tables();

/// [placement] its bit in a set of placements.
inline constexpr Array<std::uint32_t, 32> kPlacementBits = [] {
  Array<std::uint32_t, 32> bits{};
  for (std::size_t i = 0; i < bits.size(); ++i) bits[i] = std::uint32_t{1} << i;
  return bits;
}();

}  // namespace atl::eco_coral_reef
