/// The torus and the vertex code against a map, for boards of every shape up to 40 tiles in a line.
#include <doctest/doctest.h>

#include <map>
#include <set>
#include <vector>

#include "engine/eco_coral_reef/eco_coral_reef.hpp"
#include "tests/support/scale.hpp"

namespace atl::eco_coral_reef {
namespace {

using Cell = std::pair<int, int>;  ///< (y, x)

/// Which free cell a growing board takes next.
enum class Shape { any, line_east, line_west, line_north, line_south, stairs, spread };

struct GrownBoard {
  const Game& game;
  State state;
  std::map<Cell, std::pair<int, int>> tiles;  ///< picture, turns

  std::uint32_t letters(const Cell& cell) const { return game.corners(tiles.at(cell).first, tiles.at(cell).second); }

  /// Points by asking every neighbour, as the rules say it.
  int points(int picture, int x, int y, int turns) const {
    const std::uint32_t mine = game.corners(picture, turns);
    int points = 0;
    for (int i = 0; i < 4; ++i) {
      const int vx = x + (i == 1 || i == 2 ? 1 : 0), vy = y + (i >= 2 ? 1 : 0);
      const int letter = static_cast<int>((mine >> (8 * i)) & 7);
      std::vector<int> all;
      bool match = false;
      for (int corner = 0; corner < 4; ++corner) {
        const Cell other{vy - (corner >= 2 ? 1 : 0), vx - (corner == 1 || corner == 2 ? 1 : 0)};
        if (!tiles.contains(other)) continue;
        all.push_back(static_cast<int>((letters(other) >> (8 * corner)) & 7));
        match |= letters_match(letter, all.back());
      }
      points += match ? 1 : 0;
      all.push_back(letter);
      for (int living = 0; all.size() == 4 && living < 4; ++living) {
        const auto same = std::count(all.begin(), all.end(), living);
        points += same == 4 ? 3 : same == 3 && std::count(all.begin(), all.end(), kJoker) == 1 ? 1 : 0;
      }
    }
    return points;
  }
};

void check_board(const GrownBoard& grown, Rng& rng) {
  const Board& board = grown.state.board;
  std::set<Cell> free;
  for (const auto& [cell, tile] : grown.tiles) {
    for (const auto& [dy, dx] : {Cell{0, 1}, Cell{1, 0}, Cell{0, -1}, Cell{-1, 0}}) {
      const Cell beside{cell.first + dy, cell.second + dx};
      if (!grown.tiles.contains(beside)) free.insert(beside);
    }
    REQUIRE(board.is_occupied(cell.second, cell.first));
    const CellInfo info = board.cell[board.cell_index(cell.second, cell.first)];
    REQUIRE(cell_picture(info) == tile.first);
    REQUIRE(cell_turns(info) == tile.second);
  }
  REQUIRE(board.frontier_size == free.size());
  std::vector<Cell> found;
  for_each_frontier(board, [&](int x, int y) { found.emplace_back(y, x); });
  REQUIRE(found == std::vector<Cell>(free.begin(), free.end()));
  if (board.num_tiles == kNumPictures) return;  // nothing can be laid any more
  for (const auto& [y, x] : free) {
    const int picture = static_cast<int>(rng.below(kNumPictures)), turns = static_cast<int>(rng.below(4));
    REQUIRE(grown.game.placement_points(grown.state, picture, x, y, turns) == grown.points(picture, x, y, turns));
  }
}

}  // namespace

TEST_CASE("boards of every shape keep tiles, frontier and corner points exactly") {
  const Game game(Game::default_rules(2));
  for (const Shape shape : {Shape::any, Shape::line_east, Shape::line_west, Shape::line_north, Shape::line_south,
                            Shape::stairs, Shape::spread}) {
    const bool one_only = shape != Shape::any && shape != Shape::spread;
    for (int repeat = 0; repeat < (one_only ? 2 : test::scaled(15, 2)); ++repeat) {
      CAPTURE(static_cast<int>(shape));
      CAPTURE(repeat);
      Rng rng = Rng::derive(3, Stream::test, {static_cast<std::uint64_t>(shape), static_cast<std::uint64_t>(repeat)});
      std::vector<int> order;
      for (int picture = 0; picture < kNumPictures; ++picture) order.push_back(picture);
      rng.shuffle(std::span<int>(order));
      GrownBoard grown{game, game.initial_state(), {}};
      Cell next{0, 0};
      for (int n = 0; n < kNumPictures; ++n) {
        const int turns = n == 0 ? 0 : static_cast<int>(rng.below(4)), picture = order[static_cast<std::size_t>(n)];
        if (n > 0) {
          std::vector<Cell> free;
          for_each_frontier(grown.state.board, [&](int x, int y) { free.emplace_back(y, x); });
          const auto farthest = [&](auto&& measure) {
            Cell best = free.front();
            for (const Cell& cell : free) best = measure(cell) > measure(best) ? cell : best;
            return best;
          };
          switch (shape) {
            case Shape::any: next = free[rng.below(static_cast<std::uint32_t>(free.size()))]; break;
            case Shape::line_east: next = {0, n}; break;
            case Shape::line_west: next = {0, -n}; break;
            case Shape::line_north: next = {-n, 0}; break;
            case Shape::line_south: next = {n, 0}; break;
            case Shape::stairs: next = {n / 2, (n + 1) / 2}; break;
            case Shape::spread: {
              const int a = static_cast<int>(rng.below(5)) - 2, b = static_cast<int>(rng.below(5)) - 2;
              next = farthest([&](const Cell& cell) { return cell.first * a + cell.second * b; });
              break;
            }
          }
        }
        grown.state.board.place(picture, next.second, next.first, turns, game.corners(picture, turns));
        grown.tiles[next] = {picture, turns};
        check_board(grown, rng);
      }
    }
  }
}

TEST_CASE("no two vertices that a board can have share a place") {
  // Vertices of two cells that one board can hold differ by at most 39 steps between the cells and one in each axis.
  for (int dx = -40; dx <= 40; ++dx) {
    for (int dy = -40; dy <= 40; ++dy) {
      if ((dx == 0 && dy == 0) || std::abs(dx) + std::abs(dy) > 41) continue;
      REQUIRE((21 * dx + 22 * dy) % kVertices != 0);
    }
  }
}

}  // namespace atl::eco_coral_reef
