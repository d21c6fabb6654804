/// How long a search may go on, and where its time went.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>

#include "search/params.hpp"
#include "search/report.hpp"

namespace atl {

/// Asked before every iteration: `while (budget.more())`. Ends at the number of iterations, at the deadline or when
/// the stop flag is set, whichever comes first; the flag is polled every time.
class Budget {
 public:
  using Clock = std::chrono::steady_clock;

  Budget(std::int64_t iterations, double seconds, const StopFlag& stop)
      : iterations_(iterations),
        seconds_(seconds),
        stop_(&stop),
        start_(seconds > 0 ? Clock::now() : Clock::time_point{}) {}

  bool more() {
    if (!is_left()) return false;
    ++done_;
    if (pauses_ && !is_resumed_ && progress() > pause_) {
      --done_;
      return false;
    }
    is_resumed_ = false;
    return true;
  }

  /// Whether more() would say yes but for a pause.
  bool is_left() const {
    if (done_ >= iterations_ || stop_->load(std::memory_order_relaxed)) return false;
    return seconds_ <= 0 || elapsed() < seconds_;
  }

  /// From now on more() says no after the share `progress` of the budget, but yes once at least.
  void pause_at(double progress) {
    pauses_ = is_resumed_ = true;
    pause_ = progress;
  }

  /// For the i-th of n that work at the same time: its share of the iterations, the same deadline and stop flag.
  Budget part(std::int64_t i, std::int64_t n) const {
    Budget mine = *this;
    mine.iterations_ = iterations_ / n + (i < iterations_ % n ? 1 : 0);
    return mine;
  }

  std::int64_t done() const { return done_; }

  /// The used share of the budget that runs out first, in [0, 1].
  double progress() const {
    double used = iterations_ > 0 ? static_cast<double>(done_) / static_cast<double>(iterations_) : 1;
    if (seconds_ > 0) used = std::max(used, elapsed() / seconds_);
    return std::min(used, 1.0);
  }

 private:
  double elapsed() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

  std::int64_t iterations_;
  std::int64_t done_ = 0;
  double seconds_;
  bool pauses_ = false, is_resumed_ = false;
  double pause_ = 1;
  const StopFlag* stop_;
  Clock::time_point start_;
};

/// The four phases of an iteration.
enum class Phase : std::uint8_t { determinize, select, playout, backup };

/// Adds up the time of the phases, if asked to; otherwise costs one predictable branch per phase.
class PhaseTimer {
 public:
  explicit PhaseTimer(bool on = false) : on_(on) {}
  void clear() { seconds_ = {}; }
  void start() {
    if (on_) last_ = Budget::Clock::now();
  }
  void end(Phase phase) {
    if (!on_) return;
    const auto now = Budget::Clock::now();
    seconds_[static_cast<std::size_t>(phase)] += std::chrono::duration<double>(now - last_).count();
    last_ = now;
  }
  double seconds(Phase phase) const { return seconds_[static_cast<std::size_t>(phase)]; }
  void add(const PhaseTimer& other) {
    for (std::size_t i = 0; i < seconds_.size(); ++i) seconds_[i] += other.seconds_[i];
  }

 private:
  bool on_;
  Budget::Clock::time_point last_;
  std::array<double, 4> seconds_{};
};

}  // namespace atl
