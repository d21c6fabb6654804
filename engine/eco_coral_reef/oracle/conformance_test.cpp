/// The suite that all games pass, with rule switches.
#include <doctest/doctest.h>

#include "engine/eco_coral_reef/eco_coral_reef.hpp"
#include "tests/support/conformance.hpp"

namespace atl::eco_coral_reef {
namespace {

/// Half the choices are for what is rare, so that claims, swaps and known tiles come up in walks.
Action lively(const Game&, const State&, const ActionList<Game>& actions, Rng& rng) {
  if (rng.below(2) == 0) {
    for (const Action action : actions) {
      const Verb verb = verb_of(action);
      const bool wanted = verb == Verb::swap || verb == Verb::claim || verb == Verb::take_mission || verb == Verb::gem;
      if (wanted && rng.below(2) == 0) return action;
    }
  }
  return actions[rng.below(static_cast<std::uint32_t>(actions.size()))];
}

conformance::Options<Game> options() {
  conformance::Options<Game> some;
  for (int players = 2; players <= 4; ++players) some.games.push_back(Game(Game::default_rules(players)));
  some.games.push_back(Game(make_rules<Game>(2, {{"reuse", std::string("per_formation")}, {"match_diagonal", false}})));
  some.choose = lively;
  return some;
}

}  // namespace

TEST_CASE("eco_coral_reef keeps the contracts of a game with chance") {
  conformance::Options<Game> some = options();
  some.walks = 3;
  some.termination_games = 300;
  conformance::run_play<Game>(some);
}

TEST_CASE("eco_coral_reef keeps the contracts of information states") {
  conformance::Options<Game> some = options();
  some.walks = 2;
  conformance::run_observers<Game>(some);
}

TEST_CASE("the one world that is possible is the position itself") {
  conformance::Options<Game> some = options();
  some.exact_walks = 1;
  some.exact_samples = 20;
  const Game game(Game::default_rules(2));
  const conformance::ExactSummary summary = conformance::check_exact_beliefs(game, some);
  CHECK(summary.nodes > 0);
  CHECK(summary.most_worlds == 1);
}

}  // namespace atl::eco_coral_reef
