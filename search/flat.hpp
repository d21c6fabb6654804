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

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <vector>

#include "search/so_ismcts.hpp"

namespace atl {

template <ImperfectInformationGame G, class Determinizer = SampleWorld>
class Flat {
 public:
  using State = typename G::State;
  static constexpr bool kReuses = false;

  Flat(const G& game, const SearchParams& params, std::size_t /*byte_limit*/, Determinizer determinize = Determinizer())
      : game_(&game),
        playout_(game, params),
        timer_(params.profile),
        determinize_(determinize),
        allocation_(params.allocation),
        c_(params.selection.c) {}

  void run(const RootKnowledge<G>& root, Budget budget, Rng rng, RootStatistics& out) {
    timer_.clear();
    playout_.clear_memory();
    SearchStreams random(rng);
    const auto player = static_cast<std::size_t>(root.own.player_to_act());
    start(out);
    while (budget.more()) {
      timer_.start();
      State state = determinize_(root.own, random.worlds);
      timer_.end(Phase::determinize);
      RootAction& arm = out.actions[next_arm(out, budget)];
      playout_.begin();
      playout_.note(static_cast<Player>(player), arm.action);
      game_->apply(state, arm.action);
      timer_.end(Phase::select);
      const Rewards rewards = playout_.run(state, random.playouts);
      timer_.end(Phase::playout);
      ++arm.visits;
      arm.sum += rewards[player];
      timer_.end(Phase::backup);
      out.note_depth(1);
    }
    out.iterations = out.worlds = static_cast<std::uint64_t>(budget.done());
    for (RootAction& arm : out.actions) arm.availability = out.iterations;
    out.bytes += playout_.bytes();
    out.add_phases(timer_);
    if (out.iterations > 0) out.principal_variation = {best_arm(out).action};
  }

 private:
  void start(const RootStatistics& out) {
    active_.resize(out.actions.size());
    std::iota(active_.begin(), active_.end(), std::size_t{0});
    turn_ = 0;
    round_ = 0;
    rounds_ = static_cast<int>(std::bit_width(out.actions.size() - 1));
  }

  std::size_t next_arm(const RootStatistics& out, const Budget& budget) {
    if (allocation_ == Allocation::ucb1 && static_cast<std::size_t>(budget.done()) > active_.size()) {
      return best_bound(out, static_cast<double>(budget.done() - 1));
    }
    if (allocation_ == Allocation::halving && turn_ == 0 && active_.size() > 1 &&
        budget.progress() * rounds_ > round_ + 1) {
      ++round_;
      std::stable_sort(active_.begin(), active_.end(),
                       [&](std::size_t a, std::size_t b) { return out.actions[a].mean() > out.actions[b].mean(); });
      active_.resize((active_.size() + 1) / 2);
    }
    const std::size_t arm = active_[turn_];
    turn_ = turn_ + 1 == active_.size() ? 0 : turn_ + 1;
    return arm;
  }

  std::size_t best_bound(const RootStatistics& out, double total) const {
    std::size_t best = 0;
    double top = -1;
    for (std::size_t i = 0; i < out.actions.size(); ++i) {
      const RootAction& arm = out.actions[i];
      const double bound = arm.mean() + c_ * std::sqrt(std::log(total) / static_cast<double>(arm.visits));
      if (bound > top) {
        top = bound;
        best = i;
      }
    }
    return best;
  }

  static const RootAction& best_arm(const RootStatistics& out) {
    return *std::max_element(out.actions.begin(), out.actions.end(), [](const RootAction& a, const RootAction& b) {
      return a.visits != b.visits ? a.visits < b.visits : a.mean() < b.mean();
    });
  }

  const G* game_;
  Playout<G> playout_;
  PhaseTimer timer_;
  [[no_unique_address]] Determinizer determinize_;
  Allocation allocation_;
  double c_;
  std::vector<std::size_t> active_;
  std::size_t turn_ = 0;
  int round_ = 0, rounds_ = 0;
};

}  // namespace atl
