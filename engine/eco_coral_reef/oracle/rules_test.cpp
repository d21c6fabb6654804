/// One example per rule, on the packed game and on the oracle. Section numbers are those of RULES.md.
#include "engine/eco_coral_reef/oracle/scene.hpp"

namespace atl::eco_coral_reef {
namespace {

Rules two_players() { return Game::default_rules(2); }

/// Two players: missions 2I 3O shown, pictures 2a 3b 4c shown, 2b 2e for seat 0, 3a 5c for seat 1.
constexpr const char* kDeal = "~1a ~2I ~3O ~2a ~3b ~4c ~2b ~2e ~3a ~5c";

/// All pictures AAAA but for the named ones.
Rules with_pictures(const std::vector<std::pair<const char*, const char*>>& special) {
  Rules rules = two_players();
  rules.pictures.clear();
  for (int picture = 0; picture < kNumPictures; ++picture) {
    std::string code = "AAAA";
    for (const auto& [name, letters] : special) code = picture_from_name(name) == picture ? letters : code;
    rules.pictures += (picture > 0 ? " " : "") + code;
  }
  return rules;
}

}  // namespace

TEST_CASE("section 2: a loner lies at the origin, then the display and two pictures each are dealt") {
  Scene g(two_players());
  CHECK(g.legal().size() == 8);
  CHECK(g.can("~1h"));
  g.play("~1a");
  CHECK(g.legal().size() == 20);
  g.play("~2I ~3O");
  CHECK(g.legal().size() == 39);
  g.play("~2a ~3b ~4c ~2b");
  CHECK(g.game.chance_source(g.state) == ChanceSource{.owner = 0, .number = 0});
  g.play("~2e");
  CHECK(g.game.chance_source(g.state) == ChanceSource{.owner = 1, .number = 0});
  g.play("~3a ~5c");
  CHECK(g.game.player_to_act(g.state) == Player(0));
  CHECK(g.state.actions_left == 4);
  CHECK(g.state.picture_deck_size == 32);
  // Three pictures, two missions, two decks; two pictures on four cells in four turns; no gem yet.
  CHECK(g.legal().size() == 3 + 2 + 2 + 2 * 4 * 4);
}

TEST_CASE("section 3: taking leaves a gap until the next turn, drawing shows the tile") {
  Scene g(two_players());
  g.play(kDeal).play("take=2a take=2I draw=picture");
  CHECK(g.legal().size() == 31 + 1);
  CHECK(g.game.chance_source(g.state) == ChanceSource{.owner = kNobody, .number = 1});
  g.play("~5h draw=mission ~5L");
  // The turn is over: one mission and one picture are missing in the display.
  CHECK(g.state.player == Player(1));
  CHECK(g.game.chance_source(g.state) == ChanceSource{.owner = kNobody, .number = 2});
  g.play("~4I ~1b");
  CHECK(g.state.actions_left == 3);
  CHECK(g.state.hand_pictures[0] == (bit(picture_from_name("2a")) | bit(picture_from_name("2b")) |
                                     bit(picture_from_name("2e")) | bit(picture_from_name("5h"))));
}

TEST_CASE("section 3: three pictures of one type may be swapped, and all know where the two go") {
  Scene g(two_players());
  g.play("~1a ~2I ~3O ~2a ~2b ~2c ~2d ~2e ~3a ~5c");
  CHECK(g.legal() == std::vector<std::string>{"keep", "swap=2a,2b", "swap=2a,2c", "swap=2b,2a", "swap=2b,2c",
                                              "swap=2c,2a", "swap=2c,2b"});
  g.play("swap=2c,2a");
  // 16 of the 32 tiles lie above 2c; two tiles are drawn at once. Under all of them lies 2a.
  CHECK(g.state.picture_deck_size == 34);
  CHECK(g.state.pinned[34 - 17] == 1 + picture_from_name("2c"));
  CHECK(g.state.pinned[0] == 1 + picture_from_name("2a"));
  g.play("~2f ~2g");  // three of one type again: once per turn all the same
  CHECK(g.count("swap") == 0);
  CHECK(g.game.board_text(g.state).find("known 2c as number 15 from the top, 2a as number 32 from the top") !=
        std::string::npos);
}

TEST_CASE("section 3: a known tile is the only outcome when it comes to the top") {
  Rules rules = two_players();
  rules.actions = 10;
  rules.first_turn_extra = 5;
  rules.hand_limit = 20;
  Scene g(rules);
  g.play("~1a ~2I ~3O ~2a ~2b ~2c ~2d ~2e ~3a ~5c swap=2c,2a ~2f ~2g");
  for (int drawn = 0; drawn < 14; ++drawn) {
    g.play("draw=picture");
    CHECK(g.legal().size() == static_cast<std::size_t>(30 - drawn));
    g.play(g.legal().back());
  }
  g.play("draw=picture");
  CHECK(g.legal() == std::vector<std::string>{"~2c"});
}

TEST_CASE("section 3: keep leaves the display alone, and mixed types offer no swap") {
  Scene g(two_players());
  g.play("~1a ~2I ~3O ~2a ~2b ~2c ~2d ~2e ~3a ~5c keep");
  CHECK(g.can("take=2a"));
  Scene mixed(two_players());
  mixed.play(kDeal);
  CHECK(mixed.count("swap") == 0);
  CHECK_FALSE(mixed.can("keep"));
}

TEST_CASE("section 3: hands over the limit drop pictures first, then missions") {
  Rules rules = two_players();
  rules.hand_limit = 1;
  Scene g(rules);
  g.play(kDeal).play("take=2a take=2I take=3O draw=mission ~5L");
  CHECK(g.legal() == std::vector<std::string>{"drop=2a", "drop=2b", "drop=2e"});
  g.play("drop=2a drop=2b");
  CHECK(g.legal() == std::vector<std::string>{"drop=2I", "drop=3O", "drop=5L"});
  g.play("drop=5L drop=3O");
  CHECK(g.state.player == Player(1));
}

TEST_CASE("section 4: corners match by letter, the joker matches the living, the dead match the dead") {
  // 1a is EBDC. A tile to its right meets the corners B (north) and D (south) of it.
  const auto points = [](const std::string& first, const std::string& put) {
    return Scene(two_players()).play(first + std::string(kDeal).substr(3)).play(put).state.score[0];
  };
  CHECK(points("~1a", "put=2b@1,0,0") == 2);  // ECAD: joker on B, D on D
  CHECK(points("~1a", "put=2b@1,0,1") == 0);  // DECA: D on B, A on D
  CHECK(points("~1a", "put=2e@1,0,0") == 0);  // FBDC: dead on B, C on D
  CHECK(points("~1a", "put=2e@1,0,1") == 1);  // CFBD: C on B, D on D
  // 1e is FBCD. A tile to its left meets F and D.
  CHECK(points("~1e", "put=2e@-1,0,1") == 1);  // CFBD: dead on dead, B on D
  CHECK(points("~1e", "put=2b@-1,0,1") == 0);  // DECA: joker on dead, C on D
}

TEST_CASE("section 4: a turn is clockwise") {
  const Game game(two_players());
  // 2a is ECBD; a quarter turn clockwise brings its south-west corner to the north-west.
  const int picture = picture_from_name("2a");
  const auto letters = [&](int turns) {
    std::string text;
    for (int i = 0; i < 4; ++i) text += static_cast<char>('A' + ((game.corners(picture, turns) >> (8 * i)) & 7));
    return text;
  };
  CHECK(letters(0) == "ECBD");
  CHECK(letters(1) == "DECB");
  CHECK(letters(2) == "BDEC");
  CHECK(letters(3) == "CBDE");
}

TEST_CASE("section 4: four equal corners bring three points more, three and a joker one") {
  Scene four(with_pictures({}));
  four.play(kDeal).play("put=2b@1,0,0");
  CHECK(four.state.score[0] == 2);
  four.play("put=2e@0,1,0");
  CHECK(four.state.score[0] == 4);
  four.play("take=2a put=2a@1,1,0");
  CHECK(four.state.score[0] == 4 + 1 + 1 + 1 + 3);
  Scene joker(with_pictures({{"2a", "EEEE"}}));
  joker.play(kDeal).play("put=2b@1,0,0 put=2e@0,1,0 take=2a put=2a@1,1,0");
  CHECK(joker.state.score[0] == 4 + 1 + 1 + 1 + 1);
  Scene two_jokers(with_pictures({{"2a", "EEEE"}, {"2b", "EEEE"}}));
  two_jokers.play(kDeal).play("put=2b@1,0,0 put=2e@0,1,0 take=2a put=2a@1,1,0");
  CHECK(two_jokers.state.score[0] == 4 + 3);
  Scene dead(with_pictures({{"1a", "FFFF"}, {"2a", "FFFF"}, {"2b", "FFFF"}, {"2e", "FFFF"}}));
  dead.play(kDeal).play("put=2b@1,0,0 put=2e@0,1,0 take=2a put=2a@1,1,0");
  CHECK(dead.state.score[0] == 4 + 3);
}

TEST_CASE("section 4: the diagonal corner counts by default and can be switched off") {
  // The second B meets the first across a vertex; the last tile, an A, meets B on both sides and the loner's A across.
  Rules rules = with_pictures({{"2b", "BBBB"}, {"2e", "BBBB"}});
  Scene with(rules);
  with.play(kDeal).play("put=2b@1,0,0 put=2e@0,1,0 take=2a put=2a@1,1,0");
  CHECK(with.state.score[0] == 1 + 1);
  rules.match_diagonal = false;
  Scene without(rules);
  without.play(kDeal).play("put=2b@1,0,0 put=2e@0,1,0 take=2a put=2a@1,1,0");
  CHECK(without.state.score[0] == 0);
}

TEST_CASE("section 5: a settlement of the mission's type costs three points for each loner") {
  Scene g(with_pictures({}));
  g.play(kDeal).play("take=2I put=2b@1,0,0 put=2e@2,0,0 take=2a ~3I ~4d take=3b take=4c take=4d ~2c ~2d ~3f");
  const int before = g.state.score[0];
  g.play("put=2a@3,0,0");
  CHECK(g.legal() == std::vector<std::string>{"claim=2I:A:0,0;1,0;2,0;3,0", "done"});
  g.play("claim=2I:A:0,0;1,0;2,0;3,0");
  CHECK(g.state.score[0] == before + 2 + 7 - 3);
  CHECK(g.state.hand_missions[0] == 0);
}

TEST_CASE("section 5: a coexistence has different types, once for each layout in the whole game") {
  Scene g(with_pictures({}));
  g.play("~1a ~2I ~3I ~2a ~3b ~4c ~2b ~5e ~3a ~5c take=2I take=3I take=3b put=2b@1,0,0 ~4O ~5O ~2h");
  g.play("take=4O take=5O put=5c@0,1,0 ~4S ~5S put=3b@2,0,0 draw=picture ~4a put=4a@3,0,0");
  CHECK(g.legal() == std::vector<std::string>{"claim=2I:B:0,0;1,0;2,0;3,0", "claim=3I:B:0,0;1,0;2,0;3,0", "done"});
  g.play("claim=2I:B:0,0;1,0;2,0;3,0");
  CHECK(g.state.layouts_coexisting == 1);
  // The second mission of the layout has no claim left, and no action is left.
  CHECK(g.legal_text() == "end gem=mission gem=picture");
}

TEST_CASE("section 5: a migration is a rectangle of any size, and a tile serves one rectangle only") {
  Rules rules = with_pictures({});
  rules.actions = 10;
  rules.first_turn_extra = 5;
  Scene g(rules);
  // A ring of 3 x 3 with loner 1a in the corner; type 2 in the other corners.
  g.play(kDeal).play(
      "take=2I take=3O take=3b take=4c put=3b@1,0,0 put=2b@2,0,0 put=4c@2,1,0 put=2e@2,2,0 draw=picture ~3c "
      "put=3c@0,1,0 take=2a put=2a@0,2,0");
  CHECK(g.legal() == std::vector<std::string>{"claim=2I:C:0,0;2,0;0,2;2,2", "done"});
  const int before = g.state.score[0];
  g.play("claim=2I:C:0,0;2,0;0,2;2,2");
  CHECK(g.state.score[0] == before + 4);
  const std::size_t corner = g.state.board.cell_index(2, 2);
  for (int shape = 0; shape < kNumShapes; ++shape)
    CHECK(g.state.board.has_served(corner, shape) == (shape == kRectangle));
}

TEST_CASE("section 6: gems come at ten and twenty points, both in one step, and each once") {
  Rules rules = with_pictures({});
  rules.actions = 10;
  rules.mission_points = 50;
  Scene g(rules);
  g.play(kDeal).play("take=2I put=2b@1,0,0 put=2e@2,0,0 take=2a put=2a@3,0,0");
  CHECK(g.state.gems[0] == 0);
  g.play("claim=2I:A:0,0;1,0;2,0;3,0");
  CHECK(g.state.score[0] == 6 + 47);
  CHECK(g.state.gems[0] == 2);
  const int actions = g.state.actions_left;
  g.play("gem=picture ~5a ~5b");
  CHECK(g.state.actions_left == actions);
  CHECK(g.can("take=5b"));
  g.play("gem=mission ~5I ~5T");
  CHECK(g.count("gem") == 0);
}

TEST_CASE("section 6: the round of the target is finished, then gems and open missions count") {
  Rules rules = with_pictures({});
  rules.target = 2;
  rules.actions = 1;
  rules.first_turn_extra = 1;
  Scene g(rules);
  g.play(kDeal).play("put=2b@1,0,0 take=2I ~4I");
  CHECK(g.state.player == Player(1));
  CHECK(g.state.last_round);
  g.play("put=3a@0,1,0");
  CHECK(g.game.node_kind(g.state) == NodeKind::terminal);
  CHECK(g.game.end_reason(g.state) == "target");
  CHECK(g.game.scores(g.state)[0] == 2 - 2);
  CHECK(g.game.scores(g.state)[1] == 2);
  CHECK(g.game.ranks(g.state)[0] == 2);
  CHECK(g.oracle.ranks() == std::vector<int>{2, 1});
}

TEST_CASE("section 3: gems may be spent before the swap, which is then judged anew") {
  const std::string deal = "~1a ~2I ~3O ~2a ~2b ~2c ~2d ~2e ~3a ~5c";
  Rules rules = with_pictures({});
  rules.first_turn_extra = 5;
  rules.actions = 1;
  rules.hand_limit = 20;
  // Seat 0 gets a gem in its first turn; seat 1 takes a picture, and three of one type are displayed again.
  Scene g(rules);
  g.play(deal).play("keep put=2d@1,0,0 put=2e@0,1,0 take=2a put=2a@1,1,0 draw=mission ~4O draw=mission ~4T");
  CHECK(g.state.gems[0] == 1);
  CHECK(g.legal_text() == "end gem=mission gem=picture");
  g.play("end ~2f");
  CHECK(g.state.player == Player(1));
  g.play("keep take=2b ~2g");
  CHECK(g.legal_text("gem") == "gem=mission gem=picture");
  CHECK(g.can("keep"));
  g.play("gem=mission ~5L ~5T");  // the pictures are as they were: the same decision again
  CHECK(g.count("swap=") == 6);
  CHECK(g.count("gem=") == 0);
  Scene other(rules);
  other.play(deal).play("keep put=2d@1,0,0 put=2e@0,1,0 take=2a put=2a@1,1,0 draw=mission ~4O draw=mission ~4T");
  other.play("end ~2f keep take=2b ~2g gem=picture ~2h ~3h");  // no longer all of one type
  CHECK(other.count("swap=") == 0);
  CHECK(other.can("take=3h"));
  CHECK(other.state.actions_left == 1);
}

TEST_CASE("section 3: after the last action gems are spent until the player says end, before the limits") {
  Rules rules = with_pictures({});
  rules.first_turn_extra = 2;
  rules.hand_limit = 1;
  rules.mission_points = 50;
  Scene g(rules);
  g.play(kDeal).play("take=2I put=2b@1,0,0 put=2e@2,0,0 take=2a put=2a@3,0,0 claim=2I:A:0,0;1,0;2,0;3,0");
  CHECK(g.state.gems[0] == 2);  // won by the last action
  CHECK(g.legal_text() == "end gem=mission gem=picture");
  g.play("gem=picture ~5a ~5b");
  CHECK(g.legal_text() == "end gem=mission gem=picture");
  g.play("gem=mission ~5I ~5T");  // no gem left: nothing is asked, and nothing is over the limit
  CHECK(g.state.player == Player(1));
}

TEST_CASE("section 3: with gem_timing=actions gems wait for an action") {
  Rules rules = with_pictures({});
  rules.first_turn_extra = 2;
  rules.hand_limit = 1;
  rules.mission_points = 50;
  rules.gem_timing = "actions";
  Scene g(rules);
  g.play(kDeal).play("take=2I put=2b@1,0,0 put=2e@2,0,0 take=2a put=2a@3,0,0 claim=2I:A:0,0;1,0;2,0;3,0");
  CHECK(g.state.gems[0] == 2);
  CHECK(g.game.node_kind(g.state) == NodeKind::chance);
  CHECK(g.state.player == Player(1));
}

TEST_CASE("section 4: with dead_completion=nothing the fourth dead corner scores nothing") {
  Rules rules = with_pictures({{"1a", "FFFF"}, {"2a", "FFFF"}, {"2b", "FFFF"}, {"2e", "FFFF"}});
  rules.dead_completion = "nothing";
  Scene g(rules);
  g.play(kDeal).play("put=2b@1,0,0 put=2e@0,1,0");
  CHECK(g.state.score[0] == 4);
  g.play("take=2a put=2a@1,1,0");
  CHECK(g.state.score[0] == 4 + 2);  // two corners match one other each, the fourth completes
  rules.match_diagonal = false;
  Scene sides(rules);
  sides.play(kDeal).play("put=2b@1,0,0 put=2e@0,1,0 take=2a put=2a@1,1,0");
  CHECK(sides.state.score[0] == 4 + 2);
  Scene living(with_pictures({}));
  living.play(kDeal).play("put=2b@1,0,0 put=2e@0,1,0 take=2a put=2a@1,1,0");
  CHECK(living.state.score[0] == 4 + 6);
}

TEST_CASE("section 6: a target that is reached counts even if the points are lost again in the same turn") {
  Rules rules = with_pictures({});
  rules.target = 4;
  rules.mission_points = 0;
  rules.loner_cost = 50;
  rules.first_turn_extra = 2;
  const std::string turn = "take=2I put=2b@1,0,0 put=2e@2,0,0 take=2a put=2a@3,0,0 claim=2I:A:0,0;1,0;2,0;3,0";
  Scene g(rules);
  g.play(kDeal).play(turn);
  CHECK(g.state.score[0] == 6 - 50);
  CHECK(g.state.target_reached);
  CHECK(g.state.last_round);
  Rules old = rules;
  old.target_at_turn_end = true;
  Scene h(old);
  h.play(kDeal).play(turn);
  CHECK_FALSE(h.state.last_round);
}

}  // namespace atl::eco_coral_reef
