/// The expansion's rules by examples: cards that change the order of a turn, and how cards are bought.
#include "engine/reef_encounter/second_kind/oracle/scene.hpp"

namespace atl::reef_encounter::second_kind {

TEST_CASE("second kind card late_breakfast: a lay before feeding") {
  Scene scene;
  scene.tile("W", "0a6 0b6 0c6 0d6")
      .shrimp(0, "0a6")
      .fed(0, 1)
      .hand("W W")
      .larvae("WWW")
      .consumed("W")
      .cards("late_breakfast late_breakfast");
  CHECK(scene.legal_of("") == "card=late_breakfast pass");
  scene.play("card=late_breakfast");
  CHECK(scene.legal_of("") == "lay=W pass");
  scene.play("lay=W put=0e6h done");
  CHECK(scene.legal_of("") == "eat=0a6 pass");
  scene.play("eat=0a6");
  CHECK(scene.fish_of("W") == 1);
  CHECK(!scene.legal("card=late_breakfast"));  // the main part is no breakfast
  scene.play("lay=W put=0a6h done");
  CHECK(!scene.legal("lay=W"));  // the breakfast's lay was one of the two

  Scene nothing;  // no lay, no effect
  nothing.cards("late_breakfast").larvae("W");
  CHECK(nothing.legal_of("") == "pass");

  Scene at_once;  // the lay may be left out
  at_once.tile("W", "0a6 0b6 0c6 0d6 0e6")
      .shrimp(0, "0a6")
      .fed(0, 1)
      .hand("W")
      .larvae("W")
      .cards("late_breakfast")
      .play("card=late_breakfast");
  CHECK(at_once.legal_of("") == "eat=0a6 lay=W pass");
  at_once.play("eat=0a6");
  CHECK(at_once.legal("take=W"));

  Scene small;  // nothing to feed after the lay: no question
  small.hand("W").larvae("W").cards("late_breakfast").play("card=late_breakfast lay=W put=0a6h done");
  CHECK(small.legal("take=W"));

  Scene air;  // a shrimp lifted in it comes down first
  air.tile("W", "0a6 0b6 0c6 0d6")
      .tile("Y", "0e1")
      .shrimp(0, "0e1")
      .fed(0, 1)
      .hand("W")
      .larvae("WW")
      .cards("late_breakfast");
  air.play("card=late_breakfast lay=W put=0e6h lift=0e1 done");
  CHECK(air.legal_of("") == "land=0a6 land=0b6 land=0c6 land=0d6 land=0e1 land=0e6 recall");
  air.play("land=0c6");
  CHECK(air.legal_of("") == "eat=0c6 pass");

  Scene first;  // the first feeding still costs a card: without one, passing is all
  first.tile("W", "0a6 0b6 0c6 0d6")
      .shrimp(0, "0a6")
      .hand("W")
      .larvae("W")
      .cards("late_breakfast")
      .play("card=late_breakfast lay=W put=0e6h done");
  CHECK(first.legal_of("") == "pass");
}

TEST_CASE("second kind card pick_me_up: taking first, then the main part goes on") {
  Scene scene;
  scene.tile("Y", "0a6").shrimp(1, "0a6").crown("0b6").hand("W").larvae("W").cards("pick_me_up double_lock dislodged");
  scene.play("pass card=pick_me_up");
  CHECK(scene.legal_of("") == "take=G take=O take=P take=W take=Y");
  scene.play("take=W ~W ~W ~Wb ~R ~D");
  CHECK(scene.mover() == 0);
  CHECK(scene.legal_of("card=") == "card=dislodged card=double_lock");
  CHECK(scene.count("take=") == 0);                                   // no second take
  scene.play("card=dislodged dislodge=0b6 lay=W put=0e1h put=0f1h");  // with the tile just taken
  CHECK(!scene.legal("end"));
  scene.play("done shrimp=0e1 lift=0e1");
  CHECK(!scene.legal("end"));  // not with a shrimp in the air
  scene.play("recall end");
  CHECK(scene.mover() == 1);

  Scene again;  // the limits of the turn go on
  again.hand("Y Y").larvae("YY").cards("pick_me_up pick_me_up deep_water");
  again.play("pass lay=Y put=0e1h done shrimp=0e1 card=pick_me_up take=Y ~W ~W ~W ~W ~W");
  CHECK(!again.legal("card=pick_me_up"));
  CHECK(again.legal("card=deep_water"));
  CHECK(again.count("shrimp=") == 0);
  again.play("lay=Y put=0f1h done");
  CHECK(again.count("lay=") == 0);
  CHECK(again.legal_of("end") == "end");
  Rules rules = expansion_rules(2);
  rules.max_turns = 1;
  Scene cap(rules);  // the end is judged after `end`
  cap.cards("pick_me_up").play("pass card=pick_me_up take=W ~W ~W ~W ~W ~W");
  CHECK(!cap.over());
  cap.play("end");
  CHECK(cap.end() == "turns");
  Scene bag;  // the refill ends the game at once
  bag.bag("W W W W").cards("pick_me_up").play("pass card=pick_me_up take=W ~W ~W ~W ~W");
  CHECK(bag.end() == "bag");
}

TEST_CASE("second kind buying: a tile of any kind or a larva for a card, once a turn, three in hand at most") {
  Scene scene;
  scene.hand("W C Wh").consumed("WY Y").larvae("O").piles("confusion confusion dislodged deep_water", "");
  CHECK(scene.legal_of("buy=") == "buy=C buy=W buy=Wh buy=c:WY buy=c:Y buy=larva:O");
  scene.play("buy=C");
  CHECK(scene.in_bag("C") == 4);
  CHECK(scene.legal_of("") == "~confusion ~deep_water ~dislodged");
  CHECK(scene.probabilities() == std::vector<double>{0.5, 0.25, 0.25});
  scene.play("~dislodged");
  CHECK(scene.card_of("dislodged") == 1);
  CHECK(scene.count("buy=") == 0);
  CHECK(scene.legal("discard=dislodged"));
  Scene consumed;
  consumed.consumed("WY").larvae("O").play("buy=c:WY");
  CHECK(consumed.in_bag("WY") == 2);
  Scene larva;
  larva.larvae("O").play("buy=larva:O");
  CHECK(larva.table.supply['O'] == 9);

  Scene full;
  full.hand("W").cards("confusion dislodged deep_water").play("pass");
  CHECK(full.count("buy=") == 0);
  full.play("discard=confusion");
  CHECK(full.count("buy=") == 1);
  CHECK(oracle::count(full.table.discards, "confusion") == 1);
}

TEST_CASE("second kind buying: discards are shuffled when the pile is empty, and without both nothing is sold") {
  Scene scene;
  scene.hand("W W").piles("", "confusion dislodged").play("buy=W");
  CHECK(scene.legal_of("") == "~confusion ~dislodged");
  scene.play("~confusion");
  CHECK(oracle::count(scene.table.draw_pile, "dislodged") == 1);
  CHECK(scene.table.discards.empty());
  Scene last;  // one possible card is a draw all the same
  last.hand("W").piles("dislodged", "").play("buy=W");
  CHECK(last.legal_of("") == "~dislodged");
  Scene none;
  none.hand("W").piles("", "");
  CHECK(none.count("buy=") == 0);
}

}  // namespace atl::reef_encounter::second_kind
