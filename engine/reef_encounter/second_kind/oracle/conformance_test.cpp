/// The suite all games pass, and the beliefs about cards and parrotfish tiles against enumeration on reduced instances.
#include <doctest/doctest.h>

#include "engine/reef_encounter/second_kind/second_kind.hpp"
#include "tests/support/conformance.hpp"

namespace atl::reef_encounter::second_kind {
namespace {

/// Prefers what is special to the expansion and what moves the game on.
Action lively(const Game& game, const State& state, const ActionList<Game>& actions, Rng& rng) {
  (void)game, (void)state;
  for (const Action action : actions) {
    const Verb verb = verb_of(action);
    const bool wanted = verb == Verb::eat || verb == Verb::lay || verb == Verb::put || verb == Verb::lock ||
                        verb == Verb::buy || verb == Verb::card || verb == Verb::done || verb == Verb::take;
    if (wanted && rng.below(6) == 0) return action;
  }
  return actions[rng.below(static_cast<std::uint32_t>(actions.size()))];
}

Game game_of(int players, std::vector<RuleSetting> rules = {}) {
  rules.push_back({"second_kind", true});
  return Game(make_rules<Game>(players, rules));
}

conformance::Options<Game> options() {
  conformance::Options<Game> result;
  for (int players = 2; players <= 4; ++players) result.games.push_back(game_of(players));
  result.games.push_back(game_of(2, {{"advanced", true}, {"crown_start", true}}));
  result.games.push_back(game_of(
      3,
      {{"alga_space_must_differ", true}, {"free_growth", std::string("optional")}, {"deck_copies", std::int64_t{1}}}));
  result.choose = lively;
  // A colour held twice is twice as likely in the parrotfish.
  result.hidden_weight = [](const Game&, const State& state, Action action) {
    const bool fish = verb_of(action) == Verb::fish;
    return fish ? static_cast<double>(state.area[state.mover].hand[static_cast<std::size_t>(argument_of(action))])
                : 1.0;
  };
  return result;
}

}  // namespace

TEST_CASE("second kind keeps the contracts of a game with chance") {
  conformance::Options<Game> some = options();
  some.walks = 4;
  some.termination_games = 60;
  conformance::run_play<Game>(some);
}

TEST_CASE("second kind keeps the contracts of hidden information") {
  conformance::Options<Game> some = options();
  some.walks = 3;
  conformance::run_observers<Game>(some);
}

TEST_CASE("second kind: beliefs equal enumeration on small hands") {
  conformance::Options<Game> some = options();
  std::vector<Game> small;
  small.push_back(game_of(2, {{"start_tiles", std::vector<int>{2, 3}}, {"deck_copies", std::int64_t{1}}}));
  small.push_back(game_of(3, {{"start_tiles", std::vector<int>{1, 2, 2}}}));
  some.exact_games = small;
  some.exact_walks = 6;
  some.accepted = {conformance::Gap::long_beliefs};  // hands of cards, late in the game
  for (const Game& game : small) {
    const conformance::ExactSummary summary = conformance::check_exact_beliefs(game, some);
    MESSAGE("nodes ", summary.nodes, ", with hidden choice ", summary.with_choice, ", single worlds ",
            summary.single_world, ", most worlds ", summary.most_worlds, ", gave up ", summary.gave_up);
    CHECK(summary.nodes > 0);
  }
}

}  // namespace atl::reef_encounter::second_kind
