#include "engine/core/record.hpp"

#include <doctest/doctest.h>

#include <string>

#include "tests/toy/kuhn.hpp"

namespace atl {
namespace {

GameRecord sample_record() {
  return {.game = "kuhn",
          .players = 2,
          .rules = {{"number", std::int64_t{3}},
                    {"flag", true},
                    {"text", std::string("a \"b\"\n=é")},
                    {"list", std::vector<int>{1, -2}}},
          .seed = 18446744073709551615U,
          .index = 12,
          .agents = {"random", "ismcts:iterations=5"},
          .events = {"~J", "~K", "pass", "bet", "pass"},
          .scores = {-1, 1},
          .ranks = {2, 1},
          .end = "fold"};
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

std::string message(const std::string& line) {
  try {
    read_record(line);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("a record is one line that reads back equal") {
  const GameRecord record = sample_record();
  const std::string line = write_record(record);
  CHECK(line.find('\n') == std::string::npos);
  CHECK(line.starts_with(R"({"format":"atoll-game/1","game":"kuhn","players":2,"rules":{"number":3,"flag":true,)"));
  CHECK(line.ends_with(R"("events":"~J ~K pass bet pass","scores":[-1,1],"ranks":[2,1],"end":"fold"})"));
  CHECK(read_record(line) == record);
}

TEST_CASE("a record cut short has neither scores nor ranks") {
  GameRecord record = sample_record();
  record.scores.clear();
  record.ranks.clear();
  record.end = "failed:1:exception";
  const std::string line = write_record(record);
  CHECK(line.find("scores") == std::string::npos);
  CHECK(line.find("ranks") == std::string::npos);
  CHECK(read_record(line) == record);
  record.events.clear();
  record.end.clear();
  CHECK(read_record(write_record(record)) == record);
}

TEST_CASE("every kind of bad line is refused") {
  const std::string good = write_record(sample_record());
  REQUIRE(message(good) == "accepted");
  for (std::size_t length = 0; length < good.size(); ++length) {  // cut anywhere
    if (message(good.substr(0, length)) == "accepted") FAIL("a record cut after " << length << " bytes was accepted");
  }
  CHECK(message("[]").find("not a JSON object") != std::string::npos);
  CHECK(message(good + "x").find("bad JSON") != std::string::npos);
  CHECK(message(replaced(good, "atoll-game/1", "atoll-game/3")).find("format") != std::string::npos);
  CHECK(message(replaced(good, "atoll-game/1", "atoll-game/2")).find("'rules_version' is missing") !=
        std::string::npos);
  CHECK(message(replaced(good, "\"players\":2", "\"players\":2,\"rules_version\":1")).find("unknown key") !=
        std::string::npos);
  CHECK(message(replaced(good, R"("format":"atoll-game/1",)", "")).find("format") != std::string::npos);
  for (const char* key : {"game", "players", "rules", "seed", "index", "agents", "events"}) {
    CAPTURE(key);
    CHECK(message(replaced(good, "\"" + std::string(key) + "\":", "\"other\":")).find("unknown key 'other'") !=
          std::string::npos);
  }
  CHECK(message(replaced(good, R"("seed":18446744073709551615,)", "")).find("'seed' is missing") != std::string::npos);
  CHECK(message(replaced(good, R"("index":12,)", R"("index":12,"index":13,)")).find("twice") != std::string::npos);
  CHECK(message(replaced(good, R"("flag":true)", R"("number":4)")).find("twice") != std::string::npos);
  CHECK(message(replaced(good, "\"seed\":18446744073709551615", "\"seed\":-1")).find("seed") != std::string::npos);
  CHECK(message(replaced(good, "\"seed\":18446744073709551615", "\"seed\":1.5")).find("seed") != std::string::npos);
  CHECK(message(replaced(good, "\"seed\":18446744073709551615", "\"seed\":18446744073709551616")).find("seed") !=
        std::string::npos);
  CHECK(message(replaced(good, "\"players\":2", "\"players\":\"2\"")).find("players") != std::string::npos);
  CHECK(message(replaced(good, "\"players\":2", "\"players\":99999999999")).find("players") != std::string::npos);
  CHECK(message(replaced(good, "\"random\"", "7")).find("agents") != std::string::npos);
  CHECK(message(replaced(good, "[-1,1]", "[-1,1.5]")).find("scores") != std::string::npos);
  CHECK(message(replaced(good, "[2,1]", "{}")).find("ranks") != std::string::npos);
  CHECK(message(replaced(good, "pass bet", "pass  bet")).find("single spaces") != std::string::npos);
  CHECK(message(replaced(good, "~J ~K", " ~J ~K")).find("single spaces") != std::string::npos);
  CHECK(message(replaced(good, "\"number\":3", "\"number\":null")).find("number") != std::string::npos);
  CHECK(message(replaced(good, "\"number\":3", "\"number\":3.5")).find("number") != std::string::npos);
  CHECK(message(replaced(good, "\"end\":\"fold\"", "\"end\":1")).find("end") != std::string::npos);
}

TEST_CASE("replay stops at the first event that is not legal and names it") {
  const toy::kuhn::Game game({.players = 2});
  const auto fails = [&](const std::vector<std::string>& events) -> std::string {
    try {
      replay_events(game, events);
    } catch (const InputError& error) {
      return error.what();
    }
    return "accepted";
  };
  CHECK(fails({"~J", "~K", "pass", "bet", "pass"}) == "accepted");
  CHECK(fails({"~J", "~J"}) == "event 1 '~J' is not legal here");
  CHECK(fails({"~J", "bet"}) == "event 1 'bet' is not in the game's notation here");
  CHECK(fails({"~J", "~K", "call"}) == "event 2 'call' is not in the game's notation here");
  CHECK(fails({"~J", "~K", "bet", "pass", "pass"}) == "event 4 'pass' comes after the end of the game");
  CHECK(replay_events(game, {"~J", "~K", "bet", "pass"}, 3).actions.size() == 3);
}

}  // namespace atl
