/// std::array for tables whose index is a number of a game (a cell, a tile, a seat), which is an int everywhere else,
/// or an enumerator. Dev builds check the range.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <type_traits>

#include "engine/core/checks.hpp"

namespace atl {

template <class T>
concept ArrayIndex = std::convertible_to<T, int> || std::is_enum_v<T>;

template <class T, std::size_t N>
struct Array : std::array<T, N> {
  template <ArrayIndex Index>
  constexpr T& operator[](Index index) {
    return std::array<T, N>::operator[](checked(index));
  }
  template <ArrayIndex Index>
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
