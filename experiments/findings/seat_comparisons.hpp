/// What a rule value or an agent changes about the seats: differences block by block. All self-play of a block is of
/// the same deal, so the luck of the deal cancels in the difference as far as the rule leaves the deal alone.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/core/types.hpp"
#include "experiments/findings/block_values.hpp"
#include "experiments/stats/blocks.hpp"
#include "experiments/store/store.hpp"

namespace atl {

/// One agent's self-play under one variant of the rules, minus another's.
struct SeatComparison {
  int variant = 0, agent = 0;
  int base_variant = 0, base_agent = 0;
  Player seat = kNobody;      ///< kNobody: how much further apart the best and the worst seat are
  stats::MeanEstimate share;  ///< change of the win share, or of the distance; paired by block
  /// Change of the game's points; nothing for the distance.
  std::optional<stats::MeanEstimate> score;
  double p = 1;       ///< of no change, two-sided
  double p_holm = 1;  ///< the same for all comparisons of its kind (rule values, or agents) together
  /// (variance of unpaired blocks) / (variance of paired ones): above 1, the common deals helped. Nothing without
  /// spread, or for the distance.
  std::optional<double> variance_ratio;

  bool of_rules() const { return variant != base_variant; }
};

/// From the self-play line-ups of a store: every rule value against the first one of a sweep, then every agent against
/// the first agent; per pair its seats and their distance.
std::vector<SeatComparison> compare_seats(const Store& store, ForfeitPolicy forfeits, double confidence = 0.95,
                                          BlockFilter filter = BlockFilter::decided);

}  // namespace atl
