/// One example per rule, on the packed engine and on the reference. Section numbers are those of RULES.md.
#include <fstream>

#include "engine/core/perft.hpp"
#include "engine/core/record.hpp"
#include "engine/eco_coral_reef/both_games.hpp"

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
  BothGames g(two_players());
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
  CHECK(g.game.player_to_act(g.state) == 0);
  CHECK(g.state.actions_left == 4);
  CHECK(g.state.picture_deck_size == 32);
  // Three pictures, two missions, two decks; two pictures on four cells in four turns; no gem yet.
  CHECK(g.legal().size() == 3 + 2 + 2 + 2 * 4 * 4);
}

TEST_CASE("section 3: taking leaves a gap until the next turn, drawing shows the tile") {
  BothGames g(two_players());
  g.play(kDeal).play("take=2a take=2I draw=picture");
  CHECK(g.legal().size() == 31 + 1);
  CHECK(g.game.chance_source(g.state) == ChanceSource{.owner = kNobody, .number = 1});
  g.play("~5h draw=mission ~5L");
  // The turn is over: one mission and one picture are missing in the display.
  CHECK(g.state.player == 1);
  CHECK(g.game.chance_source(g.state) == ChanceSource{.owner = kNobody, .number = 2});
  g.play("~4I ~1b");
  CHECK(g.state.actions_left == 3);
  CHECK(g.state.hand_pictures[0] == (bit(picture_from_name("2a")) | bit(picture_from_name("2b")) |
                                     bit(picture_from_name("2e")) | bit(picture_from_name("5h"))));
}

TEST_CASE("section 3: three pictures of one type may be swapped, and all know where the two go") {
  BothGames g(two_players());
  g.play("~1a ~2I ~3O ~2a ~2b ~2c ~2d ~2e ~3a ~5c");
  CHECK(g.legal() == std::vector<std::string>{"keep", "swap=2a,2b", "swap=2a,2c", "swap=2b,2a", "swap=2b,2c",
                                              "swap=2c,2a", "swap=2c,2b"});
  g.play("swap=2c,2a");
  // 16 of the 32 tiles lie above 2c; two tiles are drawn at once. Under all of them lies 2a.
  CHECK(g.state.picture_deck_size == 34);
  CHECK(g.state.pinned[34 - 17] == 1 + picture_from_name("2c"));
  CHECK(g.state.pinned[0] == 1 + picture_from_name("2a"));
  g.play("~2f ~2g");  // three of one type again: once per turn all the same
  CHECK(g.legal("swap").empty());
  CHECK(g.game.board_text(g.state).find("known 2c as number 15 from the top, 2a as number 32 from the top") !=
        std::string::npos);
}

TEST_CASE("section 3: a known tile is the only outcome when it comes to the top") {
  Rules rules = two_players();
  rules.actions = 10;
  rules.first_turn_extra = 5;
  rules.hand_limit = 20;
  BothGames g(rules);
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
  BothGames g(two_players());
  g.play("~1a ~2I ~3O ~2a ~2b ~2c ~2d ~2e ~3a ~5c keep");
  CHECK(g.can("take=2a"));
  BothGames mixed(two_players());
  mixed.play(kDeal);
  CHECK(mixed.legal("swap").empty());
  CHECK_FALSE(mixed.can("keep"));
}

TEST_CASE("section 3: hands over the limit drop pictures first, then missions") {
  Rules rules = two_players();
  rules.hand_limit = 1;
  BothGames g(rules);
  g.play(kDeal).play("take=2a take=2I take=3O draw=mission ~5L");
  CHECK(g.legal() == std::vector<std::string>{"drop=2a", "drop=2b", "drop=2e"});
  g.play("drop=2a drop=2b");
  CHECK(g.legal() == std::vector<std::string>{"drop=2I", "drop=3O", "drop=5L"});
  g.play("drop=5L drop=3O");
  CHECK(g.state.player == 1);
}

