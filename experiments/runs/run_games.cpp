#include "experiments/runs/run_games.hpp"

#include <algorithm>
#include <exception>
#include <utility>

#include "experiments/runs/ledger.hpp"

namespace atl {
namespace {

constexpr double kLongestWait = 0.05;  ///< seconds until the stop flag is looked at

double seconds_since(std::int64_t start) { return static_cast<double>(steady_nanoseconds() - start) * 1e-9; }

class RunLoop {
 public:
  RunLoop(Crew& crew, const Schedule& schedule, const RunOptions& options, const RunHooks& hooks, const StopFlag& stop)
      : crew_(crew),
        options_(options),
        hooks_(hooks),
        stop_(stop),
        hang_seconds_(schedule.config().limits.decision_seconds * options.hang_factor),
        ledger_(schedule, hooks, options.done, crew.capacity()) {}

  RunReport run() {
    std::exception_ptr error;
    try {
      ledger_.start();
      while (!over()) {
        hand_out();
        if (at_hand_ > 0) crew_.wait(std::min(options_.tick_seconds, kLongestWait));
        book();
      }
    } catch (...) {
      error = std::current_exception();
    }
    wind_up(error);
    if (error) std::rethrow_exception(error);
    if (report_.end == RunEnd::finished && ledger_.decided_at()) report_.end = RunEnd::decided;
    report_.decided_at = ledger_.decided_at();
    report_.progress = ledger_.progress();
    if (hooks_.on_tick) hooks_.on_tick(report_.progress);
    return report_;
  }

 private:
  bool over() {
    if (stop_.load(std::memory_order_relaxed)) {
      report_.end = RunEnd::stopped;
    } else if (hang_seconds_ > 0) {
      if (const std::optional<HangingDecision> decision = crew_.hanging(hang_seconds_)) {
        report_.end = RunEnd::hung;
        report_.hung_game = decision->game;
        report_.hung_seat = decision->seat;
      }
    }
    return report_.end != RunEnd::finished || (exhausted_ && at_hand_ == 0);
  }

  void hand_out() {
    while (!exhausted_ && at_hand_ < crew_.capacity()) {
      const RunLedger::Next next = ledger_.next();
      exhausted_ = next.exhausted;
      if (!next.game) return;
      crew_.give(next.game->index);
      ++at_hand_;
    }
  }

  void book() {
    for (const FinishedGame& game : crew_.take_finished()) {
      --at_hand_;
      ledger_.finish(game);
    }
    if (ledger_.decided_at()) at_hand_ -= crew_.drop_waiting();
    if (hooks_.on_tick && seconds_since(last_tick_) >= options_.tick_seconds) {
      last_tick_ = steady_nanoseconds();
      hooks_.on_tick(ledger_.progress());
    }
  }

  /// Stops the crew, and gives agents time to answer. What they finish meanwhile counts, unless the run has failed.
  void wind_up(std::exception_ptr& error) {
    crew_.stop();
    const std::int64_t stopped_at = steady_nanoseconds();
    for (bool idle = false; !idle && seconds_since(stopped_at) < crew_.grace_seconds();) {
      try {
        idle = crew_.idle();
        if (!idle) crew_.wait(kLongestWait);
        if (!error) book();
      } catch (...) {
        if (!error) error = std::current_exception();
      }
    }
    report_.threads_left = !crew_.end();
  }

  Crew& crew_;
  const RunOptions& options_;
  const RunHooks& hooks_;
  const StopFlag& stop_;
  const double hang_seconds_;
  RunLedger ledger_;
  std::uint64_t at_hand_ = 0;  ///< games given and not come back
  bool exhausted_ = false;
  std::int64_t last_tick_ = steady_nanoseconds();
  RunReport report_;
};

}  // namespace

RunReport run_games(const Schedule& schedule, std::shared_ptr<const GamePlayer> player, const RunOptions& options,
                    const RunHooks& hooks, const StopFlag& stop) {
  const std::unique_ptr<Crew> crew = options.crew(schedule, std::move(player), options.threads);
  return RunLoop(*crew, schedule, options, hooks, stop).run();
}

}  // namespace atl
