/// Flat Monte Carlo: no tree, one bandit over the legal actions of the root, a fresh world and a playout per iteration.
/// A serious baseline when the playout policy is good, and the fastest to be right about one clear mistake.
///
///   uniform   every action in turn
///   ucb1      Auer, Cesa-Bianchi, Fischer, Machine Learning 47, 2002
///   halving   sequential halving: rounds of equal length, after each the worse half is dropped; made for the regret
///             of the final choice (Karnin, Koren, Somekh, ICML 2013; Cazenave, Buffet, "SHOT", 2015)
///
/// Rounds are shares of the budget, so halving works with iterations, time or both.
#pragma once

#include <vector>

#include "search/iterate.hpp"
#include "search/playout.hpp"
#include "search/sample_world.hpp"

namespace atl {

/// Which action is tried next.
class RootBandit {
 public:
  RootBandit(Allocation allocation, double c) : allocation_(allocation), c_(c) {}

  void start(std::size_t num_arms);
  std::size_t next(const std::vector<RootAction>& arms, const Budget& budget);

 private:
  std::size_t best_bound(const std::vector<RootAction>& arms, double total) const;

  Allocation allocation_;
  double c_;
  std::vector<std::size_t> active_;
  std::size_t turn_ = 0;
  int round_ = 0, rounds_ = 0;
};

/// Ties: the higher mean.
Action most_visited_action(const std::vector<RootAction>& arms);

template <ImperfectInformationGame G, class Determinizer = SampleWorld>
class Flat {
 public:
  using State = typename G::State;
  static constexpr bool kReuses = false;

  Flat(const G& game, const SearchParams& params, std::size_t /*byte_limit*/, Determinizer determinize = Determinizer())
      : game_(&game),
        playout_(game, params, false),
        determinize_(determinize),
        bandit_(params.allocation, params.selection.c) {}

  void run(const RootKnowledge<G>& root, Budget budget, Rng rng, RootStatistics& out) {
    playout_.clear_memory();
    bandit_.start(out.actions.size());
    Trial trial{.flat = this, .player = root.own.player_to_act(), .out = &out, .budget = &budget};
    SearchStreams random(rng);
    iterate(trial, budget, random, out, [&] { return determinize_(root.own, random.worlds); });
    for (RootAction& arm : out.actions) arm.availability = out.iterations;
    out.worlds += out.iterations;
    out.bytes += playout_.bytes();
    if (out.iterations > 0) out.principal_variation = {most_visited_action(out.actions)};
  }

 private:
  /// One iteration: an action of the root and a playout behind it.
  struct Trial {
    Flat* flat;
    Player player;
    RootStatistics* out;
    const Budget* budget;
    RootAction* arm = nullptr;

    void select_and_expand(State& state, Rng&, Rng&) {
      arm = &out->actions[flat->bandit_.next(out->actions, *budget)];
      flat->playout_.begin();
      flat->playout_.note(player, arm->action);
      flat->game_->apply(state, arm->action);
    }
    Rewards simulate(State& state, Rng& rng) { return flat->playout_.run(state, rng); }
    void back_up(const Rewards& rewards) {
      ++arm->visits;
      arm->sum += rewards[player];
    }
    std::size_t depth() const { return 1; }
  };

  const G* game_;
  Playout<G> playout_;
  [[no_unique_address]] Determinizer determinize_;
  RootBandit bandit_;
};

}  // namespace atl
