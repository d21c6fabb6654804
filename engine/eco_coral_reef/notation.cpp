/// Tokens of the record notation.
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

std::optional<Action> parse_tile(std::string_view name, Verb picture_verb, Verb mission_verb) {
  if (const int picture = picture_from_name(name); picture >= 0) return make_action(picture_verb, picture);
  if (const int mission = mission_from_name(name); mission >= 0) return make_action(mission_verb, mission);
  return std::nullopt;
}

std::optional<Action> parse_deck(std::string_view name, Verb verb) {
  if (name == "picture") return make_action(verb, 0);
  if (name == "mission") return make_action(verb, 1);
  return std::nullopt;
}

std::optional<Action> parse_swap(std::string_view text) {
  if (text.size() != 5 || text[2] != ',') return std::nullopt;
  const int first = picture_from_name(text.substr(0, 2)), second = picture_from_name(text.substr(3));
  if (first < 0 || second < 0) return std::nullopt;
  return make_action(Verb::swap, (first << 6) | second);
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
std::optional<Action> parse_claim(const State& state, std::string_view text) {
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
    return at.x == its.x && at.y == its.y;
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
  const std::size_t count = kLayouts[mission_layout(mission)].count;
  for (std::size_t i = 0; i < count; ++i) {
    const Action claim = make_claim(mission, static_cast<Form>(form), static_cast<int>(i));
    if (same(claim)) return claim;
  }
  return std::nullopt;
}

}  // namespace

std::string Game::token(const State& state, Action action) const {
  const int tile = tile_of(action);
  switch (verb_of(action)) {
    case Verb::keep: return "keep";
    case Verb::swap: return "swap=" + picture_name(swap_first(action)) + "," + picture_name(swap_second(action));
    case Verb::take_picture: return "take=" + picture_name(tile);
    case Verb::take_mission: return "take=" + mission_name(tile);
    case Verb::draw: return "draw=" + deck_name(tile);
    case Verb::gem: return "gem=" + deck_name(tile);
    case Verb::put:
      return "put=" + picture_name(put_picture(action)) + "@" + std::to_string(put_x(action)) + "," +
             std::to_string(put_y(action)) + "," + std::to_string(put_turns(action));
    case Verb::pass: return "pass";
    case Verb::claim: {
      const FormationCells cells = formation_cells(action, state.put_x, state.put_y);
      std::string text =
          "claim=" + mission_name(claim_mission(action)) + ":" + kForms[static_cast<std::size_t>(claim_form(action))];
      for (int i = 0; i < 4; ++i) {
        text += (i == 0 ? ":" : ";") + std::to_string(cells.x[i]) + "," + std::to_string(cells.y[i]);
      }
      return text;
    }
    case Verb::done: return "done";
    case Verb::end: return "end";
    case Verb::drop_picture: return "drop=" + picture_name(tile);
    case Verb::drop_mission: return "drop=" + mission_name(tile);
    case Verb::deal_picture: return "~" + picture_name(tile);
    case Verb::deal_mission: return "~" + mission_name(tile);
  }
  return "?";
}

std::optional<Action> Game::parse(const State& state, std::string_view text) const {
  const bool chance = node_kind(state) == NodeKind::chance;
  if (text.starts_with('~') != chance) return std::nullopt;
  if (chance) return parse_tile(text.substr(1), Verb::deal_picture, Verb::deal_mission);
  if (text == "keep") return make_action(Verb::keep);
  if (text == "pass") return make_action(Verb::pass);
  if (text == "done") return make_action(Verb::done);
  if (text == "end") return make_action(Verb::end);
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos) return std::nullopt;
  const std::string_view verb = text.substr(0, equals), object = text.substr(equals + 1);
  if (verb == "take") return parse_tile(object, Verb::take_picture, Verb::take_mission);
  if (verb == "drop") return parse_tile(object, Verb::drop_picture, Verb::drop_mission);
  if (verb == "draw") return parse_deck(object, Verb::draw);
  if (verb == "gem") return parse_deck(object, Verb::gem);
  if (verb == "swap") return parse_swap(object);
  if (verb == "put") return parse_put(object);
  if (verb == "claim") return parse_claim(state, object);
  return std::nullopt;
}

}  // namespace atl::eco_coral_reef
