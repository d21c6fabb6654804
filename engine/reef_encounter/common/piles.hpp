/// How many there are of everything of one sort: two forms with the same words.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <string_view>

namespace atl::reef_encounter {

inline constexpr int kColours = 5;
inline constexpr std::string_view kColourLetters = "WYOPG";

/// Tiles (or larvae) of each colour, in one word.
///
/// bits 0-5 white   6-11 yellow   12-17 orange   18-23 pink   24-29 grey
///
/// A colour has 40 tiles, so no field overflows. Sums and differences are those of the words as long as the final
/// counts are right: a field may go below zero on the way (information states use that for hands they do not know).
struct Counts {
  std::uint32_t bits = 0;

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

/// Of each of N kinds, a byte each.
template <std::size_t N>
struct Pile {
  std::array<std::uint8_t, N> numbers{};

  constexpr int operator[](std::integral auto kind) const { return numbers[static_cast<std::size_t>(kind)]; }
  constexpr void set(int kind, int n) { numbers[static_cast<std::size_t>(kind)] = static_cast<std::uint8_t>(n); }
  constexpr void add(int kind, int n = 1) { set(kind, (*this)[kind] + n); }
  /// All of another pile of the same sort.
  constexpr void add(const Pile& other) {
    for (std::size_t i = 0; i < N; ++i) numbers[i] = static_cast<std::uint8_t>(numbers[i] + other.numbers[i]);
  }
  constexpr void remove(int kind, int n = 1) { add(kind, -n); }
  constexpr void clear() { numbers.fill(0); }

  constexpr int total() const {
    int sum = 0;
    for (const std::uint8_t n : numbers) sum += n;
    return sum;
  }
  /// One bit per kind that is there.
  constexpr std::uint64_t present() const {
    std::uint64_t set = 0;
    for (std::size_t i = 0; i < N; ++i) set |= std::uint64_t{numbers[i] != 0} << i;
    return set;
  }
  constexpr bool operator==(const Pile&) const = default;
};

}  // namespace atl::reef_encounter
