// What a user sees when agents fail, time runs out, a run is spread over shards or is far too long to finish: on nim,
// with the agents of tests/experiments/test_agents.hpp.
#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>

#include "tests/tools/cli.hpp"

using namespace atl::test;

namespace {

std::vector<std::string> match(const std::vector<std::string>& agents, const std::string& store,
                               const std::vector<std::string>& more) {
  std::vector<std::string> words = {"match", "nim", "--seed", "7", "--threads", "2", "--store", store, "--agents"};
  words.insert(words.end(), agents.begin(), agents.end());
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

std::string records(const ScratchFolder& folder, const std::string& store) {
  REQUIRE(run_cli({"export", store, "--records", folder / "records.jsonl"}).exit_code == 0);
  return read_file(folder / "records.jsonl");
}

long count(const std::string& text, const std::string& part) {
  long found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Resident memory of a process in MB.
double resident_mb(pid_t pid) {
  std::istringstream in(read_file("/proc/" + std::to_string(pid) + "/status"));
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("VmRSS:")) return std::stod(line.substr(6)) / 1024;
  }
  return 0;
}

}  // namespace

TEST_CASE("agents that throw, play illegally or decide too late lose their games, the run goes on and ends with 4") {
  struct Case {
    const char* agent;
    const char* kind;
    std::vector<std::string> options;
  };
  // The agent that is late sleeps 0.3 s: over the limit, and far from the three limits at which it would hang.
  for (const Case& one : {Case{"throws", "exception", {}}, Case{"throws-odd", "exception", {}},
                          Case{"illegal", "illegal", {}}, Case{"dozes", "time", {"--decision-limit", "0.25"}}}) {
    for (const bool isolate : {false, true}) {
      CAPTURE(std::string(one.agent));
      CAPTURE(isolate);
      const ScratchFolder folder;
      std::vector<std::string> options = one.options;
      options.insert(options.end(), {"--blocks", "4"});
      if (isolate) options.push_back("--isolate");
      const CliResult result = run_cli(match({"first", one.agent}, folder / "run.db", options));
      CHECK(result.exit_code == 4);
      CHECK(result.err.find(std::string("agent ") + one.agent + " in seat") != std::string::npos);
      const std::string games = records(folder, folder / "run.db");
      CHECK(count(games, "\n") == 8);
      CHECK(count(games, std::string("failed:0:") + one.kind + "\"") == 4);
      CHECK(count(games, std::string("failed:1:") + one.kind + "\"") == 4);
      CHECK(run_cli({"replay", folder / "records.jsonl"}).exit_code == 0);
    }
  }
}

TEST_CASE("with --isolate a crash or a decision without end costs one game each, and the run ends with 4") {
  for (const auto& [agent, kind] : {std::pair{"crashes", "crash"}, {"hangs", "hang"}, {"loops", "hang"}}) {
    CAPTURE(agent);
    const ScratchFolder folder;
    const CliResult result =
        run_cli(match({"first", agent, "random"}, folder / "run.db",
                      {"--blocks", "2", "--isolate", "--decision-limit", "0.1", "--forfeits", "loss"}));
    CHECK(result.exit_code == 4);
    const std::string games = records(folder, folder / "run.db");
    CHECK(count(games, "\n") == 12);
    CHECK(count(games, std::string(":") + kind + "\"") == 8);
    CHECK(result.out.find("Strength") != std::string::npos);
    CHECK(run_cli({"replay", folder / "records.jsonl"}).exit_code == 0);
  }
}

TEST_CASE(
    "without --isolate the watchdog names the game and the seat that hang, keeps what was finished and ends with 4") {
  for (const char* const agent : {"hangs", "loops"}) {
    CAPTURE(agent);
    const ScratchFolder folder;
    const auto start = std::chrono::steady_clock::now();
    const CliResult result =
        run_cli(match({"first", agent}, folder / "run.db", {"--blocks", "50", "--decision-limit", "0.1"}));
    CHECK(result.exit_code == 4);
    CHECK(result.err.find("in seat ") != std::string::npos);
    CHECK(result.err.find("does not come back") != std::string::npos);
    CHECK(result.err.find("--isolate") != std::string::npos);
    CHECK(seconds_since(start) < 15);
    CHECK(run_cli({"report", folder / "run.db", "-o", folder / "page.html"}).exit_code == 0);
  }
}

