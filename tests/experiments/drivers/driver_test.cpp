#include <doctest/doctest.h>

#include "experiments/drivers/bench_positions.hpp"
#include "experiments/drivers/rule_text.hpp"
#include "tests/experiments/nim_driver.hpp"
#include "tests/toy/nim.hpp"

using namespace atl;
using test::nim_driver;

namespace {

GameRecord nim_record(std::vector<std::string> events, std::vector<int> scores = {}, std::vector<int> ranks = {},
                      std::string end = "") {
  return {.game = "nim",
          .players = 2,
          .rules = {},
          .seed = 1,
          .index = 0,
          .agents = {"a", "b"},
          .events = std::move(events),
          .scores = std::move(scores),
          .ranks = std::move(ranks),
          .end = std::move(end)};
}

const GameRecord kWhole = nim_record({"~7", "take=3", "take=3", "take=1"}, {1, 0}, {1, 2}, "empty");

template <class Change>
std::string refusal(Change&& change) {
  GameRecord record = kWhole;
  change(record);
  try {
    nim_driver().check_record(record);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("a driver tells what its game is") {
  CHECK(nim_driver().info().name == "nim");
  CHECK(nim_driver().info().max_players == 2);
  CHECK(nim_driver().rule_fields(2).front().field.name == "max_take");
  CHECK_THROWS_AS(nim_driver().rule_fields(3), InputError);
}

TEST_CASE("replay accepts a true record and names what is false in a forged one") {
  CHECK(refusal([](GameRecord&) {}) == "accepted");
  CHECK(refusal([](GameRecord& r) { r.scores = {0, 1}; }) == "scores [0,1] are recorded, but the events give [1,0]");
  CHECK(refusal([](GameRecord& r) { r.ranks = {1, 1}; }) == "ranks [1,1] are recorded, but the events give [1,2]");
  CHECK(refusal([](GameRecord& r) { r.end = "full"; }) == "end 'full' is recorded, but the events give 'empty'");
  CHECK(refusal([](GameRecord& r) {
          r.scores = {};
          r.ranks = {};
          r.end = "failed:0:illegal";
        }) == "end 'failed:0:illegal' is recorded, but seat 0 is not asked for a decision there");
  CHECK(refusal([](GameRecord& r) { r.events[2] = "take=9"; }) == "event 2 'take=9' is not legal here");
  CHECK(refusal([](GameRecord& r) { r.events[0] = "take=1"; }) ==
        "event 0 'take=1' is not in the game's notation here");
  CHECK(refusal([](GameRecord& r) { r.events.push_back("take=1"); }) ==
        "event 4 'take=1' comes after the end of the game");
  CHECK(refusal([](GameRecord& r) { r.events.pop_back(); }) == "the record ends before the game does (after event 3)");
  CHECK(refusal([](GameRecord& r) { r.agents.pop_back(); }) == "the record names 1 agents for 2 players");
  CHECK(refusal([](GameRecord& r) { r.rules = {{"max_take", std::int64_t{3}}}; }) ==
        "rule 'max_take' is listed with its default value");
  CHECK(refusal([](GameRecord& r) { r.rules = {{"max_tke", std::int64_t{2}}}; }).starts_with("unknown rule of nim"));
  CHECK(refusal([](GameRecord& r) { r.players = 3; }).starts_with("bad number of players"));
  CHECK(refusal([](GameRecord& r) { r.game = "chess"; }) == "the record is of game 'chess', not nim");
  CHECK(refusal([](GameRecord& r) { r.end = "failed:1:time"; }) ==
        "scores and ranks are recorded for a game that was not finished");
  CHECK(refusal([](GameRecord& r) { r = nim_record({"~7", "take=3"}, {}, {}, "failed:1:time"); }) == "accepted");
  CHECK(refusal([](GameRecord& r) { r = nim_record({"~7", "take=3"}, {}, {}, "failed:2:time"); }) ==
        "end 'failed:2:time' is not failed:<seat>:<kind>");
  CHECK(refusal([](GameRecord& r) { r = nim_record({"~7"}, {}, {}, "failed:0:bored"); }) ==
        "end 'failed:0:bored' is not failed:<seat>:<kind>");
  CHECK(refusal([](GameRecord& r) { r = nim_record({"~7", "take=3"}); }) == "accepted");
}

TEST_CASE("legal tokens are listed for every decision event, in byte order") {
  std::vector<std::string> rows;
  nim_driver().list_legal(kWhole, [&](std::size_t event, const std::vector<std::string>& tokens) {
    std::string row = std::to_string(event);
    for (const std::string& token : tokens) row += " " + token;
    rows.push_back(row);
  });
  CHECK(rows == std::vector<std::string>{"1 take=1 take=2 take=3", "2 take=1 take=2 take=3", "3 take=1 take=2 take=3"});
}

TEST_CASE("a position is shown as the truth or as an observer knows it") {
  CHECK(nim_driver().board({kWhole, 2}, kOmniscient) == "4 stones\n");
  CHECK(nim_driver().board({kWhole, 2}, 1) == "2 events seen\n");
  CHECK(nim_driver().board({kWhole, 0}, kPublic) == "0 events seen\n");
  CHECK_THROWS_AS(nim_driver().board({kWhole, 2}, 2), InputError);
  CHECK_THROWS_AS(nim_driver().board({kWhole, 5}, 0), InputError);
}

TEST_CASE("perft counts from a record's prefix, and its shares add up") {
  // From 7 stones: three takes of one, two or three; the heap cannot be emptied before the third.
  CHECK(nim_driver().perft({kWhole, 1}, 0, false).total == 1);
  CHECK(nim_driver().perft({kWhole, 1}, 1, false).total == 3);
  CHECK(nim_driver().perft({kWhole, 1}, 2, false).total == 9);
  CHECK(nim_driver().perft({kWhole, 1}, 4, false).total == 61);  // 10 of the 27 triples take seven: 10 + 17 * 3
  CHECK(nim_driver().perft({kWhole, 4}, 3, false).total == 1);
  CHECK(nim_driver().perft({kWhole, 0}, 1, false).total == 9);  // three deals
  const PerftReport divided = nim_driver().perft({kWhole, 1}, 4, true);
  CHECK(divided.total == 61);
  CHECK(divided.by_token.size() == 3);
  CHECK(divided.by_token[0].first == "take=1");
  const PerftReport deals = nim_driver().perft({kWhole, 0}, 2, true);
  CHECK(deals.by_token[2] == std::pair<std::string, std::uint64_t>{"~9", 9});
  CHECK_THROWS_AS(nim_driver().perft({kWhole, 1}, -1, false), InputError);
}

TEST_CASE("a deal is that of block 0 of a run with the same seed") {
  const GameRecord deal = nim_driver().deal(2, {}, 7);
  CHECK(deal.events.size() == 1);
  const RunConfig config = test::nim_config({"first"}, 1, 7);
  DecisionWatch watch;
  const StopFlag stop{false};
  const auto game = nim_driver().make_player(config)->play(Schedule(config).game(0), stop, watch, {});
  REQUIRE(game.has_value());
  CHECK(game->events.front() == deal.events.front());
}

TEST_CASE("an agent can be asked about any decision of a record") {
  const StopFlag stop{false};
  const SearchReport report = nim_driver().search({kWhole, 2}, "last", 1, stop);
  CHECK(report.seat == 1);
  CHECK(report.chosen == "take=3");
  CHECK(report.actions.size() == 3);
  CHECK(report.actions[0].token == "take=1");
  CHECK_THROWS_AS(nim_driver().search({kWhole, 0}, "last", 1, stop), InputError);
  CHECK_THROWS_AS(nim_driver().search({kWhole, 4}, "last", 1, stop), InputError);
  CHECK_THROWS_AS(nim_driver().search({kWhole, 2}, "lost", 1, stop), InputError);
}

TEST_CASE("sampled worlds are records that replay and end at the position") {
  std::vector<GameRecord> worlds;
  nim_driver().worlds({kWhole, 3}, 1, 30, 5, [&](const GameRecord& record) { worlds.push_back(record); });
  REQUIRE(worlds.size() == 30);
  bool varies = false;
  for (const GameRecord& world : worlds) {
    nim_driver().check_record(world);
    CHECK(world.events.size() == 3);
    CHECK(world.scores.empty());
    CHECK(world.end.empty());
    varies = varies || world.events.front() != worlds.front().events.front();
  }
  CHECK(varies);  // seat 1 has not seen the heap: 3^-29 that all agree
  nim_driver().worlds({kWhole, 3}, 0, 5, 5, [&](const GameRecord& record) { CHECK(record.events.front() == "~7"); });
  CHECK_THROWS_AS(nim_driver().worlds({kWhole, 3}, 2, 1, 1, [](const GameRecord&) {}), InputError);
}

TEST_CASE("a session mixes people and agents and ends in a record that replays") {
  const std::unique_ptr<PlaySession> session =
      nim_driver().start_session({.players = 2, .rules = {}, .seats = {"", "last"}, .seed = 3});
  REQUIRE(session->node_kind() == NodeKind::chance);
  session->deal();
  CHECK(session->last_event(0).starts_with("~"));
  CHECK(session->last_event(1) == "(hidden)");
  CHECK(session->last_event(kPublic) == "(hidden)");
  CHECK(session->legal_tokens() == std::vector<std::string>{"take=1", "take=2", "take=3"});
  CHECK_THROWS_AS(session->apply("take=4"), InputError);
  CHECK_THROWS_AS(session->apply("tak"), InputError);
  const StopFlag stop{false};
  CHECK_THROWS_AS(session->ask(stop), InputError);  // a person's turn
  while (session->node_kind() != NodeKind::terminal) {
    if (session->player_to_act() == 0) {
      session->apply("take=1");
    } else {
      CHECK(session->ask(stop).chosen == "take=3");
    }
  }
  const GameRecord record = session->record();
  nim_driver().check_record(record);
  CHECK(record.agents == std::vector<std::string>{"human", "last"});
  CHECK(record.end == "empty");
  CHECK_THROWS_AS(nim_driver().start_session({.players = 2, .rules = {}, .seats = {""}, .seed = 3}), InputError);
}

TEST_CASE("the bench signature repeats and every figure is filled in") {
  const BenchRequest request{.repetitions = 1, .games = 20, .positions = 3, .worlds = 5, .spec = "first"};
  const BenchFigures figures = nim_driver().bench(request);
  CHECK(figures.signature == nim_driver().bench(request).signature);
  CHECK(figures.signature !=
        nim_driver()
            .bench({.seed = 2, .repetitions = 1, .games = 20, .positions = 3, .worlds = 5, .spec = "first"})
            .signature);
  CHECK(figures.signature !=
        nim_driver().bench({.repetitions = 1, .games = 20, .positions = 3, .worlds = 5, .spec = "last"}).signature);
  for (const double figure : {figures.random_step_ns, figures.copy_ns, figures.list_ns, figures.playouts_per_second,
                              figures.worlds_per_second, figures.iterations_per_second, figures.below_ns}) {
    CHECK(figure > 0);
  }
  CHECK(figures.mean_legal == 3);
  CHECK(figures.state_bytes == 1);
}

TEST_CASE("rules are read from NAME=VALUE") {
  CHECK(parse_rules(nim_driver(), 2, {"max_take=2"}) == std::vector<RuleSetting>{{"max_take", std::int64_t{2}}});
  CHECK(parse_rules(nim_driver(), 2, {"max_take=3"}).empty());  // the default
  for (const char* const bad :
       {"max_take", "=3", "max_tak=2", "max_take=4", "max_take=", "max_take=02", "max_take=@/no/such/file"}) {
    CHECK_THROWS_AS(parse_rules(nim_driver(), 2, {bad}), InputError);
  }
  CHECK_THROWS_AS(parse_rules(nim_driver(), 2, {"max_take=2", "max_take=1"}), InputError);
}

TEST_CASE("a sweep takes the values of a name one by one") {
  const auto variants = parse_sweep(nim_driver(), 2, {}, {"max_take=1", "max_take=3", "max_take=2"});
  REQUIRE(variants.size() == 3);
  CHECK(variants[0] == std::vector<RuleSetting>{{"max_take", std::int64_t{1}}});
  CHECK(variants[1].empty());
  CHECK(parse_sweep(nim_driver(), 2, {}, {}).size() == 1);
  CHECK_THROWS_AS(parse_sweep(nim_driver(), 2, {}, {"max_take=1", "max_take=1"}), InputError);
  CHECK_THROWS_AS(parse_sweep(nim_driver(), 2, {{"max_take", std::int64_t{1}}}, {"max_take=2"}), InputError);
}

TEST_CASE("benchmarks measure a game's own positions, and random games where it has none") {
  const std::string records = "# one\n" + write_record(nim_driver().deal(2, {}, 1)) + "\n";
  const toy::nim::Game game(toy::nim::Game::default_rules(2));
  const auto own = bench_positions(game, records, 1, 5);
  REQUIRE(own.size() == 1);
  CHECK(own[0].actions.size() == 1);
  CHECK(bench_positions(game, "", 1, 5).size() == 5);
  const toy::nim::Game other(make_rules<toy::nim::Game>(2, {{"max_take", std::int64_t{2}}}));
  CHECK(bench_positions(other, records, 1, 5).size() == 5);
}
