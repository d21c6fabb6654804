/// Reading and writing what tokens of both games are made of: colours, coral tiles, boards, pairs of larvae, words.
#pragma once

#include <array>
#include <bit>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "engine/core/types.hpp"
#include "engine/reef_encounter/common/steps.hpp"

namespace atl::reef_encounter {

// --- Writing ---

inline std::string colour_text(int colour) {
  return std::string(1, colour == kUnseen ? '?' : kColourLetters[static_cast<std::size_t>(colour)]);
}
inline std::string coral_tile_text(int tile) { return std::string(kCoralTable[static_cast<std::size_t>(tile)].name); }
inline std::string alga_text(int alga) { return std::string(1, kAlgaLetters[static_cast<std::size_t>(alga)]); }
inline std::string boards_text(int set) {
  std::string text;
  for (auto rest = static_cast<unsigned>(set); rest != 0; rest &= rest - 1)
    text += static_cast<char>('0' + std::countr_zero(rest));
  return text;
}
inline std::string pair_text(int pair) {
  if (pair == kUnseenPair) return "??";
  const auto& colours = kLarvaPair[static_cast<std::size_t>(pair)];
  return colour_text(colours[0]) + colour_text(colours[1]);
}

// --- Reading: nothing if the text is not exactly one of them ---

using Read = std::optional<int>;

inline Read read_letter(std::string_view letters, std::string_view text) {
  if (text.size() != 1) return std::nullopt;
  const std::size_t found = letters.find(text[0]);
  if (found == std::string_view::npos) return std::nullopt;
  return static_cast<int>(found);
}
inline Read read_colour(std::string_view text) { return read_letter(kColourLetters, text); }
inline Read read_alga(std::string_view text) { return read_letter(kAlgaLetters, text); }

/// The place in `table` of what is called `text`.
template <class Table, class NameOf>
Read read_name(const Table& table, std::string_view text, NameOf&& name_of) {
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (name_of(table[i]) == text) return static_cast<int>(i);
  }
  return std::nullopt;
}
inline Read read_coral_tile(std::string_view text) {
  return read_name(kCoralTable, text, [](const CoralTile& tile) { return tile.name; });
}
inline Read read_pair(std::string_view text) {
  for (int i = 0; i < kLarvaPairs; ++i) {
    if (pair_text(i) == text) return i;
  }
  return std::nullopt;
}
inline Read read_boards(std::string_view text) {
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
inline std::pair<std::string_view, std::optional<std::string_view>> cut(std::string_view text, char mark) {
  const std::size_t found = text.find(mark);
  if (found == std::string_view::npos) return {text, std::nullopt};
  return {text.substr(0, found), text.substr(found + 1)};
}
/// high * factor + low, if both were read.
inline Read joined(Read high, int factor, Read low) {
  if (!high || !low) return std::nullopt;
  return *high * factor + *low;
}
template <class ReadHigh, class ReadLow>
Read read_two(std::string_view text, char mark, ReadHigh&& high, int factor, ReadLow&& low) {
  const auto [first, second] = cut(text, mark);
  return second ? joined(high(first), factor, low(*second)) : std::nullopt;
}

// --- Words ---

/// A token `name` or `name=...` for a verb.
template <class Verb>
struct Word {
  std::string_view name;
  Verb verb;
};
template <class Verb>
std::optional<Verb> verb_named(std::span<const Word<Verb>> words, std::string_view name) {
  for (const Word<Verb>& word : words) {
    if (word.name == name) return word.verb;
  }
  return std::nullopt;
}
/// Empty if the verb is none of these.
template <class Verb>
std::string_view name_of(std::span<const Word<Verb>> words, Verb verb) {
  for (const Word<Verb>& word : words) {
    if (word.verb == verb) return word.name;
  }
  return {};
}

}  // namespace atl::reef_encounter
