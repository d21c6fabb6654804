/// Cells of one board as bits of a word, and the moves a whole set of cells can make at once. Templates over the word
/// and the size, so that boards with a border fit a 128-bit word without a second copy of the code.
///
/// Bit = row * (columns + 1) + column. The extra column of each row is a gap that never holds anything: what a shift
/// pushes over an edge lands there and disappears when the result is masked with real cells.
///
///        a  b  c  d  e  f  g gap          6 x 7 in 64 bits
///    1   0  1  2  3  4  5  6   7
///    2   8  9 10 11 12 13 14  15
///    .   .  .  .  .  .  .  .   .
///    6  40 41 42 43 44 45 46  47
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace atl::reef_encounter {

__extension__ typedef unsigned __int128 Word128;

constexpr int count_bits(std::uint64_t word) { return std::popcount(word); }
constexpr int count_bits(Word128 word) {
  return std::popcount(static_cast<std::uint64_t>(word)) + std::popcount(static_cast<std::uint64_t>(word >> 64));
}
constexpr int lowest_bit(std::uint64_t word) { return std::countr_zero(word); }
constexpr int lowest_bit(Word128 word) {
  const auto low = static_cast<std::uint64_t>(word);
  return low != 0 ? std::countr_zero(low) : 64 + std::countr_zero(static_cast<std::uint64_t>(word >> 64));
}

template <class WordT, int RowsT, int ColumnsT>
struct Grid {
  using Word = WordT;
  static constexpr int kRows = RowsT;
  static constexpr int kColumns = ColumnsT;
  static constexpr int kStride = ColumnsT + 1;
  static constexpr int kCells = kRows * kStride;
  static_assert(kCells <= static_cast<int>(8 * sizeof(Word)));

  static constexpr int cell(int row, int column) { return row * kStride + column; }
  static constexpr Word bit(int cell) { return Word{1} << cell; }

  /// The cells orthogonally beside those of `set` (with rubbish in the gaps: mask the result).
  static constexpr Word beside(Word set) { return (set << 1) | (set >> 1) | (set << kStride) | (set >> kStride); }

  /// Everything in `within` that can be reached from `seed` (which must lie in it) without leaving it.
  static constexpr Word flood(Word seed, Word within) {
    for (Word grown = seed;; seed = grown) {
      grown |= beside(grown) & within;
      grown |= beside(grown) & within;
      if (grown == seed) return grown;
    }
  }

  /// Which neighbours belong to one coral: bit i of `east` joins cells i and i + 1, bit i of `south` i and i + kStride.
  /// One flood over the links serves the corals of all colours at once.
  struct Links {
    Word east = 0;
    Word south = 0;
  };

  /// Tiles whose colour numbers, written across three planes, are equal (0: no tile).
  static constexpr Links links(const std::array<Word, 3>& planes) {
    const auto joined = [&](int shift) {
      const Word occupied = planes[0] | planes[1] | planes[2];
      const Word differ =
          (planes[0] ^ (planes[0] >> shift)) | (planes[1] ^ (planes[1] >> shift)) | (planes[2] ^ (planes[2] >> shift));
      return occupied & (occupied >> shift) & ~differ;
    };
    return {.east = joined(1), .south = joined(kStride)};
  }

  static constexpr Word flood(Word seed, const Links& links) {
    for (Word grown = seed;; seed = grown) {
      grown |= ((grown & links.east) << 1) | ((grown >> 1) & links.east);
      grown |= ((grown & links.south) << kStride) | ((grown >> kStride) & links.south);
      if (grown == seed) return grown;
    }
  }

  /// The corals of one colour that hold a shrimp (at most one each, by the rules).
  struct Guarded {
    Word members = 0;  ///< their tiles
    Word joins =
        0;  ///< cells beside two of them: a tile there would put two shrimps in one coral (rubbish in the gaps)
  };

  static constexpr Guarded guarded(Word tiles, Word shrimps) {
    Guarded result;
    Word reach = 0;
    for (Word seeds = tiles & shrimps; seeds != 0;) {
      const Word coral = flood(seeds & (Word{0} - seeds), tiles);
      const Word ring = beside(coral);
      result.joins |= reach & ring;
      result.members |= coral;
      reach |= ring;
      seeds &= ~coral;
    }
    return result;
  }
};

/// The boards of the base game.
using BaseGrid = Grid<std::uint64_t, 6, 7>;
/// Boards with the ring of cells around them that the expansion can build on.
using BorderedGrid = Grid<Word128, 8, 9>;

}  // namespace atl::reef_encounter
