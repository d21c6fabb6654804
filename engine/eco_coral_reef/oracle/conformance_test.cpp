/// The suite that all games pass, with rule switches; and the text of tokens and boards.
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

TEST_CASE("tokens that are almost right are refused") {
  const Game game(Game::default_rules(2));
  State state = game.initial_state();
  CHECK_FALSE(game.parse(state, "1a"));
  for (const char* token : {"~1a", "~2I", "~3O", "~2a", "~3b", "~4c", "~2b", "~2e", "~3a", "~5c"}) {
    const std::optional<Action> action = game.parse(state, token);
    REQUIRE(action);
    REQUIRE(is_legal(game, state, *action));
    game.apply(state, *action);
  }
  REQUIRE(game.parse(state, "put=2b@-1,0,3"));
  for (const char* token : {"",
                            "~2a",
                            "put",
                            "put=",
                            "put=2b",
                            "put=2b@",
                            "put=2b@1,0",
                            "put=2b@1,0,4",
                            "put=2b@01,0,0",
                            "put=2b@-0,0,1",
                            "put=2b@+1,0,0",
                            "put=2b@1,0,0 ",
                            " put=2b@1,0,0",
                            "put=2b@1,0,0,0",
                            "put=2i@1,0,0",
                            "put=2I@1,0,0",
                            "put=2b@40,0,0",
                            "put=2b@1,-40,0",
                            "put=2b@1, 0,0",
                            "PUT=2b@1,0,0",
                            "take=",
                            "take=2",
                            "take=6a",
                            "take=2J",
                            "take=2a,3b",
                            "draw=pictures",
                            "gem",
                            "gem=",
                            "swap=2a",
                            "swap=2a,",
                            "swap=2a,3bb",
                            "keep=",
                            "pass ",
                            "done=1",
                            "claim=2I:A",
                            "claim=2I:D:0,0;1,0;2,0;3,0",
                            "claim=2I:A:0,0;1,0;2,0",
                            "claim=2I:C:0,0;1,0;2,0;3,0",
                            "claim=2I:A:1,0;0,0;2,0;3,0",
                            "claim=2I:A:0,0;1,0;2,0;99,0",
                            "claim=2x:A:0,0;1,0;2,0;3,0",
                            "drop=",
                            "drop=9a",
                            "fly=2a"}) {
    CAPTURE(token);
    CHECK_FALSE(game.parse(state, token));
  }
  // Well written, but not legal here.
  for (const char* token : {"put=3a@1,0,0", "put=2b@0,0,0", "put=2b@2,0,0", "put=2b@39,39,0", "take=5a", "take=5L",
                            "gem=picture", "swap=2a,3b", "swap=2a,2a", "keep", "done", "pass", "drop=2b"}) {
    CAPTURE(token);
    const std::optional<Action> action = game.parse(state, token);
    REQUIRE(action);
    CHECK_FALSE(is_legal(game, state, *action));
  }
}

TEST_CASE("the board shows coordinates, types and corners") {
  const Game game(Game::default_rules(2));
  State state = game.initial_state();
  for (const char* token : {"~1a", "~2I", "~3O", "~2a", "~3b", "~4c", "~2b", "~2e", "~3a", "~5c", "put=2b@1,0,0"}) {
    game.apply(state, game.parse(state, token).value());
  }
  CHECK(game.board_text(state) ==
        "       -1    0    1    2\n"
        "  -1        .    .\n"
        "           E--B E--C\n"
        "   0   .   |1a| |2b|  .\n"
        "           C--D D--A\n"
        "   1        .    .\n"
        "display  2a 3b 4c | 2I 3O\n"
        "decks    32 pictures, 18 missions\n"
        "seat 0     2 points, 0 gems, hand 2e | -\n"
        "seat 1     0 points, 0 gems, hand 3a 5c | -\n"
        "to act   seat 0, actions left 3\n");
}

}  // namespace atl::eco_coral_reef
