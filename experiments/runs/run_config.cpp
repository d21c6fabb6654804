#include "experiments/runs/run_config.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <nlohmann/json.hpp>

#include "engine/core/text.hpp"
#include "engine/core/types.hpp"

namespace atl {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t kMaxBlocks = 1'000'000'000'000;

template <class Enum, std::size_t N>
using Words = std::array<std::pair<Enum, std::string_view>, N>;

constexpr Words<LineupPlan, 3> kLineupWords = {
    {{LineupPlan::automatic, "auto"}, {LineupPlan::gauntlet, "gauntlet"}, {LineupPlan::self_play, "self-play"}}};
constexpr Words<SeatingPlan, 4> kSeatingWords = {{{SeatingPlan::automatic, "auto"},
                                                  {SeatingPlan::cyclic, "cyclic"},
                                                  {SeatingPlan::two_transitive, "t2"},
                                                  {SeatingPlan::all, "all"}}};
constexpr Words<ClockPenalty, 2> kPenaltyWords = {{{ClockPenalty::lose, "lose"}, {ClockPenalty::points, "points"}}};

template <class Enum, std::size_t N>
std::string_view find_word(const Words<Enum, N>& words, Enum value) {
  for (const auto& [key, word] : words) {
    if (key == value) return word;
  }
  return {};
}

template <class Enum, std::size_t N>
Enum find_value(const Words<Enum, N>& words, std::string_view what, std::string_view text) {
  std::vector<std::string> known;
  for (const auto& [key, word] : words) {
    if (word == text) return key;
    known.emplace_back(word);
  }
  throw InputError(unknown_word_message(what, text, known));
}

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

Json to_json(const RunConfig& config) {
  Json json;
  json["game"] = config.game;
  json["players"] = config.players;
  json["rules"] = Json::array();
  for (const std::vector<RuleSetting>& variant : config.variants) json["rules"].push_back(rules_to_json(variant));
  json["agents"] = config.agents;
  json["lineups"] = word_of(config.lineups);
  json["seatings"] = word_of(config.seatings);
  json["blocks"] = config.blocks;
  json["seed"] = config.seed;
  json["shard"] = std::to_string(config.shard.index) + "/" + std::to_string(config.shard.count);
  json["decision-limit"] = config.limits.decision_seconds;
  json["clock"] = config.limits.clock_seconds;
  json["clock-penalty"] = word_of(config.limits.clock_penalty);
  json["stop-rule"] = config.stop_rule;
  return json;
}

}  // namespace

std::string_view word_of(LineupPlan plan) { return find_word(kLineupWords, plan); }
std::string_view word_of(SeatingPlan plan) { return find_word(kSeatingWords, plan); }
std::string_view word_of(ClockPenalty penalty) { return find_word(kPenaltyWords, penalty); }
LineupPlan lineup_plan_of(std::string_view word) { return find_value(kLineupWords, "line-up plan", word); }
SeatingPlan seating_plan_of(std::string_view word) { return find_value(kSeatingWords, "seating plan", word); }
ClockPenalty clock_penalty_of(std::string_view word) { return find_value(kPenaltyWords, "clock penalty", word); }

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
    config.game = json.at("game").get<std::string>();
    config.players = json.at("players").get<int>();
    config.variants.clear();
    for (const Json& variant : json.at("rules")) config.variants.push_back(rules_from_json(variant));
    config.agents = json.at("agents").get<std::vector<std::string>>();
    config.lineups = lineup_plan_of(json.at("lineups").get<std::string>());
    config.seatings = seating_plan_of(json.at("seatings").get<std::string>());
    config.blocks = json.at("blocks").get<std::uint64_t>();
    config.seed = json.at("seed").get<std::uint64_t>();
    config.shard = parse_shard(json.at("shard").get<std::string>());
    config.limits.decision_seconds = json.at("decision-limit").get<double>();
    config.limits.clock_seconds = json.at("clock").get<double>();
    config.limits.clock_penalty = clock_penalty_of(json.at("clock-penalty").get<std::string>());
    config.stop_rule = json.at("stop-rule").get<std::string>();
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
