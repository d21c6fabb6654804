/// Who plays the games of a run: threads (thread_crew.hpp), worker processes (process_crew.hpp), many machines
/// (experiments/cluster). A crew plays the ids that it is given and knows nothing of blocks, stores and stopping rules;
/// the loop over them is run_games.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "experiments/drivers/game_player.hpp"
#include "experiments/runs/schedule.hpp"

namespace atl {

struct HangingDecision {
  std::uint64_t game = 0;
  int seat = -1;
};

/// Used by one thread; whatever plays is the crew's own. The destructor stops.
class Crew {
 public:
  virtual ~Crew() = default;

  /// Games it likes to have at hand, those that are played included: enough that nobody waits for the next one.
  virtual std::uint64_t capacity() const = 0;

  /// Takes the game of an id.
  virtual void give(std::uint64_t index) = 0;

  /// Forgets games that were given and that nobody has begun. How many.
  virtual std::uint64_t drop_waiting() = 0;

  /// Waits until a game may have finished, `seconds` at most.
  virtual void wait(double seconds) = 0;

  /// Games finished since the last call. Rethrows an exception of a game.
  virtual std::vector<FinishedGame> take_finished() = 0;

  /// The decision that has taken longer than `seconds`, if one has that the crew cannot get rid of. (One that can ends
  /// it: the game is among the finished ones then.)
  virtual std::optional<HangingDecision> hanging(double seconds) = 0;

  /// Tells agents to stop and drops what waits; games that this interrupts never finish.
  virtual void stop() = 0;

  /// After stop(): whether nothing is played any more.
  virtual bool idle() = 0;

  /// Seconds that idle() may take after stop().
  virtual double grace_seconds() const { return 1.5; }

  /// When that time is over: ends what still plays. False if it runs on.
  virtual bool end() = 0;
};

/// Makes a crew that plays `threads` games at once (on every machine).
using CrewMaker = std::function<std::unique_ptr<Crew>(const Schedule& schedule,
                                                      std::shared_ptr<const GamePlayer> player, int threads)>;

}  // namespace atl
