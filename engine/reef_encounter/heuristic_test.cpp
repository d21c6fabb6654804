/// The heuristic: sensible whole games, and eyes for the mover's own knowledge only.
#include <algorithm>

#include "engine/reef_encounter/oracle/oracle.hpp"
#include "engine/reef_encounter/reef_encounter.hpp"
#include "tests/support/scale.hpp"
#include "tests/support/side_by_side.hpp"

namespace atl::reef_encounter {
namespace {

using test::PlayedGames;

PlayedGames greedy_games(const Rules& rules, int count, std::uint64_t seed) {
  const Game game(rules);
  const Heuristic heuristic(game);
  PlayedGames played;
  for (int i = 0; i < count; ++i) {
    CAPTURE(i);
    Rng rng =
        Rng::derive(seed, Stream::test, {static_cast<std::uint64_t>(rules.players), static_cast<std::uint64_t>(i)});
    test::SideBySide both(game, Oracle(rules));
    both.play_out(rng, [&](const State& state, Rng& random) { return heuristic.choose(state, random); }, played);
  }
  MESSAGE(played.summary(rules.players));
  return played;
}

}  // namespace

TEST_CASE(
    "reef encounter: greedy games agree with the oracle, are of sensible length and score, and end by the rules") {
  for (int players = 2; players <= 4; ++players) {
    const PlayedGames played = greedy_games(default_rules(players), test::scaled(100, 10), 41);
    const double rounds = static_cast<double>(played.turns) / (played.games * players);
    const double points = static_cast<double>(played.points) / (played.games * players);
    CHECK(rounds > 8);
    CHECK(rounds < 14);
    CHECK(points > 30);
    CHECK(points < 55);
    CHECK(played.ends.count("turns") == 0);
  }
}

TEST_CASE("reef encounter: greedy games of the advanced variant end by the rules") {
  Rules rules = default_rules(2);
  rules.advanced = true;
  Game::apply_presets(rules);
  const PlayedGames played = greedy_games(rules, test::scaled(50, 10), 42);
  CHECK(played.ends.count("turns") == 0);
}

TEST_CASE("reef encounter: the heuristic sees only what the mover knows") {
  for (int players = 2; players <= 4; ++players) {
    const Game game(default_rules(players));
    const Heuristic heuristic(game);
    int compared = 0, different_worlds = 0;
    for (int i = 0; i < test::scaled(3, 1); ++i) {
      Rng rng = Rng::derive(43, Stream::test, {static_cast<std::uint64_t>(players), static_cast<std::uint64_t>(i)});
      std::vector<InformationState> seats;
      for (int p = 0; p < players; ++p) seats.emplace_back(game, Player(p));
      State state = game.initial_state();
      while (game.node_kind(state) != NodeKind::terminal) {
        Action action;
        if (game.node_kind(state) == NodeKind::chance) {
          action = game.sample_chance(state, rng);
        } else {
          ActionList<Game> actions;
          game.legal_actions(state, actions);
          std::vector<float> truth(actions.size()), other(actions.size());
          heuristic.scores(state, actions, truth);
          for (const float score : truth) REQUIRE((score >= 0 && score <= 1));
          const PerSeat<float> value = heuristic.evaluate(state);
          Rng draws = rng;
          action = heuristic.choose(state, rng);
          for (int n = 0; n < 2; ++n) {
            Rng sampler = Rng::derive(44, Stream::test, {static_cast<std::uint64_t>(compared)});
            const State world = seats[state.mover].sample(sampler);
            different_worlds += world == state ? 0 : 1;
            heuristic.scores(world, actions, other);
            REQUIRE(truth == other);
            REQUIRE(heuristic.evaluate(world) == value);
            Rng again = draws;
            REQUIRE(heuristic.choose(world, again) == action);
            ++compared;
          }
        }
        const State before = state;
        game.apply(state, action);
        for (InformationState& seat : seats) seat.observe(game.observe(before, action, state, seat.observer()));
      }
    }
    CHECK(different_worlds > compared / 2);
  }
}

TEST_SUITE("slow") {
  TEST_CASE("reef encounter: a thousand greedy games per player count agree with the oracle") {
    for (int players = 2; players <= 4; ++players) {
      const PlayedGames played = greedy_games(default_rules(players), test::scaled(1000), 46);
      CHECK(played.ends.count("turns") == 0);
    }
  }
}

}  // namespace atl::reef_encounter
