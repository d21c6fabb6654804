#include <doctest/doctest.h>

#include "engine/core/perft.hpp"
#include "tests/support/conformance.hpp"
#include "tests/support/scale.hpp"
#include "tests/toy/kuhn.hpp"

namespace atl::toy::kuhn {
namespace {

/// Expected score of the first player if `bet[player][card][line]` is the probability to bet (or call).
template <class Strategy>
double value(const Game& game, const Game::State& state, const Strategy& bet) {
  switch (game.node_kind(state)) {
    case NodeKind::terminal: return game.scores(state)[Player(0)];
    case NodeKind::chance: {
      ChanceList<Game> outcomes;
      game.chance_outcomes(state, outcomes);
      double sum = 0;
      for (const ChanceOutcome& outcome : outcomes) {
        Game::State child = state;
        game.apply(child, outcome.action);
        sum += outcome.probability * value(game, child, bet);
      }
      return sum;
    }
    case NodeKind::decision: break;
  }
  const auto mover = game.player_to_act(state).index();
  const double p = bet(game.player_to_act(state), state.card[mover], Game::line_text(state.decisions, state.line));
  Game::State pass = state, call = state;
  game.apply(pass, {Game::kPass});
  game.apply(call, {Game::kBet});
  return (1 - p) * value(game, pass, bet) + p * value(game, call, bet);
}

}  // namespace

TEST_CASE("Kuhn poker keeps the contracts of game.hpp") {
  const conformance::ExactSummary exact = conformance::run_all<Game>({.walks = 60, .exact_walks = 60});
  CHECK(exact.with_choice > atl::test::scaled(100));
  CHECK(exact.most_worlds == 6);
  CHECK_FALSE(exact.gave_up);
}

TEST_CASE("perft of Kuhn poker counts 6 deals times 5 lines") {
  const Game game(Game::default_rules(2));
  CHECK(perft(game, game.initial_state(), 1) == 6 * 2);
  CHECK(perft(game, game.initial_state(), 2) == 6 * 4);
  CHECK(perft(game, game.initial_state(), 3) == 6 * 5);
  CHECK(perft(game, game.initial_state(), 9) == 6 * 5);
}

TEST_CASE("Kuhn's optimal strategies are worth -1/18 to the first player") {
  const Game game(Game::default_rules(2));
  for (const double a : {0.0, 0.2, 1.0 / 3}) {
    const auto bet = [a](Player player, int card, const std::string& line) {
      if (player == Player(0) && line.empty()) return card == 1 ? a : card == 3 ? 3 * a : 0.0;
      if (player == Player(0)) return card == 1 ? 0.0 : card == 3 ? 1.0 : a + 1.0 / 3;
      if (line == "p") return card == 1 ? 1.0 / 3 : card == 3 ? 1.0 : 0.0;
      return card == 1 ? 0.0 : card == 3 ? 1.0 : 1.0 / 3;
    };
    CHECK(value(game, game.initial_state(), bet) == doctest::Approx(-1.0 / 18));
  }
}

TEST_CASE("uniformly random Kuhn poker is worth 1/8 to the first player") {
  const Game game(Game::default_rules(2));
  CHECK(value(game, game.initial_state(), [](Player, int, const std::string&) { return 0.5; }) ==
        doctest::Approx(0.125));
}

}  // namespace atl::toy::kuhn
