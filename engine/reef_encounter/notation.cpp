/// Tokens of game records, and boards for people.
#include "engine/reef_encounter/common/notation.hpp"
#include "engine/reef_encounter/game.hpp"
#include "engine/reef_encounter/text_board.hpp"

namespace atl::reef_encounter {
namespace {

constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

Read read_place(std::string_view text) {
  if (text.size() != 3) return std::nullopt;
  const int board = text[0] - '0', column = text[1] - 'a', row = text[2] - '1';
  if (board < 0 || board >= kBoards || column < 0 || column >= BaseGrid::kColumns || row < 0 || row >= BaseGrid::kRows)
    return std::nullopt;
  return make_place(board, BaseGrid::cell(row, column));
}

Read read_put(std::string_view text) {
  if (text.size() != 4) return std::nullopt;
  return joined(read_place(text.substr(0, 3)), 2, read_letter("hc", text.substr(3)));
}

using Words = std::span<const Word<Verb>>;
constexpr auto kWithColour = std::to_array<Word<Verb>>(
    {{"fish", Verb::fish}, {"lay", Verb::lay}, {"larva", Verb::larva}, {"tile", Verb::tile}, {"take", Verb::take}});
constexpr auto kWithPlace = std::to_array<Word<Verb>>(
    {{"eat", Verb::eat}, {"shrimp", Verb::shrimp}, {"lift", Verb::lift}, {"land", Verb::land}});
constexpr auto kBare = std::to_array<Word<Verb>>(
    {{"pass", Verb::pass}, {"recall", Verb::recall}, {"done", Verb::done}, {"grow", Verb::grow}, {"skip", Verb::skip}});

std::optional<Action> with(Verb verb, Read argument) {
  if (!argument) return std::nullopt;
  return make_action(verb, *argument);
}

std::optional<Action> parse_chance(const State& state, std::string_view text) {
  if (text.starts_with("~boards=")) return with(Verb::boards, read_boards(text.substr(8)));
  if (text.starts_with("~side=")) return with(Verb::side, read_letter("01", text.substr(6)));
  if (text.starts_with("~slot=")) return with(Verb::slot, read_colour(text.substr(6)));
  if (!text.starts_with("~")) return std::nullopt;
  return with(state.phase == Phase::deal ? Verb::dealt : Verb::drawn, read_colour(text.substr(1)));
}

}  // namespace

std::string place_text(int place) {
  const int row = cell_of(place) / BaseGrid::kStride, column = cell_of(place) % BaseGrid::kStride;
  return {static_cast<char>('0' + board_of(place)), static_cast<char>('a' + column), static_cast<char>('1' + row)};
}

std::string Game::token(const State&, Action action) const {
  const int argument = argument_of(action), first = argument / kColours, paid = argument % kColours;
  const Verb verb = verb_of(action);
  switch (verb) {
    case Verb::boards: return "~boards=" + boards_text(argument);
    case Verb::side: return argument == 0 ? "~side=0" : "~side=1";
    case Verb::slot: return "~slot=" + colour_text(argument);
    case Verb::dealt:
    case Verb::drawn: return "~" + colour_text(argument);
    case Verb::larvae: return "larvae=" + pair_text(argument);
    case Verb::alga: return "alga=" + alga_text(first) + ":" + colour_text(paid);
    case Verb::lock: return "lock=" + coral_tile_text(first) + ":" + colour_text(paid);
    case Verb::put: return "put=" + place_text(argument >> 1) + ((argument & 1) != 0 ? "c" : "h");
    default: break;
  }
  if (const std::string_view name = name_of(Words(kBare), verb); !name.empty()) return std::string(name);
  if (const std::string_view name = name_of(Words(kWithColour), verb); !name.empty())
    return std::string(name) + "=" + colour_text(argument);
  return std::string(name_of(Words(kWithPlace), verb)) + "=" + place_text(argument);
}

std::optional<Action> Game::parse(const State& state, std::string_view text) const {
  if (node_kind(state) == NodeKind::chance) return parse_chance(state, text);
  if (const auto verb = verb_named(Words(kBare), text)) return make_action(*verb);
  const auto [word, value] = cut(text, '=');
  if (!value) return std::nullopt;
  if (const auto verb = verb_named(Words(kWithColour), word)) return with(*verb, read_colour(*value));
  if (const auto verb = verb_named(Words(kWithPlace), word)) return with(*verb, read_place(*value));
  if (word == "larvae") return with(Verb::larvae, read_pair(*value));
  if (word == "put") return with(Verb::put, read_put(*value));
  if (word == "alga") return with(Verb::alga, read_two(*value, ':', read_alga, kColours, read_colour));
  if (word == "lock") return with(Verb::lock, read_two(*value, ':', read_coral_tile, kColours, read_colour));
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
