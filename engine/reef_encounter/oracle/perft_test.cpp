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

Rules rules_of(const GameRecord& record) { return make_rules<Game>(record.players, record.rules); }

/// The first position of its kind in games that are played by greed and, now and then, at random.
GameRecord find(const Wanted& wanted, bool only_greedy, std::uint64_t index) {
  GameRecord record{.game = std::string(Game::kName),
                    .players = wanted.players,
                    .rules = {},
                    .seed = 0,
                    .index = index,
                    .agents = {},
                    .events = {},
                    .scores = {},
                    .ranks = {},
                    .end = {}};
  if (wanted.advanced) record.rules.push_back({"advanced", true});
  record.agents.assign(static_cast<std::size_t>(wanted.players), only_greedy ? "greedy" : "mixed");
  const Game game(rules_of(record));
  const Heuristic heuristic(game);
  for (std::uint64_t seed = 1;; ++seed) {
    record.seed = seed;
    record.events.clear();
    Rng rng = Rng::derive(seed, Stream::test, {index});
    State state = game.initial_state();
    while (game.node_kind(state) != NodeKind::terminal) {
      if (state.phase == wanted.phase && state.turns >= wanted.turns && state.has(State::kInAir) == wanted.in_air)
        return record;
      Action action;
      if (game.node_kind(state) == NodeKind::chance) {
        action = game.sample_chance(state, rng);
      } else if (!only_greedy && rng.below(4) == 0) {
        action = game.random_action(state, rng);
      } else {
        action = heuristic.choose(state, rng);
      }
      record.events.push_back(game.token(state, action));
      game.apply(state, action);
    }
  }
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
  for (const Wanted& wanted : perft_positions) {
    const GameRecord record = find(wanted, false, index++);
    Oracle position(rules_of(record));
    for (const std::string& token : record.events) position.apply(token);
    perft_file << write_record(record);
    for (int depth = 1; depth <= wanted.depth; ++depth)
      perft_file << " ; D" << depth << " " << test::oracle_perft(position, depth);
    perft_file << "\n";
  }
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
  for (const Wanted& wanted : bench_positions) bench_file << write_record(find(wanted, true, index++)) << "\n";
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
