/// perft.txt: `<record> ; D1 n ; D2 n ...`, counted by the oracle. ATOLL_UPDATE_GOLDEN=1 writes it anew, and
/// bench_positions.txt with it (records of greedy games, cut at a decision).
#include <cstdlib>
#include <fstream>

#include "engine/eco_coral_reef/eco_coral_reef.hpp"
#include "engine/eco_coral_reef/oracle/oracle.hpp"
#include "tests/support/positions.hpp"

namespace atl::eco_coral_reef {
namespace {

/// A position to look for in a game.
struct Wanted {
  int players;
  Phase phase;
  int tiles;  ///< on the board, at least
  int depth = 0;
  const char* gem_timing = "anytime";
  const char* dead_completion = "match";
};

GameRecord find(const Wanted& wanted, std::uint64_t index, bool mixed) {
  Rules rules = Game::default_rules(wanted.players);
  rules.gem_timing = wanted.gem_timing;
  rules.dead_completion = wanted.dead_completion;
  const Game game(rules);
  return test::find_position<Game>(rules, index, mixed, [&](const State& state) {
    return game.node_kind(state) == NodeKind::decision && state.phase == wanted.phase &&
           state.board.num_tiles >= wanted.tiles;
  });
}

void update_files() {
  const std::string folder = std::string(ATOLL_SOURCE_DIR) + "/engine/eco_coral_reef/";
  const Wanted perft_positions[] = {
      {.players = 2, .phase = Phase::action, .tiles = 1, .depth = 2},
      {.players = 2, .phase = Phase::action, .tiles = 16, .depth = 2},
      {.players = 2, .phase = Phase::claim, .tiles = 8, .depth = 2},
      {.players = 2, .phase = Phase::swap, .tiles = 6, .depth = 2},
      {.players = 2, .phase = Phase::limit, .tiles = 10, .depth = 2},
      {.players = 2, .phase = Phase::last_gems, .tiles = 10, .depth = 2},
      {.players = 2, .phase = Phase::claim, .tiles = 20, .depth = 2, .gem_timing = "actions"},
      {.players = 3, .phase = Phase::action, .tiles = 1, .depth = 2},
      {.players = 3, .phase = Phase::claim, .tiles = 12, .depth = 2, .dead_completion = "nothing"},
      {.players = 3, .phase = Phase::swap, .tiles = 14, .depth = 2},
      {.players = 3, .phase = Phase::last_gems, .tiles = 18, .depth = 2},
      {.players = 3, .phase = Phase::limit, .tiles = 16, .depth = 2},
      {.players = 4, .phase = Phase::action, .tiles = 1, .depth = 2},
      {.players = 4, .phase = Phase::claim, .tiles = 10, .depth = 2},
      {.players = 4, .phase = Phase::swap, .tiles = 20, .depth = 2},
      {.players = 4, .phase = Phase::last_gems, .tiles = 22, .depth = 2},
  };
  std::ofstream perft_file(folder + "perft.txt");
  perft_file << "# <record> ; D<depth> <count> ..., counted by the oracle (tests/support/positions.hpp)\n";
  std::uint64_t index = 0;
  for (const Wanted& wanted : perft_positions)
    perft_file << test::perft_line<Game, Oracle>(find(wanted, index++, true), wanted.depth);
  std::ofstream bench_file(folder + "bench_positions.txt");
  bench_file << "# Positions of greedy games, one record a line (tests/support/positions.hpp)\n";
  index = 0;
  for (int players = 2; players <= 4; ++players) {
    for (const int tiles : {3, 8, 14, 20}) {
      bench_file << write_record(find({.players = players, .phase = Phase::action, .tiles = tiles}, index++, false))
                 << "\n";
    }
  }
}

}  // namespace

TEST_CASE("eco: perft equals the counts of the oracle") {
  if (std::getenv("ATOLL_UPDATE_GOLDEN") != nullptr) update_files();
  CHECK(test::check_perft<Game>("engine/eco_coral_reef/perft.txt") == 16);
}

TEST_CASE("eco: bench positions are decisions that replay") {
  CHECK(test::check_decisions<Game>("engine/eco_coral_reef/bench_positions.txt") == 12);
}

}  // namespace atl::eco_coral_reef
