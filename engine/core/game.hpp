/// The contract between the games and everything else, as a ladder of concepts. A compiler checks the signatures;
/// the comments here state the rest, and tests/support/conformance.hpp tests it for every game.
///
///   Game                      rules, states, legal actions, text
///   StochasticGame            + chance nodes: sample and enumerate
///   ImperfectInformationGame  + observations and information states
///   HeuristicGame             + knowledge for greedy play and informed playouts
///
/// What else a game may offer: abilities.hpp.
///
/// A Game is a const object, shared by threads, made from a rules struct. A State is a trivially copyable value that
/// holds the whole truth and nothing else: no history, no generator, no heap.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "engine/core/inline_vector.hpp"
#include "engine/core/rng.hpp"
#include "engine/core/types.hpp"

namespace atl {

/// Actions of one decision node, ascending. G::kMaxActions is proved in the game's README.
template <class G>
using ActionList = InlineVector<Action, G::kMaxActions>;

/// Outcomes of one chance node, ascending by action, every probability positive, the sum 1.
template <class G>
using ChanceList = InlineVector<ChanceOutcome, G::kMaxChanceOutcomes>;

/// * kName is the identifier used in records and on the command line; kMinPlayers..kMaxPlayers the seats it allows.
/// * Rules is a struct with a member `int players` and a free function visit_fields(rules, visitor) (rules.hpp).
///   default_rules(players) gives the defaults. Game(rules) throws InputError if the values do not fit together.
/// * node_kind says what a state is. player_to_act requires a decision node.
/// * legal_actions requires a decision node; overwrites `out` with all legal actions, ascending, at least one.
/// * apply requires a legal action (a possible outcome, at a chance node).
/// * scores are the game's points and ranks start at 1, ties sharing the better rank; both require a terminal state.
///   end_reason requires a terminal state and is the record's "end".
/// * token writes an action as in the game's record notation (chance with a leading '~'); `state` is where it is taken.
///   parse is its inverse: nullopt if the text names no action of that node's kind. What parse returns need not be
///   legal, but is_legal below decides that for any value, so parse followed by is_legal accepts exactly the legal
///   tokens.
/// * board_text draws the whole truth for a person.
/// * hash: equal states have equal hashes.
template <class G>
concept Game = std::is_trivially_copyable_v<typename G::State> && std::equality_comparable<typename G::State> &&
               std::constructible_from<G, typename G::Rules> &&
               requires(const G& game, const typename G::State& state, typename G::State& mutable_state, Action action,
                        ActionList<G>& list, std::string_view text, int players) {
                 { G::kName } -> std::convertible_to<std::string_view>;
                 { G::kMinPlayers } -> std::convertible_to<int>;
                 { G::kMaxPlayers } -> std::convertible_to<int>;
                 { G::kMaxActions } -> std::convertible_to<std::size_t>;
                 { G::default_rules(players) } -> std::same_as<typename G::Rules>;
                 { game.rules() } -> std::same_as<const typename G::Rules&>;
                 { game.num_players() } -> std::convertible_to<int>;
                 { game.initial_state() } -> std::same_as<typename G::State>;
                 { game.node_kind(state) } -> std::same_as<NodeKind>;
                 { game.player_to_act(state) } -> std::same_as<Player>;
                 { game.legal_actions(state, list) } -> std::same_as<void>;
                 { game.apply(mutable_state, action) } -> std::same_as<void>;
                 { game.scores(state) } -> std::same_as<PerSeat<int>>;
                 { game.ranks(state) } -> std::same_as<PerSeat<int>>;
                 { game.end_reason(state) } -> std::convertible_to<std::string_view>;
                 { game.token(state, action) } -> std::same_as<std::string>;
                 { game.parse(state, text) } -> std::same_as<std::optional<Action>>;
                 { game.board_text(state) } -> std::same_as<std::string>;
                 { game.hash(state) } -> std::same_as<std::uint64_t>;
               };

/// * chance_outcomes requires a chance node and enumerates it; sample_chance draws from the same distribution.
/// * chance_source requires a chance node; it may depend on public facts only.
template <class G>
concept StochasticGame =
    Game<G> && requires(const G& game, const typename G::State& state, ChanceList<G>& outcomes, Rng& rng) {
      { G::kMaxChanceOutcomes } -> std::convertible_to<std::size_t>;
      { game.chance_outcomes(state, outcomes) } -> std::same_as<void>;
      { game.sample_chance(state, rng) } -> std::same_as<Action>;
      { game.chance_source(state) } -> std::same_as<ChanceSource>;
    };

/// What observers perceive, and what they know.
///
/// * Observation: a small comparable value; observe(before, action, after, observer) is what `observer` perceived of
///   that event, public_part(observation) what kPublic perceived of the same event.
/// * visible_action(before, action, observer): the action as the observer sees it at once: itself if it sees it whole,
///   else a stand-in that is equal for all actions it cannot tell apart. result_key(before, action, after, observer): a
///   small number for what the observer learns beyond that (0: nothing; at a chance event the outcome it sees). Equal
///   observations have equal (visible action, key); a game may merge unequal ones and documents it.
/// * InformationState(game, observer): nothing observed yet. Keeps a reference to `game`, which must outlive it.
///   observe(observation) appends. Two are equal iff their rules, observer and streams are (perfect recall).
///   - node_kind(), player_to_act(): public flow of the game. legal_actions(out): requires that the observer is to act
///     (for kOmniscient, anybody); the same in every world.
///   - sample(rng): a world, exactly distributed as docs/algorithms.md says. sample_record(rng): all events from the
///     start that lead to such a world and give this observer exactly its observations.
///   - board_text(): what this observer knows, for a person. hash(): equal states have equal hashes.
///   - For kOmniscient sample() is the truth itself.
template <class G>
concept ImperfectInformationGame =
    StochasticGame<G> && std::equality_comparable<typename G::Observation> &&
    std::constructible_from<typename G::InformationState, const G&, Observer> &&
    std::equality_comparable<typename G::InformationState> &&
    requires(const G& game, const typename G::State& state, Action action, Observer observer,
             const typename G::Observation& observation, const typename G::InformationState& information,
             typename G::InformationState& mutable_information, ActionList<G>& list, Rng& rng) {
      { game.observe(state, action, state, observer) } -> std::same_as<typename G::Observation>;
      { G::public_part(observation) } -> std::same_as<typename G::Observation>;
      { game.visible_action(state, action, observer) } -> std::same_as<Action>;
      { game.result_key(state, action, state, observer) } -> std::same_as<std::uint32_t>;
      { mutable_information.observe(observation) } -> std::same_as<void>;
      { information.observer() } -> std::same_as<Observer>;
      { information.node_kind() } -> std::same_as<NodeKind>;
      { information.player_to_act() } -> std::same_as<Player>;
      { information.legal_actions(list) } -> std::same_as<void>;
      { information.sample(rng) } -> std::same_as<typename G::State>;
      { information.sample_record(rng) } -> std::same_as<std::vector<Action>>;
      { information.board_text() } -> std::same_as<std::string>;
      { information.hash() } -> std::same_as<std::uint64_t>;
    };

/// Knowledge of a game for greedy play and informed playouts. Whatever it reads of hidden facts is what the player to
/// act knows in that world (tests permute the rest), so that the sampled truth never leaks into a decision.
///
/// * scores(state, actions, out): requires a decision node; out[i] in [0, 1] is a rough worth of actions[i] for the
///   mover, comparable within one list only.
/// * choose(state, rng): the action greedy play takes, ties broken at random; listing nothing where that is slow.
/// * evaluate(state): [seats] expected final points, for truncated playouts; any node.
template <class G>
concept HeuristicGame = ImperfectInformationGame<G> && std::constructible_from<typename G::Heuristic, const G&> &&
                        requires(const typename G::Heuristic& heuristic, const typename G::State& state,
                                 const ActionList<G>& actions, std::span<float> out, Rng& rng) {
                          { heuristic.scores(state, actions, out) } -> std::same_as<void>;
                          { heuristic.choose(state, rng) } -> std::same_as<Action>;
                          { heuristic.evaluate(state) } -> std::same_as<PerSeat<float>>;
                        };

/// Whether `action` may happen at `state` (of any kind; nothing may at a terminal one). Lists; not for hot loops.
template <StochasticGame G>
bool is_legal(const G& game, const typename G::State& state, Action action) {
  switch (game.node_kind(state)) {
    case NodeKind::decision: {
      ActionList<G> list;
      game.legal_actions(state, list);
      for (const Action legal : list) {
        if (legal == action) return true;
      }
      return false;
    }
    case NodeKind::chance: {
      ChanceList<G> list;
      game.chance_outcomes(state, list);
      for (const ChanceOutcome& outcome : list) {
        if (outcome.action == action) return true;
      }
      return false;
    }
    case NodeKind::terminal: return false;
  }
  return false;
}

/// Ranks by score: 1 + the number of players with more. The rest of the array is 0.
inline PerSeat<int> ranks_by_score(const PerSeat<int>& scores, int num_players) {
  PerSeat<int> ranks{};
  for (const Player p : seats(num_players)) {
    int better = 0;
    for (const Player q : seats(num_players)) better += scores[q] > scores[p];
    ranks[p] = 1 + better;
  }
  return ranks;
}

}  // namespace atl
