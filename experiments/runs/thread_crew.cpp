#include "experiments/runs/thread_crew.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include "engine/core/checks.hpp"

namespace atl {
namespace {

/// Everything a worker thread touches. Shared, so that a thread that never comes back has nothing freed under it.
struct Shared {
  struct Worker {
    DecisionWatch watch;
    std::atomic<bool> playing{false};  ///< written under the mutex
  };

  Shared(const Schedule& of, std::shared_ptr<const GamePlayer> with, int threads)
      : schedule(of), player(std::move(with)), workers(static_cast<std::size_t>(threads)) {}

  void work(Worker& self);
  bool is_idle() const {
    return waiting.empty() &&
           std::none_of(workers.begin(), workers.end(), [](const Worker& worker) { return worker.playing.load(); });
  }

  const Schedule schedule;
  const std::shared_ptr<const GamePlayer> player;
  std::vector<Worker> workers;
  StopFlag stop{false};

  std::mutex mutex;  ///< guards what follows
  std::condition_variable given, changed;
  std::deque<std::uint64_t> waiting;
  std::vector<FinishedGame> finished;
  std::exception_ptr error;
};

void Shared::work(Worker& self) {
  std::unique_lock lock(mutex);
  for (;;) {
    given.wait(lock, [&] { return stop.load() || !waiting.empty(); });
    if (stop.load()) return;
    const std::uint64_t index = waiting.front();
    waiting.pop_front();
    self.playing.store(true);
    lock.unlock();
    std::optional<FinishedGame> game;
    std::exception_ptr failed;
    try {
      game = player->play(schedule.game(index), stop, self.watch, {});
    } catch (...) {
      failed = std::current_exception();
    }
    lock.lock();
    if (game) finished.push_back(std::move(*game));
    if (failed && !error) error = failed;
    self.playing.store(false);
    changed.notify_all();
  }
}

class ThreadCrew final : public Crew {
 public:
  ThreadCrew(const Schedule& schedule, std::shared_ptr<const GamePlayer> player, int threads)
      : shared_(std::make_shared<Shared>(schedule, std::move(player), threads)) {
    for (Shared::Worker& worker : shared_->workers) {
      try {
        threads_.emplace_back([shared = shared_, &worker] { shared->work(worker); });
      } catch (const std::system_error& error) {
        if (threads_.empty()) throw InputError(std::string("cannot start a thread (") + error.what() + ")");
        break;  // the system has no more: results do not depend on how many there are
      }
    }
  }

  ~ThreadCrew() override {
    stop();
    const bool all_back = idle();
    for (std::thread& thread : threads_) all_back ? thread.join() : thread.detach();
  }
  ThreadCrew(const ThreadCrew&) = delete;
  ThreadCrew& operator=(const ThreadCrew&) = delete;

  std::uint64_t capacity() const override { return 2 * threads_.size(); }

  void give(std::uint64_t index) override {
    const std::lock_guard lock(shared_->mutex);
    shared_->waiting.push_back(index);
    shared_->given.notify_one();
  }

  std::uint64_t drop_waiting() override {
    const std::lock_guard lock(shared_->mutex);
    return std::exchange(shared_->waiting, {}).size();
  }

  void wait(double seconds) override {
    std::unique_lock lock(shared_->mutex);
    shared_->changed.wait_for(lock, std::chrono::duration<double>(seconds), [&] {
      return !shared_->finished.empty() || shared_->error || (shared_->stop.load() && shared_->is_idle());
    });
  }

  std::vector<FinishedGame> take_finished() override {
    const std::lock_guard lock(shared_->mutex);
    if (shared_->finished.empty() && shared_->error) std::rethrow_exception(shared_->error);
    return std::exchange(shared_->finished, {});
  }

  std::optional<HangingDecision> hanging(double seconds) override {
    for (const Shared::Worker& worker : shared_->workers) {
      if (worker.playing.load() && worker.watch.seconds() > seconds) {
        return HangingDecision{.game = worker.watch.game(), .seat = worker.watch.seat()};
      }
    }
    return std::nullopt;
  }

  void stop() override {
    const std::lock_guard lock(shared_->mutex);
    shared_->stop.store(true);
    shared_->waiting.clear();
    shared_->given.notify_all();
  }

  bool idle() override {
    const std::lock_guard lock(shared_->mutex);
    return shared_->is_idle();
  }

  bool end() override { return idle(); }

 private:
  std::shared_ptr<Shared> shared_;
  std::vector<std::thread> threads_;
};

}  // namespace

std::unique_ptr<Crew> make_thread_crew(const Schedule& schedule, std::shared_ptr<const GamePlayer> player,
                                       int threads) {
  return std::make_unique<ThreadCrew>(schedule, std::move(player), threads);
}

}  // namespace atl
