/// Generalised log-likelihood ratios for two players: H1 against H0, each the most likely outcome distribution that
/// has the hypothesis' strength. Exact maximum likelihood, not the quick normal forms, which explode where the
/// variance is tiny (16 drawn pairs at [0, 10]: -0.46 here, -14.7 and -42 there).
///
/// After Van den Bergh, "Comments on Normalized Elo", 2020 (propositions 1.1 and 4.1): the models of fishtest and
/// fastchess. Counts as in outcomes.hpp; empty outcomes count as 0.001.
#pragma once

#include <span>

namespace atl::stats {

enum class EloModel {
  logistic,    ///< expected score 1 / (1 + 10^(-elo/400))
  normalized,  ///< (mean - 1/2) / sigma of a game = nelo / 347.4; see elo.hpp
};

/// LLR of elo1 against elo0, in nats. `counts`: [3] or [5]; requires a positive sum.
double gsprt_llr(std::span<const double> counts, EloModel model, double elo0, double elo1);

/// LLR of expected score s1 against s0, both in (0, 1).
double score_llr(std::span<const double> counts, double s0, double s1);

/// The older BayesElo model (Coulom): a draw Elo read off the results, then win and loss probabilities
/// 1 / (1 + 10^((draw_elo -+ elo)/400)). For comparison with the programs that use it; `counts` is trinomial, and
/// both wins and losses must have happened (otherwise all three functions give 0).
double draw_elo(std::span<const double> counts);
/// Expected score at a BayesElo.
double score_from_bayes_elo(double elo, double draw_elo);
/// Ratio of the two probability laws. `scaled` divides the bounds by BayesElo's scale 4x/(1+x)^2, x = 10^(-d/400),
/// and adds half a game to each outcome, as cutechess does; plain is OpenBench's and old fishtest's form.
enum class BayesEloForm { plain, scaled };
double bayes_elo_llr(std::span<const double> counts, double elo0, double elo1, BayesEloForm form);

}  // namespace atl::stats
