/// Tokens of game records.
#include "engine/reef_encounter/common/notation.hpp"
#include "engine/reef_encounter/second_kind/game.hpp"
#include "engine/reef_encounter/second_kind/text_board.hpp"

namespace atl::reef_encounter::second_kind {
namespace {

constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

constexpr std::string_view kColumns = "zabcdefgh";

std::string kind_text(int kind) { return std::string(tile_kind(kind).code); }
std::string card_text(int card) { return card == kUnseenCard ? "?" : std::string(card_kind(card).id); }
/// `:WY`, or nothing for a plain tile.
std::string special_text(int kind) { return kind < kColours ? "" : ":" + kind_text(kind); }

Read read_place(std::string_view text) {
  if (text.size() != 3) return std::nullopt;
  const int board = text[0] - '0', row = text[2] - '0';
  const Read column = read_letter(kColumns, text.substr(1, 1));
  if (board < 0 || board >= kBoards || !column || row < 0 || row >= Grid::kRows) return std::nullopt;
  return make_place(board, Grid::cell(row, *column));
}

Read read_kind(std::string_view text) {
  return read_name(kTileTable, text, [](const TileKind& kind) { return kind.code; });
}
Read read_card(std::string_view text) {
  return read_name(kDeck, text, [](const CardKind& card) { return card.id; });
}
/// A special kind: plain ones are written in another way.
Read read_special(std::string_view text) {
  const Read kind = read_kind(text);
  return kind && *kind >= kColours ? kind : std::nullopt;
}

Read read_eat(std::string_view text) {
  const auto [place, card] = cut(text, ':');
  return joined(read_place(place), 1 << 4, card ? read_card(*card) : Read(kNoCard));
}
Read read_larva(std::string_view text) {
  const auto [colour, kind] = cut(text, ':');
  return joined(read_colour(colour), 1 << 6, kind ? read_special(*kind) : read_colour(colour));
}
Read read_buy(std::string_view text) {
  if (text.starts_with("c:")) return joined(kFromConsumed, 1 << 6, read_kind(text.substr(2)));
  if (text.starts_with("larva:")) return joined(kFromLarvae, 1 << 6, read_colour(text.substr(6)));
  return joined(kFromHand, 1 << 6, read_kind(text));
}
Read read_blue(std::string_view text) {
  return read_two(text, ':', read_card, 1 << 18, [](std::string_view places) {
    const auto [to, from] = cut(places, '<');
    return joined(from ? read_place(*from) : Read(kAside), 1 << 9, from && to == "-" ? Read(kAside) : read_place(to));
  });
}
/// The colour laid is that of the state.
Read read_put(const State& state, std::string_view text) {
  if (text.size() < 4) return std::nullopt;
  const Read place = read_place(text.substr(0, 3)), source = read_letter("hcb", text.substr(3, 1));
  if (!place || !source) return std::nullopt;
  text.remove_prefix(4);
  if (text.empty()) return *source == kFromBag ? std::nullopt : Read(make_put(*source, state.colour, 0, *place));
  const auto [kind_code, facing_letter] = cut(text.substr(1), ':');
  const Read kind = *source == kFromBag ? read_colour(kind_code) : read_special(kind_code);
  if (text[0] != ':' || !kind || *kind >= kPolypKinds) return std::nullopt;
  if ((form_of(*kind) == Form::half) != facing_letter.has_value()) return std::nullopt;
  const Read facing = facing_letter ? read_letter(kFacings, *facing_letter) : Read(0);
  if (!facing) return std::nullopt;
  return make_put(*source, *kind, *facing, *place);
}

std::optional<Action> with(Verb verb, Read argument) {
  if (!argument) return std::nullopt;
  return make_action(verb, *argument);
}

std::optional<Action> parse_chance(const State& state, std::string_view text) {
  if (text.starts_with("~boards=")) return with(Verb::boards, read_boards(text.substr(8)));
  if (text.starts_with("~side=")) return with(Verb::side, read_letter("01", text.substr(6)));
  if (text.starts_with("~slot=")) return with(Verb::slot, read_colour(text.substr(6)));
  if (!text.starts_with("~")) return std::nullopt;
  if (state.phase == Phase::card_draw) return with(Verb::card_drawn, read_card(text.substr(1)));
  return with(state.phase == Phase::deal ? Verb::dealt : Verb::drawn, read_kind(text.substr(1)));
}

std::string put_text(const Put& put) {
  std::string text = "put=" + place_text(put.place) + "hcb"[put.source];
  if (put.source == kFromBag) return text + ":" + kind_text(put.tile);
  text += special_text(put.tile);
  return form_of(put.tile) == Form::half ? text + ":" + kFacings[at(put.facing)] : text;
}
std::string buy_text(int source, int kind) {
  if (source == kFromLarvae) return "buy=larva:" + colour_text(kind);
  return (source == kFromConsumed ? "buy=c:" : "buy=") + kind_text(kind);
}
std::string blue_text(int card, int from, int to) {
  return "blue=" + card_text(card) + ":" + (to == kAside ? "-" : place_text(to)) +
         (from == kAside ? "" : "<" + place_text(from));
}

using Words = std::span<const Word<Verb>>;
constexpr auto kWithColour =
    std::to_array<Word<Verb>>({{"fish", Verb::fish}, {"lay", Verb::lay}, {"tile", Verb::tile}, {"take", Verb::take}});
constexpr auto kWithPlace = std::to_array<Word<Verb>>({{"land", Verb::land},
                                                       {"lift", Verb::lift},
                                                       {"nudge", Verb::nudge},
                                                       {"shrimp", Verb::shrimp},
                                                       {"rock", Verb::rock},
                                                       {"deep", Verb::deep},
                                                       {"crown", Verb::crown},
                                                       {"coral", Verb::coral},
                                                       {"remove", Verb::remove},
                                                       {"dislodge", Verb::dislodge}});
constexpr auto kWithKind =
    std::to_array<Word<Verb>>({{"return", Verb::back}, {"split", Verb::split}, {"consume", Verb::consume}});
constexpr auto kWithCard = std::to_array<Word<Verb>>({{"card", Verb::card}, {"discard", Verb::discard}});
constexpr auto kBare = std::to_array<Word<Verb>>({{"recall", Verb::recall},
                                                  {"pass", Verb::pass},
                                                  {"done", Verb::done},
                                                  {"end", Verb::end},
                                                  {"grow", Verb::grow},
                                                  {"skip", Verb::skip}});

std::string_view word_of(Verb verb) {
  for (const Words words : {Words(kWithColour), Words(kWithPlace), Words(kWithKind), Words(kWithCard), Words(kBare)}) {
    if (const std::string_view name = name_of(words, verb); !name.empty()) return name;
  }
  return {};
}

}  // namespace

std::string place_text(int place) {
  const int row = cell_of(place) / Grid::kStride, column = cell_of(place) % Grid::kStride;
  return {static_cast<char>('0' + board_of(place)), kColumns[at(column)], static_cast<char>('0' + row)};
}

std::string Game::token(const State&, Action action) const {
  const int argument = argument_of(action), high = argument >> 6, paid = argument & 63;
  const std::string name = std::string(word_of(verb_of(action))) + "=";
  switch (verb_of(action)) {
    case Verb::boards: return "~boards=" + boards_text(argument);
    case Verb::side: return argument == 0 ? "~side=0" : "~side=1";
    case Verb::slot: return "~slot=" + colour_text(argument);
    case Verb::dealt:
    case Verb::drawn: return "~" + kind_text(argument);
    case Verb::card_drawn: return "~" + card_text(argument);
    case Verb::larvae: return "larvae=" + pair_text(argument);
    case Verb::bite: return "bite=" + place_text(argument >> 9) + "-" + place_text(argument & 0x1ff);
    case Verb::eat:
      return "eat=" + place_text(argument >> 4) + ((argument & 15) == kNoCard ? "" : ":" + card_text(argument & 15));
    case Verb::larva: return "larva=" + colour_text(high) + special_text(paid);
    case Verb::alga: return "alga=" + alga_text(high) + ":" + kind_text(paid);
    case Verb::lock: return "lock=" + coral_tile_text(high) + ":" + kind_text(paid);
    case Verb::buy: return buy_text(high, paid);
    case Verb::blue: return blue_text(argument >> 18, (argument >> 9) & 0x1ff, argument & 0x1ff);
    case Verb::unlock: return "unlock=" + coral_tile_text(argument);
    case Verb::shift: return "shift=" + coral_tile_text(argument >> 4) + "-" + coral_tile_text(argument & 15);
    case Verb::extra_grow: return "grow=" + place_text(argument >> 3) + ":" + colour_text(argument & 7);
    case Verb::put: return put_text(put_of(argument));
    case Verb::fish:
    case Verb::lay:
    case Verb::tile:
    case Verb::take: return name + colour_text(argument);
    case Verb::back:
    case Verb::split:
    case Verb::consume: return name + kind_text(argument);
    case Verb::card:
    case Verb::discard: return name + card_text(argument);
    case Verb::recall:
    case Verb::pass:
    case Verb::done:
    case Verb::end:
    case Verb::grow:
    case Verb::skip: return std::string(word_of(verb_of(action)));
    default: return name + place_text(argument);
  }
}

std::optional<Action> Game::parse(const State& state, std::string_view text) const {
  if (node_kind(state) == NodeKind::chance) return parse_chance(state, text);
  if (const auto verb = verb_named(Words(kBare), text)) return make_action(*verb);
  const auto [word, rest] = cut(text, '=');
  if (!rest) return std::nullopt;
  const std::string_view value = *rest;
  if (const auto verb = verb_named(Words(kWithColour), word)) return with(*verb, read_colour(value));
  if (const auto verb = verb_named(Words(kWithPlace), word)) return with(*verb, read_place(value));
  if (const auto verb = verb_named(Words(kWithKind), word)) return with(*verb, read_kind(value));
  if (const auto verb = verb_named(Words(kWithCard), word)) return with(*verb, read_card(value));
  if (word == "larvae") return with(Verb::larvae, read_pair(value));
  if (word == "bite") return with(Verb::bite, read_two(value, '-', read_place, 1 << 9, read_place));
  if (word == "eat") return with(Verb::eat, read_eat(value));
  if (word == "larva") return with(Verb::larva, read_larva(value));
  if (word == "alga") return with(Verb::alga, read_two(value, ':', read_alga, 1 << 6, read_kind));
  if (word == "lock") return with(Verb::lock, read_two(value, ':', read_coral_tile, 1 << 6, read_kind));
  if (word == "buy") return with(Verb::buy, read_buy(value));
  if (word == "blue") return with(Verb::blue, read_blue(value));
  if (word == "unlock") return with(Verb::unlock, read_coral_tile(value));
  if (word == "shift") return with(Verb::shift, read_two(value, '-', read_coral_tile, 1 << 4, read_coral_tile));
  if (word == "grow") return with(Verb::extra_grow, read_two(value, ':', read_place, 1 << 3, read_colour));
  if (word == "put") return with(Verb::put, read_put(state, value));
  return std::nullopt;
}

}  // namespace atl::reef_encounter::second_kind
