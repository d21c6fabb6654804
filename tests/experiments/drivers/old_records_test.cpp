/// Records that atoll 0.1 wrote, one or two of each game.
#include <doctest/doctest.h>

#include <fstream>
#include <string>

#include "engine/core/record.hpp"
#include "experiments/drivers/drivers.hpp"

namespace atl {
namespace {

/// What is wrong with the record; empty if it replays.
std::string complaint(const GameRecord& record) {
  try {
    find_driver(record.game).check_record(record);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("games of older rules replay by their own rules, or are refused with the version they were played by") {
  std::ifstream file(ATOLL_SOURCE_DIR "/tests/golden/records_of_0.1.jsonl");
  int replayed = 0, refused = 0;
  for (std::string line; std::getline(file, line);) {
    const GameRecord record = read_record(line);
    CAPTURE(line);
    CHECK(record.rules_version == 1);
    const std::string why = complaint(record);
    if (why.empty()) {
      ++replayed;
      GameRecord wrong = record;
      ++wrong.scores.front();
      CHECK(complaint(wrong).find("version 1 of the rules") != std::string::npos);
    } else {
      ++refused;
      CHECK(record.game == "reef_encounter");
      CHECK(why.find("version 1 of the rules of reef_encounter; this program plays version 2") != std::string::npos);
    }
  }
  CHECK(replayed + refused == 8);
  CHECK(replayed >= 6);
}

TEST_CASE("a record says by which version of the rules it was played, and a newer one than ours is refused") {
  GameRecord record = find_driver("reef_rescue").deal(2, {}, 1);
  record.agents = {"random", "random"};
  CHECK(record.rules_version == 2);
  const std::string line = write_record(record);
  CHECK(line.starts_with(R"({"format":"atoll-game/2","game":"reef_rescue","players":2,"rules_version":2,"rules":{})"));
  CHECK(read_record(line) == record);
  record.rules = {{"min_flips", std::int64_t{1}}};
  CHECK(complaint(record).find("default") == std::string::npos);
  record.rules = {};
  record.rules_version = 3;
  CHECK(complaint(record).find("bad rules version 3 of reef_rescue") != std::string::npos);
  record.rules_version = 0;
  CHECK(complaint(record).find("bad rules version 0") != std::string::npos);
}

}  // namespace atl
