/// Coral points by table. What lies on a grid vertex is a multiset of at most four letters; there are
/// C(6 + 4, 4) = 210 of them, so one byte names it. For each: what a corner of every letter would score there,
/// and what the vertex becomes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/core/array.hpp"
#include "engine/eco_coral_reef/tiles.hpp"

namespace atl::eco_coral_reef {

inline constexpr int kNumMultisets = 210;

/// Points of letter l are the four bits from 4 * l on: at most 1 for a match and 3 for four of a kind.
struct CornerTables {
  Array<std::uint32_t, kNumMultisets> points{};  ///< match with anything there, plus the bonus of a fourth corner
  Array<std::uint32_t, kNumMultisets> bonus{};   ///< the bonus alone
  Array<Array<std::uint8_t, 8>, kNumMultisets> next{};  ///< [multiset][letter]; 0 where the fifth would come
  int three_dead = 0;                                   ///< the multiset of three dead corners and nothing else
};

/// Whether two corners match: equal letters, or the joker with a living coral.
constexpr bool letters_match(int one, int two) {
  return one == two || (one == kJoker && two < kJoker) || (two == kJoker && one < kJoker);
}

namespace detail {

constexpr CornerTables make_corner_tables() {
  CornerTables tables;
  // Counts of the letters as digits of three bits; multisets are numbered by size, so that 0 is the empty vertex.
  Array<std::uint32_t, kNumMultisets> counts{};
  std::size_t known = 1;
  const auto number_of = [&](std::uint32_t wanted) {
    for (std::size_t i = 0; i < known; ++i) {
      if (counts[i] == wanted) return i;
    }
    counts[known] = wanted;
    return known++;
  };
  for (std::size_t id = 0; id < known; ++id) {
    const std::uint32_t have = counts[id];
    Array<int, kNumLetters> count{};
    int size = 0;
    for (int l = 0; l < kNumLetters; ++l) {
      count[l] = static_cast<int>((have >> (3 * l)) & 7);
      size += count[l];
    }
    if (count[kDead] == 3 && size == 3) tables.three_dead = static_cast<int>(id);
    if (size == 4) continue;
    for (int letter = 0; letter < kNumLetters; ++letter) {
      tables.next[id][letter] = static_cast<std::uint8_t>(number_of(have + (1U << (3 * letter))));
      std::uint32_t match = 0;
      for (int other = 0; other < kNumLetters; ++other) {
        if (count[other] > 0 && letters_match(letter, other)) match = 1;
      }
      std::uint32_t bonus = 0;
      for (int living = 0; size == 3 && living < kJoker; ++living) {
        const int same = count[living] + (letter == living ? 1 : 0);
        const int jokers = count[kJoker] + (letter == kJoker ? 1 : 0);
        if (same == 4) bonus = 3;
        if (same == 3 && jokers == 1) bonus = 1;
      }
      tables.points[id] |= (match + bonus) << (4 * letter);
      tables.bonus[id] |= bonus << (4 * letter);
    }
  }
  return tables;
}

}  // namespace detail

inline constexpr CornerTables kCorners = detail::make_corner_tables();

/// The entry of one letter in a row of points.
constexpr int points_of(std::uint32_t row, int letter) { return static_cast<int>((row >> (4 * letter)) & 15); }

}  // namespace atl::eco_coral_reef
