/// The numbers a designer may change, and the test-only small oceans.
#pragma once

#include <string>
#include <vector>

#include "engine/core/rules.hpp"
#include "engine/reef_rescue/tiles.hpp"

namespace atl::reef_rescue {

struct Rules {
  int players = 2;
  std::string card_pairs = "fin|beam,turbo|scope";
  int min_flips = 1;
  int max_flips = 5;
  int last_round_tiles = 10;
  int max_rounds = 40;
  int pairs_bonus = 10;
  bool operator==(const Rules&) const = default;
};

template <class R, class Visitor>
void visit_fields(R& rules, Visitor&& visit) {
  visit(
      Field{.name = "card_pairs", .help = "the two sides of each action card, each action once: a|b,c|d", .ours = true},
      rules.card_pairs);
  visit(Field{.name = "min_flips",
              .help = "tiles turned at least with fin, turbo and beam; 0: a player may turn nothing",
              .min = 0,
              .max = 1,
              .ours = true},
        rules.min_flips);
  visit(Field{.name = "max_flips", .help = "tiles flipped in one turn of fin or turbo at most", .min = 1, .max = 40},
        rules.max_flips);
  visit(Field{.name = "last_round_tiles",
              .help = "the round that leaves this many tiles or fewer is the last",
              .min = 5,
              .max = 39},
        rules.last_round_tiles);
  visit(Field{.name = "max_rounds",
              .help = "rounds after which the game ends in any case",
              .min = 1,
              .max = 10000,
              .ours = true},
        rules.max_rounds);
  visit(Field{.name = "pairs_bonus",
              .help = "points for each player with the most little tiles of two creatures",
              .min = 0,
              .max = 100},
        rules.pairs_bonus);
}

/// The dealt rectangle and its tiles by name. Tests use smaller ones than the game's: `rows` x `columns` from the top
/// left corner, as many distinct tiles, at least three of which can never be claimed (garbage, or parts of sets that
/// are not whole), so that Sea Scope always finds three. A set not wholly dealt cannot be claimed.
struct Ocean {
  int rows = kRows;
  int columns = kColumns;
  std::vector<std::string> tiles;  ///< empty: all forty
  bool operator==(const Ocean&) const = default;
};

}  // namespace atl::reef_rescue
