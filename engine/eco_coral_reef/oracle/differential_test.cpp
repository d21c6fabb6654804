/// The packed game against the oracle, event by event, over whole games.
#include <algorithm>

#include "engine/eco_coral_reef/eco_coral_reef.hpp"
#include "engine/eco_coral_reef/oracle/oracle.hpp"
#include "tests/support/scale.hpp"
#include "tests/support/side_by_side.hpp"

namespace atl::eco_coral_reef {
namespace {

/// Uniformly random; random with a taste for what is rare: eager for puts, claims, swaps, missions and gems, hoarding
/// with full hands; greedy.
enum class Play : std::uint64_t { random, eager, hoarding, greedy };

/// How often each verb of a decision and each form of claim was played.
struct Coverage {
  Array<int, 16> verbs{};
  Array<int, 3> forms{};
  int gems_before_swap = 0, gems_after_actions = 0;
  int pinned_draws = 0;
  int targets = 0, exhausted = 0;
};

Action choose(const Game& game, const State& state, const Heuristic& heuristic, Play play, Rng& rng) {
  if (play == Play::greedy) return heuristic.choose(state, rng);
  // Some gems are kept for the decision about a swap.
  if (play != Play::random && state.phase == Phase::last_gems && rng.below(4) != 0) return make_action(Verb::end);
  Action action = game.random_action(state, rng);
  for (int again = 0; play != Play::random && again < 4; ++again) {
    const Verb verb = verb_of(action);
    const bool takes = verb == Verb::take_picture || verb == Verb::take_mission || verb == Verb::draw;
    const bool dull = verb == Verb::keep || verb == Verb::done || (takes && verb != Verb::take_mission);
    if (play == Play::eager ? !dull : takes) break;
    action = game.random_action(state, rng);
  }
  return action;
}

/// Plays one game on both. Points must be equal after every event, whole lists at every `list_every`-th.
void play_both(const Game& game, Rng& rng, Play play, int list_every, Coverage& coverage) {
  using Sides = test::SideBySide<Game, Oracle>;
  const Heuristic heuristic(game);
  Sides sides(game, Oracle(game.rules()));
  test::PlayedGames played;
  State before = sides.state;
  sides.play_out(
      rng,
      [&](const State& state, Rng& random) {
        const Action action = choose(game, state, heuristic, play, random);
        const Verb verb = verb_of(action);
        ++coverage.verbs[static_cast<int>(verb)];
        if (verb == Verb::claim) ++coverage.forms[static_cast<int>(claim_form(action))];
        if (verb == Verb::gem && state.phase == Phase::swap) ++coverage.gems_before_swap;
        if (verb == Verb::gem && state.phase == Phase::last_gems) ++coverage.gems_after_actions;
        return action;
      },
      played,
      [&](const Sides& now) {
        const int deck = before.picture_deck_size;
        if (now.state.picture_deck_size < deck && before.pinned[deck - 1] != 0) ++coverage.pinned_draws;
        before = now.state;
        const std::vector<int> points = now.oracle.scores();
        for (std::size_t p = 0; p < points.size() && !now.over(); ++p) {
          if (points[p] != now.state.score[p]) REQUIRE(points[p] == now.state.score[p]);
        }
      },
      list_every);
  ++(sides.state.target_reached ? coverage.targets : coverage.exhausted);
}

Coverage play_games(const Rules& rules, int games, Play play, int list_every) {
  const Game game(rules);
  Coverage coverage;
  for (int g = 0; g < games; ++g) {
    CAPTURE(rules.players);
    CAPTURE(g);
    Rng rng = Rng::derive(
        11, Stream::test,
        {static_cast<std::uint64_t>(rules.players), static_cast<std::uint64_t>(play), static_cast<std::uint64_t>(g)});
    play_both(game, rng, play, list_every, coverage);
  }
  return coverage;
}

int played(const Coverage& coverage, Verb verb) { return coverage.verbs[static_cast<int>(verb)]; }

}  // namespace

TEST_CASE("random games equal the oracle in lists, scores, ranks and end") {
  for (int players = 2; players <= 4; ++players) {
    const Coverage coverage = play_games(Game::default_rules(players), test::scaled(300, 3), Play::random, 1);
    if (test::test_scale() < 1) continue;
    CHECK(coverage.exhausted > 0);
    for (const Verb verb : {Verb::keep, Verb::swap, Verb::put, Verb::claim, Verb::done, Verb::gem}) {
      CAPTURE(static_cast<int>(verb));
      CHECK(played(coverage, verb) > 0);
    }
  }
}

TEST_CASE("eager games meet every kind of event and equal the oracle") {
  Coverage all;
  for (int players = 2; players <= 4; ++players) {
    Rules rules = Game::default_rules(players);
    rules.target = 500;
    rules.hand_limit = players - 1;
    for (const Play play : {Play::eager, Play::hoarding}) {
      const Coverage coverage = play_games(rules, test::scaled(30, 10), play, 1);
      for (std::size_t v = 0; v < all.verbs.size(); ++v) all.verbs[v] += coverage.verbs[v];
      for (std::size_t f = 0; f < 3; ++f) all.forms[f] += coverage.forms[f];
      all.gems_before_swap += coverage.gems_before_swap;
      all.gems_after_actions += coverage.gems_after_actions;
      all.pinned_draws += coverage.pinned_draws;
    }
  }
  for (auto verb = static_cast<int>(Verb::keep); verb < static_cast<int>(Verb::deal_picture); ++verb) {
    CAPTURE(verb);
    CHECK(all.verbs[verb] > 0);
  }
  CHECK(all.gems_before_swap > 0);
  CHECK(all.gems_after_actions > 0);
  for (const int form : all.forms) CHECK(form > 0);
  CHECK(all.pinned_draws > 0);
}

TEST_CASE("greedy games equal the oracle in lists, scores, ranks and end") {
  for (int players = 2; players <= 4; ++players) {
    const Coverage coverage = play_games(Game::default_rules(players), test::scaled(40, 2), Play::greedy, 1);
    CHECK(coverage.targets > coverage.exhausted);
  }
}

TEST_CASE("games under changed rules equal the oracle") {
  Rules rules = Game::default_rules(3);
  SUBCASE("no diagonal matches") { rules.match_diagonal = false; }
  SUBCASE("no points for a completed dead coral") { rules.dead_completion = "nothing"; }
  SUBCASE("neither diagonal matches nor completed dead corals") {
    rules.dead_completion = "nothing";
    rules.match_diagonal = false;
    rules.pictures.clear();
    for (int i = 0; i < kNumPictures; ++i) rules.pictures += i == 0 ? "FFFA" : i % 2 == 0 ? " FFFA" : " FFAF";
  }
  SUBCASE("gems while an action is due") { rules.gem_timing = "actions"; }
  SUBCASE("the rules of version 1") { rules = Game::rules_of_version(1, 3); }
  SUBCASE("formations barred one by one") { rules.reuse = "per_formation"; }
  SUBCASE("few tiles in hand, many actions") {
    rules.hand_limit = 1;
    rules.actions = 10;
    rules.first_turn_extra = 5;
  }
  SUBCASE("many tiles in hand, one action") {
    rules.hand_limit = 20;
    rules.actions = 1;
    rules.first_turn_extra = 0;
  }
  SUBCASE("loners cost more than missions bring") {
    rules.mission_points = 2;
    rules.loner_cost = 9;
    rules.open_mission_cost = 50;
  }
  SUBCASE("a target that is reached and lost again") {
    rules.target = 4;
    rules.mission_points = 0;
    rules.loner_cost = 50;
  }
  SUBCASE("the same under version 1") {
    rules = Game::rules_of_version(1, 3);
    rules.target = 4;
    rules.mission_points = 0;
    rules.loner_cost = 50;
  }
  SUBCASE("a short game") { rules.target = 1; }
  SUBCASE("a picture set with repeated letters and codes") {
    rules.pictures.clear();
    for (int i = 0; i < kNumPictures; ++i)
      rules.pictures += std::string(i == 0 ? "" : " ") + (i % 3 == 0 ? "AAAA" : i % 3 == 1 ? "AEAE" : "FABE");
  }
  play_games(rules, test::scaled(40, 5), Play::eager, 1);
  play_games(rules, test::scaled(15, 2), Play::greedy, 1);
}

TEST_SUITE("slow") {
  TEST_CASE("ten thousand random games of each player count replay through the oracle") {
    for (int players = 2; players <= 4; ++players)
      play_games(Game::default_rules(players), test::scaled(10000), Play::random, 7);
  }

  TEST_CASE("a thousand greedy games of each player count replay through the oracle") {
    for (int players = 2; players <= 4; ++players)
      play_games(Game::default_rules(players), test::scaled(1000), Play::greedy, 3);
  }
}

}  // namespace atl::eco_coral_reef
