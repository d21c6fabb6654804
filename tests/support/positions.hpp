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
    const G game(make_rules<G>(position.record.players, position.record.rules));
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
    const G game(make_rules<G>(position.record.players, position.record.rules));
    CHECK(game.node_kind(replay_events(game, position.record.events).state) == NodeKind::decision);
    ++positions;
  }
  return positions;
}

}  // namespace atl::test
