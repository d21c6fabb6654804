#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "tests/tools/cli.hpp"

using namespace atl::test;
using Json = nlohmann::json;

namespace {

/// Plays a match into a store and returns its path.
std::string played(const ScratchFolder& folder, const std::string& name, const std::vector<std::string>& agents,
                   const std::string& seed, const std::vector<std::string>& more = {}) {
  std::vector<std::string> words = {"match", "reef_rescue", "--agents"};
  words.insert(words.end(), agents.begin(), agents.end());
  const std::string store = folder / name;
  for (const std::string& word :
       {std::string("--blocks"), std::string("24"), std::string("--seed"), seed, std::string("--store"), store})
    words.push_back(word);
  words.insert(words.end(), more.begin(), more.end());
  const CliResult result = run_cli(words);
  CAPTURE(result.err);
  REQUIRE(result.exit_code == 0);
  return store;
}

Json json_of(std::vector<std::string> words) {
  words.insert(words.end(), {"--format", "json"});
  const CliResult result = run_cli(words);
  CAPTURE(result.err);
  REQUIRE(result.exit_code == 0);
  return Json::parse(result.out);
}

double elo_of(const Json& ratings, const std::string& agent) {
  for (const Json& row : ratings) {
    if (row.at("agent") == agent) return row.at("elo").get<double>();
  }
  FAIL("no agent " << agent);
  return 0;
}

}  // namespace

TEST_CASE("a match of three agents ends with the ratings that atoll rate gives") {
  const ScratchFolder folder;
  const std::string store = played(
      folder, "run.db", {"flat:iterations=1,playout=heuristic", "random", "flat:iterations=2,playout=heuristic"}, "5");
  const Json rated = json_of({"rate", store});
  REQUIRE(rated.at("ratings").size() == 3);
  REQUIRE(rated.at("rating_differences").size() == 3);
  CHECK(rated.at("los").size() == 3);
  CHECK(rated.at("seat_ratings").size() == 1);
  // Strongest first, their mean at zero, differences those of the ratings with errors of their own.
  double sum = 0, last = 1e9;
  for (const Json& row : rated.at("ratings")) {
    sum += row.at("elo").get<double>();
    CHECK(row.at("elo").get<double>() <= last);
    CHECK(row.at("se").get<double>() > 0);
    CHECK(row.at("games") == 96);
    last = row.at("elo").get<double>();
  }
  CHECK(sum == doctest::Approx(0).epsilon(1e-6));
  for (const Json& row : rated.at("rating_differences")) {
    CHECK(row.at("elo").get<double>() == doctest::Approx(elo_of(rated.at("ratings"), row.at("first")) -
                                                         elo_of(rated.at("ratings"), row.at("second"))));
    CHECK(row.at("se").get<double>() > 0);
    CHECK(row.at("interval")[0].get<double>() < row.at("elo").get<double>());
  }
  const Json match = json_of({"match", "reef_rescue", "--agents", "flat:iterations=1,playout=heuristic", "random",
                              "flat:iterations=2,playout=heuristic", "--blocks", "24", "--seed", "5"});
  CHECK(match.at("ratings") == rated.at("ratings"));
  const CliResult text = run_cli({"rate", store});
  for (const char* const said : {"Davidson", "sandwich", "Does the seat matter?", "24 blocks"}) {
    CAPTURE(said);
    CHECK(text.out.find(said) != std::string::npos);
  }
}

TEST_CASE("an anchor shifts all ratings, several are flagged") {
  const ScratchFolder folder;
  const std::string store = played(
      folder, "run.db", {"flat:iterations=1,playout=heuristic", "random", "flat:iterations=2,playout=heuristic"}, "5");
  const Json free = json_of({"rate", store}),
             anchored = json_of({"rate", store, "--anchor", "flat:iterations=2,playout=heuristic=100"});
  CHECK(elo_of(anchored.at("ratings"), "flat:iterations=2,playout=heuristic") == doctest::Approx(100));
  const double shift = 100 - elo_of(free.at("ratings"), "flat:iterations=2,playout=heuristic");
  CHECK(elo_of(anchored.at("ratings"), "flat:iterations=1,playout=heuristic") ==
        doctest::Approx(elo_of(free.at("ratings"), "flat:iterations=1,playout=heuristic") + shift).epsilon(1e-6));
  const CliResult two =
      run_cli({"rate", store, "--anchor", "flat:iterations=1,playout=heuristic=50", "--anchor", "random=-50"});
  CHECK(two.exit_code == 0);
  CHECK(two.out.find("Several anchors") != std::string::npos);
  CHECK(run_cli({"rate", store, "--anchor", "randon=50"}).err.find("Did you mean 'random'") != std::string::npos);
  CHECK(run_cli({"rate", store, "--anchor", "random"}).exit_code == 2);
  CHECK(run_cli({"rate", store, "--anchor", "random=1", "--anchor", "random=2"}).exit_code == 2);
}

