#include <doctest/doctest.h>

#include "engine/eco_coral_reef/eco_coral_reef.hpp"

namespace atl::eco_coral_reef {

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
                            "end ",
                            "end=2a",
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
                            "gem=picture", "swap=2a,3b", "swap=2a,2a", "keep", "done", "end", "pass", "drop=2b"}) {
    CAPTURE(token);
    const std::optional<Action> action = game.parse(state, token);
    REQUIRE(action);
    CHECK_FALSE(is_legal(game, state, *action));
  }
}

}  // namespace atl::eco_coral_reef
