/// The expansion's rules by examples: what cards do to the reef and the coral tiles, and when they can be played.
#include "engine/reef_encounter/second_kind/oracle/scene.hpp"

namespace atl::reef_encounter::second_kind {

TEST_CASE("second kind card algae_indigestion: a cylinder goes back, the side stays") {
  Scene scene;
  scene.locked("YO GW").cards("algae_indigestion").play("pass card=algae_indigestion");
  CHECK(scene.legal_of("") == "unlock=GW unlock=YO");
  scene.play("unlock=YO");
  CHECK(scene.table.corals.locked == std::set<std::string>{"GW"});
  CHECK(scene.table.corals.side["YO"] == 0);
  CHECK(scene.table.cylinders['b'] == 5);
  CHECK(oracle::count(scene.table.discards, "algae_indigestion") == 1);
  Scene none;
  none.cards("algae_indigestion").play("pass");
  CHECK(none.count("card=") == 0);
}

TEST_CASE("second kind card confusion: a cylinder moves, all others showing its alga are flipped") {
  Scene scene;  // side 0 shows b on YO, OG and GY
  scene.locked("GY").cards("confusion").play("pass card=confusion");
  CHECK(scene.legal_of("") == "shift=GY-OG shift=GY-YO");
  scene.play("shift=GY-OG");
  CHECK(scene.table.corals.locked == std::set<std::string>{"OG"});
  CHECK(scene.table.corals.side["OG"] == 0);
  CHECK(scene.table.corals.side["YO"] == 1);
  CHECK(scene.table.corals.side["GY"] == 1);  // the vacated one too
  CHECK(scene.table.corals.side["WY"] == 0);  // shows g
  Scene alone;                                // no unlocked tile shows r
  alone.locked("WO GW").cards("confusion").play("pass");
  CHECK(!alone.legal("card=confusion"));
}

TEST_CASE("second kind card consumed_polyps: one to three polyps from behind the screen") {
  Scene scene;
  scene.hand("W WY C R").cards("consumed_polyps").play("pass card=consumed_polyps");
  CHECK(scene.legal_of("") == "consume=W consume=WY");
  scene.play("consume=WY");
  CHECK(scene.legal_of("") == "consume=W done");
  scene.play("consume=W");
  CHECK(scene.legal_of("") == "done");
  scene.play("done");
  CHECK(scene.consumed_of("WY") == 1);
  CHECK(scene.legal("larva=W"));
  Scene many;
  many.hand("Y Y Y Y").cards("consumed_polyps").play("pass card=consumed_polyps consume=Y consume=Y consume=Y");
  CHECK(many.legal("take=W"));
  CHECK(many.hand_of("Y") == 1);
  Scene none;
  none.hand("C R D").cards("consumed_polyps").play("pass");
  CHECK(none.count("card=") == 0);
}

TEST_CASE("second kind card deep_water: one put on water amid rock") {
  Scene without;
  without.hand("W").larvae("W").play("lay=W");
  CHECK(!without.legal("put=0d5h"));

  Scene scene;
  scene.hand("W W W W W W").larvae("WW").cards("deep_water deep_water").play("pass card=deep_water");
  CHECK(!scene.legal("card=deep_water"));  // one is pending
  scene.play("lay=W");
  CHECK(scene.legal("put=0d5h"));
  CHECK(scene.legal("put=0c3h"));
  CHECK(!scene.legal("put=0a1h"));  // water beside it
  CHECK(!scene.legal("put=0z6h"));  // no water at all
  scene.play("put=0e6h");
  CHECK(scene.legal("put=0d5h"));  // an ordinary put does not use it up
  scene.play("put=0d5h");
  CHECK(scene.tile_at("0d5") == "W");
  CHECK(!scene.legal("put=0c3h"));
  scene.play("done");
  CHECK(scene.legal("card=deep_water"));
  CHECK(scene.legal("shrimp=0d5"));
  scene.play("lay=W put=0a6h done");
  CHECK(!scene.legal("card=deep_water"));  // no lay is left

  Scene lapses;
  lapses.hand("W W").larvae("WW").cards("deep_water").play("pass card=deep_water lay=W put=0a6h done lay=W");
  CHECK(!lapses.legal("put=0d5h"));

  Scene attack;  // a tile there can be attacked with another such card only
  attack.tile("W", "0d6 0e6").tile("Y", "0d5").hand("W").larvae("W").cards("deep_water").play("pass");
  CHECK(attack.legal("lay=W"));
  attack.play("card=deep_water lay=W put=0d5h");
  CHECK(attack.consumed_of("Y") == 1);
  Scene safe;
  safe.tile("W", "0d6 0e6").tile("Y", "0d5").hand("W").larvae("W").play("lay=W");
  CHECK(!safe.legal("put=0d5h"));

  Scene tile;  // deep water tiles too; rock beyond the edge counts as rock
  tile.deep("0b5 0g6").rock("0h6 0g7").hand("W").larvae("W").cards("deep_water").play("pass card=deep_water lay=W");
  CHECK(tile.legal("put=0b5h"));
  CHECK(tile.legal("put=0g6h"));
  CHECK(tile.legal("put=0c3h"));
  Scene edge;
  edge.deep("0g6").rock("0h6").hand("W").larvae("W").cards("deep_water").play("pass card=deep_water lay=W");
  CHECK(!edge.legal("put=0g6h"));
}

TEST_CASE("second kind card deep_water: a lay may depend on it") {
  Scene scene;
  for (const char* const board : {"0", "1"}) {
    for (const char column : std::string("abcdefg")) {
      for (const char row : std::string("123456")) {
        const std::string cell = std::string(board) + column + row;
        if (scene.table.reef.is_rock(oracle::cell_named(cell))) {
          scene.table.reef.lay(oracle::cell_named(cell), oracle::Tile{.kind = "G", .colour = 'G'});
        }
      }
    }
  }
  scene.tile("Y", "0a6");  // G may attack it, so that the reef is not full
  scene.hand("W").larvae("W").cards("deep_water").play("pass");
  CHECK(!scene.legal("lay=W"));
  scene.play("card=deep_water");
  CHECK(scene.legal("lay=W"));
  scene.play("lay=W put=0d5h done");
}

TEST_CASE("second kind card disintegration: the owner takes tiles off until nine are left") {
  Scene scene;
  scene.tile("W", "0a5 0b5 0c5 0a6 0b6 0c6 0d6 0e6 0g6")
      .tile("WY", "0f6")
      .shrimp(1, "0f6")
      .cards("disintegration")
      .play("pass card=disintegration");
  CHECK(scene.legal_of("") == "coral=0a5");
  scene.play("coral=0a5");
  CHECK(scene.mover() == 1);
  CHECK(scene.count("remove=") == 9);
  CHECK(!scene.legal("remove=0f6"));
  scene.play("remove=0d6");  // it may fall into two
  CHECK(scene.mover() == 0);
  CHECK(scene.legal("take=W"));
  CHECK(scene.tile_at("0d6") == "");

  Scene nobody;  // without owner the player chooses; all nine that are left of the eleven count, together or not
  nobody.tile("W", "0a5 0b5 0c5 0a6 0b6 0c6 0d6 0e6 0g6").tile("Wb", "0f6").tile("W", "0g5").cards("disintegration");
  nobody.play("pass card=disintegration coral=0a5");
  CHECK(nobody.mover() == 0);
  CHECK(!nobody.legal("remove=0f6"));
  nobody.play("remove=0d6");
  CHECK(nobody.count("remove=") == 9);
  nobody.play("remove=0a6");
  CHECK(nobody.legal("take=W"));

  Scene wooden;
  wooden.tile("W", "0a5 0b5 0c5 0a6 0b6 0c6 0d6 0e6 0f6 0g6")
      .blue("0f6")
      .crown("0e5")
      .cards("disintegration")
      .play("bite=0e5-0e6");
  wooden.play("pass");
  CHECK(!wooden.legal("card=disintegration"));  // not enough after the bite

  Scene nine;
  nine.tile("W", "0a5 0b5 0c5 0a6 0b6 0c6 0d6 0e6 0f6").cards("disintegration").play("pass");
  CHECK(!nine.legal("card=disintegration"));
}

TEST_CASE("second kind card dislodged: a crown leaves the game") {
  Scene scene;
  scene.tile("Y", "0a6 0c6").shrimp(1, "0a6 0c6").crown("0b6").cards("dislodged").play("pass card=dislodged");
  CHECK(scene.legal_of("") == "dislodge=0b6");
  scene.play("dislodge=0b6");
  CHECK(!scene.has_crown("0b6"));
  CHECK(scene.in_bag("C") == 3);
  Scene none;
  none.cards("dislodged").play("pass");
  CHECK(none.count("card=") == 0);
}

TEST_CASE("second kind card double_lock: two locks in a turn, but not the tenth") {
  Scene scene;
  scene.fed(0, 1).consumed("Y Y Y Y").cards("double_lock double_lock").play("pass lock=WO:Y");
  CHECK(scene.count("lock=") == 0);
  scene.play("card=double_lock");
  CHECK(!scene.legal("card=double_lock"));  // once per turn
  scene.play("lock=YP:Y");
  CHECK(scene.count("lock=") == 0);
  Scene before;  // it may come before the first lock, and before any feeding
  before.cards("double_lock").play("pass card=double_lock");
  CHECK(before.count("lock=") == 0);
  Scene tenth;
  tenth.fed(0, 1)
      .consumed("Y Y")
      .locked("WO YO YP OP OG PW PG GW")
      .cards("double_lock")
      .play("pass card=double_lock lock=GY:Y");
  CHECK(tenth.count("lock=") == 0);
  Scene first;  // without the card the tenth may be locked as ever
  first.fed(0, 1).consumed("Y").locked("WO YO YP OP OG PW PG GW GY").play("lock=WY:Y");
  CHECK(first.end() == "locks");
}

TEST_CASE("second kind card extra_free_growth: beside an own coral, a plain tile of the bag") {
  Scene scene;
  scene.tile("W", "0e4")
      .shrimp(0, "0e4")
      .tile("Yh:s", "0c4")
      .shrimp(0, "0c4")
      .tile("O", "0d3")
      .shrimp(1, "0d3")
      .cards("extra_free_growth");
  scene.play("pass card=extra_free_growth");
  CHECK(scene.legal_of("") == "grow=0d4:W grow=0d4:Y");  // bare sides do not matter, owners do
  const int before = scene.in_bag("W");
  scene.play("grow=0d4:W");
  CHECK(scene.tile_at("0d4") == "W");
  CHECK(scene.in_bag("W") == before - 1);
  CHECK(scene.table.spares.size() == 5);  // not the spare

  const auto playable = [](const std::string& what) {
    Rules rules = expansion_rules(2);
    rules.free_growth = what == "no free growth" ? "none" : "automatic";
    Scene here(rules);
    here.tile("W", "0e4").shrimp(0, "0e4").cards("extra_free_growth");
    if (what == "full") here.tile("G", "0d4");
    if (what == "deep") here.deep("0d4");
    if (what == "crown") here.tile("P", "0c4").shrimp(1, "0c4").crown("0d4");
    if (what == "other shrimp") here.tile("W", "0c4").shrimp(1, "0c4");
    if (what == "blue shrimps") here.tile("Wb", "0e3").tile("W", "0c4").blue("0c4");
    if (what == "bag") here.bag("W2 Wb Y Y Y");
    if (what == "crown") here.play("bite=0d4-0e4 recall pass");
    if (what != "crown") here.play("pass");
    return here.legal("card=extra_free_growth");
  };
  CHECK(playable(""));
  CHECK(playable("no free growth"));
  for (const char* const what : {"full", "deep", "crown", "other shrimp", "blue shrimps", "bag"}) {
    CAPTURE(what);
    CHECK(!playable(what));
  }
}

TEST_CASE("second kind card extra_growth: two plain tiles from the bag by the rules of laying") {
  Scene scene;
  scene.tile("W", "0a6 0b6")
      .tile("Y", "0c6")
      .tile("Y", "0e1")
      .shrimp(0, "0e1")
      .cards("extra_growth")
      .play("pass card=extra_growth");
  CHECK(scene.count("lift=") == 0);
  CHECK(scene.legal("put=0c6b:W"));  // an attack
  CHECK(!scene.legal("put=0c6b:O"));
  CHECK(!scene.legal("done"));
  scene.play("put=0c6b:W");
  CHECK(scene.consumed_of("Y") == 1);
  const int before = scene.in_bag("O");
  scene.play("put=0e4b:O");  // grows onto d4
  CHECK(scene.tile_at("0d4") == "O");
  CHECK(scene.in_bag("O") == before - 2);
  CHECK(scene.legal("take=W"));
  CHECK(scene.seat().larvae.empty());

  Scene one;  // the second only if it can be laid
  one.bag("W W2 Wb WY").cards("extra_growth").play("pass card=extra_growth put=0a6b:W");
  CHECK(one.legal("take=W"));
  Scene none;
  none.bag("W2 Wb WY").cards("extra_growth").play("pass");
  CHECK(none.count("card=") == 0);
  Scene water;  // deep_water is for lays
  water.cards("extra_growth deep_water").play("pass card=deep_water card=extra_growth");
  CHECK(!water.legal("put=0d5b:W"));
}

}  // namespace atl::reef_encounter::second_kind
