/// For tests: one game played by tokens on the packed engine and the reference at once.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "engine/reef_rescue/reef_rescue.hpp"
#include "engine/reef_rescue/reference_rules.hpp"

namespace atl::reef_rescue {

/// A position after the deal. Without other orders tile A1 lies on a1, B1 on b1, ... and `faces` are the visible cards
/// of all seats in order.
class BothGames {
 public:
  BothGames(const Rules& rules, const std::string& faces, const std::vector<std::string>& tiles_in_cell_order = {})
      : game(rules), reference(rules), state(game.initial_state()) {
    for (int tile = 0; tile < kCells; ++tile) {
      const auto i = static_cast<std::size_t>(tile);
      play("~" + (tiles_in_cell_order.empty() ? tile_name(tile) : tiles_in_cell_order[i]));
    }
    std::istringstream stream(faces);
    for (std::string face; stream >> face;) play("~" + face);
  }

  /// Plays tokens separated by blanks; each must be legal in both.
  void play(const std::string& tokens) {
    std::istringstream stream(tokens);
    for (std::string token; stream >> token;) {
      INFO("token " << token);
      const std::optional<Action> action = game.parse(state, token);
      REQUIRE(action.has_value());
      REQUIRE(is_legal(game, state, *action));
      game.apply(state, *action);
      reference.apply(token);
      REQUIRE(legal() == reference.legal_tokens());
    }
  }

  /// Legal tokens in byte order.
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
  /// The same in one line.
  std::string legal_text() const {
    std::string text;
    for (const std::string& token : legal()) text += (text.empty() ? "" : " ") + token;
    return text;
  }
  bool is_allowed(const std::string& token) const {
    const std::optional<Action> action = game.parse(state, token);
    const bool allowed = action.has_value() && is_legal(game, state, *action);
    const std::vector<std::string> tokens = reference.legal_tokens();
    CHECK(allowed == (std::find(tokens.begin(), tokens.end(), token) != tokens.end()));
    return allowed;
  }
  /// Points of all seats as the packed engine and the reference agree on them.
  std::vector<int> scores() const {
    std::vector<int> list;
    for (int p = 0; p < game.num_players(); ++p) list.push_back(game.scores(state)[static_cast<std::size_t>(p)]);
    CHECK(list == reference.scores());
    return list;
  }

  Game game;
  ReferenceGame reference;
  State state;
};

}  // namespace atl::reef_rescue
