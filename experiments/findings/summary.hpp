/// What a run says, from its complete blocks: strength per agent, the seats, how games ended. Plain numbers; tables and
/// pages are made of them elsewhere. Ratings over several line-ups are fitted by experiments/stats from `games`.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "experiments/drivers/finished_game.hpp"
#include "experiments/findings/block_values.hpp"
#include "experiments/findings/deal_adjustment.hpp"
#include "experiments/runs/schedule.hpp"
#include "experiments/stats/blocks.hpp"
#include "experiments/stats/seats.hpp"

namespace atl {

struct SummaryOptions {
  ForfeitPolicy forfeits = ForfeitPolicy::exclude;
  double confidence = 0.95;
  double delta = 0.02;                                    ///< of a win share: seat effects below it do not matter
  std::shared_ptr<const DealAdjustment> deals = nullptr;  ///< for adjusted effects of self-play; may be empty
};

/// One agent under one variant of the rules.
///
/// The win share is that of the agent where it plays one seat against others. Where one agent meets copies of another
/// (A against K-1 of B) it is A's; B's seats count for B's own row only in the mirrored line-up.
struct AgentRow {
  std::string name;
  int variant = 0;
  std::int64_t blocks = 0;                  ///< that count for the share
  std::uint64_t games = 0;                  ///< that it played in, forfeited ones included
  std::optional<stats::Strength> strength;  ///< nothing in pure self-play
  double mean_rank = 0, mean_score = 0;     ///< over the same seats as the share (all its seats in self-play)
  std::uint64_t forfeits = 0;               ///< games ended by its failure
  std::uint64_t decisions = 0, iterations = 0;
  double seconds = 0;
  bool cheats = false;  ///< it is shown what is hidden
  bool timed = false;   ///< spec_is_timed: not reproducible
};

/// The seats under one variant of the rules: of one agent's self-play, or of all other line-ups together.
struct SeatTable {
  int variant = 0;
  std::string agent;  ///< whose self-play; empty: mixed line-ups
  std::uint64_t games = 0;
  std::vector<std::string> features{};  ///< of the deal, by which effects are adjusted
  stats::SeatReport report;
};

struct Summary {
  int players = 0;
  std::uint64_t planned_blocks = 0;
  std::uint64_t blocks = 0;  ///< complete ones
  std::uint64_t games = 0;   ///< in them
  std::uint64_t distinct_games = 0;
  std::uint64_t forfeited_blocks = 0;             ///< left out (policy exclude)
  std::map<std::string, std::uint64_t> ends;      ///< by reason; failures as they are in records
  std::map<std::string, std::uint64_t> failures;  ///< by "<agent>: <kind>"
  std::vector<AgentRow> agents;                   ///< variant by variant, agents in the order of the configuration
  std::vector<SeatTable> seats;                   ///< [variants x (self-play agents, then mixed)] those that occur
  std::vector<std::string> warnings;              ///< sentences for people
};

/// Collects blocks in ascending order. Memory: a few numbers per block.
class SummaryBuilder {
 public:
  SummaryBuilder(const Schedule& schedule, const SummaryOptions& options);

  /// All games of one complete block, in index order. Events are not read.
  void add_block(const std::vector<FinishedGame>& games);

  /// `distinct_games` as counted by the store.
  Summary finish(std::uint64_t distinct_games) const;

 private:
  struct AgentSums {
    std::vector<double> shares;  ///< [blocks] mean share per block
    stats::Moments rank, score;
    std::uint64_t games = 0, forfeits = 0, decisions = 0, iterations = 0;
    double seconds = 0;
  };
  struct SeatSums {
    std::vector<stats::SeatBlock> blocks;
    std::vector<std::uint64_t> numbers;  ///< [blocks]
    std::uint64_t games = 0;
  };

  AgentSums& sums(int variant, int agent);
  void add_work(const FinishedGame& game);
  void add_strength(const std::vector<FinishedGame>& games);
  void add_seats(const std::vector<FinishedGame>& games);
  SeatTable seat_table(std::size_t index) const;

  const Schedule& schedule_;
  SummaryOptions options_;
  std::vector<AgentSums> agents_;  ///< [variants x agents]
  std::vector<SeatSums> seats_;    ///< [variants x (agents + 1)] the last of each row: mixed line-ups
  std::uint64_t blocks_ = 0, games_ = 0, forfeited_blocks_ = 0;
  std::map<std::string, std::uint64_t> ends_, failures_;
};

}  // namespace atl
