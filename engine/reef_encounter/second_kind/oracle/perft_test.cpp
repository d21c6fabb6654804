/// perft.txt: `<record> ; D1 n ; D2 n ...`, counted by the oracle. ATOLL_UPDATE_GOLDEN=1 writes it anew.
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

const std::string kFile = std::string(ATOLL_SOURCE_DIR) + "/engine/reef_encounter/second_kind/perft.txt";

Rules rules_of(const GameRecord& record) { return make_rules<Game>(record.players, record.rules); }

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

void update_file() {
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
  std::ofstream file(kFile);
  file << "# <record> ; D<depth> <count> ..., counted by the oracle (tests/support/positions.hpp)\n";
  std::uint64_t index = 0;
  for (const Wanted& wanted : positions) {
    const GameRecord record = find(wanted, index++);
    Oracle position(rules_of(record));
    for (const std::string& token : record.events) position.apply(token);
    file << write_record(record);
    for (int depth = 1; depth <= wanted.depth; ++depth)
      file << " ; D" << depth << " " << test::oracle_perft(position, depth);
    file << "\n";
  }
}

}  // namespace

TEST_CASE("second kind: perft equals the counts of the oracle") {
  if (std::getenv("ATOLL_UPDATE_GOLDEN") != nullptr) update_file();
  CHECK(test::check_perft<Game>("engine/reef_encounter/second_kind/perft.txt") == 26);
}

}  // namespace atl::reef_encounter::second_kind
