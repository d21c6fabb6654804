/// What a rule value changes about the seats, against the first value of the sweep: differences block by block. All
/// values play the same deals, so the luck of a deal cancels in the difference as far as the rule leaves the deal
/// alone.
#pragma once

#include <cstdint>
#include <vector>

#include "experiments/findings/block_values.hpp"
#include "experiments/stats/blocks.hpp"
#include "experiments/store/store.hpp"

namespace atl {

struct SweepDifference {
  int variant = 0;  ///< minus variant 0
  int agent = 0;    ///< whose self-play
  int seat = 0;
  stats::MeanEstimate share;  ///< difference of win shares, paired by block
  stats::MeanEstimate score;  ///< difference of the game's points
  /// (variance of unpaired blocks) / (variance of paired ones): above 1, the common deals helped. Nothing without
  /// spread.
  std::optional<double> variance_ratio;
};

/// From the self-play line-ups of a store, in the order variant, agent, seat. Empty without a sweep.
std::vector<SweepDifference> sweep_differences(const Store& store, ForfeitPolicy forfeits, double confidence = 0.95,
                                               BlockFilter filter = BlockFilter::decided);

}  // namespace atl
