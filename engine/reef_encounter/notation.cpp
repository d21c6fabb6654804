/// Tokens of game records, and boards for people.
#include <bit>

#include "engine/core/text.hpp"
#include "engine/reef_encounter/game.hpp"
#include "engine/reef_encounter/text_board.hpp"

namespace atl::reef_encounter {
namespace {

constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

std::string colour_text(int colour) { return std::string(1, colour == kUnseen ? '?' : kColourLetters[at(colour)]); }

std::optional<int> read_letter(std::string_view letters, std::string_view text) {
  if (text.size() != 1) return std::nullopt;
  const std::size_t found = letters.find(text[0]);
  if (found == std::string_view::npos) return std::nullopt;
  return static_cast<int>(found);
}

std::optional<int> read_place(std::string_view text) {
  if (text.size() != 3) return std::nullopt;
  const int board = text[0] - '0', column = text[1] - 'a', row = text[2] - '1';
  if (board < 0 || board >= kBoards || column < 0 || column >= BaseGrid::kColumns || row < 0 || row >= BaseGrid::kRows)
    return std::nullopt;
  return make_place(board, BaseGrid::cell(row, column));
}

std::optional<int> read_pair(std::string_view text) {
  if (text.size() != 2) return std::nullopt;
  for (int i = 0; i < kLarvaPairs; ++i) {
    const auto& pair = kLarvaPair[at(i)];
    if (text[0] == kColourLetters[pair[0]] && text[1] == kColourLetters[pair[1]]) return i;
  }
  return std::nullopt;
}

/// `first:colour` as first * kColours + colour.
template <class ReadFirst>
std::optional<int> read_paid(std::string_view text, ReadFirst&& read_first) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const std::optional<int> first = read_first(text.substr(0, colon));
  const std::optional<int> colour = read_letter(kColourLetters, text.substr(colon + 1));
  if (!first || !colour) return std::nullopt;
  return *first * kColours + *colour;
}

std::optional<int> read_coral_tile(std::string_view name) {
  for (int t = 0; t < kCoralTiles; ++t) {
    if (kCoralTable[at(t)].name == name) return t;
  }
  return std::nullopt;
}

std::optional<int> read_put(std::string_view text) {
  if (text.size() != 4) return std::nullopt;
  const std::optional<int> place = read_place(text.substr(0, 3));
  const std::optional<int> consumed = read_letter("hc", text.substr(3));
  if (!place || !consumed) return std::nullopt;
  return 2 * *place + *consumed;
}

std::optional<int> read_boards(std::string_view text) {
  int set = 0, last = -1;
  for (const char digit : text) {
    const int board = digit - '0';
    if (board <= last || board >= kBoards) return std::nullopt;
    set |= 1 << board;
    last = board;
  }
  return set;
}

std::optional<Action> with(Verb verb, std::optional<int> argument) {
  if (!argument) return std::nullopt;
  return make_action(verb, *argument);
}

std::optional<Action> parse_chance(const State& state, std::string_view text) {
  if (text.starts_with("~boards=")) return with(Verb::boards, read_boards(text.substr(8)));
  if (text.starts_with("~side=")) return with(Verb::side, read_letter("01", text.substr(6)));
  if (text.starts_with("~slot=")) return with(Verb::slot, read_letter(kColourLetters, text.substr(6)));
  if (!text.starts_with("~")) return std::nullopt;
  return with(state.phase == Phase::deal ? Verb::dealt : Verb::drawn, read_letter(kColourLetters, text.substr(1)));
}

}  // namespace

std::string place_text(int place) {
  const int row = cell_of(place) / BaseGrid::kStride, column = cell_of(place) % BaseGrid::kStride;
  return {static_cast<char>('0' + board_of(place)), static_cast<char>('a' + column), static_cast<char>('1' + row)};
}

