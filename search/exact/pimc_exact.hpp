/// What perfect-information Monte Carlo search plays with unlimited worlds and unlimited depth: the exact belief of the
/// player to act, and in each of its worlds the value every action has when everybody sees everything. The reference
/// for what PIMC can and cannot do (J. Long, N. Sturtevant, M. Buro, T. Furtak, "Understanding the success of perfect
/// information Monte Carlo sampling in game tree search", AAAI 2010).
#pragma once

#include "search/exact/game_tree.hpp"

namespace atl::exact {

/// How the worlds decide.
enum class PimcRule : std::uint8_t {
  mean,  ///< the best mean value over the worlds
  /// Each world votes for its best action with its probability (split if several are best); most votes win. A search
  /// that adds up the visits of its worlds' trees tends to this, not to the mean.
  vote,
};

/// What happens to actions that are equally good, within 1e-9 of utility or vote.
enum class PimcTies : std::uint8_t { share, first, last };

/// [nodes][players] values when all see everything and play max^n; where a mover has several best actions, their mean.
std::vector<double> perfect_information_values(const GameTree& tree);

Policy pimc_policy(const GameTree& tree, PimcRule rule = PimcRule::mean, PimcTies ties = PimcTies::share);

}  // namespace atl::exact
