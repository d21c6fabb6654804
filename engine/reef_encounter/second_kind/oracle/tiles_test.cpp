/// The expansion's rules by examples, in the order of RULES.md: setup and tiles. Coral tiles on side 0: W beats Y O, Y
/// beats O P, O beats P G, P beats W G, G beats W Y.
#include "engine/reef_encounter/second_kind/oracle/scene.hpp"

namespace atl::reef_encounter::second_kind {

TEST_CASE("second kind setup: special tiles are not drawn, crowns may be dealt") {
  Rules rules = expansion_rules(2);
  rules.crown_start = true;
  Scene scene = Scene::from_the_box(rules);
  scene.play("~boards=02 ~side=1");
  CHECK(scene.legal_of("~slot=") == "~slot=G ~slot=O ~slot=P ~slot=W ~slot=Y");  // 37 plain tiles of each colour
  for (const double probability : scene.probabilities()) CHECK(probability == 37.0 / 185);
  scene.play("~slot=P ~W ~W ~W ~Y ~Y ~Y ~O ~O ~O ~P ~P ~G");
  CHECK(scene.count("~") == 5);
  scene.play("~W ~W ~W ~W ~W ~W ~Y ~Y ~Y ~Y ~Y ~Y ~Y ~Y ~O");
  CHECK(scene.hand_of("C") == 1);
  CHECK(scene.in_bag("C") == 2);
  CHECK(scene.legal_of("") == "fish=W");  // a crown is no polyp
  scene.play("fish=W fish=Y larvae=WW larvae=YO");
  CHECK(scene.mover() == 0);
  CHECK(scene.table.blues_beside == 3);
  CHECK(scene.table.blue_at_sea);
  CHECK(oracle::total(scene.table.draw_pile) == 22);
  for (const char* const kind : {"Wb", "Wh"}) CHECK(scene.in_bag(kind) == 1);
  for (const char* const kind : {"W2", "PG", "R", "D"}) CHECK(scene.in_bag(kind) == 2);
}

TEST_CASE("second kind setup: with crown_start as many crowns are dealt as there are players") {
  for (int players = 2; players <= 4; ++players) {
    Rules rules = expansion_rules(players);
    rules.crown_start = true;
    Scene scene(rules);
    CHECK(scene.in_bag("C") == 4 - players);
    for (int p = 0; p < players; ++p) CHECK(scene.hand_of("C", p) == 1);
    CHECK(Scene(players).in_bag("C") == 4);
  }
}

TEST_CASE("second kind blue shrimp tile: protected from corals, alone, and takes no shrimp") {
  Scene scene;
  scene.tile("W", "0a6 0b6").tile("Yb", "0c6").tile("Y", "0d6").tile("W", "0e6 0e5").hand("W").larvae("W");
  CHECK(!scene.legal("shrimp=0c6"));
  CHECK(scene.legal("shrimp=0d6"));
  scene.play("lay=W");
  CHECK(!scene.legal("put=0c6h"));
  CHECK(scene.legal("put=0d6h"));
}

TEST_CASE("second kind bicoloured tile: either colour in the hand, one on the board, either again when consumed") {
  Scene scene;
  scene.hand("WY").larvae("WYO");
  CHECK(scene.legal_of("lay=") == "lay=W lay=Y");
  scene.play("lay=Y");
  CHECK(scene.count("put=0a6h") == 1);
  scene.play("put=0a6h:WY done");
  CHECK(scene.tile_at("0a6") == "WY:Y");

  Scene attacked;  // W beats the tile laid as Y
  attacked.tile("W", "0b6 0c6").tile("WY:Y", "0a6").hand("W").larvae("W").play("lay=W put=0a6h done");
  CHECK(attacked.consumed_of("WY") == 1);
  CHECK(attacked.legal_of("larva=") == "larva=W:WY larva=Y:WY");
  CHECK(attacked.legal("alga=r:WY"));
  attacked.play("larva=Y:WY");
  CHECK(attacked.in_bag("WY") == 2);
  CHECK(oracle::count(attacked.seat().larvae, 'Y') == 1);

  Scene consumed;  // a consumed one is laid like any other
  consumed.consumed("WY").larvae("W").play("lay=W put=0a6c:WY");
  CHECK(consumed.tile_at("0a6") == "WY");
}

TEST_CASE("second kind bicoloured tile: scores as the colour worth more") {
  Scene scene;
  scene.table.corals.side["WY"] = 1;  // Y beats W: Y is worth 4, W 2
  scene.fish("WY", 0).fish("W", 1).begin(0);
  CHECK(scene.scores() == std::vector<int>{4, 2});
}

TEST_CASE("second kind double tile: two in scoring and returning, one on the board and in ties") {
  Scene scene;
  scene.fish("W2", 0).fish("W W", 1).begin(0);
  CHECK(scene.scores() == std::vector<int>{6, 6});
  Scene ties;
  ties.consumed("W2", 0).consumed("W W", 1).begin(0);
  CHECK(ties.ranks() == std::vector<int>{2, 1});

  Scene small;  // four tiles are too few, whatever they count later
  small.tile("W2", "0a6 0b6").tile("W", "0c6 0d6").shrimp(0, "0a6").fed(0, 1);
  CHECK(small.count("eat=") == 0);

  Scene fed;
  fed.tile("W2", "0a6").tile("W", "0b6 0c6 0d6 0e6").shrimp(0, "0a6").fed(0, 1).play("eat=0a6");
  CHECK(fed.legal_of("") == "return=W return=W2");
  fed.play("return=W return=W return=W return=W2");  // the last may overshoot
  CHECK(fed.legal("take=W"));
  CHECK(fed.fish_of("W") == 1);
}

TEST_CASE("second kind double tile: split into two plain consumed tiles") {
  Scene scene;
  scene.consumed("W2").larvae("W").tile("W", "0a6").shrimp(0, "0a6");
  CHECK(scene.legal("split=W2"));
  scene.play("lift=0a6");
  CHECK(!scene.legal("split=W2"));  // a shrimp is in the air
  scene.play("land=0a6 split=W2");
  CHECK(scene.consumed_of("W") == 2);
  CHECK(scene.in_bag("W2") == 2);
  Scene poor;
  poor.bag("W Y Y Y").table.seat(0).consumed["W2"] = 1;
  CHECK(!poor.legal("split=W2"));  // the bag has one
  Scene laying;
  laying.consumed("W2 W").larvae("W").play("lay=W put=0a6c");
  CHECK(!laying.legal("split=W2"));
}

TEST_CASE("second kind half tile: the facing is chosen, connections need two coral sides") {
  Scene facing;
  facing.hand("Wh").larvae("W").play("lay=W");
  CHECK(facing.legal_of("put=0a6h") == "put=0a6h:Wh:e put=0a6h:Wh:n put=0a6h:Wh:s put=0a6h:Wh:w");
  facing.play("put=0a6h:Wh:s");
  CHECK(facing.tile_at("0a6") == "Wh:s");

  // Between b6 with a shrimp and d6: which of them does the half at c6 belong to?
  const auto open_to_shrimps = [](const std::string& half) {
    Scene scene;
    scene.tile("W", "0b6 0d6").tile(half, "0c6").shrimp(1, "0b6");
    return scene.legal_of("shrimp=");
  };
  CHECK(open_to_shrimps("Wh:n") == "shrimp=0c6 shrimp=0d6");  // north and east
  CHECK(open_to_shrimps("Wh:e") == "shrimp=0c6 shrimp=0d6");  // east and south
  CHECK(open_to_shrimps("Wh:s") == "shrimp=0d6");             // south and west
  CHECK(open_to_shrimps("Wh:w") == "shrimp=0d6");             // west and north
}

TEST_CASE("second kind half tile: its facing decides which corals it joins") {
  Scene scene;
  scene.tile("W", "0a6 0c6").shrimp(0, "0a6").shrimp(1, "0c6").hand("W Wh").larvae("W").play("lay=W");
  CHECK(!scene.legal("put=0b6h"));
  CHECK(scene.count("put=0b6h:Wh") == 4);  // no facing has both west and east
  Scene corner;
  corner.tile("W", "0b5 0c6").shrimp(0, "0b5").shrimp(1, "0c6").hand("Wh").larvae("W").play("lay=W");
  CHECK(corner.legal_of("put=0b6h") == "put=0b6h:Wh:e put=0b6h:Wh:s put=0b6h:Wh:w");  // n has north and east
}

TEST_CASE("second kind half tile: attacks go over coral sides, however the new tile faces") {
  Scene scene;
  scene.tile("W", "0a6 0b6").tile("Y", "0c6").hand("Wh").larvae("W").play("lay=W");
  CHECK(scene.count("put=0c6h:Wh") == 4);
  const auto attackable = [](const std::string& victim) {
    Scene here;
    here.tile("W", "0a6 0b6").tile(victim, "0c6").hand("W").larvae("W").play("lay=W");
    return here.legal("put=0c6h");
  };
  CHECK(attackable("Yh:s"));
  CHECK(attackable("Yh:w"));
  CHECK(!attackable("Yh:n"));
  CHECK(!attackable("Yh:e"));
  const auto attacks = [](const std::string& attacker) {
    Scene here;
    here.tile("W", "0a6").tile(attacker, "0b6").tile("Y", "0c6").hand("W").larvae("W").play("lay=W");
    return here.legal("put=0c6h");
  };
  CHECK(attacks("W"));
  CHECK(!attacks("Wh:s"));  // turned away from c6
  CHECK(!attacks("Wh:n"));  // turned to c6, but alone
  Scene bent;
  bent.tile("W", "0b5").tile("Wh:n", "0b6").tile("Y", "0c6").hand("W").larvae("W").play("lay=W");
  CHECK(bent.legal("put=0c6h"));
  bent.play("put=0c6h done");
  CHECK(bent.consumed_of("Y") == 1);
}

TEST_CASE("second kind half tile: a shrimp protects over coral sides only, growth looks at cells") {
  const auto attackable = [](const std::string& victim) {
    Scene here;
    here.tile("W", "0c5 0b5").tile(victim, "0c6").tile("Y", "0d6").shrimp(1, "0d6").hand("W").larvae("W").play("lay=W");
    return here.legal("put=0c6h");
  };
  CHECK(!attackable("Yh:n"));
  CHECK(attackable("Yh:w"));
  Scene growth;  // its bare sides are turned to the growth space
  growth.hand("Wh").larvae("W").play("lay=W put=0e4h:Wh:e");
  CHECK(growth.tile_at("0d4") == "W");
}

TEST_CASE("second kind growth and exchanges use plain tiles only") {
  Scene scene;
  scene.bag("W2 Wb Wh WY Y Y").larvae("W").table.spares.erase('W');
  scene.table.seat(0).hand["W"] = 1;
  CHECK(!scene.legal("tile=W"));
  scene.play("lay=W put=0e4h");
  CHECK(scene.tile_at("0d4") == "");
}

TEST_CASE("second kind bare rock: beside rock, on deep water and beyond the edge") {
  Scene scene;
  scene.hand("R R W W").larvae("W");
  CHECK(scene.legal("rock=0d5"));
  CHECK(!scene.legal("rock=0d6"));  // rock already
  CHECK(!scene.legal("rock=0a1"));  // water on all sides
  CHECK(scene.legal("rock=0z6"));
  CHECK(scene.legal("rock=0g7"));
  CHECK(!scene.legal("rock=0h7"));  // a corner touches the grid nowhere
  CHECK(!scene.legal("rock=0a0"));  // row 1 is water there
  CHECK(scene.legal("rock=0e0"));
  scene.play("rock=0h6 rock=0h7");  // the second beside the first
  CHECK(scene.count("rock=") == 0);
  scene.play("lay=W put=0h6h put=0h7h done");
  CHECK(scene.tile_at("0h7") == "W");
  CHECK(scene.legal("shrimp=0h7"));

  Scene eaten;  // the rock stays when the tile on it goes
  eaten.rock("0h6")
      .tile("W", "0h6 0g6 0f6 0e6 0d6")
      .shrimp(0, "0h6")
      .fed(0, 1)
      .hand("Y")
      .larvae("Y")
      .play("eat=0h6 lay=Y");
  CHECK(eaten.legal("put=0h6h"));
}

TEST_CASE("second kind bare rock and deep water take each other away") {
  Scene scene;
  scene.hand("R R D D");
  CHECK(!scene.legal("rock=0e6"));
  scene.play("deep=0e6");
  CHECK(!scene.is_rock("0e6"));
  CHECK(scene.in_bag("D") == 0);
  scene.play("rock=0e6");  // printed rock again
  CHECK(scene.is_rock("0e6"));
  CHECK(scene.in_bag("R") == 1);
  CHECK(scene.in_bag("D") == 1);
  scene.play("rock=0h6");
  CHECK(scene.is_rock("0h6"));
  scene.play("deep=0h6");
  CHECK(!scene.is_rock("0h6"));
  CHECK(scene.in_bag("R") == 2);
  CHECK(scene.in_bag("D") == 2);
  CHECK(scene.legal_of("deep=") == "");

  Scene island;  // rock surrounded by deep water tiles gives no hold; the deep water tile itself needs none
  island.deep("0d1").hand("R");
  CHECK(island.legal("rock=0d1"));
  CHECK(!island.legal("rock=0d0"));
  CHECK(island.legal("rock=0e0"));
}

TEST_CASE("second kind deep water: on empty rock only, covers a growth space") {
  Scene scene;
  scene.hand("D W W").larvae("W").tile("Y", "0a6");
  CHECK(!scene.legal("deep=0a6"));
  CHECK(!scene.legal("deep=0d5"));  // water already
  scene.play("deep=0d4 lay=W put=0e4h");
  CHECK(scene.tile_at("0d4") == "");
  CHECK(!scene.legal("put=0d4h"));
}

TEST_CASE("second kind crown: where it may be set, when it dies at once, what it blocks") {
  Scene scene;
  scene.tile("Y", "0a6").hand("C C D R W W").larvae("W");
  CHECK(!scene.legal("crown=0a6"));
  CHECK(!scene.legal("crown=0d5"));
  scene.play("crown=0b6");
  CHECK(scene.has_crown("0b6"));
  CHECK(!scene.legal("deep=0b6"));
  CHECK(!scene.legal("crown=0b6"));
  CHECK(!scene.legal("shrimp=0b6"));
  scene.play("crown=0e1");  // nothing lives beside it
  CHECK(!scene.has_crown("0e1"));
  CHECK(scene.in_bag("C") == 2);  // dead crowns do not come back
  scene.play("lay=W put=0c6h");
  CHECK(!scene.legal("put=0b6h"));

  Scene half;  // a bare side is no polyp
  half.tile("Yh:w", "0a6").hand("C").play("crown=0b6");
  CHECK(!half.has_crown("0b6"));

  Scene growth;  // no growth under a crown; the one whose last neighbour turns away dies first
  growth.tile("Y", "0e4").hand("C W").larvae("W").play("crown=0d4 lay=W put=0c4h done");
  CHECK(growth.has_crown("0d4"));
  Scene dies;
  dies.tile("Y", "0e4").tile("W", "0e3 0f3").hand("C Wh").larvae("W").play("crown=0d4 lay=W put=0e4h:Wh:e");
  CHECK(!dies.has_crown("0d4"));
  CHECK(dies.tile_at("0d4") == "W");

  Scene rock;  // a bare rock tile will do
  rock.rock("0h6").tile("Y", "0g6").hand("C").play("crown=0h6");
  CHECK(rock.has_crown("0h6"));
}

}  // namespace atl::reef_encounter::second_kind
