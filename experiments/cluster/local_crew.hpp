/// The threads of one process that play what they are given: a rank's hands. Its other thread talks to the network.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "experiments/drivers/game_player.hpp"
#include "experiments/runs/schedule.hpp"

namespace atl::cluster {

struct HangingDecision {
  std::uint64_t game = 0;
  int seat = -1;
};

/// For one thread; the threads inside are its own.
class LocalCrew {
 public:
  LocalCrew(const Schedule& schedule, std::shared_ptr<const GamePlayer> player, int threads);
  /// Stops. A thread that does not come back is left behind, in memory that it owns.
  ~LocalCrew();
  LocalCrew(const LocalCrew&) = delete;
  LocalCrew& operator=(const LocalCrew&) = delete;

  /// Queues the game of an id.
  void give(std::uint64_t index);

  /// Games finished since the last call. Rethrows an exception of a game.
  std::vector<FinishedGame> take_finished();

  /// The decision that has taken longer than `seconds`, if one has.
  std::optional<HangingDecision> hanging(double seconds) const;

  /// Tells agents to stop and forgets what is queued; games they interrupt do not count.
  void stop();

  /// Whether no thread plays any more. Only after stop() does it stay true.
  bool idle() const;

 private:
  struct Shared;
  std::shared_ptr<Shared> shared_;
  std::vector<std::thread> threads_;
};

}  // namespace atl::cluster
