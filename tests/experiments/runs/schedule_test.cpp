#include "experiments/runs/schedule.hpp"

#include <map>
#include <set>

#include <doctest/doctest.h>

using namespace atl;

namespace {

RunConfig config_of(int players, std::vector<std::string> agents, std::uint64_t blocks = 3) {
  RunConfig config;
  config.game = "toy";
  config.players = players;
  config.agents = std::move(agents);
  config.blocks = blocks;
  return config;
}

std::vector<std::vector<int>> lineup_agents(const Schedule& schedule) {
  std::vector<std::vector<int>> all;
  for (const Lineup& lineup : schedule.lineups()) all.push_back(lineup.agents);
  return all;
}

}  // namespace

TEST_CASE("as many agents as seats are one line-up in 2-transitive seatings") {
  const Schedule schedule(config_of(3, {"a", "b", "c"}));
  CHECK(lineup_agents(schedule) == std::vector<std::vector<int>>{{0, 1, 2}});
  CHECK(schedule.games_per_block() == 6);
  // Every ordered pair of agents in every ordered pair of seats once.
  std::map<std::tuple<int, int, std::size_t, std::size_t>, int> pairs;
  for (std::uint64_t i = 0; i < 6; ++i) {
    const std::vector<int> seats = schedule.game(i).agent_of_seat;
    for (std::size_t s = 0; s < 3; ++s) {
      for (std::size_t t = 0; t < 3; ++t) {
        if (s != t) ++pairs[{seats[s], seats[t], s, t}];
      }
    }
  }
  CHECK(pairs.size() == 36);
  for (const auto& [key, count] : pairs) CHECK(count == 1);
}

TEST_CASE("more agents than seats play every subset") {
  const Schedule schedule(config_of(2, {"a", "b", "c"}));
  CHECK(lineup_agents(schedule) == std::vector<std::vector<int>>{{0, 1}, {0, 2}, {1, 2}});
  CHECK(schedule.games_per_block() == 6);
  CHECK(Schedule(config_of(4, {"a", "b", "c", "d", "e", "f"})).lineups().size() == 15);
}

TEST_CASE("fewer agents than seats play one against copies of another, both ways, in cyclic seatings") {
  const Schedule schedule(config_of(3, {"a", "b"}));
  CHECK(lineup_agents(schedule) == std::vector<std::vector<int>>{{0, 1, 1}, {1, 0, 0}});
  CHECK(schedule.games_per_block() == 6);
  std::set<std::vector<int>> seen;
  for (std::uint64_t i = 0; i < 3; ++i) seen.insert(schedule.game(i).agent_of_seat);
  CHECK(seen == std::set<std::vector<int>>{{0, 1, 1}, {1, 0, 1}, {1, 1, 0}});
}

TEST_CASE("one agent plays itself in one seating and as many deal rotations as there are seats") {
  const Schedule schedule(config_of(4, {"a"}));
  CHECK(schedule.games_per_block() == 4);
  for (std::uint64_t i = 0; i < 8; ++i) {
    const PlannedGame game = schedule.game(i);
    CHECK(game.index == i);
    CHECK(game.block == i / 4);
    CHECK(game.rotation == static_cast<int>(i % 4));
    CHECK(game.seating == 0);
    CHECK(game.agent_of_seat == std::vector<int>{0, 0, 0, 0});
  }
}

TEST_CASE("a gauntlet has only line-ups of the first agent") {
  RunConfig config = config_of(2, {"a", "b", "c", "d"});
  config.lineups = LineupPlan::gauntlet;
  CHECK(lineup_agents(Schedule(config)) == std::vector<std::vector<int>>{{0, 1}, {0, 2}, {0, 3}});
  config.agents = {"a"};
  CHECK_THROWS_AS(Schedule{config}, InputError);
}

TEST_CASE("seatings can be chosen") {
  RunConfig config = config_of(4, {"a", "b", "c", "d"});
  config.seatings = SeatingPlan::cyclic;
  CHECK(Schedule(config).games_per_block() == 4);
  config.seatings = SeatingPlan::two_transitive;
  CHECK(Schedule(config).games_per_block() == 12);
  config.seatings = SeatingPlan::all;
  CHECK(Schedule(config).games_per_block() == 24);
}

TEST_CASE("a sweep plays every variant in every block with the line-ups of the others") {
  RunConfig config = config_of(2, {"a", "b"});
  config.lineups = LineupPlan::self_play;
  config.variants = {{}, {{"max_take", std::int64_t{2}}}};
  const Schedule schedule(config);
  CHECK(schedule.games_per_block() == 8);
  CHECK(schedule.game(5).variant == 1);
  CHECK(schedule.game(5).agent_of_seat == std::vector<int>{0, 0});
  CHECK(schedule.game(5).rotation == 1);
}

TEST_CASE("more blocks only append games") {
  const Schedule few(config_of(3, {"a", "b"}, 2));
  const Schedule many(config_of(3, {"a", "b"}, 200));
  for (std::uint64_t i = 0; i < few.num_games(); ++i) CHECK(few.game(i) == many.game(i));
}

TEST_CASE("equal specs are told apart by a number") {
  CHECK(agent_names({"greedy", "random", "greedy"}) == std::vector<std::string>{"greedy#1", "random", "greedy#2"});
}

