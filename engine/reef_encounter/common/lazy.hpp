/// A table that is built when it is first asked for, by whichever thread comes first.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>

namespace atl::reef_encounter {

template <class Table>
class Lazy {
 public:
  /// The table; make() builds it, once. Safe to call from several threads.
  template <class Make>
  const Table& get(Make&& make) {
    const Table* const ready = ready_.load(std::memory_order_acquire);
    if (ready != nullptr) return *ready;
    const std::lock_guard<std::mutex> lock(mutex_);
    if (table_ == nullptr) {
      table_ = make();
      ready_.store(table_.get(), std::memory_order_release);
    }
    return *table_;
  }

  bool built() const { return ready_.load(std::memory_order_relaxed) != nullptr; }

 private:
  std::atomic<const Table*> ready_{nullptr};
  std::mutex mutex_;
  std::unique_ptr<Table> table_;
};

}  // namespace atl::reef_encounter
