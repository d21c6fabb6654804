#include "engine/reef_encounter/text_board.hpp"

#include <bit>
#include <vector>

namespace atl::reef_encounter {
namespace {

constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// Two characters: the tile's colour and the seat of the shrimp on it.
std::string cell_text(const Game& game, const State& state, int board, int cell) {
  const std::uint64_t here = bit(cell);
  const BoardMap<BaseGrid>& map = board_map(board);
  if ((map.rock & here) == 0) return "  ";
  if ((occupied(state, board) & here) == 0)
    return (map.growth & here) != 0 && game.free_growth() != FreeGrowth::none ? "* " : ". ";
  std::string text(1, kColourLetters[at(colour_at(state, board, here))]);
  char shrimp = ' ';
  for (int p = 0; p < game.num_players(); ++p) {
    for (const std::uint8_t place : state.shrimp_at[at(p)]) {
      if (place == make_place(board, cell)) shrimp = static_cast<char>('0' + p);
    }
  }
  return text + shrimp;
}

std::string boards_text(const Game& game, const State& state) {
  std::vector<int> boards;
  for_each_board(state, [&](int board) { boards.push_back(board); });
  constexpr BoardLayout kLayout{.per_line = kBoards,
                                .width = 26,
                                .columns = "abcdefg",
                                .first_column = 0,
                                .first_row = 1,
                                .rows = BaseGrid::kRows,
                                .cell_width = 2};
  return boards_text(boards, kLayout, [&](int board, int row, int column) {
    return cell_text(game, state, board, BaseGrid::cell(row - 1, column));
  });
}

std::string phase_text(const Game& game, const State& state) {
  static constexpr auto kNames =
      std::to_array<std::string_view>({"boards", "side", "slot", "sea", "deal", "refill", "fish", "larvae", "feeding",
                                       "main", "laying", "extra feeding", "growth", "over"});
  std::string text =
      "turn " + std::to_string(state.turns + 1) + ", " + std::string(kNames[at(static_cast<int>(state.phase))]);
  switch (game.node_kind(state)) {
    case NodeKind::terminal: return text + " (" + std::string(game.end_reason(state)) + ")";
    case NodeKind::chance: return text + (state.phase == Phase::deal ? " for seat " + std::to_string(state.mover) : "");
    case NodeKind::decision: break;
  }
  text += ", seat " + std::to_string(state.mover) + " to act";
  if (state.phase == Phase::laying) text += laying_text(state);
  text += turn_text(state);
  return text;
}

}  // namespace

std::string counts_text(Counts counts) {
  std::string text;
  for (int c = 0; c < kColours; ++c) {
    if (counts[c] == 0) continue;
    if (!text.empty()) text += ' ';
    text += kColourLetters[at(c)] + std::to_string(counts[c]);
  }
  return text.empty() ? "-" : text;
}

std::string text_board(const Game& game, const State& state, const HandsText& hands) {
  std::string text = phase_text(game, state) + "\n";
  if (state.phase == Phase::boards) return text;
  text += boards_text(game, state) + coral_tiles_text(state) + "open sea:";
  for (int s = 0; s < kColours; ++s) {
    text += std::string("  ") + kColourLetters[at(s)] + "[";
    for (int c = 0; c < kColours; ++c) text += std::string(at(sea_tiles(state.sea, s, c)), kColourLetters[at(c)]);
    text += "]";
  }
  text += "   larva supply: " + (hands.larvae_shown ? counts_text(state.larva_supply) : std::string("?"));
  text += "   bag: " + hands.bag + "\n";
  for (int p = 0; p < game.num_players(); ++p) {
    const Area& area = state.area[at(p)];
    text += "seat " + std::to_string(p) + "  screen: " + hands.hand[at(p)];
    text += " | larvae: " + (hands.larvae_hidden[at(p)] ? std::string("hidden") : counts_text(area.larvae));
    text += " | shrimps: " + std::to_string(shrimps_behind(state, p)) + " | consumed: " + counts_text(area.consumed);
    text += " | parrotfish: " + counts_text(area.fish);
    if (!hands.secret[at(p)].empty()) text += " + secret " + hands.secret[at(p)];
    text += " | fed: " + std::to_string(state.feedings[at(p)]) + "\n";
  }
  return text;
}

}  // namespace atl::reef_encounter