TEST_CASE("shards share the blocks out without overlap") {
  std::set<std::uint64_t> seen;
  for (std::uint64_t i = 1; i <= 3; ++i) {
    RunConfig config = config_of(2, {"a", "b"}, 11);
    config.shard = {.index = i, .count = 3};
    const Schedule schedule(config);
    for (std::uint64_t b = 0; b < schedule.num_blocks(); ++b) {
      CHECK(schedule.block(b) % 3 == i - 1);
      CHECK(seen.insert(schedule.block(b)).second);
    }
  }
  CHECK(seen.size() == 11);
  RunConfig tiny = config_of(2, {"a", "b"}, 1);
  tiny.shard = {.index = 2, .count = 2};
  CHECK(Schedule(tiny).num_games() == 0);
}

TEST_CASE("a schedule of ten million games is described and listed without playing or listing it") {
  const Schedule schedule(config_of(2, {"a", "b"}, 5'000'000));
  CHECK(schedule.num_games() == 10'000'000);
  CHECK(schedule.describe() ==
        "10000000 games: 5000000 blocks of 2 in 1 line-ups\n"
        "  a: 2 seats per block, by seat 1 1\n"
        "  b: 2 seats per block, by seat 1 1\n"
        "  a meets b: 2 seat pairs per block\n");
  CHECK(schedule.list_games(9'999'998, 100) ==
        "game 9999998 block 4999999 line-up 0 seating 0 rotation 0: a b\n"
        "game 9999999 block 4999999 line-up 0 seating 1 rotation 0: b a\n");
}

TEST_CASE("an unequal number of games is pointed out") {
  RunConfig config = config_of(2, {"a", "b", "c"});
  config.lineups = LineupPlan::gauntlet;
  CHECK(Schedule(config).describe().find("do not play equally often") != std::string::npos);
}

TEST_CASE("a configuration survives being written and read") {
  RunConfig config = config_of(3, {"ismcts:iterations=10", "greedy"}, 40);
  config.seed = 18446744073709551615U;
  config.variants = {
      {{"flag", true}, {"list", std::vector<int>{1, 2}}, {"text", std::string("a \"b\"=ü")}, {"n", std::int64_t{-3}}},
      {}};
  config.lineups = LineupPlan::gauntlet;
  config.seatings = SeatingPlan::all;
  config.shard = {.index = 2, .count = 5};
  config.limits.decision_seconds = 0.1;
  config.limits.clock_seconds = 300;
  config.limits.clock_penalty = ClockPenalty::points;
  CHECK(read_config(write_config(config)) == config);
  CHECK_THROWS_AS(read_config("{}"), InputError);
  CHECK_THROWS_AS(read_config("{"), InputError);
}

TEST_CASE("what a resumed run may not change is named") {
  const RunConfig stored = config_of(2, {"a", "b"}, 10);
  RunConfig wanted = stored;
  CHECK(conflicting_keys(stored, wanted).empty());
  wanted.blocks = 20;
  CHECK(conflicting_keys(stored, wanted).empty());
  wanted.blocks = 5;
  wanted.seed = 1;
  wanted.agents = {"a", "c"};
  CHECK(conflicting_keys(stored, wanted) == std::vector<std::string>{"agents", "blocks", "seed"});
}

TEST_CASE("bad configurations are refused") {
  const auto refused = [](auto&& change) {
    RunConfig config = config_of(2, {"a", "b"});
    change(config);
    CHECK_THROWS_AS(Schedule{config}, InputError);
  };
  refused([](RunConfig& c) { c.agents.clear(); });
  refused([](RunConfig& c) { c.blocks = 0; });
  refused([](RunConfig& c) { c.blocks = ~std::uint64_t{0}; });
  refused([](RunConfig& c) { c.players = 6; });
  refused([](RunConfig& c) { c.limits.decision_seconds = -1; });
  refused([](RunConfig& c) { c.variants.clear(); });
  refused([](RunConfig& c) {
    c.shard = {.index = 1, .count = 2};
    c.stop_rule = "sprt";
  });
  for (const char* const text : {"0/2", "3/2", "1", "1/2/3", "a/b", "1/-2", "", "1/0"})
    CHECK_THROWS_AS(parse_shard(text), InputError);
  CHECK(parse_shard("2/3") == Shard{.index = 2, .count = 3});
  CHECK_THROWS_WITH_AS(find_value(kSeatingWords, "seating plan", "cycle"),
                       "unknown seating plan 'cycle' (known: auto, cyclic, t2, all). Did you mean 'cyclic'?",
                       InputError);
}

TEST_CASE("budgets in seconds and threads in one tree are recognised in specs") {
  CHECK(spec_is_timed("ismcts:ms=20"));
  CHECK(spec_is_timed("cheat:ismcts:c=0.7,ms=20"));
  CHECK(spec_is_timed("ismcts:threads=4,parallel=tree"));
  CHECK_FALSE(spec_is_timed("ismcts:threads=4,trees=4"));
  CHECK_FALSE(spec_is_timed("ismcts:parallel=tree"));
  CHECK_FALSE(spec_is_timed("ismcts:iterations=20"));
  CHECK_FALSE(spec_is_timed("random"));
  CHECK_FALSE(spec_is_timed("cheat:ismcts"));
}
