#include "experiments/drivers/finished_game.hpp"

#include <nlohmann/json.hpp>

#include "engine/core/bits.hpp"
#include "engine/core/text.hpp"

namespace atl {

using Json = nlohmann::ordered_json;

Failure failure_of(std::string_view end) {
  const std::vector<std::string_view> parts = split(end, ':');
  if (parts.size() != 3 || parts[0] != "failed") return {};
  const std::optional<std::int64_t> seat = parse_integer(parts[1]);
  if (!seat || *seat < 0 || *seat >= kMaxSeats) return {};
  return {.seat = static_cast<int>(*seat), .kind = std::string(parts[2])};
}

std::string failed_end(int seat, std::string_view kind) {
  std::string end = "failed:" + std::to_string(seat) + ":";
  end += kind;
  return end;
}

std::uint64_t fingerprint(const FinishedGame& game) {
  std::uint64_t hash = static_cast<std::uint64_t>(game.plan.variant);
  for (const std::string& token : game.events) {
    for (const char c : token) hash = hash_combine(hash, static_cast<unsigned char>(c));
    hash = hash_combine(hash, 256);
  }
  return hash;
}

std::string write_finished_game(const FinishedGame& game) {
  Json json;
  json["plan"] = {game.plan.index,   game.plan.block,    game.plan.lineup,
                  game.plan.seating, game.plan.rotation, game.plan.variant};
  json["agents"] = game.plan.agent_of_seat;
  json["events"] = join(game.events, " ");
  json["scores"] = game.scores;
  json["ranks"] = game.ranks;
  json["end"] = game.end;
  json["counted_scores"] = game.counted_scores;
  json["counted_ranks"] = game.counted_ranks;
  json["work"] = Json::array();
  for (const SeatWork& work : game.work) json["work"].push_back({work.decisions, work.iterations, work.seconds});
  json["failure"] = game.failure;
  // What an agent's exception says need not be UTF-8.
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

FinishedGame read_finished_game(std::string_view line) {
  FinishedGame game;
  try {
    const Json json = Json::parse(line);
    const Json& plan = json.at("plan");
    game.plan = {.index = plan.at(0).get<std::uint64_t>(),
                 .block = plan.at(1).get<std::uint64_t>(),
                 .lineup = plan.at(2).get<int>(),
                 .seating = plan.at(3).get<int>(),
                 .rotation = plan.at(4).get<int>(),
                 .variant = plan.at(5).get<int>(),
                 .agent_of_seat = json.at("agents").get<std::vector<int>>()};
    const std::string events = json.at("events").get<std::string>();
    if (!events.empty()) {
      for (const std::string_view token : split(events, ' ')) game.events.emplace_back(token);
    }
    game.scores = json.at("scores").get<std::vector<int>>();
    game.ranks = json.at("ranks").get<std::vector<int>>();
    game.end = json.at("end").get<std::string>();
    game.counted_scores = json.at("counted_scores").get<std::vector<int>>();
    game.counted_ranks = json.at("counted_ranks").get<std::vector<int>>();
    for (const Json& work : json.at("work")) {
      game.work.push_back({work.at(0).get<std::uint64_t>(), work.at(1).get<std::uint64_t>(), work.at(2).get<double>()});
    }
    game.failure = json.at("failure").get<std::string>();
  } catch (const Json::exception& error) {
    throw InputError(std::string("not a finished game (") + error.what() + ")");
  }
  return game;
}

}  // namespace atl
