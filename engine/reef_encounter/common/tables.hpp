/// What is printed on the components: the four boards and the ten coral tiles.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "engine/reef_encounter/common/grid.hpp"
#include "engine/reef_encounter/common/piles.hpp"

namespace atl::reef_encounter {

inline constexpr int kBoards = 4;
inline constexpr int kCoralTiles = 10;
inline constexpr int kAlgae = 4;
inline constexpr int kCylindersPerAlga = 5;
inline constexpr int kTilesPerColour = 40;
inline constexpr int kLarvaePerColour = 10;
inline constexpr int kShrimpsPerPlayer = 4;
inline constexpr std::string_view kAlgaLetters = "rpgb";

/// 'x' rock, a letter = start space of that colour, '*' = growth space, '.' = deep water; rows 1 to 6.
inline constexpr std::array<std::array<std::string_view, 6>, kBoards> kBoardArt = {{
    {"...xxx.", ".xxYxx.", "xx.xWxx", "xGx*x.x", "xxP.Oxx", "xxxxxxx"},
    {"...xxx.", "xxxGxx.", "xxYx.xx", "x.x*xWx", "xxOxPxx", ".xxxxx."},
    {".xx.xxx", ".xxxOx.", "xxW.xYx", "xxx*x.x", ".xPxGxx", ".xxx.xx"},
    {".xxxxx.", "xxxO.xx", "xx.xGxx", "xWx*xxx", ".xPxYx.", ".xx.xx."},
}};

/// One board as masks.
template <class G>
struct BoardMap {
  typename G::Word rock = 0;
  std::array<typename G::Word, kColours> start{};
  typename G::Word growth = 0;
};

/// The printed board number `board`, its top left cell at (row0, column0) of grid G.
template <class G>
constexpr BoardMap<G> read_board(int board, int row0, int column0) {
  BoardMap<G> map;
  for (int row = 0; row < 6; ++row) {
    for (int column = 0; column < 7; ++column) {
      const char mark =
          kBoardArt[static_cast<std::size_t>(board)][static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
      const typename G::Word here = G::bit(G::cell(row + row0, column + column0));
      if (mark == '.') continue;
      map.rock |= here;
      if (mark == '*') map.growth = here;
      const std::size_t colour = kColourLetters.find(mark);
      if (colour != std::string_view::npos) map.start[colour] = here;
    }
  }
  return map;
}

inline constexpr std::array<BoardMap<BaseGrid>, kBoards> kBaseBoards = {
    read_board<BaseGrid>(0, 0, 0), read_board<BaseGrid>(1, 0, 0), read_board<BaseGrid>(2, 0, 0),
    read_board<BaseGrid>(3, 0, 0)};

/// A coral tile is named by the pair it compares; side 0 shows the first as the stronger, side 1 the second.
struct CoralTile {
  std::string_view name;
  std::uint8_t first, second;        ///< colours
  std::array<std::uint8_t, 2> alga;  ///< [side] index into kAlgaLetters
};

inline constexpr std::array<CoralTile, kCoralTiles> kCoralTable = {{
    {"WY", 0, 1, {2, 3}},
    {"WO", 0, 2, {0, 1}},
    {"YO", 1, 2, {3, 0}},
    {"YP", 1, 3, {1, 3}},
    {"OP", 2, 3, {2, 0}},
    {"OG", 2, 4, {3, 2}},
    {"PW", 3, 0, {1, 2}},
    {"PG", 3, 4, {2, 1}},
    {"GW", 4, 0, {0, 1}},
    {"GY", 4, 1, {3, 0}},
}};

/// [side][alga] the coral tiles whose that side shows that alga.
inline constexpr auto kShowsAlga = [] {
  std::array<std::array<std::uint16_t, kAlgae>, 2> shows{};
  for (std::size_t t = 0; t < kCoralTable.size(); ++t) {
    for (std::size_t side = 0; side < 2; ++side) {
      shows[side][kCoralTable[t].alga[side]] |= static_cast<std::uint16_t>(1U << t);
    }
  }
  return shows;
}();

/// [sides][colour] the colours that `colour` can attack, one bit each. `sides` has one bit per coral tile.
inline constexpr auto kBeats = [] {
  std::array<std::array<std::uint8_t, kColours>, 1U << kCoralTiles> beats{};
  for (std::size_t sides = 0; sides < beats.size(); ++sides) {
    for (std::size_t t = 0; t < kCoralTable.size(); ++t) {
      const CoralTile& tile = kCoralTable[t];
      const bool second = ((sides >> t) & 1U) != 0;
      const std::size_t stronger = second ? tile.second : tile.first;
      const unsigned weaker = second ? tile.first : tile.second;
      beats[sides][stronger] |= static_cast<std::uint8_t>(1U << weaker);
    }
  }
  return beats;
}();

/// Coral tiles that show `alga` when they lie as `sides` says.
constexpr unsigned showing(unsigned sides, int alga) {
  const auto a = static_cast<std::size_t>(alga);
  return (~sides & kShowsAlga[0][a]) | (sides & kShowsAlga[1][a]);
}

/// The alga that coral tile `tile` shows.
constexpr int shown_alga(unsigned sides, int tile) {
  return kCoralTable[static_cast<std::size_t>(tile)].alga[(sides >> tile) & 1U];
}

/// Points of one tile of `colour`: 1 to 5.
constexpr int colour_value(unsigned sides, int colour) {
  return 1 + std::popcount(static_cast<unsigned>(kBeats[sides][static_cast<std::size_t>(colour)]));
}

/// The 15 pairs of larvae, in index order of their letters: WW WY WO WP WG YY ...
inline constexpr int kLarvaPairs = 15;
inline constexpr auto kLarvaPair = [] {
  std::array<std::array<std::uint8_t, 2>, kLarvaPairs> pairs{};
  std::size_t i = 0;
  for (std::uint8_t first = 0; first < kColours; ++first) {
    for (std::uint8_t second = first; second < kColours; ++second) pairs[i++] = {first, second};
  }
  return pairs;
}();

}  // namespace atl::reef_encounter
