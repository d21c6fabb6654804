/// Reading what people type: numbers read whole or not at all, and "did you mean".
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace atl {

/// The whole text as a number, or nothing: no blanks, no '+', no trailing characters, no leading zeros ("010"),
/// no overflow; floating point must be finite.
std::optional<std::int64_t> parse_integer(std::string_view text);
std::optional<std::uint64_t> parse_unsigned(std::string_view text);
std::optional<double> parse_real(std::string_view text);

/// The known word nearest to `word` (Levenshtein distance at most a third of its length, at least 1, at most 3).
std::optional<std::string> nearest_word(std::string_view word, const std::vector<std::string>& known);

/// `unknown <what> '<word>' (known: a, b, c). Did you mean 'b'?`
std::string unknown_word_message(std::string_view what, std::string_view word, const std::vector<std::string>& known);

/// `text` split at `separator`; one part more than there are separators.
std::vector<std::string_view> split(std::string_view text, char separator);

/// Parts joined with `separator`.
std::string join(const std::vector<std::string>& parts, std::string_view separator);

}  // namespace atl
