#include <sys/wait.h>

#include <chrono>
#include <map>

#include <doctest/doctest.h>

#include "experiments/runs/process_crew.hpp"
#include "experiments/runs/run_games.hpp"
#include "tests/experiments/nim_driver.hpp"

using namespace atl;
using test::nim_config;
using test::nim_driver;

namespace {

struct Played {
  RunReport report;
  std::map<std::uint64_t, FinishedGame> games;
};

Played play(const CrewMaker& crew, const RunConfig& config, double stop_after = 0) {
  Played played;
  StopFlag stop{false};
  RunHooks hooks;
  hooks.on_game = [&](const FinishedGame& game, bool) { CHECK(played.games.emplace(game.plan.index, game).second); };
  hooks.on_tick = [&](const Progress& progress) {
    if (stop_after > 0 && progress.seconds > stop_after) stop.store(true);
  };
  played.report = run_games(Schedule(config), nim_driver().make_player(config),
                            {.threads = 2, .crew = crew, .done = nullptr, .tick_seconds = 0.01}, hooks, stop);
  CHECK(waitpid(-1, nullptr, WNOHANG) == -1);  // no child is left
  return played;
}

}  // namespace

TEST_CASE("worker processes play the games that threads play") {
  const RunConfig config = nim_config({"random", "first", "throws"}, 15);
  const Played isolated = play(make_process_crew, config);
  const Played threaded = play(make_thread_crew, config);
  CHECK(isolated.report.end == RunEnd::finished);
  REQUIRE(isolated.games.size() == 90);
  for (auto [index, game] : threaded.games) {
    FinishedGame other = isolated.games.at(index);
    for (std::size_t s = 0; s < 2; ++s) other.work[s].seconds = game.work[s].seconds = 0;
    CHECK(other == game);
  }
}

TEST_CASE("an agent that crashes costs its worker, is recorded with what was played, and the run goes on") {
  const RunConfig config = nim_config({"first", "crashes"}, 4);
  const Schedule schedule(config);
  const Played played = play(make_process_crew, config);
  CHECK(played.report.end == RunEnd::finished);
  REQUIRE(played.games.size() == 8);
  for (const auto& [index, game] : played.games) {
    const int seat = game.plan.agent_of_seat[0] == 1 ? 0 : 1;
    CHECK(game.end == failed_end(seat, "crash"));
    CHECK(game.events.size() == (seat == 0 ? 1 : 2));
    CHECK(game.failure == "signal Killed");
    nim_driver().check_record(schedule.record(game));
  }
}

TEST_CASE("an agent that hangs is killed at three times the limit, and the run goes on") {
  RunConfig config = nim_config({"first", "hangs"}, 2);
  config.limits.decision_seconds = 0.03;
  const Played played = play(make_process_crew, config);
  CHECK(played.report.end == RunEnd::finished);
  REQUIRE(played.games.size() == 4);
  for (const auto& [index, game] : played.games) {
    CHECK(game.end == failed_end(game.plan.agent_of_seat[0] == 1 ? 0 : 1, "hang"));
  }
}

TEST_CASE("stopping isolated workers takes less than two seconds, with agents that obey and agents that do not") {
  for (const char* const agent : {"loops", "hangs"}) {
    CAPTURE(agent);
    const auto start = std::chrono::steady_clock::now();
    const Played played = play(make_process_crew, nim_config({"first", agent}, 100), 0.05);
    CHECK(played.report.end == RunEnd::stopped);
    CHECK(played.games.empty());
    CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(2));
  }
}
