/// Inside the heuristic: what the worths of several actions look at.
#pragma once

#include <bit>
#include <optional>

#include "engine/reef_encounter/second_kind/heuristic.hpp"
#include "engine/reef_encounter/second_kind/pieces.hpp"

namespace atl::reef_encounter::second_kind {

/// Tiles of a coral, doubles twice: what it brings.
inline int tiles_in(const Board& board, Cells coral) {
  return count_bits(coral) + count_bits(coral & laid_as(board, kDoubleLaid));
}

/// Tiles on a slot that can be laid as the colour.
inline int sea_tiles(const State& state, int slot, int colour) {
  int n = 0;
  for (const std::uint8_t tile : state.sea[at(slot)])
    n += tile != kNoTile && ((kinds_of_colour(colour) >> tile) & 1) != 0;
  return n;
}

/// Tiles in a parrotfish that can count as the colour, doubles twice.
inline int fish_tiles(const Area& area, int colour) {
  int tiles = 0;
  for (KindSet kinds = kinds_of_colour(colour); kinds != 0; kinds &= kinds - 1) {
    const int kind = std::countr_zero(kinds);
    tiles += area.fish[kind] * tiles_counted(kind);
  }
  return tiles;
}

/// One position with the eyes of the player to act: what several actions ask for is found once.
struct Heuristic::View {
  const State* state;
  const Area* area;
  int mover;
  std::array<float, kColours> value{};           ///< points of a tile
  std::array<int, kColours> hand{}, consumed{};  ///< tiles that can be laid as the colour
  std::array<std::optional<Reef>, kBoards> reef{};
  std::array<Cells, kBoards> own{}, foe{};  ///< [board] tiles in corals with a shrimp of the mover, of others
  std::array<int, kColours> own_size{};     ///< largest own coral of the colour
  bool can_guard = false;                   ///< a shrimp can still be placed this turn
  bool end_is_near = false;

  int in_hand(int colour) const { return hand[at(colour)]; }
  int in_front(int colour) const { return consumed[at(colour)]; }
  int tiles(int colour) const { return in_hand(colour) + in_front(colour); }
  int larvae(int colour) const { return area->larvae[colour]; }
  float v(int colour) const { return value[at(colour)]; }
  /// Of a bicoloured tile the better one.
  float v_of_kind(int kind) const {
    const TileKind& tile = tile_kind(kind);
    if (tile.first == kNoColour) return 0;
    return tile.second == kNoColour ? v(tile.first) : std::max(v(tile.first), v(tile.second));
  }
  const Reef& reef_at(int place) const { return *reef[at(board_of(place))]; }
};

}  // namespace atl::reef_encounter::second_kind
