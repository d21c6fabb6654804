/// Sets of cells and of tiles as masks, and what a State says about them.
#pragma once

#include <cstdint>
#include <cstring>

#include "engine/core/bits.hpp"
#include "engine/reef_rescue/state.hpp"

namespace atl::reef_rescue {

/// `cell` and the cells after it.
constexpr std::uint64_t cells_from(int cell) { return ~std::uint64_t{0} << cell; }

/// The cells of `cells` that hold little tiles.
inline std::uint64_t little_cells(const State& state, std::uint64_t cells) {
  std::uint64_t littles = 0;
  while (cells != 0) {
    const int cell = pop_lowest_bit(cells);
    littles |= (kLittles >> state.tile[cell] & 1) << cell;
  }
  return littles;
}

/// The tiles on `cells`, as a mask of tiles.
inline std::uint64_t tiles_on(const State& state, std::uint64_t cells) {
  std::uint64_t tiles = 0;
  while (cells != 0) tiles |= bit(state.tile[pop_lowest_bit(cells)]);
  return tiles;
}

/// The sets all of whose tiles are among `tiles`, as a mask of sets.
inline std::uint32_t complete_sets(std::uint64_t tiles) {
  std::uint32_t sets = 0;
  for (int set = 0; set < kSets; ++set) {
    const std::uint64_t wanted = kSetTiles[set];
    sets |= static_cast<std::uint32_t>((tiles & wanted) == wanted) << set;
  }
  return sets;
}

/// Where `tile` lies in this world, or -1.
inline int cell_of(const State& state, int tile) {
  const void* const found = std::memchr(state.tile.data(), tile, kCells);
  return found == nullptr ? -1 : static_cast<int>(static_cast<const std::uint8_t*>(found) - state.tile.data());
}

}  // namespace atl::reef_rescue
