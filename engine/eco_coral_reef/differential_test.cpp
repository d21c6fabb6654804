/// The packed engine against the literal reference, event by event, over whole games.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>

#include "engine/eco_coral_reef/eco_coral_reef.hpp"
#include "engine/eco_coral_reef/reference_rules.hpp"
#include "tests/support/scale.hpp"

namespace atl::eco_coral_reef {
namespace {

/// Uniformly random; random with a taste for what is rare: eager for puts, claims, swaps, missions and gems, hoarding
/// with full hands; greedy.
enum class Play : std::uint64_t { random, eager, hoarding, greedy };

/// How often each kind of event and each form of claim was played.
struct Coverage {
  std::array<int, 16> kinds{};
  std::array<int, 3> forms{};
  int pinned_draws = 0;
  int targets = 0, exhausted = 0;
};

std::vector<std::string> tokens_of(const Game& game, const State& state) {
  std::vector<std::string> tokens;
  if (game.node_kind(state) == NodeKind::chance) {
    ChanceList<Game> outcomes;
    game.chance_outcomes(state, outcomes);
    double sum = 0;
    for (const ChanceOutcome& outcome : outcomes) {
      tokens.push_back(game.token(state, outcome.action));
      sum += outcome.probability;
      REQUIRE(outcome.probability == doctest::Approx(1.0 / static_cast<double>(outcomes.size())));
    }
    REQUIRE(sum == doctest::Approx(1.0));
  } else {
    ActionList<Game> actions;
    game.legal_actions(state, actions);
    REQUIRE(std::is_sorted(actions.begin(), actions.end()));
    for (const Action action : actions) tokens.push_back(game.token(state, action));
  }
  std::sort(tokens.begin(), tokens.end());
  return tokens;
}

Action choose(const Game& game, const State& state, const Heuristic& heuristic, Play play, Rng& rng) {
  if (play == Play::greedy) return heuristic.choose(state, rng);
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

/// Plays one game on both engines. Every event must be legal in the reference and leave equal scores; whole lists of
/// tokens are compared at every `list_every`-th event.
void play_both(const Game& game, Rng& rng, Play play, int list_every, Coverage& coverage) {
  reference::ReferenceGame slow(game.rules());
  const Heuristic heuristic(game);
  State state = game.initial_state();
  for (int event = 0; game.node_kind(state) != NodeKind::terminal; ++event) {
    REQUIRE(slow.node_kind() == game.node_kind(state));
    if (event % list_every == 0) REQUIRE(tokens_of(game, state) == slow.legal_tokens());
    Action action;
    if (game.node_kind(state) == NodeKind::chance) {
      action = game.sample_chance(state, rng);
      coverage.pinned_draws +=
          verb_of(action) == Verb::deal_picture && state.pinned[state.picture_deck_size - 1] != 0 ? 1 : 0;
    } else {
      REQUIRE(slow.player_to_act() == game.player_to_act(state));
      action = choose(game, state, heuristic, play, rng);
    }
    ++coverage.kinds[static_cast<std::size_t>(verb_of(action))];
    if (verb_of(action) == Verb::claim) ++coverage.forms[static_cast<std::size_t>(claim_form(action))];
    const std::string token = game.token(state, action);
    CAPTURE(event);
    CAPTURE(token);
    REQUIRE(game.parse(state, token) == action);
    REQUIRE_NOTHROW(slow.apply(token));
    game.apply(state, action);
    const std::vector<int> points = slow.scores();
    const PerSeat<int> final_points = game.scores(state);
    const bool over = game.node_kind(state) == NodeKind::terminal;
    for (std::size_t p = 0; p < points.size(); ++p) REQUIRE(points[p] == (over ? final_points[p] : state.score[p]));
  }
  REQUIRE(slow.node_kind() == NodeKind::terminal);
  const PerSeat<int> ranks = game.ranks(state);
  const std::vector<int> slow_ranks = slow.ranks();
  for (std::size_t p = 0; p < slow_ranks.size(); ++p) REQUIRE(ranks[p] == slow_ranks[p]);
  REQUIRE(game.end_reason(state) == slow.end());
  ++(state.target_reached ? coverage.targets : coverage.exhausted);
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

int played(const Coverage& coverage, Verb verb) { return coverage.kinds[static_cast<std::size_t>(verb)]; }

}  // namespace

TEST_CASE("random games equal the reference in lists, scores, ranks and end") {
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

TEST_CASE("eager games meet every kind of event and equal the reference") {
  Coverage all;
  for (int players = 2; players <= 4; ++players) {
    Rules rules = Game::default_rules(players);
    rules.target = 500;
    rules.hand_limit = players - 1;
    for (const Play play : {Play::eager, Play::hoarding}) {
      const Coverage coverage = play_games(rules, test::scaled(30, 10), play, 1);
      for (std::size_t k = 0; k < all.kinds.size(); ++k) all.kinds[k] += coverage.kinds[k];
      for (std::size_t f = 0; f < 3; ++f) all.forms[f] += coverage.forms[f];
      all.pinned_draws += coverage.pinned_draws;
    }
  }
  for (auto verb = static_cast<int>(Verb::keep); verb <= static_cast<int>(Verb::deal_mission); ++verb) {
    CAPTURE(verb);
    CHECK(all.kinds[static_cast<std::size_t>(verb)] > 0);
  }
  for (const int form : all.forms) CHECK(form > 0);
  CHECK(all.pinned_draws > 0);
}

TEST_CASE("greedy games equal the reference in lists, scores, ranks and end") {
  for (int players = 2; players <= 4; ++players) {
    const Coverage coverage = play_games(Game::default_rules(players), test::scaled(40, 2), Play::greedy, 1);
    CHECK(coverage.targets > coverage.exhausted);
  }
}

TEST_CASE("games under changed rules equal the reference") {
  Rules rules = Game::default_rules(3);
  SUBCASE("no diagonal matches") { rules.match_diagonal = false; }
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
  TEST_CASE("ten thousand random games of each player count replay through the reference") {
    for (int players = 2; players <= 4; ++players)
      play_games(Game::default_rules(players), test::scaled(10000), Play::random, 7);
  }

  TEST_CASE("a thousand greedy games of each player count replay through the reference") {
    for (int players = 2; players <= 4; ++players)
      play_games(Game::default_rules(players), test::scaled(1000), Play::greedy, 3);
  }
}

}  // namespace atl::eco_coral_reef