TEST_CASE("more than two players are rated by their rankings, and a bootstrap repeats for its seed") {
  const ScratchFolder folder;
  const std::string store =
      played(folder, "run.db", {"flat:iterations=1,playout=heuristic", "random", "flat:iterations=2,playout=heuristic"},
             "6", {"--players", "3"});
  const std::vector<std::string> words = {"rate", store, "--bootstrap", "50", "--seed", "3"};
  const Json rated = json_of(words);
  CHECK(rated.at("seat_ratings").size() == 3);
  for (const Json& row : rated.at("rating_differences"))
    CHECK(row.at("bootstrap_interval")[0].get<double>() < row.at("bootstrap_interval")[1].get<double>());
  CHECK(json_of(words) == rated);
  CHECK(run_cli({"rate", store}).out.find("Plackett-Luce") != std::string::npos);
  CHECK(json_of({"rate", store, "--seat-term", "off"}).count("seat_ratings") == 0);
}

TEST_CASE("an agent that won everything has the same bound in the match and in its rating") {
  const ScratchFolder folder;
  const std::string store = played(folder, "run.db", {"greedy", "random"}, "8");
  const Json match = json_of({"match", "reef_rescue", "--agents", "greedy", "random", "--blocks", "24", "--seed", "8"});
  const Json& strength = match.at("strength").at(0);
  REQUIRE(strength.at("win_share") == 1.0);
  const Json rated = json_of({"rate", store});
  const Json& row = rated.at("rating_differences").at(0);
  CHECK(row.at("first") == "greedy");
  CHECK(row.at("elo").is_null());
  CHECK(row.at("se").is_null());
  CHECK(row.at("interval").at(0).get<double>() == doctest::Approx(strength.at("elo").at(1).get<double>()));
  CHECK(row.at("interval").at(1).is_null());
  CHECK(row.at("los") == strength.at("los"));
  const CliResult text = run_cli({"rate", store});
  CHECK(text.out.find(">= ") != std::string::npos);
  CHECK(text.out.find("One-sided: between {greedy} and {random} only one side ever won") != std::string::npos);
  // A prior makes numbers, and says that they are its own.
  const CliResult prior = run_cli({"rate", store, "--prior", "1"});
  CHECK(prior.out.find("Prior: 1 virtual drawn game per agent") != std::string::npos);
  CHECK(prior.out.find(">= ") == std::string::npos);
}

TEST_CASE("an agent can be told apart by the version that played it") {
  const ScratchFolder folder;
  const std::string store = played(
      folder, "run.db", {"flat:iterations=1,playout=heuristic", "random", "flat:iterations=2,playout=heuristic"}, "5");
  const Json rated = json_of({"rate", store, "--by-version", "random"});
  bool found = false;
  for (const Json& row : rated.at("ratings")) found |= row.at("agent").get<std::string>().starts_with("random@");
  CHECK(found);
  CHECK(run_cli({"rate", store, "--by-version", "randon"}).err.find("Did you mean 'random'") != std::string::npos);
}

TEST_CASE("runs of the same agents are rated together, what has nothing in common is refused with exit code 3") {
  const ScratchFolder folder;
  const std::string one = played(folder, "one.db", {"greedy", "random"}, "1");
  const std::string two = played(folder, "two.db", {"random", "flat:iterations=2,playout=heuristic"}, "2");
  const std::string island =
      played(folder, "island.db", {"flat:iterations=3,playout=heuristic", "flat:iterations=4,playout=heuristic"}, "3");
  const std::string three = played(folder, "three.db", {"greedy", "random"}, "1", {"--players", "3"});
  const Json rated = json_of({"rate", one, two});
  CHECK(rated.at("ratings").size() == 3);
  const CliResult apart = run_cli({"rate", one, island});
  CHECK(apart.exit_code == 3);
  CHECK(apart.err.find("{greedy, random} and {flat:iterations=3,playout=heuristic, "
                       "flat:iterations=4,playout=heuristic}") != std::string::npos);
  CHECK(apart.out.empty());
  CHECK(run_cli({"rate", one, three}).exit_code == 3);
  CHECK(run_cli({"rate", one, one}).exit_code == 3);
  CHECK(run_cli({"rate", folder / "none.db"}).exit_code == 2);
  CHECK(run_cli({"rate"}).exit_code == 2);
}

TEST_CASE("a match whose data allows no ratings says so and is none the worse") {
  // The first agent always wins against the others if it always sits first: one seating only, so seats are agents.
  const CliResult result = run_line(
      "match reef_rescue --agents greedy random flat:iterations=2,playout=heuristic --blocks 1 --seed 1 --ratings on");
  CHECK(result.exit_code == 0);
  CHECK(result.out.find("Strength") != std::string::npos);
  CHECK(result.out.find("Ratings") != std::string::npos);
  const CliResult off = run_line(
      "match reef_rescue --agents greedy random flat:iterations=2,playout=heuristic "
      "--blocks 1 --seed 1 --ratings off");
  CHECK(off.out.find("Ratings") == std::string::npos);
}
