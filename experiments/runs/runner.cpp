#include "experiments/runs/runner.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

#include "experiments/runs/ledger.hpp"

namespace atl {
namespace {

using namespace std::chrono_literals;

constexpr double kGraceSeconds =
    1.5;  // what agents get to answer the stop flag: an interrupt takes two seconds at most

/// Everything a worker thread touches. Shared, so that a thread that never comes back has nothing freed under it.
struct Crew {
  Crew(const Schedule& s, std::shared_ptr<const GamePlayer> p, const RunHooks& hooks, const RunOptions& options)
      : schedule(s),
        player(std::move(p)),
        workers(static_cast<std::size_t>(options.threads)),
        ledger(schedule, hooks, options.done, 2 * static_cast<std::uint64_t>(options.threads)) {}

  struct Worker {
    DecisionWatch watch;
    std::atomic<bool> running{true};
  };

  const Schedule schedule;
  const std::shared_ptr<const GamePlayer> player;
  std::vector<Worker> workers;
  RunLedger ledger;
  StopFlag stop{false};

  std::mutex mutex;  ///< guards what follows
  std::condition_variable changed;
  std::vector<FinishedGame> finished;
  std::exception_ptr error;
  std::uint64_t generation = 0;  ///< grows with the prefix: wakes workers that wait for the window
};

/// Waits until the prefix has grown or the run stops.
void wait_for_window(Crew& crew, std::uint64_t generation) {
  std::unique_lock lock(crew.mutex);
  crew.changed.wait_for(lock, 50ms, [&] { return crew.generation != generation || crew.stop.load(); });
}

void work(Crew& crew, Crew::Worker& self) {
  try {
    while (!crew.stop.load(std::memory_order_relaxed)) {
      std::uint64_t generation = 0;
      {
        const std::lock_guard lock(crew.mutex);
        generation = crew.generation;
      }
      const RunLedger::Next next = crew.ledger.next();
      if (next.exhausted) break;
      if (!next.game) {
        wait_for_window(crew, generation);
        continue;
      }
      std::optional<FinishedGame> game = crew.player->play(*next.game, crew.stop, self.watch, {});
      if (!game) break;
      const std::lock_guard lock(crew.mutex);
      crew.finished.push_back(std::move(*game));
      crew.changed.notify_all();
    }
  } catch (...) {
    const std::lock_guard lock(crew.mutex);
    if (!crew.error) crew.error = std::current_exception();
    crew.stop.store(true);
  }
  const std::lock_guard lock(crew.mutex);
  self.running.store(false);
  crew.changed.notify_all();
}

bool any_running(const Crew& crew) {
  return std::any_of(crew.workers.begin(), crew.workers.end(),
                     [](const Crew::Worker& worker) { return worker.running.load(); });
}

/// The worker whose agent has thought for longer than `seconds`.
const Crew::Worker* find_hanging(const Crew& crew, double seconds) {
  for (const Crew::Worker& worker : crew.workers) {
    if (worker.running.load() && worker.watch.seconds() > seconds) return &worker;
  }
  return nullptr;
}

}  // namespace

RunReport run_games(const Schedule& schedule, std::shared_ptr<const GamePlayer> player, const RunOptions& options,
                    const RunHooks& hooks, const StopFlag& stop) {
  const auto crew = std::make_shared<Crew>(schedule, std::move(player), hooks, options);
  crew->ledger.start();
  std::vector<std::thread> threads;
  for (Crew::Worker& worker : crew->workers) threads.emplace_back([crew, &worker] { work(*crew, worker); });

  RunReport report;
  const double limit = schedule.config().decision_limit;
  std::optional<std::int64_t> stopped_at;
  std::int64_t last_tick = steady_nanoseconds();
  std::exception_ptr hook_error;
  for (;;) {
    std::vector<FinishedGame> finished;
    bool over = false;
    {
      std::unique_lock lock(crew->mutex);
      const auto tick = std::chrono::duration<double>(std::min(options.tick_seconds, 0.05));
      crew->changed.wait_for(lock, tick, [&] { return !crew->finished.empty() || !any_running(*crew); });
      over = !any_running(*crew);
      finished.swap(crew->finished);
    }
    const std::int64_t now = steady_nanoseconds();
    try {
      bool grew = false;
      for (const FinishedGame& game : finished) grew = (hook_error == nullptr && crew->ledger.finish(game)) || grew;
      if (grew) {
        const std::lock_guard lock(crew->mutex);
        ++crew->generation;
        crew->changed.notify_all();
      }
      if (hooks.on_tick && hook_error == nullptr &&
          static_cast<double>(now - last_tick) * 1e-9 >= options.tick_seconds) {
        last_tick = now;
        hooks.on_tick(crew->ledger.progress());
      }
    } catch (...) {
      // A hook failed (a full disk, say): nothing more can be kept.
      hook_error = std::current_exception();
      crew->stop.store(true);
    }
    if (over) break;
    if (stop.load(std::memory_order_relaxed) && !crew->stop.exchange(true)) report.end = RunEnd::stopped;
    if (limit > 0 && report.hung_seat < 0) {
      if (const Crew::Worker* const hanging = find_hanging(*crew, options.hang_factor * limit)) {
        report.end = RunEnd::hung;
        report.hung_game = hanging->watch.game();
        report.hung_seat = hanging->watch.seat();
        crew->stop.store(true);
      }
    }
    if (crew->stop.load()) {
      if (!stopped_at) stopped_at = now;
      if (static_cast<double>(now - *stopped_at) * 1e-9 > kGraceSeconds) {
        report.threads_left = true;
        break;
      }
    }
  }
  for (std::thread& thread : threads) report.threads_left ? thread.detach() : thread.join();
  if (hook_error) std::rethrow_exception(hook_error);
  {
    const std::lock_guard lock(crew->mutex);
    if (crew->error && !report.threads_left) std::rethrow_exception(crew->error);
  }
  if (report.end == RunEnd::finished && crew->ledger.decided_at()) report.end = RunEnd::decided;
  report.decided_at = crew->ledger.decided_at();
  report.progress = crew->ledger.progress();
  if (hooks.on_tick) hooks.on_tick(report.progress);
  return report;
}

}  // namespace atl
