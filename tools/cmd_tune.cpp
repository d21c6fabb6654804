/// `atoll tune`: searches an agent's parameters for those that win most against a fixed pool (NTBEA, experiments/tune),
/// and ends with a confirming match on fresh deals, because the best of many noisy trials looks better than it is.

#include <cstdlib>
#include <map>
#include <numeric>

#include <fmt/format.h>

#include "engine/core/parallel.hpp"
#include "engine/core/text.hpp"
#include "experiments/arena/block_values.hpp"
#include "experiments/arena/drivers.hpp"
#include "experiments/stats/scores.hpp"
#include "experiments/store/stored_run.hpp"
#include "experiments/tune/ntbea.hpp"
#include "experiments/tune/parameter_space.hpp"
#include "experiments/tune/tune_log.hpp"
#include "tools/command.hpp"
#include "tools/common.hpp"
#include "tools/progress.hpp"
#include "tools/summary_tables.hpp"

namespace atl::tools {
namespace {

constexpr std::uint64_t kTrialSeeds = 3, kConfirmSeeds = 4;  // purposes of Stream::schedule

struct TuneOptions {
  std::string game;
  std::optional<std::int64_t> players;
  std::string agent = "default";
  std::vector<std::string> parameters, against, rules;
  std::int64_t trials = 200, blocks = 2, confirm_blocks = 200;
  std::string measure = "share";
  std::int64_t neighbours = 50;
  double explore = 0.2, confidence = 0.95;
  std::optional<std::uint64_t> seed;
  std::int64_t threads = 0;
  std::optional<std::string> store;
  bool resume = false, fresh = false;
  Format format = Format::table;
};

void declare(Options& options, TuneOptions& values) {
  options.positional("game", values.game, "the game (or `game` in --config)", false);
  options.optional_integer("players", values.players, 2, kMaxSeats, "players [the game's fewest]");
  options.text("agent", values.agent, "the agent to tune; what is not searched stays as it is here [default]");
  options.texts("param", values.parameters,
                "NAME=LOW:HIGH[:LEVELS] or NAME=a|b|c, a parameter to search, once or more (`atoll agents KIND`)");
  options.texts("against", values.against,
                "the pool of opponents, one or more; fewer than seats: each sits several times [the agent itself]");
  options.texts("rule", values.rules, "NAME=VALUE, a rule that differs from its default");
  options.integer("trials", values.trials, 1, 1'000'000,
                  "settings tried, repetitions included [200]; more: a better choice");
  options.integer("blocks", values.blocks, 1, 1'000'000,
                  "deals per trial, each played in all seats [2]; more: quieter trials, fewer settings per hour");
  options.integer("confirm-blocks", values.confirm_blocks, 0, kLarge, "deals of the match at the end [200]; 0: none");
  options.word("measure", values.measure, {"share", "rank"},
               "reward of a game: win share, or rank scaled to 0..1 [share]; rank is quieter with many players");
  options.integer("neighbours", values.neighbours, 1, 100'000, "settings the model looks at before each trial [50]");
  options.real("explore", values.explore, 0, 1000,
               "weight of the unknown [0.2]; larger: tries more settings, smaller: repeats the good ones");
  options.real("confidence", values.confidence, 0.5, 0.9999, "of intervals [0.95]");
  options.seed("seed", values.seed, "seed of everything [drawn and printed]");
  options.integer("threads", values.threads, 0, 4096,
                  "games played at once [0: one per processor]; results do not depend on it");
  options.optional_text("store", values.store,
                        "keep the trials in this file, the last match beside it (FILE.tuned.db, FILE.base.db)");
  options.flag("resume", values.resume, "go on with the file");
  options.flag("fresh", values.fresh, "replace the file");
  options.format(values.format);
  options.config();
}

/// What is tuned, against whom, made of checked options.
struct Task {
  const GameDriver* driver = nullptr;
  RunConfig run;  ///< one match against the pool; the agent in question is agents[0]
  AgentSpec base;
  std::vector<TunedParameter> parameters;
  int threads = 1;

  RunConfig match(const std::string& spec, std::uint64_t blocks, std::uint64_t seed) const {
    RunConfig config = run;
    config.agents.front() = spec;
    config.blocks = blocks;
    config.seed = seed;
    return config;
  }
  std::string spec(const std::vector<int>& point) const {
    return driver->parse_agent(spec_with(base, parameters, point)).text;
  }
};

Task make_task(const TuneOptions& values) {
  if (values.game.empty()) throw InputError("which game? (`atoll games` lists them.)");
  if (values.parameters.empty()) throw InputError("what is to be tuned? Use --param NAME=LOW:HIGH or NAME=a|b|c.");
  Task task;
  task.driver = &find_driver(values.game);
  task.threads = values.threads > 0 ? static_cast<int>(values.threads) : available_threads();
  task.base = task.driver->parse_agent(values.agent);
  for (const std::string& text : values.parameters) {
    task.parameters.push_back(parse_tuned_parameter(text, task.base));
    for (std::size_t i = 0; i + 1 < task.parameters.size(); ++i) {
      if (task.parameters[i].name == task.parameters.back().name)
        throw InputError(fmt::format("parameter '{}' is given twice.", task.parameters[i].name));
    }
  }
  // Every value must make an agent.
  for (std::size_t p = 0; p < task.parameters.size(); ++p) {
    std::vector<int> point(task.parameters.size(), 0);
    for (std::size_t v = 0; v < task.parameters[p].values.size(); ++v) {
      point[p] = static_cast<int>(v);
      static_cast<void>(task.spec(point));
    }
  }
  RunConfig& run = task.run;
  run.game = values.game;
  run.players = resolve_players(*task.driver, values.players);
  run.variants = {task.driver->resolve_rules(run.players, parse_rules(*task.driver, run.players, values.rules))};
  run.lineups = LineupPlan::gauntlet;
  run.seatings = SeatingPlan::cyclic;
  run.agents = {task.base.text};
  std::vector<std::string> pool = values.against.empty() ? std::vector<std::string>{task.base.text} : values.against;
  for (std::string& spec : pool) spec = task.driver->parse_agent(spec).text;
  // A pool that leaves seats empty is seated again, so that every game is one of the agent against the pool.
  for (std::size_t i = 0; i < std::max(pool.size(), static_cast<std::size_t>(run.players - 1)); ++i)
    run.agents.push_back(pool[i % pool.size()]);
  run.blocks = static_cast<std::uint64_t>(values.blocks);
  check_config(run);
  return task;
}

TuneSettings settings_of(const TuneOptions& values, const Task& task, std::uint64_t seed) {
  std::vector<std::string> parameters;
  for (const TunedParameter& p : task.parameters) parameters.push_back(p.name + "=" + join(p.values, "|"));
  return {{"game", task.run.game},
          {"players", fmt::format("{}", task.run.players)},
          {"rule", rules_text(task.run.variants.front())},
          {"agent", task.base.text},
          {"param", join(parameters, " ")},
          {"against", join({task.run.agents.begin() + 1, task.run.agents.end()}, " ")},
          {"blocks", fmt::format("{}", values.blocks)},
          {"measure", values.measure},
          {"neighbours", fmt::format("{}", values.neighbours)},
          {"explore", fmt::format("{}", values.explore)},
          {"seed", fmt::format("{}", seed)}};
}

std::uint64_t derived_seed(std::uint64_t seed, std::uint64_t purpose, std::uint64_t index) {
  return Rng::derive(seed, Stream::schedule, {purpose, index}).next();
}

/// The reward of the first agent in one game; a failure counts as lost.
double reward_of(const FinishedGame& game, bool by_rank) {
  const std::vector<int> ranks = counting_ranks(game);
  const PerSeat<double> rewards = by_rank ? stats::normalised_ranks(ranks) : stats::win_shares(ranks);
  for (std::size_t s = 0; s < ranks.size(); ++s) {
    if (game.plan.agent_of_seat[s] == 0) return rewards[s];
  }
  return 0;
}

struct Played {
  Trial trial;
  RunReport report;
};

Played play_trial(const Task& task, const std::vector<int>& point, std::uint64_t seed, bool by_rank) {
  const RunConfig config = task.match(task.spec(point), task.run.blocks, seed);
  const Schedule schedule(config);
  std::vector<double> rewards(schedule.num_games());  // [games] added up in order, whatever order they finish in
  Played played;
  RunHooks hooks;
  hooks.on_game = [&](const FinishedGame& game, bool) {
    rewards[game.plan.index] = reward_of(game, by_rank);
    if (failure_of(game.end).seat >= 0) ++played.trial.failures;
  };
  RunOptions options;
  options.threads = task.threads;
  played.report = run_games(schedule, task.driver->make_player(config), options, hooks, stop_flag());
  played.trial.games = rewards.size();
  played.trial.reward = std::accumulate(rewards.begin(), rewards.end(), 0.0) / static_cast<double>(rewards.size());
  for (std::size_t p = 0; p < point.size(); ++p)
    played.trial.values.push_back(task.parameters[p].values[static_cast<std::size_t>(point[p])]);
  return played;
}

/// The match at the end, on deals no trial has seen: the shares of an agent against the pool by block. With a file the
/// run is kept, and continued if it is the same.
struct Confirmation {
  std::string spec;
  std::map<std::uint64_t, double> shares;  ///< by block
  RunReport report;
  std::uint64_t failures = 0;
};

Confirmation confirm(const Task& task, const std::string& spec, const TuneOptions& values, std::uint64_t seed,
                     const char* ending, ProgressLine& line) {
  const RunConfig config =
      task.match(spec, static_cast<std::uint64_t>(values.confirm_blocks), derived_seed(seed, kConfirmSeeds, 0));
  const Manifest manifest = make_manifest(config);
  Store store = [&] {
    if (!values.store) return Store::temporary(manifest);
    const std::string path = *values.store + ending;
    StoreMode mode = StoreMode::resume;
    // An earlier session's match of another setting, or of an older search, gives way.
    try {
      if (!conflicting_keys(Store::read(path).schedule().config(), config).empty()) mode = StoreMode::replace;
    } catch (const InputError&) {
      // No store there: resume starts one, and refuses what it must not touch.
    }
    return Store::open(path, manifest, mode);
  }();
  StoredRun run;
  run.options.threads = task.threads;
  run.on_progress = [&](const Progress& progress) { line.show(progress); };
  line.note(ending[1] == 't' ? "last match: tuned" : "last match: base");
  Confirmation result{.spec = spec, .shares = {}, .report = {}, .failures = 0};
  result.report = play_stored_run(task.driver->make_player(config), store, run, stop_flag());
  line.clear();
  store.visit_blocks(BlockFilter::decided, Store::Events::leave_out,
                     [&](std::uint64_t block, const std::vector<FinishedGame>& games) {
                       for (const FinishedGame& game : games) result.failures += failure_of(game.end).seat >= 0 ? 1 : 0;
                       if (const std::optional<double> share = agent_share(store.schedule(), games, 0, 0))
                         result.shares[block] = *share;
                     });
  return result;
}

Table tuned_table(const Task& task, const Ntbea& search, std::uint64_t games, std::uint64_t seed) {
  Table table{.name = "tuned",
              .title = "Best setting",
              .columns = {"agent", "estimate", "tried", "mean_reward", "trials", "games", "settings", "seed"},
              .rows = {},
              .notes = {"estimate: the model's mean reward, from this setting and those that share values with it; of "
                        "the best it is optimistic.",
                        "The numbers to quote are those of the last match."}};
  const Ntbea::Point best = search.best();
  const Ntbea::Tally tally = search.tally(best);
  table.add({cell(task.spec(best)), cell(search.estimate(best), 3), cell(tally.count), cell(tally.mean(), 3),
             cell(search.trials()), cell(games), cell(space_size(task.parameters)), cell(seed)});
  return table;
}

Table values_table(const Task& task, const Ntbea& search) {
  Table table{.name = "values",
              .title = "Values tried",
              .columns = {"parameter", "value", "trials", "mean_reward", "best"},
              .rows = {},
              .notes = {}};
  const Ntbea::Point best = search.best();
  for (std::size_t p = 0; p < task.parameters.size(); ++p) {
    for (std::size_t v = 0; v < task.parameters[p].values.size(); ++v) {
      const Ntbea::Tally& tally = search.tally(static_cast<int>(p), static_cast<int>(v));
      table.add({cell(task.parameters[p].name), cell(task.parameters[p].values[v]), cell(tally.count),
                 tally.count > 0 ? cell(tally.mean(), 3) : no_value(),
                 cell(best[p] == static_cast<int>(v) ? "<" : "")});
    }
  }
  return table;
}

Table confirm_table(const Task& task, const Confirmation& tuned, const std::optional<Confirmation>& base,
                    double confidence) {
  Table table{.name = "confirm",
              .title = fmt::format("Last match, on fresh deals, against the pool ({:g} % intervals over blocks)",
                                   confidence * 100),
              .columns = {"of", "agent", "blocks", "win_share", "interval", "elo"},
              .rows = {},
              .notes = {}};
  const auto add = [&](const char* of, const Confirmation& match) {
    std::vector<double> shares;
    for (const auto& [block, share] : match.shares) shares.push_back(share);
    const stats::Strength strength = stats::estimate_strength(shares, task.run.players, confidence);
    table.add({cell(of), cell(match.spec), cell(strength.share.blocks), cell(strength.share.mean, 3),
               interval_cell(strength.share.interval, 3), strength.elo ? cell(*strength.elo, 1) : no_value()});
  };
  add("tuned", tuned);
  if (!base) {
    table.notes = {"The search found nothing better than the agent as it was."};
    return table;
  }
  add("base", *base);
  stats::Moments change;
  for (const auto& [block, share] : tuned.shares) {
    if (const auto found = base->shares.find(block); found != base->shares.end()) change.add(share - found->second);
  }
  const stats::MeanEstimate mean = stats::estimate_mean(change, confidence);
  table.add({cell("difference"), cell(""), cell(mean.blocks), cell(mean.mean, 3), interval_cell(mean.interval, 3),
             no_value()});
  table.notes = {"difference: tuned minus base on the same deals, paired by block."};
  return table;
}

int run(const Options&, const TuneOptions& values) {
  const Task task = make_task(values);
  const std::uint64_t seed = resolve_seed(values.seed);
  if (values.resume && values.fresh) throw InputError("--resume and --fresh exclude each other.");
  if (!values.store && (values.resume || values.fresh)) throw InputError("--resume and --fresh need --store FILE.");
  std::optional<TuneLog> log;
  if (values.store) {
    const TuneLog::Mode mode = values.resume  ? TuneLog::Mode::resume
                               : values.fresh ? TuneLog::Mode::replace
                                              : TuneLog::Mode::create;
    log.emplace(*values.store, settings_of(values, task, seed), mode);
  }
  watch_signals();

  std::vector<int> sizes;
  for (const TunedParameter& parameter : task.parameters) sizes.push_back(static_cast<int>(parameter.values.size()));
  Ntbea search(sizes, {.neighbours = static_cast<int>(values.neighbours), .explore = values.explore}, seed);
  std::uint64_t games = 0, failures = 0;
  const auto learn = [&](const Trial& trial) {
    games += trial.games;
    failures += trial.failures;
    search.report(trial.reward);
  };
  const auto wanted = static_cast<std::uint64_t>(values.trials);
  if (log) {
    for (const Trial& trial : log->trials()) {
      if (search.trials() == wanted) break;
      for (std::size_t p = 0; p < trial.values.size() && p < sizes.size(); ++p) {
        if (trial.values[p] == task.parameters[p].values[static_cast<std::size_t>(search.next()[p])]) continue;
        throw InputError(
            fmt::format("'{}' does not belong to this search (trial {} is another setting). It was not touched.",
                        *values.store, search.trials() + 1));
      }
      learn(trial);
    }
  }
  ProgressLine line;
  RunReport report;
  while (search.trials() < wanted && !stop_flag().load()) {
    line.show_text(fmt::format(
        "{}/{} trials  {}", search.trials(), wanted,
        search.trials() > 0 ? fmt::format("best {} {:.3f}", task.spec(search.best()), search.estimate(search.best()))
                            : std::string()));
    Played played =
        play_trial(task, search.next(), derived_seed(seed, kTrialSeeds, search.trials()), values.measure == "rank");
    report = std::move(played.report);
    if (report.end != RunEnd::finished) break;
    if (log) log->append(played.trial);
    learn(played.trial);
  }
  line.clear();

  std::vector<Table> tables;
  if (search.trials() > 0) tables = {tuned_table(task, search, games, seed), values_table(task, search)};
  if (search.trials() == wanted && values.confirm_blocks > 0 && !stop_flag().load()) {
    const std::string best = task.spec(search.best());
    const Confirmation tuned = confirm(task, best, values, seed, ".tuned.db", line);
    failures += tuned.failures;
    report = tuned.report;
    std::optional<Confirmation> base;
    if (best != task.base.text && report.end == RunEnd::finished) {
      base = confirm(task, task.base.text, values, seed, ".base.db", line);
      failures += base->failures;
      report = base->report;
    }
    if (report.end == RunEnd::finished) tables.push_back(confirm_table(task, tuned, base, values.confidence));
  }
  if (!tables.empty()) fmt::print("{}", render(tables, values.format));
  std::fflush(stdout);
  int code = failures > 0 ? kAgentFailed : kDone;
  if (failures > 0) fmt::print(stderr, "atoll: agents failed in {} games; these count as lost in trials.\n", failures);
  if (stop_flag().load()) {
    code = signal_exit_code();
    fmt::print(stderr, "atoll: interrupted after {} of {} trials{}.\n", search.trials(), wanted,
               values.store ? "; the same command with --resume goes on" : "; nothing was kept (no --store)");
  }
  if (report.threads_left) {
    std::fflush(nullptr);
    std::_Exit(code);
  }
  return code;
}

}  // namespace

Verb tune_verb() {
  return make_verb<TuneOptions>(
      "tune", "parameters of an agent",
      "atoll tune reef_rescue --agent ismcts:iterations=200 --param c=0.2:1.5 --param 'playout=uniform|heuristic' "
      "--against greedy --trials 300 --seed 7 --store tune.jsonl",
      declare, run);
}

}  // namespace atl::tools
