/// What `match` and `seats` share: options of a run, playing it with its store, progress, exit code.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "experiments/findings/stop_rule.hpp"
#include "experiments/findings/summary.hpp"
#include "experiments/store/stored_run.hpp"
#include "tools/common.hpp"
#include "tools/options.hpp"

namespace atl::tools {

struct RunCommandOptions {
  std::string game;
  std::optional<std::int64_t> players;
  std::vector<std::string> agents;
  std::vector<std::string> rules, sweeps;
  std::int64_t blocks = 0;
  std::optional<std::uint64_t> seed;
  std::int64_t threads = 0;
  std::optional<std::string> store;
  bool resume = false, fresh = false;
  std::optional<std::string> shard;
  bool isolate = false;
  double decision_limit = 0, clock = 0;
  ClockPenalty clock_penalty = ClockPenalty::lose;
  ForfeitPolicy forfeits = ForfeitPolicy::exclude;
  bool schedule_only = false;
  double confidence = 0.95, delta = 0.02;
  report::Format format = report::Format::table;
  CrewMaker crew{};  ///< set by programs that play elsewhere than on this machine; no option
};

/// Declares what both verbs have. `blocks` is the default number of blocks.
void declare_run(Options& options, RunCommandOptions& values, std::int64_t blocks, std::string_view agents = "default");

/// What a verb adds to a run.
struct RunRequest {
  LineupPlan lineups = LineupPlan::automatic;
  SeatingPlan seatings = SeatingPlan::automatic;
  std::string stop_rule_text;  ///< canonical; part of the configuration
  /// Watches the run: by the rule, or, without one, for the progress line only. May be empty.
  std::shared_ptr<StopWatcher> watcher = nullptr;
};

/// A finished (or interrupted, or decided) run, ready to be shown.
struct RunOutcome {
  Store store;
  RunReport report;
  Summary summary;
  SummaryOptions summary_options;
};

/// The configuration that the options describe. Throws InputError.
RunConfig make_run_config(const RunCommandOptions& values, const RunRequest& request);

/// Plays and summarises. Nothing if only the schedule was asked for (printed then).
std::optional<RunOutcome> execute_run(const RunCommandOptions& values, const RunConfig& config,
                                      const RunRequest& request);

/// Says on stderr which agent does not come back. Requires report.end == RunEnd::hung.
void tell_hung(const RunReport& report);

/// Exit code of a run: the signal's, 4 if an agent failed or hangs, else 0. Prints what the user should know about
/// going on. Does not return if a hanging thread is left.
int conclude_run(const RunCommandOptions& values, const RunOutcome& outcome);

}  // namespace atl::tools
