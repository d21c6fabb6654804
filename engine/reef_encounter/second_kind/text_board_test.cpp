/// The board of the expansion as a person reads it.
#include "engine/reef_encounter/second_kind/oracle/scene.hpp"

namespace atl::reef_encounter::second_kind {

TEST_CASE("second kind: the board text shows special tiles, crowns, shrimps of both sorts, rock, water and cards") {
  Scene scene;
  scene.tile("W", "0a6").tile("Wh:s", "0b6").tile("W2", "0c6").tile("WY:Y", "0e6").tile("Yb", "0f6").shrimp(0, "0a6");
  scene.tile("O", "1b5 1c5").tile("P", "1e5").blue("1c5").shrimp(1, "1e5").crown("1d5").deep("1d2 1d4");
  scene.hand("W WG R C").hand("Yh Y", 1).larvae("W").cards("dislodged confusion").cards("pick_me_up", 1);
  scene.consumed("G2 G", 1).fish("PG", 1).fed(1, 1).locked("YP");
  scene.play("bite=1d5-1c5 nudge=1b5 pass card=confusion");
  CHECK(scene.board_text() == R"(turn 1, shift a cylinder, seat 0 to act
board 0                           board 1
   a   b   c   d   e   f   g         a   b   c   d   e   f   g
1              .   .   .          1              .   .   .
2      .   .   .   .   .          2  .   .   .   ~   .   .
3  .   .       .   .   .   .      3  .   .   .   .       .   .
4  .   .   .   *   .       .      4  .       .   ~   .   .   .
5  .   .   .       .   .   .      5  .   O $ X   .   P 1 .   .
6  W 0 Ws  W2  .   YW  Yb  .      6      .   .   .   .   .
coral tiles (stronger > weaker, alga, # = locked):
  W>Yg W>Or Y>Ob Y>Pp# O>Pg O>Gb P>Wp P>Gg G>Wr G>Yb
value: W3 Y3 O3 P3 G3   alga space: -   algae left: r5 p4 g5 b5   growth spares: WYOPG
open sea:  W[W]  Y[Y]  O[O]  P[P]  G[G]   larva supply: 8 W, 9 Y, 9 O, 9 P, 9 G   blue shrimps beside the board: 2
bag (219): 36 W, 37 Y, 37 O, 37 P, 37 G, 1 Wb, 1 Ob, 1 Pb, 1 Gb, 1 WY, 2 WO, 2 WP, 1 WG, 2 YO, 2 YP, 2 YG, 2 OP, 2 OG, 1 PG, 1 W2, 2 Y2, 2 O2, 2 P2, 1 G2, 1 Oh, 1 Ph, 1 Gh, 1 R, 2 C
cards to draw (19): 2 algae_indigestion, 1 confusion, 2 consumed_polyps, 2 deep_water, 2 disintegration, 1 dislodged, 2 double_lock, 2 extra_free_growth, 2 extra_growth, 2 late_breakfast, 1 pick_me_up   discarded: 1 confusion
seat 0  screen: 1 W, 1 WG, 1 R, 1 C | larvae: 1 W | cards: 1 dislodged | shrimps: 3 | consumed: - | parrotfish: - | fed: 0
seat 1  screen: 1 Y, 1 Yh | larvae: - | cards: 1 pick_me_up | shrimps: 2 | consumed: 1 G, 1 G2 | parrotfish: 1 PG | fed: 1
)");
}

TEST_CASE("second kind: the board text grows with rock beyond the edge") {
  Scene scene;
  scene.rock("0z6 1d0").tile("W", "0z6").hand("W W").larvae("W").play("lay=W put=0a6h");
  const std::string text = scene.board_text();
  const std::size_t boards = text.find("board 0");
  CHECK(text.substr(boards, text.find("coral tiles") - boards) == R"(board 0                                   board 1
   z   a   b   c   d   e   f   g   h         z   a   b   c   d   e   f   g   h
0                                         0                  r
1                  .   .   .              1                  .   .   .
2          .   .   .   .   .              2      .   .   .   .   .   .
3      .   .       .   .   .   .          3      .   .   .   .       .   .
4      .   .   .   *   .       .          4      .       .   *   .   .   .
5      .   .   .       .   .   .          5      .   .   .   .   .   .   .
6  W   W   .   .   .   .   .   .          6          .   .   .   .   .
7                                         7
)");
}

}  // namespace atl::reef_encounter::second_kind