TEST_CASE("section 4: corners match by letter, the joker matches the living, the dead match the dead") {
  // 1a is EBDC. A tile to its right meets the corners B (north) and D (south) of it.
  const auto points = [](const std::string& first, const std::string& put) {
    return BothGames(two_players()).play(first + std::string(kDeal).substr(3)).play(put).state.score[0];
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
  BothGames four(with_pictures({}));
  four.play(kDeal).play("put=2b@1,0,0");
  CHECK(four.state.score[0] == 2);
  four.play("put=2e@0,1,0");
  CHECK(four.state.score[0] == 4);
  four.play("take=2a put=2a@1,1,0");
  CHECK(four.state.score[0] == 4 + 1 + 1 + 1 + 3);
  BothGames joker(with_pictures({{"2a", "EEEE"}}));
  joker.play(kDeal).play("put=2b@1,0,0 put=2e@0,1,0 take=2a put=2a@1,1,0");
  CHECK(joker.state.score[0] == 4 + 1 + 1 + 1 + 1);
  BothGames two_jokers(with_pictures({{"2a", "EEEE"}, {"2b", "EEEE"}}));
  two_jokers.play(kDeal).play("put=2b@1,0,0 put=2e@0,1,0 take=2a put=2a@1,1,0");
  CHECK(two_jokers.state.score[0] == 4 + 3);
  BothGames dead(with_pictures({{"1a", "FFFF"}, {"2a", "FFFF"}, {"2b", "FFFF"}, {"2e", "FFFF"}}));
  dead.play(kDeal).play("put=2b@1,0,0 put=2e@0,1,0 take=2a put=2a@1,1,0");
  CHECK(dead.state.score[0] == 4 + 3);
}

TEST_CASE("section 4: the diagonal corner counts by default and can be switched off") {
  // The second B meets the first across a vertex; the last tile, an A, meets B on both sides and the loner's A across.
  Rules rules = with_pictures({{"2b", "BBBB"}, {"2e", "BBBB"}});
  BothGames with(rules);
  with.play(kDeal).play("put=2b@1,0,0 put=2e@0,1,0 take=2a put=2a@1,1,0");
  CHECK(with.state.score[0] == 1 + 1);
  rules.match_diagonal = false;
  BothGames without(rules);
  without.play(kDeal).play("put=2b@1,0,0 put=2e@0,1,0 take=2a put=2a@1,1,0");
  CHECK(without.state.score[0] == 0);
}

TEST_CASE("section 5: a settlement of the mission's type costs three points for each loner") {
  BothGames g(with_pictures({}));
  g.play(kDeal).play("take=2I put=2b@1,0,0 put=2e@2,0,0 take=2a ~3I ~4d take=3b take=4c take=4d ~2c ~2d ~3f");
  const int before = g.state.score[0];
  g.play("put=2a@3,0,0");
  CHECK(g.legal() == std::vector<std::string>{"claim=2I:A:0,0;1,0;2,0;3,0", "done"});
  g.play("claim=2I:A:0,0;1,0;2,0;3,0");
  CHECK(g.state.score[0] == before + 2 + 7 - 3);
  CHECK(g.state.hand_missions[0] == 0);
}

TEST_CASE("section 5: a coexistence has different types, once for each layout in the whole game") {
  BothGames g(with_pictures({}));
  g.play("~1a ~2I ~3I ~2a ~3b ~4c ~2b ~5e ~3a ~5c take=2I take=3I take=3b put=2b@1,0,0 ~4O ~5O ~2h");
  g.play("take=4O take=5O put=5c@0,1,0 ~4S ~5S put=3b@2,0,0 draw=picture ~4a put=4a@3,0,0");
  CHECK(g.legal() == std::vector<std::string>{"claim=2I:B:0,0;1,0;2,0;3,0", "claim=3I:B:0,0;1,0;2,0;3,0", "done"});
  g.play("claim=2I:B:0,0;1,0;2,0;3,0");
  CHECK(g.state.layouts_coexisting == 1);
  CHECK(g.state.player == 1);  // the second mission of the layout has no claim left, and the turn is over
}

TEST_CASE("section 5: a migration is a rectangle of any size, and a tile serves one rectangle only") {
  Rules rules = with_pictures({});
  rules.actions = 10;
  rules.first_turn_extra = 5;
  BothGames g(rules);
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
  BothGames g(rules);
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
  CHECK(g.legal("gem").empty());
}

TEST_CASE("section 6: the round of the target is finished, then gems and open missions count") {
  Rules rules = with_pictures({});
  rules.target = 2;
  rules.actions = 1;
  rules.first_turn_extra = 1;
  BothGames g(rules);
  g.play(kDeal).play("put=2b@1,0,0 take=2I ~4I");
  CHECK(g.state.player == 1);
  CHECK(g.state.last_round);
  g.play("put=3a@0,1,0");
  CHECK(g.game.node_kind(g.state) == NodeKind::terminal);
  CHECK(g.game.end_reason(g.state) == "target");
  CHECK(g.game.scores(g.state)[0] == 2 - 2);
  CHECK(g.game.scores(g.state)[1] == 2);
  CHECK(g.game.ranks(g.state)[0] == 2);
  CHECK(g.slow.ranks() == std::vector<int>{2, 1});
}

TEST_CASE("perft agrees with the table of the reference at every depth") {
  std::ifstream file(ATOLL_SOURCE_DIR "/engine/eco_coral_reef/perft.txt");
  int positions = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    const std::size_t end = line.find(" ; D");  // claims have semicolons, too
    std::istringstream head(line.substr(0, end)), table(line.substr(end));
    int players = 0;
    head >> players;
    const Game game(Game::default_rules(players));
    State state = game.initial_state();
    reference::ReferenceGame slow(game.rules());
    for (std::string token; head >> token;) {
      game.apply(state, game.parse(state, token).value());
      slow.apply(token);
    }
    CAPTURE(line.substr(0, end));
    std::string mark, depth;
    for (std::uint64_t count = 0; table >> mark >> depth >> count;) {
      CAPTURE(depth);
      CHECK(perft(game, state, depth[1] - '0') == count);
      if (depth == "D1") CHECK(slow.legal_tokens().size() == count);
    }
    ++positions;
  }
  CHECK(positions == 15);
}

TEST_CASE("the positions for benchmarks are decisions that records lead to") {
  std::ifstream file(ATOLL_SOURCE_DIR "/engine/eco_coral_reef/bench_positions.txt");
  int positions = 0;
  for (std::string line; std::getline(file, line); ++positions) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream words(line);
    int players = 0;
    words >> players;
    std::vector<std::string> tokens;
    for (std::string token; words >> token;) tokens.push_back(token);
    const Game game(Game::default_rules(players));
    const Replay<Game> replay = replay_events(game, tokens);
    CHECK(game.node_kind(replay.state) == NodeKind::decision);
  }
  CHECK(positions == 13);
}

}  // namespace atl::eco_coral_reef
