/// Loops over set bits, and a hash of words.
#pragma once

#include <bit>
#include <cstdint>

namespace atl {

/// Removes the lowest set bit and returns its position. Requires bits != 0.
inline int pop_lowest_bit(std::uint64_t& bits) {
  const int position = std::countr_zero(bits);
  bits &= bits - 1;
  return position;
}

constexpr std::uint64_t bit(int position) { return std::uint64_t{1} << position; }

/// The finaliser of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014): every input bit reaches every output bit.
constexpr std::uint64_t mix64(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

/// Folds one more word into a running hash.
constexpr std::uint64_t hash_combine(std::uint64_t hash, std::uint64_t word) {
  return mix64(hash + 0x9e3779b97f4a7c15ULL + mix64(word + 0x632be59bd9b4e019ULL));
}

}  // namespace atl
