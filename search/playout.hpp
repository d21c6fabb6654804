/// The default policy: plays a world to its end, or for a number of decisions and then evaluates it.
///
///   UniformPolicy     every legal action with equal probability
///   HeuristicPolicy   the game's greedy choice, with probability epsilon a uniform one: never deterministic, because a
///                     randomised simple policy makes better playouts than a stronger fixed one (Cowling, Ward, Powley,
///                     "Ensemble determinization in MCTS for Magic", IEEE TCIAIG 4(4), 2012)
///   RememberedPolicy  what earlier playouts taught (play_memory.hpp), with probability epsilon uniform
///
/// Heuristics read only what the player to act knows in the world at hand (the game's contract), so an informed playout
/// does not leak the sampled truth.
#pragma once

#include <span>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "engine/core/abilities.hpp"
#include "search/heuristic.hpp"
#include "search/play_memory.hpp"
#include "search/reward.hpp"

namespace atl {

/// The moves of an iteration so far, tree part included, if somebody reads them.
class Trace {
 public:
  explicit Trace(bool active) : active_(active) {
    if (active) moves_.reserve(1024);
  }
  bool active() const { return active_; }
  void begin() { moves_.clear(); }
  void note(Player player, Action action) {
    if (active_) moves_.push_back({player, action});
  }
  std::span<const Move> moves() const { return moves_; }

 private:
  bool active_;
  std::vector<Move> moves_;
};

template <ImperfectInformationGame G>
struct UniformPolicy {
  Action choose(const G& game, const typename G::State& state, const Trace&, Rng& rng) const {
    return random_action(game, state, rng);
  }
};

template <HeuristicGame G>
struct HeuristicPolicy {
  const typename G::Heuristic* heuristic;
  double epsilon;

  Action choose(const G& game, const typename G::State& state, const Trace&, Rng& rng) const {
    return rng.chance(epsilon) ? random_action(game, state, rng) : heuristic->choose(state, rng);
  }
};

/// `Memory`: ActionMeans or GoodReplies.
template <ImperfectInformationGame G, class Memory>
struct RememberedPolicy {
  Memory memory;
  double epsilon;

  Action choose(const G& game, const typename G::State& state, const Trace& trace, Rng& rng) {
    if (rng.chance(epsilon)) return random_action(game, state, rng);
    game.legal_actions(state, list);
    const std::span<const Action> actions(list.data(), list.size());
    const auto known = memory.choose(game.player_to_act(state), actions, trace.moves(), rng);
    return list[known ? *known : rng.below(static_cast<std::uint32_t>(list.size()))];
  }

  ActionList<G> list{};
};

namespace detail {

template <class G>
struct PolicyOf {
  using type = std::variant<UniformPolicy<G>, RememberedPolicy<G, ActionMeans>, RememberedPolicy<G, GoodReplies>>;
};
template <HeuristicGame G>
struct PolicyOf<G> {
  using type = std::variant<UniformPolicy<G>, RememberedPolicy<G, ActionMeans>, RememberedPolicy<G, GoodReplies>,
                            HeuristicPolicy<G>>;
};

}  // namespace detail

template <ImperfectInformationGame G>
class Playout {
 public:
  using State = typename G::State;

  /// `is_traced`: somebody reads the moves of every iteration, even if no policy learns from them.
  Playout(const G& game, const SearchParams& params, bool is_traced)
      : game_(&game),
        heuristic_(game),
        reward_(params.reward.kind, params.reward.score_scale > 0 ? params.reward.score_scale : score_scale_of<G>(),
                game.num_players()),
        policy_(make_policy(params.playout)),
        cutoff_(params.playout.cutoff),
        trace_(is_traced || learns()) {}
  Playout(const Playout&) = delete;  // the policy points to the heuristic
  Playout& operator=(const Playout&) = delete;

  const RewardFunction& reward() const { return reward_; }
  const HeuristicOf<G>& heuristic() const { return heuristic_; }
  std::size_t bytes() const {
    return with_memory([](const auto& memory) { return memory.bytes(); });
  }

  void clear_memory() {
    with_memory([](auto& memory) { return memory.clear(), std::size_t{0}; });
  }

  /// Starts an iteration; then every action of the tree part is noted, then run() ends it.
  void begin() { trace_.begin(); }
  void note(Player player, Action action) { trace_.note(player, action); }
  std::span<const Move> moves() const { return trace_.moves(); }

  /// One decision as playouts make it.
  Action choose_by_policy(const State& state, Rng& rng) {
    return std::visit([&](auto& policy) { return policy.choose(*game_, state, trace_, rng); }, policy_);
  }

  /// Plays on from `state` (of any kind). Returns the reward of every seat.
  Rewards run(State& state, Rng& rng) {
    const Rewards rewards = std::visit([&](auto& policy) { return play(policy, state, rng); }, policy_);
    with_memory([&](auto& memory) {
      memory.learn(trace_.moves(), rewards, game_->num_players());
      return std::size_t{0};
    });
    return rewards;
  }

 private:
  using Policy = typename detail::PolicyOf<G>::type;

  Policy make_policy(const PlayoutParams& params) const {
    switch (params.policy) {
      case PlayoutPolicy::uniform: break;
      case PlayoutPolicy::heuristic:
        if constexpr (HeuristicGame<G>) return HeuristicPolicy<G>{&heuristic_, params.epsilon};
        break;
      case PlayoutPolicy::mast: return RememberedPolicy<G, ActionMeans>{ActionMeans(0), params.epsilon};
      case PlayoutPolicy::nst: return RememberedPolicy<G, ActionMeans>{ActionMeans(2), params.epsilon};
      case PlayoutPolicy::lgr: return RememberedPolicy<G, GoodReplies>{GoodReplies(), params.epsilon};
    }
    return UniformPolicy<G>{};
  }

  template <class P>
  Rewards play(P& policy, State& state, Rng& rng) {
    for (int decisions = 0;;) {
      switch (game_->node_kind(state)) {
        case NodeKind::decision: {
          if constexpr (HeuristicGame<G>) {
            if (decisions++ == cutoff_) return reward_.of_points(heuristic_.evaluate(state));
          }
          const Action action = policy.choose(*game_, state, trace_, rng);
          if (trace_.active()) trace_.note(game_->player_to_act(state), action);
          game_->apply(state, action);
          break;
        }
        case NodeKind::chance: play_chance(*game_, state, rng); break;
        case NodeKind::terminal: return reward_.of_terminal(*game_, state);
      }
    }
  }

  bool learns() const {
    return with_memory([](const auto&) { return std::size_t{1}; }) > 0;
  }

  /// use(memory) if the policy has one; else 0.
  template <class Use>
  std::size_t with_memory(Use&& use) const {
    return std::visit(
        [&](const auto& policy) -> std::size_t {
          if constexpr (requires { policy.memory; }) return use(policy.memory);
          return 0;
        },
        policy_);
  }
  template <class Use>
  std::size_t with_memory(Use&& use) {
    return std::visit(
        [&](auto& policy) -> std::size_t {
          if constexpr (requires { policy.memory; }) return use(policy.memory);
          return 0;
        },
        policy_);
  }

  const G* game_;
  [[no_unique_address]] HeuristicOf<G> heuristic_;
  RewardFunction reward_;
  Policy policy_;
  int cutoff_;  ///< decisions played before evaluating; -1: to the end
  Trace trace_;
};

}  // namespace atl
