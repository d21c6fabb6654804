/// What the expansion adds to the components: kinds of tiles, the deck of cards, the boards with a ring of cells
/// around.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "engine/reef_encounter/common/tables.hpp"

namespace atl::reef_encounter::second_kind {

using Grid = BorderedGrid;
using Cells = Word128;  ///< a set of cells of one board

/// What a tile is besides its colour.
enum class Form : std::uint8_t { plain, blue, two_coloured, double_tile, half, rock, deep, crown };

inline constexpr int kNoColour = 5;

struct TileKind {
  std::string_view code;
  Form form;
  std::uint8_t first, second;  ///< colours; kNoColour where there is none
  std::uint8_t copies;         ///< special tiles that join the bag (plain ones are the base game's)
};

inline constexpr int kTileKinds = 33;
inline constexpr int kPolypKinds = 30;  ///< the first ones

/// Order: plain tiles (so that kind = colour), blue shrimp, bicoloured, double, half tiles; then those that are no
/// polyps. The colours of the printed set are not documented: copies is the place to change.
inline constexpr std::array<TileKind, kTileKinds> kTileTable = {{
    {"W", Form::plain, 0, 5, 0},         {"Y", Form::plain, 1, 5, 0},         {"O", Form::plain, 2, 5, 0},
    {"P", Form::plain, 3, 5, 0},         {"G", Form::plain, 4, 5, 0},         {"Wb", Form::blue, 0, 5, 1},
    {"Yb", Form::blue, 1, 5, 1},         {"Ob", Form::blue, 2, 5, 1},         {"Pb", Form::blue, 3, 5, 1},
    {"Gb", Form::blue, 4, 5, 1},         {"WY", Form::two_coloured, 0, 1, 2}, {"WO", Form::two_coloured, 0, 2, 2},
    {"WP", Form::two_coloured, 0, 3, 2}, {"WG", Form::two_coloured, 0, 4, 2}, {"YO", Form::two_coloured, 1, 2, 2},
    {"YP", Form::two_coloured, 1, 3, 2}, {"YG", Form::two_coloured, 1, 4, 2}, {"OP", Form::two_coloured, 2, 3, 2},
    {"OG", Form::two_coloured, 2, 4, 2}, {"PG", Form::two_coloured, 3, 4, 2}, {"W2", Form::double_tile, 0, 5, 2},
    {"Y2", Form::double_tile, 1, 5, 2},  {"O2", Form::double_tile, 2, 5, 2},  {"P2", Form::double_tile, 3, 5, 2},
    {"G2", Form::double_tile, 4, 5, 2},  {"Wh", Form::half, 0, 5, 1},         {"Yh", Form::half, 1, 5, 1},
    {"Oh", Form::half, 2, 5, 1},         {"Ph", Form::half, 3, 5, 1},         {"Gh", Form::half, 4, 5, 1},
    {"R", Form::rock, 5, 5, 2},          {"D", Form::deep, 5, 5, 2},          {"C", Form::crown, 5, 5, 4},
}};

inline constexpr int kBlueKind = 5, kDoubleKind = 20, kHalfKind = 25;  ///< of colour 0
inline constexpr int kRockKind = 30, kDeepKind = 31, kCrownKind = 32;

constexpr const TileKind& tile_kind(int kind) { return kTileTable[static_cast<std::size_t>(kind)]; }
constexpr Form form_of(int kind) { return tile_kind(kind).form; }
/// Tiles this one counts as in scoring and in what a feeding returns.
constexpr int tiles_counted(int kind) { return form_of(kind) == Form::double_tile ? 2 : 1; }

/// A set of tile kinds, one bit each.
using KindSet = std::uint64_t;
inline constexpr KindSet kPolyps = (KindSet{1} << kPolypKinds) - 1;

/// [colour] the kinds that can be laid as that colour.
inline constexpr auto kKindsOfColour = [] {
  std::array<KindSet, kColours> sets{};
  for (int kind = 0; kind < kPolypKinds; ++kind) {
    sets[tile_kind(kind).first] |= KindSet{1} << kind;
    if (tile_kind(kind).second != kNoColour) sets[tile_kind(kind).second] |= KindSet{1} << kind;
  }
  return sets;
}();
constexpr KindSet kinds_of_colour(int colour) { return kKindsOfColour[static_cast<std::size_t>(colour)]; }

/// The bicoloured kind of two colours.
constexpr int two_coloured_kind(int one, int other) {
  for (int kind = 0; kind < kPolypKinds; ++kind) {
    const TileKind& tile = tile_kind(kind);
    if (tile.form == Form::two_coloured &&
        ((tile.first == one && tile.second == other) || (tile.first == other && tile.second == one)))
      return kind;
  }
  return -1;
}

/// What lies on a cell besides the colour: plain, blue, double, half with its facing, bicoloured with its other colour.
///
///   0 plain   1 blue shrimp   2 double   3-6 half facing n e s w   7-11 bicoloured, the other colour being 0-4
inline constexpr int kPlainLaid = 0, kBlueLaid = 1, kDoubleLaid = 2, kHalfLaid = 3, kTwoColouredLaid = 7;
inline constexpr std::string_view kFacings = "nesw";

constexpr int laid_form(int kind, int colour, int facing) {
  const TileKind& tile = tile_kind(kind);
  switch (tile.form) {
    case Form::blue: return kBlueLaid;
    case Form::double_tile: return kDoubleLaid;
    case Form::half: return kHalfLaid + facing;
    case Form::two_coloured: return kTwoColouredLaid + (tile.first == colour ? tile.second : tile.first);
    default: return kPlainLaid;
  }
}
constexpr int kind_of_laid(int colour, int laid) {
  if (laid >= kTwoColouredLaid) return two_coloured_kind(colour, laid - kTwoColouredLaid);
  if (laid >= kHalfLaid) return kHalfKind + colour;
  if (laid == kDoubleLaid) return kDoubleKind + colour;
  return laid == kBlueLaid ? kBlueKind + colour : colour;
}

// The deck
// -----------------------------------------------------------------------------------------------------------------

// clang-format off
enum class Card : std::uint8_t {
  algae_indigestion, confusion, consumed_polyps, deep_water, disintegration, dislodged,
  double_lock, extra_free_growth, extra_growth, late_breakfast, pick_me_up
};
// clang-format on
inline constexpr int kCards = 11;
inline constexpr int kHandOfCards = 3;

struct CardKind {
  std::string_view id;
  bool blue_shrimp;     ///< icon B: may be spent for a blue shrimp, and for the first feeding
  bool clown_fish;      ///< icon F: may be played on another player's turn
  std::uint8_t copies;  ///< in the deck, times the rule `deck_copies`
};

/// The documented cards of the printed deck of 28.
inline constexpr std::array<CardKind, kCards> kDeck = {{
    {"algae_indigestion", true, false, 1},
    {"confusion", true, false, 1},
    {"consumed_polyps", false, false, 1},
    {"deep_water", true, false, 1},
    {"disintegration", true, false, 1},
    {"dislodged", true, true, 1},
    {"double_lock", true, false, 1},
    {"extra_free_growth", true, true, 1},
    {"extra_growth", false, false, 1},
    {"late_breakfast", false, false, 1},
    {"pick_me_up", false, false, 1},
}};
constexpr const CardKind& card_kind(int card) { return kDeck[static_cast<std::size_t>(card)]; }

/// A set of cards, one bit each.
using CardSet = unsigned;
constexpr CardSet card_bit(Card card) { return 1U << static_cast<unsigned>(card); }
inline constexpr CardSet kBlueCards = [] {
  CardSet set = 0;
  for (int card = 0; card < kCards; ++card) set |= card_kind(card).blue_shrimp ? 1U << card : 0U;
  return set;
}();
inline constexpr CardSet kClownFishCards = [] {
  CardSet set = 0;
  for (int card = 0; card < kCards; ++card) set |= card_kind(card).clown_fish ? 1U << card : 0U;
  return set;
}();

// The boards
// ---------------------------------------------------------------------------------------------------------------

inline constexpr int kBlueShrimps = 4;  ///< wooden ones

/// The printed boards; cell (0, 0) of the grid is outside the printed corner.
inline constexpr std::array<BoardMap<Grid>, kBoards> kBorderedBoards = {
    read_board<Grid>(0, 1, 1), read_board<Grid>(1, 1, 1), read_board<Grid>(2, 1, 1), read_board<Grid>(3, 1, 1)};

/// All real cells, and those of the printed 6 x 7 among them.
inline constexpr Cells kAllCells = [] {
  Cells cells = 0;
  for (int row = 0; row < Grid::kRows; ++row) {
    for (int column = 0; column < Grid::kColumns; ++column) cells |= Grid::bit(Grid::cell(row, column));
  }
  return cells;
}();
inline constexpr Cells kPrintedCells = [] {
  Cells cells = 0;
  for (int row = 1; row <= 6; ++row) {
    for (int column = 1; column <= 7; ++column) cells |= Grid::bit(Grid::cell(row, column));
  }
  return cells;
}();

}  // namespace atl::reef_encounter::second_kind
