/// Rules that fit or do not, of today and of older versions; remarks.
#include <doctest/doctest.h>

#include "engine/eco_coral_reef/eco_coral_reef.hpp"

namespace atl::eco_coral_reef {

TEST_CASE("results under the default pictures say that the letters are ours, others do not") {
  Rules rules = Game::default_rules(2);
  REQUIRE(Game::remarks(rules).size() == 1);
  CHECK(Game::remarks(rules)[0].find("--rule pictures=@FILE") != std::string::npos);
  rules.pictures.front() = 'A';
  CHECK(Game::remarks(rules).empty());
}

TEST_CASE("rules that do not fit are refused") {
  const auto refused = [](auto change) {
    Rules changed = Game::default_rules(2);
    change(changed);
    CHECK_THROWS_AS(Game{changed}, InputError);
  };
  refused([](Rules& r) { r.gem_timing = "always"; });
  refused([](Rules& r) { r.dead_completion = ""; });
  refused([](Rules& r) { r.actions = 0; });
  refused([](Rules& r) { r.target = 501; });
  Rules rules = Game::default_rules(2);
  rules.reuse = "per_mission";
  CHECK_THROWS_AS(Game{rules}, InputError);
  CHECK_THROWS_AS(Game{Game::default_rules(1)}, InputError);
  CHECK_THROWS_AS(Game{Game::default_rules(5)}, InputError);
}

TEST_CASE("records of version 1 are read under the rules of version 1") {
  const Rules old = rules_of_record<Game>(3, 1, {{"target", std::int64_t{30}}});
  CHECK(old.gem_timing == "actions");
  CHECK(old.target_at_turn_end);
  CHECK(old.target == 30);
  CHECK(rules_of_record<Game>(3, 2, {}) == Game::default_rules(3));
}

TEST_CASE("targets follow the number of players") {
  CHECK(Game::default_rules(2).target == 40);
  CHECK(Game::default_rules(3).target == 37);
  CHECK(Game::default_rules(4).target == 34);
}

}  // namespace atl::eco_coral_reef
