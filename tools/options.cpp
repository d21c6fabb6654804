#include "tools/options.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

#include <fmt/format.h>
#include <toml++/toml.h>
#include <CLI/CLI.hpp>

#include "engine/core/checks.hpp"
#include "engine/core/text.hpp"

namespace atl::tools {

using namespace report;

namespace {

[[noreturn]] void refuse(const std::string& name, const std::string& text, const std::string& wanted) {
  throw InputError(fmt::format("bad value '{}' for --{} (wanted {}).", text, name, wanted));
}

std::int64_t parse_in_range(const std::string& name, const std::string& text, std::int64_t min, std::int64_t max) {
  std::optional<std::int64_t> value = parse_integer(text);
  if (!value && text.find('e') != std::string::npos) {  // 1e6 is a whole number too
    const std::optional<double> real = parse_real(text);
    if (real && std::abs(*real) < 1e15 && *real == std::trunc(*real)) value = static_cast<std::int64_t>(*real);
  }
  if (!value || *value < min || *value > max) refuse(name, text, fmt::format("a whole number from {} to {}", min, max));
  return *value;
}

double parse_in_range(const std::string& name, const std::string& text, double min, double max) {
  const std::optional<double> value = parse_real(text);
  if (!value || *value < min || *value > max) refuse(name, text, fmt::format("a number from {} to {}", min, max));
  return *value;
}

/// A TOML value as the text the command line would take.
std::string toml_text(const std::string& key, const toml::node& node) {
  if (const auto* value = node.as_string()) return value->get();
  if (const auto* value = node.as_integer()) return std::to_string(value->get());
  if (const auto* value = node.as_floating_point()) return fmt::format("{}", value->get());
  if (const auto* value = node.as_boolean()) return value->get() ? "true" : "false";
  throw InputError(
      fmt::format("key '{}' in line {} of the configuration has no plain value (wanted text, a number, true, "
                  "false, or a list of these).",
                  key, node.source().begin.line));
}

}  // namespace

Format parse_format(std::string_view text) {
  if (text == "json") return Format::json;
  return text == "csv" ? Format::csv : Format::table;
}

CLI::Option* Options::declare(const std::string& name, const std::string& type, const std::string& help, bool many,
                              std::function<void(const std::vector<std::string>&)> set, bool is_positional,
                              bool required, const std::string& letter, bool may_be_bare) {
  Entry& entry = entries_[name];
  entry.set = std::move(set);
  entry.many = many;
  entry.is_positional = is_positional;
  CLI::Option* const option = app_->add_option_function<std::vector<std::string>>(
      is_positional ? name : (letter.empty() ? "" : "-" + letter + ",") + "--" + name,
      [this, name](const std::vector<std::string>& values) {
        Entry& given = entries_.at(name);
        if (!given.many && values.size() > 1) {
          if (!given.is_positional) throw InputError(fmt::format("option --{} was given twice.", name));
          const bool setting = values[1].find('=') != std::string::npos;
          throw InputError(fmt::format("unexpected '{}' after '{}'.{}", values[1], values[0],
                                       setting ? " Write the option's name before every NAME=VALUE" : ""));
        }
        given.from_command_line = true;
        given.set(values);
      },
      help);
  option->type_name(is_positional ? "" : type)->group(is_positional ? "Positionals" : group_);
  if (many) {
    option->expected(1, -1)->take_all();
  } else {
    option->expected(may_be_bare ? 0 : 1, 1)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    // What follows the value of an option belongs to somebody else: `match --seed 3 reef_rescue`.
    if (!is_positional) option->allow_extra_args(false);
  }
  if (required) option->required();
  return option;
}

void Options::positional(const std::string& key, std::string& target, const std::string& help, bool required) {
  declare(key, "", help, false, [&target](const auto& values) { target = values.front(); }, true, required);
}

void Options::positionals(const std::string& key, std::vector<std::string>& target, const std::string& help) {
  declare(key, "", help, true, [&target](const auto& values) { target = values; }, true, true);
}

void Options::text(const std::string& name, std::string& target, const std::string& help) {
  declare(name, "TEXT", help, false, [&target](const auto& values) { target = values.front(); });
}

void Options::optional_text(const std::string& name, std::optional<std::string>& target, const std::string& help,
                            const std::string& letter) {
  declare(name, "TEXT", help, false, [&target](const auto& values) { target = values.front(); }, false, false, letter);
}

void Options::optional_file(const std::string& name, std::optional<std::string>& target, const std::string& help,
                            const std::string& letter) {
  declare(name, "FILE", help, false, [&target](const auto& values) { target = values.front(); }, false, false, letter);
}

void Options::texts(const std::string& name, std::vector<std::string>& target, const std::string& help) {
  declare(name, "TEXT", help, true, [&target](const auto& values) { target = values; });
}

void Options::settings(const std::string& name, std::vector<std::string>& target, const std::string& help) {
  declare(name, "NAME=VALUE", help, true, [&target](const auto& values) { target = values; })->allow_extra_args(false);
  entries_.at(name).settings = true;
}

void Options::choice(const std::string& name, const std::vector<std::string>& allowed, const std::string& help,
                     std::function<void(std::size_t)> set) {
  declare(name, join(allowed, "|"), help, false, [name, allowed, set = std::move(set)](const auto& values) {
    const auto found = std::find(allowed.begin(), allowed.end(), values.front());
    if (found == allowed.end()) {
      throw InputError(unknown_word_message("value of --" + name, values.front(), allowed));
    }
    set(static_cast<std::size_t>(found - allowed.begin()));
  });
}

void Options::word(const std::string& name, std::string& target, const std::vector<std::string>& allowed,
                   const std::string& help) {
  choice(name, allowed, help, [&target, allowed](std::size_t i) { target = allowed[i]; });
}

void Options::integer(const std::string& name, std::int64_t& target, std::int64_t min, std::int64_t max,
                      const std::string& help) {
  declare(name, "N", help, false,
          [name, &target, min, max](const auto& values) { target = parse_in_range(name, values.front(), min, max); });
}

void Options::optional_integer(const std::string& name, std::optional<std::int64_t>& target, std::int64_t min,
                               std::int64_t max, const std::string& help) {
  declare(name, "N", help, false,
          [name, &target, min, max](const auto& values) { target = parse_in_range(name, values.front(), min, max); });
}

void Options::seed(const std::string& name, std::optional<std::uint64_t>& target, const std::string& help) {
  declare(name, "N", help, false, [name, &target](const auto& values) {
    const std::optional<std::uint64_t> value = parse_unsigned(values.front());
    if (!value) refuse(name, values.front(), "a whole number from 0 to 18446744073709551615");
    target = value;
  });
}

void Options::real(const std::string& name, double& target, double min, double max, const std::string& help) {
  declare(name, "X", help, false,
          [name, &target, min, max](const auto& values) { target = parse_in_range(name, values.front(), min, max); });
}

void Options::optional_real(const std::string& name, std::optional<double>& target, double min, double max,
                            const std::string& help) {
  declare(name, "X", help, false,
          [name, &target, min, max](const auto& values) { target = parse_in_range(name, values.front(), min, max); });
}

void Options::integer_or_bare(const std::string& name, std::int64_t& target, std::int64_t bare, std::int64_t min,
                              std::int64_t max, const std::string& help) {
  declare(
      name, "N", help, false,
      [name, &target, bare, min, max](const std::vector<std::string>& values) {
        const bool is_bare = values.empty() || values.front().empty() || values.front() == "true";
        target = is_bare ? bare : parse_in_range(name, values.front(), min, max);
      },
      false, false, {}, true);
}

void Options::flag(const std::string& name, bool& target, const std::string& help) {
  Entry& entry = entries_[name];
  entry.set = [name, &target](const std::vector<std::string>& values) {
    if (values.front() != "true" && values.front() != "false") refuse(name, values.front(), "true or false");
    target = values.front() == "true";
  };
  app_->add_flag_callback(
          "--" + name,
          [this, name, &target] {
            entries_.at(name).from_command_line = true;
            target = true;
          },
          help)
      ->group(group_);
}

void Options::format(Format& target) {
  declare("format", "table|json|csv", "how results are printed [table]", false, [&target](const auto& values) {
    const std::vector<std::string> allowed = {"table", "json", "csv"};
    if (std::find(allowed.begin(), allowed.end(), values.front()) == allowed.end()) {
      throw InputError(unknown_word_message("value of --format", values.front(), allowed));
    }
    target = parse_format(values.front());
  });
}

void Options::config() {
  app_->add_option_function<std::string>(
          "--config", [this](const std::string& path) { config_path_ = path; },
          "TOML file with options by their names without dashes; the command line wins")
      ->type_name("FILE")
      ->group(group_);
}

bool Options::given(const std::string& name) const {
  const Entry& entry = entries_.at(name);
  return entry.from_command_line || entry.from_config;
}

std::vector<std::string> Options::names() const {
  std::vector<std::string> names;
  for (const auto& [name, entry] : entries_) names.push_back(name);
  return names;
}

void Options::read_config() {
  if (!config_path_) return;
  if (std::filesystem::is_directory(*config_path_))
    throw InputError(fmt::format("cannot read configuration '{}' (it is a folder).", *config_path_));
  toml::table table;
  try {
    table = toml::parse_file(*config_path_);
  } catch (const toml::parse_error& error) {
    const toml::source_position at = error.source().begin;
    throw InputError(at.line == 0
                         ? fmt::format("cannot read configuration '{}' ({}).", *config_path_, error.description())
                         : fmt::format("bad configuration '{}' (line {}, column {}: {}).", *config_path_, at.line,
                                       at.column, error.description()));
  }
  for (const auto& [toml_key, node] : table) {
    const std::string key(toml_key.str());
    if (key == "manifest") continue;  // what a run keeps beside its configuration; for people
    const auto found = entries_.find(key);
    if (found == entries_.end()) {
      throw InputError(fmt::format("{} ('{}', line {})", unknown_word_message("key", key, names()), *config_path_,
                                   node.source().begin.line));
    }
    Entry& entry = found->second;
    if (entry.from_command_line) continue;
    std::vector<std::string> values;
    if (const toml::array* const list = node.as_array()) {
      for (const toml::node& part : *list) values.push_back(toml_text(key, part));
      if (!entry.many)
        throw InputError(fmt::format("key '{}' in '{}' takes one value, not a list.", key, *config_path_));
    } else if (const toml::table* const settings = node.as_table(); settings != nullptr && entry.settings) {
      for (const auto& [name, value] : *settings)
        values.push_back(fmt::format("{}={}", name.str(), toml_text(fmt::format("{}.{}", key, name.str()), value)));
    } else {
      values.push_back(toml_text(key, node));
    }
    if (values.empty())
      throw InputError(fmt::format("key '{}' in '{}' has no values. Leave it out instead", key, *config_path_));
    entry.from_config = true;
    entry.set(values);
  }
}

}  // namespace atl::tools
