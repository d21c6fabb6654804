// Last turns of Reef Encounter solved exactly, against the search. Full form: experiments/studies/small_instances.
#include <doctest/doctest.h>

#include <numeric>

#include "experiments/studies/small_instances/last_turn.hpp"
#include "tests/support/scale.hpp"

namespace atl::studies {

namespace {

using Reef = reef_encounter::Game;

struct MakeIsmcts {
  std::unique_ptr<Agent<Reef>> operator()(const Reef& game, Player seat, const AgentSpec& spec, const Rng& rng) const {
    return make_search_agent<Reef, kinds::SoIsmcts>(game, seat, spec, rng);
  }
};

Reef game_of(int max_turns, int max_lifts, int max_hand_tiles) {
  reef_encounter::Rules rules = Reef::default_rules(2);
  rules.max_turns = max_turns;
  rules.max_lifts = max_lifts;
  rules.max_hand_tiles = max_hand_tiles;
  return Reef(rules);
}

double mean_loss(const Reef& game, const SolvedLastTurns& solved, const std::string& text) {
  const RegretSummary summary =
      measure_regret(game, solved.positions, text + ",reward=score,score_scale=10,c=0.1,tree_mb=32", 1, MakeIsmcts{});
  return std::accumulate(summary.losses.begin(), summary.losses.end(), 0.0) /
         static_cast<double>(summary.losses.size());
}

/// Calls visit(state) at every decision of the last turn of greedy games; every second one is random in that turn.
template <class Visitor>
void for_each_last_decision(const Reef& game, int games, Visitor&& visit) {
  const Reef::Heuristic heuristic(game);
  for (int g = 0; g < games; ++g) {
    CAPTURE(g);
    Rng rng = Rng::derive(1, Stream::test, {301, static_cast<std::uint64_t>(g)});
    auto state = game.initial_state();
    while (game.node_kind(state) != NodeKind::terminal) {
      const bool last = LastTurn::begun(game, state);
      if (last) visit(state);
      Action action;
      if (game.node_kind(state) == NodeKind::chance) {
        action = game.sample_chance(state, rng);
      } else {
        action = last && g % 2 == 1 ? game.random_action(state, rng) : heuristic.choose(state, rng);
      }
      game.apply(state, action);
    }
  }
}

}  // namespace

TEST_CASE("a last turn of Reef Encounter is worth the best of all its sequences") {
  const Reef game = game_of(10, 1, 1);
  LastTurn solve(game, {.max_states = 100'000});
  LastTurn plain(game, {.max_states = 20'000, .remember = false, .bound = false});
  int compared = 0, differing = 0;
  for_each_last_decision(game, test::scaled(60, 12), [&](const Reef::State& state) {
    try {
      const std::vector<int> expected = plain.points_of_actions(state);
      CHECK(solve.points_of_actions(state) == expected);
      ++compared;
      const auto [worst, best] = std::minmax_element(expected.begin(), expected.end());
      differing += *worst < *best ? 1 : 0;
    } catch (const DataError&) {  // too many sequences
    }
  });
  CHECK(compared >= test::scaled(60, 12));
  CHECK(differing >= test::scaled(60, 12) / 6);
}

TEST_CASE("the bound on the points of a last turn of Reef Encounter changes no value") {
  const Reef game = game_of(12, 0, 2);
  LastTurn with(game);
  LastTurn without(game, {.max_states = 20'000, .bound = false});
  int compared = 0;
  for_each_last_decision(game, test::scaled(40, 8), [&](const Reef::State& state) {
    try {
      const std::vector<int> expected = without.points_of_actions(state);
      CHECK(with.points_of_actions(state) == expected);
      ++compared;
    } catch (const DataError&) {
    }
  });
  CHECK(compared >= test::scaled(40, 8));
}

TEST_CASE("nothing hidden matters in a last turn of Reef Encounter where the bag suffices") {
  const Reef game = game_of(12, 0, 2);
  const SolvedLastTurns solved = solve_last_turns(game, test::scaled(8, 2), {.max_states = 4000}, 2);
  REQUIRE(!solved.positions.empty());
  LastTurn solve(game);
  Rng rng = Rng::derive(1, Stream::test, {302});
  for (const SolvedPosition<Reef>& position : solved.positions) {
    Reef::InformationState known(game, Player(position.mover));
    for (const Reef::Observation& observation : position.stream) known.observe(observation);
    for (int world = 0; world < 5; ++world) {
      const Reef::State state = known.sample(rng);
      ActionList<Reef> legal;
      game.legal_actions(state, legal);
      REQUIRE(std::equal(legal.begin(), legal.end(), position.legal.begin(), position.legal.end()));
      CHECK(LastTurn::bag_suffices(game, state));
      const std::vector<int> points = solve.points_of_actions(state);
      CHECK(std::equal(points.begin(), points.end(), position.value.begin(), position.value.end()));
    }
  }
}

// Fixed seeds; a random choice loses one point.
TEST_CASE("in last turns of Reef Encounter search approaches exact play") {
  const Reef game = game_of(10, 0, 1);
  const SolvedLastTurns solved = solve_last_turns(game, 24, {.max_states = 20'000}, 1);
  REQUIRE(solved.positions.size() > 15);
  CHECK(mean_loss(game, solved, "ismcts:iterations=100") < 0.4);
  CHECK(mean_loss(game, solved, "ismcts:iterations=20000") < 0.05);
}

}  // namespace atl::studies
