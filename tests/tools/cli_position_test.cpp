#include <doctest/doctest.h>

#include <algorithm>

#include "tests/tools/cli.hpp"

using namespace atl::test;

namespace {

/// Four games of greedy against random, exported.
struct Games {
  Games() {
    REQUIRE(run_cli({"match", "reef_rescue", "--agents", "greedy", "random", "--blocks", "2", "--seed", "11", "--store",
                     folder / "run.db"})
                .exit_code == 0);
    REQUIRE(run_cli({"export", folder / "run.db", "--records", path}).exit_code == 0);
  }
  ScratchFolder folder;
  std::string path = folder / "games.jsonl";
};

}  // namespace

TEST_CASE("replay --legal prints one line per decision event, tokens in byte order") {
  const Games games;
  const CliResult result = run_cli({"replay", games.path, "--legal"});
  REQUIRE(result.exit_code == 0);
  std::istringstream lines(result.out);
  std::string line;
  REQUIRE(std::getline(lines, line));
  CHECK(line.starts_with("0 44 "));  // 40 tiles and 4 faces are dealt first
  int count = 1;
  do {
    std::istringstream words(line);
    std::string index, event, previous, token;
    words >> index >> event;
    while (words >> token) {
      CHECK(previous < token);
      previous = token;
    }
    CHECK(!previous.empty());
    ++count;
  } while (std::getline(lines, line));
  CHECK(count > 40);
}

TEST_CASE("a position is shown as a seat knows it, as everyone does, and as it is") {
  const Games games;
  const CliResult truth = run_cli({"replay", games.path, "--game-index", "0", "--events", "57", "--truth"});
  const CliResult seat = run_cli({"replay", games.path, "--game-index", "0", "--events", "57", "--seat", "1"});
  const CliResult everyone = run_cli({"replay", games.path, "--game-index", "0", "--events", "57"});
  CHECK(truth.exit_code == 0);
  CHECK(seat.exit_code == 0);
  CHECK(everyone.exit_code == 0);
  CHECK(truth.out != everyone.out);
  CHECK(run_cli({"replay", games.path, "--game-index", "99"}).exit_code == 2);
  CHECK(run_cli({"replay", games.path, "--game-index", "0", "--events", "100000"}).exit_code == 2);
  CHECK(run_cli({"replay", games.path, "--game-index", "0", "--seat", "2"}).exit_code == 2);
}

TEST_CASE("sampled worlds replay and show the seat the same position") {
  const Games games;
  const CliResult worlds = run_cli({"worlds", "--record", games.path, "--game-index", "0", "--events", "57", "--seat",
                                    "1", "--count", "5", "--seed", "1"});
  REQUIRE(worlds.exit_code == 0);
  CHECK(std::count(worlds.out.begin(), worlds.out.end(), '\n') == 5);
  write_file(games.folder / "worlds.jsonl", worlds.out);
  CHECK(run_cli({"replay", games.folder / "worlds.jsonl"}).exit_code == 0);
  write_file(games.folder / "one.jsonl", worlds.out.substr(0, worlds.out.find('\n') + 1));
  const CliResult there = run_cli({"replay", games.folder / "one.jsonl", "--game-index", "0", "--seat", "1"});
  const CliResult here = run_cli({"replay", games.path, "--game-index", "0", "--events", "57", "--seat", "1"});
  CHECK(there.out == here.out);
  const CliResult again = run_cli({"worlds", "--record", games.path, "--game-index", "0", "--events", "57", "--seat",
                                   "1", "--count", "5", "--seed", "1"});
  CHECK(again.out == worlds.out);
}

TEST_CASE("search analyses a position and repeats itself for a seed") {
  const Games games;
  const std::vector<std::string> words = {"search",   "--record", games.path, "--game-index",          "0",
                                          "--events", "44",       "--agent",  "ismcts:iterations=200", "--seed",
                                          "1"};
  const CliResult first = run_cli(words);
  CHECK(first.exit_code == 0);
  CHECK(first.out.find("visits") != std::string::npos);
  CHECK(first.out.find("principal variation") != std::string::npos);
  std::vector<std::string> json = words;
  json.insert(json.end(), {"--format", "json"});
  CHECK(run_cli(json).out.find("\"availability\"") != std::string::npos);
  CHECK(run_cli({"search", "--record", games.path, "--game-index", "0", "--events", "3", "--agent", "random"})
            .exit_code == 2);
}

