/// Implicit minimax (Lanctot, Winands, Pepels, Sturtevant, "Monte Carlo tree search with heuristic evaluations using
/// implicit minimax backups", CIG 2014): evaluations are backed up as minimax values beside the rewards, in
/// Edge::extra, and blended into the mean when an edge is chosen (worth.hpp).
#pragma once

#include <span>

#include "search/params.hpp"
#include "search/reward.hpp"
#include "search/tree_decision.hpp"

namespace atl {

class ImplicitMinimax {
 public:
  ImplicitMinimax(const SelectionParams& params, int num_players)
      : active_(params.implicit > 0), num_players_(num_players) {}

  bool active() const { return active_; }

  /// The path ends at a position evaluated as `leaf`: sets the values of its edges, bottom up. A mover takes its best
  /// edge; what it gains by that the others lose in equal parts (exact for two seats).
  void back_up(std::span<const Step> path, Rewards leaf) const;

 private:
  bool active_;
  int num_players_;
};

}  // namespace atl
