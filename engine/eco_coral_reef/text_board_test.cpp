#include <doctest/doctest.h>

#include "engine/eco_coral_reef/eco_coral_reef.hpp"

namespace atl::eco_coral_reef {

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
