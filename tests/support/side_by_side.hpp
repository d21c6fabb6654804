/// A packed game and its oracle side by side: the same tokens, players, probabilities, points, ranks and end, or the
/// test fails.
///
/// An oracle is a second, slow engine of the game's rules that speaks tokens:
///
///   node_kind(), player_to_act()
///   legal_tokens()     decisions, or possible outcomes at a chance node, ascending; none at the end
///   apply(token)       requires a legal one
///   scores(), ranks()  [seats] of the end
///   end()              as in records
///   probabilities()    optional: of the outcomes at a chance node, in the order of legal_tokens(); without it all
///                      outcomes must be equally likely
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/core/game.hpp"
#include "engine/core/text.hpp"

namespace atl::test {

/// Tokens of what may happen, ascending; none at the end.
template <StochasticGame G>
std::vector<std::string> legal_tokens(const G& game, const typename G::State& state) {
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

/// In one line.
inline std::string joined(const std::vector<std::string>& tokens) {
  std::string text;
  for (const std::string& token : tokens) text += (text.empty() ? "" : " ") + token;
  return text;
}

/// How games went, for reports.
struct PlayedGames {
  int games = 0;
  std::int64_t events = 0, decisions = 0, turns = 0, points = 0;  ///< turns: of games whose states count them
  std::map<std::string, int> ends;

  std::string summary(int players) const {
    std::string text = std::to_string(players) + " players: " + std::to_string(games) + " games, events/game " +
                       std::to_string(events / games) + ", decisions/game " + std::to_string(decisions / games) +
                       ", turns/game " + std::to_string(turns / games) + ", points/seat " +
                       std::to_string(points / (std::int64_t{games} * players)) + ", ends";
    for (const auto& [end, n] : ends) text += " " + end + " " + std::to_string(n);
    return text;
  }
};

template <StochasticGame G, class Oracle>
class SideBySide {
 public:
  using State = typename G::State;

  /// Both at the same position; by default at the start of a game.
  SideBySide(const G& packed, Oracle slow) : SideBySide(packed, std::move(slow), packed.initial_state()) {}
  SideBySide(const G& packed, Oracle slow, const State& start) : game(packed), oracle(std::move(slow)), state(start) {}
  explicit SideBySide(const typename G::Rules& rules) : SideBySide(G(rules), Oracle(rules)) {}

  bool over() const { return game.node_kind(state) == NodeKind::terminal; }
  std::vector<std::string> legal() const { return legal_tokens(game, state); }
  /// Those that begin with `prefix`, in one line.
  std::string legal_text(std::string_view prefix = "") const {
    std::vector<std::string> tokens = legal();
    std::erase_if(tokens, [&](const std::string& token) { return !token.starts_with(prefix); });
    return joined(tokens);
  }
  int count(std::string_view prefix) const {
    const std::vector<std::string> tokens = legal();
    return static_cast<int>(
        std::ranges::count_if(tokens, [&](const std::string& token) { return token.starts_with(prefix); }));
  }
  /// Whether the token is legal; both must agree.
  bool can(const std::string& token) const {
    const std::optional<Action> action = game.parse(state, token);
    const bool legal_here = action && is_legal(game, state, *action);
    CHECK(legal_here == (std::ranges::count(oracle.legal_tokens(), token) == 1));
    return legal_here;
  }
  /// Points of all seats.
  std::vector<int> scores() const {
    std::vector<int> points = oracle.scores();
    require_equal(points, by_seat(game.scores(state), points.size()), "scores");
    return points;
  }
  std::vector<int> ranks() const {
    std::vector<int> places = oracle.ranks();
    require_equal(places, by_seat(game.ranks(state), places.size()), "ranks");
    return places;
  }

  /// Same node, mover, tokens and probabilities; at the end the same points, ranks and reason.
  void compare() const {
    compare_nodes();
    compare_tokens();
    if (game.node_kind(state) == NodeKind::chance) compare_probabilities();
    if (over()) compare_results();
  }

  /// One legal event on both. Its token must name it.
  void apply(Action action) {
    const std::string token = game.token(state, action);
    if (game.parse(state, token) != action) {
      CAPTURE(token);
      REQUIRE(game.parse(state, token) == action);
    }
    oracle.apply(token);
    game.apply(state, action);
  }
  /// Tokens with single spaces between; each must be legal, and both agree after it.
  SideBySide& play(std::string_view tokens) {
    for (const std::string_view word : split(tokens, ' ')) {
      const std::string token(word);
      CAPTURE(token);
      CAPTURE(legal_text());
      const std::optional<Action> action = game.parse(state, token);
      REQUIRE(action.has_value());
      REQUIRE(is_legal(game, state, *action));
      REQUIRE(game.token(state, *action) == token);
      apply(*action);
      compare();
    }
    return *this;
  }
  /// To the end of the game, choose(state, rng) deciding. Whole lists are compared at every `list_every`-th event, and
  /// after each event also(*this) is called.
  template <class Choose, class Also>
  void play_out(Rng& rng, Choose&& choose, PlayedGames& played, Also&& also, int list_every = 1) {
    for (std::int64_t event = 0; !over(); ++event) {
      CAPTURE(event);
      if (event % list_every == 0) compare();
      const bool chance = game.node_kind(state) == NodeKind::chance;
      if (!chance) compare_nodes();
      apply(chance ? game.sample_chance(state, rng) : choose(state, rng));
      ++played.events;
      played.decisions += chance ? 0 : 1;
      also(*this);
    }
    compare();
    for (const int points : oracle.scores()) played.points += points;
    if constexpr (requires { state.turns; }) played.turns += state.turns;
    ++played.games;
    ++played.ends[std::string(game.end_reason(state))];
  }
  template <class Choose>
  void play_out(Rng& rng, Choose&& choose, PlayedGames& played, int list_every = 1) {
    play_out(rng, choose, played, [](const SideBySide&) {}, list_every);
  }

  G game;
  Oracle oracle;
  State state;

 private:
  template <class Value>
  static std::vector<int> by_seat(const Value& values, std::size_t seats) {
    return std::vector<int>(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(seats));
  }
  /// Doctest's assertions are slow: only failures reach them.
  template <class A, class B>
  static void require_equal(const A& slow, const B& packed, const char* what) {
    if (slow == packed) return;
    CAPTURE(what);
    REQUIRE(slow == packed);
  }

  void compare_nodes() const {
    require_equal(oracle.node_kind(), game.node_kind(state), "kind of node");
    if (game.node_kind(state) != NodeKind::decision) return;
    if (Player(oracle.player_to_act()) != game.player_to_act(state))
      REQUIRE(Player(oracle.player_to_act()) == game.player_to_act(state));
  }
  void compare_tokens() const {
    const std::vector<std::string> packed = legal(), slow = oracle.legal_tokens();
    if (packed == slow) return;
    std::vector<std::string> only_packed, only_slow;
    std::ranges::set_difference(packed, slow, std::back_inserter(only_packed));
    std::ranges::set_difference(slow, packed, std::back_inserter(only_slow));
    FAIL("tokens differ; only the packed game has: " << joined(only_packed)
                                                     << "; only the oracle has: " << joined(only_slow));
  }
  void compare_probabilities() const {
    ChanceList<G> outcomes;
    game.chance_outcomes(state, outcomes);
    std::map<std::string, double> packed;
    double sum = 0;
    for (const ChanceOutcome& outcome : outcomes) {
      packed[game.token(state, outcome.action)] = outcome.probability;
      sum += outcome.probability;
    }
    if (std::abs(sum - 1) > 1e-9) REQUIRE(sum == doctest::Approx(1));
    std::vector<double> slow(outcomes.size(), 1.0 / static_cast<double>(outcomes.size()));
    if constexpr (requires { oracle.probabilities(); }) slow = oracle.probabilities();
    std::size_t next = 0;
    for (const auto& [token, probability] : packed) {
      const double expected = slow[next++];
      if (std::abs(probability - expected) <= 1e-12) continue;
      CAPTURE(token);
      REQUIRE(probability == expected);
    }
  }
  void compare_results() const {
    (void)scores();
    (void)ranks();
    require_equal(std::string(oracle.end()), std::string(game.end_reason(state)), "end");
  }
};

/// Decision sequences as engine/core/perft.hpp counts them.
template <class Oracle>
std::uint64_t oracle_perft(const Oracle& position, int depth) {
  if (depth == 0 || position.node_kind() == NodeKind::terminal) return 1;
  const int rest = position.node_kind() == NodeKind::chance ? depth : depth - 1;
  std::uint64_t count = 0;
  for (const std::string& token : position.legal_tokens()) {
    Oracle child = position;
    child.apply(token);
    count += oracle_perft(child, rest);
  }
  return count;
}

}  // namespace atl::test
