#include "experiments/tune/parameter_space.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "engine/core/text.hpp"

namespace atl {
namespace {

constexpr std::int64_t kDefaultLevels = 8;
constexpr std::int64_t kMaxLevels = 1000;

const ParameterInfo& find_parameter(const AgentSpec& agent, const std::string& name) {
  const auto kind = std::find_if(agent_kinds().begin(), agent_kinds().end(),
                                 [&](const AgentKindInfo& k) { return k.kind == agent.kind; });
  std::vector<std::string> known;
  for (const ParameterInfo& parameter : kind->parameters) {
    if (parameter.name == name) return parameter;
    known.push_back(parameter.name);
  }
  if (known.empty()) throw InputError(fmt::format("nothing to tune ({} has no parameters).", agent.kind));
  throw InputError(unknown_word_message("parameter of " + agent.kind, name, known));
}

/// LOW:HIGH[:LEVELS] of a number.
std::vector<std::string> read_range(std::string_view text, const std::vector<std::string_view>& parts,
                                    const ParameterInfo& info) {
  const auto refuse = [&](const std::string& why) -> InputError {
    return InputError(
        fmt::format("bad range '{}' ({}). Try {}=LOW:HIGH or {}=LOW:HIGH:LEVELS", text, why, info.name, info.name));
  };
  if (info.type == ParameterInfo::Type::word)
    throw refuse(fmt::format("{} takes words: {}", info.name, join(info.words, "|")));
  if (parts.size() > 3) throw refuse("too many colons");
  const std::optional<double> low = parse_real(parts[0]), high = parse_real(parts[1]);
  const std::optional<std::int64_t> levels = parts.size() == 3 ? parse_integer(parts[2]) : kDefaultLevels;
  if (!low || !high || !levels) throw refuse("not numbers");
  if (!(*low < *high)) throw refuse("LOW must be below HIGH");
  if (*low < info.min || *high > info.max) throw refuse(fmt::format("allowed: {:g} to {:g}", info.min, info.max));
  if (*levels < 2 || *levels > kMaxLevels) throw refuse(fmt::format("2 to {} levels", kMaxLevels));
  std::vector<std::string> values;
  for (std::int64_t i = 0; i < *levels; ++i) {
    const double value = *low + (*high - *low) * static_cast<double>(i) / static_cast<double>(*levels - 1);
    std::string word = info.type == ParameterInfo::Type::integer ? fmt::format("{}", std::llround(value))
                                                                 : fmt::format("{:.4g}", value);
    if (std::find(values.begin(), values.end(), word) == values.end()) values.push_back(std::move(word));
  }
  return values;
}

}  // namespace

TunedParameter parse_tuned_parameter(std::string_view text, const AgentSpec& agent) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos)
    throw InputError(fmt::format("bad parameter '{}' (wanted NAME=LOW:HIGH or NAME=a|b|c).", text));
  TunedParameter parameter{.name = std::string(text.substr(0, equals)), .values = {}};
  const ParameterInfo& info = find_parameter(agent, parameter.name);
  const std::string_view range = text.substr(equals + 1);
  const std::vector<std::string_view> parts = split(range, ':');
  if (parts.size() > 1) {
    parameter.values = read_range(text, parts, info);
  } else {
    for (const std::string_view value : split(range, '|')) parameter.values.emplace_back(value);
  }
  std::vector<std::string> sorted = parameter.values;
  std::sort(sorted.begin(), sorted.end());
  if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end())
    throw InputError(fmt::format("'{}' names a value twice.", text));
  if (parameter.values.size() < 2)
    throw InputError(fmt::format("'{}' leaves nothing to choose (two values or more are needed).", text));
  return parameter;
}

std::string spec_with(const AgentSpec& agent, const std::vector<TunedParameter>& parameters,
                      const std::vector<int>& point) {
  std::string text = (agent.cheats ? "cheat:" : "") + agent.kind;
  char separator = ':';
  // The canonical text has what differs from the defaults; all else stays as the parser fills it in.
  const std::size_t colon = agent.text.find(':', agent.cheats ? 6 : 0);
  if (colon != std::string::npos) {
    for (const std::string_view part : split(std::string_view(agent.text).substr(colon + 1), ',')) {
      const std::string_view name = part.substr(0, part.find('='));
      if (std::any_of(parameters.begin(), parameters.end(), [&](const TunedParameter& p) { return p.name == name; }))
        continue;
      text += separator;
      text += part;
      separator = ',';
    }
  }
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (point[i] < 0) continue;
    text += separator + parameters[i].name + "=" + parameters[i].values[static_cast<std::size_t>(point[i])];
    separator = ',';
  }
  return text;
}

std::uint64_t space_size(const std::vector<TunedParameter>& parameters) {
  constexpr std::uint64_t kMany = std::uint64_t{1} << 63;
  std::uint64_t size = 1;
  for (const TunedParameter& parameter : parameters) {
    if (size > kMany / parameter.values.size()) return kMany;
    size *= parameter.values.size();
  }
  return size;
}

}  // namespace atl
