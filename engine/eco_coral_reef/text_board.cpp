/// The board as text.
#include <array>
#include <string>
#include <vector>

#include "engine/core/text.hpp"
#include "engine/eco_coral_reef/game.hpp"

namespace atl::eco_coral_reef {
namespace {

std::string tiles_text(std::uint64_t tiles, std::string (*name)(int)) {
  std::vector<std::string> names;
  while (tiles != 0) names.push_back(name(pop_lowest_bit(tiles)));
  return names.empty() ? "-" : join(names, " ");
}

std::string pad(std::string word, std::size_t width) {
  return word.size() >= width ? word : std::string(width - word.size(), ' ') + word;
}

/// Every tile is a box of its corner letters around its name; free neighbours are dots; the tile just put has a `*`.
///
///            -1    0    1
///       -1        .
///                E--B
///        0   .  |1a|  .
///                C--D
///        1        .
std::string cells_text(const Game& game, const State& state) {
  const Board& board = state.board;
  if (board.num_tiles == 0) return "";
  std::string text = "     ";
  for (int x = board.min_x - 1; x <= board.max_x + 1; ++x) text += pad(std::to_string(x), 4) + " ";
  text.back() = '\n';
  for (int y = board.min_y - 1; y <= board.max_y + 1; ++y) {
    std::array<std::string, 3> lines = {"     ", pad(std::to_string(y), 4) + " ", "     "};
    for (int x = board.min_x - 1; x <= board.max_x + 1; ++x) {
      if (!board.is_occupied(x, y)) {
        lines[0] += "     ";
        lines[1] += board.is_frontier(x, y) ? "  .  " : "     ";
        lines[2] += "     ";
        continue;
      }
      const CellInfo info = board.cell[board.cell_index(x, y)];
      const std::uint32_t corners = game.corners(cell_picture(info), cell_turns(info));
      const auto letter = [&](int corner) { return static_cast<char>('A' + ((corners >> (8 * corner)) & 7)); };
      const bool fresh = state.phase == Phase::claim && x == state.put_x && y == state.put_y;
      lines[0] += std::string(" ") + letter(0) + "--" + letter(1);
      lines[1] += std::string(" |") + picture_name(cell_picture(info)) + (fresh ? "*" : "|");
      lines[2] += std::string(" ") + letter(3) + "--" + letter(2);
    }
    for (std::string& line : lines) {
      line.erase(line.find_last_not_of(' ') + 1);
      if (!line.empty()) text += line + "\n";
    }
  }
  return text;
}

std::string supply_text(const State& state) {
  std::string text = "display  " + tiles_text(state.shown_pictures, picture_name) + " | " +
                     tiles_text(state.shown_missions, mission_name) + "\ndecks    " +
                     std::to_string(state.picture_deck_size) + " pictures, " +
                     std::to_string(std::popcount(state.deck_missions)) + " missions";
  bool first = true;
  for (int place = state.picture_deck_size - 1; place >= 0; --place) {
    if (state.pinned[place] == 0) continue;
    text += (first ? "; known " : ", ") + picture_name(state.pinned[place] - 1) + " as number " +
            std::to_string(state.picture_deck_size - place) + " from the top";
    first = false;
  }
  return text + "\n";
}

}  // namespace

std::string Game::board_text(const State& state) const {
  std::string text = cells_text(*this, state) + supply_text(state);
  for (const Player p : seats(rules_.players)) {
    text += "seat " + std::to_string(p.index()) + "   " + pad(std::to_string(state.score[p]), 3) + " points, " +
            std::to_string(state.gems[p]) + " gems, hand " + tiles_text(state.hand_pictures[p], picture_name) + " | " +
            tiles_text(state.hand_missions[p], mission_name) + "\n";
  }
  if (state.phase == Phase::over) return text + "over: " + std::string(end_reason(state)) + "\n";
  if (node_kind(state) == NodeKind::decision) {
    text += "to act   seat " + std::to_string(state.player.index()) + ", actions left " +
            std::to_string(state.actions_left) + (state.last_round ? ", last round" : "") + "\n";
  }
  return text;
}

}  // namespace atl::eco_coral_reef
