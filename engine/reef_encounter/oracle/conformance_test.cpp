/// The suite all games pass, and the belief against enumeration on reduced instances.
#include <doctest/doctest.h>

#include "engine/reef_encounter/reef_encounter.hpp"
#include "tests/support/conformance.hpp"

namespace atl::reef_encounter {
namespace {

/// Prefers what moves the game on, so that feedings, attacks and locks happen in walks.
Action lively(const Game& game, const State& state, const ActionList<Game>& actions, Rng& rng) {
  (void)game, (void)state;
  for (const Action action : actions) {
    const Verb verb = verb_of(action);
    const bool wanted =
        verb == Verb::eat || verb == Verb::lay || verb == Verb::put || verb == Verb::lock || verb == Verb::tile;
    if (wanted && rng.below(3) == 0) return action;
  }
  return actions[rng.below(static_cast<std::uint32_t>(actions.size()))];
}

conformance::Options<Game> options() {
  conformance::Options<Game> result;
  for (int players = 2; players <= 4; ++players) result.games.push_back(Game(default_rules(players)));
  result.games.push_back(Game(make_rules<Game>(2, {{"advanced", true}})));
  result.games.push_back(
      Game(make_rules<Game>(3, {{"alga_space_must_differ", true}, {"refill_minimum", std::int64_t{0}}})));
  result.games.push_back(Game(make_rules<Game>(2, {{"free_growth", std::string("optional")}})));
  result.choose = lively;
  // A colour held twice is twice as likely in the parrotfish.
  result.hidden_weight = [](const Game&, const State& state, Action action) {
    return verb_of(action) == Verb::fish ? static_cast<double>(state.area[state.mover].hand[argument_of(action)]) : 1.0;
  };
  return result;
}

}  // namespace

TEST_CASE("reef encounter keeps the contracts of a game with chance") {
  conformance::Options<Game> some = options();
  some.walks = 4;
  some.termination_games = 60;
  conformance::run_play<Game>(some);
}

TEST_CASE("reef encounter keeps the contracts of hidden information") {
  conformance::Options<Game> some = options();
  some.walks = 3;
  conformance::run_observers<Game>(some);
}

TEST_CASE("reef encounter: beliefs equal enumeration on small hands") {
  conformance::Options<Game> some = options();
  std::vector<Game> small;
  small.push_back(Game(make_rules<Game>(2, {{"start_tiles", std::vector<int>{2, 3}}})));
  small.push_back(Game(make_rules<Game>(3, {{"start_tiles", std::vector<int>{1, 2, 2}}})));
  some.exact_games = small;
  some.exact_walks = 6;
  // What spectators cannot see, two hands and two parrotfish, soon outgrows enumeration; what seats believe, later.
  some.accepted = {conformance::Gap::long_beliefs};
  for (const Game& game : small) {
    const conformance::ExactSummary summary = conformance::check_exact_beliefs(game, some);
    MESSAGE("nodes ", summary.nodes, ", with hidden choice ", summary.with_choice, ", single worlds ",
            summary.single_world, ", most worlds ", summary.most_worlds, ", gave up ", summary.gave_up);
    CHECK(summary.nodes > 0);
  }
}

}  // namespace atl::reef_encounter
