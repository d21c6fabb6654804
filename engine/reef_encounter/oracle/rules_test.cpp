/// The rules of RULES.md by examples, in its order. Coral tiles on side 0: W beats Y O, Y beats O P, O beats P G,
/// P beats W G, G beats W Y.
#include "engine/reef_encounter/oracle/scene.hpp"

namespace atl::reef_encounter {

TEST_CASE("reef encounter setup: tiles, larvae and turn order") {
  const Game game(default_rules(2));
  State state = game.initial_state();
  const auto play = [&](std::string_view tokens) {
    for (const std::string_view token : split(tokens, ' ')) {
      const std::optional<Action> action = game.parse(state, token);
      REQUIRE(action);
      REQUIRE(is_legal(game, state, *action));
      game.apply(state, *action);
    }
  };
  CHECK(game.parse(state, "~boards=20") == std::nullopt);
  play("~boards=02");
  CHECK(state.bag_total == 200 - 5 - 10);
  play("~side=1 ~slot=P");
  CHECK(state.bag_total == 185);  // the starting slot's tile goes back
  play("~W ~W ~W ~Y ~Y ~Y ~O ~O ~O ~P ~P ~G");
  CHECK(sea_tiles(state.sea, 3, 0) == 3);  // P first, then G W Y O
  CHECK(sea_tiles(state.sea, 4, 1) == 3);
  CHECK(sea_tiles(state.sea, 0, 2) == 3);
  CHECK(slot_size(state, 1) == 2);
  CHECK(slot_size(state, 2) == 1);
  CHECK(game.chance_source(state) == ChanceSource{.owner = 0, .number = 0});
  play("~W ~W ~W ~W ~W ~W");
  CHECK(game.chance_source(state) == ChanceSource{.owner = 1, .number = 0});
  play("~Y ~Y ~Y ~Y ~Y ~Y ~Y ~Y ~O");
  CHECK(game.player_to_act(state) == Player(0));
  play("fish=W");
  CHECK(!is_legal(game, state, *game.parse(state, "fish=W")));  // seat 1 has none
  play("fish=O larvae=WP");
  CHECK(game.parse(state, "larvae=PW") == std::nullopt);
  play("larvae=YY");
  CHECK(state.phase == Phase::main);
  CHECK(game.player_to_act(state) == Player(0));
  CHECK(state.area[0].hand[0] == 5);
  CHECK(state.secret[1] == 2);
  CHECK(state.larva_supply[0] == 8);
  CHECK(state.larva_supply[1] == 7);
  CHECK(colour_value(state.sides, 0) + colour_value(state.sides, 1) + colour_value(state.sides, 2) +
            colour_value(state.sides, 3) + colour_value(state.sides, 4) ==
        15);
}

TEST_CASE("reef encounter attack: two tiles, a stronger colour, an unprotected neighbour") {
  Scene scene;
  scene.tiles('W', "0b2").tiles('Y', "0c2").tiles('P', "0b3").hand("WWWW").larvae("W").play("lay=W");
  CHECK(!scene.legal("put=0c2h"));  // one tile does not attack
  scene.play("put=0a3h");           // not beside 0b2 (0a2 is water): still single
  CHECK(!scene.legal("put=0c2h"));
  CHECK(!scene.legal("put=0b3h"));  // P beats W, not the other way

  Scene two;
  two.tiles('W', "0d2 0e2").tiles('Y', "0c2 0d1").tiles('P', "0f2").hand("WWW").larvae("W").play("lay=W");
  CHECK(two.legal("put=0c2h"));
  CHECK(two.legal("put=0d1h"));
  CHECK(!two.legal("put=0f2h"));
  CHECK(!two.legal("put=0a1h"));  // deep water
  two.play("put=0c2h");
  CHECK(two.tile_at("0c2") == 'W');
  CHECK(two.area().consumed[1] == 1);
  CHECK(two.area().hand[0] == 2);
}

TEST_CASE("reef encounter attack: the tile just laid may complete the attacking pair") {
  Scene scene;
  scene.tiles('W', "0e2").tiles('Y', "0c2").hand("WW").larvae("W").play("lay=W");
  CHECK(!scene.legal("put=0c2h"));
  scene.play("put=0d2h");
  CHECK(scene.legal("put=0c2h"));
}

TEST_CASE("reef encounter protection: shrimp and its own-coloured neighbours, against the owner too") {
  Scene scene;
  scene.tiles('W', "0a6 0b6")
      .tiles('Y', "0c6 0d6 0e6 0f6")
      .tiles('W', "0f5 0g5")
      .shrimp(0, "0c6")
      .hand("W")
      .larvae("W")
      .play("lay=W");
  CHECK(!scene.legal("put=0c6h"));  // carries the mover's own shrimp
  CHECK(scene.legal("put=0f6h"));   // two cells away from it
  Scene near;
  near.tiles('W', "0d5 0e5").tiles('Y', "0e6 0f6 0g6").shrimp(1, "0f6").hand("W").larvae("W").play("lay=W");
  CHECK(!near.legal("put=0e6h"));  // beside the shrimp, same colour
  Scene other;
  other.tiles('W', "0d5 0e5").tiles('Y', "0e6").tiles('O', "0f6").shrimp(1, "0f6").hand("W").larvae("W").play("lay=W");
  CHECK(other.legal("put=0e6h"));  // a neighbour of another colour is not protected
}

TEST_CASE("reef encounter split: a bitten coral falls into two, the part without shrimp is open to all") {
  Scene scene;
  scene.tiles('Y', "0a6 0b6 0c6 0d6 0e6").tiles('W', "0d5 0e5").shrimp(1, "0a6").hand("W").larvae("W");
  CHECK(!scene.legal("shrimp=0e6"));
  scene.play("lay=W put=0d6h done");
  CHECK(scene.legal("shrimp=0e6"));
  CHECK(!scene.legal("shrimp=0c6"));
}

TEST_CASE("reef encounter mergers: no put may join two corals with shrimps") {
  Scene scene;
  scene.tiles('W', "0a6 0c6").shrimp(0, "0a6").shrimp(1, "0c6").hand("WW").larvae("W").play("lay=W");
  CHECK(!scene.legal("put=0b6h"));
  CHECK(scene.legal("put=0d6h"));
  scene.play("lift=0a6");  // in the air it belongs to no coral
  CHECK(scene.legal("put=0b6h"));
  scene.play("put=0b6h");
  CHECK(!scene.legal("land=0a6"));  // that coral is guarded now
  CHECK(scene.legal("recall"));
  Scene one;
  one.tiles('W', "0a6 0c6").shrimp(0, "0a6").hand("W").larvae("W").play("lay=W");
  CHECK(one.legal("put=0b6h"));
  Scene attack;  // an attack may not join them either
  attack.tiles('W', "0a6 0b6 0d6 0e6")
      .tiles('Y', "0c6")
      .shrimp(0, "0a6")
      .shrimp(1, "0e6")
      .hand("W")
      .larvae("W")
      .play("lay=W");
  CHECK(!attack.legal("put=0c6h"));
}

TEST_CASE("reef encounter free growth: spare, replacement from the bag, nothing without tiles") {
  Scene scene;  // growth space of board 0 is d4
  scene.hand("WW").larvae("WW").play("lay=W put=0e4h");
  CHECK(scene.tile_at("0d4") == 'W');
  CHECK((scene.state.spares & 1) == 1);  // replaced
  CHECK(scene.state.bag[0] == 38);
  CHECK(scene.state.hand_laid == 1);  // growth is no put
  scene.play("put=0f5h");
  CHECK(scene.state.bag[0] == 38);

  Scene empty_bag;
  empty_bag.bag("YYYYY").hand("W").larvae("W").play("lay=W put=0e4h");
  CHECK(empty_bag.tile_at("0d4") == 'W');
  CHECK((empty_bag.state.spares & 1) == 0);  // used up

  Scene no_spare;
  no_spare.state.spares = 0;
  no_spare.bag("WYY").hand("W").larvae("W").play("lay=W put=0e4h");
  CHECK(no_spare.tile_at("0d4") == 'W');
  CHECK(no_spare.state.bag[0] == 0);
  CHECK(no_spare.state.spares == 0);

  Scene nothing;
  nothing.state.spares = 0;
  nothing.bag("YY").hand("W").larvae("W").play("lay=W put=0e4h");
  CHECK(nothing.tile_at("0d4") == ' ');
}

TEST_CASE("reef encounter free growth: takes part in attacks, not in mergers, and works again when emptied") {
  Scene scene;  // the grown tile is the second of the attackers
  scene.tiles('Y', "0d5").hand("WW").larvae("W").play("lay=W put=0e4h");
  CHECK(scene.tile_at("0d4") == 'W');
  CHECK(board_map(0).rock != 0);

  Scene merger;  // board 1: growth space d4, beside e4 and d5 (and d3 is water)
  merger.tiles('W', "1d5 1d6").shrimp(1, "1d6").tiles('W', "1f4").shrimp(0, "1f4").hand("W").larvae("W");
  merger.play("lay=W put=1e4h");  // joins the own coral; the growth would join the other one
  CHECK(merger.tile_at("1d4") == ' ');

  Scene attack;  // an attack beside the growth space makes it grow too
  attack.tiles('W', "1f4 1g4").tiles('Y', "1e4").hand("W").larvae("W").play("lay=W put=1e4h");
  CHECK(attack.tile_at("1d4") == 'W');
  CHECK(attack.area().consumed[1] == 1);

  Scene again;
  again.tiles('W', "0d4 0e4 0e5 0f5 0f6").shrimp(0, "0f6").hand("Y").larvae("Y");
  again.state.phase = Phase::feeding;
  again.play("eat=0f6");
  CHECK(again.tile_at("0d4") == ' ');
  again.play("lay=Y put=0e4h");
  CHECK(again.tile_at("0d4") == 'Y');

  Rules rules = default_rules(2);
  rules.free_growth = "none";
  Scene off(rules);
  off.hand("WW").larvae("W").play("lay=W put=0e4h");
  CHECK(off.tile_at("0d4") == ' ');
  CHECK(off.legal("put=0d4h"));
}

TEST_CASE("reef encounter free growth may be optional: its player is asked at once, once for each put") {
  Rules rules = default_rules(2);
  rules.free_growth = "optional";
  Scene scene(rules);
  scene.hand("WWW").larvae("W").play("lay=W put=0e4h");
  CHECK(scene.tile_at("0d4") == ' ');
  CHECK(scene.count("") == 2);
  scene.play("skip");
  CHECK(scene.tile_at("0d4") == ' ');
  CHECK(scene.legal("put=0d4h"));  // an ordinary space, which can be laid on as well
  scene.play("put=0c4h grow");
  CHECK(scene.tile_at("0d4") == 'W');
  CHECK((scene.state.spares & 1) == 1);  // replaced from the bag
  CHECK(scene.legal("put=0a6h"));

  Scene merger(rules);  // nothing could grow: no question
  merger.tiles('W', "1d5 1d6").shrimp(1, "1d6").tiles('W', "1f4").shrimp(0, "1f4").hand("W").larvae("W");
  merger.play("lay=W put=1e4h done");
  Scene nothing(rules);
  nothing.state.spares = 0;
  nothing.bag("YY").hand("W").larvae("W").play("lay=W put=0e4h done");

  Scene empty_bag(rules);
  empty_bag.bag("YYYYY").hand("W").larvae("W").play("lay=W put=0e4h grow");
  CHECK((empty_bag.state.spares & 1) == 0);
}

TEST_CASE("reef encounter feeding: size, returned tiles, the right to lock") {
  Scene scene;
  scene.tiles('O', "0a6 0b6 0c6 0d6 0e6 0f6")
      .tiles('P', "0d1 0e1 0f1 0e2")
      .shrimp(0, "0c6")
      .shrimp(0, "0e1")
      .consumed("YY");
  CHECK(!scene.legal("lock=WY:Y"));
  scene.state.phase = Phase::feeding;
  CHECK(scene.count("eat=") == 1);  // the coral of four is too small
  CHECK(scene.legal("pass"));
  const int bag = scene.state.bag[2];
  scene.play("eat=0c6");
  CHECK(scene.state.bag[2] == bag + 4);
  CHECK(scene.area().fish[2] == 2);
  CHECK(scene.tile_at("0a6") == ' ');
  CHECK(shrimps_behind(scene.state, 0) == 2);
  CHECK(scene.legal("lock=WY:Y"));
  CHECK(!scene.legal("eat=0e1"));  // once per turn, at its start

  Rules rules = default_rules(2);
  rules.min_feed = 2;
  Scene small(rules);
  small.tiles('O', "0a6 0b6").shrimp(0, "0a6");
  small.state.phase = Phase::feeding;
  small.play("eat=0a6");
  CHECK(small.area().fish[2] == 0);  // all go back if there are fewer
}

TEST_CASE("reef encounter laying: what may begin, how many, when it stops") {
  Scene scene;
  scene.hand("WWWWWW").consumed("WW").larvae("WWWY");
  CHECK(!scene.legal("lay=Y"));  // no tile
  CHECK(!scene.legal("lay=O"));  // no larva
  const int supply = scene.state.larva_supply[0];
  scene.play("lay=W");
  CHECK(scene.state.larva_supply[0] == supply + 1);
  CHECK(!scene.legal("done"));
  scene.play("put=0a3h put=0b3h put=0a4h put=0b4h");
  CHECK(!scene.legal("put=0a6h"));  // four from behind the screen
  CHECK(scene.legal("put=0a6c"));   // consumed ones without limit
  CHECK(scene.legal("done"));
  scene.play("put=0a6c put=0b6c");
  CHECK(scene.count("") == 1);  // only done is left, and it is written
  scene.play("done lay=W put=0c6h done");
  CHECK(!scene.legal("lay=W"));  // twice per turn
}

TEST_CASE("reef encounter laying: a lay without a legal put cannot begin, one that lost its puts is stopped") {
  // Every rock space of board 0 and 1 but one is covered; a W there would join two guarded corals.
  Scene scene;
  for (int board = 0; board < 2; ++board) add_tiles(scene.state, board, board_map(board).rock, 4);
  const auto cover = [&](std::string_view places) {
    for (const std::string_view name : split(places, ' ')) {
      const int here = Scene::place(name);
      remove_tiles(scene.state, board_of(here), bit(cell_of(here)));
    }
  };
  cover("0a6 0b6 0c6");
  scene.tiles('W', "0a6 0c6").shrimp(0, "0a6").shrimp(1, "0c6").hand("WW").larvae("W");
  CHECK(!scene.legal("lay=W"));
  scene.play("lift=0a6");
  CHECK(scene.legal("lay=W"));
  scene.play("lay=W land=0a6");
  CHECK(!scene.legal("put=0b6h"));
  CHECK(!scene.legal("done"));  // the shrimp can still be lifted
  scene.state.lifts = 8;
  CHECK(scene.count("") == 1);
  scene.play("done");  // the larva is lost
  CHECK(scene.area().hand[0] == 2);
  CHECK(scene.area().larvae[0] == 0);
}

TEST_CASE("reef encounter shrimps: once placed per turn, lifts are counted, the air has its own rules") {
  Scene scene;
  scene.tiles('W', "0a6 0b6").tiles('Y', "0d1").hand("W").larvae("W").consumed("Y");
  CHECK(!scene.legal("shrimp=0a3"));  // no tile there
  scene.play("shrimp=0a6");
  CHECK(scene.count("shrimp=") == 0);
  scene.play("lift=0a6");
  CHECK(!scene.legal("take=W"));
  CHECK(!scene.legal("larva=Y"));
  CHECK(!scene.legal("alga=r:Y"));
  CHECK(scene.legal("land=0a6"));  // also where it came from
  CHECK(scene.legal("lay=W"));
  scene.play("lay=W put=0c6h done land=0d1");
  CHECK(scene.legal("take=W"));
  for (int i = 0; i < 3; ++i) scene.play("lift=0d1 land=0d1");
  for (int i = 0; i < 4; ++i) scene.play("lift=0d1 land=0d1");
  CHECK(!scene.legal("lift=0d1"));  // eight per turn
  Scene home;
  home.tiles('W', "0a6").shrimp(0, "0a6").play("lift=0a6 recall");
  CHECK(shrimps_behind(home.state, 0) == 4);
  CHECK(home.legal("shrimp=0a6"));  // placing is another action than lifting
}

TEST_CASE("reef encounter exchanges: larva for consumed, tile for larva") {
  Scene scene;
  scene.consumed("W").larvae("Y").bag("YO");
  CHECK(!scene.legal("larva=Y"));
  scene.play("larva=W");
  CHECK(scene.state.bag[0] == 1);
  CHECK(scene.area().larvae[0] == 1);
  CHECK(scene.state.larva_supply[0] == 8);
  scene.play("tile=Y");
  CHECK(scene.area().hand[1] == 1);
  CHECK(scene.state.larva_supply[1] == 10);
  CHECK(scene.state.bag_total == 2);
  CHECK(scene.legal("tile=W"));
  CHECK(!scene.legal("tile=O"));  // no larva
  Scene none;
  none.larvae("Y").bag("O");
  CHECK(!none.legal("tile=Y"));  // not in the bag
  none.state.larva_supply = {};
  none.consumed("O");
  CHECK(!none.legal("larva=O"));  // no larva in the supply
}

TEST_CASE("reef encounter alga: all unlocked tiles that show it are flipped") {
  Scene scene;  // side 0 shows r on WO and GW
  scene.consumed("YYYYYYY").play("alga=r:Y");
  CHECK(scene.state.sides == ((1U << 1) | (1U << 8)));
  CHECK(scene.state.alga_space == 0);
  CHECK(scene.area().consumed[1] == 6);
  scene.play("alga=r:Y");  // the sides that came up show p: nothing shows r now, and the colour may repeat
  CHECK(scene.state.sides == ((1U << 1) | (1U << 8)));
  scene.play("alga=p:Y");  // p: YP and PW from side 0, WO and GW from side 1
  CHECK(scene.state.sides == ((1U << 3) | (1U << 6)));
  CHECK(cylinders(scene.state, 0) == 5);
  CHECK(cylinders(scene.state, 1) == 4);

  Rules rules = default_rules(2);
  rules.alga_space_must_differ = true;
  Scene differ(rules);
  differ.consumed("YY").play("alga=r:Y");
  CHECK(!differ.legal("alga=r:Y"));
  CHECK(differ.legal("alga=p:Y"));

  Scene locked;
  locked.consumed("Y");
  locked.state.locked = 1U << 1;
  locked.play("alga=r:Y");
  CHECK(locked.state.sides == (1U << 8));
}

TEST_CASE("reef encounter lock: the tile keeps its side, the others showing the alga are flipped") {
  Scene scene;
  scene.state.feedings[0] = 1;
  scene.consumed("YYY").play("lock=WO:Y");
  CHECK(scene.state.locked == (1U << 1));
  CHECK(scene.state.sides == (1U << 8));  // GW showed r too
  CHECK(cylinders(scene.state, 0) == 4);
  CHECK(scene.count("lock=") == 0);  // once per turn

  Scene from_space;  // all five r cylinders: four on locked tiles, one on the space
  from_space.state.feedings[0] = 1;
  from_space.state.sides = (1U << 2) | (1U << 4) | (1U << 9);  // YO OP GY show r on side 1
  from_space.state.locked = (1U << 2) | (1U << 4) | (1U << 9) | (1U << 1);
  from_space.state.alga_space = 0;
  CHECK(cylinders(from_space.state, 0) == 0);
  from_space.consumed("Y");
  CHECK(!from_space.legal("alga=r:Y"));
  from_space.play("lock=GW:Y");
  CHECK(from_space.state.alga_space == kNoAlga);
}

TEST_CASE("reef encounter end by locks: the turn stops, the others may feed once more") {
  Scene scene(3);
  scene.state.feedings[0] = 1;
  scene.state.locked = (1U << kCoralTiles) - 2;
  scene.consumed("Y")
      .tiles('O', "0a6 0b6 0c6 0d6 0e6 0f6 0g6")
      .shrimp(2, "0a6")
      .tiles('P', "1b6 1c6 1d6 1e6 1f6")
      .shrimp(1, "1b6");
  scene.tiles('G', "2b1 2c1 2e1 2f1 2g1 2d2 2b2 2c2").shrimp(0, "2b1");
  scene.play("lock=WY:Y");
  CHECK(scene.state.phase == Phase::extra_feeding);
  CHECK(scene.game.player_to_act(scene.state) == Player(2));  // five tiles are too few for seat 1
  const int bag = scene.state.bag[2];
  scene.play("eat=0a6");
  CHECK(scene.state.bag[2] == bag + 5);
  CHECK(scene.area(2).fish[2] == 2);
  CHECK(scene.over());
  CHECK(scene.end() == "locks");
}

TEST_CASE("reef encounter end by shrimps: the fourth feeding stops the turn") {
  Scene scene;
  scene.state.feedings[0] = 3;
  scene.tiles('O', "0a6 0b6 0c6 0d6 0e6").shrimp(0, "0a6").tiles('P', "1b6 1c6 1d6 1e6 1f6 1f5").shrimp(1, "1b6");
  scene.state.phase = Phase::feeding;
  scene.play("eat=0a6");
  CHECK(scene.state.phase == Phase::extra_feeding);
  CHECK(scene.game.player_to_act(scene.state) == Player(1));
  scene.play("pass");
  CHECK(scene.over());
  CHECK(scene.end() == "shrimps");
}

TEST_CASE("reef encounter take and refill: emptiest slots first, then in slot order") {
  Scene scene;
  scene.state.sea = 0;
  const auto fill = [&](int slot, int n) { scene.state.sea += static_cast<std::uint64_t>(n) << (10 * slot); };
  fill(0, 2), fill(1, 3), fill(2, 1), fill(3, 1), fill(4, 3);
  scene.play("take=G");
  CHECK(scene.area().hand[0] == 3);
  CHECK(scene.area().larvae[4] == 1);
  CHECK(scene.state.larva_supply[4] == 8);
  CHECK(scene.state.queue_size == 4);
  scene.play("~Y");
  CHECK(sea_tiles(scene.state.sea, 4, 1) == 1);  // empty first
  scene.play("~O ~P");
  CHECK(sea_tiles(scene.state.sea, 2, 2) == 1);  // then those with one
  CHECK(sea_tiles(scene.state.sea, 3, 3) == 1);
  scene.play("~G");
  CHECK(sea_tiles(scene.state.sea, 0, 4) == 1);
  CHECK(scene.game.player_to_act(scene.state) == Player(1));
}

TEST_CASE("reef encounter ends after a turn: larvae, bag, full reef, cap") {
  Scene larvae;
  larvae.state.larva_supply.clear(1);
  larvae.play("take=Y");
  CHECK(larvae.over());
  CHECK(larvae.end() == "larvae");

  Scene bag;
  bag.bag("WW").play("take=Y");
  CHECK(bag.end() == "bag");

  Scene runs_out;  // five slots to serve, three tiles
  runs_out.bag("WWW").play("take=Y ~W ~W ~W");
  CHECK(runs_out.end() == "bag");

  const auto covered = [](Scene& scene) {
    for (int board = 0; board < 2; ++board) add_tiles(scene.state, board, board_map(board).rock, 0);
  };
  Rules rules = default_rules(2);
  rules.max_turns = 1;
  Scene full(rules);
  covered(full);
  full.play("take=Y ~W ~W ~W ~W ~W");
  CHECK(full.end() == "full");  // before the cap
  Scene attackable(rules);
  covered(attackable);
  for (const std::string_view name : {"0a6", "0b6"}) {
    remove_tiles(attackable.state, 0, bit(cell_of(Scene::place(name))));
    attackable.tiles('P', name);  // P beats W
  }
  attackable.play("take=Y ~W ~W ~W ~W ~W");
  CHECK(attackable.end() == "turns");
}

TEST_CASE("reef encounter score and ties") {
  Scene scene;  // all values: W 3 (beats Y O), Y 3, O 3, P 3, G 3
  scene.state.phase = Phase::over;
  scene.fish("WWY", 0).fish("OO", 1);
  CHECK(scene.game.scores(scene.state)[0] == 12);  // with the secret tile
  CHECK(scene.game.scores(scene.state)[1] == 9);
  CHECK(scene.game.ranks(scene.state)[1] == 2);
  scene.fish("G", 1);
  CHECK(scene.game.ranks(scene.state)[0] == 1);
  CHECK(scene.game.ranks(scene.state)[1] == 1);  // equal in all
  scene.tiles('W', "0a6 0b6").shrimp(1, "0a6");
  CHECK(scene.game.ranks(scene.state)[0] == 2);  // tiles on the boards
  scene.hand("W", 0);
  CHECK(scene.game.ranks(scene.state)[0] == 1);  // tiles behind the screen come first
  scene.larvae("W", 1);
  CHECK(scene.game.ranks(scene.state)[0] == 2);  // larvae before them
  scene.consumed("W", 0);
  CHECK(scene.game.ranks(scene.state)[0] == 1);  // consumed tiles before all
  scene.state.sides = 1;                         // Y beats W: W is worth 2
  CHECK(scene.game.scores(scene.state)[0] == 2 * 3 + 4);
}

TEST_CASE("reef encounter advanced variant: other defaults, which explicit values override") {
  const Rules rules = make_rules<Game>(2, {{"advanced", true}, {"min_feed", std::int64_t{4}}});
  CHECK(rules.free_growth == "none");
  CHECK(rules.feed_return == 5);
  CHECK(rules.min_feed == 4);
  CHECK(rules.final_feed_return == 6);
  CHECK(non_default_rules<Game>(rules).size() == 2);
  Scene scene(rules);
  scene.tiles('O', "0a6 0b6 0c6 0d6 0e6 0f6").shrimp(0, "0a6");
  scene.state.phase = Phase::feeding;
  scene.play("eat=0a6");
  CHECK(scene.area().fish[2] == 1);

  Scene five(make_rules<Game>(2, {{"advanced", true}}));  // may be fed for the right to lock alone
  five.tiles('O', "0a6 0b6 0c6 0d6 0e6").shrimp(0, "0a6").consumed("Y");
  five.state.phase = Phase::feeding;
  five.play("eat=0a6");
  CHECK(five.area().fish.total() == 0);
  CHECK(five.legal("lock=WY:Y"));
}

TEST_CASE("reef encounter: records of the first rules version mean what they meant") {
  const auto read = [](std::vector<RuleSetting> settings) { return rules_of_record<Game>(2, 1, std::move(settings)); };
  CHECK(read({}).free_growth == "automatic");
  CHECK(read({{"free_growth", true}}).free_growth == "automatic");
  CHECK(read({{"free_growth", false}}).free_growth == "none");
  CHECK(read({{"advanced", true}}).min_feed == 6);
  CHECK(read({{"advanced", false}}).min_feed == 5);
  CHECK(read({{"advanced", true}, {"min_feed", std::int64_t{5}}}).min_feed == 5);
  CHECK(rules_of_record<Game>(2, 2, {{"advanced", true}}).min_feed == 5);
}

TEST_CASE("reef encounter says which rules stand for a gap in the print") {
  std::vector<std::string> ours;
  for (const FieldState& state : field_states(default_rules(2))) {
    if (state.field.ours) ours.emplace_back(state.field.name);
  }
  CHECK(ours == std::vector<std::string>{"max_lifts", "max_turns", "free_growth", "cards"});
}

TEST_CASE("reef encounter refuses rules that do not fit together") {
  CHECK_THROWS_AS(Game(default_rules(5)), InputError);
  Rules rules = default_rules(3);
  rules.start_tiles = {6, 9};
  CHECK_THROWS_AS((Game(rules)), InputError);
  rules = default_rules(2);
  rules.start_tiles = {0, 9};
  CHECK_THROWS_AS((Game(rules)), InputError);
  rules = default_rules(2);
  rules.crown_start = true;
  CHECK_THROWS_AS((Game(rules)), InputError);
  rules.crown_start = false;
  for (const char* const cards : {"", "dislodged,confusion", "confusion,confusion", "confusion,", "fish"}) {
    rules.cards = cards;
    CHECK_THROWS_AS((Game(rules)), InputError);
  }
  rules.cards = "confusion,dislodged";
  CHECK_NOTHROW((Game(rules)));
  CHECK_THROWS_AS((make_rules<Game>(2, {{"free_growth", std::string("never")}})), InputError);
  rules.second_kind = true;
  CHECK_THROWS_AS((Game(rules)), InputError);
}

}  // namespace atl::reef_encounter
