#include "experiments/cluster/session.hpp"

#include <mpi.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <thread>

#include "engine/core/text.hpp"
#include "experiments/cluster/local_crew.hpp"
#include "experiments/cluster/messages.hpp"
#include "experiments/runs/ledger.hpp"

namespace atl::cluster {
namespace {

using namespace std::chrono_literals;

/// MPI's own waiting spins; a rank that has nothing to do leaves the processor to its players.
constexpr auto kNap = 500us;
constexpr double kGraceSeconds = 1.5;   ///< for a rank's own threads after a stop
constexpr double kFarewellSeconds = 5;  ///< for the other ranks to say that they stopped

/// Games each rank has at hand beyond the one it plays, per thread: hides the way to rank 0 and back.
constexpr int kInHand = 2;

double seconds_since(std::int64_t start) { return static_cast<double>(steady_nanoseconds() - start) * 1e-9; }

std::string error_text() {
  try {
    throw;
  } catch (const std::exception& error) {
    return error.what();
  } catch (...) {
    return "not a std::exception";
  }
}

/// Rank 0 during one run.
class Coordinator {
 public:
  Coordinator(int size, const Schedule& schedule, std::shared_ptr<const GamePlayer> player, const RunOptions& options,
              const RunHooks& hooks)
      : options_(options),
        hooks_(hooks),
        crew_(schedule, std::move(player), options.threads),
        ledger_(schedule, hooks, options.done,
                2 * kInHand * static_cast<std::uint64_t>(options.threads) * static_cast<std::uint64_t>(size)),
        hang_seconds_(schedule.config().decision_limit * options.hang_factor),
        in_hand_(static_cast<std::size_t>(size)) {
    const std::string begin = std::to_string(options.threads) + " " + std::to_string(hang_seconds_) + " ";
    for (int rank = 1; rank < size; ++rank) send(rank, kBegin, begin + write_config(schedule.config()));
  }

  RunReport run(const StopFlag& stop) {
    std::exception_ptr error;
    try {
      ledger_.start();
      while (!over(stop)) {
        if (!hand_out() && !receive_all()) std::this_thread::sleep_for(kNap);
        tick();
      }
    } catch (...) {
      error = std::current_exception();
    }
    stop_all();
    if (error) std::rethrow_exception(error);
    if (report_.end == RunEnd::finished && ledger_.decided_at()) report_.end = RunEnd::decided;
    report_.decided_at = ledger_.decided_at();
    report_.progress = ledger_.progress();
    if (hooks_.on_tick) hooks_.on_tick(report_.progress);
    return report_;
  }

 private:
  bool over(const StopFlag& stop) {
    if (stop.load(std::memory_order_relaxed)) report_.end = RunEnd::stopped;
    return report_.end != RunEnd::finished || (exhausted_ && waiting_for_ == 0);
  }

  /// One more game to every rank that is short of them, in turn. True if any was given.
  bool hand_out() {
    bool gave = false;
    for (std::size_t rank = 0; rank < in_hand_.size() && !exhausted_; ++rank) {
      if (in_hand_[rank] >= kInHand * options_.threads) continue;
      const RunLedger::Next next = ledger_.next();
      exhausted_ = next.exhausted;
      if (!next.game) break;
      if (rank == 0) {
        crew_.give(next.game->index);
      } else {
        send(static_cast<int>(rank), kPlay, std::to_string(next.game->index));
      }
      ++in_hand_[rank];
      ++waiting_for_;
      gave = true;
    }
    return gave;
  }

  void book(std::size_t rank, const FinishedGame& game) {
    --in_hand_[rank];
    --waiting_for_;
    ledger_.finish(game);
  }

  bool receive_all() {
    bool any = false;
    for (const FinishedGame& game : crew_.take_finished()) {
      book(0, game);
      any = true;
    }
    if (hang_seconds_ > 0) {
      if (const std::optional<HangingDecision> decision = crew_.hanging(hang_seconds_))
        hung(decision->game, decision->seat);
    }
    while (const std::optional<Message> message = receive()) {
      any = true;
      if (message->kind == kGame) {
        book(static_cast<std::size_t>(message->from), read_finished_game(message->text));
      } else if (message->kind == kHangs) {
        const std::vector<std::string_view> parts = split(message->text, ' ');
        hung(*parse_unsigned(parts.at(0)), static_cast<int>(*parse_integer(parts.at(1))));
      } else if (message->kind == kError) {
        throw std::runtime_error("rank " + std::to_string(message->from) + ": " + message->text);
      }
    }
    return any;
  }

  void hung(std::uint64_t game, int seat) {
    report_.end = RunEnd::hung;
    report_.hung_game = game;
    report_.hung_seat = seat;
  }

