/// What the parts of the conformance suite share: options, the exception a violated contract throws, random walks that
/// can tell where they are. Checks throw and use no test framework, so that tests can also show that a faulty game is
/// caught.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/core/abilities.hpp"
#include "engine/core/rules.hpp"
#include "tests/support/scale.hpp"

namespace atl::conformance {

/// A contract of engine/core/game.hpp does not hold; the message says which, in which game, and after which events.
class Violation : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What the suite may leave undecided, where the options say so by name; else a violation says what it would need.
enum class Gap : std::uint8_t {
  long_beliefs,  ///< a walk's beliefs are compared until one has more than exact_worlds worlds, and no further
  few_beliefs,   ///< fewer than kLeastBeliefs beliefs of an observer could be wrong: too few to find a rare fault
};

/// [observer] beliefs with more than one world that are compared at least.
inline constexpr long kLeastBeliefs = 30;

template <class G>
struct Options {
  /// The instances that are played; empty: the default rules for every number of players. Rule switches are listed by
  /// adding instances: `.games = {Game(Game::default_rules(2)), Game(make_rules<Game>(3, {{"switch", true}}))}`.
  std::vector<G> games = {};
  /// Instances whose beliefs are compared with enumeration; empty: `games` (walks end where it grows too large).
  std::vector<G> exact_games = {};

  int walks = 20;                   ///< random games with all checks, per instance
  int termination_games = 200;      ///< random games with few checks, per instance
  int illegal_tries = 1000;         ///< illegal actions and garbage texts, per instance
  long max_events = 100'000;        ///< a game with more events counts as endless
  int nodes_per_walk = 6;           ///< about how many nodes of a walk get the dear checks (statistics, worlds)
  int exact_walks = 20;             ///< walks with enumeration, per instance
  std::size_t exact_worlds = 5000;  ///< worlds at which enumeration of a walk gives up
  int exact_samples = 1000;         ///< worlds drawn per enumerated node
  int continuation = 12;            ///< events played on from a sampled world
  std::vector<Gap> accepted = {};   ///< gaps that are no violation

  /// Higher scores must never have worse ranks. Off for games with other winning conditions.
  bool ranks_follow_scores = true;
  /// Worlds are sampled at chance and terminal nodes too, not only at decisions.
  bool sample_anywhere = true;
  /// Rules with one field at the end of its range are played too (where the game accepts them).
  bool play_rule_extremes = true;

  /// How walks choose; empty: uniformly. For games whose interesting phases a uniform player never reaches.
  std::function<Action(const G&, const typename G::State&, const ActionList<G>&, Rng&)> choose = {};
  /// Weight of a hidden choice in the enumeration, relative to the others its observer cannot tell apart from it;
  /// empty: 1. (Where several physical things have one name, their number.)
  std::function<double(const G&, const typename G::State&, Action)> hidden_weight = {};

  std::uint64_t seed = 1;
};

template <class G>
bool accepts(const Options<G>& options, Gap gap) {
  return std::find(options.accepted.begin(), options.accepted.end(), gap) != options.accepted.end();
}

/// `games`, or one instance with default rules for every number of players.
template <class G>
std::vector<G> instances(const std::vector<G>& games) {
  if (!games.empty()) return games;
  std::vector<G> all;
  for (int players = G::kMinPlayers; players <= G::kMaxPlayers; ++players) all.push_back(G(G::default_rules(players)));
  return all;
}

/// Whether two rules structs hold the same values.
template <class Rules>
bool same_fields(const Rules& a, const Rules& b) {
  const std::vector<FieldState> fields = field_states(a), others = field_states(b);
  return std::equal(
      fields.begin(), fields.end(), others.begin(), others.end(),
      [](const FieldState& x, const FieldState& y) { return x.field.name == y.field.name && x.value == y.value; });
}

/// Text of an instance for messages.
template <class G>
std::string describe(const G& game) {
  std::string text(G::kName);
  text += ", " + std::to_string(game.num_players()) + " players";
  for (const RuleSetting& rule : non_default_rules<G>(game.rules()))
    text += ", " + rule.name + "=" + format_field_value(rule.value);
  return text;
}

/// One random game, and where it stands.
template <StochasticGame G>
class Walk {
 public:
  using State = typename G::State;

  /// `part` and `number` tell the checks and their walks apart.
  Walk(const G& game, const Options<G>& options, std::uint64_t part, std::uint64_t number)
      : game_(&game),
        options_(&options),
        state_(game.initial_state()),
        rng_(Rng::derive(options.seed, Stream::test, {part, number})),
        part_(part),
        number_(number) {}

  const G& game() const { return *game_; }
  const State& state() const { return state_; }
  const std::vector<Action>& actions() const { return actions_; }
  Rng& rng() { return rng_; }
  bool over() const { return game_->node_kind(state_) == NodeKind::terminal; }

  /// A random action of this node, which must not be terminal.
  Action pick() {
    if (game_->node_kind(state_) == NodeKind::chance) return game_->sample_chance(state_, rng_);
    if (!options_->choose) return random_action(*game_, state_, rng_);
    ActionList<G> list;
    game_->legal_actions(state_, list);
    return options_->choose(*game_, state_, list, rng_);
  }

  void play(Action action) {
    game_->apply(state_, action);
    actions_.push_back(action);
    require(static_cast<long>(actions_.size()) <= options_->max_events, "the game does not end");
  }

  /// Throws Violation with the whole context unless `holds`.
  void require(bool holds, const char* what) const {
    if (!holds) fail(what);
  }

  [[noreturn]] void fail(const std::string& what) const {
    std::string text = what + "\n  game: " + describe(*game_) + "\n  check " + std::to_string(part_) + ", walk " +
                       std::to_string(number_) + ", seed " + std::to_string(options_->seed) + ", after " +
                       std::to_string(actions_.size()) + " events:";
    State state = game_->initial_state();
    for (const Action action : actions_) {
      text += " " + game_->token(state, action);
      game_->apply(state, action);
    }
    throw Violation(text);
  }

 private:
  const G* game_;
  const Options<G>* options_;
  State state_;
  std::vector<Action> actions_;
  Rng rng_;
  std::uint64_t part_, number_;
};

/// Distinct states, numbered in the order in which they were first seen.
template <class G>
class StateTable {
 public:
  explicit StateTable(const G& game) : game_(&game) {}

  std::size_t index(const typename G::State& state) {
    std::vector<std::size_t>& same_hash = by_hash_[game_->hash(state)];
    for (const std::size_t i : same_hash) {
      if (states_[i] == state) return i;
    }
    same_hash.push_back(states_.size());
    states_.push_back(state);
    return states_.size() - 1;
  }
  const std::vector<typename G::State>& states() const { return states_; }

 private:
  const G* game_;
  std::vector<typename G::State> states_;
  std::unordered_map<std::uint64_t, std::vector<std::size_t>> by_hash_;
};

/// Everything that can happen at a node, with its probability at a chance node and 1 at a decision.
template <StochasticGame G>
std::vector<ChanceOutcome> possible_events(const G& game, const typename G::State& state) {
  std::vector<ChanceOutcome> events;
  if (game.node_kind(state) == NodeKind::chance) {
    ChanceList<G> outcomes;
    game.chance_outcomes(state, outcomes);
    events.assign(outcomes.begin(), outcomes.end());
  } else if (game.node_kind(state) == NodeKind::decision) {
    ActionList<G> list;
    game.legal_actions(state, list);
    for (const Action action : list) events.push_back({action, 1.0});
  }
  return events;
}

}  // namespace atl::conformance
