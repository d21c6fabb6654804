#include "experiments/runs/run_config.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <nlohmann/json.hpp>

#include "engine/core/text.hpp"
#include "engine/core/types.hpp"

namespace atl {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t kMaxBlocks = 1'000'000'000'000;

Json rules_to_json(const std::vector<RuleSetting>& rules) {
  Json json = Json::object();
  for (const RuleSetting& rule : rules) {
    json[rule.name] = std::visit([](const auto& value) { return Json(value); }, rule.value);
  }
  return json;
}

std::vector<RuleSetting> rules_from_json(const Json& json) {
  std::vector<RuleSetting> rules;
  for (const auto& [name, value] : json.items()) {
    FieldValue field;
    if (value.is_boolean()) {
      field = value.get<bool>();
    } else if (value.is_string()) {
      field = value.get<std::string>();
    } else if (value.is_array()) {
      field = value.get<std::vector<int>>();
    } else {
      field = value.get<std::int64_t>();
    }
    rules.push_back({name, field});
  }
  return rules;
}

Json json_of(const std::vector<std::vector<RuleSetting>>& variants) {
  Json json = Json::array();
  for (const std::vector<RuleSetting>& variant : variants) json.push_back(rules_to_json(variant));
  return json;
}

template <class T>
Json json_of(const T& value) {
  if constexpr (requires { text_of(value); }) {
    return text_of(value);
  } else {
    return value;
  }
}

void read(const Json& json, std::vector<std::vector<RuleSetting>>& variants) {
  variants.clear();
  for (const Json& variant : json) variants.push_back(rules_from_json(variant));
}
void read(const Json& json, LineupPlan& plan) {
  plan = find_value(kLineupWords, "line-up plan", json.get<std::string>());
}
void read(const Json& json, SeatingPlan& plan) {
  plan = find_value(kSeatingWords, "seating plan", json.get<std::string>());
}
void read(const Json& json, ClockPenalty& penalty) {
  penalty = find_value(kClockPenaltyWords, "clock penalty", json.get<std::string>());
}
void read(const Json& json, Shard& shard) { shard = parse_shard(json.get<std::string>()); }
template <class T>
void read(const Json& json, T& value) {
  value = json.get<T>();
}

Json to_json(const RunConfig& config) {
  Json json;
  visit_keys([&](const char* key, const auto& value) { json[key] = json_of(value); }, config);
  return json;
}

}  // namespace

std::string text_of(LineupPlan plan) { return std::string(find_word(kLineupWords, plan)); }
std::string text_of(SeatingPlan plan) { return std::string(find_word(kSeatingWords, plan)); }
std::string text_of(ClockPenalty penalty) { return std::string(find_word(kClockPenaltyWords, penalty)); }
std::string text_of(const Shard& shard) { return std::to_string(shard.index) + "/" + std::to_string(shard.count); }

Shard parse_shard(std::string_view text) {
  const std::vector<std::string_view> parts = split(text, '/');
  if (parts.size() == 2) {
    const std::optional<std::uint64_t> index = parse_unsigned(parts[0]);
    const std::optional<std::uint64_t> count = parse_unsigned(parts[1]);
    if (index && count && *index >= 1 && *index <= *count && *count <= 1'000'000) return {*index, *count};
  }
  throw InputError("bad shard '" + std::string(text) + "' (i/n with i from 1 to n, n at most 1000000). Try 1/4");
}

void check_config(const RunConfig& config) {
  if (config.agents.empty()) throw InputError("no agents given (at least one is needed). Try --agents random greedy");
  if (config.players < 1 || config.players > kMaxSeats) {
    throw InputError("bad number of players " + std::to_string(config.players) + " (1 to " + std::to_string(kMaxSeats) +
                     ")");
  }
  if (config.variants.empty()) throw InputError("no rules to play (a sweep needs at least one value)");
  if (config.blocks < 1 || config.blocks > kMaxBlocks) {
    throw InputError("bad number of blocks " + std::to_string(config.blocks) + " (1 to " + std::to_string(kMaxBlocks) +
                     ")");
  }
  if (config.lineups == LineupPlan::gauntlet && config.agents.size() < 2) {
    throw InputError("a gauntlet needs a pool (one agent given). Add its opponents to --agents");
  }
  if (config.shard.count > 1 && !config.stop_rule.empty()) {
    throw InputError(
        "a shard cannot have a stopping rule (it does not see the other shards' blocks). Leave one of them out");
  }
  for (const double seconds : {config.limits.decision_seconds, config.limits.clock_seconds}) {
    if (!std::isfinite(seconds) || seconds < 0)
      throw InputError("bad time limit (seconds of at least 0; 0 is no limit)");
  }
}

std::string write_config(const RunConfig& config) { return to_json(config).dump(); }

RunConfig read_config(std::string_view text) {
  RunConfig config;
  try {
    const Json json = Json::parse(text);
    visit_keys([&](const char* key, auto& value) { read(json.at(key), value); }, config);
  } catch (const Json::exception& error) {
    throw InputError(std::string("not a run configuration (") + error.what() + ")");
  }
  return config;
}

std::vector<std::string> conflicting_keys(const RunConfig& stored, const RunConfig& wanted) {
  const Json before = to_json(stored);
  const Json after = to_json(wanted);
  std::vector<std::string> keys;
  for (const auto& [key, value] : before.items()) {
    if (key == "blocks" ? wanted.blocks < stored.blocks : after[key] != value) keys.push_back(key);
  }
  return keys;
}

bool spec_is_timed(std::string_view spec) {
  std::size_t at = spec.starts_with("cheat:") ? 6 : 0;
  at = spec.find(':', at);
  if (at == std::string_view::npos) return false;
  bool shares_tree = false;
  bool has_threads = false;
  for (const std::string_view parameter : split(spec.substr(at + 1), ',')) {
    if (parameter.starts_with("ms=") && parameter != "ms=0") return true;
    shares_tree = shares_tree || parameter == "parallel=tree";
    has_threads = has_threads || (parameter.starts_with("threads=") && parameter != "threads=1");
  }
  return shares_tree && has_threads;
}

bool depends_on_time(const RunConfig& config) {
  return config.limits.decision_seconds > 0 || config.limits.clock_seconds > 0 ||
         std::any_of(config.agents.begin(), config.agents.end(), spec_is_timed);
}

}  // namespace atl
