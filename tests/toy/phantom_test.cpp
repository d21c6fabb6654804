#include "tests/toy/phantom.hpp"
#include "tests/support/scale.hpp"

#include <doctest/doctest.h>

#include "engine/core/perft.hpp"
#include "tests/support/conformance.hpp"

namespace atl::toy::phantom {

TEST_CASE("phantom (4,4,4) keeps the contracts of game.hpp") {
  // The board has one size. Beliefs outgrow enumeration after four tries, and most of the rules have come up by then.
  const conformance::ExactSummary exact =
      conformance::run_all<Game>({.walks = 30, .exact_walks = 12, .accepted = {conformance::Gap::long_beliefs}});
  CHECK(exact.with_choice > atl::test::scaled(100));
  CHECK(exact.most_worlds > 1000);
}

TEST_CASE("the ten lines of the board are lines and nothing smaller is") {
  static constexpr Cells kLines[] = {0x000f, 0x00f0, 0x0f00, 0xf000, 0x1111, 0x2222, 0x4444, 0x8888, 0x8421, 0x1248};
  int lines = 0;
  for (unsigned marks = 0; marks <= 0xffff; ++marks) {
    bool expected = false;
    for (const Cells line : kLines) expected = expected || (marks & line) == line;
    if (has_line(static_cast<Cells>(marks)) != expected) FAIL("marks " << marks);
    lines += expected;
  }
  CHECK(lines > 10);
}

TEST_CASE("perft counts sixteen tries, each of the other's sixteen, and the retries") {
  const Game game(Game::default_rules(2));
  CHECK(perft(game, game.initial_state(), 1) == 16);
  CHECK(perft(game, game.initial_state(), 2) == 16 * 16);
  // The second player hits the first mark in 1 of 16 and tries the other 15; otherwise the first has 15 cells to try.
  CHECK(perft(game, game.initial_state(), 3) == 16 * 1 * 15 + 16 * 15 * 15);
}

TEST_CASE("a player who ran into a mark knows it and the other does not") {
  const Game game(Game::default_rules(2));
  State state;
  game.apply(state, {5});
  Game::InformationState first(game, Player(0)), second(game, Player(1));
  const State before = state;
  game.apply(state, {5});
  CHECK(game.player_to_act(state) == Player(1));
  CHECK(game.observe(before, {5}, state, Player(0)) == Observation{Game::kUnseen, 0});
  CHECK(game.observe(before, {5}, state, Player(1)) == Observation{5, 0});
  ActionList<Game> list;
  game.legal_actions(state, list);
  CHECK(list.size() == 15);
}

}  // namespace atl::toy::phantom
