#include "experiments/findings/stop_rule.hpp"

#include "engine/core/text.hpp"

namespace atl {

RuleWords::RuleWords(std::string_view text) : text_(text) {
  const std::vector<std::string_view> parts = split(text, ' ');
  kind_ = parts.front();
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const std::size_t equals = parts[i].find('=');
    if (equals == std::string_view::npos) throw InputError("not a stopping rule: '" + text_ + "'");
    words_.emplace_back(parts[i].substr(0, equals), parts[i].substr(equals + 1));
  }
}

const std::string& RuleWords::word(std::string_view name) const {
  for (const auto& [key, value] : words_) {
    if (key == name) return value;
  }
  throw InputError("not a stopping rule: '" + text_ + "' (no '" + std::string(name) + "')");
}

double RuleWords::real(std::string_view name) const {
  const std::optional<double> value = parse_real(word(name));
  if (!value) throw InputError("not a stopping rule: '" + text_ + "' ('" + std::string(name) + "' is no number)");
  return *value;
}

ForfeitPolicy RuleWords::forfeits() const { return find_value(kForfeitWords, "policy for forfeits", word("forfeits")); }

}  // namespace atl
