// The games made of toy_game.hpp: contracts and known answers.
#include <doctest/doctest.h>

#include <algorithm>

#include "tests/support/conformance.hpp"
#include "tests/support/scale.hpp"
#include "tests/toy/bandit.hpp"
#include "tests/toy/maxn.hpp"
#include "tests/toy/tide.hpp"
#include "tests/toy/worlds.hpp"

namespace atl::toy {
namespace {

/// The best expected score of seat 0, who sees everything and is the only one to decide.
template <class G>
double best_value(const G& game, const typename G::State& state) {
  if (game.node_kind(state) == NodeKind::terminal) return game.scores(state)[Player(0)];
  double best = -1e9, mean = 0;
  for (const ChanceOutcome& event : conformance::possible_events(game, state)) {
    typename G::State child = state;
    game.apply(child, event.action);
    const double value = best_value(game, child);
    best = std::max(best, value);
    mean += event.probability * value;
  }
  return game.node_kind(state) == NodeKind::chance ? mean : best;
}

}  // namespace

TEST_CASE("the max^n trees keep the contracts of game.hpp") {
  const conformance::ExactSummary exact = conformance::run_all<maxn::Game>({});
  CHECK(exact.with_choice == 0);  // perfect information
  CHECK(exact.single_world > atl::test::scaled(100));
}

TEST_CASE("the max^n solution of the tree drawn by hand is 2 1 3") {
  const maxn::Game game(maxn::Game::default_rules(3));
  int ties = 0;
  CHECK(maxn::solve(game, {}, ties) == PerSeat<int>{2, 1, 3});
  CHECK(ties == 0);
  maxn::State other;
  game.apply(other, {0});
  CHECK(maxn::solve(game, other, ties) == PerSeat<int>{1, 1, 3});
}

TEST_CASE("pseudo-random max^n trees have a unique solution for two, three and four players") {
  for (int players = 2; players <= 4; ++players) {
    const maxn::Game game(make_rules<maxn::Game>(players, {{"salt", std::int64_t{1}}}));
    int ties = 0;
    maxn::solve(game, {}, ties);
    CHECK(ties == 0);
  }
}

TEST_CASE("the game of the tide keeps the contracts of game.hpp, and is fair only over all its deals") {
  conformance::run_all<tide::Game>({});
  CHECK(tide::first_seat_share(0) == 0.5);
  CHECK(tide::first_seat_share(1) > 0.6);
}

TEST_CASE("the game of world-dependent actions keeps the contracts of game.hpp") {
  const conformance::ExactSummary exact = conformance::run_all<worlds::Game>({.walks = 40});
  CHECK(exact.with_choice > atl::test::scaled(100));
  CHECK(exact.single_world > atl::test::scaled(10));
  CHECK_FALSE(exact.gave_up);
}

TEST_CASE("whoever holds the three highest cards takes every trick") {
  const worlds::Game game(worlds::Game::default_rules(2));
  Rng rng = Rng::derive(1, Stream::test, {});
  for (int i = 0; i < 50; ++i) {
    worlds::State state{.hand = {0x70, 0x07}, .dealt = 6};
    while (game.node_kind(state) != NodeKind::terminal) game.apply(state, random_action(game, state, rng));
    CHECK(game.scores(state)[Player(0)] == 3);
  }
}

TEST_CASE("the subset-armed bandit keeps the contracts of game.hpp") {
  const conformance::ExactSummary exact = conformance::run_all<bandit::Game>({.walks = 40});
  CHECK(exact.single_world > atl::test::scaled(100));
}

TEST_CASE("playing the subset-armed bandit is worth 0.41978 and random arms are worth less than quitting") {
  const bandit::Game game(bandit::Game::default_rules(2));
  bandit::State play, quit;
  game.apply(play, {bandit::Game::kPlay});
  game.apply(quit, {bandit::Game::kQuit});
  CHECK(best_value(game, play) == doctest::Approx(0.41978).epsilon(1e-4));
  CHECK(best_value(game, quit) == doctest::Approx(0.38));
  double random_arms = 0;
  for (const ChanceOutcome& subset : conformance::possible_events(game, play)) {
    double mean = 0;
    int arms = 0;
    for (std::size_t arm = 0; arm < bandit::kArms; ++arm) {
      if (((subset.action.code >> arm) & 1) == 0) continue;
      mean += bandit::kPays[arm];
      ++arms;
    }
    random_arms += subset.probability * mean / arms;
  }
  CHECK(random_arms < 0.35);
}

}  // namespace atl::toy
