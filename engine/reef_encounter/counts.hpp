/// How many tiles (or larvae) of each colour there are, in one word.
#pragma once

#include <cstdint>
#include <string_view>

namespace atl::reef_encounter {

inline constexpr int kColours = 5;
inline constexpr std::string_view kColourLetters = "WYOPG";

/// bits 0-5 white   6-11 yellow   12-17 orange   18-23 pink   24-29 grey
///
/// A colour has 40 tiles, so no field overflows. Sums and differences are those of the words as long as the final
/// counts are right: a field may go below zero on the way (information states use that for hands they do not know).
struct Counts {
  std::uint32_t bits = 0;

  static constexpr std::uint32_t one(int colour) { return std::uint32_t{1} << (6 * colour); }

  constexpr int operator[](int colour) const { return static_cast<int>((bits >> (6 * colour)) & 63U); }
  constexpr void add(int colour, int n = 1) { bits += static_cast<std::uint32_t>(n) << (6 * colour); }
  constexpr void remove(int colour, int n = 1) { bits -= static_cast<std::uint32_t>(n) << (6 * colour); }
  constexpr void add(Counts other) { bits += other.bits; }
  constexpr void remove(Counts other) { bits -= other.bits; }
  constexpr void clear(int colour) { bits &= ~(std::uint32_t{63} << (6 * colour)); }

  constexpr int total() const { return (*this)[0] + (*this)[1] + (*this)[2] + (*this)[3] + (*this)[4]; }
  /// One bit per colour that is there.
  constexpr unsigned present() const {
    unsigned mask = 0;
    for (int c = 0; c < kColours; ++c) mask |= ((*this)[c] != 0 ? 1U : 0U) << c;
    return mask;
  }
  constexpr bool operator==(const Counts&) const = default;
};

}  // namespace atl::reef_encounter
