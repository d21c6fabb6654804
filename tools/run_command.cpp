#include "tools/run_command.hpp"
#include "experiments/drivers/rule_text.hpp"
#include "experiments/findings/rating_log.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>

#include <fmt/format.h>

#include "engine/core/parallel.hpp"
#include "experiments/drivers/drivers.hpp"
#include "experiments/findings/summarise.hpp"
#include "experiments/report/summary_tables.hpp"
#include "experiments/runs/process_crew.hpp"
#include "tools/command.hpp"
#include "tools/progress.hpp"

namespace atl::tools {
namespace {

SummaryOptions summary_options_of(const RunCommandOptions& values) {
  return {.forfeits = values.forfeits, .confidence = values.confidence, .delta = values.delta};
}

Store open_store(const RunCommandOptions& values, const Manifest& manifest) {
  if (values.resume && values.fresh) throw InputError("--resume and --fresh exclude each other.");
  if (!values.store) {
    if (values.resume || values.fresh) throw InputError("--resume and --fresh need --store FILE.");
    return Store::temporary(manifest);
  }
  StoreMode mode = StoreMode::create;
  if (values.resume) mode = StoreMode::resume;
  if (values.fresh) mode = StoreMode::replace;
  Store store = Store::open(*values.store, manifest, mode);
  if (const std::string before = version_text(store.manifest()), now = version_text(manifest); before != now) {
    fmt::print(stderr, "atoll: '{}' was begun by version {} and goes on with {}; agents may have changed\n",
               *values.store, before, now);
  }
  return store;
}

/// The seed given; of a run that is resumed without one, the store's, so that the same command goes on; else a new one.
std::uint64_t seed_of(const RunCommandOptions& values) {
  if (!values.seed && values.resume && values.store && std::filesystem::exists(*values.store)) {
    try {
      return Store::read(*values.store).schedule().config().seed;
    } catch (const InputError&) {
      // Nothing in it yet, or no store: that is found out when it is opened.
    }
  }
  if (!values.seed && values.shard) {
    throw InputError("a shard needs --seed (all shards of a run have the same one, or they do not merge).");
  }
  return resolve_seed(values.seed);
}

/// Failures are told at the 1st, 2nd, 4th, 8th ... of each kind, so that a log stays short.
class FailureLog {
 public:
  FailureLog(const Schedule& schedule, ProgressLine& line) : schedule_(schedule), line_(line) {}

  void tell(const FinishedGame& game) {
    const Failure failure = failure_of(game.end);
    if (failure.seat < 0) return;
    const std::string& agent =
        schedule_.names()[static_cast<std::size_t>(game.plan.agent_of_seat[static_cast<std::size_t>(failure.seat)])];
    const std::uint64_t count = ++counts_[agent + " " + failure.kind];
    if ((count & (count - 1)) != 0) return;
    line_.clear();
    fmt::print(stderr, "atoll: game {}: agent {} in seat {} failed ({}: {}); failure {} of this kind\n",
               game.plan.index, agent, failure.seat, failure.kind, game.failure, count);
  }

