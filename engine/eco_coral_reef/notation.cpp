/// Tokens of the record notation, and the board as text.
#include <algorithm>
#include <vector>

#include "engine/core/text.hpp"
#include "engine/eco_coral_reef/claims.hpp"
#include "engine/eco_coral_reef/game.hpp"

namespace atl::eco_coral_reef {
namespace {

constexpr std::string_view kForms = "ABC";

std::string deck_name(int deck) { return deck == 0 ? "picture" : "mission"; }

/// A coordinate, or nothing if it is not written as the notation wants it or lies beyond any board.
std::optional<int> parse_coordinate(std::string_view text) {
  const std::optional<std::int64_t> number = parse_integer(text);
  if (!number || *number < -kReach || *number > kReach || (*number == 0 && text != "0")) return std::nullopt;
  return static_cast<int>(*number);
}

std::optional<Action> parse_tile(std::string_view name, Kind picture_kind, Kind mission_kind) {
  if (const int picture = picture_from_name(name); picture >= 0)
    return make_action(picture_kind, static_cast<std::uint32_t>(picture));
  if (const int mission = mission_from_name(name); mission >= 0)
    return make_action(mission_kind, static_cast<std::uint32_t>(mission));
  return std::nullopt;
}

std::optional<Action> parse_deck(std::string_view name, Kind kind) {
  if (name == "picture") return make_action(kind, 0);
  if (name == "mission") return make_action(kind, 1);
  return std::nullopt;
}

std::optional<Action> parse_swap(std::string_view text) {
  if (text.size() != 5 || text[2] != ',') return std::nullopt;
  const int first = picture_from_name(text.substr(0, 2)), second = picture_from_name(text.substr(3));
  if (first < 0 || second < 0) return std::nullopt;
  return make_action(Kind::swap, (static_cast<std::uint32_t>(first) << 6) | static_cast<std::uint32_t>(second));
}

std::optional<Action> parse_put(std::string_view text) {
  if (text.size() < 3 || text[2] != '@') return std::nullopt;
  const int picture = picture_from_name(text.substr(0, 2));
  const std::vector<std::string_view> numbers = split(text.substr(3), ',');
  if (picture < 0 || numbers.size() != 3) return std::nullopt;
  const std::optional<int> x = parse_coordinate(numbers[0]), y = parse_coordinate(numbers[1]);
  if (!x || !y || numbers[2].size() != 1 || numbers[2][0] < '0' || numbers[2][0] > '3') return std::nullopt;
  return make_put(picture, *x, *y, numbers[2][0] - '0');
}

/// Reads the four cells and finds which formation around the tile just put they are.
std::optional<Action> parse_claim(const Game::State& state, std::string_view text) {
  const std::vector<std::string_view> parts = split(text, ':');
  if (parts.size() != 3 || parts[1].size() != 1) return std::nullopt;
  const int mission = mission_from_name(parts[0]);
  const std::size_t form = kForms.find(parts[1][0]);
  const std::vector<std::string_view> cells = split(parts[2], ';');
  if (mission < 0 || form == std::string_view::npos || cells.size() != 4) return std::nullopt;
  FormationCells at{};
  for (std::size_t i = 0; i < 4; ++i) {
    const std::vector<std::string_view> pair = split(cells[i], ',');
    if (pair.size() != 2) return std::nullopt;
    const std::optional<int> x = parse_coordinate(pair[0]), y = parse_coordinate(pair[1]);
    if (!x || !y) return std::nullopt;
    at.x[i] = *x;
    at.y[i] = *y;
  }
  const auto same = [&](Action claim) {
    const FormationCells its = formation_cells(claim, state.put_x, state.put_y);
    return std::equal(at.x, at.x + 4, its.x) && std::equal(at.y, at.y + 4, its.y);
  };
  if (static_cast<Form>(form) == Form::migration) {
    // The tile just put is one of the corners; the opposite one is the corner that differs from it in x and y.
    for (std::size_t i = 0; i < 4; ++i) {
      const int dx = at.x[i] - state.put_x, dy = at.y[i] - state.put_y;
      if (dx == 0 || dy == 0 || std::abs(dx) > kReach || std::abs(dy) > kReach) continue;
      const Action claim = make_claim(mission, Form::migration, rectangle_code(dx, dy));
      if (same(claim)) return claim;
    }
    return std::nullopt;
  }
  const std::size_t count = kLayouts[static_cast<std::size_t>(mission_layout(mission))].count;
  for (std::size_t i = 0; i < count; ++i) {
    const Action claim = make_claim(mission, static_cast<Form>(form), static_cast<int>(i));
    if (same(claim)) return claim;
  }
  return std::nullopt;
}

std::string tiles_text(std::uint64_t tiles, std::string (*name)(int)) {
  std::vector<std::string> names;
  while (tiles != 0) names.push_back(name(pop_lowest_bit(tiles)));
  return names.empty() ? "-" : join(names, " ");
}

}  // namespace

std::string Game::token(const State& state, Action action) const {
  const int tile = tile_of(action);
  switch (kind_of(action)) {
    case Kind::keep: return "keep";
    case Kind::swap: return "swap=" + picture_name(swap_first(action)) + "," + picture_name(swap_second(action));
    case Kind::take_picture: return "take=" + picture_name(tile);
    case Kind::take_mission: return "take=" + mission_name(tile);
    case Kind::draw: return "draw=" + deck_name(tile);
    case Kind::gem: return "gem=" + deck_name(tile);
    case Kind::put:
      return "put=" + picture_name(put_picture(action)) + "@" + std::to_string(put_x(action)) + "," +
             std::to_string(put_y(action)) + "," + std::to_string(put_turns(action));
    case Kind::pass: return "pass";
    case Kind::claim: {
      const FormationCells cells = formation_cells(action, state.put_x, state.put_y);
      std::string text =
          "claim=" + mission_name(claim_mission(action)) + ":" + kForms[static_cast<std::size_t>(claim_form(action))];
      for (int i = 0; i < 4; ++i) {
        text += (i == 0 ? ":" : ";") + std::to_string(cells.x[i]) + "," + std::to_string(cells.y[i]);
      }
      return text;
    }
    case Kind::done: return "done";
    case Kind::drop_picture: return "drop=" + picture_name(tile);
    case Kind::drop_mission: return "drop=" + mission_name(tile);
    case Kind::deal_picture: return "~" + picture_name(tile);
    case Kind::deal_mission: return "~" + mission_name(tile);
  }
  return "?";
}

std::optional<Action> Game::parse(const State& state, std::string_view text) const {
  const bool chance = node_kind(state) == NodeKind::chance;
  if (text.starts_with('~') != chance) return std::nullopt;
  if (chance) return parse_tile(text.substr(1), Kind::deal_picture, Kind::deal_mission);
  if (text == "keep") return make_action(Kind::keep);
  if (text == "pass") return make_action(Kind::pass);
  if (text == "done") return make_action(Kind::done);
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos) return std::nullopt;
  const std::string_view verb = text.substr(0, equals), object = text.substr(equals + 1);
  if (verb == "take") return parse_tile(object, Kind::take_picture, Kind::take_mission);
  if (verb == "drop") return parse_tile(object, Kind::drop_picture, Kind::drop_mission);
  if (verb == "draw") return parse_deck(object, Kind::draw);
  if (verb == "gem") return parse_deck(object, Kind::gem);
  if (verb == "swap") return parse_swap(object);
  if (verb == "put") return parse_put(object);
  if (verb == "claim") return parse_claim(state, object);
  return std::nullopt;
}

