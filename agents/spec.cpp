#include "agents/spec.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>

#include "engine/core/text.hpp"

namespace atl {

namespace {

constexpr std::string_view kUnlimited = "1000000000000";

const AgentKindInfo& find_kind(std::string_view kind) {
  std::vector<std::string> names;
  for (const AgentKindInfo& info : agent_kinds()) {
    if (info.kind == kind) return info;
    names.push_back(info.kind);
  }
  names.emplace_back("default");
  throw InputError(unknown_word_message("agent", kind, names));
}

std::string shortest(double value) {
  std::array<char, 64> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  return {text.data(), end};
}

/// The value in its canonical spelling, or InputError.
std::string checked_value(const std::string& kind, const ParameterInfo& info, std::string_view text) {
  const std::string where = "'" + std::string(text) + "' for " + kind + ":" + info.name;
  const auto out_of_range = [&] {
    throw InputError("bad value " + where + " (allowed: " + shortest(info.min) + " to " + shortest(info.max) + ")");
  };
  switch (info.type) {
    case ParameterInfo::Type::word: {
      if (std::find(info.words.begin(), info.words.end(), text) == info.words.end()) {
        throw InputError(unknown_word_message("value of " + kind + ":" + info.name, text, info.words));
      }
      return std::string(text);
    }
    case ParameterInfo::Type::integer: {
      const std::optional<std::int64_t> value = parse_integer(text);
      if (!value) throw InputError("bad value " + where + " (a whole number is wanted)");
      if (static_cast<double>(*value) < info.min || static_cast<double>(*value) > info.max) out_of_range();
      return std::to_string(*value);
    }
    case ParameterInfo::Type::real: {
      const std::optional<double> value = parse_real(text);
      if (!value) throw InputError("bad value " + where + " (a number is wanted)");
      if (*value < info.min || *value > info.max) out_of_range();
      return shortest(*value == 0 ? 0.0 : *value);
    }
  }
  return {};
}

/// `name=value,name=value` as a map; refuses names the kind does not have for this game and names given twice.
std::map<std::string, std::string> read_parameters(const AgentKindInfo& kind, std::string_view text,
                                                   std::string_view game) {
  std::map<std::string, std::string> given;
  if (text.empty()) return given;
  std::vector<std::string> names;
  for (const ParameterInfo& info : kind.parameters) {
    if (info.only_game.empty() || info.only_game == game) names.push_back(info.name);
  }
  for (const std::string_view part : split(text, ',')) {
    const std::size_t equals = part.find('=');
    if (equals == std::string_view::npos) {
      throw InputError("bad agent parameter '" + std::string(part) + "' (wanted: name=value)");
    }
    const std::string name(part.substr(0, equals));
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      if (names.empty()) throw InputError("unknown parameter '" + name + "' (" + kind.kind + " has none)");
      throw InputError(unknown_word_message("parameter of " + kind.kind, name, names));
    }
    const auto info = std::find_if(kind.parameters.begin(), kind.parameters.end(),
                                   [&](const ParameterInfo& p) { return p.name == name; });
    if (!given.emplace(name, checked_value(kind.kind, *info, part.substr(equals + 1))).second) {
      throw InputError("parameter '" + name + "' is given twice");
    }
  }
  return given;
}

/// Kind, cheating and given parameters, before defaults are filled in.
struct Parsed {
  const AgentKindInfo* kind;
  bool cheats;
  std::map<std::string, std::string> given;
  bool is_default = false;  ///< written as `default`
};

Parsed parse(std::string_view text, std::string_view game, std::string_view default_spec) {
  const std::string whole(text);
  const bool cheats = text.starts_with("cheat:");
  if (cheats) text.remove_prefix(6);
  const std::size_t colon = text.find(':');
  const std::string_view name = text.substr(0, colon);
  const std::string_view parameters = colon == std::string_view::npos ? std::string_view{} : text.substr(colon + 1);
  if (colon != std::string_view::npos && parameters.empty()) {
    throw InputError("bad agent '" + whole + "' (nothing follows the colon)");
  }
  if (name == "default") {
    if (default_spec.empty() || default_spec.find("default") != std::string_view::npos) {
      throw InputError("the game has no default agent. Name one");
    }
    Parsed base = parse(default_spec, game, {});
    std::map<std::string, std::string> given = read_parameters(*base.kind, parameters, game);
    if (given.contains("ms") && !given.contains("iterations")) base.given.erase("iterations");
    given.merge(base.given);
    return {.kind = base.kind, .cheats = cheats, .given = std::move(given), .is_default = true};
  }
  const AgentKindInfo& kind = find_kind(name);
  return {.kind = &kind, .cheats = cheats, .given = read_parameters(kind, parameters, game)};
}

/// The parameters of the game's best agent, budgets aside: how any agent of the game searches unless told otherwise.
std::map<std::string, std::string> game_defaults(std::string_view game, std::string_view default_spec) {
  if (default_spec.empty()) return {};
  std::map<std::string, std::string> defaults = parse(default_spec, game, {}).given;
  for (const char* const budget : {"iterations", "ms", "tree_mb", "trees", "threads", "parallel"})
    defaults.erase(budget);
  return defaults;
}

}  // namespace

AgentSpec parse_agent_spec(std::string_view text, std::string_view game, std::string_view default_spec) {
  Parsed parsed = parse(text, game, default_spec);
  const std::map<std::string, std::string> of_game = game_defaults(game, default_spec);
  const AgentKindInfo& kind = *parsed.kind;
  if (parsed.cheats && !kind.searches) {
    throw InputError("'cheat:" + kind.kind + "' makes no sense (only agents that search can use the truth)");
  }
  const auto ms = parsed.given.find("ms");
  const bool timed = ms != parsed.given.end() && ms->second != "0";

  AgentSpec spec{.kind = kind.kind, .cheats = parsed.cheats, .parameters = {}, .text = {}};
  spec.text = (spec.cheats ? "cheat:" : "") + spec.kind;
  char separator = ':';
  for (const ParameterInfo& info : kind.parameters) {
    if (!info.only_game.empty() && info.only_game != game) continue;
    // A time limit alone is the whole budget.
    const std::string common = timed && info.name == "iterations" ? std::string(kUnlimited) : info.default_value;
    const auto tuned = of_game.find(info.name);
    const std::string standard = tuned != of_game.end() ? tuned->second : common;
    const auto found = parsed.given.find(info.name);
    const std::string& value = found != parsed.given.end() ? found->second : standard;
    spec.parameters.emplace_back(info.name, value);
    if (value == standard && (value == common || !parsed.is_default)) continue;
    spec.text += separator + info.name + "=" + value;
    separator = ',';
  }
  return spec;
}

bool AgentSpec::has(std::string_view name) const {
  return std::any_of(parameters.begin(), parameters.end(), [&](const auto& p) { return p.first == name; });
}

const std::string& AgentSpec::word(std::string_view name) const {
  const auto found = std::find_if(parameters.begin(), parameters.end(), [&](const auto& p) { return p.first == name; });
  if (found == parameters.end()) throw InputError("agent '" + kind + "' has no parameter '" + std::string(name) + "'");
  return found->second;
}

std::int64_t AgentSpec::integer(std::string_view name) const { return parse_integer(word(name)).value_or(0); }

double AgentSpec::real(std::string_view name) const { return parse_real(word(name)).value_or(0); }

}  // namespace atl
