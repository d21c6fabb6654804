/// `atoll seats`: does it matter where one sits? Self-play of each agent, the deal rotating over the seats.

#include <fmt/format.h>

#include "tools/command.hpp"
#include "tools/run_command.hpp"
#include "tools/summary_tables.hpp"

namespace atl::tools {
namespace {

void declare(Options& options, RunCommandOptions& values) { declare_run(options, values, 100); }

int run(const Options&, const RunCommandOptions& values) {
  const RunRequest request{.lineups = LineupPlan::self_play, .seatings = SeatingPlan::automatic, .stop_rule_text = {}, .stop_rule = {}};
  const RunConfig config = make_run_config(values, request);
  const std::optional<RunOutcome> outcome = execute_run(values, config, request);
  if (!outcome) return kDone;
  const Schedule& schedule = outcome->store.schedule();
  fmt::print("{}", render({run_table(schedule, outcome->store.manifest(), outcome->summary),
                           seat_table(schedule, outcome->summary, outcome->summary_options), ends_table(outcome->summary)},
                          values.format));
  return conclude_run(values, *outcome);
}

}  // namespace

Verb seats_verb() {
  return make_verb<RunCommandOptions>("seats", "first-player advantage, with sweeps over rules and agent strength",
                                      "atoll seats eco_coral_reef --players 3 --agents ismcts:iterations=300 --blocks 200 --seed 7 --store seats.db",
                                      declare, run);
}

}  // namespace atl::tools
