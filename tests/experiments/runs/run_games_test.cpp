#include <chrono>
#include <map>
#include <set>
#include <thread>

#include <doctest/doctest.h>

#include "experiments/runs/run_games.hpp"
#include "tests/experiments/nim_driver.hpp"

using namespace atl;
using test::nim_config;
using test::nim_driver;

namespace {

struct Played {
  RunReport report;
  std::map<std::uint64_t, FinishedGame> games;
  std::vector<std::uint64_t> prefix;  ///< blocks in the order of on_block
};

Played play(const RunConfig& config, int threads, const std::function<bool(std::uint64_t)>& decide = {},
            const IndexSet* done = nullptr, double stop_after = 0) {
  Played played;
  const Schedule schedule(config);
  StopFlag stop{false};
  RunHooks hooks;
  hooks.on_game = [&](const FinishedGame& game, bool) { CHECK(played.games.emplace(game.plan.index, game).second); };
  hooks.on_block = [&](std::uint64_t block) {
    played.prefix.push_back(block);
    return decide && decide(block);
  };
  hooks.on_tick = [&](const Progress& progress) {
    if (stop_after > 0 && progress.seconds > stop_after) stop.store(true);
  };
  played.report =
      run_games(schedule, nim_driver().make_player(config),
                {.threads = threads, .crew = make_thread_crew, .done = done, .tick_seconds = 0.01}, hooks, stop);
  return played;
}

/// What must not depend on the schedule of threads.
std::vector<std::string> records(const Played& played, const RunConfig& config) {
  const Schedule schedule(config);
  std::vector<std::string> lines;
  for (const auto& [index, game] : played.games) lines.push_back(write_record(schedule.record(game)));
  return lines;
}

}  // namespace

TEST_CASE("the same seed gives the same games on 1, 2 and 8 threads, and another seed gives others") {
  const RunConfig config = nim_config({"random", "first", "random"}, 60);
  const Played one = play(config, 1);
  CHECK(one.games.size() == 360);
  CHECK(one.report.end == RunEnd::finished);
  CHECK(records(one, config) == records(play(config, 2), config));
  CHECK(records(one, config) == records(play(config, 8), config));
  const RunConfig other = nim_config({"random", "first", "random"}, 60, 8);
  CHECK(records(one, config) != records(play(other, 1), other));
}

TEST_CASE("every record of a run replays") {
  const RunConfig config = nim_config({"random", "last"}, 50);
  const Schedule schedule(config);
  for (const auto& [index, game] : play(config, 2).games) nim_driver().check_record(schedule.record(game));
}

TEST_CASE("all games of a block have the same deal, whoever plays") {
  const RunConfig config = nim_config({"random", "first", "last"}, 40);
  std::map<std::uint64_t, std::set<std::string>> deals;
  std::set<std::string> all;
  for (const auto& [index, game] : play(config, 2).games) {
    deals[game.plan.block].insert(game.events.front());
    all.insert(game.events.front());
  }
  for (const auto& [block, deal] : deals) CHECK(deal.size() == 1);
  CHECK(all.size() == 3);  // 40 deals of 3 outcomes miss one with probability 3e-7
}

TEST_CASE("the deal does not depend on rules or line-ups") {
  const RunConfig config = nim_config({"first", "last"}, 30);
  RunConfig swept = nim_config({"random"}, 30);
  swept.variants = {{}, {{"max_take", std::int64_t{1}}}};
  std::map<std::uint64_t, std::string> deals;
  for (const auto& [index, game] : play(config, 1).games) deals[game.plan.block] = game.events.front();
  for (const auto& [index, game] : play(swept, 1).games) CHECK(deals.at(game.plan.block) == game.events.front());
}

TEST_CASE("rotation r gives seat s the chance events of owner s + r") {
  for (int players = 2; players <= 5; ++players) {
    for (int rotation = 0; rotation < players; ++rotation) {
      ChanceStreams plain(9, 4, 0, players);
      ChanceStreams rotated(9, 4, rotation, players);
      std::vector<Rng> by_owner;
      for (int owner = 0; owner < players; ++owner) by_owner.push_back(plain.next({Player(owner), 3}));
      for (int seat = 0; seat < players; ++seat) {
        CHECK(rotated.next({Player(seat), 3}) == by_owner[static_cast<std::size_t>((seat + rotation) % players)]);
      }
      CHECK(rotated.next({kNobody, 3}) == plain.next({kNobody, 3}));  // nobody's events do not rotate
    }
  }
}

