/// What the tables of both games look like as text.
#pragma once

#include <span>
#include <string>

#include "engine/reef_encounter/common/notation.hpp"

namespace atl::reef_encounter {

inline std::string padded(std::string text, std::size_t width) {
  text.resize(std::max(width, text.size()), ' ');
  return text;
}

/// How boards are laid out: `per_line` of them beside each other, each `width` characters wide.
struct BoardLayout {
  std::size_t per_line, width;
  std::string_view columns;  ///< their letters
  int first_column, first_row, rows;
  std::size_t cell_width;
};

/// cell(board, row, column) is one cell's text.
template <class Cell>
std::string boards_text(std::span<const int> boards, const BoardLayout& layout, Cell&& cell) {
  std::string text;
  const auto end_line = [&] {
    while (text.back() == ' ') text.pop_back();
    text += "\n";
  };
  for (std::size_t first = 0; first < boards.size(); first += layout.per_line) {
    const std::span<const int> line = boards.subspan(first, std::min(layout.per_line, boards.size() - first));
    for (const int board : line) text += padded("board " + std::to_string(board), layout.width);
    end_line();
    std::string letters = "   ";
    for (const char letter : layout.columns) letters += letter + std::string(layout.cell_width, ' ');
    for (std::size_t i = 0; i < line.size(); ++i) text += padded(letters, layout.width);
    end_line();
    for (int row = layout.first_row; row < layout.first_row + layout.rows; ++row) {
      for (const int board : line) {
        std::string cells = std::to_string(row) + "  ";
        for (int i = 0; i < static_cast<int>(layout.columns.size()); ++i)
          cells += cell(board, row, layout.first_column + i) + " ";
        text += padded(cells, layout.width);
      }
      end_line();
    }
  }
  return text;
}

/// Coral tiles, values, algae, growth spares.
template <class State>
std::string coral_tiles_text(const State& state) {
  std::string text = "coral tiles (stronger > weaker, alga, # = locked):\n ";
  for (int t = 0; t < kCoralTiles; ++t) {
    const CoralTile& tile = kCoralTable[static_cast<std::size_t>(t)];
    const bool second = ((state.sides >> t) & 1) != 0;
    text += " " + colour_text(second ? tile.second : tile.first) + ">" +
            colour_text(second ? tile.first : tile.second) + alga_text(shown_alga(state.sides, t)) +
            (((state.locked >> t) & 1) != 0 ? "#" : "");
  }
  text += "\nvalue:";
  for (int c = 0; c < kColours; ++c) text += " " + colour_text(c) + std::to_string(colour_value(state.sides, c));
  text += "   alga space: " + (state.alga_space == kNoAlga ? std::string("-") : alga_text(state.alga_space));
  text += "   algae left:";
  for (int a = 0; a < kAlgae; ++a) text += " " + alga_text(a) + std::to_string(cylinders(state, a));
  text += "   growth spares: ";
  for (int c = 0; c < kColours; ++c) text += ((state.spares >> c) & 1) != 0 ? colour_text(c) : "-";
  return text + "\n";
}

/// What of this turn matters to both games.
template <class State>
std::string turn_text(const State& state) {
  std::string text;
  if (state.lays != 0) text += ", lays " + std::to_string(state.lays);
  if (state.lifts != 0) text += ", lifts " + std::to_string(state.lifts);
  if (state.has(State::kInAir)) text += ", a shrimp in the air";
  return text;
}
template <class State>
std::string laying_text(const State& state) {
  return ", laying " + colour_text(state.colour) + " (" + std::to_string(state.hand_laid) + " from the hand)";
}

}  // namespace atl::reef_encounter
