/// For tests: one game played by tokens on the packed engine and on the reference at once.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "engine/eco_coral_reef/eco_coral_reef.hpp"
#include "engine/eco_coral_reef/reference_rules.hpp"

namespace atl::eco_coral_reef {

class BothGames {
 public:
  explicit BothGames(const Rules& rules) : game(rules), slow(rules), state(game.initial_state()) {}

  /// Plays tokens separated by spaces; every one must be legal in both games and leave equal lists and scores.
  BothGames& play(const std::string& tokens) {
    std::istringstream words(tokens);
    for (std::string token; words >> token;) {
      CAPTURE(token);
      const std::optional<Action> action = game.parse(state, token);
      REQUIRE(action.has_value());
      REQUIRE(is_legal(game, state, *action));
      CHECK(game.token(state, *action) == token);
      game.apply(state, *action);
      slow.apply(token);
      CHECK(legal() == slow.legal_tokens());
      const std::vector<int> points = slow.scores();
      const bool over = game.node_kind(state) == NodeKind::terminal;
      const PerSeat<int> final_points = game.scores(state);
      for (std::size_t p = 0; p < points.size(); ++p) CHECK(points[p] == (over ? final_points[p] : state.score[p]));
    }
    return *this;
  }

  /// Tokens that may come next, sorted.
  std::vector<std::string> legal() const {
    std::vector<std::string> tokens;
    if (game.node_kind(state) == NodeKind::chance) {
      ChanceList<Game> outcomes;
      game.chance_outcomes(state, outcomes);
      for (const ChanceOutcome& outcome : outcomes) tokens.push_back(game.token(state, outcome.action));
    } else if (game.node_kind(state) == NodeKind::decision) {
      ActionList<Game> actions;
      game.legal_actions(state, actions);
      for (const Action action : actions) tokens.push_back(game.token(state, action));
    }
    std::sort(tokens.begin(), tokens.end());
    return tokens;
  }

  /// Those of them that begin with `prefix`.
  std::vector<std::string> legal(const std::string& prefix) const {
    std::vector<std::string> all = legal();
    std::erase_if(all, [&](const std::string& token) { return !token.starts_with(prefix); });
    return all;
  }
  bool can(const std::string& token) const { return std::ranges::count(legal(), token) == 1; }

  Game game;
  reference::ReferenceGame slow;
  State state;
};

}  // namespace atl::eco_coral_reef
