/// The packed engine of the expansion against the oracle, event by event.
#include "engine/reef_encounter/second_kind/oracle/oracle.hpp"
#include "engine/reef_encounter/second_kind/oracle/usage.hpp"
#include "engine/reef_encounter/second_kind/second_kind.hpp"
#include "tests/support/scale.hpp"
#include "tests/support/side_by_side.hpp"

namespace atl::reef_encounter::second_kind {
namespace {

Rules expansion(int players) {
  Rules rules = default_rules(players);
  rules.second_kind = true;
  return rules;
}

/// Games with choose(game, state, rng) for the decisions; crowns at the start in every other one.
template <class Choose>
Usage play_games(Rules rules, int count, std::uint64_t seed, Choose&& choose) {
  Usage usage;
  test::PlayedGames played;
  for (int i = 0; i < count; ++i) {
    CAPTURE(rules.players);
    CAPTURE(i);
    rules.crown_start = i % 2 == 1;
    const Game game(rules);
    Rng rng =
        Rng::derive(seed, Stream::test, {static_cast<std::uint64_t>(rules.players), static_cast<std::uint64_t>(i)});
    test::SideBySide(game, Oracle(rules))
        .play_out(
            rng,
            [&](const State& state, Rng& random) {
              const Action action = choose(game, state, random);
              usage.count(game.token(state, action));
              if (state.phase == Phase::nudging && verb_of(action) == Verb::lift) ++usage.times["make room"];
              return action;
            },
            played);
  }
  usage.games = played.games;
  usage.ends = played.ends;
  MESSAGE(usage.report(std::to_string(rules.players) + " players"));
  return usage;
}

/// Random play that reaches everything, as in usage.hpp.
Usage play_random_games(const Rules& rules, int count, std::uint64_t seed) {
  return play_games(rules, count, seed, [](const Game& game, const State& state, Rng& rng) {
    ActionList<Game> actions;
    game.legal_actions(state, actions);
    std::vector<std::string> tokens;
    for (const Action action : actions) tokens.push_back(game.token(state, action));
    return actions[choose_token(tokens, rng)];
  });
}

Usage play_greedy_games(const Rules& rules, int count, std::uint64_t seed) {
  return play_games(rules, count, seed,
                    [](const Game& game, const State& state, Rng& rng) { return Heuristic(game).choose(state, rng); });
}

}  // namespace

TEST_CASE("second kind: random games agree with the oracle") {
  Usage sum;
  for (int players = 2; players <= 4; ++players) {
    Rules rules = expansion(players);
    for (const auto& [what, n] : play_random_games(rules, test::scaled(60), 41).times) sum.times[what] += n;
    rules.free_growth = "none";  // growth spaces stay empty for extra_free_growth
    for (const auto& [what, n] : play_random_games(rules, test::scaled(20), 43).times) sum.times[what] += n;
  }
  if (test::test_scale() >= 1) CHECK(sum.missing(everything()) == "");
}

TEST_CASE("second kind: random games under changed rules agree with the oracle") {
  for (int players = 2; players <= 4; ++players) {
    Rules rules = expansion(players);
    rules.advanced = true;  // growth spaces stay empty for extra_free_growth
    Game::apply_presets(rules);
    (void)play_random_games(rules, test::scaled(15), 51);

    rules = expansion(players);  // small corals are fed, so that locks and first feedings come early
    rules.alga_space_must_differ = true;
    rules.free_growth = "optional";
    rules.cards = "confusion,disintegration,extra_growth,pick_me_up";
    rules.min_feed = 2;
    rules.feed_return = 1;
    rules.final_feed_return = 1;
    rules.refill_minimum = 0;
    rules.deck_copies = 1;
    (void)play_random_games(rules, test::scaled(15), 52);

    rules = expansion(players);
    rules.max_hand_tiles = 20;
    rules.max_lifts = 0;
    rules.min_feed = 3;
    rules.feed_return = 40;
    rules.max_turns = 60;
    rules.deck_copies = 4;
    (void)play_random_games(rules, test::scaled(15), 53);
  }
}

TEST_CASE("second kind: greedy games agree with the oracle") {
  for (int players = 2; players <= 4; ++players) (void)play_greedy_games(expansion(players), test::scaled(10), 42);
}

TEST_SUITE("slow") {
  TEST_CASE("second kind: five thousand random games per player count agree with the oracle and use everything") {
    Usage sum;
    for (int players = 2; players <= 4; ++players) {
      for (const auto& [what, n] : play_random_games(expansion(players), test::scaled(5000), 61).times)
        sum.times[what] += n;
    }
    if (test::test_scale() >= 1) CHECK(sum.missing(everything()) == "");
  }

  TEST_CASE("second kind: five hundred greedy games per player count agree with the oracle") {
    for (int players = 2; players <= 4; ++players) (void)play_greedy_games(expansion(players), test::scaled(500), 62);
  }
}

}  // namespace atl::reef_encounter::second_kind
