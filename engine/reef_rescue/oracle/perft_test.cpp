/// perft.txt: `<record> ; D1 n ; D2 n ...`, counted by the oracle. ATOLL_UPDATE_GOLDEN=1 writes it anew, and
/// bench_positions.txt with it (records of greedy games, cut at a decision).
#include <cstdlib>
#include <fstream>

#include "engine/reef_rescue/oracle/oracle.hpp"
#include "engine/reef_rescue/reef_rescue.hpp"
#include "tests/support/positions.hpp"

namespace atl::reef_rescue {
namespace {

/// A position to look for in a game.
struct Wanted {
  int players;
  Phase phase;
  int round;  ///< at least
  int marked = 0;
  int depth = 0;
  int min_flips = 1;
};

GameRecord find(const Wanted& wanted, std::uint64_t index, bool mixed) {
  Rules rules = Game::default_rules(wanted.players);
  rules.min_flips = wanted.min_flips;
  return test::find_position<Game>(rules, index, mixed, [&](const State& state) {
    return state.phase == wanted.phase && state.round >= wanted.round && std::popcount(state.marked) == wanted.marked;
  });
}

void update_files() {
  const std::string folder = std::string(ATOLL_SOURCE_DIR) + "/engine/reef_rescue/";
  const Wanted perft_positions[] = {
      {.players = 2, .phase = Phase::turn, .round = 0, .depth = 3},
      {.players = 3, .phase = Phase::claim_turbo, .round = 2, .marked = 2, .depth = 4},
      {.players = 4, .phase = Phase::flip_fin, .round = 3, .marked = 1, .depth = 4},
      {.players = 5, .phase = Phase::flip_turbo, .round = 2, .marked = 3, .depth = 3},
      {.players = 2, .phase = Phase::place, .round = 6, .marked = 1, .depth = 4},
      {.players = 2, .phase = Phase::pick, .round = 9, .depth = 4},
      {.players = 3, .phase = Phase::shine, .round = 5, .depth = 3},
      {.players = 2, .phase = Phase::turn, .round = 12, .depth = 3},
      {.players = 2, .phase = Phase::flip_turbo, .round = 4, .depth = 3, .min_flips = 0},
      {.players = 4, .phase = Phase::shine, .round = 1, .depth = 3, .min_flips = 0},
  };
  std::ofstream perft_file(folder + "perft.txt");
  perft_file << "# <record> ; D<depth> <count> ..., counted by the oracle (tests/support/positions.hpp)\n";
  std::uint64_t index = 0;
  for (const Wanted& wanted : perft_positions)
    perft_file << test::perft_line<Game, Oracle>(find(wanted, index++, true), wanted.depth);
  const Wanted bench_positions[] = {
      {.players = 2, .phase = Phase::turn, .round = 0}, {.players = 2, .phase = Phase::flip_turbo, .round = 4},
      {.players = 2, .phase = Phase::turn, .round = 8}, {.players = 3, .phase = Phase::shine, .round = 2},
      {.players = 3, .phase = Phase::turn, .round = 6}, {.players = 3, .phase = Phase::pick, .round = 4},
      {.players = 4, .phase = Phase::turn, .round = 3}, {.players = 4, .phase = Phase::flip_fin, .round = 4},
      {.players = 5, .phase = Phase::turn, .round = 2}, {.players = 5, .phase = Phase::turn, .round = 4},
  };
  std::ofstream bench_file(folder + "bench_positions.txt");
  bench_file << "# Positions of greedy games, one record a line (tests/support/positions.hpp)\n";
  index = 0;
  for (const Wanted& wanted : bench_positions) bench_file << write_record(find(wanted, index++, false)) << "\n";
}

}  // namespace

TEST_CASE("reef rescue: perft equals the counts of the oracle") {
  if (std::getenv("ATOLL_UPDATE_GOLDEN") != nullptr) update_files();
  CHECK(test::check_perft<Game>("engine/reef_rescue/perft.txt") == 10);
}

TEST_CASE("reef rescue: bench positions are decisions that replay") {
  CHECK(test::check_decisions<Game>("engine/reef_rescue/bench_positions.txt") == 10);
}

}  // namespace atl::reef_rescue
