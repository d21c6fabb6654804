/// What ranks say to each other: texts whose first letter is their kind. Only for experiments/cluster.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace atl::cluster {

/// From rank 0.
inline constexpr char kBegin = 'b';  ///< threads, configuration: a run begins
inline constexpr char kWatch = 'w';  ///< seconds after which a decision hangs: tell of the first one
inline constexpr char kPlay = 'p';   ///< a game's id
inline constexpr char kStop = 's';   ///< the run is over: play nothing more, answer kStopped
inline constexpr char kQuit = 'q';   ///< the program is over

/// To rank 0.
inline constexpr char kGame = 'g';     ///< a finished game
inline constexpr char kHangs = 'h';    ///< game and seat of a decision that takes too long
inline constexpr char kError = 'x';    ///< an exception that is no agent's
inline constexpr char kStopped = 'd';  ///< nothing of the run is left here; the last message of a run

/// MPI's own waiting spins; a rank that has nothing to do leaves the processor to its players.
inline constexpr std::chrono::microseconds kNap{500};

struct Message {
  int from = 0;
  char kind = 0;
  std::string text;
};

/// Returns when the text may be forgotten.
void send(int to, char kind, std::string_view text);

/// A message that has arrived, if one has. Never waits.
std::optional<Message> receive();

}  // namespace atl::cluster
