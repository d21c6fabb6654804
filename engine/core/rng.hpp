/// Randomness is an argument and a coordinate. A generator comes from (seed, stream, indices) by a counter-based
/// function, so that one purpose never disturbs another and results do not depend on threads.
///
/// Derivation: Philox-4x64-10 (Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011)
/// through Random123. Hot loops: xoshiro256++ 1.0 (Blackman, Vigna, "Scrambled linear pseudorandom number
/// generators", ACM TOMS 47, 2021). Bounded numbers: Lemire, "Fast random integer generation in an interval",
/// ACM TOMACS 29, 2019; exactly uniform. No std:: distributions: they differ between libraries.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <utility>

#include "engine/core/checks.hpp"

namespace atl {

/// What the numbers are for. One purpose, one stream.
enum class Stream : std::uint64_t {
  chance = 1,    ///< indices {block, owner, source, k}
  agent = 2,     ///< indices {game_index, seat, k}
  search = 3,    ///< streams an agent derives for its logical trees: {tree}
  schedule = 4,  ///< indices of the harness: bootstrap draws, tuning, ...
  test = 5,      ///< tests and benchmarks
  tool = 6,      ///< one-off commands: worlds, perft deals, bench
};

class Rng {
 public:
  /// The generator of one purpose. Equal arguments give equal generators; at most six indices.
  static Rng derive(std::uint64_t seed, Stream stream, std::initializer_list<std::uint64_t> indices);

  /// A generator whose seed is drawn from this one: for splitting an agent's stream by purpose.
  Rng split(Stream stream, std::uint64_t index) { return derive(next(), stream, {index}); }

  /// 64 uniform bits.
  std::uint64_t next() {
    const std::uint64_t result = std::rotl(word_[0] + word_[3], 23) + word_[0];
    const std::uint64_t t = word_[1] << 17;
    word_[2] ^= word_[0];
    word_[3] ^= word_[1];
    word_[1] ^= word_[2];
    word_[0] ^= word_[3];
    word_[2] ^= t;
    word_[3] = std::rotl(word_[3], 45);
    return result;
  }

  /// A uniform number in [0, n). Requires 0 < n < 2^32.
  std::uint32_t below(std::uint32_t n) {
    ATOLL_EXPECT(n > 0);
    std::uint64_t product = (next() >> 32) * n;
    auto low = static_cast<std::uint32_t>(product);
    if (low < n) [[unlikely]] {
      const std::uint32_t threshold = (0U - n) % n;
      while (low < threshold) {
        product = (next() >> 32) * n;
        low = static_cast<std::uint32_t>(product);
      }
    }
    return static_cast<std::uint32_t>(product >> 32);
  }

  /// A uniform number in [0, 1) with 53 bits.
  double uniform() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

  /// True with probability p.
  bool chance(double p) { return uniform() < p; }

  /// A uniformly random order of `items` (Fisher and Yates).
  template <class T>
  void shuffle(std::span<T> items) {
    for (std::size_t i = items.size(); i > 1; --i) {
      using std::swap;
      swap(items[i - 1], items[below(static_cast<std::uint32_t>(i))]);
    }
  }

  /// The position of a uniformly random set bit. Requires bits != 0.
  int random_bit(std::uint64_t bits);

  bool operator==(const Rng&) const = default;

 private:
  Rng() = default;
  std::array<std::uint64_t, 4> word_{};
};

namespace detail {

/// [byte][k] the position of the k-th set bit of a byte.
inline constexpr std::array<std::array<std::uint8_t, 8>, 256> kSelectInByte = [] {
  std::array<std::array<std::uint8_t, 8>, 256> table{};
  for (std::size_t byte = 0; byte < 256; ++byte) {
    std::size_t k = 0;
    for (std::size_t position = 0; position < 8; ++position) {
      if ((byte >> position & 1) != 0) table[byte][k++] = static_cast<std::uint8_t>(position);
    }
  }
  return table;
}();

}  // namespace detail

/// The position of the k-th set bit of `bits`, counted from 0. Requires k < popcount(bits).
/// First the byte, by the seven counts below byte borders, which do not wait for each other; then a table.
inline int select_bit(std::uint64_t bits, std::uint32_t k) {
  ATOLL_EXPECT(static_cast<int>(k) < std::popcount(bits));
  const auto count_below = [bits](int border) {
    return static_cast<std::uint32_t>(std::popcount(bits & ((std::uint64_t{1} << border) - 1)));
  };
  int shift = 0;
  for (int border = 8; border < 64; border += 8) shift += k >= count_below(border) ? 8 : 0;
  return shift + detail::kSelectInByte[bits >> shift & 0xff][k - count_below(shift)];
}

inline int Rng::random_bit(std::uint64_t bits) {
  return select_bit(bits, below(static_cast<std::uint32_t>(std::popcount(bits))));
}

}  // namespace atl
