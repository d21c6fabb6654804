#include <doctest/doctest.h>

#include "engine/core/perft.hpp"
#include "tests/support/conformance.hpp"
#include "tests/support/scale.hpp"
#include "tests/toy/nim.hpp"

namespace atl::toy::nim {
TEST_CASE("nim keeps the contracts of game.hpp") {
  const conformance::ExactSummary exact = conformance::run_all<Game>({
      .games = {Game(Game::default_rules(2)), Game(make_rules<Game>(2, {{"max_take", std::int64_t{2}}}))},
      .walks = 60,
  });
  CHECK(exact.with_choice > atl::test::scaled(100));
  CHECK(exact.single_world > atl::test::scaled(100));
  CHECK_FALSE(exact.gave_up);
}

// By hand: 7, 8 or 9 stones; two decisions never empty the heap, so 3 * 3^2; the third empties it in 7 = 3+3+1 (any
// take of at least 1), which does not change the number of lines of three decisions.
TEST_CASE("perft of nim agrees with counting by hand") {
  const Game game(Game::default_rules(2));
  CHECK(perft(game, game.initial_state(), 0) == 1);
  CHECK(perft(game, game.initial_state(), 1) == 3 * 3);
  CHECK(perft(game, game.initial_state(), 2) == 3 * 9);
  CHECK(perft(game, game.initial_state(), 3) == 3 * 27);
  // Lines of three takes that empty the heap end there and count once at depth 4: of 27 lines the sum is at least 7 in
  // 10 cases, at least 8 in 4, at least 9 in 1.
  CHECK(perft(game, game.initial_state(), 4) == (10 + 17 * 3) + (4 + 23 * 3) + (1 + 26 * 3));
}

}  // namespace atl::toy::nim
