#include <doctest/doctest.h>

#include <algorithm>

#include "tests/support/scale.hpp"
#include "tests/tools/cli.hpp"

using namespace atl::test;

namespace {

std::vector<std::string> match(const std::string& store, const std::string& threads, const std::string& blocks,
                               const std::vector<std::string>& more = {}) {
  std::vector<std::string> words = {"match",     "reef_rescue", "--players", "2",    "--agents", "ismcts:iterations=20",
                                    "greedy",    "random",      "--blocks",  blocks, "--seed",   "7",
                                    "--threads", threads,       "--store",   store};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

std::string export_of(const ScratchFolder& folder, const std::string& store) {
  REQUIRE(run_cli({"export", store, "--records", folder / "out.jsonl"}).exit_code == 0);
  return read_file(folder / "out.jsonl");
}

}  // namespace

TEST_CASE("the same seed gives the same tables and exports for any number of threads") {
  const ScratchFolder folder;
  const CliResult one = run_cli(match(folder / "one.db", "1", "4"));
  const CliResult two = run_cli(match(folder / "two.db", "2", "4"));
  const CliResult eight = run_cli(match(folder / "eight.db", "8", "4"));
  CHECK(one.exit_code == 0);
  CHECK(one.out == two.out);
  CHECK(one.out == eight.out);
  const std::string records = export_of(folder, folder / "one.db");
  CHECK(std::count(records.begin(), records.end(), '\n') == 4 * 3 * 2);
  CHECK(records == export_of(folder, folder / "two.db"));
  CHECK(records == export_of(folder, folder / "eight.db"));
}

TEST_CASE("an existing store is refused without --resume or --fresh and left untouched") {
  const ScratchFolder folder;
  const std::string store = folder / "run.db";
  REQUIRE(run_cli(match(store, "1", "2")).exit_code == 0);
  const std::string bytes = read_file(store);
  const CliResult again = run_cli(match(store, "1", "2"));
  CHECK(again.exit_code == 2);
  CHECK(again.err.find("--resume") != std::string::npos);
  CHECK(again.err.find("--fresh") != std::string::npos);
  CHECK(read_file(store) == bytes);
  const CliResult other = run_cli({"match", "reef_rescue", "--players", "2", "--agents", "greedy", "random", "--blocks",
                                   "2", "--seed", "8", "--store", store, "--resume"});
  CHECK(other.exit_code == 2);
  CHECK(other.err.find("agents") != std::string::npos);
  CHECK(other.err.find("seed") != std::string::npos);
  CHECK(read_file(store) == bytes);
}

TEST_CASE("more blocks only append, and a resumed run equals one that was never interrupted") {
  const ScratchFolder folder;
  REQUIRE(run_cli(match(folder / "long.db", "2", "6")).exit_code == 0);
  const std::string expected = export_of(folder, folder / "long.db");
  REQUIRE(run_cli(match(folder / "short.db", "2", "3")).exit_code == 0);
  CHECK(expected.starts_with(export_of(folder, folder / "short.db")));
  const CliResult grown = run_cli(match(folder / "short.db", "2", "6", {"--resume"}));
  CHECK(grown.exit_code == 0);
  CHECK(export_of(folder, folder / "short.db") == expected);
}

TEST_CASE("SIGINT ends a run within two seconds with exit code 130, tables and a store that can be resumed") {
  const ScratchFolder folder;
  const std::string store = folder / "run.db";
  CliProcess process(match(store, "2", "100000"));
  std::this_thread::sleep_for(std::chrono::milliseconds(1500));
  const auto start = std::chrono::steady_clock::now();
  process.send(SIGINT);
  const CliResult result = process.wait();
  // Generous: sanitizer builds on a busy machine. The promise of two seconds is for Release.
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(10));
  CHECK(result.exit_code == 130);
  CHECK(result.out.find("Strength") != std::string::npos);
  CHECK(result.err.find("--resume") != std::string::npos);
  const std::string records = export_of(folder, store);
  CHECK(run_cli({"replay", folder / "out.jsonl"}).exit_code == 0);

  CliProcess term(match(folder / "term.db", "2", "100000"));
  std::this_thread::sleep_for(std::chrono::milliseconds(700));
  term.send(SIGTERM);
  CHECK(term.wait().exit_code == 143);
}

TEST_CASE("a run killed at random moments and resumed equals an uninterrupted one") {
  const ScratchFolder folder;
  const std::string blocks = std::to_string(scaled(40, 8));
  REQUIRE(run_cli(match(folder / "whole.db", "2", blocks)).exit_code == 0);
  const std::string expected = export_of(folder, folder / "whole.db");
  const std::string store = folder / "killed.db";
  const int kills = scaled(20, 4);
  for (int k = 0; k < kills; ++k) {
    CliProcess process(match(store, "2", blocks, {"--resume"}));
    std::this_thread::sleep_for(std::chrono::milliseconds(20 + (k * 37) % 150));
    process.send(SIGKILL);
    process.wait();
  }
  const CliResult last = run_cli(match(store, "2", blocks, {"--resume"}));
  CAPTURE(last.err);
  CHECK(last.exit_code == 0);
  CHECK(export_of(folder, store) == expected);
}

TEST_CASE("the schedule can be printed without playing") {
  const CliResult result =
      run_line("match reef_rescue --players 3 --agents random greedy flat --blocks 2 --seed 1 --schedule");
  CHECK(result.exit_code == 0);
  CHECK(std::count(result.out.begin(), result.out.end(), '\n') >= 12);  // 2 blocks x 6 seatings
}

TEST_CASE("seats of self-play are reported with intervals and cheaters are marked") {
  const CliResult seats = run_line("seats reef_rescue --players 3 --agents greedy --blocks 4 --seed 3 --format json");
  CHECK(seats.exit_code == 0);
  CHECK(seats.out.find("\"seats\"") != std::string::npos);
  CHECK(seats.out.find("\"interval\"") != std::string::npos);
  const CliResult match = run_line("match reef_rescue --agents cheat:flat:iterations=5 random --blocks 2 --seed 3");
  CHECK(match.out.find("sees hidden") != std::string::npos);
}
