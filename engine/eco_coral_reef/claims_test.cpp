/// The mission finder against a search over all sets of four tiles, on random dense boards.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "engine/eco_coral_reef/claims.hpp"
#include "engine/eco_coral_reef/eco_coral_reef.hpp"
#include "tests/support/scale.hpp"

namespace atl::eco_coral_reef {
namespace {

using Cell = std::pair<int, int>;  ///< (y, x)
using Four = std::vector<Cell>;    ///< sorted

/// The shape of four cells: 0..4 a layout in any symmetry, 5 a rectangle with gaps, or -1.
int shape_of(const Four& cells) {
  static const char* const kPictures[kNumLayouts] = {"####", "##/##", "###/.#.", "##./.##", "###/..#"};
  const auto normal = [](std::vector<Cell> set) {
    int top = 1000, left = 1000;
    for (const auto& [y, x] : set) top = std::min(top, y), left = std::min(left, x);
    for (auto& [y, x] : set) y -= top, x -= left;
    std::sort(set.begin(), set.end());
    return set;
  };
  const Four wanted = normal(cells);
  for (int layout = 0; layout < kNumLayouts; ++layout) {
    std::vector<Cell> squares;
    int y = 0, x = 0;
    for (const char* c = kPictures[layout]; *c != 0; ++c) {
      if (*c == '#') squares.emplace_back(y, x);
      ++x;
      if (*c == '/') ++y, x = 0;
    }
    for (int symmetry = 0; symmetry < 8; ++symmetry) {
      std::vector<Cell> image = squares;
      for (auto& [cy, cx] : image) {
        if ((symmetry & 1) != 0) cx = -cx;
        if ((symmetry & 2) != 0) cy = -cy;
        if ((symmetry & 4) != 0) std::swap(cx, cy);
      }
      if (normal(image) == wanted) return layout;
    }
  }
  const auto [y1, x1] = cells.front();
  const auto [y2, x2] = cells.back();
  const bool rectangle = cells == Four{{y1, x1}, {y1, x2}, {y2, x1}, {y2, x2}};
  return rectangle && x2 - x1 >= 2 && y2 - y1 >= 2 ? kRectangle : -1;
}

}  // namespace

TEST_CASE("the tables hold 8, 4, 16, 16 and 32 ways over a cell, 19 fixed tetrominoes in all") {
  std::set<int> orientations;
  const std::size_t counts[kNumLayouts] = {8, 4, 16, 16, 32};
  for (std::size_t layout = 0; layout < kNumLayouts; ++layout) {
    CHECK(kLayouts[layout].count == counts[layout]);
    for (std::size_t i = 0; i < counts[layout]; ++i) {
      CHECK(std::popcount(kLayouts[layout].mask[i]) == 4);
      CHECK(((kLayouts[layout].mask[i] >> kCentre) & 1) == 1);
      orientations.insert(kLayouts[layout].orientation[i]);
    }
  }
  CHECK(orientations.size() == 19);
}

TEST_CASE("the finder lists exactly the claimable formations of dense boards") {
  const Game game(Game::default_rules(2));
  int forms[3] = {0, 0, 0};
  for (int board = 0; board < test::scaled(150, 10); ++board) {
    CAPTURE(board);
    Rng rng = Rng::derive(4, Stream::test, {static_cast<std::uint64_t>(board)});
    State state = game.initial_state();
    std::vector<int> order;
    for (int picture = 0; picture < kNumPictures; ++picture) order.push_back(picture);
    rng.shuffle(std::span<int>(order));
    std::vector<Cell> cells;
    std::vector<int> pictures;
    const int tiles = 12 + static_cast<int>(rng.below(20));
    for (int n = 0; n < tiles; ++n) {
      std::vector<Cell> free = {{0, 0}};
      if (n > 0) {
        free.clear();
        for_each_frontier(state.board, [&](int x, int y) { free.emplace_back(y, x); });
        std::sort(free.begin(), free.end(), [](const Cell& a, const Cell& b) {
          return std::abs(a.first) + std::abs(a.second) < std::abs(b.first) + std::abs(b.second);
        });
      }
      const Cell next = free[rng.below(std::min<std::uint32_t>(6, static_cast<std::uint32_t>(free.size())))];
      const int picture = order[static_cast<std::size_t>(n)];
      state.board.place(picture, next.second, next.first, 0, game.corners(picture, 0));
      cells.push_back(next);
      pictures.push_back(picture);
    }
    // Some tiles have served some shapes; some layouts have coexisted.
    for (const Cell& cell : cells) {
      if (rng.below(3) != 0) continue;
      state.board.used[rng.below(kNumShapes)] |= bit(static_cast<int>(state.board.cell_index(cell.second, cell.first)));
    }
    state.layouts_coexisting = static_cast<std::uint8_t>(rng.below(4) == 0 ? rng.below(32) : 0);
    for (int m = 0; m < kNumMissions; ++m) state.hand_missions[0] |= rng.below(2) == 0 ? 1U << m : 0U;
    const Cell put = cells[rng.below(static_cast<std::uint32_t>(cells.size()))];

    std::set<std::string> expected;
    const auto consider = [&](const std::vector<std::size_t>& chosen) {
      Four four;
      for (const std::size_t i : chosen) four.push_back(cells[i]);
      std::sort(four.begin(), four.end());
      if (!std::binary_search(four.begin(), four.end(), put)) return;
      const int shape = shape_of(four);
      if (shape < 0) return;
      std::set<int> types;
      int loners = 0;
      for (const std::size_t i : chosen) {
        if (state.board.has_served(state.board.cell_index(cells[i].second, cells[i].first), shape)) return;
        const int type = picture_type(pictures[i]);
        if (type == 1)
          ++loners;
        else
          types.insert(type);
      }
      for (int m = 0; m < kNumMissions; ++m) {
        if (((state.hand_missions[0] >> m) & 1) == 0) continue;
        const bool of_type = types.empty() || (types.size() == 1 && *types.begin() == mission_type(m));
        const bool different =
            static_cast<int>(types.size()) + loners == 4 && ((state.layouts_coexisting >> mission_layout(m)) & 1) == 0;
        const auto text = [&](char form) {
          std::string token = "claim=" + mission_name(m) + ":" + form;
          for (std::size_t i = 0; i < 4; ++i)
            token += (i == 0 ? ":" : ";") + std::to_string(four[i].second) + "," + std::to_string(four[i].first);
          return token;
        };
        if (shape == mission_layout(m) && of_type) expected.insert(text('A')), ++forms[0];
        if (shape == mission_layout(m) && different) expected.insert(text('B')), ++forms[1];
        if (shape == kRectangle && of_type) expected.insert(text('C')), ++forms[2];
      }
    };
    const std::size_t n = cells.size();
    for (std::size_t a = 0; a < n; ++a) {
      for (std::size_t b = a + 1; b < n; ++b) {
        for (std::size_t c = b + 1; c < n; ++c) {
          for (std::size_t d = c + 1; d < n; ++d) consider({a, b, c, d});
        }
      }
    }

    state.phase = Phase::claim;
    state.put_x = static_cast<std::int8_t>(put.second);
    state.put_y = static_cast<std::int8_t>(put.first);
    std::set<std::string> found;
    Action last{};
    for_each_claim(state, false, put.second, put.first, [&](Action claim) {
      CHECK(last < claim);
      last = claim;
      const std::string token = game.token(state, claim);
      CHECK(game.parse(state, token) == claim);
      found.insert(token);
      return true;
    });
    CHECK(found == expected);
  }
  for (const int form : forms) CHECK(form > 0);
}

TEST_CASE("formations have one name whichever tile comes last") {
  // An L of four tiles, named from each of its cells.
  const Game game(Game::default_rules(2));
  State state = game.initial_state();
  const Cell cells[4] = {{0, 0}, {0, 1}, {0, 2}, {1, 2}};
  for (int i = 0; i < 4; ++i) state.board.place(8 + i, cells[i].second, cells[i].first, 0, game.corners(8 + i, 0));
  state.hand_missions[0] = 1U << mission_from_name("2L");
  std::set<std::uint32_t> names;
  for (const Cell& put : cells) {
    int claims = 0;
    for_each_claim(state, false, put.second, put.first, [&](Action claim) {
      names.insert(formation_code(claim, put.second, put.first));
      ++claims;
      return true;
    });
    CHECK(claims == 1);
  }
  CHECK(names.size() == 1);
}

}  // namespace atl::eco_coral_reef
