/// The expansion's rules by examples: feeding, windows for the others, extra feedings, variants.
#include "engine/reef_encounter/second_kind/oracle/scene.hpp"

namespace atl::reef_encounter::second_kind {

TEST_CASE("second kind first feeding: costs a card with a blue shrimp") {
  Scene scene;
  scene.tile("W", "0a6 0b6 0c6 0d6 0e6").tile("Y", "1b6 1c6 1d6 1e6 1f6").shrimp(0, "0a6 1b6");
  scene.cards("confusion confusion pick_me_up");
  CHECK(scene.legal_of("") == "eat=0a6:confusion eat=1b6:confusion pass");  // two copies are one choice
  scene.play("eat=0a6:confusion");
  CHECK(scene.card_of("confusion") == 1);
  CHECK(oracle::count(scene.table.discards, "confusion") == 1);
  scene.play("take=W ~W ~W ~W ~W ~W take=W pass ~W ~W ~W ~W ~W");
  CHECK(scene.legal_of("") == "eat=1b6 pass");  // later ones do not

  Scene none;  // a large coral is asked about, card or not
  none.tile("W", "0a6 0b6 0c6 0d6 0e6").shrimp(0, "0a6");
  CHECK(none.legal_of("") == "pass");
  none.play("pass");
  CHECK(none.legal("take=W"));
  Scene wrong;
  wrong.tile("W", "0a6 0b6 0c6 0d6 0e6").shrimp(0, "0a6").cards("pick_me_up");
  CHECK(wrong.legal_of("") == "pass");
  Scene card;  // and whoever holds a card is asked too
  card.cards("confusion");
  CHECK(card.legal_of("") == "pass");
}

TEST_CASE("second kind feeding: the player chooses what goes back") {
  Scene scene;
  scene.tile("W", "0a6 0b6")
      .tile("Wh:s", "0c6")
      .tile("WY", "0b5")
      .tile("W2", "0a5")
      .shrimp(0, "0a6")
      .fed(0, 1)
      .play("eat=0a6");
  CHECK(scene.legal_of("") == "return=W return=W2 return=WY return=Wh");  // how a half lay is forgotten
  scene.play("return=Wh return=W return=W2");
  CHECK(scene.legal("take=W"));
  CHECK(scene.fish_of("W") == 1);
  CHECK(scene.fish_of("WY") == 1);
  CHECK(scene.in_bag("W2") == 2);

  Scene same;  // one kind only: no choice, whatever the facings
  same.tile("Y", "0a6 0b6 0c6 0d6 0e6").shrimp(0, "0a6").fed(0, 1).play("eat=0a6");
  CHECK(same.fish_of("Y") == 1);
  Scene doubles;
  Rules rules = expansion_rules(2);
  rules.min_feed = 2;
  doubles = Scene(rules);
  doubles.tile("W2", "0a6 0b6").shrimp(0, "0a6").fed(0, 1).play("eat=0a6");
  CHECK(doubles.in_bag("W2") == 2);  // two doubles are the four
  rules.feed_return = 3;
  Scene overshoot(rules);
  overshoot.tile("W2", "0a6 0b6").shrimp(0, "0a6").fed(0, 1).play("eat=0a6");
  CHECK(overshoot.in_bag("W2") == 2);
  rules.feed_return = 2;
  Scene half(rules);
  half.tile("W2", "0a6 0b6").shrimp(0, "0a6").fed(0, 1).play("eat=0a6");
  CHECK(half.fish_of("W2") == 1);
  rules.feed_return = 0;
  Scene nothing(rules);
  nothing.tile("W2", "0a6").tile("W", "0b6").shrimp(0, "0a6").fed(0, 1).play("eat=0a6");
  CHECK(nothing.legal("take=W"));  // nothing to choose
  CHECK(nothing.fish_of("W2") == 1);
  rules.feed_return = 4;
  Scene all(rules);
  all.tile("WY", "0a6").tile("W", "0b6").shrimp(0, "0a6").fed(0, 1).play("eat=0a6 return=W return=WY");
  CHECK(all.fish_of("W") == 0);
}

TEST_CASE("second kind windows: after a feeding and after taking, for all who hold cards") {
  Scene scene(3);
  scene.tile("W", "0a6 0b6 0c6 0d6")
      .tile("W2", "0e6")
      .shrimp(0, "0a6")
      .fed(0, 1)
      .tile("Y", "1b6")
      .shrimp(0, "1b6")
      .crown("1c6");
  scene.cards("dislodged pick_me_up", 1).cards("confusion", 2);
  scene.play("bite=1c6-1b6 recall eat=0a6 return=W");
  CHECK(scene.mover() == 0);
  scene.play("return=W return=W return=W");
  CHECK(scene.mover() == 1);            // in turn order from the player after the mover
  CHECK(scene.legal_of("") == "pass");  // the crown died of its last bite
  scene.play("pass");
  CHECK(scene.mover() == 2);
  CHECK(scene.legal_of("") == "pass");  // confusion has no clown fish
  scene.play("pass");
  CHECK(scene.mover() == 0);
  scene.play("take=W");
  CHECK(scene.mover() == 1);  // before the refill
  scene.play("pass pass ~W");
  CHECK(scene.count("~") > 0);
}

TEST_CASE("second kind windows: one card each, for the asked player's own corals") {
  Scene scene(3);
  scene.tile("Y", "1b6 1e6")
      .shrimp(2, "1b6 1e6")
      .crown("1c6 1f6")
      .tile("W", "0e4")
      .shrimp(2, "0e4")
      .tile("O", "0c4")
      .shrimp(0, "0c4");
  scene.cards("dislodged dislodged", 1).cards("extra_free_growth", 2).play("take=W");
  CHECK(scene.mover() == 1);
  CHECK(scene.legal_of("") == "card=dislodged pass");
  scene.play("card=dislodged dislodge=1c6");
  CHECK(scene.mover() == 2);
  scene.play("card=extra_free_growth");
  CHECK(scene.legal_of("") == "grow=0d4:W");
  scene.play("grow=0d4:W");
  CHECK(scene.count("~") > 0);
}

TEST_CASE("second kind windows: none after the feeding that ends the game, none where nobody holds cards") {
  Scene scene;
  scene.tile("W", "0a6 0b6 0c6 0d6 0e6").shrimp(0, "0a6").fed(0, 3).cards("confusion", 1).play("eat=0a6");
  CHECK(scene.over());
  CHECK(scene.end() == "shrimps");
  Scene nobody;
  nobody.play("take=W");
  CHECK(nobody.count("~") > 0);
}

TEST_CASE("second kind windows: clown fish cards work in the own turn as well") {
  Scene scene;
  scene.tile("W", "0e4").shrimp(0, "0e4").cards("extra_free_growth").play("pass");
  CHECK(scene.legal("card=extra_free_growth"));
}

TEST_CASE("second kind extra feedings: no card is played, so that who has not fed before is not asked") {
  const auto ended = [](std::string_view cards, int feedings) {
    Scene scene;
    scene.fed(0, 1).consumed("Y").locked("WO YO YP OP OG PW PG GW GY");
    scene.tile("O", "1b6 1c6 1d6 1e6 1f6")
        .tile("O2", "1f5")
        .shrimp(1, "1b6")
        .cards(cards, 1)
        .fed(1, feedings)
        .tile("W", "0e4")
        .shrimp(1, "0e4");
    scene.play("lock=WY:Y");
    return scene;
  };
  Scene again = ended("confusion late_breakfast extra_free_growth", 1);
  CHECK(again.legal_of("") == "eat=1b6 pass");
  again.play("eat=1b6 return=O2 return=O return=O return=O");
  CHECK(again.fish_of("O", 1) == 2);
  CHECK(again.over());
  CHECK(ended("confusion", 0).over());
  Scene small;  // no coral large enough: not asked, whatever it holds
  small.fed(0, 1).consumed("Y").locked("WO YO YP OP OG PW PG GW GY").cards("confusion", 1).play("lock=WY:Y");
  CHECK(small.over());
}

TEST_CASE("second kind locks: special tiles pay too, the bag gets them back") {
  Scene scene;
  scene.fed(0, 1).consumed("Wh W2 Yb").play("lock=YO:Wh alga=r:W2");
  CHECK(scene.in_bag("Wh") == 1);
  CHECK(scene.in_bag("W2") == 2);
  CHECK(scene.legal("larva=Y:Yb"));
}

TEST_CASE("second kind refill: all kinds are drawn, and taken like others") {
  Scene scene;
  scene.play("take=W ~R ~D ~C ~Wh ~W2");
  scene.play("take=W");
  CHECK(scene.hand_of("R", 1) == 1);
  CHECK(scene.in_bag("R") == 1);
}

TEST_CASE("second kind full reef: crowns fill spaces, bare rock makes new ones") {
  const auto covered = [](const std::string& what) {
    Scene scene;
    for (const oracle::Cell cell : scene.table.reef.cells()) {
      const std::string name = oracle::name_of(cell);
      if (!scene.table.reef.is_rock(cell) || name == "0a6") continue;
      scene.table.reef.lay(cell, oracle::Tile{.kind = "W", .colour = 'W'});
    }
    scene.table.seat(0).hand["C"] = 1;
    scene.table.seat(0).hand["R"] = 1;
    scene.play(what + "take=W ~W ~W ~W ~W ~W");
    return scene;
  };
  CHECK(covered("crown=0a6 ").end() == "full");
  CHECK(covered("crown=0a6 rock=0z6 ").end() == "");
  CHECK(covered("").end() == "");
}

TEST_CASE("second kind advanced variant: its numbers hold, with returns chosen") {
  Rules rules = expansion_rules(2);
  rules.advanced = true;
  Game::apply_presets(rules);
  Scene scene(rules);
  scene.tile("W", "0a6 0b6 0c6 0d6 0e6")
      .tile("W2", "0f6")
      .shrimp(0, "0a6")
      .fed(0, 1)
      .play("eat=0a6 return=W2 return=W return=W return=W");
  CHECK(scene.fish_of("W") == 2);
  CHECK(scene.legal("take=W"));
  Scene growth(rules);
  growth.hand("W").larvae("W").play("lay=W put=0e4h");
  CHECK(growth.tile_at("0d4") == "");
}

TEST_CASE("second kind: where free growth is optional the player is asked, after puts from the bag too") {
  Rules rules = expansion_rules(2);
  rules.free_growth = "optional";
  Scene scene(rules);
  scene.hand("W W").larvae("W").cards("extra_growth").play("pass lay=W put=0e4h");
  CHECK(scene.legal_of("") == "grow skip");
  scene.play("skip put=0c4h grow done");
  CHECK(scene.tile_at("0d4") == "W");
  scene.play("card=extra_growth put=1e4b:Y grow put=1e5b:Y");  // the space is full: no second question
  CHECK(scene.tile_at("1d4") == "Y");
  CHECK(scene.legal("take=W"));
  Scene last(rules);
  last.cards("extra_growth").play("pass card=extra_growth put=1a2b:Y put=1e4b:W skip");
  CHECK(last.tile_at("1d4") == "");
  CHECK(last.legal("take=W"));
}

TEST_CASE("second kind: the rule `cards` says what is in the deck, and the results that not all are known") {
  Rules rules = expansion_rules(2);
  rules.cards = "confusion,pick_me_up";
  rules.deck_copies = 3;
  const Game game(rules);
  const State state = game.initial_state();
  CHECK(state.pile_total == 6);
  CHECK(state.pile[static_cast<std::size_t>(Card::confusion)] == 3);
  CHECK(state.pile[static_cast<std::size_t>(Card::pick_me_up)] == 3);
  CHECK(Game::remarks(rules) ==
        std::vector<std::string>{
            "Of the 28 different cards of the print 11 are documented; the deck here has 2 of them, 3 "
            "of each (--rule cards). The colours of the 48 special tiles are ours."});
  std::string all;
  for (const CardKind& card : kDeck) all += (all.empty() ? "" : ",") + std::string(card.id);
  CHECK(all == kAllCards);
}

}  // namespace atl::reef_encounter::second_kind
