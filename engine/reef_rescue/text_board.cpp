#include "engine/reef_rescue/text_board.hpp"

#include "engine/reef_rescue/game.hpp"

namespace atl::reef_rescue {

std::string draw_grid(std::uint64_t grid, const std::function<std::string(int)>& label) {
  const int columns = std::popcount(grid & 0xff), rows = std::popcount(grid & 0x0101010101ULL);
  std::string text = "  ";
  for (int column = 0; column < columns; ++column) text += std::string("   ") + static_cast<char>('a' + column) + " ";
  text += '\n';
  for (int row = 0; row < rows; ++row) {
    text += std::to_string(row + 1) + " ";
    for (int column = 0; column < columns; ++column) {
      std::string cell = label(row * kColumns + column);
      cell.resize(4, ' ');
      text += " " + cell;
    }
    while (text.back() == ' ') text.pop_back();
    text += '\n';
  }
  return text;
}

std::string tile_text(int tile) {
  const TileInfo& info = kTileInfo[tile];
  if (info.garbage) return tile_name(tile) + " garbage";
  if (info.set < 0) return tile_name(tile) + " little " + std::to_string(info.value);
  return tile_name(tile) + " " + std::string(kSetNames[info.set]);
}

std::string tile_mark(int tile) {
  const TileInfo& info = kTileInfo[tile];
  return info.garbage ? "x" : info.set < 0 ? std::to_string(info.value) : info.set == kReef ? "R" : "g";
}

std::string Game::status_text(const State& state) const {
  std::string text = "round " + std::to_string(state.round + 1) + ", " + std::to_string(std::popcount(state.present)) +
                     " tiles in the Ocean";
  if (state.phase == Phase::over) text = "the game is over";
  text += '\n';
  for (const Player p : seats(num_players())) {
    text += std::string(node_kind(state) == NodeKind::decision && p == state.mover ? "> " : "  ") + "player " +
            std::to_string(p.index());
    if (state.phase > Phase::faces) {
      const Array<Card, 2> cards = visible_cards(state, p);
      for (const Card card : cards) {
        text += "  " + std::string(kCardNames[card]) + " (" + std::string(kCardNames[other_side(card)]) + ")";
      }
    }
    text += "  " + std::to_string(claimed_points(state, p)) + " points, " + std::to_string(claimed_twos(state, p)) +
            " twos";
    const std::uint32_t sets = owned(state, p) >> kFirstSetClaim;
    for (std::size_t set = 0; set < kSets; ++set) {
      if ((sets >> set & 1) != 0) text += " " + std::string(kSetNames[set]);
    }
    text += '\n';
  }
  if (state.phase == Phase::over) return text;
  static constexpr Array<std::string_view, 12> kPhaseText = {"the Ocean is dealt",
                                                             "the cards are laid out",
                                                             "choose an action",
                                                             "fin: flip a tile or stop",
                                                             "turbo: flip a tile or stop",
                                                             "beam: choose tiles to light",
                                                             "scope: pick three tiles",
                                                             "scope: put the tiles back",
                                                             "fin: claim sets",
                                                             "turbo: claim little tiles",
                                                             "beam: claim",
                                                             ""};
  return text + std::string(kPhaseText[state.phase]) + '\n';
}

std::string Game::board_text(const State& state) const {
  std::string text = draw_grid(grid_, [&](int cell) -> std::string {
    if ((state.present >> cell & 1) == 0) return ".";
    const int tile = state.tile[cell];
    const std::string name = tile_name(tile) + tile_mark(tile);
    return (state.marked >> cell & 1) != 0 ? name + "*" : name;
  });
  for (const std::uint8_t tile : state.hand) {
    if (tile != kNoTile) text += "lifted: " + tile_text(tile) + '\n';
  }
  return text + "(x garbage, g gigantic, R reef, number: creatures; * face up or chosen; . empty)\n" +
         status_text(state);
}

}  // namespace atl::reef_rescue
