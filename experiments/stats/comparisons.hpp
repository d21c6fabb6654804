/// Several comparisons at once: what rule values or agents change about the seats, on the same deals.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "engine/core/rng.hpp"
#include "experiments/stats/blocks.hpp"
#include "experiments/stats/seats.hpp"

namespace atl::stats {

/// Holm's adjusted p-values (Scand. J. Statist. 6, 1979), in the order given: the chance of any false alarm among all
/// that are below alpha is at most alpha.
std::vector<double> holm(std::span<const double> p);

/// Two-sided p of a mean of 0, by Student's t. 1 without spread or below two blocks.
double two_sided_p(const MeanEstimate& mean);

/// How much further apart the best and the worst seat are, by their mean shares.
struct SpreadChange {
  double from = 0, to = 0;             ///< largest minus smallest mean share
  std::optional<Interval> interval{};  ///< of to - from, by percentiles
  double p = 1;                        ///< two-sided
};

/// `from` and `to` are the same deals, block by block; whole blocks are drawn with replacement. Interval and p are
/// absent (1) below 20 blocks. Requires blocks.
SpreadChange compare_spreads(std::span<const SeatBlock> from, std::span<const SeatBlock> to, int num_players, Rng& rng,
                             double confidence = 0.95, int draws = 2000);

}  // namespace atl::stats
