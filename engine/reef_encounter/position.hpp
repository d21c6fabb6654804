/// Questions about the reef of one position that the move generator, the rules and the heuristic ask.
#pragma once

#include <bit>

#include "engine/core/bits.hpp"
#include "engine/reef_encounter/state.hpp"

namespace atl::reef_encounter {

inline const BoardMap<BaseGrid>& board_map(int board) { return kBaseBoards[static_cast<std::size_t>(board)]; }

/// [colour] the tiles of each colour.
using Layers = std::array<std::uint64_t, kColours>;

inline const std::array<std::uint64_t, 3>& planes_on(const State& state, int board) {
  return state.planes[static_cast<std::size_t>(board)];
}
inline Layers polyps_on(const State& state, int board) {
  const auto& [p0, p1, p2] = planes_on(state, board);
  const std::uint64_t low = ~p2;  // colours 1 to 3 against 4 and 5
  return {p0 & ~p1 & low, p1 & ~p0, p0 & p1, p2 & ~p0, p2 & p0};
}
/// The tiles of one colour.
inline std::uint64_t polyps_of(const State& state, int board, int colour) {
  const auto& planes = planes_on(state, board);
  const auto code = static_cast<unsigned>(colour) + 1;
  std::uint64_t result = ~std::uint64_t{0};
  for (unsigned plane = 0; plane < 3; ++plane) result &= planes[plane] ^ (std::uint64_t{(code >> plane) & 1U} - 1);
  return result;
}
/// Lays tiles of `colour` on empty cells, and takes tiles of any colour away.
inline void add_tiles(State& state, int board, std::uint64_t cells, int colour) {
  const auto code = static_cast<unsigned>(colour) + 1;
  auto& planes = state.planes[static_cast<std::size_t>(board)];
  for (unsigned plane = 0; plane < 3; ++plane) planes[plane] |= cells & (0 - std::uint64_t{(code >> plane) & 1U});
}
inline void remove_tiles(State& state, int board, std::uint64_t cells) {
  for (std::uint64_t& plane : state.planes[static_cast<std::size_t>(board)]) plane &= ~cells;
}
inline std::uint64_t shrimps_on(const State& state, int board) {
  return state.shrimps[static_cast<std::size_t>(board)];
}

inline std::uint64_t occupied(const State& state, int board) {
  const auto& planes = planes_on(state, board);
  return planes[0] | planes[1] | planes[2];
}
inline std::uint64_t empty_rock(const State& state, int board) {
  return board_map(board).rock & ~occupied(state, board);
}

/// Colour of the tile on a cell. Requires one.
inline int colour_at(const State& state, int board, std::uint64_t cell) {
  const auto& planes = planes_on(state, board);
  return ((planes[0] & cell) != 0 ? 1 : 0) + ((planes[1] & cell) != 0 ? 2 : 0) + ((planes[2] & cell) != 0 ? 4 : 0) - 1;
}

/// The coral that covers `cell`. Requires a tile there.
inline std::uint64_t coral_at(const State& state, int board, std::uint64_t cell) {
  return BaseGrid::flood(cell, polyps_of(state, board, colour_at(state, board, cell)));
}

/// Tiles whose coral has a shrimp, all colours.
inline std::uint64_t guarded_tiles(const State& state, int board) {
  const std::uint64_t shrimps = shrimps_on(state, board);
  if (shrimps == 0) return 0;
  return BaseGrid::flood(shrimps, BaseGrid::links(planes_on(state, board)));
}
/// Tiles a shrimp may be put on.
inline std::uint64_t unguarded_tiles(const State& state, int board) {
  return occupied(state, board) & ~guarded_tiles(state, board);
}

/// Tiles no coral can attack: those with a shrimp and their neighbours of the same colour.
inline std::uint64_t protected_tiles(const State& state, int board) {
  std::uint64_t result = 0;
  const std::uint64_t shrimps = shrimps_on(state, board);
  if (shrimps == 0) return 0;
  for (const std::uint64_t layer : polyps_on(state, board)) {
    const std::uint64_t carriers = layer & shrimps;
    result |= carriers | (BaseGrid::beside(carriers) & layer);
  }
  return result;
}

/// Tiles that a coral of `colour` could eat, mergers aside.
inline std::uint64_t attackable(const State& state, int board, int colour) {
  const Layers layers = polyps_on(state, board);
  const std::uint64_t own = layers[static_cast<std::size_t>(colour)];
  const std::uint64_t attackers = own & BaseGrid::beside(own);  // in a coral of two or more: any tile with a neighbour
  if (attackers == 0) return 0;
  std::uint64_t weaker = 0;
  for (unsigned beats = kBeats[state.sides][static_cast<std::size_t>(colour)]; beats != 0; beats &= beats - 1) {
    weaker |= layers[static_cast<std::size_t>(std::countr_zero(beats))];
  }
  const std::uint64_t targets = BaseGrid::beside(attackers) & weaker;
  return targets == 0 ? 0 : targets & ~protected_tiles(state, board);
}

/// Cells where a tile of `colour` would join two corals with a shrimp each.
inline std::uint64_t forbidden_joins(const State& state, int board, int colour) {
  const std::uint64_t own = polyps_of(state, board, colour);
  const std::uint64_t seeds = own & shrimps_on(state, board);
  return (seeds & (seeds - 1)) == 0 ? 0 : BaseGrid::guarded(own, seeds).joins;
}

/// Cells where a tile of `colour` may be put: the three conditions of a put for all cells of a board at once.
inline std::uint64_t put_cells(const State& state, int board, int colour) {
  return (empty_rock(state, board) | attackable(state, board, colour)) & ~forbidden_joins(state, board, colour);
}

/// Whether a tile of `colour` may be put anywhere.
inline bool any_put(const State& state, int colour) {
  for (unsigned boards = state.boards; boards != 0; boards &= boards - 1) {
    const int board = std::countr_zero(boards);
    const std::uint64_t joins = forbidden_joins(state, board, colour);
    if ((empty_rock(state, board) & ~joins) != 0) return true;
    if ((attackable(state, board, colour) & ~joins) != 0) return true;
  }
  return false;
}

/// The coral that covers a place. Requires a tile there.
inline std::uint64_t coral_at(const State& state, int place) {
  return coral_at(state, board_of(place), bit(cell_of(place)));
}
inline int colour_at(const State& state, int place) { return colour_at(state, board_of(place), bit(cell_of(place))); }

/// Shrimps of the mover.
inline void place_shrimp(State& state, int place) {
  state.shrimps[static_cast<std::size_t>(board_of(place))] |= bit(cell_of(place));
  insert_place(state.shrimp_at[state.mover], place);
}
inline void remove_shrimp(State& state, int place) {
  state.shrimps[static_cast<std::size_t>(board_of(place))] &= ~bit(cell_of(place));
  erase_place(state.shrimp_at[state.mover], place);
}

}  // namespace atl::reef_encounter
