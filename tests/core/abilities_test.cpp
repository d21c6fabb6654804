// What games may offer beyond the contract: abilities.hpp.
#include "engine/core/abilities.hpp"

#include <doctest/doctest.h>

#include <set>
#include <string>

#include "tests/toy/nim.hpp"
#include "tests/toy/phantom.hpp"
#include "tests/toy/tide.hpp"

namespace atl {
namespace {

using Nim = toy::nim::Game;

/// A class beside another of the same game.
struct Expansion : Nim {
  using Nim::Nim;
  static constexpr std::string_view kClassName = "nim_with_more";
  static constexpr std::string_view kDefaultSpec = "ismcts:iterations=7";
  static constexpr double kScoreScale = 3;
};

}  // namespace

TEST_CASE("every ability has a name of its own and a line of help") {
  std::set<std::string_view> names;
  for (const AbilityRow& row : abilities_of<Nim>().rows()) {
    CHECK(names.insert(row.name).second);
    CHECK_FALSE(row.help.empty());
    CHECK(ability_row(row.ability).name == row.name);
  }
}

TEST_CASE("a class offers what its code has, and nothing by inheritance of a name") {
  CHECK_FALSE(abilities_of<Nim>().offers(Ability::default_spec));
  CHECK(abilities_of<Expansion>().offers(Ability::default_spec));
  CHECK(abilities_of<Expansion>().offers(Ability::score_scale));
  CHECK_FALSE(abilities_of<Expansion>().offers(Ability::random_action));
  CHECK(abilities_of<toy::phantom::Game>().offers(Ability::random_action));
  CHECK(abilities_of<toy::tide::Game>().offers(Ability::deal_features));
  CHECK_FALSE(abilities_of<toy::tide::Game>().offers(Ability::presets));
}

TEST_CASE("what needs an ability is refused in the name of the class that lacks it") {
  CHECK_NOTHROW(abilities_of<toy::phantom::Game>().require(Ability::random_action, "this"));
  CHECK_THROWS_WITH_AS(abilities_of<Expansion>().require(Ability::heuristic, "greedy", "Use flat or ismcts"),
                       "greedy needs the ability heuristic, knowledge for greedy play and playouts (nim_with_more does "
                       "not offer it). Use flat or ismcts",
                       InputError);
  CHECK(class_name<Nim>() == "nim");
}

TEST_CASE("what a game does not offer has a fallback") {
  CHECK(default_spec_of<Nim>() == "ismcts:iterations=1000");
  CHECK(default_spec_of<Expansion>() == "ismcts:iterations=7");
  CHECK(score_scale_of<Nim>() == 20);
  CHECK(score_scale_of<Expansion>() == 3);
  CHECK(remarks<Nim>(Nim::default_rules(2)).empty());

  const Nim game(Nim::default_rules(2));
  Rng rng = Rng::derive(1, Stream::test, {1});
  Nim::State state = game.initial_state();
  play_chance(game, state, rng);
  CHECK(game.node_kind(state) == NodeKind::decision);
  CHECK(is_legal(game, state, random_action(game, state, rng)));

  const Nim::InformationState omniscient(game, kOmniscient);
  CHECK(complete_information(omniscient));
  CHECK_FALSE(complete_information(Nim::InformationState(game, kPublic)));
  Nim::InformationState information(game, kPublic);
  forget_last_turn(information, 1, rng);
  CHECK(information == Nim::InformationState(game, kPublic));
  Rng same = rng;
  CHECK(sample_informed(omniscient, rng) == omniscient.sample(same));
}

}  // namespace atl
