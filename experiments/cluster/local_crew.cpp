#include "experiments/cluster/local_crew.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <utility>

namespace atl::cluster {

struct LocalCrew::Shared {
  struct Worker {
    DecisionWatch watch;
    std::atomic<bool> playing{false};
  };

  Shared(const Schedule& of, std::shared_ptr<const GamePlayer> with, int threads)
      : schedule(of), player(std::move(with)), workers(static_cast<std::size_t>(threads)) {}

  void work(Worker& self);

  const Schedule schedule;
  const std::shared_ptr<const GamePlayer> player;
  std::vector<Worker> workers;
  StopFlag stop{false};

  std::mutex mutex;  ///< guards what follows
  std::condition_variable changed;
  std::deque<std::uint64_t> queue;
  std::vector<FinishedGame> finished;
  std::exception_ptr error;
};

void LocalCrew::Shared::work(Worker& self) {
  for (;;) {
    std::uint64_t index = 0;
    {
      std::unique_lock lock(mutex);
      changed.wait(lock, [&] { return stop.load() || !queue.empty(); });
      if (stop.load()) return;
      index = queue.front();
      queue.pop_front();
      self.playing.store(true);
    }
    std::optional<FinishedGame> game;
    std::exception_ptr failed;
    try {
      game = player->play(schedule.game(index), stop, self.watch, {});
    } catch (...) {
      failed = std::current_exception();
    }
    const std::lock_guard lock(mutex);
    if (game) finished.push_back(std::move(*game));
    if (failed && !error) error = failed;
    self.playing.store(false);
  }
}

LocalCrew::LocalCrew(const Schedule& schedule, std::shared_ptr<const GamePlayer> player, int threads)
    : shared_(std::make_shared<Shared>(schedule, std::move(player), threads)) {
  for (Shared::Worker& worker : shared_->workers) {
    threads_.emplace_back([shared = shared_, &worker] { shared->work(worker); });
  }
}

LocalCrew::~LocalCrew() {
  stop();
  const bool all_back = idle();
  for (std::thread& thread : threads_) all_back ? thread.join() : thread.detach();
}

void LocalCrew::give(std::uint64_t index) {
  const std::lock_guard lock(shared_->mutex);
  shared_->queue.push_back(index);
  shared_->changed.notify_one();
}

std::vector<FinishedGame> LocalCrew::take_finished() {
  const std::lock_guard lock(shared_->mutex);
  if (shared_->error) std::rethrow_exception(shared_->error);
  return std::exchange(shared_->finished, {});
}

std::optional<HangingDecision> LocalCrew::hanging(double seconds) const {
  for (const Shared::Worker& worker : shared_->workers) {
    if (worker.playing.load() && worker.watch.seconds() > seconds) {
      return HangingDecision{.game = worker.watch.game(), .seat = worker.watch.seat()};
    }
  }
  return std::nullopt;
}

void LocalCrew::stop() {
  const std::lock_guard lock(shared_->mutex);
  shared_->stop.store(true);
  shared_->queue.clear();
  shared_->changed.notify_all();
}

bool LocalCrew::idle() const {
  const std::lock_guard lock(shared_->mutex);
  return shared_->queue.empty() && std::none_of(shared_->workers.begin(), shared_->workers.end(),
                                                [](const Shared::Worker& worker) { return worker.playing.load(); });
}

}  // namespace atl::cluster
