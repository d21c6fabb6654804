/// Which games a run consists of. A schedule is arithmetic on the configuration: it lists nothing, so that ten million
/// planned games cost what ten do.
///
/// A game's index counts in the order (block, line-up, seating or rotation): more blocks only append. All line-ups of
/// a block play the same deal. The variants of a sweep are further line-ups: variant by variant.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiments/drivers/finished_game.hpp"
#include "experiments/runs/run_config.hpp"
#include "experiments/stats/seatings.hpp"

namespace atl {

/// Agents that meet, before they take seats.
struct Lineup {
  int variant = 0;
  std::vector<int> agents;  ///< [players] positions in RunConfig::agents
  bool self_play = false;
  std::vector<stats::Seating> seatings;  ///< each: the seat of agents[i]; one entry in self-play
  /// Games of one block.
  int games(int players) const { return self_play ? players : static_cast<int>(seatings.size()); }
};

class Schedule {
 public:
  /// Throws InputError if the configuration does not fit together (check_config).
  explicit Schedule(RunConfig config);

  const RunConfig& config() const { return config_; }
  const std::vector<Lineup>& lineups() const { return lineups_; }
  std::uint64_t games_per_block() const { return first_game_.back(); }
  std::uint64_t blocks() const { return config_.blocks; }

  /// Games of this shard.
  std::uint64_t num_games() const { return num_blocks() * games_per_block(); }

  /// Blocks of this shard, and the i-th of them. Requires i < num_blocks().
  std::uint64_t num_blocks() const;
  std::uint64_t block(std::uint64_t i) const { return config_.shard.index - 1 + i * config_.shard.count; }

  /// The game of an id. Requires index < blocks() * games_per_block().
  PlannedGame game(std::uint64_t index) const;

  /// Names of the agents, in order: the spec, or spec#1, spec#2, ... where a list has it several times.
  const std::vector<std::string>& names() const { return names_; }

  /// How often each (agent, seat) and each unordered pair of agents meets in one block, and whether all agents play
  /// equally often: for people to check before they play. Text, one line each.
  std::string describe() const;

  /// One line per game of this shard, from the `first`-th on, at most `count` of them.
  std::string list_games(std::uint64_t first, std::uint64_t count) const;

  /// The record of a finished game.
  GameRecord record(const FinishedGame& game) const;

 private:
  void add_lineups(int variant);
  void add(int variant, std::vector<int> agents, bool self_play);

  RunConfig config_;
  std::vector<Lineup> lineups_;
  std::vector<std::uint64_t> first_game_;  ///< [line-ups + 1] first game of each within a block
  std::vector<std::string> names_;
};

/// What to call the agents of a list: equal specs get #1, #2, ...
std::vector<std::string> agent_names(const std::vector<std::string>& specs);

}  // namespace atl
