#include "engine/core/rules.hpp"

#include <algorithm>
#include <string>

#include "engine/core/text.hpp"

namespace atl {
namespace {

std::string range_text(const Field& field) { return std::to_string(field.min) + " to " + std::to_string(field.max); }

bool is_word_of(std::string_view words, std::string_view word) {
  const std::vector<std::string_view> all = split(words, '|');
  return std::find(all.begin(), all.end(), word) != all.end();
}

[[noreturn]] void throw_bad_value(const Field& field, std::string_view text, const std::string& wanted) {
  throw InputError("bad value '" + std::string(text) + "' for rule '" + std::string(field.name) + "' (" + wanted +
                   "). `atoll games` lists rules, defaults and ranges");
}

std::int64_t parse_number(const Field& field, std::string_view whole, std::string_view text, const char* what) {
  const std::optional<std::int64_t> number = parse_integer(text);
  if (!number || *number < field.min || *number > field.max)
    throw_bad_value(field, whole, what + (" from " + range_text(field)));
  return *number;
}

}  // namespace

FieldValue parse_field_value(const Field& field, const FieldValue& like, std::string_view text) {
  if (std::holds_alternative<bool>(like)) {
    if (text == "true") return true;
    if (text == "false") return false;
    throw_bad_value(field, text, "true or false");
  }
  if (std::holds_alternative<std::int64_t>(like)) return parse_number(field, text, text, "a whole number");
  if (std::holds_alternative<std::string>(like)) return std::string(text);
  std::vector<int> list;
  for (const std::string_view part : split(text, ',')) {
    list.push_back(static_cast<int>(parse_number(field, text, part, "whole numbers with commas, each")));
  }
  return list;
}

void check_field_value(const Field& field, const FieldValue& like, const FieldValue& value) {
  if (like.index() != value.index()) {
    static constexpr const char* kWanted[] = {"a whole number", "true or false", "a string", "a list of whole numbers"};
    throw_bad_value(field, format_field_value(value), kWanted[like.index()]);
  }
  if (const auto* text = std::get_if<std::string>(&value); text != nullptr && !field.words.empty()) {
    if (!is_word_of(field.words, *text)) throw_bad_value(field, *text, "one of " + std::string(field.words));
  }
  const auto check_number = [&](std::int64_t number) {
    if (number < field.min || number > field.max)
      throw_bad_value(field, format_field_value(value), "from " + range_text(field));
  };
  if (const auto* number = std::get_if<std::int64_t>(&value)) check_number(*number);
  if (const auto* list = std::get_if<std::vector<int>>(&value)) {
    for (const int number : *list) check_number(number);
  }
}

std::string format_field_value(const FieldValue& value) {
  if (const auto* number = std::get_if<std::int64_t>(&value)) return std::to_string(*number);
  if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  std::vector<std::string> parts;
  for (const int number : std::get<std::vector<int>>(value)) parts.push_back(std::to_string(number));
  return join(parts, ",");
}

void throw_unknown_rule(std::string_view game, std::string_view name, const std::vector<FieldState>& known) {
  std::vector<std::string> names;
  for (const FieldState& state : known) names.emplace_back(state.field.name);
  throw InputError(unknown_word_message("rule of " + std::string(game), name, names));
}

}  // namespace atl
