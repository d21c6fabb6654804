/// Files of positions, one format for all games: `#` begins a comment line; every other line is the record of a game
/// cut where the position is, in perft.txt with counts behind it: `<record> ; D1 <count> ; D2 <count> ...`
/// (engine/core/perft.hpp says what is counted), in bench_positions.txt with nothing.
#pragma once

#include <doctest/doctest.h>

#include <cstdint>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/perft.hpp"
#include "engine/core/record.hpp"
#include "engine/core/text.hpp"
#include "tests/support/side_by_side.hpp"

namespace atl::test {

struct Position {
  GameRecord record;
  std::vector<std::uint64_t> counts;  ///< [depth - 1]
};

/// `file` is below the root of the sources.
inline std::vector<Position> read_positions(const std::string& file) {
  std::ifstream stream(std::string(ATOLL_SOURCE_DIR) + "/" + file);
  REQUIRE(stream.good());
  std::vector<Position> positions;
  for (std::string line; std::getline(stream, line);) {
    if (line.empty() || line.starts_with("#")) continue;
    CAPTURE(line);
    const std::size_t end = line.find("} ; D");  // tokens may have semicolons too
    Position& position = positions.emplace_back();
    position.record = read_record(std::string_view(line).substr(0, end == std::string::npos ? end : end + 1));
    for (std::size_t next = end; next != std::string::npos;) {
      const std::size_t number = line.find(' ', line.find('D', next)) + 1;
      next = line.find(" ; ", number);
      const std::optional<std::uint64_t> count =
          parse_unsigned(std::string_view(line).substr(number, next == std::string::npos ? next : next - number));
      REQUIRE(count.has_value());
      position.counts.push_back(*count);
    }
  }
  return positions;
}

/// Every count of the file is the packed game's. Returns the number of positions.
template <StochasticGame G>
int check_perft(const std::string& file) {
  int positions = 0;
  for (const Position& position : read_positions(file)) {
    CAPTURE(position.record.events);
    const G game(rules_of_record<G>(position.record.players, position.record.rules_version, position.record.rules));
    const typename G::State state = replay_events(game, position.record.events).state;
    REQUIRE(!position.counts.empty());
    for (std::size_t i = 0; i < position.counts.size(); ++i) {
      CAPTURE(i);
      REQUIRE(perft(game, state, static_cast<int>(i) + 1) == position.counts[i]);
    }
    ++positions;
  }
  return positions;
}

/// Every position of the file is a decision. Returns their number.
template <StochasticGame G>
int check_decisions(const std::string& file) {
  int positions = 0;
  for (const Position& position : read_positions(file)) {
    CAPTURE(position.record.events);
    const G game(rules_of_record<G>(position.record.players, position.record.rules_version, position.record.rules));
    CHECK(game.node_kind(replay_events(game, position.record.events).state) == NodeKind::decision);
    ++positions;
  }
  return positions;
}

/// The first position of which `wanted(state)` holds in games of greedy players, cut there; with `mixed` every fourth
/// decision, on average, is random. Games are dealt by seeds 1, 2, ... until there is one.
template <HeuristicGame G, class Wanted>
GameRecord find_position(const typename G::Rules& rules, std::uint64_t index, bool mixed, Wanted&& wanted) {
  const G game(rules);
  const typename G::Heuristic heuristic(game);
  for (std::uint64_t seed = 1;; ++seed) {
    GameRecord record;
    record.game = std::string(G::kName);
    record.players = rules.players;
    record.rules_version = rules_version<G>();
    record.rules = non_default_rules<G>(rules);
    record.seed = seed;
    record.index = index;
    record.agents.assign(static_cast<std::size_t>(rules.players), mixed ? "mixed" : "greedy");
    Rng rng = Rng::derive(seed, Stream::test, {index});
    typename G::State state = game.initial_state();
    while (game.node_kind(state) != NodeKind::terminal) {
      if (wanted(state)) return record;
      const Action action = game.node_kind(state) == NodeKind::chance ? game.sample_chance(state, rng)
                            : mixed && rng.below(4) == 0              ? random_action(game, state, rng)
                                                                      : heuristic.choose(state, rng);
      record.events.push_back(game.token(state, action));
      game.apply(state, action);
    }
  }
}

/// One line of perft.txt, counted by the oracle.
template <class G, class Oracle>
std::string perft_line(const GameRecord& record, int depth) {
  Oracle position(rules_of_record<G>(record.players, record.rules_version, record.rules));
  for (const std::string& token : record.events) position.apply(token);
  std::string line = write_record(record);
  for (int d = 1; d <= depth; ++d) line += " ; D" + std::to_string(d) + " " + std::to_string(oracle_perft(position, d));
  return line + "\n";
}

}  // namespace atl::test
