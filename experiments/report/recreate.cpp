#include "experiments/report/recreate.hpp"

#include <algorithm>
#include <optional>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "engine/core/text.hpp"
#include "experiments/findings/stop_rule.hpp"

namespace atl::report {
namespace {

const RuleSetting* find_setting(const std::vector<RuleSetting>& rules, const std::string& name) {
  const auto found =
      std::find_if(rules.begin(), rules.end(), [&](const RuleSetting& rule) { return rule.name == name; });
  return found == rules.end() ? nullptr : &*found;
}

/// Rules that all variants share become --rule; a rule that varies becomes --sweep, once per value, where a variant
/// that does not name it has its default. The order is that of parse_sweep: the first name varies slowest.
void add_rules(const RunConfig& config, const GameDriver& driver, std::vector<RunSetting>& settings) {
  RunSetting rules{.name = "rule", .values = {}, .number = false, .list = true, .name_each = true};
  RunSetting sweeps{.name = "sweep", .values = {}, .number = false, .list = true, .name_each = true};
  std::vector<std::pair<std::size_t, std::vector<std::string>>> varying;  // first variant that differs from variant 0
  for (const FieldState& field : driver.rule_fields(config.players)) {
    std::vector<std::string> values;
    std::size_t first_change = 0;
    bool named = false;
    for (std::size_t v = 0; v < config.variants.size(); ++v) {
      const RuleSetting* const setting = find_setting(config.variants[v], std::string(field.field.name));
      named = named || setting != nullptr;
      const std::string text =
          std::string(field.field.name) + "=" + format_field_value(setting != nullptr ? setting->value : field.value);
      if (std::find(values.begin(), values.end(), text) != values.end()) continue;
      if (values.size() == 1) first_change = v;
      values.push_back(text);
    }
    if (values.size() > 1) {
      varying.emplace_back(first_change, values);
    } else if (named) {
      rules.values.push_back(values.front());
    }
  }
  std::stable_sort(varying.begin(), varying.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  for (const auto& [change, values] : varying) sweeps.values.insert(sweeps.values.end(), values.begin(), values.end());
  if (!rules.values.empty()) settings.push_back(rules);
  if (!sweeps.values.empty()) settings.push_back(sweeps);
}

/// The options behind the canonical text of a stopping rule (findings/stop_rule.hpp).
void add_stop_rule(const std::string& text, std::vector<RunSetting>& settings) {
  if (text.empty()) return;
  const RuleWords words(text);
  const auto number = [&](const char* name, const char* word) {
    settings.push_back({.name = name, .values = {words.word(word)}, .number = true});
  };
  if (words.kind() == "sprt") {
    settings.push_back({.name = "sprt", .values = {}});
    settings.push_back({.name = "sprt-model", .values = {words.word("model")}});
    number("sprt-h0", "h0");
    number("sprt-h1", "h1");
    number("alpha", "alpha");
    number("beta", "beta");
  } else {
    const std::string& until = words.word("until");
    settings.push_back({.name = "stop-when", .values = {until == "width" ? "width=" + words.word("width") : until}});
    number("delta", "delta");
    number("confidence", "confidence");
  }
  if (words.word("forfeits") != "exclude") settings.push_back({.name = "forfeits", .values = {words.word("forfeits")}});
}

std::string toml_string(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      quoted += '\\';
      quoted += c;
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      quoted += fmt::format("\\u{:04x}", static_cast<unsigned>(static_cast<unsigned char>(c)));
    } else {
      quoted += c;
    }
  }
  return quoted + "\"";
}

}  // namespace

std::string run_verb_of(const RunConfig& config) { return config.lineups == LineupPlan::self_play ? "seats" : "match"; }

std::vector<RunSetting> run_settings(const RunConfig& config, const GameDriver& driver) {
  std::vector<RunSetting> settings;
  const RunConfig defaults;
  visit_keys(
      [&]<class T>(const std::string& key, const T& value, const T& standard) {
        if (key == "rules-version") return;  // the program's own
        if (key == "rules") {
          add_rules(config, driver, settings);
        } else if (key == "stop-rule") {
          add_stop_rule(config.stop_rule, settings);
        } else if constexpr (requires { text_of(value); }) {
          // The verb `seats` says who meets whom.
          const bool said = key == "lineups" && config.lineups == LineupPlan::self_play;
          if (value != standard && !said) settings.push_back({.name = key, .values = {text_of(value)}});
        } else if constexpr (std::is_integral_v<T>) {
          // TOML integers end at 2^63 - 1; the options read text as well.
          const bool number = std::in_range<std::int64_t>(value);
          settings.push_back({.name = key, .values = {std::to_string(value)}, .number = number});
        } else if constexpr (std::is_floating_point_v<T>) {
          if (value != standard) {
            settings.push_back({.name = key, .values = {fmt::format("{}", value)}, .number = true});
          }
        } else if constexpr (std::is_same_v<T, std::vector<std::string>>) {
          settings.push_back({.name = key, .values = value, .number = false, .list = true});
        } else if constexpr (std::is_same_v<T, std::string>) {
          settings.push_back({.name = key, .values = {value}});
        }
      },
      config, defaults);
  return settings;
}

std::string shell_word(const std::string& word) {
  static constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-=:,./@%+";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) return word;
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string run_command_line(const RunConfig& config, const GameDriver& driver) {
  std::string line = "atoll " + run_verb_of(config) + " " + shell_word(config.game);
  for (const RunSetting& setting : run_settings(config, driver)) {
    if (setting.name == "game") continue;
    if (!setting.name_each) line += " --" + setting.name;
    for (const std::string& value : setting.values) {
      line += (setting.name_each ? " --" + setting.name + " " : " ") + shell_word(value);
    }
  }
  return line;
}

std::string run_config_file(const Manifest& manifest, const GameDriver& driver) {
  std::string text = fmt::format("# atoll {} --config FILE\n", run_verb_of(manifest.config));
  for (const RunSetting& setting : run_settings(manifest.config, driver)) {
    std::vector<std::string> values;
    for (const std::string& value : setting.values) values.push_back(setting.number ? value : toml_string(value));
    const std::string value = setting.list ? "[" + join(values, ", ") + "]" : values.empty() ? "true" : values.front();
    text += fmt::format("{} = {}\n", setting.name, value);
  }
  text += "\n[manifest]\n";
  for (const auto& [key, value] : {std::pair{"version", manifest.version}, std::pair{"commit", manifest.commit},
                                   std::pair{"compiler", manifest.compiler}, std::pair{"flags", manifest.flags},
                                   std::pair{"machine", manifest.machine}}) {
    text += fmt::format("{} = {}\n", key, toml_string(value));
  }
  return text;
}

}  // namespace atl::report
