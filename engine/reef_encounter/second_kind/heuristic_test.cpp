/// The heuristic of the expansion: sensible whole games that use what is special, and eyes for the mover's own
/// knowledge only.
#include <doctest/doctest.h>

#include "engine/reef_encounter/second_kind/oracle/usage.hpp"
#include "engine/reef_encounter/second_kind/second_kind.hpp"
#include "tests/support/scale.hpp"

namespace atl::reef_encounter::second_kind {
namespace {

Game expansion(int players, std::vector<RuleSetting> rules = {}) {
  rules.push_back({"second_kind", true});
  return Game(make_rules<Game>(players, rules));
}

struct Played {
  double rounds = 0, points = 0;
  Usage usage;
};

Played greedy_games(const Game& game, int count, std::uint64_t seed) {
  const Heuristic heuristic(game);
  Played played;
  for (int i = 0; i < count; ++i) {
    Rng rng = Rng::derive(seed, Stream::test,
                          {static_cast<std::uint64_t>(game.num_players()), static_cast<std::uint64_t>(i)});
    State state = game.initial_state();
    while (game.node_kind(state) != NodeKind::terminal) {
      const bool chance = game.node_kind(state) == NodeKind::chance;
      const Action action = chance ? game.sample_chance(state, rng) : heuristic.choose(state, rng);
      played.usage.count(game.token(state, action));
      game.apply(state, action);
    }
    ++played.usage.games;
    ++played.usage.ends[std::string(game.end_reason(state))];
    played.rounds += static_cast<double>(state.turns) / game.num_players() / count;
    for (int p = 0; p < game.num_players(); ++p) {
      played.points +=
          static_cast<double>(game.scores(state)[static_cast<std::size_t>(p)]) / (count * game.num_players());
    }
  }
  MESSAGE("rounds ", played.rounds, ", points per seat ", played.points, "; ", played.usage.report("greedy"));
  return played;
}

}  // namespace

TEST_CASE("second kind: greedy games are of sensible length and score and use what is special") {
  for (int players = 2; players <= 4; ++players) {
    CAPTURE(players);
    const Played played = greedy_games(expansion(players), test::scaled(60, 20), 61);
    CHECK(played.rounds > 8);
    CHECK(played.rounds < 20);
    CHECK(played.points > 30);
    CHECK(played.points < 65);
    CHECK(played.usage.ends.count("turns") == 0);
    for (const char* const what : {"buy", "eat first", "return", "crown", "rock", "deep", "bite", "put W2", "put WY",
                                   "put Wb", "card=extra_growth", "card=extra_free_growth", "card=dislodged"}) {
      if (test::test_scale() < 1) continue;
      CAPTURE(what);
      CHECK(played.usage.times.count(what) == 1);
    }
  }
}

TEST_CASE("second kind: greedy games of the advanced variant and with crowns from the start end by the rules") {
  const Played advanced = greedy_games(expansion(2, {{"advanced", true}}), test::scaled(30, 10), 62);
  CHECK(advanced.usage.ends.count("turns") == 0);
  const Played crowns = greedy_games(expansion(4, {{"crown_start", true}}), test::scaled(30, 10), 63);
  CHECK(crowns.usage.ends.count("turns") == 0);
}

TEST_CASE("second kind: the heuristic sees only what the mover knows") {
  for (int players = 2; players <= 4; ++players) {
    const Game game = expansion(players);
    const Heuristic heuristic(game);
    std::uint64_t compared = 0, different_worlds = 0;
    for (int i = 0; i < test::scaled(3, 1); ++i) {
      Rng rng = Rng::derive(64, Stream::test, {static_cast<std::uint64_t>(players), static_cast<std::uint64_t>(i)});
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
            Rng sampler = Rng::derive(65, Stream::test, {compared});
            const State world = seats[state.mover].sample(sampler);
            different_worlds += world == state ? 0 : 1;
            heuristic.scores(world, actions, other);
            REQUIRE(truth == other);
            REQUIRE(heuristic.evaluate(world) == value);
            Rng again = draws;
            REQUIRE(heuristic.choose(world, again) == action);
            ++compared;
          }
          if (rng.below(8) == 0) action = actions[rng.below(static_cast<std::uint32_t>(actions.size()))];
        }
        const State before = state;
        game.apply(state, action);
        for (InformationState& seat : seats) seat.observe(game.observe(before, action, state, seat.observer()));
      }
    }
    CHECK(different_worlds > compared / 2);
  }
}

}  // namespace atl::reef_encounter::second_kind
