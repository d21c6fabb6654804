/// std::array for tables whose index is a number of a game, like a cell, a tile or a seat: such numbers are ints
/// everywhere else. Dev builds check the range.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>

#include "engine/core/checks.hpp"

namespace atl {

template <class T, std::size_t N>
struct Array : std::array<T, N> {
  template <std::convertible_to<int> Index>
  constexpr T& operator[](Index index) {
    return std::array<T, N>::operator[](checked(index));
  }
  template <std::convertible_to<int> Index>
  constexpr const T& operator[](Index index) const {
    return std::array<T, N>::operator[](checked(index));
  }

 private:
  template <class Index>
  static constexpr std::size_t checked(Index index) {
    ATOLL_EXPECT(static_cast<std::size_t>(index) < N);
    return static_cast<std::size_t>(index);
  }
};

}  // namespace atl
