/// What several verbs share: seeds, signals, files of records, positions.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agents/agent.hpp"
#include "engine/core/record.hpp"
#include "experiments/drivers/driver.hpp"
#include "tools/options.hpp"

namespace atl::tools {

/// The seed given, or a fresh one from the system. Printed with the results either way.
std::uint64_t resolve_seed(const std::optional<std::uint64_t>& given);

/// Players of a game: the number given or the game's smallest. Throws InputError outside the game's range.
int resolve_players(const GameDriver& driver, const std::optional<std::int64_t>& given);

/// Set by SIGINT, SIGTERM and SIGHUP once watch_signals was called; a second signal ends the process at once.
StopFlag& stop_flag();
void watch_signals();
/// 130 after SIGINT, 143 after SIGTERM, 129 after SIGHUP, 0 if none came.
int signal_exit_code();

/// Calls `each` with every line's number (from 1) and text. Throws InputError if the file cannot be read; "-" is stdin.
void for_each_line(const std::string& path,
                   const std::function<void(std::size_t number, const std::string& line)>& each);

/// Nothing but white space: as good as no line.
bool is_blank(std::string_view line);

/// The record with this `index` in a file of records (blank lines skipped). Throws InputError if there is none,
/// several, or the line is bad; names file and line.
GameRecord find_record(const std::string& path, std::uint64_t index);

/// Options --record FILE --game-index I --events N of verbs that look at one position.
struct PositionOptions {
  std::optional<std::string> record;
  std::int64_t game_index = 0;
  std::optional<std::int64_t> events;
};
void declare_position(Options& options, PositionOptions& values);
/// The position; all events if --events was not given. Throws InputError, also if there are fewer events.
RecordPosition read_position(const PositionOptions& values);

/// `0x` and 16 digits.
std::string format_signature(std::uint64_t signature);

/// Largest number options take where nothing smaller is natural.
inline constexpr std::int64_t kLarge = 1'000'000'000'000;

}  // namespace atl::tools
