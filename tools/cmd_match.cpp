/// `atoll match`: agents against each other in blocks, with intervals.

#include <fmt/format.h>

#include "tools/command.hpp"
#include "tools/run_command.hpp"
#include "tools/summary_tables.hpp"

namespace atl::tools {
namespace {

struct MatchOptions {
  RunCommandOptions run;
  std::string seatings = "auto";
  std::string lineups = "auto";
};

void declare(Options& options, MatchOptions& values) {
  declare_run(options, values.run, 20);
  options.word("seatings", values.seatings, {"auto", "cyclic", "t2", "all"},
               "seatings of a line-up [auto: cyclic where one agent meets copies of another, else t2: every pair of agents in every pair of seats]");
  options.word("lineups", values.lineups, {"auto", "gauntlet", "self-play"},
               "who meets whom [auto: by the numbers of agents and seats; gauntlet: only with the first agent]");
}

int run(const Options&, const MatchOptions& values) {
  RunRequest request;
  if (values.seatings != "auto") request.seatings = seating_plan_of(values.seatings);
  if (values.lineups != "auto") request.lineups = lineup_plan_of(values.lineups);
  const RunConfig config = make_run_config(values.run, request);
  const std::optional<RunOutcome> outcome = execute_run(values.run, config, request);
  if (!outcome) return kDone;
  const Schedule& schedule = outcome->store.schedule();
  std::vector<Table> tables = {run_table(schedule, outcome->store.manifest(), outcome->summary),
                               strength_table(schedule, outcome->summary, outcome->summary_options),
                               seat_table(schedule, outcome->summary, outcome->summary_options), ends_table(outcome->summary)};
  std::erase_if(tables, [](const Table& table) { return table.name == "strength" && table.rows.empty(); });
  fmt::print("{}", render(tables, values.run.format));
  return conclude_run(values.run, *outcome);
}

}  // namespace

Verb match_verb() {
  return make_verb<MatchOptions>("match", "agents against each other: blocks, seats, intervals",
                                 "atoll match reef_rescue --players 3 --agents ismcts:iterations=500 greedy random --blocks 50 --seed 7 --store run.db",
                                 declare, run);
}

}  // namespace atl::tools
