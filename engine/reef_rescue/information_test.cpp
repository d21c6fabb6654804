/// Beliefs: weights against enumeration to the last digit, whole histories by chi-square, deductions by hand,
/// forgetting, and what happens beyond the limit of hypotheses.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>

#include "engine/reef_rescue/oracle/scene.hpp"
#include "tests/support/chi_square.hpp"
#include "tests/support/conformance_exact.hpp"

namespace atl::reef_rescue {
namespace {

Game small(int players, int rows, int columns, std::vector<std::string> tiles, int rounds) {
  Rules rules = Game::default_rules(players);
  rules.last_round_tiles = 3;
  rules.max_rounds = rounds;
  rules.max_flips = 3;
  return Game(rules, {.rows = rows, .columns = columns, .tiles = std::move(tiles)});
}

Action often_scope(const Game& game, const State& state, Rng& rng) {
  const Action action = game.random_action(state, rng);
  const Action scope = make_action(Verb::choose, static_cast<int>(Card::scope));
  return state.phase == Phase::turn && rng.below(4) != 0 && is_legal(game, state, scope) ? scope : action;
}

/// The probability that the filter gives to one world: its hypothesis' weight over the arrangements of what is unseen.
double probability_of(const Belief& belief, const State& world) {
  Labels labels;
  labels.fill(kNoTile);
  std::copy(world.tile.begin(), world.tile.end(), labels.begin());
  std::copy(world.hand.begin(), world.hand.end(), labels.begin() + kHandSlot);
  const int unseen = std::popcount(belief.unseen());
  const auto slots = static_cast<int>(std::count(belief.row(0).begin(), belief.row(0).end(), kUnknownTile));
  double ways = 1;
  for (int i = 0; i < slots; ++i) ways *= unseen - i;
  return belief.weight_of(labels) / ways;
}

/// The truth of a game played by tokens, and what one observer makes of it.
struct Watched {
  Watched(const Game& the_game, Observer observer)
      : game(the_game), state(game.initial_state()), information(game, observer) {}
  void play(Action action) {
    const State before = state;
    game.apply(state, action);
    information.observe(game.observe(before, action, state, information.observer()));
  }
  void play(const std::string& tokens) {
    std::istringstream stream(tokens);
    for (std::string token; stream >> token;) {
      INFO("token " << token);
      const std::optional<Action> action = game.parse(state, token);
      REQUIRE(action);
      REQUIRE(is_legal(game, state, *action));
      play(*action);
    }
  }
  void deal_in_order(const std::string& faces) {
    for (std::uint64_t tiles = game.ocean_tiles(); tiles != 0;) play("~" + tile_name(pop_lowest_bit(tiles)));
    play(faces);
  }
  const Game& game;
  State state;
  InformationState information;
};

int tile(const char* name) { return number_of(name[0], name[1]); }
std::size_t cell(const char* name) {
  return static_cast<std::size_t>(number_of(static_cast<char>(name[0] - 32), name[1]));
}

constexpr const char* kScopes = "~fin ~scope ~fin ~scope";

}  // namespace

TEST_CASE("the filter's weights are those of enumerating all deals and arrangements") {
  conformance::Options<Game> options;
  options.exact_worlds = 20000;
  long compared = 0;
  double worst = 0;
  const std::vector<Game> games = {small(2, 2, 3, {"A1", "B1", "A3", "F1", "G1", "E5"}, 6),
                                   small(3, 1, 7, {"A2", "B2", "C2", "A3", "F1", "G1", "E5"}, 4)};
  for (std::uint64_t number = 0; number < static_cast<std::uint64_t>(test::scaled(60, 6)); ++number) {
    const Game& game = games[number % games.size()];
    Rng rng = Rng::derive(11, Stream::test, {number});
    const auto observer = Player(static_cast<int>(number / 2) % (game.num_players() + 1) - 1);
    Watched watched(game, observer);
    conformance::ExactBelief<Game> exact(game, options, observer);
    while (game.node_kind(watched.state) != NodeKind::terminal) {
      const State before = watched.state;
      const Action action =
          game.node_kind(before) == NodeKind::chance ? game.sample_chance(before, rng) : often_scope(game, before, rng);
      watched.play(action);
      REQUIRE(exact.observe(game.observe(before, action, watched.state, observer)));
      if (watched.state.phase == Phase::place && watched.state.cursor > 0 && watched.state.mover != observer)
        continue;  // cells hidden as well
      double sum = 0;
      for (std::size_t w = 0; w < exact.states().size(); ++w) {
        const double here = probability_of(watched.information.belief(), exact.states()[w]);
        worst = std::max(worst, std::abs(here - exact.probabilities()[w]));
        sum += here;
        ++compared;
      }
      worst = std::max(worst, std::abs(sum - 1));
    }
  }
  CHECK(compared > test::scaled(50000));
  CHECK(worst < 1e-12);
}

// One chi-square test of whole histories per position, level 1e-6 each: 12 positions, so one false alarm in 80,000.
TEST_CASE("sampled records have the distribution of enumerated histories") {
  const Game game = small(2, 1, 6, {"A1", "B1", "A3", "F1", "G1", "E5"}, 4);
  int with_choice = 0;
  for (std::uint64_t number = 0; number < 12; ++number) {
    CAPTURE(number);
    Rng rng = Rng::derive(12, Stream::test, {number});
    Watched watched(game, Player(static_cast<int>(number % 3) - 1));
    struct History {
      std::vector<Action> events;
      State state;
      double weight;
    };
    std::vector<History> histories = {{{}, game.initial_state(), 1}};
    const std::size_t length = 10 + 4 + 12 + rng.below(14);  // deal, faces, then about two to four turns
    for (std::size_t event = 0; event < length && game.node_kind(watched.state) != NodeKind::terminal; ++event) {
      const State before = watched.state;
      const Action action =
          game.node_kind(before) == NodeKind::chance ? game.sample_chance(before, rng) : often_scope(game, before, rng);
      watched.play(action);
      const Observer observer = watched.information.observer();
      const Observation seen = game.observe(before, action, watched.state, observer);
      std::vector<History> next;
      for (const History& history : histories) {
        for (const ChanceOutcome& possible : conformance::possible_events(game, history.state)) {
          State after = history.state;
          game.apply(after, possible.action);
          if (game.observe(history.state, possible.action, after, observer) != seen) continue;
          History longer{history.events, after, history.weight};
          longer.events.push_back(possible.action);
          next.push_back(std::move(longer));
        }
      }
      histories = std::move(next);
      REQUIRE(histories.size() < 200000);
    }
    // All chance events and hidden choices of one observation are equally likely here, hence all histories.
    std::map<std::vector<Action>, std::size_t> index;
    for (const History& history : histories) index.emplace(history.events, index.size());
    if (index.size() == 1) {
      CHECK(watched.information.sample_record(rng) == histories[0].events);
      continue;
    }
    ++with_choice;
    std::vector<std::uint64_t> counts(index.size());
    const int draws = test::scaled(std::max<int>(2000, 8 * static_cast<int>(index.size())), 500);
    for (int i = 0; i < draws; ++i) {
      const auto found = index.find(watched.information.sample_record(rng));
      REQUIRE(found != index.end());
      ++counts[found->second];
    }
    const std::vector<double> probabilities(index.size(), 1.0 / static_cast<double>(index.size()));
    CHECK(test::chi_square_fit(counts, probabilities).p_value > 1e-6);
  }
  CHECK(with_choice >= 6);
}

TEST_CASE("three seen tiles lifted by somebody else are known up to their order, and flips narrow it down") {
  const Game game(Game::default_rules(2));
  Watched watched(game, 0);
  watched.deal_in_order(kScopes);
  watched.play("fin flip=a1 flip=b1 flip=c1 stop claim=sunfish fin flip=d1 flip=e1 flip=c1 flip=d2 stop done");
  const Belief& belief = watched.information.belief();
  CHECK(belief.size() == 1);
  watched.play("scope pick=a3 pick=b3 pick=c3 place=a1 place=b1 place=c3");
  CHECK(belief.size() == 1);  // its own look: D3 E3 of nothing hidden to it
  watched.play("scope pick=c1 pick=d1 pick=e1 place=d1 place=c1 place=e1");
  CHECK(belief.size() == 6);
  CHECK(watched.information.view().tile[cell("c1")] == kUnknownTile);
  CHECK(belief.possible_cells()[tile("C1")] ==
        (bit(static_cast<int>(cell("c1"))) | bit(static_cast<int>(cell("d1"))) | bit(static_cast<int>(cell("e1")))));
  CHECK(watched.information.board_text().find("c1 one of: C1 D1 E1\n") != std::string::npos);
  watched.play("beam shine=c1");
  CHECK(belief.size() == 2);
  watched.play("turbo flip=d1 stop claim=d1");
  CHECK(belief.size() == 1);  // the third is known without having been seen
  CHECK(watched.information.view().tile[cell("e1")] == tile("E1"));
  CHECK((watched.state.known[0] >> cell("e1") & 1) == 0);  // the knowledge sets hold looks, not deductions
}

TEST_CASE("an informed world says what the others are sure of: looks and deductions, and no more") {
  const Game game(Game::default_rules(2));
  Watched watched(game, 1);
  watched.deal_in_order(kScopes);
  watched.play("fin flip=a1 flip=b1 flip=c1 stop claim=sunfish fin flip=d1 flip=e1 flip=c1 flip=d2 stop done");
  watched.play("scope pick=a3 pick=b3 pick=c3 place=a1 place=b1 place=c3");
  watched.play("scope pick=c1 pick=d1 pick=e1 place=d1 place=c1 place=e1");
  const std::uint64_t scoped =
      bit(static_cast<int>(cell("c1"))) | bit(static_cast<int>(cell("d1"))) | bit(static_cast<int>(cell("e1")));
  Rng rng = Rng::derive(21, Stream::test, {});
  CHECK((watched.information.sample_informed(rng).known[0] & scoped) == 0);  // up to their order is not sure
  watched.play("beam shine=c1 turbo flip=d1 stop claim=d1");
  CHECK((watched.state.known[0] >> cell("e1") & 1) == 0);
  for (int i = 0; i < 20; ++i) {
    const State world = watched.information.sample_informed(rng);
    CHECK((world.known[0] & scoped & watched.state.present) == (scoped & watched.state.present));
    CHECK((world.known[0] & ~scoped) == (watched.state.known[0] & ~scoped));
    CHECK(world.known[1] == watched.state.known[1]);  // the observer's own is left alone
  }
}

TEST_CASE("informed worlds over random games: what a seat is said to know is the same in every world it believes in") {
  const Game game = small(3, 2, 4, {"A1", "B1", "A2", "B2", "A3", "F1", "G1", "E5"}, 6);
  long deduced = 0;
  for (std::uint64_t number = 0; number < static_cast<std::uint64_t>(test::scaled(60, 12)); ++number) {
    CAPTURE(number);
    Rng rng = Rng::derive(22, Stream::test, {number});
    Watched watched(game, Player(number % 3));
    while (game.node_kind(watched.state) != NodeKind::terminal) {
      const State before = watched.state;
      watched.play(game.node_kind(before) == NodeKind::chance ? game.sample_chance(before, rng)
                                                              : often_scope(game, before, rng));
      if (watched.state.phase != Phase::turn) continue;
      Rng same = rng;
      State informed = watched.information.sample_informed(rng);
      State world = game.initial_state();
      std::vector<InformationState> by_seat;
      for (const Player seat : seats(3)) by_seat.emplace_back(game, seat);
      for (const Action action : watched.information.sample_record(same)) {
        const State last = world;
        game.apply(world, action);
        for (InformationState& seat : by_seat) seat.observe(game.observe(last, action, world, seat.observer()));
      }
      for (std::size_t seat = 0; seat < 3; ++seat) {
        REQUIRE((world.known[seat] & ~informed.known[seat]) == 0);
        const std::uint64_t more = informed.known[seat] & ~world.known[seat];
        deduced += std::popcount(more);
        for (int draw = 0; draw < 8 && more != 0; ++draw) {
          const State believed = by_seat[seat].sample(rng);
          for (std::uint64_t cells = more; cells != 0;) {
            const auto at = static_cast<std::size_t>(pop_lowest_bit(cells));
            CHECK(believed.tile[at] == world.tile[at]);
          }
        }
      }
      informed.known = world.known;
      REQUIRE(informed == world);
    }
  }
  CHECK(deduced > test::scaled(100, 10));
}

TEST_CASE("lifting unseen tiles leaves one hypothesis, lifting one seen among them three") {
  const Game game(Game::default_rules(2));
  Watched watched(game, 1);
  watched.deal_in_order(kScopes);
  watched.play("scope pick=a1 pick=b1 pick=c1 place=c1 place=a1 place=b1");
  CHECK(watched.information.belief().size() == 1);
  watched.play("fin flip=h5 flip=f1 turbo flip=f1 beam shine=f1");
  watched.play("scope pick=d1 pick=e1 pick=h5 place=d1 place=e1 place=h5");
  CHECK(watched.information.belief().size() == 3);
}

TEST_CASE("the only world left is found, and the state says that it is the only one") {
  const Game game = small(2, 1, 5, {"A1", "B1", "F1", "G1", "E5"}, 20);
  Watched watched(game, 0);
  watched.deal_in_order(kScopes);
  CHECK_FALSE(watched.information.complete_information());
  watched.play("scope pick=a1 pick=b1 pick=c1 place=a1 place=b1 place=c1");
  CHECK_FALSE(watched.information.complete_information());  // two tiles left
  watched.play("fin flip=d1");
  const bool garbage = game.node_kind(watched.state) == NodeKind::decision;
  CHECK(garbage);
  CHECK(watched.information.complete_information());  // four seen, the fifth follows
  Rng rng = Rng::derive(13, Stream::test, {});
  for (int i = 0; i < 20; ++i) CHECK(watched.information.sample(rng) == watched.state);
}

TEST_CASE("beyond the limit of hypotheses the set is thinned, says so, and never contradicts what is seen") {
  int thinned = 0;
  for (std::uint64_t number = 0; number < static_cast<std::uint64_t>(test::scaled(60, 6)); ++number) {
    CAPTURE(number);
    Rng rng = Rng::derive(14, Stream::test, {number});
    Rules rules = Game::default_rules(5);
    rules.max_rounds = 12;
    const Game game(rules);
    InformationState information(game, 0, 4);
    State state = game.initial_state();
    while (game.node_kind(state) != NodeKind::terminal) {
      const State before = state;
      const Action action =
          game.node_kind(state) == NodeKind::chance ? game.sample_chance(state, rng) : often_scope(game, state, rng);
      game.apply(state, action);
      const Observation seen = game.observe(before, action, state, 0);
      information.observe(seen);
      REQUIRE(information.belief().size() <= 4);
      const State world = information.sample(rng);
      REQUIRE(world.present == (state.phase == Phase::place && state.mover != 0 ? world.present : state.present));
      std::uint64_t tiles = 0;
      for (std::uint64_t cells = world.present; cells != 0;) tiles |= bit(world.tile[pop_lowest_bit(cells)]);
      REQUIRE(std::popcount(tiles) == std::popcount(world.present));  // each tile once
      REQUIRE((tiles & ~kAllTiles) == 0);
      for (std::uint64_t cells = state.known[0] & state.present; cells != 0;) {
        const auto at = static_cast<std::size_t>(pop_lowest_bit(cells));
        REQUIRE(world.tile[at] == state.tile[at]);
      }
    }
    thinned += information.exact() ? 0 : 1;
  }
  CHECK(thinned > 0);
}

TEST_CASE("thinning keeps the distribution roughly: equal weights lose nothing but hypotheses") {
  Belief belief(tiles_named("A1 B1 C1 D1 E1 F1"), 4);
  for (int at = 0; at < 6; ++at) belief.deal(at);
  for (int at = 0; at < 3; ++at) belief.reveal(at, at);
  for (int at = 0; at < 3; ++at) belief.move(at, kHandSlot + at);
  belief.scramble({0, 1, 2});
  CHECK(belief.size() == 4);
  CHECK_FALSE(belief.exact());
  double sum = 0;
  for (std::size_t i = 0; i < belief.size(); ++i) sum += belief.weight(i);
  CHECK(sum == doctest::Approx(1));
}

TEST_CASE("a forgotten face is unknown again, as if never seen") {
  const Game game(Game::default_rules(2));
  Watched watched(game, 0);
  watched.deal_in_order(kScopes);
  CHECK_FALSE(watched.information.turn_just_ended());
  watched.play("fin flip=a1 flip=c1 stop");
  CHECK(watched.information.turn_just_ended());
  Rng rng = Rng::derive(15, Stream::test, {});
  InformationState sharp = watched.information;
  sharp.forget_last_turn(0, rng);
  CHECK(sharp == watched.information);
  CHECK(sharp.exact());
  watched.information.forget_last_turn(1, rng);
  CHECK_FALSE(watched.information == sharp);
  CHECK_FALSE(watched.information.exact());
  CHECK(watched.information.view().tile[cell("a1")] == kUnknownTile);
  CHECK(watched.information.view().known[0] == 0);
  CHECK(watched.information.view().known[1] == (bit(0) | bit(2)));  // what others know does not change
  CHECK(watched.information.belief().unseen() == kAllTiles);
  std::array<int, kCells> seen{};
  for (int i = 0; i < 4000; ++i) ++seen[watched.information.sample(rng).tile[0]];
  CHECK(*std::max_element(seen.begin(), seen.end()) < 200);  // 100 expected each; 10 standard deviations
  CHECK(*std::min_element(seen.begin(), seen.end()) > 20);
  // Records answer for a perfect memory: they must replay legally.
  const std::vector<Action> record = watched.information.sample_record(rng);
  CHECK(record[0] == make_action(Verb::deal, tile("A1")));
}

TEST_CASE("claimed tiles are not forgotten, and each face is forgotten on its own") {
  const Game game(Game::default_rules(2));
  Watched watched(game, 0);
  watched.deal_in_order("~fin ~turbo ~fin ~turbo");
  watched.play("turbo flip=c1 flip=a1 flip=b1 flip=d1 stop claim=c1");
  int lost = 0;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    Rng rng = Rng::derive(16, Stream::test, {i});
    InformationState information = watched.information;
    information.forget_last_turn(0.25, rng);
    CHECK((information.belief().unseen() & bit(tile("C1"))) == 0);
    lost += std::popcount(information.belief().unseen() & (bit(tile("A1")) | bit(tile("B1")) | bit(tile("D1"))));
  }
  CHECK(lost > 600);  // 750 expected, standard deviation 24
  CHECK(lost < 900);
}

