/// UCT self-play on the information sets of a small game, from its start: every player learns at its own sets, all at
/// once, and the average strategy is the share of visits. What multi-tree search tends to with a budget that never
/// ends, and the setting of J. Heinrich, D. Silver, "Smooth UCT search in computer poker", IJCAI 2015: UCT need not
/// converge in games with hidden information, Smooth UCT comes close to an equilibrium.
#pragma once

#include "engine/core/rng.hpp"
#include "search/exact/game_tree.hpp"

namespace atl::exact {

struct TabularUctParams {
  bool smooth = false;   ///< mix with the own average strategy
  double c = 1.75;       ///< exploration, in units of utility
  double gamma = 0.1;    ///< smooth: least share of UCB choices
  double eta = 0.9;      ///< smooth: share of UCB choices at a new set
  double decay = 0.001;  ///< smooth: how fast that share falls with the square root of the visits
};

class TabularUct {
 public:
  /// Keeps a reference to `tree`. All sets are nodes from the start (the paper adds one per iteration): the same after
  /// the first few hundred iterations of games of this size.
  TabularUct(const GameTree& tree, const TabularUctParams& params, const Rng& rng);

  void run(std::int64_t iterations);

  /// The shares of visits; uniform where never visited.
  Policy average() const;

 private:
  std::uint32_t choose(SetIndex set);
  std::uint32_t best_bound(const GameTree::InformationSet& set);
  std::uint32_t sample_visits(const GameTree::InformationSet& set);

  struct Step {
    std::uint32_t slot;
    SetIndex set;
  };
  const GameTree& tree_;
  TabularUctParams params_;
  Rng rng_;
  std::vector<double> set_visits_;   ///< [sets]
  std::vector<double> slot_visits_;  ///< [slots]
  std::vector<double> slot_sum_;     ///< [slots] of the mover's utilities
  std::vector<Step> path_;
};

}  // namespace atl::exact
