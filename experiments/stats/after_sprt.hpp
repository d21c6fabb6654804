/// What the strength was, after a sequential test has stopped (or while it runs). A stopped test's plain estimate is
/// biased away from the middle; these are median-unbiased estimates with matching intervals, from the law of Brownian
/// motion with drift between the two bounds (Siegmund, "Sequential Analysis", 1985, chapter 3; the ordering of
/// outcomes is fishtest's: an earlier loss is worse, an earlier pass better).
#pragma once

#include <optional>

#include "experiments/stats/blocks.hpp"
#include "experiments/stats/sprt.hpp"

namespace atl::stats {

/// P(outcome worse than standing at `y` at `time`) for Brownian motion from 0 with the given drift and variance per
/// unit of time, stopped at `bounds`. y is at a bound if the motion stopped there at `time`. Requires
/// lower < 0 < upper, variance > 0, time > 0.
double brownian_outcome_cdf(SprtBounds bounds, double drift, double variance, double time, double y);

struct SequentialEstimate {
  double elo = 0;  ///< median-unbiased
  Interval elo_interval{};
  double los = 0.5;      ///< P(outcome worse than observed | strength 0)
  bool clamped = false;  ///< the LLR overshot a bound by more than 3 %: the estimate is rougher
};

/// For win shares of games or pairs of two players under a logistic test of [elo0, elo1]. Nothing without variance.
std::optional<SequentialEstimate> estimate_after_sprt(const Moments& shares, double elo0, double elo1,
                                                      SprtBounds bounds, double confidence = 0.95);

/// For a block t test of [t0, t1], any number of players. Elo is that of the share 1/K + t sd; estimates that leave
/// (0, 1) are cut to it. Nothing below two blocks or without variance.
std::optional<SequentialEstimate> estimate_after_block_t(const Moments& blocks, int num_players, double t0, double t1,
                                                         SprtBounds bounds, double confidence = 0.95);

}  // namespace atl::stats
