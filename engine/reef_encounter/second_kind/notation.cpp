/// Tokens of game records.
#include <bit>

#include "engine/core/text.hpp"
#include "engine/reef_encounter/second_kind/game.hpp"
#include "engine/reef_encounter/second_kind/text_board.hpp"

namespace atl::reef_encounter::second_kind {
namespace {

using Read = std::optional<int>;

constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

constexpr std::string_view kColumns = "zabcdefgh";

std::string colour_text(int colour) { return std::string(1, colour == kUnseen ? '?' : kColourLetters[at(colour)]); }
std::string kind_text(int kind) { return std::string(tile_kind(kind).code); }
std::string card_text(int card) { return card == kUnseenCard ? "?" : std::string(card_kind(card).id); }
std::string coral_tile_text(int tile) { return std::string(kCoralTable[at(tile)].name); }
/// `:WY`, or nothing for a plain tile.
std::string special_text(int kind) { return kind < kColours ? "" : ":" + kind_text(kind); }

Read read_letter(std::string_view letters, std::string_view text) {
  if (text.size() != 1) return std::nullopt;
  const std::size_t found = letters.find(text[0]);
  if (found == std::string_view::npos) return std::nullopt;
  return static_cast<int>(found);
}
Read read_colour(std::string_view text) { return read_letter(kColourLetters, text); }

Read read_place(std::string_view text) {
  if (text.size() != 3) return std::nullopt;
  const int board = text[0] - '0', row = text[2] - '0';
  const Read column = read_letter(kColumns, text.substr(1, 1));
  if (board < 0 || board >= kBoards || !column || row < 0 || row >= Grid::kRows) return std::nullopt;
  return make_place(board, Grid::cell(row, *column));
}

template <class Table, class NameOf>
Read read_name(const Table& table, std::string_view text, NameOf&& name_of) {
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (name_of(table[i]) == text) return static_cast<int>(i);
  }
  return std::nullopt;
}
Read read_kind(std::string_view text) {
  return read_name(kTileTable, text, [](const TileKind& kind) { return kind.code; });
}
Read read_card(std::string_view text) {
  return read_name(kDeck, text, [](const CardKind& card) { return card.id; });
}
Read read_coral_tile(std::string_view text) {
  return read_name(kCoralTable, text, [](const CoralTile& tile) { return tile.name; });
}
/// A special kind: plain ones are written in another way.
Read read_special(std::string_view text) {
  const Read kind = read_kind(text);
  return kind && *kind >= kColours ? kind : std::nullopt;
}

Read read_pair(std::string_view text) {
  if (text.size() != 2) return std::nullopt;
  for (int i = 0; i < kLarvaPairs; ++i) {
    const auto& pair = kLarvaPair[at(i)];
    if (text[0] == kColourLetters[pair[0]] && text[1] == kColourLetters[pair[1]]) return i;
  }
  return std::nullopt;
}

Read read_boards(std::string_view text) {
  int set = 0, last = -1;
  for (const char digit : text) {
    const int board = digit - '0';
    if (board <= last || board >= kBoards) return std::nullopt;
    set |= 1 << board;
    last = board;
  }
  return set;
}

/// Text before and after the first `mark`; nothing after it if there is none.
std::pair<std::string_view, std::optional<std::string_view>> cut(std::string_view text, char mark) {
  const std::size_t found = text.find(mark);
  if (found == std::string_view::npos) return {text, std::nullopt};
  return {text.substr(0, found), text.substr(found + 1)};
}

/// high << shift | low, if both were read.
Read joined(Read high, int shift, Read low) {
  if (!high || !low) return std::nullopt;
  return *high << shift | *low;
}

template <class ReadHigh, class ReadLow>
Read read_two(std::string_view text, char mark, ReadHigh&& high, int shift, ReadLow&& low) {
  const auto [first, second] = cut(text, mark);
  return second ? joined(high(first), shift, low(*second)) : std::nullopt;
}

Read read_eat(std::string_view text) {
  const auto [place, card] = cut(text, ':');
  return joined(read_place(place), 4, card ? read_card(*card) : Read(kNoCard));
}
Read read_larva(std::string_view text) {
  const auto [colour, kind] = cut(text, ':');
  return joined(read_colour(colour), 6, kind ? read_special(*kind) : read_colour(colour));
}
Read read_buy(std::string_view text) {
  if (text.starts_with("c:")) return joined(kFromConsumed, 6, read_kind(text.substr(2)));
  if (text.starts_with("larva:")) return joined(kFromLarvae, 6, read_colour(text.substr(6)));
  return joined(kFromHand, 6, read_kind(text));
}
Read read_blue(std::string_view text) {
  return read_two(text, ':', read_card, 18, [](std::string_view places) {
    const auto [to, from] = cut(places, '<');
    return joined(from ? read_place(*from) : Read(kAside), 9, from && to == "-" ? Read(kAside) : read_place(to));
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

struct Word {
  std::string_view name;
  Verb verb;
};
constexpr Word kWithColour[] = {{"fish", Verb::fish}, {"lay", Verb::lay}, {"tile", Verb::tile}, {"take", Verb::take}};
constexpr Word kWithPlace[] = {{"land", Verb::land},        {"lift", Verb::lift},   {"nudge", Verb::nudge},
                               {"shrimp", Verb::shrimp},    {"rock", Verb::rock},   {"deep", Verb::deep},
                               {"crown", Verb::crown},      {"coral", Verb::coral}, {"remove", Verb::remove},
                               {"dislodge", Verb::dislodge}};
constexpr Word kWithKind[] = {{"return", Verb::back}, {"split", Verb::split}, {"consume", Verb::consume}};
constexpr Word kWithCard[] = {{"card", Verb::card}, {"discard", Verb::discard}};
constexpr Word kBare[] = {{"recall", Verb::recall}, {"pass", Verb::pass}, {"done", Verb::done},
                          {"end", Verb::end},       {"grow", Verb::grow}, {"skip", Verb::skip}};

std::string_view word_of(Verb verb) {
  for (const std::span<const Word> words :
       {std::span<const Word>(kWithColour), std::span<const Word>(kWithPlace), std::span<const Word>(kWithKind),
        std::span<const Word>(kWithCard), std::span<const Word>(kBare)}) {
    for (const Word& word : words) {
      if (word.verb == verb) return word.name;
    }
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
    case Verb::boards: {
      std::string text = "~boards=";
      for (unsigned set = static_cast<unsigned>(argument); set != 0; set &= set - 1)
        text += static_cast<char>('0' + std::countr_zero(set));
      return text;
    }
    case Verb::side: return argument == 0 ? "~side=0" : "~side=1";
    case Verb::slot: return "~slot=" + colour_text(argument);
    case Verb::dealt:
    case Verb::drawn: return "~" + kind_text(argument);
    case Verb::card_drawn: return "~" + card_text(argument);
    case Verb::larvae: {
      if (argument == kUnseenPair) return "larvae=??";
      const auto& pair = kLarvaPair[at(argument)];
      return "larvae=" + colour_text(pair[0]) + colour_text(pair[1]);
    }
    case Verb::bite: return "bite=" + place_text(argument >> 9) + "-" + place_text(argument & 0x1ff);
    case Verb::eat:
      return "eat=" + place_text(argument >> 4) + ((argument & 15) == kNoCard ? "" : ":" + card_text(argument & 15));
    case Verb::larva: return "larva=" + colour_text(high) + special_text(paid);
    case Verb::alga: return std::string("alga=") + kAlgaLetters[at(high)] + ":" + kind_text(paid);
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
  for (const Word& word : kBare) {
    if (text == word.name) return make_action(word.verb);
  }
  const auto [word, rest] = cut(text, '=');
  if (!rest) return std::nullopt;
  const std::string_view value = *rest;
  const auto among = [&](std::span<const Word> words) -> std::optional<Verb> {
    for (const Word& candidate : words) {
      if (candidate.name == word) return candidate.verb;
    }
    return std::nullopt;
  };
  if (const auto verb = among(kWithColour)) return with(*verb, read_colour(value));
  if (const auto verb = among(kWithPlace)) return with(*verb, read_place(value));
  if (const auto verb = among(kWithKind)) return with(*verb, read_kind(value));
  if (const auto verb = among(kWithCard)) return with(*verb, read_card(value));
  if (word == "larvae") return with(Verb::larvae, read_pair(value));
  if (word == "bite") return with(Verb::bite, read_two(value, '-', read_place, 9, read_place));
  if (word == "eat") return with(Verb::eat, read_eat(value));
  if (word == "larva") return with(Verb::larva, read_larva(value));
  if (word == "alga")
    return with(
        Verb::alga,
        read_two(value, ':', [](std::string_view alga) { return read_letter(kAlgaLetters, alga); }, 6, read_kind));
  if (word == "lock") return with(Verb::lock, read_two(value, ':', read_coral_tile, 6, read_kind));
  if (word == "buy") return with(Verb::buy, read_buy(value));
  if (word == "blue") return with(Verb::blue, read_blue(value));
  if (word == "unlock") return with(Verb::unlock, read_coral_tile(value));
  if (word == "shift") return with(Verb::shift, read_two(value, '-', read_coral_tile, 4, read_coral_tile));
  if (word == "grow") return with(Verb::extra_grow, read_two(value, ':', read_place, 3, read_colour));
  if (word == "put") return with(Verb::put, read_put(state, value));
  return std::nullopt;
}

}  // namespace atl::reef_encounter::second_kind
