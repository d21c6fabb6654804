/// Record notation (RULES.md, "Records") and boards for people.
#include <algorithm>

#include "engine/reef_rescue/board.hpp"
#include "engine/reef_rescue/masks.hpp"

namespace atl::reef_rescue {
namespace {

std::optional<int> parse_cell(std::string_view text) {
  if (text.size() != 2 || text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '5') return std::nullopt;
  return number_of(static_cast<char>(text[0] - 'a' + 'A'), text[1]);
}

std::optional<int> parse_tile(std::string_view text) {
  if (text.size() != 2 || text[0] < 'A' || text[0] > 'H' || text[1] < '1' || text[1] > '5') return std::nullopt;
  return number_of(text[0], text[1]);
}

template <std::size_t N>
std::optional<int> parse_name(const std::array<std::string_view, N>& names, std::string_view text) {
  const auto* const found = std::find(names.begin(), names.end(), text);
  if (found == names.end()) return std::nullopt;
  return static_cast<int>(found - names.begin());
}

std::optional<Action> action_with(Verb verb, std::optional<int> argument) {
  if (!argument) return std::nullopt;
  return make_action(verb, *argument);
}

/// "c4", or "c4-e4": two or three cells of one row from left to right.
std::optional<Action> parse_shine(std::string_view text) {
  const std::optional<int> left = parse_cell(text.substr(0, 2));
  if (!left || text.size() == 2) return action_with(Verb::shine, left ? std::optional(*left << 2) : std::nullopt);
  if (text.size() != 5 || text[2] != '-') return std::nullopt;
  const std::optional<int> right = parse_cell(text.substr(3));
  if (!right || *right / kColumns != *left / kColumns || *right <= *left || *right > *left + 2) return std::nullopt;
  return make_action(Verb::shine, *left << 2 | (*right - *left));
}

}  // namespace

std::string Game::token(const State&, Action action) const {
  const int argument = argument_of(action);
  const auto cell = [&] { return argument == kHidden ? std::string("?") : cell_name(argument); };
  switch (verb_of(action)) {
    case Verb::deal: return argument == kHidden ? "~?" : "~" + tile_name(argument);
    case Verb::face: return "~" + std::string(kCardNames[static_cast<std::size_t>(argument)]);
    case Verb::choose: return std::string(kCardNames[static_cast<std::size_t>(argument)]);
    case Verb::flip: return "flip=" + cell();
    case Verb::stop: return "stop";
    case Verb::shine: {
      const int left = argument >> 2, longer = argument & 3;
      return "shine=" + cell_name(left) + (longer == 0 ? "" : "-" + cell_name(left + longer));
    }
    case Verb::pick: return "pick=" + cell();
    case Verb::place: return "place=" + cell();
    case Verb::claim_set: return "claim=" + std::string(kSetNames[static_cast<std::size_t>(argument)]);
    case Verb::claim_tile: return "claim=" + cell();
    case Verb::done: return "done";
  }
  return "?";
}

std::optional<Action> Game::parse(const State& state, std::string_view text) const {
  if (node_kind(state) == NodeKind::terminal || text.empty()) return std::nullopt;
  if ((node_kind(state) == NodeKind::chance) != (text[0] == '~')) return std::nullopt;
  if (text[0] == '~') {
    if (const std::optional<int> tile = parse_tile(text.substr(1))) return make_action(Verb::deal, *tile);
    return action_with(Verb::face, parse_name(kCardNames, text.substr(1)));
  }
  if (text == "stop") return make_action(Verb::stop);
  if (text == "done") return make_action(Verb::done);
  if (text.starts_with("flip=")) return action_with(Verb::flip, parse_cell(text.substr(5)));
  if (text.starts_with("shine=")) return parse_shine(text.substr(6));
  if (text.starts_with("pick=")) return action_with(Verb::pick, parse_cell(text.substr(5)));
  if (text.starts_with("place=")) return action_with(Verb::place, parse_cell(text.substr(6)));
  if (text.starts_with("claim=")) {
    const std::string_view what = text.substr(6);
    if (const std::optional<int> set = parse_name(kSetNames, what)) return make_action(Verb::claim_set, *set);
    return action_with(Verb::claim_tile, parse_cell(what));
  }
  return action_with(Verb::choose, parse_name(kCardNames, text));
}

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
  const TileInfo& info = kTileInfo[static_cast<std::size_t>(tile)];
  if (info.garbage) return tile_name(tile) + " garbage";
  if (info.set < 0) return tile_name(tile) + " little " + std::to_string(info.value);
  return tile_name(tile) + " " + std::string(kSetNames[static_cast<std::size_t>(info.set)]);
}

std::string tile_mark(int tile) {
  const TileInfo& info = kTileInfo[static_cast<std::size_t>(tile)];
  return info.garbage ? "x" : info.set < 0 ? std::to_string(info.value) : info.set == kReef ? "R" : "g";
}

std::string Game::status_text(const State& state) const {
  std::string text = "round " + std::to_string(state.round + 1) + ", " + std::to_string(std::popcount(state.present)) +
                     " tiles in the Ocean";
  if (state.phase == Phase::over) text = "the game is over";
  text += '\n';
  for (int p = 0; p < num_players(); ++p) {
    text += std::string(node_kind(state) == NodeKind::decision && p == state.mover ? "> " : "  ") + "player " +
            std::to_string(p);
    if (state.phase > Phase::faces) {
      const std::array<Card, 2> cards = visible_cards(state, p);
      for (const Card card : cards) {
        text += "  " + std::string(kCardNames[static_cast<std::size_t>(card)]) + " (" +
                std::string(kCardNames[static_cast<std::size_t>(other_side(card))]) + ")";
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
  static constexpr std::array<std::string_view, 12> kPhaseText = {"the Ocean is dealt",
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
  return text + std::string(kPhaseText[static_cast<std::size_t>(state.phase)]) + '\n';
}

std::string Game::board_text(const State& state) const {
  std::string text = draw_grid(grid_, [&](int cell) -> std::string {
    if ((state.present >> cell & 1) == 0) return ".";
    const int tile = state.tile[static_cast<std::size_t>(cell)];
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
