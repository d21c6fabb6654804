/// One run on many processes, on one machine or many, started by mpirun. Rank 0 reads the options, keeps the store and
/// hands out games in schedule order to whoever is short of them, itself included; the other ranks only play. What a
/// game is depends on its id alone, so a run equals that of one process.
///
/// The other ranks know nothing of files and options: they get the configuration, then ids, and send finished games.
/// For machines without a shared network use shards and `atoll merge` (docs/cluster.md).
#pragma once

#include <functional>
#include <memory>

#include "experiments/runs/crew.hpp"

namespace atl::cluster {

/// Makes the player of a configuration on a rank that did not read the options.
using PlayerMaker = std::function<std::shared_ptr<const GamePlayer>(const RunConfig& config)>;

/// MPI, from start to end of the program: at most one, on the main thread.
class Ranks {
 public:
  Ranks(int& argc, char**& argv);
  /// On rank 0: lets the other ranks go.
  ~Ranks();
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;

  int rank() const { return rank_; }

  /// On rank 0: the crew of all ranks, with `threads` games at once on each. An exception of a game on another rank is
  /// rethrown here as std::runtime_error.
  std::unique_ptr<Crew> make_crew(const Schedule& schedule, std::shared_ptr<const GamePlayer> player, int threads);

  /// On the other ranks: plays what rank 0 asks for until it ends. SIGINT and SIGTERM are left to rank 0.
  void serve(const PlayerMaker& make_player);

 private:
  int rank_ = 0, size_ = 1;
  bool leave_hard_ = false;  ///< a thread of this rank hangs in an agent
};

}  // namespace atl::cluster
