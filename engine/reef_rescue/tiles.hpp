/// The components of Reef Rescue as tables: cells, tiles, sets, action cards (RULES.md, "Components").
///
/// A cell and a tile have the same numbering, reading order with eight to a row: number = 8 * row + column, a1 = A1 =
/// 0, h5 = H5 = 39. Smaller oceans keep the eight, so that a row is always one byte of a mask.
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

#include "engine/core/array.hpp"

namespace atl::reef_rescue {

inline constexpr int kRows = 5;
inline constexpr int kColumns = 8;
inline constexpr int kCells = kRows * kColumns;

/// What State::tile holds for a cell without a tile, and for a tile that a view does not know.
inline constexpr std::uint8_t kNoTile = 0x3f;
inline constexpr std::uint8_t kUnknownTile = 0x3e;

constexpr int number_of(char letter, char digit) { return (digit - '1') * kColumns + (letter - 'A'); }

/// The mask of the tiles named in `text`, separated by single spaces.
constexpr std::uint64_t tiles_named(std::string_view text) {
  std::uint64_t mask = 0;
  for (std::size_t i = 0; i + 1 < text.size(); i += 3) mask |= std::uint64_t{1} << number_of(text[i], text[i + 1]);
  return mask;
}

inline constexpr std::uint64_t kAllTiles = (std::uint64_t{1} << kCells) - 1;
inline constexpr std::uint64_t kTwos = tiles_named("A3 B3 C3 D3 B4 F4 G4 A5 B5 D5 F5 G5");
inline constexpr std::uint64_t kThrees = tiles_named("G3 H3 A4 C4 H5");
inline constexpr std::uint64_t kFours = tiles_named("C1 H4 C5");
inline constexpr std::uint64_t kLittles = kTwos | kThrees | kFours;
inline constexpr std::uint64_t kGarbage = tiles_named("F1 G1 H1 H2 E5");

inline constexpr int kSets = 7;
inline constexpr int kReef = 6;
inline constexpr Array<std::string_view, kSets> kSetNames = {"sunfish", "whale_shark", "dolphin", "turtle",
                                                             "dugong",  "wrasse",      "reef"};
inline constexpr Array<std::uint64_t, kSets> kSetTiles = {
    tiles_named("A1 B1"), tiles_named("D1 E1"), tiles_named("D2 E2"),   tiles_named("F2 G2"),
    tiles_named("E3 F3"), tiles_named("D4 E4"), tiles_named("A2 B2 C2")};
constexpr int set_value(int set) { return set == kReef ? 15 : 10; }

/// One of the four actions printed on the cards.
enum class Card : std::uint8_t { fin, turbo, beam, scope };
inline constexpr Array<std::string_view, 4> kCardNames = {"fin", "turbo", "beam", "scope"};

/// What one tile is. `claim` numbers the things that can be owned: 0-11 littles of two, 12-16 of three, 17-19 of four,
/// 20-26 sets; garbage has none. Belongs to set `set`, or -1.
struct TileInfo {
  std::int8_t value = 0;  ///< creatures on a little tile, else 0
  std::int8_t set = -1;
  std::int8_t claim = -1;
  bool garbage = false;
};
inline constexpr int kFirstSetClaim = 20;
inline constexpr int kClaims = kFirstSetClaim + kSets;

inline constexpr Array<TileInfo, kCells> kTileInfo = [] {
  Array<TileInfo, kCells> table{};
  table.fill(TileInfo{});  // g++ 12 forgets default member values in `table{}` here; asserted below
  int next = 0;
  for (const std::uint64_t kind : {kTwos, kThrees, kFours}) {
    for (int tile = 0; tile < kCells; ++tile) {
      if ((kind >> tile & 1) == 0) continue;
      table[tile].value = kind == kTwos ? 2 : kind == kThrees ? 3 : 4;
      table[tile].claim = static_cast<std::int8_t>(next++);
    }
  }
  for (int tile = 0; tile < kCells; ++tile) {
    TileInfo& info = table[tile];
    info.garbage = (kGarbage >> tile & 1) != 0;
    for (int set = 0; set < kSets; ++set) {
      if ((kSetTiles[set] >> tile & 1) == 0) continue;
      info.set = static_cast<std::int8_t>(set);
      info.claim = static_cast<std::int8_t>(kFirstSetClaim + set);
    }
  }
  return table;
}();

static_assert(kTileInfo[number_of('A', '3')].set == -1 && kTileInfo[number_of('F', '1')].claim == -1);
static_assert(std::popcount(kTwos) == 12 && std::popcount(kThrees) == 5 && std::popcount(kFours) == 3);
static_assert((kLittles | kGarbage | kSetTiles[0] | kSetTiles[1] | kSetTiles[2] | kSetTiles[3] | kSetTiles[4] |
               kSetTiles[5] | kSetTiles[6]) == kAllTiles);

inline std::string cell_name(int cell) {
  return {static_cast<char>('a' + cell % kColumns), static_cast<char>('1' + cell / kColumns)};
}
inline std::string tile_name(int tile) {
  return {static_cast<char>('A' + tile % kColumns), static_cast<char>('1' + tile / kColumns)};
}

}  // namespace atl::reef_rescue
