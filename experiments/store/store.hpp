/// Where a run lives: one SQLite file (its -wal belongs to it), safe against SIGKILL at any moment.
///
/// Finished games are written in transactions at most a second apart, in whatever order they finish. Statistics,
/// exports and decisions use complete blocks only: blocks all of whose games are there. Equal runs have equal exports
/// (ordered by index); the bytes of the files and the times in them may differ.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "experiments/drivers/finished_game.hpp"
#include "experiments/runs/index_set.hpp"
#include "experiments/runs/manifest.hpp"
#include "experiments/runs/schedule.hpp"

namespace atl {

/// What to do about a file that exists: refuse it, go on with it, replace it. All start a store where there is none.
enum class StoreMode : std::uint8_t { create, resume, replace };

/// A stopping rule's decision.
struct StopDecision {
  std::uint64_t block = 0;  ///< the block it fell on; later blocks are in no table
  std::string verdict;
  bool operator==(const StopDecision&) const = default;
};

/// Of which blocks a query speaks.
enum class BlockFilter : std::uint8_t { decided, all };  ///< all: also those after the decision

class Store {
 public:
  /// For writing. Checks before anything is played that the path can be written, that no other process writes it, and
  /// that it may be used:
  ///  - create: InputError if the file exists;
  ///  - resume: InputError naming the keys in which manifest.config differs (more blocks are fine);
  ///  - replace: the old contents stay until the first games are written.
  /// Throws InputError on files that are no store, DataError on a store of another schema.
  static Store open(const std::string& path, const Manifest& manifest, StoreMode mode);

  /// For reading; the file must exist and hold a run.
  static Store read(const std::string& path);

  /// For runs that nobody asked to keep: on disk, but gone at the end.
  static Store temporary(const Manifest& manifest);

  Store(Store&&) noexcept;
  Store& operator=(Store&&) noexcept;
  ~Store();  ///< writes what is pending, as far as it can

  const std::string& path() const;
  /// Of the session that started the run; `blocks` is the largest number asked for so far.
  const Manifest& manifest() const;
  const Schedule& schedule() const;

  void insert(const FinishedGame& game);
  /// How long a finished game may wait to be written; half a second unless set. Shorter costs a disk access each time.
  void set_max_wait(double seconds);
  /// Writes pending games if the oldest has waited that long.
  void tick();
  /// Writes pending games. Throws InputError if the file cannot be written.
  void flush();
  /// Keeps the decision and marks the games of later blocks, those to come included.
  void decide(const StopDecision& decision);
  std::optional<StopDecision> decision() const;

  /// Ids of all games, and how many there are.
  IndexSet done() const;
  std::uint64_t num_games() const;

  /// Calls visit(block, games in index order) for the complete blocks, ascending. Games carry no events unless asked.
  using BlockVisitor = std::function<void(std::uint64_t block, const std::vector<FinishedGame>& games)>;
  enum class Events : std::uint8_t { leave_out, load };
  void visit_blocks(BlockFilter filter, Events events, const BlockVisitor& visit) const;

  /// The games of one block that are there, without events.
  std::vector<FinishedGame> block_games(std::uint64_t block) const;

  /// All games that are there, ascending by index, with events; and the one of an index.
  void visit_games(const std::function<void(const FinishedGame&)>& visit) const;
  std::optional<FinishedGame> find_game(std::uint64_t index) const;

  /// Records of the complete blocks, ascending by index.
  void export_records(BlockFilter filter, const std::function<void(const GameRecord&)>& out) const;

  /// Distinct games among the complete blocks (equal events under equal rules).
  std::uint64_t count_distinct(BlockFilter filter) const;

 private:
  struct Impl;
  explicit Store(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

/// Joins stores of the shards of one run into a new file. A game that several stores have must be equal in all.
/// Throws DataError if the runs differ in anything but the shard, or a game does; InputError if `out` exists.
void merge_stores(const std::vector<std::string>& inputs, const std::string& out);

}  // namespace atl
