/// One example per rule, on the packed engine and on the oracle. Section numbers are those of RULES.md.
#include "engine/reef_rescue/oracle/scene.hpp"
#include "tests/support/scale.hpp"

namespace atl::reef_rescue {
namespace {

Rules two_players() { return Game::default_rules(2); }
constexpr const char* kFinTurbo = "fin turbo fin turbo";
constexpr const char* kBeamScope = "beam scope beam scope";

}  // namespace

TEST_CASE("the deal takes each tile once and then lays out two cards for each seat") {
  const Game game(Game::default_rules(3));
  State state = game.initial_state();
  Rng rng = Rng::derive(1, Stream::test, {1});
  int events = 0;
  while (game.node_kind(state) == NodeKind::chance) {
    ChanceList<Game> outcomes;
    game.chance_outcomes(state, outcomes);
    CHECK(outcomes.size() == (events < 40 ? static_cast<std::size_t>(40 - events) : 2));
    const ChanceSource source = game.chance_source(state);
    CHECK(source.owner == (events < 40 ? kNobody : Player((events - 40) / 2)));
    game.apply(state, game.sample_chance(state, rng));
    ++events;
  }
  CHECK(events == 46);
  CHECK(game.player_to_act(state) == Player(0));
  std::uint64_t dealt = 0;
  for (const std::uint8_t tile : state.tile) dealt |= bit(tile);
  CHECK(dealt == kAllTiles);
}

TEST_CASE("a player chooses between the two visible actions and turns the used card over") {
  Scene g(two_players(), "fin scope beam turbo");
  CHECK(g.legal_text() == "fin scope");
  g.play("fin flip=f1");
  CHECK(g.legal_text() == "beam turbo");
  g.play("turbo flip=f1");
  CHECK(g.legal_text() == "beam scope");
  g.play("scope pick=a1 pick=b1 pick=c1 place=a1 place=b1 place=c1");
  CHECK(g.legal_text() == "beam scope");
  g.play("scope pick=a1 pick=b1 pick=c1 place=a1 place=b1 place=c1");
  CHECK(g.legal_text() == "beam turbo");
}

TEST_CASE("card pairs may be dealt out differently") {
  Rules rules = two_players();
  rules.card_pairs = "scope|turbo,beam|fin";
  Scene g(rules, "scope beam turbo fin");
  CHECK(g.legal_text() == "beam scope");
  g.play("beam shine=f1");
  CHECK(g.legal_text() == "fin turbo");
  g.play("fin flip=f1");
  CHECK(g.legal_text() == "fin scope");
}

TEST_CASE("garbage ends the turn with nothing claimed") {
  Scene g(two_players(), kFinTurbo);
  g.play("fin flip=a1 flip=b1 flip=f1");
  CHECK(g.state.mover == Player(1));
  CHECK(std::popcount(g.state.present) == 40);
  CHECK(g.game.claimed_points(g.state, 0) == 0);
}

TEST_CASE("a player may stop after the first flip, not before") {
  Scene g(two_players(), kFinTurbo);
  g.play("fin");
  CHECK_FALSE(g.can("stop"));
  g.play("flip=a1");
  CHECK(g.can("stop"));
  CHECK_FALSE(g.can("flip=a1"));
  g.play("stop");  // a half alone: nothing to claim
  CHECK(g.state.mover == Player(1));
}

TEST_CASE("with min_flips=0 a player may turn nothing with fin, turbo and beam") {
  Rules rules = two_players();
  rules.min_flips = 0;
  Scene g(rules, "fin turbo beam scope");
  g.play("fin");
  CHECK(g.can("stop"));
  CHECK(g.count("flip=") == 40);
  g.play("stop beam");
  CHECK(g.can("stop"));
  CHECK(g.count("") == 106);
  g.play("stop turbo stop fin");
  CHECK(g.state.round == 1);
  CHECK(std::popcount(g.state.fresh) == 40);
  CHECK(g.game.claimed_points(g.state, 0) == 0);
  Scene must(two_players(), "beam scope beam scope");
  must.play("beam");
  CHECK_FALSE(must.can("stop"));
}

TEST_CASE("flipping ends by itself after the last flip allowed") {
  Scene g(two_players(), kFinTurbo);
  g.play("fin flip=a1 flip=c1 flip=b1 flip=d1 flip=e1");
  CHECK(g.legal_text() == "claim=sunfish claim=whale_shark done");
  g.play("claim=sunfish claim=whale_shark");
  CHECK(g.state.mover == Player(1));
  CHECK(g.game.claimed_points(g.state, 0) == 20);
}

TEST_CASE("flipping ends by itself when no face-down tile is left") {
  Rules rules = two_players();
  rules.max_flips = 40;
  rules.last_round_tiles = 0;
  // Three halves that nobody can ever complete lie for ever.
  const Ocean ocean{.rows = 1, .columns = 4, .tiles = {"A1", "D1", "D2", "A3"}};
  const Game game(rules, ocean);
  Oracle oracle(rules, ocean);
  State state = game.initial_state();
  for (const char* token : {"~A1", "~D1", "~D2", "~A3", "~fin", "~turbo", "~fin", "~turbo", "turbo", "flip=a1",
                            "flip=b1", "flip=c1", "flip=d1"}) {
    const std::optional<Action> action = game.parse(state, token);
    REQUIRE(action);
    REQUIRE(is_legal(game, state, *action));
    game.apply(state, *action);
    oracle.apply(token);
  }
  CHECK(state.phase == Phase::claim_turbo);
  CHECK(oracle.legal_tokens() == std::vector<std::string>{"claim=d1", "done"});
}

TEST_CASE("fin claims complete sets only, in set order, and done declines the rest") {
  Scene g(two_players(), kFinTurbo);
  g.play("fin flip=d1 flip=e1 flip=a1 flip=b1 stop");
  CHECK(g.legal_text() == "claim=sunfish claim=whale_shark done");
  g.play("claim=whale_shark");  // the sunfish is passed over
  CHECK(g.state.mover == Player(1));
  CHECK(std::popcount(g.state.present) == 38);
  Scene h(two_players(), kFinTurbo);
  h.play("fin flip=d1 flip=e1 flip=a1 flip=b1 stop claim=sunfish done");
  CHECK(h.game.claimed_points(h.state, 0) == 10);
}

TEST_CASE("the reef needs its three tiles and is worth 15") {
  Scene g(two_players(), kFinTurbo);
  g.play("fin flip=a2 flip=b2 flip=a3 stop");
  CHECK(g.state.mover == Player(1));
  g.play("fin flip=a2 flip=b2 flip=c2 stop claim=reef");
  CHECK(g.game.claimed_points(g.state, 1) == 15);
}

TEST_CASE("turbo claims little tiles in cell order") {
  Scene g(two_players(), kFinTurbo);
  g.play("turbo flip=c1 flip=a3 flip=a1 flip=b1 stop");
  CHECK(g.legal_text() == "claim=a3 claim=c1 done");
  g.play("claim=a3");
  CHECK(g.state.mover == Player(1));  // c1 comes before a3
  CHECK(g.game.claimed_points(g.state, 0) == 2);
  CHECK(g.game.claimed_twos(g.state, 0) == 1);
  CHECK((g.state.present >> number_of('A', '3') & 1) == 0);
}

TEST_CASE("beam lights one to three neighbours in a row without a gap") {
  Scene g(two_players(), kBeamScope);
  g.play("beam");
  CHECK(g.legal().size() == 105);
  CHECK(g.can("shine=c4"));
  CHECK(g.can("shine=c4-d4"));
  CHECK(g.can("shine=c4-e4"));
  for (const char* token : {"shine=c4-f4", "shine=d4-c4", "shine=c4-c4", "shine=c4-c5", "shine=h1-a2", "shine=g1-a2",
                            "shine=c4-", "shine=C4"}) {
    CAPTURE(token);
    CHECK_FALSE(g.can(token));
  }
  g.play("shine=a3-c3 claim=b3 claim=c3");
  g.play("beam");
  CHECK(g.can("shine=a3"));
  CHECK_FALSE(g.can("shine=a3-b3"));
  CHECK_FALSE(g.can("shine=b3"));
  CHECK_FALSE(g.can("shine=a3-d3"));
}

TEST_CASE("garbage in the beam does nothing") {
  Scene g(two_players(), kBeamScope);
  g.play("beam shine=f1-h1");
  CHECK(g.state.mover == Player(1));
  Scene h(two_players(), "beam scope beam scope");
  h.play("beam shine=e5-g5");
  CHECK(h.legal_text() == "claim=f5 claim=g5 done");
}

TEST_CASE("with the beam a set ends the claims, a little tile excludes sets") {
  Scene g(two_players(), kBeamScope);
  g.play("beam shine=a1-c1");
  CHECK(g.legal_text() == "claim=c1 claim=sunfish done");
  g.play("claim=sunfish");
  CHECK(g.state.mover == Player(1));
  CHECK(g.game.claimed_points(g.state, 0) == 10);
  Scene h(two_players(), kBeamScope);
  h.play("beam shine=a1-c1 claim=c1");
  CHECK(h.state.mover == Player(1));
  CHECK(h.game.claimed_points(h.state, 0) == 4);
}

TEST_CASE("scope picks three in ascending order and leaves enough for the later ones") {
  Scene g(two_players(), kBeamScope);
  g.play("scope");
  CHECK(g.legal().size() == 38);
  CHECK_FALSE(g.can("pick=g5"));
  g.play("pick=f5");
  CHECK(g.legal_text() == "pick=g5");
  g.play("pick=g5");
  CHECK(g.legal_text() == "pick=h5");
}

TEST_CASE("scope puts the tile of the lowest cell back first, on any empty cell") {
  Scene g(two_players(), kFinTurbo);
  g.play("turbo flip=c1 stop claim=c1 turbo flip=a3 stop claim=a3");
  g.play("scope pick=a1 pick=b1 pick=h5");
  CHECK(g.legal_text() == "place=a1 place=a3 place=b1 place=c1 place=h5");
  g.play("place=a3 place=c1");
  CHECK(g.legal_text() == "place=a1 place=b1 place=h5");
  g.play("place=a1");
  const auto tile_on = [&](const char* cell) {
    return tile_name(g.state.tile[static_cast<std::size_t>(number_of(static_cast<char>(cell[0] - 32), cell[1]))]);
  };
  CHECK(tile_on("a3") == "A1");
  CHECK(tile_on("c1") == "B1");
  CHECK(tile_on("a1") == "H5");
  CHECK(g.state.mover == Player(1));
}

TEST_CASE("knowledge sets follow public events") {
  Scene g(Game::default_rules(3), "fin scope fin scope fin scope");
  const auto cell = [](const char* name) { return bit(number_of(static_cast<char>(name[0] - 32), name[1])); };
  g.play("fin flip=a1 flip=c1 stop");
  CHECK(g.state.known[0] == (cell("a1") | cell("c1")));
  CHECK(g.state.known[2] == g.state.known[0]);
  CHECK(g.game.known_cells(g.state, kPublic) == g.state.known[0]);
  g.play("scope pick=a1 pick=d1 pick=h5 place=h5 place=a1 place=d1");
  CHECK(g.state.known[0] == cell("c1"));
  CHECK(g.state.known[1] == (cell("c1") | cell("a1") | cell("d1") | cell("h5")));
  CHECK(g.game.known_cells(g.state, kPublic) == cell("c1"));
  CHECK((g.state.fresh & (cell("a1") | cell("c1") | cell("d1") | cell("h5"))) == 0);
  CHECK(std::popcount(g.state.fresh) == 36);
}

TEST_CASE("the game ends after a whole round with few enough tiles") {
  Rules rules = two_players();
  rules.last_round_tiles = 39;
  Scene g(rules, kFinTurbo);
  g.play("turbo flip=a3 stop claim=a3");
  CHECK(g.game.node_kind(g.state) == NodeKind::decision);
  g.play("fin flip=f1");
  CHECK(g.game.node_kind(g.state) == NodeKind::terminal);
  CHECK(g.game.end_reason(g.state) == "tiles");
  CHECK(g.oracle.end() == "tiles");
  CHECK(g.scores() == std::vector<int>{12, 0});
  CHECK(g.game.ranks(g.state)[1] == 2);
}

TEST_CASE("the game ends after the last round allowed") {
  Rules rules = two_players();
  rules.max_rounds = 1;
  Scene g(rules, kFinTurbo);
  g.play("fin flip=f1 fin flip=f1");
  CHECK(g.game.end_reason(g.state) == "rounds");
  CHECK(g.oracle.end() == "rounds");
  CHECK(g.scores() == std::vector<int>{0, 0});  // no bonus without a tile
  CHECK(g.game.ranks(g.state)[0] == 1);
  CHECK(g.game.ranks(g.state)[1] == 1);
}

TEST_CASE("each player with the most tiles of two creatures gets the bonus") {
  Rules rules = Game::default_rules(3);
  rules.max_rounds = 1;
  rules.pairs_bonus = 7;
  Scene g(rules, "fin turbo fin turbo fin turbo");
  g.play("turbo flip=a3 stop claim=a3 turbo flip=b3 stop claim=b3 turbo flip=g3 stop claim=g3");
  CHECK(g.scores() == std::vector<int>{9, 9, 3});
  CHECK(g.game.ranks(g.state)[0] == 1);
  CHECK(g.game.ranks(g.state)[1] == 1);
  CHECK(g.game.ranks(g.state)[2] == 3);
}

}  // namespace atl::reef_rescue
