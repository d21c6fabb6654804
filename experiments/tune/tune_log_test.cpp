#include "experiments/tune/tune_log.hpp"

#include <unistd.h>

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "engine/core/checks.hpp"
#include "experiments/tune/parameter_space.hpp"

using namespace atl;
namespace fs = std::filesystem;

namespace {

struct Folder {
  Folder() {
    std::string name = (fs::temp_directory_path() / "atoll-tune-XXXXXX").string();
    REQUIRE(mkdtemp(name.data()) != nullptr);
    path = name;
  }
  ~Folder() { fs::remove_all(path); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  std::string file(const std::string& name) const { return path + "/" + name; }
  std::string path;
};

/// In a game that offers nothing special.
AgentSpec agent_of(std::string_view text) {
  return parse_agent_spec(text, {.abilities = {"nim", detail::ability_rows<void>()}, .default_spec = {}});
}

std::string text_of(const std::string& path) {
  std::stringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

const TuneSettings kSettings = {{"game", "nim"}, {"seed", "7"}};
const Trial kFirst{.values = {"0.7", "uniform"}, .reward = 0.1 + 0.2, .games = 4, .failures = 0};
const Trial kSecond{.values = {"1.5", "a \"b\""}, .reward = 1.0 / 3, .games = 4, .failures = 1};

}  // namespace

TEST_CASE("trials come back from a log bit by bit, whatever byte a kill fell on") {
  const Folder folder;
  const std::string path = folder.file("log");
  {
    TuneLog log(path, kSettings, TuneLog::Mode::create);
    log.append(kFirst);
    log.append(kSecond);
  }
  const std::string whole = text_of(path);
  for (std::size_t size = 0; size <= whole.size(); ++size) {
    CAPTURE(size);
    const std::string cut = folder.file("cut");
    std::ofstream(cut, std::ios::binary) << whole.substr(0, size);
    {
      TuneLog log(cut, kSettings, TuneLog::Mode::resume);
      REQUIRE(log.trials().size() <= 2);
      if (!log.trials().empty()) CHECK(log.trials()[0] == kFirst);
      if (log.trials().size() == 2) CHECK(log.trials()[1] == kSecond);
      for (std::size_t i = log.trials().size(); i < 2; ++i) log.append(i == 0 ? kFirst : kSecond);
    }
    CHECK(text_of(cut) == whole);
  }
}

TEST_CASE("a log is refused, and left alone, if it exists, is of another search, is in use or is none") {
  const Folder folder;
  const std::string path = folder.file("log");
  {
    TuneLog(path, kSettings, TuneLog::Mode::create).append(kFirst);
  }
  const std::string before = text_of(path);
  CHECK_THROWS_AS(TuneLog(path, kSettings, TuneLog::Mode::create), InputError);
  const TuneSettings other = {{"game", "nim"}, {"seed", "8"}};
  CHECK_THROWS_WITH_AS(TuneLog(path, other, TuneLog::Mode::resume), doctest::Contains("differs in: seed"), InputError);
  {
    const TuneLog user(path, kSettings, TuneLog::Mode::resume);
    CHECK_THROWS_WITH_AS(TuneLog(path, kSettings, TuneLog::Mode::resume), doctest::Contains("another process"),
                         InputError);
  }
  CHECK(text_of(path) == before);
  for (const std::string text : {"dear diary", "dear diary\nit rained\n", "{\"format\":\"atoll-game/1\"}\n"}) {
    const std::string diary = folder.file("diary");
    std::ofstream(diary) << text;
    for (const TuneLog::Mode mode : {TuneLog::Mode::create, TuneLog::Mode::resume, TuneLog::Mode::replace}) {
      CHECK_THROWS_AS(TuneLog(diary, kSettings, mode), InputError);
    }
    CHECK(text_of(diary) == text);
    fs::remove(diary);
  }
  std::ofstream(path, std::ios::app) << "{\"values\":3}\n";
  CHECK_THROWS_WITH_AS(TuneLog(path, kSettings, TuneLog::Mode::resume), doctest::Contains("line 3"), InputError);
  CHECK_THROWS_AS(TuneLog(folder.file("no/such/folder"), kSettings, TuneLog::Mode::create), InputError);
}

TEST_CASE("replacing keeps the old trials until the first new one is there") {
  const Folder folder;
  const std::string path = folder.file("log");
  {
    TuneLog(path, kSettings, TuneLog::Mode::create).append(kFirst);
  }
  const std::string before = text_of(path);
  const TuneSettings other = {{"game", "nim"}, {"seed", "8"}};
  {
    TuneLog log(path, other, TuneLog::Mode::replace);
    CHECK(log.trials().empty());
    CHECK(text_of(path) == before);
    log.append(kSecond);
  }
  const TuneLog log(path, other, TuneLog::Mode::resume);
  REQUIRE(log.trials().size() == 1);
  CHECK(log.trials()[0] == kSecond);
}

TEST_CASE("ranges become lists of values, whole numbers without repetition") {
  const AgentSpec agent = agent_of("ismcts:iterations=100,c=0.5");
  CHECK(parse_tuned_parameter("c=0.2:1", agent).values.size() == 8);
  CHECK(parse_tuned_parameter("c=0.2:1:3", agent).values == std::vector<std::string>{"0.2", "0.6", "1"});
  CHECK(parse_tuned_parameter("iterations=10:13", agent).values == std::vector<std::string>{"10", "11", "12", "13"});
  CHECK(parse_tuned_parameter("c=0.1|0.4|0.8", agent).values == std::vector<std::string>{"0.1", "0.4", "0.8"});
  for (const char* const bad : {"c", "d=0.1:1", "c=1:0.1", "c=0.5", "c=0.5|0.5", "c=0.1:1:1", "c=0.1:1:2:3", "c=x:y",
                                "c=-5:1", "playout=1:2"}) {
    CAPTURE(bad);
    CHECK_THROWS_AS(parse_tuned_parameter(bad, agent), InputError);
  }
  CHECK_THROWS_AS(parse_tuned_parameter("c=0.1:1", agent_of("random")), InputError);
}

TEST_CASE("a setting replaces the agent's own value and leaves the rest") {
  const AgentSpec agent = agent_of("cheat:ismcts:iterations=100,c=0.5");
  const std::vector<TunedParameter> parameters = {parse_tuned_parameter("c=0.2:1:3", agent)};
  const AgentSpec made = agent_of(spec_with(agent, parameters, {2}));
  CHECK(made.cheats);
  CHECK(made.params.selection.c == 1);
  CHECK(made.params.budget.iterations == 100);
  CHECK(space_size(parameters) == 3);
  CHECK(agent_of(spec_with(agent, parameters, {-1})).text == "cheat:ismcts:iterations=100");
  const AgentSpec plain = agent_of("ismcts");
  CHECK(agent_of(spec_with(plain, parameters, {0})).params.selection.c == 0.2);
}
