#include "experiments/cluster/mpi_crew.hpp"

#include <algorithm>
#include <stdexcept>
#include <thread>

#include "engine/core/text.hpp"
#include "experiments/cluster/messages.hpp"
#include "experiments/runs/thread_crew.hpp"

namespace atl::cluster {
namespace {

/// Games each rank has at hand per thread, the one it plays included: hides the way to rank 0 and back.
constexpr std::uint64_t kInHand = 2;

class MpiCrew final : public Crew {
 public:
  MpiCrew(int ranks, const Schedule& schedule, std::shared_ptr<const GamePlayer> player, int threads)
      : own_(make_thread_crew(schedule, std::move(player), threads)),
        in_hand_(static_cast<std::size_t>(ranks)),
        capacity_(kInHand * static_cast<std::uint64_t>(threads) * static_cast<std::uint64_t>(ranks)) {
    for_others([&](int rank) { send(rank, kBegin, std::to_string(threads) + " " + write_config(schedule.config())); });
  }

  ~MpiCrew() override { stop(); }
  MpiCrew(const MpiCrew&) = delete;
  MpiCrew& operator=(const MpiCrew&) = delete;

  std::uint64_t capacity() const override { return capacity_; }

  /// To the rank that has the fewest games.
  void give(std::uint64_t index) override {
    const auto fewest = std::min_element(in_hand_.begin(), in_hand_.end());
    ++*fewest;
    const auto rank = static_cast<int>(fewest - in_hand_.begin());
    if (rank == 0) {
      own_->give(index);
    } else {
      send(rank, kPlay, std::to_string(index));
    }
  }

  /// What other ranks have is theirs.
  std::uint64_t drop_waiting() override {
    const std::uint64_t dropped = own_->drop_waiting();
    in_hand_[0] -= dropped;
    return dropped;
  }

  void wait(double seconds) override {
    const std::int64_t start = steady_nanoseconds();
    while (!hear() && static_cast<double>(steady_nanoseconds() - start) * 1e-9 < seconds) {
      std::this_thread::sleep_for(kNap);
    }
  }

  std::vector<FinishedGame> take_finished() override { return std::exchange(finished_, {}); }

  std::optional<HangingDecision> hanging(double seconds) override {
    if (!is_watched_) for_others([&](int rank) { send(rank, kWatch, std::to_string(seconds)); });
    is_watched_ = true;
    return hanging_ ? hanging_ : own_->hanging(seconds);
  }

  void stop() override {
    if (is_stopped_) return;
    is_stopped_ = true;
    own_->stop();
    for_others([&](int rank) {
      send(rank, kStop, "");
      ++speaking_;
    });
  }

  bool idle() override { return speaking_ == 0 && own_->idle(); }

  /// The other ranks have their own grace, and their answers a way to go.
  double grace_seconds() const override { return 5; }

  bool end() override { return idle(); }

 private:
  template <class Do>
  void for_others(const Do& with) const {
    for (std::size_t rank = 1; rank < in_hand_.size(); ++rank) with(static_cast<int>(rank));
  }

  void keep(std::size_t rank, FinishedGame game) {
    --in_hand_[rank];
    finished_.push_back(std::move(game));
  }

  /// Takes what has come from the ranks, the own one included. False if nothing has.
  bool hear() {
    bool any = false;
    for (FinishedGame& game : own_->take_finished()) {
      keep(0, std::move(game));
      any = true;
    }
    while (const std::optional<Message> message = receive()) {
      any = true;
      if (message->kind == kGame) {
        keep(static_cast<std::size_t>(message->from), read_finished_game(message->text));
      } else if (message->kind == kHangs) {
        const std::vector<std::string_view> parts = split(message->text, ' ');
        hanging_ = {.game = *parse_unsigned(parts.at(0)), .seat = static_cast<int>(*parse_integer(parts.at(1)))};
      } else if (message->kind == kStopped) {
        --speaking_;
      } else if (message->kind == kError && !is_stopped_) {
        throw std::runtime_error("rank " + std::to_string(message->from) + ": " + message->text);
      }
    }
    return any;
  }

  std::unique_ptr<Crew> own_;
  std::vector<std::uint64_t> in_hand_;  ///< [ranks] games given and not come back
  std::uint64_t capacity_;
  std::vector<FinishedGame> finished_;
  std::optional<HangingDecision> hanging_;  ///< on another rank
  bool is_watched_ = false, is_stopped_ = false;
  int speaking_ = 0;  ///< after stop: ranks that have not said that they stopped
};

}  // namespace

std::unique_ptr<Crew> make_mpi_crew(int ranks, const Schedule& schedule, std::shared_ptr<const GamePlayer> player,
                                    int threads) {
  return std::make_unique<MpiCrew>(ranks, schedule, std::move(player), threads);
}

}  // namespace atl::cluster
