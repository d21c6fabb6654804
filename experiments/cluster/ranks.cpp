#include "experiments/cluster/ranks.hpp"

#include <mpi.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <thread>

#include "engine/core/text.hpp"
#include "experiments/cluster/messages.hpp"
#include "experiments/cluster/mpi_crew.hpp"
#include "experiments/runs/thread_crew.hpp"

namespace atl::cluster {
namespace {

std::string error_text() {
  try {
    throw;
  } catch (const std::exception& error) {
    return error.what();
  } catch (...) {
    return "not a std::exception";
  }
}

/// Another rank during one run: from kBegin to kStop.
class RankInRun {
 public:
  RankInRun(const std::string& begin, const PlayerMaker& make_player) {
    try {
      const std::size_t blank = begin.find(' ');
      const int threads = std::stoi(begin.substr(0, blank));
      const RunConfig config = read_config(std::string_view(begin).substr(blank + 1));
      crew_ = make_thread_crew(Schedule(config), make_player(config), threads);
    } catch (...) {
      send(0, kError, error_text());
    }
  }

  /// False if a thread did not stop.
  bool run() {
    while (!over_) {
      if (!hear() && !tell()) std::this_thread::sleep_for(kNap);
    }
    bool stopped = true;
    if (crew_) {
      crew_->stop();
      const std::int64_t start = steady_nanoseconds();
      while (!crew_->idle() && static_cast<double>(steady_nanoseconds() - start) * 1e-9 < crew_->grace_seconds()) {
        std::this_thread::sleep_for(kNap);
      }
      stopped = crew_->end();
    }
    send(0, kStopped, "");
    return stopped;
  }

 private:
  bool hear() {
    const std::optional<Message> message = receive();
    if (!message) return false;
    if (message->kind == kStop) over_ = true;
    if (message->kind == kWatch) hang_seconds_ = parse_real(message->text);
    if (message->kind == kPlay && crew_) crew_->give(*parse_unsigned(message->text));
    return true;
  }

  bool tell() {
    if (!crew_) return false;
    bool any = false;
    try {
      for (const FinishedGame& game : crew_->take_finished()) {
        send(0, kGame, write_finished_game(game));
        any = true;
      }
    } catch (...) {
      send(0, kError, error_text());
      crew_.reset();
      return true;
    }
    if (!hang_seconds_) return any;
    if (const std::optional<HangingDecision> decision = crew_->hanging(*hang_seconds_)) {
      send(0, kHangs, std::to_string(decision->game) + " " + std::to_string(decision->seat));
      hang_seconds_.reset();  // told once
    }
    return any;
  }

  std::unique_ptr<Crew> crew_;  ///< nothing after an error
  std::optional<double> hang_seconds_;
  bool over_ = false;
};

}  // namespace

Ranks::Ranks(int& argc, char**& argv) {
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &size_);
}

Ranks::~Ranks() {
  if (rank_ == 0) {
    for (int rank = 1; rank < size_; ++rank) send(rank, kQuit, "");
  }
  MPI_Finalize();
  if (leave_hard_) std::_Exit(0);
}

std::unique_ptr<Crew> Ranks::make_crew(const Schedule& schedule, std::shared_ptr<const GamePlayer> player,
                                       int threads) {
  return make_mpi_crew(size_, schedule, std::move(player), threads);
}

void Ranks::serve(const PlayerMaker& make_player) {
  std::signal(SIGINT, SIG_IGN);
  std::signal(SIGTERM, SIG_IGN);
  for (;;) {
    const std::optional<Message> message = receive();
    if (!message) {
      std::this_thread::sleep_for(kNap);
    } else if (message->kind == kQuit) {
      return;
    } else if (message->kind == kBegin) {
      leave_hard_ = !RankInRun(message->text, make_player).run() || leave_hard_;
    }
  }
}

}  // namespace atl::cluster
