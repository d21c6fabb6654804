/// One game, two classes: the rules choose, in every operation and in sweeps over both.
#include <doctest/doctest.h>

#include "engine/reef_encounter/second_kind/second_kind.hpp"
#include "experiments/drivers/drivers.hpp"
#include "experiments/runs/schedule.hpp"

namespace atl {
namespace {

const std::vector<RuleSetting> kExpansion = {{"second_kind", true}};

bool has_cards(const GameDriver& driver, const GameRecord& record) {
  return driver.board({record, record.events.size()}, kOmniscient).find("cards to draw") != std::string::npos;
}

}  // namespace

TEST_CASE("the rules of reef encounter choose the base game or the expansion") {
  const GameDriver& driver = find_driver("reef_encounter");
  CHECK(driver.resolve_rules(3, kExpansion) == kExpansion);
  CHECK(driver.resolve_rules(3, {}).empty());
  CHECK_THROWS_AS(driver.resolve_rules(5, kExpansion), InputError);
  CHECK_THROWS_AS(driver.resolve_rules(3, {{"crown_start", true}}), InputError);
  CHECK_THROWS_AS(driver.resolve_rules(3, {{"second_kinds", true}}), InputError);
  CHECK(driver.remarks(3, {}).empty());
  REQUIRE(driver.remarks(3, kExpansion).size() == 1);
  CHECK(driver.remarks(3, kExpansion)[0].find("11 are documented") != std::string::npos);

  const GameRecord base = driver.deal(3, {}, 7), expansion = driver.deal(3, kExpansion, 7);
  CHECK(!has_cards(driver, base));
  CHECK(has_cards(driver, expansion));
  CHECK(expansion.rules == kExpansion);
  const RecordPosition start{expansion, expansion.events.size()};
  CHECK(driver.perft(start, 1, false).total > 0);
  const StopFlag stop{false};
  CHECK(driver.search(start, "ismcts:iterations=20", 1, stop).chosen.starts_with("fish="));
  int worlds = 0;
  driver.worlds(start, 1, 5, 1, [&](const GameRecord& world) {
    CHECK(world.rules == kExpansion);
    ++worlds;
  });
  CHECK(worlds == 5);
  const auto session = driver.start_session({.players = 2, .rules = kExpansion, .seats = {"", "greedy"}, .seed = 3});
  session->deal();
  CHECK(session->board(0).find("cards:") != std::string::npos);
}

TEST_CASE("a sweep over the expansion plays each game by its own rules and its records replay") {
  const GameDriver& driver = find_driver("reef_encounter");
  RunConfig config;
  config.game = "reef_encounter";
  config.players = 2;
  config.variants = {{}, kExpansion, {{"advanced", true}}};
  config.agents = {"greedy"};
  config.blocks = 1;
  config.seed = 5;
  const auto player = driver.make_player(config);
  const StopFlag stop{false};
  for (int variant = 0; variant < 3; ++variant) {
    CAPTURE(variant);
    DecisionWatch watch;
    const PlannedGame plan{.index = static_cast<std::uint64_t>(variant), .variant = variant, .agent_of_seat = {0, 0}};
    const std::optional<FinishedGame> game = player->play(plan, stop, watch, {});
    REQUIRE(game.has_value());
    GameRecord record;
    record.game = "reef_encounter";
    record.players = 2;
    record.rules_version = driver.info().rules_version;
    record.rules = config.variants[static_cast<std::size_t>(variant)];
    record.agents = {"greedy", "greedy"};
    record.events = game->events;
    record.scores = game->scores;
    record.ranks = game->ranks;
    record.end = game->end;
    driver.check_record(record);
    CHECK(has_cards(driver, record) == (variant == 1));
  }
}

}  // namespace atl
