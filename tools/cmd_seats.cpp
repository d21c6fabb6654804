/// `atoll seats`: does it matter where one sits? Self-play of each agent, the deal rotating over the seats; sweeps over
/// rules and agents in one table.

#include <array>

#include <fmt/format.h>

#include "experiments/findings/seat_stop.hpp"
#include "experiments/report/decision_tables.hpp"
#include "experiments/report/summary_tables.hpp"
#include "tools/command.hpp"
#include "tools/run_command.hpp"

namespace atl::tools {

using namespace report;

namespace {

constexpr std::int64_t kBlocks = 100;
constexpr std::int64_t kStopLimit = 100'000;
/// An effect is that of the agents: one budget would leave open whether it is the game's.
constexpr std::array<const char*, 2> kAgents = {"ismcts:iterations=50", "ismcts:iterations=200"};

struct SeatsOptions {
  RunCommandOptions run;
  std::optional<std::string> stop_when;
};

void declare(Options& options, SeatsOptions& values) {
  declare_run(options, values.run, kBlocks, fmt::format("{}", fmt::join(kAgents, " ")));
  options.group("Stopping early");
  options.optional_text(
      "stop-when", values.stop_when,
      "width=X: until the anytime intervals of all seats' effects are at most X wide; decision: until "
      "some seat's shows an effect, or all show none of --delta; for all agents and rules. --blocks "
      "is the limit then [100000]");
}

int run(const Options& options, const SeatsOptions& given) {
  SeatsOptions values = given;
  if (values.run.agents.empty()) values.run.agents = {kAgents.begin(), kAgents.end()};
  RunRequest request;
  request.lineups = LineupPlan::self_play;
  SeatStopRule rule;
  rule.delta = values.run.delta;
  rule.confidence = values.run.confidence;
  rule.forfeits = values.run.forfeits;
  if (values.stop_when) {
    rule = seat_stop_rule_of(*values.stop_when, rule);
    request.stop_rule_text = write_seat_stop_rule(rule);
    if (!options.given("blocks")) values.run.blocks = kStopLimit;
  }
  const RunConfig config = make_run_config(values.run, request);
  if (config.players > 1) {
    // Without a rule of its own the width is 0, which is never reached: the estimate is only shown.
    request.watcher = std::make_shared<SeatStopWatcher>(rule, Schedule(config));
  }
  const std::optional<RunOutcome> outcome = execute_run(values.run, config, request);
  if (!outcome) return kDone;
  const Schedule& schedule = outcome->store.schedule();
  const SummaryOptions& settings = outcome->summary_options;
  std::vector<Table> tables = {run_table(schedule, outcome->store.manifest(), outcome->summary),
                               seat_table(schedule, outcome->summary, settings),
                               seat_tests_table(schedule, outcome->summary, settings)};
  if (Table adjusted = adjusted_table(schedule, outcome->summary, settings); !adjusted.rows.empty()) {
    tables.push_back(std::move(adjusted));
  }
  for (Table& table : comparison_tables(schedule, compare_seats(outcome->store, settings.forfeits, settings.confidence),
                                        settings.confidence)) {
    tables.push_back(std::move(table));
  }
  if (values.stop_when) {
    const std::optional<StopDecision> decision = outcome->store.decision();
    tables[2].notes.push_back(decision
                                  ? fmt::format("Stopped by rule ({}) after {} blocks; quote the anytime interval.",
                                                *values.stop_when, decision->block + 1)
                                  : fmt::format("The stopping rule ({}) was not met.", *values.stop_when));
  }
  tables.push_back(ends_table(outcome->summary));
  fmt::print("{}", render(tables, values.run.format));
  return conclude_run(values.run, *outcome);
}

}  // namespace

Verb seats_verb(CrewMaker crew) {
  SeatsOptions defaults;
  defaults.run.crew = std::move(crew);
  return make_verb<SeatsOptions>(
      "seats", "first-player advantage, with sweeps over rules and agent strength",
      "atoll seats eco_coral_reef --players 3 --agents default:iterations=50 default:iterations=200 --blocks 200 "
      "--seed "
      "7 "
      "--store seats.db\n"
      "atoll seats eco_coral_reef --sweep first_turn_extra=0 --sweep first_turn_extra=1 --stop-when width=0.04",
      declare, run, std::move(defaults));
}

}  // namespace atl::tools