/// Every tile is a box of its corner letters around its name; free neighbours are dots; the tile just put has a `*`.
///
///            -1    0    1
///       -1        .
///                E--B
///        0   .  |1a|  .
///                C--D
///        1        .
std::string Game::board_text(const State& state) const {
  const Board& board = state.board;
  std::string text;
  const auto pad = [](std::string word, std::size_t width) {
    return word.size() >= width ? word : std::string(width - word.size(), ' ') + word;
  };
  if (board.num_tiles > 0) {
    const auto letter = [&](CellInfo info, int corner) {
      return static_cast<char>('A' + ((corners(cell_picture(info), cell_turns(info)) >> (8 * corner)) & 7));
    };
    text += "     ";
    for (int x = board.min_x - 1; x <= board.max_x + 1; ++x) text += pad(std::to_string(x), 4) + " ";
    text.back() = '\n';
    for (int y = board.min_y - 1; y <= board.max_y + 1; ++y) {
      std::string lines[3] = {"     ", pad(std::to_string(y), 4) + " ", "     "};
      for (int x = board.min_x - 1; x <= board.max_x + 1; ++x) {
        if (!board.is_occupied(x, y)) {
          lines[0] += "     ";
          lines[1] += board.is_frontier(x, y) ? "  .  " : "     ";
          lines[2] += "     ";
          continue;
        }
        const CellInfo info = board.cell[board.cell_index(x, y)];
        const bool fresh = state.phase == Phase::claim && x == state.put_x && y == state.put_y;
        lines[0] += std::string(" ") + letter(info, 0) + "--" + letter(info, 1);
        lines[1] += std::string(" |") + picture_name(cell_picture(info)) + (fresh ? "*" : "|");
        lines[2] += std::string(" ") + letter(info, 3) + "--" + letter(info, 2);
      }
      for (std::string& line : lines) {
        line.erase(line.find_last_not_of(' ') + 1);
        if (!line.empty()) text += line + "\n";
      }
    }
  }
  text += "display  " + tiles_text(state.shown_pictures, picture_name) + " | " +
          tiles_text(state.shown_missions, mission_name) + "\n";
  text += "decks    " + std::to_string(state.picture_deck_size) + " pictures, " +
          std::to_string(std::popcount(state.deck_missions)) + " missions";
  std::string known;
  for (int place = state.picture_deck_size - 1; place >= 0; --place) {
    if (state.pinned[place] == 0) continue;
    known += (known.empty() ? "; known " : ", ") + picture_name(state.pinned[place] - 1) + " as number " +
             std::to_string(state.picture_deck_size - place) + " from the top";
  }
  text += known + "\n";
  for (std::size_t p = 0; p < static_cast<std::size_t>(rules_.players); ++p) {
    text += "seat " + std::to_string(p) + "   " + pad(std::to_string(state.score[p]), 3) + " points, " +
            std::to_string(state.gems[p]) + " gems, hand " + tiles_text(state.hand_pictures[p], picture_name) + " | " +
            tiles_text(state.hand_missions[p], mission_name) + "\n";
  }
  if (state.phase == Phase::over) return text + "over: " + std::string(end_reason(state)) + "\n";
  if (node_kind(state) == NodeKind::decision) {
    text += "to act   seat " + std::to_string(state.player) + ", actions left " + std::to_string(state.actions_left) +
            (state.last_round ? ", last round" : "") + "\n";
  }
  return text;
}

}  // namespace atl::eco_coral_reef
