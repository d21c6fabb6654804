#include "experiments/runs/ledger.hpp"

#include <algorithm>

#include "experiments/drivers/decision_watch.hpp"
#include "experiments/stats/scores.hpp"

namespace atl {

RunLedger::RunLedger(const Schedule& schedule, const RunHooks& hooks, const IndexSet* done, std::uint64_t window)
    : schedule_(schedule),
      hooks_(hooks),
      done_(done),
      num_blocks_(schedule.num_blocks()),
      games_per_block_(schedule.games_per_block()),
      window_(window),
      missing_(window),
      share_sums_(static_cast<std::size_t>(schedule.config().players)),
      start_ns_(steady_nanoseconds()) {}

void RunLedger::start() {
  if (done_ != nullptr) done_before_ = done_->size();
  advance();
}

/// Games that block `position` still misses; counted at the first look. Requires prefix_ <= position < prefix_ +
/// window_.
std::uint64_t& RunLedger::missing(std::uint64_t position) {
  std::optional<std::uint64_t>& count = missing_[position % window_];
  if (!count) {
    count = 0;
    const std::uint64_t first = schedule_.block(position) * games_per_block_;
    for (std::uint64_t i = 0; i < games_per_block_; ++i) *count += is_done(first + i) ? 0 : 1;
  }
  return *count;
}

RunLedger::Next RunLedger::next() {
  while (!decided_at_ && next_block_ < num_blocks_) {
    if (next_block_ >= prefix_ + window_) return {};
    const std::uint64_t first = schedule_.block(next_block_) * games_per_block_;
    while (next_game_ < games_per_block_) {
      const std::uint64_t index = first + next_game_++;
      if (!is_done(index)) return {.game = schedule_.game(index), .exhausted = false};
    }
    ++next_block_;
    next_game_ = 0;
  }
  return {.game = {}, .exhausted = true};
}

std::optional<std::uint64_t> RunLedger::pop_complete_block() {
  if (decided_at_ || prefix_ == num_blocks_ || missing(prefix_) > 0) return std::nullopt;
  missing_[prefix_ % window_].reset();
  return schedule_.block(prefix_++);
}

void RunLedger::advance() {
  while (const std::optional<std::uint64_t> block = pop_complete_block()) {
    if (hooks_.on_block && hooks_.on_block(*block)) decided_at_ = *block;
  }
}

void RunLedger::finish(const FinishedGame& game) {
  hooks_.on_game(game, decided_at_ && game.plan.block > *decided_at_);
  ++played_;
  if (failure_of(game.end).seat >= 0) ++failures_;
  if (const std::vector<int>& ranks = ranks_that_count(game); !ranks.empty()) {
    const PerSeat<double> shares = stats::win_shares(ranks);
    for (std::size_t s = 0; s < share_sums_.size(); ++s) share_sums_[s] += shares[s];
    ++ranked_;
  }
  if (decided_at_) return;
  const Shard& shard = schedule_.config().shard;
  --missing((game.plan.block - (shard.index - 1)) / shard.count);
  advance();
}

Progress RunLedger::progress() const {
  Progress progress{.done = done_before_ + played_,
                    .total = num_blocks_ * games_per_block_,
                    .played = played_,
                    .seconds = static_cast<double>(steady_nanoseconds() - start_ns_) * 1e-9,
                    .games_per_second = 0,
                    .seconds_left = {},
                    .seat_shares = {},
                    .failures = failures_};
  if (played_ > 0 && progress.seconds > 0) {
    progress.games_per_second = static_cast<double>(played_) / progress.seconds;
    const std::uint64_t left = progress.total - std::min(progress.done, progress.total);
    progress.seconds_left = static_cast<double>(left) / progress.games_per_second;
  }
  if (ranked_ > 0) {
    for (const double sum : share_sums_) progress.seat_shares.push_back(sum / static_cast<double>(ranked_));
  }
  return progress;
}

}  // namespace atl
