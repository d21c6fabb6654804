#include "engine/reef_encounter/second_kind/text_board.hpp"

#include <bit>
#include <span>
#include <vector>

namespace atl::reef_encounter::second_kind {
namespace {

constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// Three characters: colour; b (printed blue shrimp), 2 (double), nesw (half, as it faces) or the other colour; the
/// seat of the shrimp on it or $ for a wooden blue one. Without a tile: . rock, * growth space, r bare rock tile, ~
/// deep water tile, X crown.
std::string cell_text(const Game& game, const State& state, int number, int cell) {
  const Board& board = state.board[at(number)];
  const Cells here = Grid::bit(cell);
  if ((board.crowns & here) != 0) return "X  ";
  if ((occupied(board) & here) == 0) {
    if ((board.deep_tiles & here) != 0) return "~  ";
    if ((board.rock_tiles & here) != 0) return "r  ";
    if ((printed(number).rock & here) == 0) return "   ";
    return (printed(number).growth & here) != 0 && game.free_growth() != FreeGrowth::none ? "*  " : ".  ";
  }
  const int laid = laid_at(board, here);
  char form = ' ';
  if (laid == kBlueLaid) form = 'b';
  if (laid == kDoubleLaid) form = '2';
  if (laid >= kHalfLaid && laid < kTwoColouredLaid) form = kFacings[at(laid - kHalfLaid)];
  if (laid >= kTwoColouredLaid) form = kColourLetters[at(laid - kTwoColouredLaid)];
  char shrimp = (board.blues & here) != 0 ? '$' : ' ';
  for (int p = 0; p < game.num_players(); ++p) {
    if ((shrimps_of(state, p, number) & here) != 0) shrimp = static_cast<char>('0' + p);
  }
  return {kColourLetters[at(colour_at(board, here))], form, shrimp};
}

/// Whether anything was built outside the printed grid.
bool ring_is_used(const State& state) {
  Cells outside = 0;
  for (const Board& board : state.board) outside |= board.rock_tiles & ~kPrintedCells;
  return outside != 0;
}

std::string boards_text(const Game& game, const State& state) {
  std::vector<int> boards;
  for_each_board(state, [&](int board) { boards.push_back(board); });
  const int ring = ring_is_used(state) ? 0 : 1;
  const std::string_view columns = std::string_view("zabcdefgh").substr(at(ring), at(Grid::kColumns - 2 * ring));
  const BoardLayout layout{.per_line = 2,
                           .width = 4 * columns.size() + 6,
                           .columns = columns,
                           .first_column = ring,
                           .first_row = ring,
                           .rows = Grid::kRows - 2 * ring,
                           .cell_width = 3};
  return boards_text(boards, layout, [&](int board, int row, int column) {
    return cell_text(game, state, board, Grid::cell(row, column));
  });
}

std::string_view phase_name(Phase phase) {
  static constexpr auto kNames = std::to_array<std::string_view>({"boards",
                                                                  "side",
                                                                  "slot",
                                                                  "sea",
                                                                  "deal",
                                                                  "refill",
                                                                  "card draw",
                                                                  "fish",
                                                                  "larvae",
                                                                  "crowns",
                                                                  "a shrimp must land",
                                                                  "a blue shrimp must move",
                                                                  "feeding",
                                                                  "late breakfast",
                                                                  "returns",
                                                                  "window",
                                                                  "main",
                                                                  "laying",
                                                                  "unlock",
                                                                  "shift a cylinder",
                                                                  "consume polyps",
                                                                  "choose a coral",
                                                                  "remove tiles",
                                                                  "dislodge a crown",
                                                                  "growth",
                                                                  "extra growth",
                                                                  "take",
                                                                  "free growth",
                                                                  "extra feeding",
                                                                  "over"});
  return kNames[static_cast<std::size_t>(phase)];
}

std::string phase_text(const Game& game, const State& state) {
  std::string text = "turn " + std::to_string(state.turns + 1) + ", " + std::string(phase_name(state.phase));
  switch (game.node_kind(state)) {
    case NodeKind::terminal: return text + " (" + std::string(game.end_reason(state)) + ")";
    case NodeKind::chance:
      return text + (state.phase == Phase::deal || state.phase == Phase::card_draw
                         ? " for seat " + std::to_string(state.mover)
                         : "");
    case NodeKind::decision: break;
  }
  text += ", seat " + std::to_string(state.mover) + " to act";
  if (state.mover != state.active) text += " in the turn of seat " + std::to_string(state.active);
  if (state.phase == Phase::laying) text += laying_text(state);
  if (state.phase == Phase::returning)
    text += ", " + std::to_string(state.to_return) + " of " + tiles_text(state.eaten.numbers) + " to return";
  text += turn_text(state);
  if (state.has(State::kDeepWater)) text += ", deep water may be used";
  if (state.has(State::kDoubleLock)) text += ", double lock";
  if (state.has(State::kPickMeUp)) text += ", already taken";
  return text;
}

std::string sea_text(const State& state) {
  std::string text = "open sea:";
  for (int s = 0; s < kColours; ++s) {
    text += std::string("  ") + kColourLetters[at(s)] + "[";
    bool first = true;
    for (const std::uint8_t tile : state.sea[at(s)]) {
      if (tile == kNoTile) continue;
      text += (first ? "" : " ") + std::string(tile_kind(tile).code);
      first = false;
    }
    text += "]";
  }
  return text;
}

template <class NameOf>
std::string counts_text(std::span<const std::uint8_t> counts, std::size_t known, NameOf&& name_of) {
  std::string text;
  for (std::size_t i = 0; i < known; ++i) {
    if (counts[i] != 0) text += (text.empty() ? "" : ", ") + std::to_string(counts[i]) + " " + std::string(name_of(i));
  }
  return text.empty() ? "-" : text;
}

}  // namespace

std::string tiles_text(std::span<const std::uint8_t> counts) {
  return counts_text(counts, counts.size(), [](std::size_t i) { return kTileTable[i].code; });
}
std::string cards_text(std::span<const std::uint8_t> counts) {
  return counts_text(counts, counts.size(),
                     [](std::size_t i) { return i < kCards ? kDeck[i].id : std::string_view("unknown"); });
}
std::string larvae_text(const Pile<kColours>& counts) {
  return counts_text(counts.numbers, kColours, [](std::size_t i) { return kColourLetters.substr(i, 1); });
}

HandsText open_hands(const Game& game, const State& state) {
  HandsText hands;
  for (int p = 0; p < game.num_players(); ++p) {
    const Area& area = state.area[at(p)];
    hands.hand[at(p)] = tiles_text(area.hand.numbers);
    hands.secret[at(p)] = state.secret[at(p)] == kUnseen ? "" : std::string(1, kColourLetters[state.secret[at(p)]]);
    hands.cards[at(p)] = cards_text(area.cards.numbers);
  }
  hands.pile = cards_text(state.pile.numbers);
  return hands;
}

std::string Game::board_text(const State& state) const { return text_board(*this, state, open_hands(*this, state)); }

std::string text_board(const Game& game, const State& state, const HandsText& hands) {
  std::string text = phase_text(game, state) + "\n";
  if (state.phase == Phase::boards) return text;
  text += boards_text(game, state) + coral_tiles_text(state) + sea_text(state);
  text += "   larva supply: " + (hands.larvae_shown ? larvae_text(state.larva_supply) : std::string("?"));
  text += "   blue shrimps beside the board: " + std::to_string(blues_beside(state, game.num_players()));
  text += "\nbag (" + std::to_string(state.bag_total) + "): " + tiles_text(state.bag.numbers);
  text += "\ncards to draw (" + std::to_string(state.pile_total) + "): " + hands.pile +
          "   discarded: " + cards_text(state.discards.numbers) + "\n";
  for (int p = 0; p < game.num_players(); ++p) {
    const Area& area = state.area[at(p)];
    text += "seat " + std::to_string(p) + "  screen: " + hands.hand[at(p)];
    text += " | larvae: " + (hands.larvae_hidden[at(p)] ? std::string("hidden") : larvae_text(area.larvae));
    text += " | cards: " + hands.cards[at(p)];
    text +=
        " | shrimps: " + std::to_string(shrimps_behind(state, p)) + " | consumed: " + tiles_text(area.consumed.numbers);
    text += " | parrotfish: " + tiles_text(area.fish.numbers);
    if (!hands.secret[at(p)].empty()) text += " + secret " + hands.secret[at(p)];
    text += " | fed: " + std::to_string(state.feedings[at(p)]) + "\n";
  }
  return text;
}

}  // namespace atl::reef_encounter::second_kind
