#include "experiments/drivers/rule_text.hpp"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>

#include "engine/core/text.hpp"

namespace atl {
namespace {

/// The text of a file with single spaces for all white space, without what stands between a # and the end of its line.
std::string read_folded(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw InputError("cannot read rule file '" + path + "'");
  std::string folded;
  bool gap = false, comment = false;
  for (std::istreambuf_iterator<char> it(file), end; it != end; ++it) {
    comment = *it != '\n' && (comment || *it == '#');
    if (comment) continue;
    if (std::isspace(static_cast<unsigned char>(*it)) != 0) {
      gap = true;
      continue;
    }
    if (gap && !folded.empty()) folded += ' ';
    gap = false;
    folded += *it;
  }
  if (file.bad()) throw InputError("cannot read rule file '" + path + "'");
  return folded;
}

RuleSetting parse_rule(const GameDriver& driver, const std::vector<FieldState>& fields, const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw InputError("bad rule '" + text + "' (no '='). Write NAME=VALUE");
  }
  const std::string name = text.substr(0, equals);
  std::string value = text.substr(equals + 1);
  const auto field =
      std::find_if(fields.begin(), fields.end(), [&](const FieldState& state) { return state.field.name == name; });
  if (field == fields.end()) throw_unknown_rule(driver.info().name, name, fields);
  if (value.starts_with('@')) value = read_folded(value.substr(1));
  return {name, parse_field_value(field->field, field->value, value)};
}

}  // namespace

std::vector<RuleSetting> parse_rules(const GameDriver& driver, int players, const std::vector<std::string>& texts) {
  const std::vector<FieldState> fields = driver.rule_fields(players);
  std::vector<RuleSetting> rules;
  for (const std::string& text : texts) {
    RuleSetting setting = parse_rule(driver, fields, text);
    for (const RuleSetting& given : rules) {
      if (given.name == setting.name)
        throw InputError("rule '" + setting.name + "' is given twice (one value per rule)");
    }
    rules.push_back(std::move(setting));
  }
  return driver.resolve_rules(players, rules);
}

std::vector<std::vector<RuleSetting>> parse_sweep(const GameDriver& driver, int players,
                                                  const std::vector<RuleSetting>& base,
                                                  const std::vector<std::string>& texts) {
  const std::vector<FieldState> fields = driver.rule_fields(players);
  std::vector<std::vector<RuleSetting>> axes;  // one per name
  for (const std::string& text : texts) {
    RuleSetting setting = parse_rule(driver, fields, text);
    for (const RuleSetting& given : base) {
      if (given.name == setting.name)
        throw InputError("rule '" + setting.name + "' is both fixed and swept. Give it once");
    }
    auto axis =
        std::find_if(axes.begin(), axes.end(), [&](const auto& known) { return known.front().name == setting.name; });
    if (axis == axes.end()) axis = axes.insert(axes.end(), std::vector<RuleSetting>{});
    if (std::find(axis->begin(), axis->end(), setting) != axis->end()) {
      throw InputError("value '" + format_field_value(setting.value) + "' of rule '" + setting.name +
                       "' is swept twice");
    }
    axis->push_back(std::move(setting));
  }
  std::vector<std::vector<RuleSetting>> variants = {base};
  for (const std::vector<RuleSetting>& axis : axes) {
    std::vector<std::vector<RuleSetting>> product;
    for (const std::vector<RuleSetting>& variant : variants) {
      for (const RuleSetting& setting : axis) {
        product.push_back(variant);
        product.back().push_back(setting);
      }
    }
    variants = std::move(product);
    if (variants.size() > 1000) throw InputError("the sweep has more than 1000 combinations. Give fewer values");
  }
  for (std::vector<RuleSetting>& variant : variants) variant = driver.resolve_rules(players, variant);
  return variants;
}

std::string rules_text(const std::vector<RuleSetting>& rules) {
  std::vector<std::string> parts;
  for (const RuleSetting& setting : rules) {
    std::string value = format_field_value(setting.value);
    if (value.size() > 40) value = value.substr(0, 37) + "...";
    parts.push_back(setting.name + "=" + value);
  }
  return parts.empty() ? "defaults" : join(parts, " ");
}

}  // namespace atl