  void tick() {
    const std::int64_t now = steady_nanoseconds();
    if (!hooks_.on_tick || static_cast<double>(now - last_tick_) * 1e-9 < options_.tick_seconds) return;
    last_tick_ = now;
    hooks_.on_tick(ledger_.progress());
  }

  /// Ends the run everywhere. Games still under way do not count: the run is over, or they are played again later.
  void stop_all() {
    crew_.stop();
    int speaking = static_cast<int>(in_hand_.size()) - 1;
    for (std::size_t rank = 1; rank < in_hand_.size(); ++rank) send(static_cast<int>(rank), kStop, "");
    const std::int64_t start = steady_nanoseconds();
    while ((speaking > 0 && seconds_since(start) < kFarewellSeconds) ||
           (!crew_.idle() && seconds_since(start) < kGraceSeconds)) {
      if (const std::optional<Message> message = receive()) {
        speaking -= message->kind == kStopped ? 1 : 0;
      } else {
        std::this_thread::sleep_for(kNap);
      }
    }
    report_.threads_left = speaking > 0 || !crew_.idle();
  }

  const RunOptions& options_;
  const RunHooks& hooks_;
  LocalCrew crew_;
  RunLedger ledger_;
  const double hang_seconds_;
  std::vector<int> in_hand_;  ///< [ranks] games given and not come back
  int waiting_for_ = 0;       ///< their sum
  bool exhausted_ = false;
  std::int64_t last_tick_ = steady_nanoseconds();
  RunReport report_;
};

/// Another rank during one run: from kBegin to kStop. False if a thread did not stop.
bool play_for_rank_0(const std::string& begin, const PlayerMaker& make_player) {
  std::unique_ptr<LocalCrew> crew;
  double hang_seconds = 0;
  bool told_of_hang = false;
  try {
    const std::size_t first = begin.find(' ');
    const std::size_t second = begin.find(' ', first + 1);
    const int threads = std::stoi(begin.substr(0, first));
    hang_seconds = std::stod(begin.substr(first + 1, second - first - 1));
    const RunConfig config = read_config(begin.substr(second + 1));
    crew = std::make_unique<LocalCrew>(Schedule(config), make_player(config), threads);
  } catch (...) {
    send(0, kError, error_text());
  }
  for (;;) {
    bool any = false;
    if (const std::optional<Message> message = receive()) {
      any = true;
      if (message->kind == kStop) break;
      if (message->kind == kPlay && crew) crew->give(*parse_unsigned(message->text));
    }
    if (crew) {
      try {
        for (const FinishedGame& game : crew->take_finished()) {
          send(0, kGame, write_finished_game(game));
          any = true;
        }
      } catch (...) {
        send(0, kError, error_text());
        crew.reset();
        continue;
      }
      if (hang_seconds > 0 && !told_of_hang) {
        if (const std::optional<HangingDecision> decision = crew->hanging(hang_seconds)) {
          send(0, kHangs, std::to_string(decision->game) + " " + std::to_string(decision->seat));
          told_of_hang = true;
        }
      }
    }
    if (!any) std::this_thread::sleep_for(kNap);
  }
  bool stopped = true;
  if (crew) {
    crew->stop();
    const std::int64_t start = steady_nanoseconds();
    while (!crew->idle() && seconds_since(start) < kGraceSeconds) std::this_thread::sleep_for(kNap);
    stopped = crew->idle();
  }
  send(0, kStopped, "");
  return stopped;
}

}  // namespace

Session::Session(int& argc, char**& argv) {
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &size_);
}

Session::~Session() {
  if (rank_ == 0) {
    for (int rank = 1; rank < size_; ++rank) send(rank, kQuit, "");
  }
  MPI_Finalize();
  if (leave_hard_) std::_Exit(0);
}

RunReport Session::run_games(const Schedule& schedule, std::shared_ptr<const GamePlayer> player,
                             const RunOptions& options, const RunHooks& hooks, const StopFlag& stop) {
  return Coordinator(size_, schedule, std::move(player), options, hooks).run(stop);
}

void Session::serve(const PlayerMaker& make_player) {
  std::signal(SIGINT, SIG_IGN);
  std::signal(SIGTERM, SIG_IGN);
  for (;;) {
    const std::optional<Message> message = receive();
    if (!message) {
      std::this_thread::sleep_for(kNap);
    } else if (message->kind == kQuit) {
      return;
    } else if (message->kind == kBegin) {
      leave_hard_ = !play_for_rank_0(message->text, make_player) || leave_hard_;
    }
  }
}

}  // namespace atl::cluster
