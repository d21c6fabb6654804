/// Questions about masks of cells that rules, information and heuristics share.
#pragma once

#include <cstdint>
#include <cstring>

#include "engine/core/bits.hpp"
#include "engine/reef_rescue/game.hpp"

namespace atl::reef_rescue {

inline constexpr std::uint64_t kColumnsAToG = 0x7f7f7f7f7fULL;  ///< cells with a right neighbour
inline constexpr std::uint64_t kColumnsAToF = 0x3f3f3f3f3fULL;

/// Cells of `cells` whose right neighbour (whose next two to the right) are in it too: left ends of runs.
constexpr std::uint64_t runs_of_two(std::uint64_t cells) { return cells & (cells >> 1) & kColumnsAToG; }
constexpr std::uint64_t runs_of_three(std::uint64_t cells) {
  return cells & (cells >> 1) & (cells >> 2) & kColumnsAToF;
}

/// The cells above `cell`.
constexpr std::uint64_t cells_from(int cell) { return ~std::uint64_t{0} << cell; }

/// The cells of `cells` that hold little tiles.
inline std::uint64_t little_cells(const Game::State& state, std::uint64_t cells) {
  std::uint64_t littles = 0;
  while (cells != 0) {
    const int cell = pop_lowest_bit(cells);
    littles |= (kLittles >> state.tile[static_cast<std::size_t>(cell)] & 1) << cell;
  }
  return littles;
}

/// The tiles on `cells`, as a mask of tiles.
inline std::uint64_t tiles_on(const Game::State& state, std::uint64_t cells) {
  std::uint64_t tiles = 0;
  while (cells != 0) tiles |= bit(state.tile[static_cast<std::size_t>(pop_lowest_bit(cells))]);
  return tiles;
}

/// The sets all of whose tiles are among `tiles`, as a mask of sets.
inline std::uint32_t complete_sets(std::uint64_t tiles) {
  std::uint32_t sets = 0;
  for (int set = 0; set < kSets; ++set) {
    const std::uint64_t wanted = kSetTiles[static_cast<std::size_t>(set)];
    sets |= static_cast<std::uint32_t>((tiles & wanted) == wanted) << set;
  }
  return sets;
}

/// Where `tile` lies in this world, or -1.
inline int cell_of(const Game::State& state, int tile) {
  const void* const found = std::memchr(state.tile.data(), tile, kCells);
  return found == nullptr ? -1 : static_cast<int>(static_cast<const std::uint8_t*>(found) - state.tile.data());
}

/// What may be claimed now. `cursor` is State::cursor: 0 at first, then 1 + the last set, or kAfterTile + the cell.
struct Claimable {
  std::uint32_t sets = 0;
  std::uint64_t tiles = 0;
};
inline constexpr int kAfterTile = 0x40;

inline Claimable claimable(const Game::State& state) {
  const int cursor = state.cursor;
  Claimable what;
  if (state.phase != Phase::claim_turbo && cursor < kAfterTile) {
    what.sets = complete_sets(tiles_on(state, state.marked)) >> cursor << cursor;
    if (state.phase == Phase::claim_beam && cursor != 0) what.sets = 0;
  }
  if (state.phase != Phase::claim_fin && (cursor == 0 || cursor >= kAfterTile)) {
    what.tiles = little_cells(state, state.marked);
    if (cursor >= kAfterTile) what.tiles &= cells_from(cursor - kAfterTile + 1);
  }
  return what;
}

/// First and last cells that may still be picked by Sea Scope: above the last pick, leaving enough for those to come.
inline std::uint64_t pickable(const Game::State& state) {
  std::uint64_t cells = state.present;
  if (state.marked != 0) cells &= cells_from(64 - std::countl_zero(state.marked));
  for (int reserved = 2 - std::popcount(state.marked); reserved > 0; --reserved) {
    cells &= ~bit(63 - std::countl_zero(cells));
  }
  return cells;
}

}  // namespace atl::reef_rescue