TEST_CASE("without --isolate a crash ends the program, and --resume --isolate goes on from the finished games") {
  const ScratchFolder folder;
  const std::vector<std::string> agents = {"nap", "first", "crashes"};
  // One thread: the games nap against first of the first block are played before the crash.
  std::vector<std::string> words = match(agents, folder / "run.db", {"--blocks", "3", "--threads", "1"});
  words.erase(std::find(words.begin(), words.end(), "--threads"), std::find(words.begin(), words.end(), "--store"));
  const CliResult died = run_cli(words);
  CHECK(died.exit_code == 128 + SIGKILL);
  words.insert(words.end(), {"--resume", "--isolate"});
  const CliResult result = run_cli(words);
  CAPTURE(result.err);
  CHECK(result.exit_code == 4);
  const std::string games = records(folder, folder / "run.db");
  CHECK(count(games, "\n") == 18);
  CHECK(count(games, ":crash\"") == 12);
  std::vector<std::string> whole = match(agents, folder / "whole.db", {"--blocks", "3", "--isolate"});
  CHECK(run_cli(whole).out == result.out);
  CHECK(records(folder, folder / "whole.db") == games);
}

TEST_CASE("an agent that thinks for ever ends with the run when the user interrupts it") {
  for (const char* const agent : {"loops", "hangs"}) {
    for (const bool isolate : {false, true}) {
      CAPTURE(agent);
      CAPTURE(isolate);
      const ScratchFolder folder;
      CliProcess process(match({"first", agent}, folder / "run.db",
                               isolate ? std::vector<std::string>{"--isolate"} : std::vector<std::string>{}));
      std::this_thread::sleep_for(std::chrono::milliseconds(400));
      const auto start = std::chrono::steady_clock::now();
      process.send(SIGINT);
      CHECK(process.wait().exit_code == 130);
      CHECK(seconds_since(start) < 8);  // two seconds on a quiet machine
    }
  }
}

TEST_CASE("a game clock lets the slow player lose, or costs it points, and marks the run as not repeatable") {
  const ScratchFolder folder;
  const CliResult lose =
      run_cli(match({"first", "sleeps"}, folder / "lose.db", {"--blocks", "3", "--clock", "0.03", "--format", "csv"}));
  CHECK(lose.exit_code == 0);
  CHECK(lose.out.find("sleeps,3,6,0,") != std::string::npos);  // no win in three blocks
  const CliResult table = run_cli(match({"first", "sleeps"}, folder / "points.db",
                                        {"--blocks", "3", "--clock", "0.03", "--clock-penalty", "points"}));
  CHECK(table.exit_code == 0);
  CHECK(table.out.find("Not reproducible") != std::string::npos);
  CHECK(records(folder, folder / "points.db") ==
        records(folder, folder / "lose.db"));  // records keep what the rules say
}

TEST_CASE("shards that are merged equal the run of one machine, and shards of different runs are refused") {
  const ScratchFolder folder;
  const std::vector<std::string> agents = {"random", "first", "throws-late"};
  run_cli(match(agents, folder / "whole.db", {"--blocks", "11"}));
  std::vector<std::string> merge = {"merge", "--out", folder / "merged.db", "--stores"};
  for (const char* const shard : {"1/3", "2/3", "3/3"}) {
    const std::string store = folder / ("part" + std::string(1, shard[0]) + ".db");
    run_cli(match(agents, store, {"--blocks", "11", "--shard", shard}));
    merge.push_back(store);
  }
  REQUIRE(run_cli(merge).exit_code == 0);
  CHECK(records(folder, folder / "merged.db") == records(folder, folder / "whole.db"));

  run_cli(match({"random", "first"}, folder / "other.db", {"--blocks", "11", "--shard", "2/3"}));
  const CliResult refused =
      run_cli({"merge", "--out", folder / "bad.db", "--stores", folder / "part1.db", folder / "other.db"});
  CHECK(refused.exit_code == 3);
  CHECK(refused.err.find("agents") != std::string::npos);
  CHECK_FALSE(std::filesystem::exists(folder / "bad.db"));
}

TEST_CASE("ten million planned games need no more memory than the games that are under way") {
  const ScratchFolder folder;
  CliProcess process(match({"random", "first"}, folder / "run.db", {"--blocks", "10000000"}));
  std::this_thread::sleep_for(std::chrono::milliseconds(600));
  const double early = resident_mb(process.pid());
  std::this_thread::sleep_for(std::chrono::milliseconds(1500));
  const double late = resident_mb(process.pid());
  process.send(SIGINT);
  CHECK(process.wait().exit_code == 130);
  CAPTURE(early);
  CAPTURE(late);
  CHECK(early > 1);
#ifndef __SANITIZE_ADDRESS__  // which keeps freed memory for a while
  CHECK(late < 60);
  CHECK(late - early < 10);  // tens of thousands of games later
#endif
}
