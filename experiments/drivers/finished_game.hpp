/// One game of a run, before and after it is played.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/record.hpp"
#include "engine/core/types.hpp"

namespace atl {

/// A game of the schedule. `index` is its id in the run; agents are positions in GameTerms::agents.
struct PlannedGame {
  std::uint64_t index = 0;
  std::uint64_t block = 0;
  int lineup = 0;
  int seating = 0;   ///< position in the line-up's list of seatings; 0 in self-play
  int rotation = 0;  ///< seat s gets the chance events of owner (s + rotation) mod players
  int variant = 0;   ///< position in GameTerms::variants
  std::vector<int> agent_of_seat;
  bool operator==(const PlannedGame&) const = default;
};

/// What the agent in one seat did in one game.
struct SeatWork {
  std::uint64_t decisions = 0;   ///< decisions asked of it (those with one legal action are not)
  std::uint64_t iterations = 0;  ///< search iterations in them
  double seconds = 0;            ///< wall time of them
  bool operator==(const SeatWork&) const = default;
};

struct FinishedGame {
  PlannedGame plan;
  std::vector<std::string> events;
  std::vector<int> scores, ranks;                  ///< [players] as the rules say; empty if an agent failed
  std::string end;                                 ///< the game's reason, or failed:<seat>:<kind>
  std::vector<int> counted_scores, counted_ranks;  ///< after clock penalties; what statistics use. Empty: as above
  std::vector<SeatWork> work;                      ///< [players]
  std::string failure;                             ///< what the failed agent said, for people; in no record
  bool operator==(const FinishedGame&) const = default;
};

/// The seat and the kind of failure in an end `failed:<seat>:<kind>`; seat -1 for every other end.
struct Failure {
  int seat = -1;
  std::string kind;
};
Failure failure_of(std::string_view end);
std::string failed_end(int seat, std::string_view kind);

/// What statistics see.
inline const std::vector<int>& scores_that_count(const FinishedGame& game) {
  return game.counted_scores.empty() ? game.scores : game.counted_scores;
}
inline const std::vector<int>& ranks_that_count(const FinishedGame& game) {
  return game.counted_ranks.empty() ? game.ranks : game.counted_ranks;
}

/// A number that is equal for equal games: to count the distinct ones.
std::uint64_t fingerprint(const FinishedGame& game);

/// One line of JSON for pipes between processes, and back (throws InputError).
std::string write_finished_game(const FinishedGame& game);
FinishedGame read_finished_game(std::string_view line);

}  // namespace atl
