/// The suite that every game passes:
///
///   TEST_CASE("the game keeps the contracts of game.hpp") {
///     conformance::run_all<Game>({.games = {...}, .exact_games = {...}});   // all options have defaults
///   }
///
/// It tests what the comments of engine/core/game.hpp state. Each check_* function can be called alone; all throw
/// conformance::Violation with the contract that was broken and the events that lead there.
///
///   check_rule_fields         rules.hpp: ranges, defaults, round trips, extremes are playable
///   check_play                lists, tokens, illegal input, copies, hash, records, results
///   check_termination         many games to the end
///   check_distributions       sample_chance, random_action, play_chance_run against the lists
///   check_abilities           abilities.hpp: those that the game offers
///   check_information         observations, information states, sampled worlds and records, non-interference
///   check_exact_beliefs       sampled worlds against enumeration
///
/// What it cannot decide is a violation too, and says what it would need: a smaller instance, more walks. Options name
/// the gaps that are accepted (Gap); the summary lists the abilities that were tested.
#pragma once

#include "tests/support/conformance_abilities.hpp"
#include "tests/support/conformance_exact.hpp"
#include "tests/support/conformance_information.hpp"
#include "tests/support/conformance_play.hpp"
#include "tests/support/conformance_rules.hpp"

namespace atl::conformance {

/// Rules, lists, text, chance, records, results: games without hidden information.
template <StochasticGame G>
void run_play(const Options<G>& options = {}) {
  check_rule_fields<G>(options);
  check_constants<G>();
  for (const G& game : instances(options.games)) {
    check_play(game, options);
    check_termination(game, options);
    check_distributions(game, options);
    check_deal_features(game, options);
  }
}

/// Observations, information states, worlds, abilities; all but the comparison with enumeration.
template <ImperfectInformationGame G>
void run_observers(const Options<G>& options = {}) {
  const std::vector<G> games = instances(options.games);
  for (const G& game : games) {
    check_information(game, options);
    check_abilities(game, options);
  }
  check_rules_in_information(games);
}

/// The same and beliefs against enumeration. The summary adds up what was compared.
template <ImperfectInformationGame G>
ExactSummary run_information(const Options<G>& options = {}) {
  run_observers<G>(options);
  ExactSummary sum;
  for (const G& game : instances(options.exact_games.empty() ? options.games : options.exact_games)) {
    const ExactSummary one = check_exact_beliefs(game, options);
    sum.nodes += one.nodes;
    sum.with_choice += one.with_choice;
    sum.single_world += one.single_world;
    sum.most_worlds = std::max(sum.most_worlds, one.most_worlds);
    sum.gave_up = sum.gave_up || one.gave_up;
  }
  for (const AbilityRow& row : abilities_of<G>().rows()) {
    if (row.offered) sum.abilities.push_back(row.name);
  }
  return sum;
}

template <ImperfectInformationGame G>
ExactSummary run_all(const Options<G>& options = {}) {
  run_play<G>(options);
  return run_information<G>(options);
}

}  // namespace atl::conformance
