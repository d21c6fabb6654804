/// The words of an enum in one list, for command lines, files and messages.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/checks.hpp"
#include "engine/core/text.hpp"

namespace atl {

template <class Enum>
struct Word {
  Enum value;
  std::string_view text;
};

template <class Enum, std::size_t N>
std::string_view find_word(const Word<Enum> (&words)[N], Enum value) {
  for (const Word<Enum>& word : words) {
    if (word.value == value) return word.text;
  }
  return {};
}

/// Throws InputError on another word; `what` says of what it should be one.
template <class Enum, std::size_t N>
Enum find_value(const Word<Enum> (&words)[N], const std::string& what, std::string_view text) {
  std::vector<std::string> known;
  for (const Word<Enum>& word : words) {
    if (word.text == text) return word.value;
    known.emplace_back(word.text);
  }
  throw InputError(unknown_word_message(what, text, known));
}

}  // namespace atl
