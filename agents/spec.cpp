#include "agents/spec.hpp"

#include <algorithm>
#include <optional>
#include <type_traits>

#include "engine/core/text.hpp"
#include "search/params_list.hpp"

namespace atl {

namespace {

std::string_view help_of(AgentKind kind) {
  switch (kind) {
    case AgentKind::random: return "plays uniformly at random and keeps no beliefs: the zero of every scale";
    case AgentKind::greedy: return "samples a world and plays the game's heuristic in it: fast, knows no future";
    case AgentKind::flat:
      return "flat Monte Carlo, no tree: a bandit over the legal actions. Good with a good playout policy and few "
             "iterations";
    case AgentKind::pimc:
      return "determinized UCT: a tree per sampled world, roots added up. Fast per iteration; believes it will know "
             "hidden facts later (strategy fusion)";
    case AgentKind::ismcts:
      return "single-observer information set MCTS: one tree, a new world every iteration. The default choice";
    case AgentKind::pom_ismcts:
      return "single-observer ISMCTS with partially observable moves: what cannot be seen of others' actions is not in "
             "the tree. Others then act at random within what looks the same";
    case AgentKind::mo_ismcts:
      return "multiple-observer ISMCTS: a tree per seat. With public_share the searcher's secrets keep their worth: "
             "use it where hiding something matters";
    case AgentKind::ris_mcts:
      return "re-determinizing ISMCTS: other seats learn from worlds drawn from what they may believe. Slower start "
             "than mo-ismcts, needs no public belief";
  }
  return {};
}

bool searches(AgentKind kind) { return kind != AgentKind::random && kind != AgentKind::greedy; }

template <class T>
ParameterInfo info_of(const Param& param, const T& member) {
  using Type = ParameterInfo::Type;
  ParameterInfo info{.name = std::string(param.name),
                     .type = std::is_integral_v<T> ? Type::integer : Type::real,
                     .default_value = param_text(member),
                     .min = param.min,
                     .max = param.max,
                     .words = {},
                     .help = std::string(param.help),
                     .larger = std::string(param.larger),
                     .smaller = std::string(param.smaller),
                     .read = std::string(param.read.text),
                     .needs = param.needs ? std::string(ability_row(*param.needs).name) : std::string()};
  if constexpr (std::is_same_v<T, bool>) {
    info.words = {param_text(member), param_text(!member)};
  } else if constexpr (std::is_enum_v<T>) {
    for (const auto& [enumerator, word] : words_of(member)) info.words.emplace_back(word);
  }
  if (!info.words.empty()) info.type = Type::word;
  return info;
}

struct Setting {
  std::string_view name, value;
};

/// A spec taken apart. Those of `default` come first, overridden ones left out.
struct Written {
  AgentKind kind = AgentKind::random;
  bool cheats = false;
  std::vector<Setting> of_default, given;
};

std::vector<Setting> read_settings(std::string_view text) {
  std::vector<Setting> settings;
  for (const std::string_view part : split(text, ',')) {
    const std::size_t equals = part.find('=');
    if (equals == std::string_view::npos)
      throw InputError("bad agent parameter '" + std::string(part) + "' (wanted: name=value)");
    const std::string_view name = part.substr(0, equals);
    for (const Setting& other : settings) {
      if (other.name == name) throw InputError("parameter '" + std::string(name) + "' is given twice");
    }
    settings.push_back({.name = name, .value = part.substr(equals + 1)});
  }
  return settings;
}

bool contains(const std::vector<Setting>& settings, std::string_view name) {
  return std::any_of(settings.begin(), settings.end(), [&](const Setting& s) { return s.name == name; });
}

bool has_param(AgentKind kind, std::string_view name) {
  bool found = false;
  const SearchParams defaults;
  visit_params(defaults, [&](const Param& param, AgentKinds kinds, const auto&) {
    found |= param.name == name && kinds.contains(kind);
  });
  return found;
}

AgentKind kind_of(std::string_view name, std::vector<std::string> others) {
  std::vector<std::string> known;
  for (const auto& [kind, word] : words_of(AgentKind{})) {
    if (word == name) return kind;
    known.emplace_back(word);
  }
  known.insert(known.end(), others.begin(), others.end());
  throw InputError(unknown_word_message("agent", name, known));
}

Written take_apart(std::string_view text, std::string_view default_spec) {
  const std::string whole(text);
  Written written;
  written.cheats = text.starts_with("cheat:");
  if (written.cheats) text.remove_prefix(6);
  const std::size_t colon = text.find(':');
  const std::string_view name = text.substr(0, colon);
  if (colon != std::string_view::npos) {
    if (colon + 1 == text.size()) throw InputError("bad agent '" + whole + "' (nothing follows the colon)");
    written.given = read_settings(text.substr(colon + 1));
  }
  if (name != "default") {
    written.kind = kind_of(name, {"default"});
    return written;
  }
  if (default_spec.empty()) throw InputError("the game has no default agent. Name one");
  const Written base = take_apart(default_spec, {});
  written.kind = base.kind;
  for (const Setting& setting : written.given) {
    if (setting.name == "kind") written.kind = kind_of(setting.value, {});
  }
  std::erase_if(written.given, [](const Setting& setting) { return setting.name == "kind"; });
  const bool timed = contains(written.given, "ms") && !contains(written.given, "iterations");
  for (const Setting& setting : base.given) {
    if (contains(written.given, setting.name) || (timed && setting.name == "iterations")) continue;
    if (has_param(written.kind, setting.name)) written.of_default.push_back(setting);
  }
  return written;
}

void check_range(const Param& param, double value, const std::string& where) {
  if (value >= param.min && value <= param.max) return;
  throw InputError("bad value " + where + " (allowed: " + param_text(param.min) + " to " + param_text(param.max) + ")");
}

/// Sets a member to a value as it is written. `name`: "ismcts:c", for messages.
template <class T>
void assign(const Param& param, const std::string& name, std::string_view text, T& member) {
  const std::string where = "'" + std::string(text) + "' for " + name;
  if constexpr (std::is_enum_v<T> || std::is_same_v<T, bool>) {
    constexpr auto all = [] {
      if constexpr (std::is_enum_v<T>) {
        return words_of(T{});
      } else {
        return Words<bool, 2>{{{true, "on"}, {false, "off"}}};
      }
    }();
    std::vector<std::string> known;
    for (const auto& [value, word] : all) {
      if (word == text) {
        member = value;
        return;
      }
      known.emplace_back(word);
    }
    throw InputError(unknown_word_message("value of " + name, text, known));
  } else if constexpr (std::is_integral_v<T>) {
    const std::optional<std::int64_t> value = parse_integer(text);
    if (!value) throw InputError("bad value " + where + " (a whole number is wanted)");
    check_range(param, static_cast<double>(*value), where);
    member = static_cast<T>(*value);
  } else {
    const std::optional<double> value = parse_real(text);
    if (!value) throw InputError("bad value " + where + " (a number is wanted)");
    check_range(param, *value, where);
    member = *value;
  }
}

/// A time limit alone is the whole budget.
SearchParams defaults_of(const SearchParams& params) {
  SearchParams defaults;
  if (params.budget.ms > 0) defaults.budget.iterations = BudgetParams::kUnlimited;
  return defaults;
}

/// The parameters as written, all else left as listed. Refuses what the kind or the game does not have.
SearchParams params_of(const Written& written, const AgentContext& context) {
  const std::string kind = param_text(written.kind);
  SearchParams params;
  const auto set_all = [&](const std::vector<Setting>& settings) {
    for (const Setting& setting : settings) {
      bool found = false;
      visit_params(params, [&](const Param& param, AgentKinds kinds, auto& member) {
        if (param.name != setting.name || !kinds.contains(written.kind)) return;
        found = true;
        require_abilities(param, setting.value, context.abilities);
        assign(param, kind + ":" + std::string(param.name), setting.value, member);
      });
      if (found) continue;
      std::vector<std::string> known;
      for (const ParameterInfo& info : agent_kinds()[static_cast<std::size_t>(written.kind)].parameters)
        known.push_back(info.name);
      if (known.empty())
        throw InputError("unknown parameter '" + std::string(setting.name) + "' (" + kind + " has none)");
      throw InputError(unknown_word_message("parameter of " + kind, setting.name, known));
    }
  };
  set_all(written.of_default);
  set_all(written.given);
  if (!contains(written.given, "iterations") && !contains(written.of_default, "iterations"))
    params.budget.iterations = defaults_of(params).budget.iterations;
  return params;
}

/// Takes out the first of `settings` that is not read under the rest, and says which.
std::optional<Param> drop_unread(std::vector<Setting>& settings, const Reader& agent) {
  std::optional<Param> dropped;
  visit_params(agent.params, [&](const Param& param, AgentKinds, const auto&) {
    if (dropped || is_read(param, agent)) return;
    if (std::erase_if(settings, [&](const Setting& s) { return s.name == param.name; }) > 0) dropped = param;
  });
  return dropped;
}

}  // namespace

const std::vector<AgentKindInfo>& agent_kinds() {
  static const std::vector<AgentKindInfo> kinds = [] {
    std::vector<AgentKindInfo> out;
    for (const auto& [kind, word] : words_of(AgentKind{})) {
      AgentKindInfo& info = out.emplace_back();
      info.kind = word;
      info.help = help_of(kind);
      info.searches = searches(kind);
      const SearchParams defaults;
      visit_params(defaults, [&](const Param& param, AgentKinds readers, const auto& member) {
        if (readers.contains(kind)) info.parameters.push_back(info_of(param, member));
      });
    }
    return out;
  }();
  return kinds;
}

bool AgentSpec::reads(std::string_view name) const {
  bool found = false;
  for (const auto& [each, word] : words_of(AgentKind{})) {
    if (word != kind) continue;
    const Reader agent{.params = params, .kind = each, .cheats = cheats};
    visit_params(params, [&](const Param& param, AgentKinds kinds, const auto&) {
      found |= param.name == name && kinds.contains(agent.kind) && is_read(param, agent);
    });
  }
  return found;
}

AgentSpec parse_agent_spec(std::string_view text, const AgentContext& context, Unread unread) {
  Written written = take_apart(text, context.default_spec);
  AgentSpec spec{.kind = param_text(written.kind), .cheats = written.cheats, .params = {}, .text = {}};
  if (written.cheats && !searches(written.kind))
    throw InputError("'cheat:" + spec.kind + "' makes no sense (only agents that search can use the truth)");
  if (written.kind == AgentKind::greedy) context.abilities.require(Ability::heuristic, "greedy", "Use flat or ismcts");
  for (bool settled = false; !settled;) {
    spec.params = params_of(written, context);
    const Reader agent{.params = spec.params, .kind = written.kind, .cheats = written.cheats};
    if (drop_unread(written.of_default, agent)) continue;
    const std::optional<Param> unused = drop_unread(written.given, agent);
    if (unused && unread == Unread::refuse) throw_unread(*unused);
    settled = !unused;
  }

  spec.text = (spec.cheats ? "cheat:" : "") + spec.kind;
  char separator = ':';
  const std::vector<std::string> defaults = param_texts(defaults_of(spec.params));
  std::size_t i = 0;
  visit_params(spec.params, [&](const Param& param, AgentKinds, const auto& member) {
    const std::string value = param_text(member);
    if (value == defaults[i++]) return;
    spec.text += separator + std::string(param.name) + "=" + value;
    separator = ',';
  });
  return spec;
}

}  // namespace atl
