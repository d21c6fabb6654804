/// perft.txt: `<record> ; D1 n ; D2 n ...`, counted by the oracle. ATOLL_UPDATE_GOLDEN=1 writes it anew, and
/// bench_positions.txt with it (records of greedy games, cut at a decision).
#include <algorithm>
#include <cstdlib>
#include <fstream>

#include "engine/reef_encounter/second_kind/oracle/oracle.hpp"
#include "engine/reef_encounter/second_kind/oracle/usage.hpp"
#include "engine/reef_encounter/second_kind/second_kind.hpp"
#include "tests/support/positions.hpp"
#include "tests/support/side_by_side.hpp"

namespace atl::reef_encounter::second_kind {
namespace {

const std::string kFolder = std::string(ATOLL_SOURCE_DIR) + "/engine/reef_encounter/second_kind/";

Rules rules_of(const GameRecord& record) {
  return rules_of_record<Game>(record.players, record.rules_version, record.rules);
}

/// A position to look for in random games.
struct Wanted {
  int players;
  std::string rule;   ///< one that is set besides second_kind, or none
  std::string phase;  ///< as the oracle calls it
  std::string token;  ///< a legal one begins so
  int turns;          ///< at least
  bool others_hold_cards;
  int depth;  ///< a refill has 33^5 outcomes: it must not come before the last decision
};

bool fits(const Oracle& game, const Wanted& wanted) {
  if (game.phase() != wanted.phase || game.table().turns < wanted.turns) return false;
  bool others = false;
  for (int p = 0; p < wanted.players; ++p) {
    others = others || (p != game.player_to_act() && oracle::total(game.table().seat(p).cards) > 0);
  }
  if (wanted.others_hold_cards && !others) return false;
  const std::vector<std::string> tokens = game.legal_tokens();
  return std::any_of(tokens.begin(), tokens.end(),
                     [&](const std::string& token) { return token.starts_with(wanted.token); });
}

GameRecord find(const Wanted& wanted, std::uint64_t index) {
  GameRecord record;
  record.game = std::string(Game::kName);
  record.players = wanted.players;
  record.rules_version = Game::kRulesVersion;
  record.index = index;
  record.agents.assign(static_cast<std::size_t>(wanted.players), "random");
  for (const char* const name : {"advanced", "second_kind", "crown_start"}) {
    if (name == wanted.rule || std::string(name) == "second_kind") record.rules.push_back({name, true});
  }
  if (wanted.rule == "optional") record.rules.push_back({"free_growth", wanted.rule});
  for (record.seed = 1;; ++record.seed) {
    Oracle game(rules_of(record));
    record.events.clear();
    Rng rng = Rng::derive(record.seed, Stream::test, {index});
    while (game.node_kind() != NodeKind::terminal && !fits(game, wanted)) {
      const std::vector<std::string> tokens = game.legal_tokens();
      record.events.push_back(tokens[choose_token(tokens, rng)]);
      game.apply(record.events.back());
    }
    if (game.node_kind() != NodeKind::terminal) return record;
  }
}

void update_files() {
  const Wanted positions[] = {
      {2, "crown_start", "fish", "", 0, false, 3},
      {2, "", "main", "crown=", 4, true, 2},
      {2, "", "main", "rock=", 10, true, 2},
      {2, "", "main", "blue=", 20, true, 2},
      {2, "advanced", "main", "deep=", 30, true, 2},
      {3, "", "main", "split=", 9, true, 2},
      {4, "crown_start", "main", "crown=", 12, true, 2},
      {2, "", "laying", "", 8, false, 2},
      {3, "", "laying", "", 20, false, 2},
      {4, "", "laying", "", 30, false, 2},
      {2, "", "crowns", "bite=", 10, false, 2},
      {4, "crown_start", "crowns", "bite=", 5, false, 2},
      {2, "", "bitten", "land=", 0, false, 2},
      {2, "", "nudge", "nudge=", 0, false, 2},
      {2, "", "nudge", "lift=", 0, false, 2},
      {2, "", "make_room", "land=", 0, false, 2},
      {2, "", "feeding", "eat=", 0, false, 2},
      {2, "", "return", "return=", 0, false, 3},
      {3, "", "window", "card=", 10, false, 1},
      {2, "", "breakfast", "lay=", 0, false, 2},
      {2, "", "main", "end", 10, false, 2},
      {2, "optional", "growing", "grow", 5, false, 2},
      {2, "", "remove", "remove=", 0, false, 2},
      {2, "", "extra_growth", "put=", 8, false, 1},
      {2, "", "confusion", "shift=", 0, false, 2},
      {2, "", "extra", "eat=", 0, false, 2},
  };
  std::ofstream file(kFolder + "perft.txt");
  file << "# <record> ; D<depth> <count> ..., counted by the oracle (tests/support/positions.hpp)\n";
  std::uint64_t index = 0;
  for (const Wanted& wanted : positions) file << test::perft_line<Game, Oracle>(find(wanted, index++), wanted.depth);
  struct Bench {
    int players;
    Phase phase;
    int turns;  ///< at least
  };
  const Bench bench_positions[] = {
      {2, Phase::main, 0},  {2, Phase::main, 8}, {2, Phase::laying, 12}, {2, Phase::biting, 10}, {2, Phase::window, 12},
      {2, Phase::main, 18}, {3, Phase::main, 9}, {3, Phase::laying, 20}, {4, Phase::main, 14},   {4, Phase::main, 33},
  };
  std::ofstream bench_file(kFolder + "bench_positions.txt");
  bench_file << "# Positions of greedy games, one record a line (tests/support/positions.hpp)\n";
  index = 0;
  for (const Bench& bench : bench_positions) {
    const Rules rules = make_rules<Game>(bench.players, {{"second_kind", true}});
    const GameRecord record = test::find_position<Game>(rules, index++, false, [&](const State& state) {
      return state.phase == bench.phase && state.turns >= bench.turns;
    });
    bench_file << write_record(record) << "\n";
  }
}

}  // namespace

TEST_CASE("second kind: perft equals the counts of the oracle") {
  if (std::getenv("ATOLL_UPDATE_GOLDEN") != nullptr) update_files();
  CHECK(test::check_perft<Game>("engine/reef_encounter/second_kind/perft.txt") == 26);
}

TEST_CASE("second kind: bench positions are decisions that replay") {
  CHECK(test::check_decisions<Game>("engine/reef_encounter/second_kind/bench_positions.txt") == 10);
}

}  // namespace atl::reef_encounter::second_kind
