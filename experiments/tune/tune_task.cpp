#include "experiments/tune/tune_task.hpp"
#include "experiments/drivers/rule_text.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "engine/core/text.hpp"
#include "experiments/drivers/drivers.hpp"
#include "experiments/findings/block_values.hpp"
#include "experiments/runs/process_crew.hpp"
#include "experiments/stats/scores.hpp"
#include "experiments/store/stored_run.hpp"

namespace atl {
namespace {

constexpr std::uint64_t kTrialSeeds = 3, kConfirmSeeds = 4;  // purposes of Stream::schedule

std::uint64_t derived_seed(std::uint64_t seed, std::uint64_t purpose, std::uint64_t index) {
  return Rng::derive(seed, Stream::schedule, {purpose, index}).next();
}

/// Whether a parameter is read at some setting of the others. No condition asks for more than two of them.
bool is_ever_read(const TuneTask& task, std::size_t p) {
  const std::size_t n = task.parameters.size();
  std::vector<int> point(n, Ntbea::kNone);
  point[p] = 0;
  const auto is_read = [&] {
    std::vector<int> settled = point;
    task.settle(settled);
    return settled[p] != Ntbea::kNone;
  };
  const auto any_value = [&](std::size_t of, const auto& check) {
    if (of == p) return check();
    const int before = point[of];
    bool found = false;
    for (int v = 0; !found && v < static_cast<int>(task.parameters[of].values.size()); ++v) {
      point[of] = v;
      found = check();
    }
    point[of] = before;
    return found;
  };
  for (std::size_t a = 0; a < n; ++a) {
    for (std::size_t b = 0; b <= a; ++b) {
      if (any_value(a, [&] { return any_value(b, is_read); })) return true;
    }
  }
  return false;
}

/// Reads the parameters to search, and makes sure that every value of them makes an agent.
void add_parameters(TuneTask& task, const std::vector<std::string>& texts) {
  for (const std::string& text : texts) {
    task.parameters.push_back(parse_tuned_parameter(text, task.base));
    for (std::size_t i = 0; i + 1 < task.parameters.size(); ++i) {
      if (task.parameters[i].name == task.parameters.back().name)
        throw InputError(fmt::format("parameter '{}' is given twice.", task.parameters[i].name));
    }
  }
  for (std::size_t p = 0; p < task.parameters.size(); ++p) {
    std::vector<int> point(task.parameters.size(), Ntbea::kNone);
    for (std::size_t v = 0; v < task.parameters[p].values.size(); ++v) {
      point[p] = static_cast<int>(v);
      static_cast<void>(task.spec(point));
    }
    // One that none of the others brings to life: says when it is read.
    if (!is_ever_read(task, p))
      static_cast<void>(task.driver->parse_agent(spec_with(task.base, task.parameters, point)));
  }
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

}  // namespace

RunConfig TuneTask::match(const std::string& spec, std::uint64_t blocks, std::uint64_t seed) const {
  RunConfig config = run;
  config.agents.front() = spec;
  config.blocks = blocks;
  config.seed = seed;
  return config;
}

std::string TuneTask::spec(const std::vector<int>& point) const {
  return driver->parse_agent(spec_with(base, parameters, point), Unread::drop).text;
}

void TuneTask::settle(std::vector<int>& point) const {
  const AgentSpec agent = driver->parse_agent(spec_with(base, parameters, point), Unread::drop);
  for (std::size_t p = 0; p < parameters.size(); ++p) {
    if (!agent.reads(parameters[p].name)) point[p] = Ntbea::kNone;
  }
}

std::string TuneTask::value(const std::vector<int>& point, std::size_t parameter) const {
  return point[parameter] == Ntbea::kNone ? "-"
                                          : parameters[parameter].values[static_cast<std::size_t>(point[parameter])];
}

TuneTask make_tune_task(const TuneRequest& request) {
  if (request.parameters.empty()) throw InputError("what is to be tuned? Use --param NAME=LOW:HIGH or NAME=a|b|c.");
  TuneTask task;
  task.driver = &find_driver(request.game);
  task.threads = request.threads;
  task.isolate = request.isolate;
  task.base = task.driver->parse_agent(request.agent);
  add_parameters(task, request.parameters);
  RunConfig& run = task.run;
  run.game = request.game;
  run.players = request.players;
  run.variants = {task.driver->resolve_rules(run.players, parse_rules(*task.driver, run.players, request.rules))};
  run.lineups = LineupPlan::gauntlet;
  run.seatings = SeatingPlan::cyclic;
  run.agents = {task.base.text};
  std::vector<std::string> pool = request.against.empty() ? std::vector<std::string>{task.base.text} : request.against;
  for (std::string& spec : pool) spec = task.driver->parse_agent(spec).text;
  // A pool that leaves seats empty is seated again, so that every game is one of the agent against the pool.
  for (std::size_t i = 0; i < std::max(pool.size(), static_cast<std::size_t>(run.players - 1)); ++i)
    run.agents.push_back(pool[i % pool.size()]);
  run.blocks = static_cast<std::uint64_t>(request.blocks);
  run.limits.decision_seconds = request.decision_limit;
  check_config(run);
  return task;
}

TuneSettings tune_settings(const TuneRequest& request, const TuneTask& task, std::uint64_t seed) {
  std::vector<std::string> parameters;
  for (const TunedParameter& p : task.parameters) parameters.push_back(p.name + "=" + join(p.values, "|"));
  return {{"game", task.run.game},
          {"players", fmt::format("{}", task.run.players)},
          {"rule", rules_text(task.run.variants.front())},
          {"agent", task.base.text},
          {"param", join(parameters, " ")},
          {"against", join({task.run.agents.begin() + 1, task.run.agents.end()}, " ")},
          {"blocks", fmt::format("{}", request.blocks)},
          {"measure", request.measure},
          {"neighbours", fmt::format("{}", request.neighbours)},
          {"explore", fmt::format("{}", request.explore)},
          {"decision-limit", fmt::format("{}", request.decision_limit)},
          {"seed", fmt::format("{}", seed)}};
}

PlayedTrial play_trial(const TuneTask& task, const std::vector<int>& point, std::uint64_t seed, std::uint64_t number,
                       bool by_rank, const StopFlag& stop) {
  const RunConfig config = task.match(task.spec(point), task.run.blocks, derived_seed(seed, kTrialSeeds, number));
  const Schedule schedule(config);
  std::vector<double> rewards(schedule.num_games());  // [games] added up in order, whatever order they finish in
  PlayedTrial played;
  RunHooks hooks;
  hooks.on_game = [&](const FinishedGame& game, bool) {
    rewards[game.plan.index] = reward_of(game, by_rank);
    if (failure_of(game.end).seat >= 0) ++played.trial.failures;
  };
  RunOptions options;
  options.threads = task.threads;
  if (task.isolate) options.crew = make_process_crew;
  played.report = run_games(schedule, task.driver->make_player(config), options, hooks, stop);
  played.trial.games = rewards.size();
  played.trial.reward = std::accumulate(rewards.begin(), rewards.end(), 0.0) / static_cast<double>(rewards.size());
  for (std::size_t p = 0; p < point.size(); ++p) played.trial.values.push_back(task.value(point, p));
  return played;
}

Confirmation play_confirmation(const TuneTask& task, const std::string& spec, const TuneRequest& request,
                               std::uint64_t seed, const std::string& ending, const StopFlag& stop,
                               const std::function<void(const Progress& progress)>& on_progress) {
  const RunConfig config =
      task.match(spec, static_cast<std::uint64_t>(request.confirm_blocks), derived_seed(seed, kConfirmSeeds, 0));
  const Manifest manifest = make_manifest(config);
  Store store = [&] {
    if (!request.store) return Store::temporary(manifest);
    const std::string path = *request.store + ending;
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
  if (task.isolate) run.options.crew = make_process_crew;
  run.on_progress = on_progress;
  Confirmation result{.spec = spec, .shares = {}, .report = {}, .failures = 0};
  result.report = play_stored_run(task.driver->make_player(config), store, run, stop);
  store.visit_blocks(BlockFilter::decided, Store::Events::leave_out,
                     [&](std::uint64_t block, const std::vector<FinishedGame>& games) {
                       for (const FinishedGame& game : games) result.failures += failure_of(game.end).seat >= 0 ? 1 : 0;
                       if (const std::optional<double> share = agent_share(store.schedule(), games, 0, 0))
                         result.shares[block] = *share;
                     });
  return result;
}

}  // namespace atl