std::string Game::token(const State&, Action action) const {
  const int argument = argument_of(action);
  switch (verb_of(action)) {
    case Verb::boards: {
      std::string text = "~boards=";
      for (unsigned set = static_cast<unsigned>(argument); set != 0; set &= set - 1)
        text += static_cast<char>('0' + std::countr_zero(set));
      return text;
    }
    case Verb::side: return argument == 0 ? "~side=0" : "~side=1";
    case Verb::slot: return "~slot=" + colour_text(argument);
    case Verb::dealt:
    case Verb::drawn: return "~" + colour_text(argument);
    case Verb::fish: return "fish=" + colour_text(argument);
    case Verb::larvae: {
      if (argument == kUnseenPair) return "larvae=??";
      const auto& pair = kLarvaPair[at(argument)];
      return "larvae=" + colour_text(pair[0]) + colour_text(pair[1]);
    }
    case Verb::eat: return "eat=" + place_text(argument);
    case Verb::pass: return "pass";
    case Verb::lay: return "lay=" + colour_text(argument);
    case Verb::shrimp: return "shrimp=" + place_text(argument);
    case Verb::lift: return "lift=" + place_text(argument);
    case Verb::larva: return "larva=" + colour_text(argument);
    case Verb::alga:
      return std::string("alga=") + kAlgaLetters[at(argument / kColours)] + ":" + colour_text(argument % kColours);
    case Verb::lock:
      return "lock=" + std::string(kCoralTable[at(argument / kColours)].name) + ":" + colour_text(argument % kColours);
    case Verb::tile: return "tile=" + colour_text(argument);
    case Verb::take: return "take=" + colour_text(argument);
    case Verb::put: return "put=" + place_text(argument >> 1) + ((argument & 1) != 0 ? "c" : "h");
    case Verb::land: return "land=" + place_text(argument);
    case Verb::recall: return "recall";
    case Verb::done: return "done";
    case Verb::grow: return "grow";
    case Verb::skip: return "skip";
  }
  return {};
}

std::optional<Action> Game::parse(const State& state, std::string_view text) const {
  if (node_kind(state) == NodeKind::chance) return parse_chance(state, text);
  if (text == "pass") return make_action(Verb::pass);
  if (text == "recall") return make_action(Verb::recall);
  if (text == "done") return make_action(Verb::done);
  if (text == "grow") return make_action(Verb::grow);
  if (text == "skip") return make_action(Verb::skip);
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos) return std::nullopt;
  const std::string_view word = text.substr(0, equals), value = text.substr(equals + 1);

  static constexpr std::pair<std::string_view, Verb> kWithColour[] = {
      {"fish", Verb::fish}, {"lay", Verb::lay}, {"larva", Verb::larva}, {"tile", Verb::tile}, {"take", Verb::take}};
  for (const auto& [name, kind] : kWithColour) {
    if (word == name) return with(kind, read_letter(kColourLetters, value));
  }
  static constexpr std::pair<std::string_view, Verb> kWithPlace[] = {
      {"eat", Verb::eat}, {"shrimp", Verb::shrimp}, {"lift", Verb::lift}, {"land", Verb::land}};
  for (const auto& [name, kind] : kWithPlace) {
    if (word == name) return with(kind, read_place(value));
  }
  if (word == "larvae") return with(Verb::larvae, read_pair(value));
  if (word == "put") return with(Verb::put, read_put(value));
  if (word == "alga")
    return with(Verb::alga, read_paid(value, [](std::string_view first) { return read_letter(kAlgaLetters, first); }));
  if (word == "lock") return with(Verb::lock, read_paid(value, read_coral_tile));
  return std::nullopt;
}

std::string Game::board_text(const State& state) const {
  HandsText hands;
  for (int p = 0; p < rules_.players; ++p) {
    const Area& area = state.area[at(p)];
    hands.hand[at(p)] = counts_text(area.hand);
    hands.secret[at(p)] = state.secret[at(p)] == kUnseen ? "" : colour_text(state.secret[at(p)]);
  }
  hands.bag = counts_text(state.bag) + " (" + std::to_string(state.bag_total) + ")";
  hands.larvae_shown = true;
  return text_board(*this, state, hands);
}

}  // namespace atl::reef_encounter
