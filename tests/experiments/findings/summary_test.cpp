#include "experiments/findings/summary.hpp"

#include <doctest/doctest.h>

#include "experiments/store/stored_run.hpp"
#include "tests/experiments/nim_driver.hpp"

using namespace atl;
using test::nim_config;
using test::nim_driver;

namespace {

Store play(const RunConfig& config) {
  Store store = Store::temporary(make_manifest(config));
  play_stored_run(nim_driver().make_player(config), store, {.options = {.threads = 2}}, StopFlag{false});
  return store;
}

Summary summarise(const Store& store, const SummaryOptions& options = {}) {
  SummaryBuilder builder(store.schedule(), options);
  store.visit_blocks(BlockFilter::decided, Store::Events::leave_out,
                     [&](std::uint64_t, const std::vector<FinishedGame>& games) { builder.add_block(games); });
  return builder.finish(store.count_distinct(BlockFilter::decided));
}

}  // namespace

TEST_CASE("a summary agrees with one computed from the exported records") {
  const Store store = play(nim_config({"random", "first", "last"}, 40));
  const Summary summary = summarise(store);
  CHECK(summary.blocks == 40);
  CHECK(summary.games == 240);
  REQUIRE(summary.agents.size() == 3);

  // [agents] per block: points and games, from the records alone.
  const std::vector<std::string> names = {"random", "first", "last"};
  for (std::size_t a = 0; a < 3; ++a) {
    std::vector<double> shares;
    double points = 0, games = 0, scores = 0, all = 0;
    store.export_records(BlockFilter::decided, [&](const GameRecord& record) {
      for (std::size_t s = 0; s < 2; ++s) {
        if (record.agents[s] != names[a]) continue;
        points += record.ranks[s] == 1 ? 1 : 0;
        scores += record.scores[s];
        ++games;
        ++all;
      }
      if (record.index % 6 == 5) {
        shares.push_back(points / games);
        points = games = 0;
      }
    });
    const stats::MeanEstimate expected = stats::estimate_mean(shares);
    const AgentRow& row = summary.agents[a];
    CHECK(row.name == names[a]);
    CHECK(row.blocks == 40);
    CHECK(row.games == 160);
    REQUIRE(row.strength.has_value());
    CHECK(row.strength->share.mean == doctest::Approx(expected.mean).epsilon(1e-12));
    CHECK(row.strength->share.interval->low == doctest::Approx(expected.interval->low).epsilon(1e-12));
    CHECK(row.mean_score == doctest::Approx(scores / all).epsilon(1e-12));
    CHECK(row.forfeits == 0);
    CHECK(row.decisions > 0);
  }
  CHECK(summary.ends.at("empty") == 240);
  REQUIRE(summary.seats.size() == 1);
  CHECK(summary.seats[0].agent.empty());
  CHECK(summary.seats[0].report.seats[0].strength.share.mean + summary.seats[0].report.seats[1].strength.share.mean ==
        doctest::Approx(1));
}

TEST_CASE("self-play gives a seat table per agent and rule variant, and no strength") {
  RunConfig config = nim_config({"random", "last"}, 30);
  config.lineups = LineupPlan::self_play;
  config.variants = {{}, {{"max_take", std::int64_t{1}}}};
  const Store store = play(config);
  const Summary summary = summarise(store);
  REQUIRE(summary.seats.size() == 4);
  CHECK(summary.seats[0].agent == "random");
  CHECK(summary.seats[3].agent == "last");
  CHECK(summary.seats[3].variant == 1);
  for (const SeatTable& table : summary.seats) CHECK(table.report.blocks == 30);
  for (const AgentRow& row : summary.agents) CHECK_FALSE(row.strength.has_value());
  // One stone at a time: an odd heap is the first player's.
  int odd = 0;
  int games = 0;
  store.export_records(BlockFilter::decided, [&](const GameRecord& record) {
    if (record.rules.empty()) return;
    ++games;
    odd += record.events.front() == "~8" ? 0 : 1;
  });
  CHECK(games == 120);
  CHECK(summary.seats[3].report.seats[0].strength.share.mean == doctest::Approx(static_cast<double>(odd) / games));
}

TEST_CASE("forfeits are counted, leave the block out by default, or count as losses") {
  const Store store = play(nim_config({"first", "throws"}, 20));
  const Summary excluded = summarise(store);
  CHECK(excluded.forfeited_blocks == 20);
  CHECK_FALSE(excluded.agents[0].strength.has_value());
  CHECK(excluded.agents[1].forfeits == 40);
  CHECK(excluded.failures.at("throws: exception") == 40);
  CHECK(excluded.ends.at("failed:0:exception") == 20);
  CHECK(excluded.warnings.size() >= 1);

  const Summary lost = summarise(store, {.forfeits = ForfeitPolicy::loss});
  CHECK(lost.forfeited_blocks == 0);
  REQUIRE(lost.agents[0].strength.has_value());
  CHECK(lost.agents[0].strength->share.mean == 1);
  CHECK(lost.agents[0].strength->all_won);
  CHECK(lost.agents[1].strength->all_lost);
}

TEST_CASE("deterministic agents are found out by the number of distinct games") {
  const Summary summary = summarise(play(nim_config({"first", "last"}, 50)));
  CHECK(summary.distinct_games == 6);
  REQUIRE(summary.warnings.size() == 1);
  CHECK(summary.warnings[0].find("only 6 of 100 games are distinct") == 0);
}

TEST_CASE("a run of no complete block has an empty summary") {
  RunConfig config = nim_config({"first", "last"}, 50);
  const Store store = Store::temporary(make_manifest(config));
  const Summary summary = summarise(store);
  CHECK(summary.blocks == 0);
  CHECK(summary.games == 0);
  CHECK(summary.warnings.empty());
  CHECK(summary.agents.size() == 2);
}

TEST_CASE("cheats and time budgets are marked, and time is warned about") {
  RunConfig config = nim_config({"cheat:random", "last"}, 2);
  config.limits.clock_seconds = 100;
  const Summary summary = summarise(play(config));
  CHECK(summary.agents[0].cheats);
  CHECK_FALSE(summary.agents[1].cheats);
  bool warned = false;
  for (const std::string& warning : summary.warnings) warned = warned || warning.find("seconds") != std::string::npos;
  CHECK(warned);
}
