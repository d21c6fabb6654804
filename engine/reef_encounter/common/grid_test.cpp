/// Bit-parallel floods and links against cell-by-cell ones, on both sizes of grid.
#include <doctest/doctest.h>

#include <set>
#include <vector>

#include "engine/core/rng.hpp"
#include "engine/reef_encounter/common/tables.hpp"

namespace atl::reef_encounter {
namespace {

template <class G>
std::vector<int> neighbours(int cell) {
  const int row = cell / G::kStride, column = cell % G::kStride;
  std::vector<int> result;
  if (row > 0) result.push_back(cell - G::kStride);
  if (row + 1 < G::kRows) result.push_back(cell + G::kStride);
  if (column > 0) result.push_back(cell - 1);
  if (column + 1 < G::kColumns) result.push_back(cell + 1);
  return result;
}

template <class G>
typename G::Word slow_flood(int from, const std::vector<int>& colour_of) {
  typename G::Word coral = G::bit(from);
  std::vector<int> open = {from};
  while (!open.empty()) {
    const int cell = open.back();
    open.pop_back();
    for (const int next : neighbours<G>(cell)) {
      if (colour_of[static_cast<std::size_t>(next)] != colour_of[static_cast<std::size_t>(from)] ||
          (coral & G::bit(next)) != 0)
        continue;
      coral |= G::bit(next);
      open.push_back(next);
    }
  }
  return coral;
}

template <class G>
void check_floods(std::uint64_t seed) {
  using Word = typename G::Word;
  Rng rng = Rng::derive(seed, Stream::test, {});
  for (int trial = 0; trial < 300; ++trial) {
    // Few colours make long corals. 0 is no tile.
    const std::uint32_t colours = 2 + rng.below(5);
    std::vector<int> colour_of(G::kCells, 0);
    std::array<Word, 3> planes{};
    Word all = 0;
    for (int row = 0; row < G::kRows; ++row) {
      for (int column = 0; column < G::kColumns; ++column) {
        const int cell = G::cell(row, column);
        const auto colour = static_cast<int>(rng.below(colours));
        colour_of[static_cast<std::size_t>(cell)] = colour;
        for (std::size_t plane = 0; plane < 3; ++plane) {
          if ((colour >> plane & 1) != 0) planes[plane] |= G::bit(cell);
        }
        if (colour != 0) all |= G::bit(cell);
      }
    }
    const auto links = G::links(planes);
    for (int cell = 0; cell < G::kCells; ++cell) {
      const int colour = colour_of[static_cast<std::size_t>(cell)];
      if (colour == 0) continue;
      const Word expected = slow_flood<G>(cell, colour_of);
      Word layer = all;
      for (std::size_t plane = 0; plane < 3; ++plane)
        layer &= (colour >> plane & 1) != 0 ? planes[plane] : ~planes[plane];
      REQUIRE(G::flood(G::bit(cell), layer) == expected);
      REQUIRE(G::flood(G::bit(cell), links) == expected);
      Word around = 0;
      for (const int next : neighbours<G>(cell)) around |= G::bit(next);
      REQUIRE((G::beside(G::bit(cell)) & all) == (around & all));
    }
  }
}

template <class G>
void check_board(int row0, int column0) {
  for (int board = 0; board < kBoards; ++board) {
    const BoardMap<G> map = read_board<G>(board, row0, column0);
    CHECK(count_bits(map.rock) == 33);
    CHECK(count_bits(map.growth) == 1);
    typename G::Word starts = map.growth;
    for (const typename G::Word start : map.start) starts |= start;
    CHECK(count_bits(starts) == 6);
    CHECK((starts & ~map.rock) == 0);
  }
}

}  // namespace

TEST_CASE("reef encounter grid: floods and links equal a search cell by cell, 64 and 128 bits") {
  check_floods<BaseGrid>(1);
  check_floods<BorderedGrid>(2);
}

TEST_CASE("reef encounter grid: each board has 33 rock spaces, five start spaces and a growth space") {
  check_board<BaseGrid>(0, 0);
  check_board<BorderedGrid>(1, 1);
}

TEST_CASE("reef encounter tables: every alga is shown by five sides, each colour meets each other once") {
  constexpr unsigned kAll = (1U << kCoralTiles) - 1;
  for (int alga = 0; alga < kAlgae; ++alga) {
    CHECK(std::popcount(showing(0, alga) & kAll) + std::popcount(showing(kAll, alga) & kAll) == 5);
  }
  std::set<std::set<int>> pairs;
  for (const CoralTile& tile : kCoralTable) pairs.insert({tile.first, tile.second});
  CHECK(pairs.size() == 10);
  for (unsigned sides = 0; sides < (1U << kCoralTiles); ++sides) {
    int sum = 0;
    for (int c = 0; c < kColours; ++c) sum += colour_value(sides, c);
    REQUIRE(sum == 15);
  }
}

}  // namespace atl::reef_encounter
