/// The expansion's rules by examples: crowns and wooden blue shrimps.
#include "engine/reef_encounter/second_kind/oracle/scene.hpp"

namespace atl::reef_encounter::second_kind {

TEST_CASE("second kind crowns: own corals first, then those of nobody, never another's") {
  Scene own;
  own.tile("Y", "0c6 0d6").shrimp(0, "0d6").tile("W", "0a6").tile("O", "0b5").shrimp(1, "0b5").crown("0b6");
  CHECK(own.legal_of("") == "bite=0b6-0c6");
  Scene nobody;
  nobody.tile("Y", "0c6 0d6").tile("W", "0a6").tile("O", "0b5").shrimp(1, "0b5").crown("0b6");
  CHECK(nobody.legal_of("") == "bite=0b6-0a6 bite=0b6-0c6");
  Scene others;
  others.tile("O", "0b5").shrimp(1, "0b5").crown("0b6");
  CHECK(others.count("bite=") == 0);
  CHECK(others.legal("take=W"));
  others.begin(1);
  CHECK(others.legal_of("") == "bite=0b6-0b5");
  Scene blue;  // blue shrimps own no coral and are no protection
  blue.tile("Yb", "0c6").tile("W", "0a6").blue("0a6").crown("0b6");
  CHECK(blue.count("bite=") == 2);
}

TEST_CASE("second kind crowns: the tile goes into the bag, the crown takes its place, once per turn") {
  Scene scene;
  scene.tile("WY:Y", "0c6").tile("Y", "0d6 0e6").crown("0b6");
  CHECK(scene.in_bag("WY") == 1);
  scene.play("bite=0b6-0c6");
  CHECK(scene.in_bag("WY") == 2);
  CHECK(!scene.has_crown("0b6"));
  CHECK(scene.has_crown("0c6"));
  CHECK(scene.mover() == 0);
  scene.play("take=W ~W ~W ~W ~W ~W");  // the next player's turn begins with the crown again
  CHECK(scene.mover() == 1);
  CHECK(scene.legal_of("") == "bite=0c6-0d6");
}

TEST_CASE("second kind crowns: several, in the order the player likes") {
  Scene scene;
  scene.tile("Y", "0b6 0d6 0e6").crown("0c6").tile("O", "1b6 1c6 1d6").crown("1a5 1e6");
  CHECK(scene.legal_of("") == "bite=0c6-0b6 bite=0c6-0d6 bite=1e6-1d6");  // nothing lives beside 1a5: dead
  scene.play("bite=1e6-1d6 bite=0c6-0d6");
  CHECK(scene.legal("take=W"));
  CHECK(scene.has_crown("0d6"));
  CHECK(scene.has_crown("1d6"));
}

TEST_CASE("second kind crowns: those without a polyp beside them die at once") {
  Scene scene;
  scene.tile("Y", "0b6").crown("0a6 0c6");
  scene.play("bite=0a6-0b6");  // the last polyp: both are left with none
  CHECK(!scene.has_crown("0b6"));
  CHECK(!scene.has_crown("0c6"));
  CHECK(scene.in_bag("C") == 2);  // out of the game, not into the bag
  CHECK(scene.legal("take=W"));

  Scene fed;  // a fed coral starves the crown too
  fed.tile("Y", "0a6 0b6 0c6 0d6 0e6").shrimp(0, "0a6").fed(0, 1).tile("O", "0g5").shrimp(1, "0g5").crown("0f6");
  fed.play("bite=0f6-0e6");
  CHECK(fed.has_crown("0e6"));
  CHECK(fed.count("eat=") == 0);  // the crown came first: four tiles are left
}

TEST_CASE("second kind crowns: half tiles show them coral sides only") {
  Scene scene;
  scene.tile("Yh:w", "0c6").tile("Y", "0c5").tile("O", "0b5").shrimp(1, "0b5").crown("0d6");
  CHECK(!scene.has_crown("0d6"));
  Scene turned;
  turned.tile("Yh:n", "0c6").crown("0d6");
  CHECK(turned.legal_of("") == "bite=0d6-0c6");
}

TEST_CASE("second kind crowns: a coloured shrimp whose tile is bitten is in the air, and that is no lift") {
  Rules rules = expansion_rules(2);
  rules.max_lifts = 0;
  Scene scene(rules);
  scene.tile("Y", "0c6 0d6").tile("W", "0a6").tile("Ob", "1a5").shrimp(0, "0c6").crown("0b6");
  scene.play("bite=0b6-0c6");
  CHECK(scene.legal_of("") == "land=0a6 land=0d6 recall");  // not on a blue shrimp
  scene.play("land=0d6");
  CHECK(scene.table.reef.shrimp(oracle::cell_named("0d6")) == 0);
  CHECK(scene.legal("take=W"));
  Scene back;
  back.tile("Y", "0c6").tile("O", "0c5").shrimp(0, "0c6").crown("0b6").play("bite=0b6-0c6 recall");
  CHECK(back.seat().shrimps == 4);
  Scene next;  // it may land beside another crown that has not attacked yet, and makes that coral its target
  next.tile("Y", "0c6").shrimp(0, "0c6").tile("O", "0d1 0e1").shrimp(1, "0d1").tile("W", "0f2").crown("0b6 0f1");
  CHECK(next.count("bite=0f1") == 1);
  next.play("bite=0b6-0c6");
  CHECK(next.legal_of("") == "land=0f2 recall");
  next.play("land=0f2");
  CHECK(next.legal_of("") == "bite=0f1-0f2");
}

TEST_CASE("second kind crowns: a wooden blue shrimp is nudged to a tile beside it") {
  Scene scene;
  scene.tile("Y", "0c6 0d6").tile("O", "0c5").blue("0c6").crown("0b6");
  CHECK(scene.legal_of("") == "bite=0b6-0c6");
  scene.play("bite=0b6-0c6");
  CHECK(scene.legal_of("") == "nudge=0c5 nudge=0d6");
  scene.play("nudge=0c5");
  CHECK(scene.has_blue("0c5"));
  CHECK(scene.table.blues_beside == 2);

  Scene full;  // one blue shrimp per coral: the other coral has a printed one
  full.tile("Y", "0c6").tile("O", "0c5").tile("Ob", "0b5").blue("0c6").crown("0d6").play("bite=0d6-0c6");
  CHECK(full.table.blues_beside == 3);  // beside the board again, without a decision
  CHECK(full.legal("take=W"));

  Scene cells;  // sides of halves do not matter for a nudge
  cells.tile("Y", "0c6")
      .tile("Oh:n", "0c5")
      .tile("W", "0d6")
      .shrimp(1, "0d6")
      .blue("0c6")
      .crown("0b6")
      .play("bite=0b6-0c6");
  CHECK(cells.legal_of("") == "nudge=0c5");
}

TEST_CASE("second kind crowns: an own shrimp in the way may make room for the wooden one") {
  const auto blocked = [] {
    Scene scene;
    scene.tile("Y", "0c6 0d6 0e6").tile("W", "0e1").tile("Ob", "1a5").shrimp(0, "0d6").blue("0c6").crown("0b6");
    scene.play("bite=0b6-0c6");
    return scene;
  };
  Scene room = blocked();
  CHECK(room.legal_of("") == "lift=0d6 pass");
  room.play("lift=0d6");
  CHECK(room.legal_of("") == "land=0e1 land=0e6 recall");
  room.play("land=0e6");
  CHECK(room.legal_of("") == "nudge=0d6");
  room.play("nudge=0d6");
  CHECK(room.has_blue("0d6"));
  Scene recalled = blocked();
  recalled.play("lift=0d6 recall nudge=0d6");
  CHECK(recalled.seat().shrimps == 4);
  Scene passed = blocked();
  passed.play("pass");
  CHECK(passed.table.blues_beside == 3);
  Scene others;  // another's shrimp does not move
  others.tile("Y", "0c6").tile("O", "0d6").shrimp(1, "0d6").blue("0c6").crown("0b6").play("bite=0b6-0c6");
  CHECK(others.table.blues_beside == 3);
}

TEST_CASE("second kind crowns attack on deep water that a card has covered, and rock cannot be slipped under them") {
  Scene scene;
  scene.tile("Y", "0d5 0d6").tile("O", "0c6").shrimp(1, "0c6").crown("0e5").hand("R").play("bite=0e5-0d5");
  CHECK(scene.has_crown("0d5"));
  CHECK(!scene.legal("rock=0d5"));
  Scene tile;
  tile.tile("Y", "0d5").hand("R");
  CHECK(!tile.legal("rock=0d5"));
}

TEST_CASE("second kind crowns attack before each extra feeding too") {
  Scene scene(3);
  scene.tile("O", "0a6 0b6 0c6 0d6 0e6 0f6").shrimp(1, "0a6").fed(1, 1).crown("0g6");
  scene.tile("P", "1b6 1c6 1d6 1e6 1f6 1f5 1g5").shrimp(2, "1b6").fed(2, 1).crown("1g4");
  scene.fed(0, 1).consumed("Y").locked("WO YO YP OP OG PW PG GW GY").play("lock=WY:Y");
  CHECK(scene.mover() == 1);
  scene.play("bite=0g6-0f6");  // five tiles left: too few
  CHECK(scene.mover() == 2);
  scene.play("bite=1g4-1g5");  // six left
  CHECK(scene.legal_of("") == "eat=1b6 pass");
  scene.play("eat=1b6");
  CHECK(scene.fish_of("P", 2) == 1);
  CHECK(scene.over());
  CHECK(scene.end() == "locks");
}

TEST_CASE("second kind blue shrimps: never two in a coral, however it would come about") {
  Scene put;
  put.tile("Yb", "0a6").tile("Y", "0c6").blue("0c6").tile("Y", "0e6").hand("Y").larvae("Y").play("lay=Y");
  CHECK(!put.legal("put=0b6h"));  // between the two
  CHECK(put.legal("put=0d6h"));   // joins one of them to a coral without
  Scene printed;
  printed.tile("Y", "0c6").blue("0c6").hand("Yb").larvae("Y").play("lay=Y");
  CHECK(!printed.legal("put=0b6h:Yb"));
  CHECK(printed.legal("put=0a6h:Yb"));
  Scene growth;  // the coral put to at c4 and the one at e4 would meet on d4
  growth.tile("Y", "0b4").blue("0b4").tile("Yb", "0e4").hand("Y").larvae("Y").play("lay=Y put=0c4h");
  CHECK(growth.tile_at("0d4") == "");
  Scene halves;  // connection decides
  halves.tile("Y", "0c6").blue("0c6").tile("Yb", "0a6").hand("Yh").larvae("Y").play("lay=Y");
  CHECK(halves.count("put=0b6h:Yh") == 4);
}

TEST_CASE("second kind blue shrimps: a wooden one protects its tile alone and owns nothing") {
  Scene scene;
  scene.tile("W", "0a6 0b6").tile("Y", "0c6 0d6").blue("0c6").tile("W", "0e6 0e5").hand("W").larvae("W");
  CHECK(!scene.legal("shrimp=0c6"));
  CHECK(scene.legal("shrimp=0d6"));
  scene.play("lay=W");
  CHECK(!scene.legal("put=0c6h"));
  CHECK(scene.legal("put=0d6h"));
  Scene size;  // no coloured shrimp, no feeding
  size.tile("Y", "0a6 0b6 0c6 0d6 0e6").blue("0a6");
  CHECK(size.count("eat=") == 0);
}

TEST_CASE("second kind blue shrimps: fed corals give them back, the first feedings of all free the fourth") {
  Scene scene;
  scene.tile("Y", "0a6 0b6 0c6 0d6 0e6").shrimp(0, "0a6").blue("0c6").cards("confusion").fed(1, 1);
  scene.play("eat=0a6:confusion");
  CHECK(scene.table.blues_beside == 4);  // two beside it, the one of the coral, the one of the open sea
  CHECK(!scene.table.blue_at_sea);
  Scene waiting;
  waiting.tile("Y", "0a6 0b6 0c6 0d6 0e6").shrimp(0, "0a6").cards("confusion").play("eat=0a6:confusion");
  CHECK(waiting.table.blue_at_sea);  // player 1 has not fed yet
  CHECK(waiting.table.blues_beside == 3);
}

TEST_CASE("second kind blue shrimps: a card with their icon places one, or moves one") {
  Scene place;
  place.tile("Y", "0a6 0b6")
      .tile("W", "0e1")
      .shrimp(1, "0e1")
      .tile("Ob", "1a5")
      .tile("O", "1a4")
      .cards("deep_water late_breakfast");
  place.play("pass");
  CHECK(place.legal_of("blue=") == "blue=deep_water:0a6 blue=deep_water:0b6");  // not beside shrimps of either sort
  place.play("blue=deep_water:0b6");
  CHECK(place.has_blue("0b6"));
  CHECK(place.table.blues_beside == 2);
  CHECK(oracle::count(place.table.discards, "deep_water") == 1);

  Scene own;  // moving needs an own coral as long as one lies beside the board
  own.tile("Y", "0a6 0b6 0c6")
      .shrimp(0, "0c6")
      .blue("0a6")
      .tile("W", "0e1")
      .tile("O", "1a5")
      .blue("1a5")
      .cards("confusion")
      .play("pass");
  CHECK(own.legal_of("blue=") ==
        "blue=confusion:-<0a6 blue=confusion:0b6<0a6 blue=confusion:0e1 blue=confusion:0e1<0a6");
  own.play("blue=confusion:0b6<0a6");  // within its own coral: it was taken away first
  CHECK(own.has_blue("0b6"));
  CHECK(!own.has_blue("0a6"));

  Scene back;  // one of an own coral goes back beside the board, where others lie already
  back.tile("Y", "0a6 0b6").shrimp(0, "0b6").blue("0a6").cards("confusion").play("pass blue=confusion:-<0a6");
  CHECK(!back.has_blue("0a6"));
  CHECK(back.table.blues_beside == 3);

  Scene none;  // nothing beside the board: any that is in play
  none.tile("Y", "0a6")
      .tile("O", "1a5")
      .tile("P", "1c5")
      .tile("W", "0e1 0f1")
      .blue("0a6 1a5 1c5")
      .cards("confusion")
      .play("pass");
  CHECK(none.count("blue=") == 6);  // three of them to e1 or f1
  CHECK(none.legal("blue=confusion:0f1<1c5"));
  none.play("blue=confusion:0f1<1c5");
  CHECK(none.table.blues_beside == 0);
}

}  // namespace atl::reef_encounter::second_kind
