/// The packed engine against the oracle, event by event.
#include "engine/reef_encounter/oracle/oracle.hpp"
#include "engine/reef_encounter/reef_encounter.hpp"
#include "tests/support/scale.hpp"
#include "tests/support/side_by_side.hpp"

namespace atl::reef_encounter {
namespace {

void play_random_games(const Rules& rules, int count, std::uint64_t seed, bool fast) {
  const Game game(rules);
  test::PlayedGames played;
  for (int i = 0; i < count; ++i) {
    CAPTURE(i);
    Rng rng =
        Rng::derive(seed, Stream::test, {static_cast<std::uint64_t>(rules.players), static_cast<std::uint64_t>(i)});
    test::SideBySide(game, Oracle(rules))
        .play_out(
            rng,
            [&](const State& state, Rng& random) {
              if (fast) return game.random_action(state, random);
              // Fewer steps per turn: laying and feeding are preferred, so that the reef fills up.
              ActionList<Game> actions;
              game.legal_actions(state, actions);
              for (const Action action : actions) {
                const Verb verb = verb_of(action);
                const bool wanted = verb == Verb::eat || verb == Verb::lay || verb == Verb::put || verb == Verb::lock;
                if (wanted && random.below(3) == 0) return action;
              }
              return actions[random.below(static_cast<std::uint32_t>(actions.size()))];
            },
            played);
  }
  MESSAGE(played.summary(rules.players));
}

}  // namespace

TEST_CASE("reef encounter: random games agree with the oracle") {
  for (int players = 2; players <= 4; ++players) {
    play_random_games(default_rules(players), test::scaled(20), 11, true);
    play_random_games(default_rules(players), test::scaled(80), 12, false);
  }
}

TEST_CASE("reef encounter: random games under changed rules agree with the oracle") {
  for (int players = 2; players <= 4; ++players) {
    Rules rules = default_rules(players);
    rules.advanced = true;
    Game::apply_presets(rules);
    play_random_games(rules, test::scaled(10), 21, false);

    rules = default_rules(players);
    rules.free_growth = "optional";
    rules.alga_space_must_differ = true;
    rules.refill_minimum = 0;
    rules.max_lifts = 0;
    rules.min_feed = 2;
    rules.feed_return = 1;
    rules.final_feed_return = 0;
    play_random_games(rules, test::scaled(10), 22, false);

    rules = default_rules(players);
    rules.max_hand_tiles = 20;
    rules.max_lifts = 20;
    rules.min_feed = 1;
    rules.feed_return = 40;
    rules.max_turns = 25;
    for (int& tiles : rules.start_tiles) tiles = 20;
    play_random_games(rules, test::scaled(10), 23, false);
  }
}

TEST_SUITE("slow") {
  TEST_CASE("reef encounter: ten thousand random games per player count agree with the oracle") {
    for (int players = 2; players <= 4; ++players)
      play_random_games(default_rules(players), test::scaled(10000), 31, true);
  }
}

}  // namespace atl::reef_encounter