 private:
  const Schedule& schedule_;
  ProgressLine& line_;
  std::map<std::string, std::uint64_t> counts_;
};

}  // namespace

void declare_run(Options& options, RunCommandOptions& values, std::int64_t blocks, std::string_view agents) {
  values.blocks = blocks;
  options.positional("game", values.game, "the game (or `game` in --config)", false);
  options.group("What is played");
  options.optional_integer("players", values.players, 1, kMaxSeats, "players [the game's fewest]");
  options.texts("agents", values.agents, fmt::format("agent specs, one or more (`atoll agents`) [{}]", agents));
  options.settings("rule", values.rules, "a rule that differs from its default, once per rule");
  options.settings("sweep", values.sweeps, "once per value: play every value (several names: every combination)");
  options.integer("blocks", values.blocks, 1, kLarge,
                  fmt::format("deals, each played in all seatings [{}]; intervals shrink with the root", blocks));
  options.seed("seed", values.seed, "seed of everything [drawn and printed]");
  options.group("How it is played");
  options.integer("threads", values.threads, 0, 4096,
                  "games played at once [0: one per processor]; results do not depend on it");
  options.group("Where it is kept");
  options.optional_file("store", values.store, "keep the run in this file (SQLite)");
  options.flag("resume", values.resume, "go on with the store: play what is missing");
  options.flag("fresh", values.fresh, "replace the store");
  options.optional_text("shard", values.shard,
                        "i/n: only the i-th of n parts of the blocks, to be joined by `atoll merge`");
  options.group("Agents that fail or take long");
  options.flag("isolate", values.isolate,
               "play in worker processes: a crashing or hanging agent costs one game, not the run");
  options.real("decision-limit", values.decision_limit, 0, 1e6,
               "seconds a decision may take [0: no limit]; later ones fail the game");
  options.real("clock", values.clock, 0, 1e9, "seconds each player may think in one game [0: no clock]");
  options.word("clock-penalty", values.clock_penalty, kClockPenaltyWords,
               "out of time: last rank, or a point less per minute begun [lose]");
  options.group("What is printed");
  options.word("forfeits", values.forfeits, kForfeitWords,
               "a failed game: leave its block out, or count it as lost [exclude]");
  options.real("confidence", values.confidence, 0.5, 0.9999, "of intervals [0.95]");
  options.real("delta", values.delta, 1e-6, 1, "seat effects (in win share) below this do not matter [0.02]");
  options.flag("schedule", values.schedule_only, "print the schedule, play nothing");
  options.format(values.format);
  options.config();
}

RunConfig make_run_config(const RunCommandOptions& values, const RunRequest& request) {
  if (values.game.empty()) {
    // `--agents A B GAME`: an option with several values takes all that follows.
    for (const std::string& agent : values.agents) {
      for (const GameDriver* const driver : game_drivers()) {
        if (driver->info().name == agent)
          throw InputError(fmt::format("which game? ('{}' was read as an agent.) Write the game first", agent));
      }
    }
    throw InputError("which game? (`atoll games` lists them.)");
  }
  const GameDriver& driver = find_driver(values.game);
  RunConfig config;
  config.game = values.game;
  config.players = resolve_players(driver, values.players);
  const std::vector<RuleSetting> rules = parse_rules(driver, config.players, values.rules);
  config.rules_version = driver.info().rules_version;
  config.variants = parse_sweep(driver, config.players, rules, values.sweeps);
  std::vector<std::string> agents = values.agents;
  if (agents.empty()) agents = {"default"};
  for (const std::string& agent : agents) config.agents.push_back(driver.parse_agent(agent).text);
  config.lineups = request.lineups;
  config.seatings = request.seatings;
  config.blocks = static_cast<std::uint64_t>(values.blocks);
  config.seed = seed_of(values);
  if (values.shard) config.shard = parse_shard(*values.shard);
  config.limits.decision_seconds = values.decision_limit;
  config.limits.clock_seconds = values.clock;
  config.limits.clock_penalty = values.clock_penalty;
  config.stop_rule = request.stop_rule_text;
  check_config(config);
  return config;
}

std::optional<RunOutcome> execute_run(const RunCommandOptions& values, const RunConfig& config,
                                      const RunRequest& request) {
  if (values.isolate && values.crew) {
    throw InputError(
        "--isolate does not go with MPI (worker processes cannot be forked there). Use atoll with --shard and "
        "--isolate.");
  }
  const Schedule schedule(config);
  if (values.schedule_only) {
    if (values.format != report::Format::table)
      throw InputError("a schedule is printed as text only (--format is for results). Leave --format out");
    fmt::print("{}\n{}", schedule.describe(), schedule.list_games(0, 1000));
    if (schedule.num_games() > 1000) fmt::print("... and {} more games\n", schedule.num_games() - 1000);
    return std::nullopt;
  }
  const std::shared_ptr<const GamePlayer> player = find_driver(config.game).make_player(config);
  Store store = open_store(values, make_manifest(config));
  watch_signals();

  ProgressLine line;
  FailureLog failures(schedule, line);
  StoredRun run;
  // A crew of its own brings its own processes: one thread in each unless more are asked for.
  run.options.threads = values.threads > 0 ? static_cast<int>(values.threads) : values.crew ? 1 : available_threads();
  if (values.isolate) run.options.crew = make_process_crew;
  if (values.crew) run.options.crew = values.crew;
  run.on_game = [&](const FinishedGame& game) { failures.tell(game); };
  if (!config.stop_rule.empty() || (request.watcher && line.on())) {
    run.watch = [&](std::uint64_t block, const std::vector<FinishedGame>& games) {
      return request.watcher->add(block, games);
    };
  }
  run.on_progress = [&](const Progress& progress) {
    if (request.watcher) line.note(request.watcher->note());
    line.show(progress);
  };
  RunReport report = play_stored_run(player, store, run, stop_flag());
  line.clear();

  const SummaryOptions options = summary_options_of(values);
  Summary summary = summarise(store, options);
  return RunOutcome{.store = std::move(store),
                    .report = std::move(report),
                    .summary = std::move(summary),
                    .summary_options = options};
}

void tell_hung(const RunReport& report) {
  fmt::print(
      stderr,
      "atoll: the agent in seat {} of game {} does not come back; what was finished is saved. --isolate would go "
      "on without it.\n",
      report.hung_seat, report.hung_game);
}

int conclude_run(const RunCommandOptions& values, const RunOutcome& outcome) {
  std::fflush(stdout);
  int code = kDone;
  if (!outcome.summary.failures.empty()) code = kAgentFailed;
  if (outcome.report.end == RunEnd::hung) {
    tell_hung(outcome.report);
    code = kAgentFailed;
  }
  if (outcome.report.end == RunEnd::stopped) {
    code = signal_exit_code();
    if (values.store) {
      fmt::print(stderr, "atoll: interrupted; {} games are in '{}'. The same command with --resume goes on.\n",
                 outcome.store.num_games(), *values.store);
    } else {
      fmt::print(stderr, "atoll: interrupted; the tables above hold the blocks that were complete.\n");
    }
  }
  if (outcome.report.threads_left) {
    std::fflush(nullptr);
    std::_Exit(code);
  }
  return code;
}

}  // namespace atl::tools
