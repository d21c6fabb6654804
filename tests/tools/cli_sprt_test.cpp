#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "tests/support/scale.hpp"
#include "tests/tools/cli.hpp"

using namespace atl::test;
using Json = nlohmann::json;

namespace {

std::vector<std::string> test_of(const std::string& first, const std::string& second, const std::string& store,
                                 const std::vector<std::string>& more = {}) {
  std::vector<std::string> words = {"match",  "reef_rescue", "--agents", first,      second,
                                    "--seed", "11",          "--sprt",   "--format", "json"};
  if (!store.empty()) words.insert(words.end(), {"--store", store});
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

Json json_of(const std::vector<std::string>& words) {
  const CliResult result = run_cli(words);
  CAPTURE(result.err);
  REQUIRE(result.exit_code == 0);
  return Json::parse(result.out);
}

}  // namespace

// Two iterations of flat search win about a quarter of the games against random play: clear, but not lopsided.
TEST_CASE("a sequential test stops at a bound, on the same block for any number of threads") {
  const Json one = json_of(test_of("random", "flat:iterations=2,playout=heuristic", "", {"--threads", "1"}));
  const Json& test = one.at("sprt").at(0);
  CHECK(test.at("verdict") == "H1");
  CHECK(test.at("reason") == "a bound was crossed");
  CHECK(test.at("llr").get<double>() >= test.at("upper").get<double>());
  CHECK(test.at("upper").get<double>() == doctest::Approx(2.944438979).epsilon(1e-8));
  CHECK(test.at("blocks").get<int>() % 8 == 0);
  CHECK(test.at("blocks") == one.at("run").at(0).at("blocks"));
  const Json& strength = one.at("sprt_strength");
  REQUIRE(strength.size() == 3);
  CHECK(strength[0].at("of") == "decided");
  CHECK(strength[0].at("win_share") == one.at("strength").at(0).at("win_share"));
  CHECK(strength[1].at("of") == "final");
  CHECK(strength[2].at("of") == "corrected");
  const Json eight = json_of(test_of("random", "flat:iterations=2,playout=heuristic", "", {"--threads", "8"}));
  CHECK(eight.at("sprt") == one.at("sprt"));
  CHECK(eight.at("strength") == one.at("strength"));
  CHECK(eight.at("sprt_strength")[0] == strength[0]);
  CHECK(json_of(test_of("flat:iterations=2,playout=heuristic", "random", "")).at("sprt").at(0).at("verdict") == "H0");
}

TEST_CASE("the three models give a verdict each, and their units are printed") {
  for (const char* const model : {"block_t", "logistic", "normalized"}) {
    CAPTURE(model);
    const Json run = json_of(test_of(
        "greedy", "random", "", {"--sprt-model", model, "--sprt-h1", model == std::string("block_t") ? "0.3" : "100"}));
    CHECK(run.at("sprt").at(0).at("verdict") == "H1");
    CHECK(run.at("sprt").at(0).at("model") == model);
  }
  const CliResult text =
      run_line("match reef_rescue --agents greedy random --seed 11 --sprt --sprt-model logistic --sprt-h1 100");
  CHECK(text.out.find("pentanomial GSPRT, logistic Elo in [0, 100]") != std::string::npos);
}

TEST_CASE("an undecided test says so, and goes on with more blocks to what one run gives") {
  const ScratchFolder folder;
  const std::string store = folder / "run.db";
  const Json whole = json_of(test_of("greedy", "random", ""));
  const Json part = json_of(test_of("greedy", "random", store, {"--blocks", "8"}));
  CHECK(part.at("sprt").at(0).at("verdict") == "undecided");
  CHECK(part.at("sprt").at(0).at("reason") == "all blocks were played");
  const Json grown = json_of(test_of("greedy", "random", store, {"--resume", "--blocks", "2000"}));
  CHECK(grown.at("sprt") == whole.at("sprt"));
  CHECK(grown.at("strength") == whole.at("strength"));
  // A decided run plays no more, whoever asks.
  const Json again = json_of(test_of("greedy", "random", store, {"--resume", "--blocks", "3000"}));
  CHECK(again.at("sprt") == whole.at("sprt"));
  CHECK(again.at("sprt_strength") == grown.at("sprt_strength"));
}

TEST_CASE("a sequential test killed at random moments decides what an uninterrupted one does") {
  const ScratchFolder folder;
  // Nearer hypotheses: some seconds of play.
  const std::vector<std::string> near = {"--sprt-h0", "-0.1", "--sprt-h1", "0.1", "--threads", "2", "--blocks", "400"};
  const Json whole = json_of(test_of("random", "random", "", near));
  const std::string store = folder / "killed.db";
  std::vector<std::string> words = test_of("random", "random", store, near);
  words.push_back("--resume");
  for (int k = 0; k < scaled(12, 3); ++k) {
    CliProcess process(words);
    std::this_thread::sleep_for(std::chrono::milliseconds(15 + (k * 53) % 120));
    process.send(SIGKILL);
    process.wait();
  }
  const Json resumed = json_of(words);
  CHECK(resumed.at("sprt") == whole.at("sprt"));
  CHECK(resumed.at("strength") == whole.at("strength"));
  CHECK(resumed.at("sprt_strength")[0] == whole.at("sprt_strength")[0]);
}

TEST_CASE("a test by another rule is another configuration, and impossible tests are refused") {
  const ScratchFolder folder;
  const std::string store = folder / "run.db";
  json_of(test_of("greedy", "random", store));
  const CliResult other = run_cli(test_of("greedy", "random", store, {"--resume", "--alpha", "0.01"}));
  CHECK(other.exit_code == 2);
  CHECK(other.err.find("stop-rule") != std::string::npos);
  for (const char* const line : {"match reef_rescue --agents greedy --sprt",
                                 "match reef_rescue --agents greedy random --sprt --sprt-h0 0.2 --sprt-h1 0.1",
                                 "match reef_rescue --agents greedy random --alpha 0.1",
                                 "match reef_rescue --players 3 --agents greedy random --sprt --sprt-model logistic",
                                 "match reef_rescue --agents greedy random --sprt --shard 1/2",
                                 "match reef_rescue --agents greedy random --sprt --sprt-model blockt",
                                 "match reef_rescue --agents greedy random --sprt --alpha 0"}) {
    CAPTURE(line);
    CHECK(run_line(line).exit_code == 2);
  }
}

TEST_CASE("seats stop at a width, for any number of threads, and say so") {
  const CliResult width =
      run_line("seats reef_rescue --players 2 --agents random --seed 4 --stop-when width=0.3 --format json");
  REQUIRE(width.exit_code == 0);
  const Json run = Json::parse(width.out);
  const Json interval = run.at("seat_tests").at(0).at("anytime_interval");
  CHECK(interval[1].get<double>() - interval[0].get<double>() <= 0.3);
  CHECK(run.at("run").at(0).at("blocks").get<int>() >= 16);
  CHECK(width.out.find("Stopped by rule (width=0.3)") != std::string::npos);
  CHECK(run_line("seats reef_rescue --agents random --seed 4 --stop-when width=0.3 --threads 8 --format json").out ==
        width.out);
  CHECK(run_line("seats reef_rescue --agents random --stop-when wide").exit_code == 2);
  CHECK(run_line("seats reef_rescue --agents random --blocks 16 --seed 4 --stop-when width=0.0001")
            .out.find("was not met") != std::string::npos);
}

TEST_CASE("a study of seats killed at random moments stops where an uninterrupted one does") {
  const ScratchFolder folder;
  const std::string line =
      "seats reef_rescue --agents greedy random --seed 4 --stop-when width=0.2 --threads 2 --format json";
  const CliResult whole = run_line(line);
  REQUIRE(whole.exit_code == 0);
  REQUIRE(whole.out.find("Stopped by rule") != std::string::npos);
  const std::string stored = line + " --resume --store " + (folder / "killed.db");
  for (int k = 0; k < scaled(12, 3); ++k) {
    std::istringstream in(stored);
    std::vector<std::string> words;
    for (std::string word; in >> word;) words.push_back(word);
    CliProcess process(words);
    std::this_thread::sleep_for(std::chrono::milliseconds(15 + (k * 41) % 100));
    process.send(SIGKILL);
    process.wait();
  }
  const CliResult resumed = run_line(stored);
  CAPTURE(resumed.err);
  CHECK(resumed.exit_code == 0);
  CHECK(resumed.out == whole.out);
}

TEST_CASE("a sweep is one table of rules, agents and seats, and its differences are those of the shares") {
  const Json run =
      json_of({"seats", "eco_coral_reef", "--players", "3", "--agents", "random", "greedy", "--blocks", "8", "--seed",
               "5", "--sweep", "first_turn_extra=0", "--sweep", "first_turn_extra=3", "--format", "json"});
  REQUIRE(run.at("seats").size() == 2 * 2 * 3);
  REQUIRE(run.at("sweep").size() == 2 * (3 + 1));              // agents, seats and their distance
  REQUIRE(run.at("agent_differences").size() == 2 * (3 + 1));  // rules, seats and their distance
  const auto share = [&](const std::string& rules, const Json& row) {
    for (const Json& seat : run.at("seats")) {
      if (seat.at("rules") == rules && seat.at("agent") == row.at("agent") && seat.at("seat") == row.at("seat"))
        return seat.at("win_share").get<double>();
    }
    FAIL("no such seat");
    return 0.0;
  };
  for (const Json& row : run.at("sweep")) {
    CHECK(row.at("rules") == "first_turn_extra=3");
    if (row.at("seat") == "best - worst") continue;
    CHECK(row.at("win_share_change").get<double>() ==
          doctest::Approx(share("first_turn_extra=3", row) - share("first_turn_extra=0", row)).epsilon(1e-9));
    CHECK(row.at("blocks") == 8);
  }
}

TEST_CASE("a factorial sweep names every coordinate in every row") {
  const CliResult result = run_line(
      "seats reef_rescue --players 2 --agents random --blocks 2 --seed 1 --sweep max_flips=4 --sweep max_flips=5 "
      "--sweep pairs_bonus=0 --sweep pairs_bonus=10 --format json");
  CAPTURE(result.err);
  REQUIRE(result.exit_code == 0);
  const Json tables = Json::parse(result.out);
  CHECK(tables.at("seats").size() == 8);
  for (const Json& row : tables.at("seats")) {
    const std::string rules = row.at("rules").get<std::string>();
    CAPTURE(rules);
    CHECK(rules.find("max_flips=") != std::string::npos);
    CHECK(rules.find("pairs_bonus=") != std::string::npos);
  }
}
