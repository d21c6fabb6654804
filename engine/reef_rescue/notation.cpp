/// Record notation (RULES.md, "Records") and boards for people.
#include <algorithm>

#include "engine/reef_rescue/game.hpp"

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
    case Verb::face: return "~" + std::string(kCardNames[argument]);
    case Verb::choose: return std::string(kCardNames[argument]);
    case Verb::flip: return "flip=" + cell();
    case Verb::stop: return "stop";
    case Verb::shine: {
      const int left = argument >> 2, longer = argument & 3;
      return "shine=" + cell_name(left) + (longer == 0 ? "" : "-" + cell_name(left + longer));
    }
    case Verb::pick: return "pick=" + cell();
    case Verb::place: return "place=" + cell();
    case Verb::claim_set: return "claim=" + std::string(kSetNames[argument]);
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

}  // namespace atl::reef_rescue
