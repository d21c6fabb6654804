/// Rules and oceans that fit or do not.
#include <doctest/doctest.h>

#include "engine/reef_rescue/reef_rescue.hpp"

namespace atl::reef_rescue {

TEST_CASE("impossible rules and oceans are refused") {
  const auto refused = [](auto change) {
    Rules rules = Game::default_rules(2);
    change(rules);
    CHECK_THROWS_AS(Game{rules}, InputError);
  };
  refused([](Rules& r) { r.players = 1; });
  refused([](Rules& r) { r.players = 6; });
  refused([](Rules& r) { r.min_flips = -1; });
  refused([](Rules& r) { r.min_flips = 2; });
  refused([](Rules& r) { r.max_flips = 0; });
  refused([](Rules& r) { r.last_round_tiles = 4; });
  refused([](Rules& r) { r.max_rounds = 10001; });
  refused([](Rules& r) { r.pairs_bonus = -1; });
  for (const char* pairs : {"", "fin|beam", "fin|beam,turbo|fin", "fin|beam,turbo|scope,", "fin,beam|turbo|scope",
                            "fin|beam, turbo|scope", "fin|beam,turbo|Scope"}) {
    CAPTURE(pairs);
    refused([&](Rules& r) { r.card_pairs = pairs; });
  }
  const Rules rules = Game::default_rules(2);
  CHECK_THROWS_AS(Game(rules, {.rows = 6, .columns = 1, .tiles = {"A1", "B1", "F1", "G1", "H1", "H2"}}), InputError);
  CHECK_THROWS_AS(Game(rules, {.rows = 1, .columns = 4, .tiles = {"A1", "F1", "G1"}}), InputError);
  CHECK_THROWS_AS(Game(rules, {.rows = 1, .columns = 4, .tiles = {"A1", "F1", "G1", "G1"}}), InputError);
  CHECK_THROWS_AS(Game(rules, {.rows = 1, .columns = 4, .tiles = {"A1", "F1", "G1", "I1"}}), InputError);
  CHECK_THROWS_AS(Game(rules, {.rows = 1, .columns = 4, .tiles = {"A1", "B1", "F1", "G1"}}), InputError);
}

}  // namespace atl::reef_rescue
