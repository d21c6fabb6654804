#include "experiments/store/schema.hpp"

#include <array>
#include <charconv>
#include <chrono>

#include "engine/core/bits.hpp"
#include "engine/core/text.hpp"

namespace atl::schema {
namespace {

/// Numbers with commas; doubles in the shortest form that reads back equal.
template <class T>
std::string list_text(const std::vector<T>& values) {
  std::string text;
  std::array<char, 32> buffer{};
  for (const T value : values) {
    if (!text.empty()) text += ',';
    text.append(buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr);
  }
  return text;
}

template <class T>
std::vector<T> read_list(std::string_view text) {
  std::vector<T> values;
  if (text.empty()) return values;
  for (const std::string_view part : split(text, ',')) {
    T value{};
    const auto result = std::from_chars(part.data(), part.data() + part.size(), value);
    if (result.ec != std::errc{} || result.ptr != part.data() + part.size()) {
      throw InputError("bad list '" + std::string(text) + "'");
    }
    values.push_back(value);
  }
  return values;
}

/// The columns of a game before `fingerprint`, in order.
std::vector<std::string> columns_of(const FinishedGame& game) {
  std::vector<std::uint64_t> decisions, iterations;
  std::vector<double> seconds;
  for (const SeatWork& work : game.work) {
    decisions.push_back(work.decisions);
    iterations.push_back(work.iterations);
    seconds.push_back(work.seconds);
  }
  const PlannedGame& plan = game.plan;
  return {std::to_string(plan.index),
          std::to_string(plan.block),
          std::to_string(plan.lineup),
          std::to_string(plan.seating),
          std::to_string(plan.rotation),
          std::to_string(plan.variant),
          list_text(plan.agent_of_seat),
          list_text(game.scores),
          list_text(game.ranks),
          game.end,
          list_text(game.counted_scores),
          list_text(game.counted_ranks),
          list_text(decisions),
          list_text(iterations),
          list_text(seconds),
          game.failure};
}

std::uint64_t row_checksum(const std::vector<std::string>& columns, std::uint64_t fingerprint) {
  return checksum(join(columns, "\n") + "\n" + std::to_string(fingerprint));
}

/// Why this cannot be a game of the schedule; empty if it can.
std::string contradiction(const FinishedGame& game, const Schedule& schedule) {
  if (game.plan.index >= schedule.blocks() * schedule.games_per_block()) return "is not in the schedule";
  if (game.plan != schedule.game(game.plan.index)) return "is not the one of the schedule";
  const auto players = static_cast<std::size_t>(schedule.config().players);
  const bool failed = failure_of(game.end).seat >= 0;
  const auto fits = [&](const std::vector<int>& values, bool may_be_empty) {
    return values.size() == players || (may_be_empty && values.empty());
  };
  if (!fits(game.scores, failed) || !fits(game.ranks, failed) || !fits(game.counted_scores, true) ||
      !fits(game.counted_ranks, true) || game.work.size() != players)
    return "has not a result for every seat";
  for (const std::vector<int>* const ranks : {&game.ranks, &game.counted_ranks}) {
    for (const int rank : *ranks) {
      if (rank < 1 || rank > schedule.config().players) return "has an impossible rank";
    }
  }
  return "";
}

std::string quoted(const std::string& name) {
  std::string text = "\"";
  for (const char c : name) text.append(c == '"' ? 2 : 1, c);
  return text + "\"";
}

}  // namespace

void create_tables(SQLite::Database& database) {
  std::vector<std::string> old;
  {
    SQLite::Statement tables(database,
                             "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'");
    while (tables.executeStep()) old.push_back(tables.getColumn(0).getString());
  }
  for (const std::string& name : old) database.exec("DROP TABLE " + quoted(name));
  database.exec(kCreate);
  database.exec("PRAGMA application_id = " + std::to_string(kApplicationId));
  database.exec("PRAGMA user_version = " + std::to_string(kVersion));
}

void bind_game(SQLite::Statement& statement, const FinishedGame& game, bool after_decision) {
  const std::vector<std::string> columns = columns_of(game);
  const std::uint64_t events = fingerprint(game);
  int at = 0;
  const auto number = [&](std::uint64_t value) { statement.bind(++at, static_cast<std::int64_t>(value)); };
  number(game.plan.index);
  number(game.plan.block);
  for (const int value : {game.plan.lineup, game.plan.seating, game.plan.rotation, game.plan.variant})
    number(static_cast<std::uint64_t>(value));
  while (at < static_cast<int>(columns.size())) {
    statement.bind(at + 1, columns[static_cast<std::size_t>(at)]);
    ++at;
  }
  number(events);
  number(row_checksum(columns, events));
  statement.bind(++at, join(game.events, " "));
  number(after_decision ? 1 : 0);
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  number(static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::milliseconds>(now).count()));
}

FinishedGame read_game(SQLite::Statement& statement, const Schedule& schedule) {
  int at = 0;
  const auto number = [&] { return statement.getColumn(at++).getInt64(); };
  const auto text = [&] { return statement.getColumn(at++).getString(); };
  FinishedGame game;
  game.plan.index = static_cast<std::uint64_t>(number());
  const auto fail = [&](const std::string& why) {
    throw InputError("game " + std::to_string(static_cast<std::int64_t>(game.plan.index)) + " " + why);
  };
  try {
    game.plan.block = static_cast<std::uint64_t>(number());
    game.plan.lineup = static_cast<int>(number());
    game.plan.seating = static_cast<int>(number());
    game.plan.rotation = static_cast<int>(number());
    game.plan.variant = static_cast<int>(number());
    game.plan.agent_of_seat = read_list<int>(text());
    game.scores = read_list<int>(text());
    game.ranks = read_list<int>(text());
    game.end = text();
    game.counted_scores = read_list<int>(text());
    game.counted_ranks = read_list<int>(text());
    const std::vector<std::uint64_t> decisions = read_list<std::uint64_t>(text());
    const std::vector<std::uint64_t> iterations = read_list<std::uint64_t>(text());
    const std::vector<double> seconds = read_list<double>(text());
    if (iterations.size() != decisions.size() || seconds.size() != decisions.size())
      throw InputError("lists of different lengths");
    for (std::size_t s = 0; s < decisions.size(); ++s) game.work.push_back({decisions[s], iterations[s], seconds[s]});
    game.failure = text();
  } catch (const InputError& error) {
    fail(std::string("has a ") + error.what());
  }
  const auto events = static_cast<std::uint64_t>(number());
  if (static_cast<std::uint64_t>(number()) != row_checksum(columns_of(game), events)) fail("is not what was written");
  if (const std::string why = contradiction(game, schedule); !why.empty()) fail(why);
  if (statement.getColumnCount() > at) {
    const std::string tokens = text();
    if (!tokens.empty()) {
      for (const std::string_view token : split(tokens, ' ')) game.events.emplace_back(token);
    }
    if (fingerprint(game) != events) fail("has not the events that were written");
  }
  return game;
}

std::uint64_t checksum(std::string_view text) {
  std::uint64_t hash = text.size();
  for (const char c : text) hash = hash_combine(hash, static_cast<unsigned char>(c));
  return hash;
}

}  // namespace atl::schema
