/// Equilibria of small two-player games with a constant sum, by CFR+: O. Tammelin, "Solving large imperfect information
/// games using CFR+", arXiv 1407.5042, 2014. Regrets are floored at zero, the players update in turn, and the average
/// weighs the policy of iteration t by t. (Counterfactual regrets: Zinkevich et al., NIPS 2007.)
#pragma once

#include "search/exact/game_tree.hpp"

namespace atl::exact {

struct CfrOptions {
  double target = 1e-5;  ///< stops when the exploitability of the average is at most this, in utilities
  std::int64_t max_iterations = 100'000;
  std::int64_t check_every = 50;  ///< iterations between two looks at the exploitability
};

struct CfrResult {
  Policy policy;     ///< the average strategy of both players
  double value = 0;  ///< of the first player under it
  double exploitability = 0;
  std::int64_t iterations = 0;
  bool converged = false;  ///< whether the target was reached
};

/// Requires two players and payoffs with a constant sum: throws DataError otherwise.
CfrResult solve_cfr_plus(const GameTree& tree, const CfrOptions& options = {});

}  // namespace atl::exact
