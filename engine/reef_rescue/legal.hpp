/// What may be lit, picked and claimed: questions that rules, move generation, observers and heuristic share.
#pragma once

#include <bit>
#include <cstdint>

#include "engine/reef_rescue/masks.hpp"

namespace atl::reef_rescue {

inline constexpr std::uint64_t kColumnsAToG = 0x7f7f7f7f7fULL;  ///< cells with a right neighbour
inline constexpr std::uint64_t kColumnsAToF = 0x3f3f3f3f3fULL;

/// Cells of `cells` whose right neighbour (whose next two to the right) are in it too: left ends of runs.
constexpr std::uint64_t runs_of_two(std::uint64_t cells) { return cells & (cells >> 1) & kColumnsAToG; }
constexpr std::uint64_t runs_of_three(std::uint64_t cells) {
  return cells & (cells >> 1) & (cells >> 2) & kColumnsAToF;
}

/// What may be claimed now. `cursor` is State::cursor: 0 at first, then 1 + the last set, or kAfterTile + the cell.
struct Claimable {
  std::uint32_t sets = 0;
  std::uint64_t tiles = 0;
};
inline constexpr int kAfterTile = 0x40;

inline Claimable claimable(const State& state) {
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

/// Cells that Sea Scope may pick next: after the last pick, leaving enough for those to come.
inline std::uint64_t pickable(const State& state) {
  std::uint64_t cells = state.present;
  if (state.marked != 0) cells &= cells_from(64 - std::countl_zero(state.marked));
  for (int reserved = 2 - std::popcount(state.marked); reserved > 0; --reserved) {
    cells &= ~bit(63 - std::countl_zero(cells));
  }
  return cells;
}

}  // namespace atl::reef_rescue
