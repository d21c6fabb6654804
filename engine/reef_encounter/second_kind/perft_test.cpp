/// perft.txt: `<record> ; D1 n ; D2 n ...`, counted by the reference. ATOLL_UPDATE_GOLDEN=1 writes it anew.
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <optional>

#include <doctest/doctest.h>

#include "engine/core/perft.hpp"
#include "engine/core/record.hpp"
#include "engine/core/text.hpp"
#include "engine/reef_encounter/second_kind/game.hpp"
#include "engine/reef_encounter/second_kind/reference_rules.hpp"
#include "engine/reef_encounter/second_kind/usage.hpp"

namespace atl::reef_encounter::second_kind {
namespace {

const std::string kFile = std::string(ATOLL_SOURCE_DIR) + "/engine/reef_encounter/second_kind/perft.txt";

/// The positions differ in these rules only.
Rules rules_of(const GameRecord& record) {
  Rules rules = default_rules(record.players);
  rules.second_kind = true;
  for (const RuleSetting& setting : record.rules) {
    rules.advanced = rules.advanced || setting.name == "advanced";
    rules.crown_start = rules.crown_start || setting.name == "crown_start";
  }
  Game::apply_presets(rules);
  return rules;
}

std::uint64_t reference_perft(const ReferenceRules& position, int depth) {
  if (depth == 0 || position.node_kind() == NodeKind::terminal) return 1;
  const int rest = position.node_kind() == NodeKind::chance ? depth : depth - 1;
  std::uint64_t count = 0;
  for (const std::string& token : position.legal_tokens()) {
    ReferenceRules child = position;
    child.apply(token);
    count += reference_perft(child, rest);
  }
  return count;
}

/// A position to look for in random games.
struct Wanted {
  int players;
  std::string rule;   ///< one that is set besides second_kind, or none
  std::string phase;  ///< as the reference calls it
  std::string token;  ///< a legal one begins so
  int turns;          ///< at least
  bool others_hold_cards;
  int depth;  ///< a refill has 33^5 outcomes: it must not come before the last decision
};

bool fits(const ReferenceRules& game, const Wanted& wanted) {
  if (game.phase() != wanted.phase || game.table().turns < wanted.turns) return false;
  bool others = false;
  for (int p = 0; p < wanted.players; ++p) {
    others = others || (p != game.player_to_act() && reference::total(game.table().seat(p).cards) > 0);
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
  for (record.seed = 1;; ++record.seed) {
    ReferenceRules game(rules_of(record));
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
      {2, "", "picked_up", "card=", 10, false, 2},
      {2, "", "remove", "remove=", 0, false, 2},
      {2, "", "extra_growth", "put=", 8, false, 1},
      {2, "", "confusion", "shift=", 0, false, 2},
      {2, "", "extra", "eat=", 0, false, 2},
  };
  std::ofstream file(kFile);
  file << "# <record> ; D<depth> <count> ..., counted by reference_rules.hpp as engine/core/perft.hpp says\n";
  std::uint64_t index = 0;
  for (const Wanted& wanted : positions) {
    const GameRecord record = find(wanted, index++);
    ReferenceRules position(rules_of(record));
    for (const std::string& token : record.events) position.apply(token);
    file << write_record(record);
    for (int depth = 1; depth <= wanted.depth; ++depth)
      file << " ; D" << depth << " " << reference_perft(position, depth);
    file << "\n";
  }
}

}  // namespace

TEST_CASE("second kind: perft equals the counts of the reference") {
  if (std::getenv("ATOLL_UPDATE_GOLDEN") != nullptr) update_file();
  std::ifstream file(kFile);
  REQUIRE(file.good());
  int positions = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("#")) continue;
    const std::vector<std::string_view> parts = split(line, ';');
    CAPTURE(line);
    std::string_view json = parts[0];
    json.remove_suffix(1);
    const GameRecord record = read_record(json);
    const Game game(rules_of(record));
    const State state = replay_events(game, record.events).state;
    for (std::size_t i = 1; i < parts.size(); ++i) {
      const std::vector<std::string_view> words = split(parts[i], ' ');  // "", "D1", count, maybe ""
      const std::optional<std::uint64_t> count = parse_unsigned(words[2]);
      REQUIRE(count);
      CAPTURE(i);
      REQUIRE(perft(game, state, static_cast<int>(i)) == *count);
    }
    ++positions;
  }
  CHECK(positions == 25);
}

}  // namespace atl::reef_encounter::second_kind
