/// What `tune` plays: trials of one setting each, and the match at the end (docs/statistics.md, "Tuning").
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "experiments/drivers/driver.hpp"
#include "experiments/runs/run_games.hpp"
#include "experiments/tune/ntbea.hpp"
#include "experiments/tune/parameter_space.hpp"
#include "experiments/tune/tune_log.hpp"

namespace atl {

/// What a user asks for.
struct TuneRequest {
  std::string game;
  int players = 2;
  std::string agent = "default";
  std::vector<std::string> parameters, against, rules;
  std::int64_t blocks = 2;  ///< per trial
  std::int64_t confirm_blocks = 200;
  std::string measure = "share";  ///< or "rank"
  std::int64_t neighbours = 50;
  double explore = 0.2;
  double decision_limit = 0;
  int threads = 1;
  bool isolate = false;
  std::optional<std::string> store;
};

/// What is tuned, and against whom.
struct TuneTask {
  const GameDriver* driver = nullptr;
  RunConfig run;  ///< one match against the pool; the agent in question is agents[0]
  AgentSpec base;
  std::vector<TunedParameter> parameters;
  int threads = 1;
  bool isolate = false;  ///< worker processes play

  /// The match of another agent in place of agents[0].
  RunConfig match(const std::string& spec, std::uint64_t blocks, std::uint64_t seed) const;
  /// The agent with these values of the parameters, those that are not read under the others left out.
  std::string spec(const std::vector<int>& point) const;
  /// Sets the parameters that are not read under the others to Ntbea::kNone: settings that differ there only are one.
  void settle(std::vector<int>& point) const;
  /// The value of a parameter at a point, as it is written.
  std::string value(const std::vector<int>& point, std::size_t parameter) const;
};

/// Throws InputError if options do not fit together, or a value of a parameter makes no agent.
TuneTask make_tune_task(const TuneRequest& request);

/// What decides the run, for the log of its trials.
TuneSettings tune_settings(const TuneRequest& request, const TuneTask& task, std::uint64_t seed);

struct PlayedTrial {
  Trial trial;
  RunReport report;
};

/// Trial number `number` (from 0) of the run with this seed: `point` against the pool, on deals of its own.
PlayedTrial play_trial(const TuneTask& task, const std::vector<int>& point, std::uint64_t seed, std::uint64_t number,
                       bool by_rank, const StopFlag& stop);

/// The match at the end, on deals no trial has seen: the shares of an agent against the pool by block. With a file the
/// run is kept, and continued if it is the same.
struct Confirmation {
  std::string spec;
  std::map<std::uint64_t, double> shares;  ///< by block
  RunReport report;
  std::uint64_t failures = 0;
};

/// `ending`: of the store's name, behind that of the trials (".tuned.db"). `on_progress` may be empty.
Confirmation play_confirmation(const TuneTask& task, const std::string& spec, const TuneRequest& request,
                               std::uint64_t seed, const std::string& ending, const StopFlag& stop,
                               const std::function<void(const Progress& progress)>& on_progress);

}  // namespace atl
