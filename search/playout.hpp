/// The default policy: plays a world to its end, or for a number of decisions and then evaluates it.
///
///   uniform    every legal action with equal probability
///   heuristic  the game's greedy choice, with probability epsilon a uniform one: never deterministic, because a
///              randomised simple policy makes better playouts than a stronger fixed one (Cowling, Ward, Powley,
///              "Ensemble determinization in MCTS for Magic", IEEE TCIAIG 4(4), 2012)
///   mast, nst, lgr   what earlier playouts taught (play_memory.hpp), with probability epsilon uniform
///
/// Heuristics read only what the player to act knows in the world at hand (the game's contract), so an informed playout
/// does not leak the sampled truth.
#pragma once

#include <span>

#include "engine/core/abilities.hpp"
#include "search/heuristic.hpp"
#include "search/play_memory.hpp"
#include "search/reward.hpp"

namespace atl {

template <ImperfectInformationGame G>
class Playout {
 public:
  Playout(const G& game, const SearchParams& params)
      : game_(&game),
        heuristic_(game),
        reward_(params.reward.kind, params.reward.score_scale > 0 ? params.reward.score_scale : score_scale_of<G>(),
                game.num_players()),
        memory_(params.playout.policy, params.grave.visits > 0),
        policy_(params.playout.policy),
        epsilon_(params.playout.epsilon),
        cutoff_(params.playout.cutoff) {}

  const RewardFunction& reward() const { return reward_; }
  const HeuristicOf<G>& heuristic() const { return heuristic_; }
  std::size_t bytes() const { return memory_.bytes(); }

  void clear_memory() { memory_.clear(); }

  /// Starts an iteration; then every action of the tree part is noted, then run() ends it.
  void begin() { memory_.begin(); }
  void note(Player player, Action action) {
    if (memory_.traces()) memory_.note(player, action);
  }
  /// All moves of this iteration, if something needs them (params.grave.visits, or a policy that learns).
  std::span<const PlayMemory::Move> trace() const { return memory_.trace(); }

  /// One decision as playouts make it.
  Action choose_by_policy(const typename G::State& state, Rng& rng) {
    if (policy_ == PlayoutPolicy::uniform || rng.chance(epsilon_)) return random_action(*game_, state, rng);
    if (memory_.active()) {
      game_->legal_actions(state, list_);
      const std::span<const Action> actions(list_.data(), list_.size());
      const auto known = memory_.choose(game_->player_to_act(state), actions, rng);
      return list_[known ? *known : rng.below(static_cast<std::uint32_t>(list_.size()))];
    }
    if constexpr (HeuristicGame<G>) return heuristic_.choose(state, rng);
    return random_action(*game_, state, rng);
  }

  /// Plays on from `state` (of any kind). Returns the reward of every seat.
  Rewards run(typename G::State& state, Rng& rng) {
    if (policy_ == PlayoutPolicy::uniform && cutoff_ < 0 && !memory_.traces()) return play_uniform(state, rng);
    const Rewards rewards = play_informed(state, rng);
    if (memory_.active()) memory_.finish(rewards, game_->num_players());
    return rewards;
  }

 private:
  Rewards play_uniform(typename G::State& state, Rng& rng) const {
    for (;;) {
      switch (game_->node_kind(state)) {
        case NodeKind::decision: game_->apply(state, random_action(*game_, state, rng)); break;
        case NodeKind::chance: play_chance(*game_, state, rng); break;
        case NodeKind::terminal: return reward_.of_terminal(*game_, state);
      }
    }
  }

  Rewards play_informed(typename G::State& state, Rng& rng) {
    for (int decisions = 0;;) {
      switch (game_->node_kind(state)) {
        case NodeKind::decision:
          if constexpr (HeuristicGame<G>) {
            if (cutoff_ >= 0 && decisions >= cutoff_) return reward_.of_points(heuristic_.evaluate(state));
          }
          ++decisions;
          game_->apply(state, choose(state, rng));
          break;
        case NodeKind::chance: play_chance(*game_, state, rng); break;
        case NodeKind::terminal: return reward_.of_terminal(*game_, state);
      }
    }
  }

  Action choose(const typename G::State& state, Rng& rng) {
    const Action action = choose_by_policy(state, rng);
    if (memory_.traces()) memory_.note(game_->player_to_act(state), action);
    return action;
  }

  const G* game_;
  [[no_unique_address]] HeuristicOf<G> heuristic_;
  RewardFunction reward_;
  PlayMemory memory_;
  ActionList<G> list_;
  PlayoutPolicy policy_;
  double epsilon_;
  int cutoff_;
};

}  // namespace atl
