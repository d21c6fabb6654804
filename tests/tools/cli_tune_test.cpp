#include <doctest/doctest.h>

#include <algorithm>

#include <nlohmann/json.hpp>

#include "tests/support/scale.hpp"
#include "tests/tools/cli.hpp"

using namespace atl::test;
using Json = nlohmann::json;

namespace {

/// An agent that is better the more it looks: 1 to 12 iterations of flat search against random play.
std::vector<std::string> tune(const std::string& threads, const std::string& trials,
                              const std::vector<std::string>& more = {}) {
  std::vector<std::string> words = {"tune",
                                    "reef_rescue",
                                    "--agent",
                                    "flat:iterations=1,playout=heuristic",
                                    "--param",
                                    "iterations=1|4|12",
                                    "--against",
                                    "random",
                                    "--trials",
                                    trials,
                                    "--blocks",
                                    "1",
                                    "--confirm-blocks",
                                    "6",
                                    "--seed",
                                    "3",
                                    "--threads",
                                    threads,
                                    "--format",
                                    "json"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

}  // namespace

TEST_CASE("tuning gives the same answer for any number of threads, and ends with a match on fresh deals") {
  const CliResult one = run_cli(tune("1", "12"));
  CAPTURE(one.err);
  REQUIRE(one.exit_code == 0);
  CHECK(run_cli(tune("2", "12")).out == one.out);
  CHECK(run_cli(tune("8", "12")).out == one.out);
  const Json run = Json::parse(one.out);
  CHECK(run.at("tuned").at(0).at("trials") == 12);
  CHECK(run.at("tuned").at(0).at("settings") == 3);
  std::uint64_t trials = 0;
  for (const Json& row : run.at("values")) trials += row.at("trials").get<std::uint64_t>();
  CHECK(trials == 12);
  CHECK(run.at("confirm").at(0).at("of") == "tuned");
  CHECK(run.at("confirm").at(0).at("blocks") == 6);
}

TEST_CASE("tuning killed at random moments and resumed equals an uninterrupted run") {
  const ScratchFolder folder;
  const std::string trials = std::to_string(scaled(40, 10));
  const CliResult whole = run_cli(tune("2", trials, {"--store", folder / "whole.jsonl"}));
  REQUIRE(whole.exit_code == 0);
  const std::string store = folder / "killed.jsonl";
  const std::vector<std::string> words = tune("2", trials, {"--store", store, "--resume"});
  for (int k = 0; k < scaled(10, 3); ++k) {
    CliProcess process(words);
    std::this_thread::sleep_for(std::chrono::milliseconds(20 + (k * 71) % 200));
    process.send(SIGKILL);
    process.wait();
  }
  const CliResult resumed = run_cli(words);
  CAPTURE(resumed.err);
  CHECK(resumed.exit_code == 0);
  CHECK(resumed.out == whole.out);
  CHECK(read_file(store) == read_file(folder / "whole.jsonl"));
  // More trials go on from there, as if there had been that many from the start; another search is refused.
  const std::string more = std::to_string(std::stoi(trials) + 10);
  const CliResult grown = run_cli(tune("2", more, {"--store", store, "--resume"}));
  CHECK(grown.exit_code == 0);
  CHECK(grown.out == run_cli(tune("2", more)).out);
  CHECK(run_cli(tune("2", "200", {"--store", store})).exit_code == 2);
  const CliResult other = run_cli(tune("2", trials, {"--store", store, "--resume", "--explore", "2"}));
  CHECK(other.exit_code == 2);
  CHECK(other.err.find("explore") != std::string::npos);
  // The last match is a run like any other.
  CHECK(run_cli({"rate", store + ".tuned.db"}).exit_code == 0);
}

TEST_CASE("an interrupted tuning keeps its trials and says how to go on") {
  const ScratchFolder folder;
  CliProcess process(tune("2", "100000", {"--store", folder / "log.jsonl"}));
  std::this_thread::sleep_for(std::chrono::milliseconds(900));
  process.send(SIGINT);
  const CliResult result = process.wait();
  CHECK(result.exit_code == 130);
  CHECK(result.err.find("--resume") != std::string::npos);
  CHECK(result.out.find("confirm") == std::string::npos);
}

TEST_CASE("a search without --seed draws one and is resumed by the same command") {
  const ScratchFolder folder;
  std::vector<std::string> words = tune("2", "3", {"--store", folder / "log.jsonl"});
  const auto seed = std::find(words.begin(), words.end(), "--seed");
  words.erase(seed, seed + 2);
  const CliResult first = run_cli(words);
  REQUIRE(first.exit_code == 0);
  words.push_back("--resume");
  CHECK(run_cli(words).out == first.out);
}

TEST_CASE("worker processes tune as threads do") {
  const CliResult threads = run_cli(tune("2", "6"));
  REQUIRE(threads.exit_code == 0);
  CHECK(run_cli(tune("2", "6", {"--isolate"})).out == threads.out);
}

TEST_CASE("a setting that decides too late or never loses its games, and tuning ends with 4") {
  // A million iterations take seconds; the limit is a twentieth of one, and three of them hang.
  const std::vector<std::string> words = {"tune",
                                          "reef_rescue",
                                          "--agent",
                                          "flat:iterations=1,playout=heuristic",
                                          "--param",
                                          "iterations=1|1000000",
                                          "--against",
                                          "random",
                                          "--trials",
                                          "4",
                                          "--blocks",
                                          "1",
                                          "--confirm-blocks",
                                          "2",
                                          "--decision-limit",
                                          "0.05",
                                          "--seed",
                                          "3",
                                          "--threads",
                                          "2",
                                          "--format",
                                          "json"};
  std::vector<std::string> isolated = words;
  isolated.push_back("--isolate");
  const CliResult result = run_cli(isolated);
  CAPTURE(result.err);
  CHECK(result.exit_code == 4);
  CHECK(result.err.find("agents failed in ") != std::string::npos);
  const Json run = Json::parse(result.out);
  CHECK(run.at("tuned").at(0).at("trials") == 4);
  CHECK(run.at("tuned").at(0).at("agent") == "flat:iterations=1,playout=heuristic");
  CHECK(run.at("values").at(1).at("mean_reward") == 0);
  CHECK(run.at("confirm").at(0).at("blocks") == 2);
  // Without worker processes the run cannot go on.
  const CliResult hung = run_cli(words);
  CHECK(hung.exit_code == 4);
  CHECK(hung.err.find("does not come back") != std::string::npos);
}

TEST_CASE("a parameter that some settings do not read has no value there, and one that none reads is refused") {
  const ScratchFolder folder;
  const std::string log = folder / "log.jsonl";
  const CliResult result = run_line(
      "tune reef_rescue --agent ismcts:iterations=2,reward=margin --param selection=ucb1|puct --param "
      "temperature=0.1|9 "
      "--against random --trials 12 --blocks 1 --confirm-blocks 0 --seed 3 --store " +
      log);
  CAPTURE(result.err);
  CHECK(result.exit_code == 0);
  CHECK(read_file(log).find(R"(["ucb1","-"])") != std::string::npos);
  CHECK(read_file(log).find(R"(["puct","-"])") == std::string::npos);
  const CliResult unread = run_line("tune reef_rescue --agent ismcts:iterations=2 --param temperature=0.1|9");
  CHECK(unread.exit_code == 2);
  CHECK(unread.err.find("temperature is read with selection=puct") != std::string::npos);
}

TEST_CASE("what cannot be tuned is refused") {
  for (const char* const line :
       {"tune reef_rescue", "tune reef_rescue --agent flat --param itrations=1:5",
        "tune reef_rescue --agent flat --param iterations=5:1", "tune reef_rescue --agent flat --param iterations=1|x",
        "tune reef_rescue --agent random --param c=0:1",
        "tune reef_rescue --agent flat --param iterations=1:5 --param iterations=1:9",
        "tune reef_rescue --agent flat --param iterations=1:5 --resume",
        "tune reef_rescue --agent flat --param iterations=1:5 --against nobody"}) {
    CAPTURE(line);
    const CliResult result = run_line(line);
    CHECK(result.exit_code == 2);
    CHECK(result.out.empty());
  }
}
