#include "search/params_list.hpp"

#include <algorithm>
#include <charconv>

namespace atl {

std::string param_text(std::int64_t value) { return std::to_string(value); }

std::string param_text(double value) {
  std::array<char, 64> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value == 0 ? 0.0 : value).ptr;
  return {text.data(), end};
}

std::vector<std::string> param_texts(const SearchParams& params) {
  std::vector<std::string> texts;
  visit_params(params, [&](const Param&, AgentKinds, const auto& member) { texts.push_back(param_text(member)); });
  return texts;
}

void require_abilities(const Param& param, std::string_view value, const Abilities& abilities) {
  if (param.needs) abilities.require(*param.needs, param.name);
  if (param.word && param.word->word == value)
    abilities.require(param.word->needs, std::string(param.name) + "=" + std::string(value));
}

void throw_unread(const Param& param) {
  throw InputError(std::string(param.name) + " is read " + std::string(param.read.text) +
                   " only. Leave it out or change the rest of the agent");
}

void check_params(const SearchParams& params, const Abilities& abilities) {
  static const std::vector<std::string> defaults = param_texts({});
  std::size_t i = 0;
  visit_params(params, [&](const Param& param, AgentKinds kinds, const auto& member) {
    const std::string value = param_text(member);
    if (value == defaults[i++]) return;
    require_abilities(param, value, abilities);
    const auto reads = [&](const auto& kind) {
      return kinds.contains(kind.first) && is_read(param, {.params = params, .kind = kind.first});
    };
    const auto all = words_of(AgentKind{});
    if (std::none_of(all.begin(), all.end(), reads)) throw_unread(param);
  });
}

}  // namespace atl
