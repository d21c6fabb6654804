/// What `tune` plays: trials of one setting each, and the match at the end (docs/statistics.md, "Tuning").
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "experiments/arena/driver.hpp"
#include "experiments/arena/runner.hpp"
#include "experiments/tune/parameter_space.hpp"
#include "experiments/tune/tune_log.hpp"
#include "tools/options.hpp"
#include "tools/progress.hpp"

namespace atl::tools {

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
  double decision_limit = 0;
  bool isolate = false;
  std::optional<std::string> store;
  bool resume = false, fresh = false;
  Format format = Format::table;
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
  /// The agent with these values of the parameters.
  std::string spec(const std::vector<int>& point) const;
};

/// Throws InputError if options do not fit together, or a value of a parameter makes no agent.
TuneTask make_tune_task(const TuneOptions& values);

/// What decides the run, for the log of its trials.
TuneSettings tune_settings(const TuneOptions& values, const TuneTask& task, std::uint64_t seed);

struct PlayedTrial {
  Trial trial;
  RunReport report;
};

/// Trial number `number` (from 0) of the run with this seed: `point` against the pool, on deals of its own.
PlayedTrial play_trial(const TuneTask& task, const std::vector<int>& point, std::uint64_t seed, std::uint64_t number,
                       bool by_rank);

/// The match at the end, on deals no trial has seen: the shares of an agent against the pool by block. With a file the
/// run is kept, and continued if it is the same.
struct Confirmation {
  std::string spec;
  std::map<std::uint64_t, double> shares;  ///< by block
  RunReport report;
  std::uint64_t failures = 0;
};

/// `ending`: of the store's name, behind that of the trials (".tuned.db").
Confirmation play_confirmation(const TuneTask& task, const std::string& spec, const TuneOptions& values,
                               std::uint64_t seed, const std::string& ending, ProgressLine& line);

}  // namespace atl::tools