TEST_CASE("draws made elsewhere do not move a source's events") {
  ChanceStreams quiet(1, 2, 0, 3);
  ChanceStreams busy(1, 2, 0, 3);
  quiet.next({0, 1});
  busy.next({0, 1});
  for (int i = 0; i < 5; ++i) busy.next({1, 1});
  busy.next({0, 2});
  CHECK(quiet.next({0, 1}) == busy.next({0, 1}));
  // The k-th event of a source has a generator of its own.
  CHECK(ChanceStreams(1, 2, 0, 3).next({0, 1}) == Rng::derive(1, Stream::chance, {2, 0, 1, 0}));
  ChanceStreams third(1, 2, 0, 3);
  third.next({kNobody, 7});
  CHECK(third.next({kNobody, 7}) == Rng::derive(1, Stream::chance, {2, kNobodyKey, 7, 1}));
}

TEST_CASE("every kind of failing agent is recorded with its seat, and the run goes on") {
  const struct {
    const char* agent;
    const char* kind;
  } cases[] = {{"throws", "exception"}, {"throws-odd", "exception"}, {"illegal", "illegal"}, {"sleeps", "time"}};
  for (const auto& [agent, kind] : cases) {
    CAPTURE(agent);
    RunConfig config = nim_config({"first", agent}, 4);
    config.limits.decision_seconds = 0.03;
    const Schedule schedule(config);
    const Played played = play(config, 2);
    CHECK(played.report.end == RunEnd::finished);
    CHECK(played.games.size() == 8);
    CHECK(played.report.progress.failures == 8);
    for (const auto& [index, game] : played.games) {
      const int seat = game.plan.agent_of_seat[0] == 1 ? 0 : 1;
      CHECK(game.end == failed_end(seat, kind));
      CHECK(game.scores.empty());
      CHECK(game.ranks.empty());
      CHECK_FALSE(game.failure.empty());
      CHECK(game.events.size() == (seat == 0 ? 1 : 2));  // what was played before is kept
      nim_driver().check_record(schedule.record(game));
    }
  }
}

TEST_CASE("an agent that fails while it observes is recorded too") {
  RunConfig config = nim_config({"throws-late"}, 30);
  config.variants = {{{"max_take", std::int64_t{1}}}};  // eight or more events in games of seven stones and more
  for (const auto& [index, game] : play(config, 1).games) {
    CHECK(game.end == "failed:0:exception");
    CHECK(game.events.size() == 8);
  }
}

TEST_CASE("a late decision is fine without a limit") {
  const Played played = play(nim_config({"first", "sleeps"}, 1), 1);
  for (const auto& [index, game] : played.games) CHECK(game.end == "empty");
}

TEST_CASE("a hanging agent is named and ends the run") {
  RunConfig config = nim_config({"first", "hangs"}, 1);
  config.limits.decision_seconds = 0.05;
  const auto start = std::chrono::steady_clock::now();
  const Played played = play(config, 1);
  CHECK(played.report.end == RunEnd::hung);
  CHECK(played.report.hung_game == 0);
  CHECK(played.report.hung_seat == 1);
  CHECK(played.report.threads_left);
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(5));
}

TEST_CASE("the stop flag ends a run within two seconds, and interrupted games do not count") {
  const auto start = std::chrono::steady_clock::now();
  const Played played = play(nim_config({"loops", "first"}, 1000), 2, {}, nullptr, 0.05);
  CHECK(played.report.end == RunEnd::stopped);
  CHECK(played.games.empty());
  CHECK_FALSE(played.report.threads_left);
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(2));
}

TEST_CASE("the prefix of complete blocks grows in schedule order, whatever finishes first") {
  const Played played = play(nim_config({"nap", "first", "random"}, 40), 8);
  std::vector<std::uint64_t> expected(40);
  for (std::size_t b = 0; b < 40; ++b) expected[b] = b;
  CHECK(played.prefix == expected);
}