TEST_CASE("search prints the tree down to a depth and a number of visits in tokens of the game") {
  const Games games;
  const auto search = [&](const std::string& agent, std::vector<std::string> more) {
    std::vector<std::string> words = {"search", "--record", games.path, "--game-index", "0", "--events",
                                      "44",     "--agent",  agent,      "--seed",       "1"};
    words.insert(words.end(), more.begin(), more.end());
    return run_cli(words);
  };
  const auto count_rows = [](const std::string& json) {
    std::size_t rows = 0;
    for (std::size_t at = json.find("\"level\""); at != std::string::npos; at = json.find("\"level\"", at + 1)) ++rows;
    return rows;
  };
  const std::string agent = "ismcts:iterations=600";
  const CliResult plain = search(agent, {});
  const CliResult bare = search(agent, {"--tree"});
  CHECK(plain.exit_code == 0);
  CHECK(plain.out.find("tree, ") == std::string::npos);
  CHECK(bare.exit_code == 0);
  CHECK(bare.out.find("tree, 2 actions deep, from 6 visits on") != std::string::npos);
  const auto tree_of = [](const CliResult& result) { return result.out.substr(result.out.find("tree, ")); };
  CHECK(tree_of(bare) == tree_of(search(agent, {"--tree=2"})));

  // Deeper and down to fewer visits there is more; the first level is the list of actions.
  const CliResult one = search(agent, {"--tree", "1", "--tree-visits", "1", "--format", "json"});
  const CliResult three = search(agent, {"--tree", "3", "--tree-visits", "1", "--format", "json"});
  const CliResult few = search(agent, {"--tree", "3", "--tree-visits", "50", "--format", "json"});
  CHECK(count_rows(one.out) >= 2);
  CHECK(count_rows(three.out) > count_rows(few.out));
  CHECK(count_rows(three.out) > 2 * count_rows(one.out));
  CHECK(three.out.find("\"outcome\"") != std::string::npos);

  CHECK(search("flat:iterations=60", {"--tree"}).out.find("keeps no tree") != std::string::npos);
  for (const char* const kind : {"pimc", "pom-ismcts", "mo-ismcts", "ris-mcts"}) {
    CHECK(search(std::string(kind) + ":iterations=300", {"--tree=3", "--tree-visits=2"})
              .out.find("tree, 3 actions deep") != std::string::npos);
  }
  CHECK(search("ismcts:parallel=tree,threads=2,iterations=300", {"--tree=3"}).exit_code == 0);
  CHECK(search(agent, {"--tree=x"}).exit_code == 2);
  CHECK(search(agent, {"--tree=1000"}).exit_code == 2);
}

TEST_CASE("perft counts from a deal and from a record, and its parts add up") {
  const CliResult one = run_line("perft reef_rescue --players 2 --seed 1 --depth 0 --format csv");
  CHECK(one.out.find("depth,nodes,game,players,rules,seed,game_index,events\n0,1,reef_rescue,2,") == 0);
  const CliResult drawn = run_line("perft reef_rescue --players 2 --depth 1 --format json");
  CHECK(drawn.out.find("\"seed\": ") != std::string::npos);
  const CliResult divided = run_line("perft reef_rescue --players 2 --seed 1 --depth 2 --divide --format csv");
  CHECK(divided.exit_code == 0);
  CHECK(divided.out.find("# divide") != std::string::npos);
  const Games games;
  CHECK(run_cli({"perft", "--record", games.path, "--game-index", "0", "--events", "57", "--depth", "2"}).exit_code ==
        0);
  CHECK(run_line("perft").exit_code == 2);
}

TEST_CASE("a person can play, ask for help, and leave") {
  const CliResult left =
      run_cli({"play", "reef_rescue", "--agents", "me", "random", "--seed", "4"}, "?\nb\nnonsense\nq\n");
  CHECK(left.exit_code == 0);
  CHECK(left.out.find("choose:") != std::string::npos);
  CHECK(left.out.find("is no choice here") != std::string::npos);
  const CliResult watched = run_cli({"play", "reef_rescue", "--agents", "greedy", "random", "--seed", "4"});
  CHECK(watched.exit_code == 0);
  CHECK(watched.out.find("The game is over") != std::string::npos);
  const ScratchFolder folder;
  CHECK(
      run_cli({"play", "reef_rescue", "--agents", "greedy", "random", "--seed", "4", "--record", folder / "game.jsonl"})
          .exit_code == 0);
  CHECK(run_cli({"replay", folder / "game.jsonl"}).exit_code == 0);
}
