/// The bookkeeping of a run: which game may start next, which blocks are complete, how far it is.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "experiments/runs/index_set.hpp"
#include "experiments/runs/run_hooks.hpp"
#include "experiments/runs/schedule.hpp"

namespace atl {

/// For the thread that runs the hooks.
class RunLedger {
 public:
  /// Blocks ahead of the prefix that may start: `window`. References are kept.
  RunLedger(const Schedule& schedule, const RunHooks& hooks, const IndexSet* done, std::uint64_t window);

  /// Walks over blocks that were complete before. To be called once, before next().
  void start();

  struct Next {
    std::optional<PlannedGame> game;
    bool exhausted = false;  ///< no game, now or later
  };
  /// The next game to start. Neither a game nor exhausted: ask again when the prefix has grown.
  Next next();

  /// Books a finished game and tells the hooks.
  void finish(const FinishedGame& game);

  Progress progress() const;
  std::optional<std::uint64_t> decided_at() const { return decided_at_; }

 private:
  std::uint64_t& missing(std::uint64_t position);
  bool is_done(std::uint64_t index) const { return done_ != nullptr && done_->contains(index); }
  std::optional<std::uint64_t> pop_complete_block();
  void advance();

  const Schedule& schedule_;
  const RunHooks& hooks_;
  const IndexSet* done_;
  const std::uint64_t num_blocks_, games_per_block_, window_;

  std::uint64_t next_block_ = 0, next_game_ = 0;       ///< position of the block in the shard, game within it
  std::uint64_t prefix_ = 0;                           ///< complete blocks, by position
  std::vector<std::optional<std::uint64_t>> missing_;  ///< [window] games still missing, ring by position
  std::optional<std::uint64_t> decided_at_;            ///< start nothing more
  std::uint64_t done_before_ = 0, played_ = 0, failures_ = 0, ranked_ = 0;
  std::vector<double> share_sums_;  ///< [players]
  std::int64_t start_ns_ = 0;
};

}  // namespace atl
