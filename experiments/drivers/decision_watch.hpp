/// Who is thinking, and since when: written by the worker that plays a game, read by the one who watches it (another
/// thread, or another process through shared memory). Both words are lock-free and need no constructor.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace atl {

inline std::int64_t steady_nanoseconds() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

class DecisionWatch {
 public:
  /// Code of the agent in `seat` runs from now on.
  void enter(int seat) {
    since_.store(steady_nanoseconds(), std::memory_order_relaxed);
    seat_.store(seat, std::memory_order_release);
  }
  void leave() { seat_.store(-1, std::memory_order_release); }

  void begin_game(std::uint64_t index) { game_.store(index, std::memory_order_release); }

  /// The seat whose agent runs, -1 if none does.
  int seat() const { return seat_.load(std::memory_order_acquire); }
  std::uint64_t game() const { return game_.load(std::memory_order_acquire); }

  /// Seconds for which it has run; 0 if none does.
  double seconds() const {
    if (seat() < 0) return 0;
    const std::int64_t since = since_.load(std::memory_order_relaxed);
    return seat() < 0 ? 0 : static_cast<double>(steady_nanoseconds() - since) * 1e-9;
  }

 private:
  std::atomic<std::int64_t> since_{0};
  std::atomic<std::uint64_t> game_{0};
  std::atomic<int> seat_{-1};
  static_assert(std::atomic<std::int64_t>::is_always_lock_free && std::atomic<int>::is_always_lock_free);
};

}  // namespace atl
