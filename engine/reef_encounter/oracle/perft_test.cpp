/// perft.txt: `<record> ; D1 n ; D2 n ...`, counted by the oracle. ATOLL_UPDATE_GOLDEN=1 writes it anew, and
/// bench_positions.txt with it (records of greedy games, cut at a decision).
#include <cstdlib>
#include <fstream>

#include "engine/reef_encounter/oracle/oracle.hpp"
#include "engine/reef_encounter/reef_encounter.hpp"
#include "tests/support/positions.hpp"
#include "tests/support/side_by_side.hpp"

namespace atl::reef_encounter {
namespace {

const std::string kFolder = std::string(ATOLL_SOURCE_DIR) + "/engine/reef_encounter/";

/// A position to look for in a game.
struct Wanted {
  int players;
  bool advanced;
  Phase phase;
  int turns;  ///< at least
  bool in_air;
  int depth;
};

GameRecord find(const Wanted& wanted, std::uint64_t index, bool mixed) {
  const Rules rules = make_rules<Game>(wanted.players, {{"advanced", wanted.advanced}});
  return test::find_position<Game>(rules, index, mixed, [&](const State& state) {
    return state.phase == wanted.phase && state.turns >= wanted.turns && state.has(State::kInAir) == wanted.in_air;
  });
}

void update_files() {
  const Wanted perft_positions[] = {
      {2, false, Phase::fish, 0, false, 3},    {2, false, Phase::main, 0, false, 2},
      {2, false, Phase::main, 8, false, 2},    {2, false, Phase::laying, 6, false, 2},
      {2, false, Phase::main, 5, true, 2},     {2, false, Phase::laying, 3, true, 2},
      {2, false, Phase::feeding, 4, false, 3}, {2, false, Phase::extra_feeding, 0, false, 3},
      {2, true, Phase::main, 12, false, 2},    {3, false, Phase::main, 15, false, 2},
      {3, false, Phase::laying, 20, false, 2}, {4, false, Phase::main, 24, false, 2},
      {4, true, Phase::laying, 30, false, 2},
  };
  std::ofstream perft_file(kFolder + "perft.txt");
  perft_file << "# <record> ; D<depth> <count> ..., counted by the oracle (tests/support/positions.hpp)\n";
  std::uint64_t index = 0;
  for (const Wanted& wanted : perft_positions)
    perft_file << test::perft_line<Game, Oracle>(find(wanted, index++, true), wanted.depth);
  const Wanted bench_positions[] = {
      {2, false, Phase::main, 0, false, 0},    {2, false, Phase::main, 7, false, 0},
      {2, false, Phase::laying, 12, false, 0}, {2, false, Phase::main, 18, false, 0},
      {2, false, Phase::feeding, 8, false, 0}, {3, false, Phase::main, 9, false, 0},
      {3, false, Phase::laying, 20, false, 0}, {4, false, Phase::main, 14, false, 0},
      {4, false, Phase::main, 33, false, 0},   {2, true, Phase::main, 11, false, 0},
  };
  std::ofstream bench_file(kFolder + "bench_positions.txt");
  bench_file << "# Positions of greedy games, one record a line (tests/support/positions.hpp)\n";
  index = 0;
  for (const Wanted& wanted : bench_positions) bench_file << write_record(find(wanted, index++, false)) << "\n";
}

}  // namespace

TEST_CASE("reef encounter: perft equals the counts of the oracle") {
  if (std::getenv("ATOLL_UPDATE_GOLDEN") != nullptr) update_files();
  CHECK(test::check_perft<Game>("engine/reef_encounter/perft.txt") == 13);
}

TEST_CASE("reef encounter: bench positions are decisions that replay") {
  CHECK(test::check_decisions<Game>("engine/reef_encounter/bench_positions.txt") == 10);
}

}  // namespace atl::reef_encounter
