/// The board as a person reads it.
#include "engine/reef_encounter/oracle/scene.hpp"

namespace atl::reef_encounter {

TEST_CASE("reef encounter: the board text of the truth") {
  Scene scene;
  scene.tiles('W', "0a6 0b6 0c6").tiles('Y', "0d6").tiles('P', "1e5 1f5").shrimp(0, "0b6").shrimp(1, "1e5");
  scene.hand("WWGY").hand("O", 1).larvae("YY").consumed("P", 1).fish("GG", 1).bag("WWYYYO");
  scene.state.locked = 1U << 3;
  scene.state.sides = 1U << 9;
  scene.state.alga_space = 2;
  scene.state.spares = 0b10111;
  scene.state.feedings[1] = 1;
  scene.play("lay=Y");
  CHECK(scene.game.board_text(scene.state) == R"(turn 1, laying, seat 0 to act, laying Y (0 from the hand), lays 1
board 0                   board 1
   a  b  c  d  e  f  g       a  b  c  d  e  f  g
1           .  .  .       1           .  .  .
2     .  .  .  .  .       2  .  .  .  .  .  .
3  .  .     .  .  .  .    3  .  .  .  .     .  .
4  .  .  .  *  .     .    4  .     .  *  .  .  .
5  .  .  .     .  .  .    5  .  .  .  .  P1 P  .
6  W  W0 W  Y  .  .  .    6     .  .  .  .  .
coral tiles (stronger > weaker, alga, # = locked):
  W>Yg W>Or Y>Ob Y>Pp# O>Pg O>Gb P>Wp P>Gg G>Wr Y>Gr
value: W3 Y4 O3 P3 G2   alga space: g   algae left: r5 p4 g4 b5   growth spares: WYO-G
open sea:  W[W]  Y[Y]  O[O]  P[P]  G[G]   larva supply: W9 Y10 O9 P9 G9   bag: W2 Y3 O1 (6)
seat 0  screen: W2 Y1 G1 | larvae: Y1 | shrimps: 3 | consumed: - | parrotfish: - + secret W | fed: 0
seat 1  screen: O1 | larvae: - | shrimps: 2 | consumed: P1 | parrotfish: G2 + secret W | fed: 1
)");
}

TEST_CASE("reef encounter: the board text of an observer shows hands by counting") {
  const Game game(default_rules(2));
  const std::vector<std::string_view> events = split(
      "~boards=02 ~side=0 ~slot=W ~W ~W ~W ~Y ~Y ~Y ~O ~O ~O ~P ~P ~G ~W ~W ~Y ~O ~P ~G ~Y ~Y ~Y ~O ~O ~O ~P ~P ~P "
      "fish=W fish=O "
      "larvae=WY larvae=OO take=G ~W ~W take=P ~W ~W take=W ~G ~G ~G lay=O put=0g6h",
      ' ');
  State state = game.initial_state();
  std::vector<InformationState> seats = {InformationState(game, 0), InformationState(game, kPublic),
                                         InformationState(game, kOmniscient)};
  for (const std::string_view event : events) {
    const State before = state;
    CAPTURE(std::string(event));
    const std::optional<Action> action = game.parse(state, event);
    REQUIRE(action);
    REQUIRE(is_legal(game, state, *action));
    game.apply(state, *action);
    for (InformationState& seat : seats) seat.observe(game.observe(before, *action, state, seat.observer()));
  }
  CHECK(seats[0].board_text() == R"(turn 4, laying, seat 1 to act, laying O (1 from the hand), lays 1
board 0                   board 2
   a  b  c  d  e  f  g       a  b  c  d  e  f  g
1           .  .  .       1     .  .     .  .  .
2     .  .  Y  .  .       2     .  .  .  O  .
3  .  .     .  W  .  .    3  .  .  W     .  Y  .
4  .  G  .  *  .     .    4  .  .  .  *  .     .
5  .  .  P     O  .  .    5     .  P  .  G  .  .
6  .  .  .  .  .  .  O    6     .  .  .     .  .
coral tiles (stronger > weaker, alga, # = locked):
  W>Yg W>Or Y>Ob Y>Pp O>Pg O>Gb P>Wp P>Gg G>Wr G>Yb
value: W3 Y3 O3 P3 G3   alga space: -   algae left: r5 p5 g5 b5   growth spares: WYOPG
open sea:  W[G]  Y[YYY]  O[OOO]  P[WG]  G[WWG]   larva supply: W7 Y8 O8 P8 G8   bag: 151 tiles
seat 0  screen: W4 Y1 O1 P1 G2 | larvae: W2 Y1 G1 | shrimps: 4 | consumed: - | parrotfish: - + secret W | fed: 0
seat 1  screen: 10 tiles, surely W1 P2 | larvae: O1 P1 | shrimps: 4 | consumed: - | parrotfish: - + secret ? | fed: 0
)");
  CHECK(seats[1].board_text().find("secret W") == std::string::npos);
  CHECK(seats[2].board_text() == game.board_text(state));
}

}  // namespace atl::reef_encounter
