/// Test support: plays the packed engine and the reference side by side.
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "engine/reef_encounter/game.hpp"
#include "engine/reef_encounter/reference_rules.hpp"

namespace atl::reef_encounter {

/// Tokens of what may happen, ascending.
template <class G>
std::vector<std::string> tokens_of(const G& game, const typename G::State& state) {
  std::vector<std::string> tokens;
  if (game.node_kind(state) == NodeKind::chance) {
    ChanceList<G> outcomes;
    game.chance_outcomes(state, outcomes);
    for (const ChanceOutcome& outcome : outcomes) tokens.push_back(game.token(state, outcome.action));
  } else if (game.node_kind(state) == NodeKind::decision) {
    ActionList<G> actions;
    game.legal_actions(state, actions);
    for (const Action action : actions) tokens.push_back(game.token(state, action));
  }
  std::sort(tokens.begin(), tokens.end());
  return tokens;
}

/// How games went, for reports.
struct PlayedGames {
  int games = 0;
  long events = 0, decisions = 0, turns = 0, points = 0;
  std::map<std::string, int> ends;
};

/// Plays one game with choose(state, rng) for the decisions; every legal list, probability, score and rank must agree.
template <class Reference = ReferenceRules, class G, class Choose>
void play_beside_reference(const G& game, Rng& rng, Choose&& choose, PlayedGames& played) {
  Reference reference(game.rules());
  typename G::State state = game.initial_state();
  while (game.node_kind(state) != NodeKind::terminal) {
    const NodeKind kind = game.node_kind(state);
    REQUIRE(reference.node_kind() == kind);
    REQUIRE(tokens_of(game, state) == reference.legal_tokens());
    Action action;
    if (kind == NodeKind::chance) {
      ChanceList<G> outcomes;
      game.chance_outcomes(state, outcomes);
      std::map<std::string, double> probabilities;
      for (const ChanceOutcome& outcome : outcomes)
        probabilities[game.token(state, outcome.action)] = outcome.probability;
      std::size_t next = 0;
      const std::vector<double> expected = reference.probabilities();
      for (const auto& [token, probability] : probabilities) REQUIRE(probability == expected[next++]);
      action = game.sample_chance(state, rng);
    } else {
      REQUIRE(reference.player_to_act() == game.player_to_act(state));
      action = choose(state, rng);
      ++played.decisions;
    }
    reference.apply(game.token(state, action));
    game.apply(state, action);
    ++played.events;
  }
  REQUIRE(reference.node_kind() == NodeKind::terminal);
  REQUIRE(reference.end() == game.end_reason(state));
  const PerSeat<int> scores = game.scores(state), ranks = game.ranks(state);
  for (int p = 0; p < game.num_players(); ++p) {
    const auto i = static_cast<std::size_t>(p);
    REQUIRE(reference.scores()[i] == scores[i]);
    REQUIRE(reference.ranks()[i] == ranks[i]);
    played.points += scores[i];
  }
  ++played.games;
  played.turns += state.turns;
  ++played.ends[reference.end()];
}

inline std::string summary(const PlayedGames& played, int players) {
  std::string text = std::to_string(players) + " players: " + std::to_string(played.games) + " games, events/game " +
                     std::to_string(played.events / played.games) + ", turns/game " +
                     std::to_string(played.turns / played.games) + ", points/seat " +
                     std::to_string(played.points / (played.games * players)) + ", ends";
  for (const auto& [end, n] : played.ends) text += " " + end + " " + std::to_string(n);
  return text;
}

}  // namespace atl::reef_encounter
