/// `atoll tune`: searches an agent's parameters for those that win most against a fixed pool (NTBEA, experiments/tune),
/// and ends with a confirming match on fresh deals, because the best of many noisy trials looks better than it is.

#include <cstdlib>

#include <fmt/format.h>

#include "engine/core/parallel.hpp"
#include "engine/core/text.hpp"
#include "experiments/drivers/drivers.hpp"
#include "experiments/report/tune_tables.hpp"
#include "experiments/tune/tune_task.hpp"
#include "tools/command.hpp"
#include "tools/common.hpp"
#include "tools/progress.hpp"
#include "tools/run_command.hpp"

namespace atl::tools {

using namespace report;

namespace {

struct TuneOptions {
  TuneRequest request;
  std::optional<std::int64_t> players;
  std::int64_t trials = 200;
  double confidence = 0.95;
  std::optional<std::uint64_t> seed;
  std::int64_t threads = 0;
  bool resume = false, fresh = false;
  Format format = Format::table;
};

void declare(Options& options, TuneOptions& values) {
  options.positional("game", values.request.game, "the game (or `game` in --config)", false);
  options.optional_integer("players", values.players, 2, kMaxSeats, "players [the game's fewest]");
  options.text("agent", values.request.agent, "the agent to tune; what is not searched stays as it is here [default]");
  options.settings("param", values.request.parameters,
                   "NAME=LOW:HIGH[:LEVELS] or NAME=a|b|c, a parameter to search, once or more (`atoll agents KIND`)");
  options.texts("against", values.request.against,
                "the pool of opponents, one or more; fewer than seats: each sits several times [the agent itself]");
  options.settings("rule", values.request.rules, "a rule that differs from its default, once per rule");
  options.integer("trials", values.trials, 1, 1'000'000,
                  "settings tried, repetitions included [200]; more: a better choice");
  options.integer("blocks", values.request.blocks, 1, 1'000'000,
                  "deals per trial, each played in all seats [2]; more: quieter trials, fewer settings per hour");
  options.integer("confirm-blocks", values.request.confirm_blocks, 0, kLarge,
                  "deals of the match at the end [200]; 0: none");
  options.word("measure", values.request.measure, {"share", "rank"},
               "reward of a game: win share, or rank scaled to 0..1 [share]; rank is quieter with many players");
  options.integer("neighbours", values.request.neighbours, 1, 100'000,
                  "settings the model looks at before each trial [50]");
  options.real("explore", values.request.explore, 0, 1000,
               "weight of the unknown [0.2]; larger: tries more settings, smaller: repeats the good ones");
  options.real("confidence", values.confidence, 0.5, 0.9999, "of intervals [0.95]");
  options.seed("seed", values.seed, "seed of everything [drawn and printed]");
  options.integer("threads", values.threads, 0, 4096,
                  "games played at once [0: one per processor]; results do not depend on it");
  options.real("decision-limit", values.request.decision_limit, 0, 1e6,
               "seconds a decision may take [0: no limit]; later ones fail the game, which counts as lost");
  options.flag("isolate", values.request.isolate,
               "play in worker processes: a crashing or hanging agent costs one game, not the run");
  options.optional_file("store", values.request.store,
                        "keep the trials in this file, the last match beside it (FILE.tuned.db, FILE.base.db)");
  options.flag("resume", values.resume, "go on with the file");
  options.flag("fresh", values.fresh, "replace the file");
  options.format(values.format);
  options.config();
}

std::optional<TuneLog> open_log(const TuneOptions& values, const TuneTask& task, std::uint64_t seed) {
  if (values.resume && values.fresh) throw InputError("--resume and --fresh exclude each other.");
  if (!values.request.store) {
    if (values.resume || values.fresh) throw InputError("--resume and --fresh need --store FILE.");
    return std::nullopt;
  }
  const TuneLog::Mode mode = values.resume  ? TuneLog::Mode::resume
                             : values.fresh ? TuneLog::Mode::replace
                                            : TuneLog::Mode::create;
  return std::optional<TuneLog>(std::in_place, *values.request.store, tune_settings(values.request, task, seed), mode);
}

std::vector<int> sizes_of(const TuneTask& task) {
  std::vector<int> sizes;
  for (const TunedParameter& parameter : task.parameters) sizes.push_back(static_cast<int>(parameter.values.size()));
  return sizes;
}

/// One tuning run from its first trial to its last match.
class TuneRun {
 public:
  TuneRun(const TuneOptions& values, std::uint64_t seed)
      : values_(values),
        task_(make_tune_task(values.request)),
        seed_(seed),
        wanted_(static_cast<std::uint64_t>(values.trials)),
        log_(open_log(values, task_, seed)),
        search_(sizes_of(task_),
                {.neighbours = static_cast<int>(values.request.neighbours), .explore = values.request.explore}, seed,
                [this](std::vector<int>& point) { task_.settle(point); }) {}

