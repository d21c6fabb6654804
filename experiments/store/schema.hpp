/// The tables of a store. Only for store.cpp.
#pragma once

#include <string>
#include <string_view>

#include <SQLiteCpp/SQLiteCpp.h>

#include "experiments/drivers/finished_game.hpp"
#include "experiments/runs/schedule.hpp"

namespace atl::schema {

inline constexpr int kApplicationId = 0x41746f6c;  ///< "Atol": marks the file as ours
inline constexpr int kVersion = 2;

/// idx   the game's index in the run; blocks are ranges of it
/// work_*  [seats] what the agents did, with commas, as scores and ranks are
/// fingerprint  of the events; checksum: of everything that is read back but the events
inline constexpr const char* kCreate = R"(
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE games (
  idx INTEGER PRIMARY KEY, block INTEGER NOT NULL, lineup INTEGER NOT NULL, seating INTEGER NOT NULL,
  rotation INTEGER NOT NULL, variant INTEGER NOT NULL, agents TEXT NOT NULL,
  events TEXT NOT NULL, scores TEXT NOT NULL, ranks TEXT NOT NULL, "end" TEXT NOT NULL,
  counted_scores TEXT NOT NULL, counted_ranks TEXT NOT NULL,
  work_decisions TEXT NOT NULL, work_iterations TEXT NOT NULL, work_seconds TEXT NOT NULL,
  failure TEXT NOT NULL, fingerprint INTEGER NOT NULL, checksum INTEGER NOT NULL,
  after_decision INTEGER NOT NULL, finished_ms INTEGER NOT NULL);
)";

/// Drops whatever the file holds and makes empty tables. Inside a transaction of the caller's.
void create_tables(SQLite::Database& database);

/// Columns of `games` in the order of bind_game and read_game, events last.
inline constexpr const char* kInsert =
    "INSERT INTO games (idx, block, lineup, seating, rotation, variant, agents, scores, ranks, \"end\", "
    "counted_scores, "
    "counted_ranks, work_decisions, work_iterations, work_seconds, failure, fingerprint, checksum, events, "
    "after_decision, finished_ms) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
inline constexpr const char* kSelectColumns =
    "SELECT idx, block, lineup, seating, rotation, variant, agents, scores, ranks, \"end\", counted_scores, "
    "counted_ranks, "
    "work_decisions, work_iterations, work_seconds, failure, fingerprint, checksum";

void bind_game(SQLite::Statement& statement, const FinishedGame& game, bool after_decision);

/// Reads a row of kSelectColumns, and events if it has that column too. Throws InputError unless it is what bind_game
/// wrote for a game of this schedule: stores are files, and files get damaged or edited.
FinishedGame read_game(SQLite::Statement& statement, const Schedule& schedule);

/// A number for some text, to notice that it is not what was written.
std::uint64_t checksum(std::string_view text);

}  // namespace atl::schema
