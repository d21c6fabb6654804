#include "experiments/store/schema.hpp"

#include <array>
#include <charconv>
#include <chrono>

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
      throw InputError("damaged store (bad list '" + std::string(text) + "')");
    }
    values.push_back(value);
  }
  return values;
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
  std::vector<std::uint64_t> decisions;
  std::vector<std::uint64_t> iterations;
  std::vector<double> seconds;
  for (const SeatWork& work : game.work) {
    decisions.push_back(work.decisions);
    iterations.push_back(work.iterations);
    seconds.push_back(work.seconds);
  }
  int at = 0;
  const auto number = [&](std::uint64_t value) { statement.bind(++at, static_cast<std::int64_t>(value)); };
  const auto text = [&](const std::string& value) { statement.bind(++at, value); };
  number(game.plan.index);
  number(game.plan.block);
  number(static_cast<std::uint64_t>(game.plan.lineup));
  number(static_cast<std::uint64_t>(game.plan.seating));
  number(static_cast<std::uint64_t>(game.plan.rotation));
  number(static_cast<std::uint64_t>(game.plan.variant));
  text(list_text(game.plan.agent_of_seat));
  text(list_text(game.scores));
  text(list_text(game.ranks));
  text(game.end);
  text(list_text(game.counted_scores));
  text(list_text(game.counted_ranks));
  text(list_text(decisions));
  text(list_text(iterations));
  text(list_text(seconds));
  text(game.failure);
  text(join(game.events, " "));
  number(fingerprint(game));
  number(after_decision ? 1 : 0);
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  number(static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::milliseconds>(now).count()));
}

FinishedGame read_game(SQLite::Statement& statement) {
  int at = 0;
  const auto number = [&] { return statement.getColumn(at++).getInt64(); };
  const auto text = [&] { return statement.getColumn(at++).getString(); };
  FinishedGame game;
  game.plan.index = static_cast<std::uint64_t>(number());
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
    throw InputError("damaged store (bad work lists)");
  for (std::size_t s = 0; s < decisions.size(); ++s) game.work.push_back({decisions[s], iterations[s], seconds[s]});
  game.failure = text();
  if (statement.getColumnCount() > at) {
    const std::string events = text();
    if (!events.empty()) {
      for (const std::string_view token : split(events, ' ')) game.events.emplace_back(token);
    }
  }
  return game;
}

}  // namespace atl::schema