  int run() {
    replay_log();
    search();
    line_.clear();
    std::vector<Table> tables;
    if (search_.trials() > 0) tables = {tuned_table(task_, search_, games_, seed_), values_table(task_, search_)};
    if (search_.trials() == wanted_ && values_.request.confirm_blocks > 0 && !stop_flag().load()) confirm(tables);
    if (!tables.empty()) fmt::print("{}", render(tables, values_.format));
    return conclude();
  }

 private:
  void learn(const Trial& trial) {
    games_ += trial.games;
    failures_ += trial.failures;
    search_.report(trial.reward);
  }

  /// Trials of earlier sessions are learnt from again; they must be those that this search asks for.
  void replay_log() {
    if (!log_) return;
    for (const Trial& trial : log_->trials()) {
      if (search_.trials() == wanted_) break;
      for (std::size_t p = 0; p < trial.values.size() && p < task_.parameters.size(); ++p) {
        if (trial.values[p] == task_.value(search_.next(), p)) continue;
        throw InputError(
            fmt::format("'{}' does not belong to this search (trial {} is another setting). It was not touched.",
                        *values_.request.store, search_.trials() + 1));
      }
      learn(trial);
    }
  }

  void search() {
    while (search_.trials() < wanted_ && !stop_flag().load()) {
      line_.show_text(fmt::format("{}/{} trials  {}", search_.trials(), wanted_,
                                  search_.trials() > 0 ? fmt::format("best {} {:.3f}", task_.spec(search_.best()),
                                                                     search_.estimate(search_.best()))
                                                       : std::string()));
      PlayedTrial played =
          play_trial(task_, search_.next(), seed_, search_.trials(), values_.request.measure == "rank", stop_flag());
      report_ = std::move(played.report);
      if (report_.end != RunEnd::finished) return;
      if (log_) log_->append(played.trial);
      learn(played.trial);
    }
  }

  Confirmation play_match(const std::string& spec, const std::string& ending) {
    line_.note("last match: " + spec);
    Confirmation match = play_confirmation(task_, spec, values_.request, seed_, ending, stop_flag(),
                                           [&](const Progress& progress) { line_.show(progress); });
    line_.clear();
    return match;
  }

  void confirm(std::vector<Table>& tables) {
    const std::string best = task_.spec(search_.best());
    const Confirmation tuned = play_match(best, ".tuned.db");
    failures_ += tuned.failures;
    report_ = tuned.report;
    std::optional<Confirmation> base;
    if (best != task_.base.text && report_.end == RunEnd::finished) {
      base = play_match(task_.base.text, ".base.db");
      failures_ += base->failures;
      report_ = base->report;
    }
    if (report_.end == RunEnd::finished) tables.push_back(confirm_table(task_, tuned, base, values_.confidence));
  }

  int conclude() const {
    std::fflush(stdout);
    int code = failures_ > 0 ? kAgentFailed : kDone;
    if (failures_ > 0)
      fmt::print(stderr, "atoll: agents failed in {} games; these count as lost in trials.\n", failures_);
    if (report_.end == RunEnd::hung) {
      tell_hung(report_);
      code = kAgentFailed;
    }
    if (stop_flag().load()) {
      code = signal_exit_code();
      fmt::print(
          stderr, "atoll: interrupted after {} of {} trials{}.\n", search_.trials(), wanted_,
          values_.request.store ? "; the same command with --resume goes on" : "; nothing was kept (no --store)");
    }
    if (report_.threads_left) {
      std::fflush(nullptr);
      std::_Exit(code);
    }
    return code;
  }

  const TuneOptions& values_;
  TuneTask task_;
  std::uint64_t seed_, wanted_;
  std::optional<TuneLog> log_;
  Ntbea search_;
  std::uint64_t games_ = 0, failures_ = 0;
  ProgressLine line_;
  RunReport report_;  ///< of the last trial or match
};

/// The seed given; of a search that is resumed without one, the log's, so that the same command goes on.
std::uint64_t seed_of(const TuneOptions& values) {
  if (!values.seed && values.resume && values.request.store) {
    const std::optional<std::string> logged = logged_setting(*values.request.store, "seed");
    if (const auto seed = logged ? parse_unsigned(*logged) : std::nullopt) return *seed;
  }
  return resolve_seed(values.seed);
}

int run(const Options&, const TuneOptions& given) {
  TuneOptions values = given;
  if (values.request.game.empty()) throw InputError("which game? (`atoll games` lists them.)");
  values.request.players = resolve_players(find_driver(values.request.game), values.players);
  values.request.threads = values.threads > 0 ? static_cast<int>(values.threads) : available_threads();
  TuneRun tune(values, seed_of(values));
  watch_signals();
  return tune.run();
}

}  // namespace

Verb tune_verb() {
  return make_verb<TuneOptions>(
      "tune", "parameters of an agent",
      "atoll tune reef_rescue --agent default:iterations=200 --param c=0.2:1.5 --param 'playout=uniform|heuristic' "
      "--against greedy --trials 300 --seed 7 --store tune.jsonl",
      declare, run);
}

}  // namespace atl::tools