TEST_CASE("a stopping rule decides on the same block for any number of threads, and later games are few") {
  const RunConfig config = nim_config({"nap", "first"}, 10'000);
  for (const int threads : {1, 2, 8}) {
    const Played played = play(config, threads, [](std::uint64_t block) { return block == 20; });
    CHECK(played.report.end == RunEnd::decided);
    CHECK(played.report.decided_at == 20);
    CHECK(played.prefix.back() == 20);
    for (std::uint64_t i = 0; i < 42; ++i) CHECK(played.games.count(i) == 1);
    // Workers run ahead by at most 2 * threads blocks of two games.
    CHECK(played.games.size() <= 42 + 4 * static_cast<std::size_t>(threads));
  }
}

TEST_CASE("games that are done are not played again") {
  IndexSet done;
  for (const std::uint64_t index : {0U, 1U, 5U, 7U, 30U}) done.insert(index);
  const Played played = play(nim_config({"random", "first"}, 20), 2, {}, &done);
  CHECK(played.games.size() == 35);
  for (const std::uint64_t index : {0U, 1U, 5U, 7U, 30U}) CHECK(played.games.count(index) == 0);
  CHECK(played.prefix.size() == 20);
  CHECK(played.report.progress.done == 40);
  CHECK(played.report.progress.total == 40);
}

TEST_CASE("ten million planned games need no memory before they are played") {
  int blocks = 0;
  const Played played =
      play(nim_config({"first", "last"}, 5'000'000), 2, [&](std::uint64_t) { return ++blocks == 50; });
  CHECK(played.report.end == RunEnd::decided);
  CHECK(played.report.progress.total == 10'000'000);
  CHECK(played.games.size() < 120);
}

TEST_CASE("decisions, iterations and seconds are counted per seat") {
  const Played played = play(nim_config({"nap", "first"}, 2), 1);
  for (const auto& [index, game] : played.games) {
    for (std::size_t s = 0; s < 2; ++s) {
      CHECK(game.work[s].decisions > 0);
      CHECK(game.work[s].iterations == 7 * game.work[s].decisions);
      const bool naps = game.plan.agent_of_seat[s] == 0;
      CHECK((game.work[s].seconds >= 0.001 * static_cast<double>(game.work[s].decisions)) == naps);
    }
  }
}

TEST_CASE("a decision without a choice is not put to the agent") {
  RunConfig config = nim_config({"throws", "illegal"}, 3);
  config.variants = {{{"max_take", std::int64_t{1}}}};
  for (const auto& [index, game] : play(config, 1).games) {
    CHECK(game.end == "empty");
    CHECK(game.work[0].decisions == 0);
  }
}

TEST_CASE("shards together play what one run plays") {
  const RunConfig whole = nim_config({"random", "first"}, 11);
  std::vector<std::string> joined;
  for (std::uint64_t i = 1; i <= 3; ++i) {
    RunConfig part = whole;
    part.shard = {.index = i, .count = 3};
    for (const std::string& line : records(play(part, 2), part)) joined.push_back(line);
  }
  std::vector<std::string> expected = records(play(whole, 1), whole);
  std::sort(joined.begin(), joined.end());
  std::sort(expected.begin(), expected.end());
  CHECK(joined == expected);
}

TEST_CASE("running out of clock costs the game or points, in what counts and not in the record") {
  FinishedGame game;
  game.scores = {30, 20, 10};
  game.ranks = {1, 2, 3};
  game.work = {{5, 0, 130.0}, {5, 0, 99.0}, {5, 0, 50.0}};
  RunConfig config = nim_config({"first"}, 1);
  config.limits.clock_seconds = 100;

  apply_clock(config.limits, game);
  CHECK(game.scores == std::vector<int>{30, 20, 10});
  CHECK(game.ranks == std::vector<int>{1, 2, 3});
  CHECK(ranks_that_count(game) == std::vector<int>{3, 1, 2});

  config.limits.clock_penalty = ClockPenalty::points;
  apply_clock(config.limits, game);
  CHECK(scores_that_count(game) == std::vector<int>{29, 20, 10});  // 30 s over: one minute begun
  CHECK(ranks_that_count(game) == std::vector<int>{1, 2, 3});

  game.work[0].seconds = 100 + 10 * 60 + 1;  // eleven minutes begun
  apply_clock(config.limits, game);
  CHECK(scores_that_count(game) == std::vector<int>{19, 20, 10});
  CHECK(ranks_that_count(game) == std::vector<int>{2, 1, 3});

  config.limits.clock_penalty = ClockPenalty::lose;
  game.work = {{5, 0, 130.0}, {5, 0, 101.0}, {5, 0, 50.0}};
  apply_clock(config.limits, game);
  CHECK(ranks_that_count(game) == std::vector<int>{2, 2, 1});
}

TEST_CASE("a clock that runs out in play changes what counts") {
  RunConfig config = nim_config({"nap", "first"}, 2);
  config.limits.clock_seconds = 0.0005;
  for (const auto& [index, game] : play(config, 1).games) {
    const std::size_t napper = game.plan.agent_of_seat[0] == 0 ? 0 : 1;
    CHECK(ranks_that_count(game)[napper] == 2);
    CHECK(ranks_that_count(game)[1 - napper] == 1);
    CHECK(game.end == "empty");
  }
}

TEST_CASE("specs that do not fit are refused before the first game") {
  CHECK_THROWS_AS(nim_driver().make_player(nim_config({"first", "fist"}, 1)), InputError);
  RunConfig config = nim_config({"first"}, 1);
  config.players = 3;
  CHECK_THROWS_AS(nim_driver().make_player(config), InputError);
  config = nim_config({"first"}, 1);
  config.variants = {{{"max_take", std::int64_t{9}}}};
  CHECK_THROWS_AS(nim_driver().make_player(config), InputError);
}

TEST_CASE("a finished game survives the pipe between processes") {
  for (const auto& [index, game] : play(nim_config({"random", "throws"}, 3), 1).games) {
    CHECK(read_finished_game(write_finished_game(game)) == game);
  }
  FinishedGame odd;
  odd.plan.agent_of_seat = {0};
  odd.failure = "not UTF-8: \xff";
  CHECK_NOTHROW(read_finished_game(write_finished_game(odd)));
  CHECK_THROWS_AS(read_finished_game("{}"), InputError);
}
