#include "engine/core/record.hpp"

#include <limits>
#include <nlohmann/json.hpp>

#include "engine/core/text.hpp"

namespace atl {
namespace {

using Json = nlohmann::ordered_json;

[[noreturn]] void fail(const std::string& why) { throw InputError("not a game record (" + why + ")"); }

Json to_json(const FieldValue& value) {
  return std::visit([](const auto& v) { return Json(v); }, value);
}

/// A JSON number as an int. Fails on fractions and on what an int does not hold.
int to_int(const Json& json, const std::string& what) {
  if (!json.is_number_integer()) fail(what + " must be a whole number");
  if (json.is_number_unsigned()
          ? json.get<std::uint64_t>() > static_cast<std::uint64_t>(std::numeric_limits<int>::max())
          : json.get<std::int64_t>() < std::numeric_limits<int>::min()) {
    fail(what + " is out of range");
  }
  return json.get<int>();
}

FieldValue to_field_value(const Json& json, const std::string& name) {
  if (json.is_boolean()) return json.get<bool>();
  if (json.is_string()) return json.get<std::string>();
  if (json.is_array()) {
    std::vector<int> list;
    for (const Json& part : json) list.push_back(to_int(part, "rule '" + name + "'"));
    return list;
  }
  return std::int64_t{to_int(json, "rule '" + name + "'")};
}

std::string to_string(const Json& json, const std::string& what) {
  if (!json.is_string()) fail(what + " must be a string");
  return json.get<std::string>();
}

std::uint64_t to_unsigned(const Json& json, const std::string& what) {
  if (!json.is_number_unsigned()) fail(what + " must be a whole number of at least 0");
  return json.get<std::uint64_t>();
}

std::vector<int> to_ints(const Json& json, const std::string& what) {
  if (!json.is_array()) fail(what + " must be a list of whole numbers");
  std::vector<int> list;
  for (const Json& part : json) list.push_back(to_int(part, what));
  return list;
}

}  // namespace

std::string write_record(const GameRecord& record) {
  Json json;
  const bool versioned = record.rules_version != 1;
  json["format"] = versioned ? kVersionedRecordFormat : kRecordFormat;
  json["game"] = record.game;
  json["players"] = record.players;
  if (versioned) json["rules_version"] = record.rules_version;
  Json rules = Json::object();
  for (const RuleSetting& setting : record.rules) rules[setting.name] = to_json(setting.value);
  json["rules"] = std::move(rules);
  json["seed"] = record.seed;
  json["index"] = record.index;
  json["agents"] = record.agents;
  json["events"] = join(record.events, " ");
  if (!record.scores.empty()) {
    json["scores"] = record.scores;
    json["ranks"] = record.ranks;
  }
  if (!record.end.empty()) json["end"] = record.end;
  return json.dump();
}

GameRecord read_record(std::string_view line) {
  // A duplicate key would silently win over the first: refuse it while parsing.
  std::vector<std::vector<std::string>> open_keys;
  std::string duplicate;
  const Json::parser_callback_t watch = [&](int, Json::parse_event_t event, Json& value) {
    if (event == Json::parse_event_t::object_start) open_keys.emplace_back();
    if (event == Json::parse_event_t::object_end) open_keys.pop_back();
    if (event == Json::parse_event_t::key) {
      const auto key = value.get<std::string>();
      for (const std::string& seen : open_keys.back()) {
        if (seen == key) duplicate = key;
      }
      open_keys.back().push_back(key);
    }
    return true;
  };
  Json json;
  try {
    json = Json::parse(line, watch);
  } catch (const Json::exception& error) {
    fail(std::string("bad JSON: ") + error.what());
  }
  if (!duplicate.empty()) fail("key '" + duplicate + "' twice");
  if (!json.is_object()) fail("not a JSON object");
  const bool versioned = json.contains("format") && json["format"] == kVersionedRecordFormat;
  if (!versioned && (!json.contains("format") || json["format"] != kRecordFormat)) {
    fail("no \"format\":\"" + std::string(kRecordFormat) + "\" or \"" + std::string(kVersionedRecordFormat) + "\"");
  }

  GameRecord record;
  std::vector<std::string> missing = {"game", "players", "rules", "seed", "index", "agents", "events"};
  if (versioned) missing.emplace_back("rules_version");
  for (const auto& [key, value] : json.items()) {
    std::erase(missing, key);
    if (key == "format") continue;
    if (key == "game") {
      record.game = to_string(value, key);
    } else if (key == "players") {
      record.players = to_int(value, key);
    } else if (key == "rules_version" && versioned) {
      record.rules_version = to_int(value, key);
    } else if (key == "rules") {
      if (!value.is_object()) fail("rules must be an object");
      for (const auto& [name, rule] : value.items()) record.rules.push_back({name, to_field_value(rule, name)});
    } else if (key == "seed") {
      record.seed = to_unsigned(value, key);
    } else if (key == "index") {
      record.index = to_unsigned(value, key);
    } else if (key == "agents") {
      if (!value.is_array()) fail("agents must be a list of strings");
      for (const Json& agent : value) record.agents.push_back(to_string(agent, key));
    } else if (key == "events") {
      const std::string text = to_string(value, key);
      if (!text.empty()) {
        for (const std::string_view token : split(text, ' ')) record.events.emplace_back(token);
      }
    } else if (key == "scores") {
      record.scores = to_ints(value, key);
    } else if (key == "ranks") {
      record.ranks = to_ints(value, key);
    } else if (key == "end") {
      record.end = to_string(value, key);
    } else {
      fail("unknown key '" + key + "'");
    }
  }
  if (!missing.empty()) fail("key '" + missing.front() + "' is missing");
  for (const std::string& token : record.events) {
    if (token.empty()) fail("events must be separated by single spaces");
  }
  return record;
}

}  // namespace atl
