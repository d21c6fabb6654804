/// Generalised log-likelihood ratios for two players: H1 against H0, each the most likely outcome distribution that
/// has the hypothesis' strength. Exact maximum likelihood, not the quick normal forms, which explode where the
/// variance is tiny (16 drawn pairs at [0, 10]: -0.46 here, -14.7 and -42 there).
///
/// After Van den Bergh, "Comments on Normalized Elo", 2020 (propositions 1.1 and 4.1): the models of fishtest and
/// fastchess.
///
/// Counts of outcomes, one unit being a game or a pair of games; empty outcomes count as 0.001:
///
///   trinomial    [losses, draws, wins]                         scores 0, 1/2, 1
///   pentanomial  [LL, LD, WL or DD, WD, WW] of game pairs      scores 0, 1/4, 1/2, 3/4, 1
#pragma once

#include <span>

namespace atl::stats {

enum class EloModel {
  logistic,    ///< expected score 1 / (1 + 10^(-elo/400))
  normalized,  ///< (mean - 1/2) / sigma of a game = nelo / 347.4; see elo.hpp
};

/// LLR of elo1 against elo0, in nats. `counts`: [3] or [5]; requires a positive sum.
double gsprt_llr(std::span<const double> counts, EloModel model, double elo0, double elo1);

}  // namespace atl::stats
