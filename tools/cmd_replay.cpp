/// `atoll replay`: checks records, lists legal actions, prints any position.

#include <map>

#include <fmt/format.h>

#include "engine/core/text.hpp"
#include "experiments/drivers/drivers.hpp"
#include "tools/command.hpp"
#include "tools/common.hpp"

namespace atl::tools {

using namespace report;

namespace {

struct ReplayOptions {
  std::string file;
  bool legal = false;
  std::optional<std::int64_t> game_index;
  std::optional<std::int64_t> events;
  std::optional<std::int64_t> seat;
  bool truth = false;
  Format format = Format::table;
};

void declare(Options& options, ReplayOptions& values) {
  options.positional("file", values.file, "records, one JSON object a line (- for standard input)", true);
  options.flag("legal", values.legal,
               "print, per decision event: record's index, event's index, all legal tokens in byte order");
  options.optional_integer("game-index", values.game_index, 0, kLarge, "print a position of the game with this index");
  options.optional_integer("events", values.events, 0, kLarge,
                           "the position after this many events, chance counted [all]");
  options.optional_integer("seat", values.seat, 0, kMaxSeats - 1, "as this seat knows it [as everyone does]");
  options.flag("truth", values.truth, "with everything hidden shown");
  options.format(values.format);
}

int print_position(const ReplayOptions& values) {
  const RecordPosition position =
      read_position({.record = values.file, .game_index = *values.game_index, .events = values.events});
  if (values.format != Format::table)
    throw InputError("a position is printed as text only (--format is for checks). Leave --format out");
  if (values.seat && values.truth) throw InputError("--seat and --truth exclude each other.");
  if (values.seat && *values.seat >= position.record.players) {
    throw InputError(fmt::format("--seat {} is too large (the game has {} players, seats count from 0).", *values.seat,
                                 position.record.players));
  }
  Observer observer = kPublic;
  if (values.truth) observer = kOmniscient;
  if (values.seat) observer = Player(*values.seat);
  fmt::print("{}", find_driver(position.record.game).board(position, observer));
  return kDone;
}

int run(const Options&, const ReplayOptions& values) {
  if (values.game_index) return print_position(values);
  if (values.events || values.seat || values.truth) throw InputError("--events, --seat and --truth need --game-index.");

  std::uint64_t good = 0, bad = 0;
  std::map<std::string, std::uint64_t> ends;
  for_each_line(values.file, [&](std::size_t number, const std::string& line) {
    if (is_blank(line)) return;
    try {
      const GameRecord record = read_record(line);
      const GameDriver& driver = find_driver(record.game);
      try {
        driver.check_record(record);
      } catch (const InputError& error) {
        throw InputError(fmt::format("game {}: {}", record.index, error.what()));
      }
      if (values.legal) {
        driver.list_legal(record, [&](std::size_t event, const std::vector<std::string>& tokens) {
          fmt::print("{} {} {}\n", record.index, event, join(tokens, " "));
        });
      }
      ++ends[record.game + " " + (record.end.empty() ? "(unfinished)" : record.end)];
      ++good;
    } catch (const InputError& error) {
      fmt::print(stderr, "atoll: {}:{}: {}\n", values.file, number, error.what());
      ++bad;
    }
  });
  if (!values.legal) {
    Table table{.name = "records", .title = "", .columns = {"game", "end", "records"}, .rows = {}, .notes = {}};
    for (const auto& [key, count] : ends) {
      const std::vector<std::string_view> parts = split(key, ' ');
      table.add({cell(parts[0]), cell(parts[1]), cell(count)});
    }
    table.notes = {fmt::format("{} of {} records are right: every event legal, every score, rank and end as replayed.",
                               good, good + bad)};
    fmt::print("{}", render({table}, values.format));
  }
  if (bad > 0) fmt::print(stderr, "atoll: {} of {} records are bad.\n", bad, good + bad);
  return bad > 0 ? kBadInput : kDone;
}

}  // namespace

Verb replay_verb() {
  return make_verb<ReplayOptions>(
      "replay", "check records, print any position",
      "atoll replay games.jsonl\natoll replay games.jsonl --game-index 0 --events 57 --seat 1", declare, run);
}

}  // namespace atl::tools
