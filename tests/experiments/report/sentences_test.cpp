/// Sentences are tested like numbers: a reader takes them for the result.

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "experiments/drivers/drivers.hpp"
#include "experiments/report/rating_tables.hpp"
#include "experiments/report/summary_tables.hpp"

/// Tables of numbers need no game.
const std::vector<const atl::GameDriver*>& atl::game_drivers() {
  static const std::vector<const GameDriver*> none;
  return none;
}

namespace {
using namespace atl;
using report::Table;

bool says(const std::string& text, const std::string& words) { return text.find(words) != std::string::npos; }

std::string notes_of(const Table& table) {
  std::string all;
  for (const std::string& note : table.notes) all += note + "\n";
  return all;
}

/// `blocks` blocks whose shares are 1/K plus the seat's effect, with noise between the seats that cancels.
std::vector<stats::SeatBlock> blocks_with(const std::vector<double>& effects, int blocks, double noise) {
  const int k = static_cast<int>(effects.size());
  std::vector<stats::SeatBlock> result;
  for (int b = 0; b < blocks; ++b) {
    stats::SeatBlock block;
    for (int s = 0; s < k; ++s) {
      // Over k blocks every seat has every phase once.
      const double phase = static_cast<double>((s + b) % k) - (k - 1) / 2.0;
      block.share[s] = 1.0 / k + effects[static_cast<std::size_t>(s)] + noise * phase * ((b / k) % 2 == 0 ? 1 : -1);
    }
    result.push_back(block);
  }
  return result;
}

std::string sentence(const std::vector<stats::SeatBlock>& blocks, int players) {
  return report::seat_sentence(stats::report_seats(blocks, {.num_players = players}));
}

TEST_CASE("a seat that is not the first one is named, with the best against the worst") {
  const std::string text = sentence(blocks_with({0.0, -0.04, 0.04}, 600, 0.1), 3);
  CHECK(says(text, "better off: seat 2 (+0.040 ["));
  CHECK(says(text, "worse off: seat 1 (-0.040 ["));
  CHECK_FALSE(says(text, "seat 0 ("));
  CHECK(says(text, "best minus worst: seat 2 - seat 1 = 0.080 ["));
  CHECK(text.starts_with("all seats equal: F(2, 598) = "));
  CHECK_FALSE(says(text, "within"));  // neither shown to be small nor a number of blocks that would show it
}

TEST_CASE("seats without an effect are said to be equal only when that is shown") {
  const std::string few = sentence(blocks_with({0, 0, 0}, 30, 0.1), 3);
  CHECK(says(few, "no seat is shown to be better or worse off"));
  CHECK(says(few, "that all are within 0.02 is not shown, and if it is so takes about "));
  CHECK(says(few, " to "));
  const std::string many = sentence(blocks_with({0, 0, 0}, 3000, 0.1), 3);
  CHECK(says(many, "all seats are within 0.02 of 1/3"));
  CHECK_FALSE(says(many, "blocks ("));
}

TEST_CASE("three blocks say little and are not made to say more") {
  const std::string text = sentence(blocks_with({0.1, -0.1}, 3, 0.3), 2);
  CHECK(says(text, "no seat is shown to be better or worse off"));
  CHECK_FALSE(says(text, "about"));
  CHECK_FALSE(says(text, "within"));
  const std::string nothing = sentence(blocks_with({0, 0, 0}, 1, 0.1), 3);
  CHECK(nothing == "no seat is shown to be better or worse off");
}

/// The tables of a log of pairs, `results` as (first, second, wins, draws, losses, block).
std::vector<Table> rated(std::vector<std::string> agents, std::vector<stats::PairResult> results) {
  RatingLog log;
  log.game = "toy";
  log.players = 2;
  log.pairs = {.agents = std::move(agents), .results = std::move(results)};
  for (std::size_t a = 0; a < log.pairs.agents.size(); ++a) {
    log.games.push_back(0);
    log.shares.push_back(0);
    log.cheats.push_back(false);
  }
  for (const stats::PairResult& pair : log.pairs.results) {
    const double games = pair.wins + pair.draws + pair.losses;
    log.total_games += static_cast<std::uint64_t>(games);
    for (const auto& [agent, points] : {std::pair{pair.first, pair.wins}, std::pair{pair.second, pair.losses}}) {
      log.games[static_cast<std::size_t>(agent)] += static_cast<std::uint64_t>(games);
      log.shares[static_cast<std::size_t>(agent)] += points + pair.draws / 2;
    }
  }
  return report::rating_tables(log, {}, {});
}

TEST_CASE("where nobody ever won against an agent the ratings are bounds, and the prior says nothing") {
  std::vector<stats::PairResult> results;
  for (int b = 0; b < 10; ++b) {
    results.push_back({0, 1, 1, 0, 0, b});
    results.push_back({1, 0, 0, 0, 1, b});
  }
  const std::vector<Table> tables = rated({"greedy", "random"}, results);
  const Table& ratings = tables[0];
  const Table& differences = tables[1];
  // The same bound as the strength table: Wilson's for ten blocks of ten.
  CHECK(ratings.rows[0][1].text == ">= 166.2");
  CHECK(ratings.rows[0][3].text == "[166.2, inf]");
  CHECK(ratings.rows[0][2].text == "-");
  CHECK(differences.rows[0][2].text == ">= 166.2");
  CHECK(differences.rows[0][2].json == "null");
  CHECK(differences.rows[0][4].json.starts_with("[166.2"));
  CHECK(differences.rows[0][4].json.ends_with(", null]"));
  CHECK(differences.rows[0][5].text == "0.999");
  const std::string notes = notes_of(ratings);
  CHECK(says(notes, "One-sided: between {greedy} and {random} only one side ever won"));
  CHECK(says(notes, "Zero is the mean of {random}"));
  CHECK(says(notes, "Rated without the seats"));
  CHECK_FALSE(says(notes, "Prior"));
}

TEST_CASE("agents that lost everything to a third have neither a difference nor a likelihood of superiority") {
  const std::vector<Table> tables = rated(
      {"strong", "weak", "feeble"}, {{0, 1, 1, 0, 0, 0}, {1, 0, 0, 0, 1, 0}, {0, 2, 1, 0, 0, 1}, {2, 0, 0, 0, 1, 1}});
  for (const auto& row : tables[1].rows) {
    if (row[0].text == "strong") continue;
    CHECK(row[2].text == "-");
    CHECK(row[4].text == "-");
    CHECK(row[5].text == "-");
  }
}

TEST_CASE("people are shown the pairs of twenty agents, machines all") {
  std::vector<std::string> agents;
  std::vector<stats::PairResult> results;
  for (int i = 0; i < 30; ++i) agents.push_back("agent" + std::to_string(i));
  for (int b = 0; b < 4; ++b) {
    for (int i = 0; i < 30; ++i)
      results.push_back(
          {b % 2 == 0 ? i : (i + 1) % 30, b % 2 == 0 ? (i + 1) % 30 : i, 1.0 * (b / 2), 0, 1.0 - b / 2, b});
  }
  const std::vector<Table> tables = rated(agents, results);
  CHECK(tables[1].rows.size() == 435);
  const std::string text = report::render({tables[1]}, report::Format::table);
  CHECK(std::count(text.begin(), text.end(), '\n') < 200);
  CHECK(says(text, "The first 190 of 435 rows; all are in CSV and JSON."));
  CHECK(std::count(text.begin(), text.end(), '\n') + 200 < [&] {
    const std::string csv = report::render({tables[1]}, report::Format::csv);
    return std::count(csv.begin(), csv.end(), '\n');
  }());
}

}  // namespace
