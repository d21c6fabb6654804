#include "experiments/runs/process_crew.hpp"

#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstring>
#include <deque>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>

namespace atl {
namespace {

[[noreturn]] void throw_system(const char* what) {
  throw std::runtime_error(std::string(what) + ": " + std::strerror(errno));
}

/// Memory that parent and workers see alike.
template <class T>
class Shared {
 public:
  Shared() {
    void* const memory = ::mmap(nullptr, sizeof(T), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw_system("cannot share memory with worker processes");
    value_ = new (memory) T();
  }
  ~Shared() { ::munmap(value_, sizeof(T)); }
  Shared(const Shared&) = delete;
  Shared& operator=(const Shared&) = delete;
  T& operator*() const { return *value_; }
  T* operator->() const { return value_; }

 private:
  T* value_;
};

void send_all(int socket, std::string_view text) {
  while (!text.empty()) {
    const ssize_t sent = ::send(socket, text.data(), text.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) throw_system("cannot talk to a worker process");
    text.remove_prefix(static_cast<std::size_t>(sent));
  }
}

/// A worker's life. Lines to the parent: `e <token>` an event, `g <json>` the finished game, `s` stopped, `x <text>` an
/// error of the game itself. From the parent: game ids of eight bytes.
[[noreturn]] void serve(int socket, const Schedule& schedule, const GamePlayer& player, DecisionWatch& watch,
                        const StopFlag& stop) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  // A terminal's Ctrl-C reaches all processes of the group; only the parent decides what it means.
  std::signal(SIGINT, SIG_IGN);
  std::signal(SIGTERM, SIG_IGN);
  try {
    std::uint64_t index = 0;
    while (::recv(socket, &index, sizeof index, MSG_WAITALL) == static_cast<ssize_t>(sizeof index)) {
      const std::optional<FinishedGame> game = player.play(
          schedule.game(index), stop, watch, [&](const std::string& token) { send_all(socket, "e " + token + "\n"); });
      send_all(socket, game ? "g " + write_finished_game(*game) + "\n" : "s\n");
    }
  } catch (const std::exception& error) {
    std::string text = error.what();
    std::replace(text.begin(), text.end(), '\n', ' ');
    try {
      send_all(socket, "x " + text + "\n");
    } catch (const std::exception&) {
      std::_Exit(1);  // the parent is gone
    }
  }
  std::_Exit(0);
}

/// One worker as the parent sees it.
class Worker {
 public:
  Worker(const Schedule& schedule, const GamePlayer& player, const StopFlag& stop)
      : schedule_(schedule), player_(player), stop_(stop) {
    start();
  }
  ~Worker() {
    // Closing the connection would not do: workers started later hold copies of it.
    kill();
    end();
  }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  int socket() const { return socket_; }
  bool busy() const { return plan_.has_value(); }
  double thinking_seconds() const { return busy() ? watch_->seconds() : 0; }

  void give(const PlannedGame& plan) {
    plan_ = plan;
    events_.clear();
    const std::uint64_t index = plan.index;
    send_all(socket_, {reinterpret_cast<const char*>(&index), sizeof index});
  }

  /// Reads what there is. A game if one was finished, also by the worker's death.
  std::optional<FinishedGame> read() {
    char chunk[16384];
    const ssize_t size = ::recv(socket_, chunk, sizeof chunk, MSG_DONTWAIT);
    if (size < 0 && (errno == EAGAIN || errno == EINTR)) return std::nullopt;
    if (size <= 0) return bury("crash");
    buffer_.append(chunk, static_cast<std::size_t>(size));
    std::optional<FinishedGame> finished;
    std::size_t begin = 0;
    for (std::size_t end = buffer_.find('\n'); end != std::string::npos; end = buffer_.find('\n', begin)) {
      const std::string_view line(buffer_.data() + begin, end - begin);
      begin = end + 1;
      if (line.starts_with("e ")) {
        events_.emplace_back(line.substr(2));
      } else if (line.starts_with("x ")) {
        throw std::runtime_error(std::string(line.substr(2)));
      } else {
        if (line.starts_with("g ")) finished = read_finished_game(line.substr(2));
        plan_.reset();
      }
    }
    buffer_.erase(0, begin);
    return finished;
  }

  /// Ends a worker that hangs, and starts another in its place.
  std::optional<FinishedGame> kill_hanging() {
    ::kill(pid_, SIGKILL);
    return bury("hang");
  }

  void kill() const { ::kill(pid_, SIGKILL); }