TEST_CASE("what a forgotten face implied about other tiles is forgotten with it") {
  const Game game(Game::default_rules(2));
  Watched watched(game, 0);
  watched.deal_in_order("~fin ~scope ~fin ~scope");
  watched.play("fin flip=a1 flip=c1 flip=d1 stop");
  watched.play("scope pick=a1 pick=c1 pick=d1 place=c1 place=d1 place=a1");
  CHECK(watched.information.belief().size() == 6);
  watched.play("beam shine=a1");
  CHECK(watched.information.belief().size() == 2);  // the other two swapped or not
  Rng rng = Rng::derive(17, Stream::test, {});
  watched.information.forget_last_turn(1, rng);
  CHECK(watched.information.belief().size() == 1);
  CHECK(watched.information.belief().unseen() == kAllTiles);
}

TEST_CASE("the board of an observer shows what it knows and nothing else") {
  const Game game(Game::default_rules(2));
  Watched mine(game, 0), other(game, 1);
  for (Watched* watched : {&mine, &other}) {
    watched->deal_in_order(kScopes);
    watched->play("scope pick=a1 pick=b1 pick=f1 place=a1 place=b1 place=f1");
  }
  CHECK(mine.information.board_text().find("A1g") != std::string::npos);
  CHECK(mine.information.board_text().find("F1x") != std::string::npos);
  CHECK(other.information.board_text().find("A1g") == std::string::npos);
  CHECK(other.information.board_text().find('?') != std::string::npos);
}

}  // namespace atl::reef_rescue
