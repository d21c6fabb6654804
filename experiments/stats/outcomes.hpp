/// Two-player results as counts of outcomes, the form chess testing uses: one unit is a game or a pair of games.
///
///   trinomial    [losses, draws, wins]                         scores 0, 1/2, 1
///   pentanomial  [LL, LD, WL or DD, WD, WW] of game pairs      scores 0, 1/4, 1/2, 3/4, 1
///
/// Counts are at least 0 and may be fractional; `counts` holds 3 or 5 of them and their sum is positive.
#pragma once

#include <optional>
#include <span>

#include "experiments/stats/blocks.hpp"

namespace atl::stats {

struct OutcomeSummary {
  double units = 0;  ///< games or pairs
  double score = 0;
  double variance = 0;  ///< of one unit's score, divisor `units`
  double se = 0;
  std::optional<double> elo{};          ///< nothing at 0 % and 100 %
  std::optional<Interval> elo_z{};      ///< ends of score -+ z se, transformed; nothing if one leaves (0, 1)
  std::optional<Interval> elo_t{};      ///< the same with Student's t, units - 1 degrees of freedom
  std::optional<double> nelo{};         ///< nothing without variance
  double nelo_error = 0;                ///< half-width of its interval (games: z 347.4 / sqrt(N))
  double los = 0.5;                     ///< Phi((score - 1/2) / se)
  double draw_ratio = 0;                ///< share of the middle outcome
  std::optional<double> pairs_ratio{};  ///< pentanomial: (WD + WW) / (LL + LD)
};

OutcomeSummary summarise_outcomes(std::span<const double> counts, double confidence = 0.95);

/// Likelihood of superiority from decisive games only: Phi((wins - losses) / sqrt(wins + losses)). Requires a
/// decisive game.
double los_decisive(double wins, double losses);
/// The same from a uniform prior: P(X > 1/2) of Beta(wins + 1, losses + 1).
double los_beta(double wins, double losses);

}  // namespace atl::stats