 private:
  void start() {
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) throw_system("cannot start a worker process");
    watch_->leave();
    buffer_.clear();
    plan_.reset();
    pid_ = ::fork();
    if (pid_ < 0) throw_system("cannot start a worker process");
    if (pid_ == 0) {
      ::close(ends[0]);
      serve(ends[1], schedule_, player_, *watch_, stop_);
    }
    ::close(ends[1]);
    socket_ = ends[0];
  }

  /// Waits for a worker that is dead or dying. Its exit status.
  int end() {
    ::close(socket_);
    int status = 0;
    while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
  }

  /// The worker is dead or dying: what its game becomes. Another takes its place.
  std::optional<FinishedGame> bury(const char* kind) {
    const int seat = watch_->seat();
    const int status = end();
    std::optional<FinishedGame> game;
    const std::string how = WIFSIGNALED(status) ? std::string("signal ") + strsignal(WTERMSIG(status))
                                                : "exit code " + std::to_string(WEXITSTATUS(status));
    if (!stop_.load()) {
      if (!plan_ || seat < 0) throw std::runtime_error("a worker process ended outside of any agent (" + how + ")");
      game.emplace();
      game->plan = *plan_;
      game->events = events_;
      game->end = failed_end(seat, kind);
      game->work.resize(plan_->agent_of_seat.size());
      game->failure = how;
    }
    start();
    return game;
  }

  const Schedule& schedule_;
  const GamePlayer& player_;
  const StopFlag& stop_;
  Shared<DecisionWatch> watch_;
  pid_t pid_ = 0;
  int socket_ = -1;
  std::string buffer_;
  std::optional<PlannedGame> plan_;  ///< the game it plays
  std::vector<std::string> events_;  ///< of that game, so far
};

class ProcessCrew final : public Crew {
 public:
  ProcessCrew(const Schedule& schedule, std::shared_ptr<const GamePlayer> player, int threads)
      : schedule_(schedule), player_(std::move(player)) {
    for (int i = 0; i < threads; ++i) workers_.push_back(std::make_unique<Worker>(schedule_, *player_, *stop_));
  }

  ~ProcessCrew() override { stop_->store(true); }  // the workers are killed by their own destructors
  ProcessCrew(const ProcessCrew&) = delete;
  ProcessCrew& operator=(const ProcessCrew&) = delete;

  std::uint64_t capacity() const override { return 2 * workers_.size(); }

  void give(std::uint64_t index) override {
    waiting_.push_back(index);
    hand_out();
  }

  std::uint64_t drop_waiting() override { return std::exchange(waiting_, {}).size(); }

  void wait(double seconds) override {
    std::vector<pollfd> polled;
    for (const std::unique_ptr<Worker>& worker : workers_) {
      polled.push_back({.fd = worker->socket(), .events = POLLIN, .revents = 0});
    }
    ::poll(polled.data(), polled.size(), static_cast<int>(std::ceil(seconds * 1e3)));
    for (std::size_t i = 0; i < workers_.size(); ++i) {
      if (polled[i].revents != 0) keep(workers_[i]->read());
    }
    hand_out();
  }

  std::vector<FinishedGame> take_finished() override { return std::exchange(finished_, {}); }

  std::optional<HangingDecision> hanging(double seconds) override {
    for (const std::unique_ptr<Worker>& worker : workers_) {
      if (worker->thinking_seconds() > seconds) keep(worker->kill_hanging());
    }
    return std::nullopt;
  }

  void stop() override {
    stop_->store(true);
    waiting_.clear();
  }

  bool idle() override {
    return std::none_of(workers_.begin(), workers_.end(), [](const auto& worker) { return worker->busy(); });
  }

  bool end() override { return true; }  // by the destructors of the workers

 private:
  void keep(std::optional<FinishedGame> game) {
    if (game) finished_.push_back(std::move(*game));
  }

  void hand_out() {
    for (const std::unique_ptr<Worker>& worker : workers_) {
      if (waiting_.empty()) return;
      if (worker->busy()) continue;
      worker->give(schedule_.game(waiting_.front()));
      waiting_.pop_front();
    }
  }

  const Schedule schedule_;
  const std::shared_ptr<const GamePlayer> player_;
  const Shared<StopFlag> stop_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::deque<std::uint64_t> waiting_;
  std::vector<FinishedGame> finished_;
};

}  // namespace

std::unique_ptr<Crew> make_process_crew(const Schedule& schedule, std::shared_ptr<const GamePlayer> player,
                                        int threads) {
  return std::make_unique<ProcessCrew>(schedule, std::move(player), threads);
}

}  // namespace atl
