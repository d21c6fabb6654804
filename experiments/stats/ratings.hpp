/// Ratings of all agents of a run from one joint fit.
///
///   two players   PairLog     Davidson with a first-player shift (default), Rao-Kupper, or draws as half points
///   any number    RankingLog  Plackett-Luce with seat effects and Davidson-Luce ties; or winners only
///
/// Davidson, shift form (JASA 65, 1970): with u = theta_first + eta - theta_second, win : draw : loss =
/// e^(u/2) : nu : e^(-u/2). Points are sufficient for theta, so fitted points equal observed points. One Davidson
/// Elo near equality is worth 2 / (2 + nu) ordinary Elo.
/// Rao-Kupper (JASA 62, 1967; BayesElo's): P(win) = 1/(1+e^(d-u)), P(loss) = 1/(1+e^(d+u)), the rest draws.
/// Half points: logistic with a draw as half a win and half a loss; standard errors by information come out too wide.
/// Plackett-Luce: the order of finish is drawn stage by stage with probability proportional to
/// exp(theta_agent + sigma_seat) among those left; a tie of the set S has weight delta_|S| (product of worths)^(1/|S|)
/// (Firth, Kosmidis, Turner, "Davidson-Luce model for multi-item choice with ties", 2019).
///
/// Pairs are not taken out of rankings: pairs of one game depend on each other. Strengths are in nats; Elo = theta *
/// 400 / ln 10. Single strengths depend on where zero is (the mean, or the anchor); report differences.
///
/// Errors: DataError if the data does not allow a common scale (groups that never met; without a prior, groups of
/// which one never beat the other), if seats cannot be told from agents, or if an estimate would be infinite.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/rng.hpp"
#include "engine/core/types.hpp"
#include "experiments/stats/blocks.hpp"

namespace atl::stats {

/// Games between two agents, the first of which moved first; counts are the first's and may be fractional.
struct PairResult {
  int first = 0;
  int second = 0;
  double wins = 0;
  double draws = 0;
  double losses = 0;
  std::int64_t block = 0;
};

struct PairLog {
  std::vector<std::string> agents{};
  std::vector<PairResult> results{};
};

/// One game of any number of players, by seat. An agent may sit in several seats.
struct RankedGame {
  int num_players = 0;
  PerSeat<int> agents{};  ///< [num_players] index into RankingLog::agents
  PerSeat<int> ranks{};   ///< [num_players] best is 1 (or any numbers in the same order), equal when tied
  std::int64_t block = 0;
};

struct RankingLog {
  std::vector<std::string> agents{};
  std::vector<RankedGame> games{};
};

enum class TieModel { davidson, rao_kupper, half_points };

/// A fixed strength. One anchor only shifts all ratings; several change the differences between the others too.
struct Anchor {
  int agent = 0;
  double elo = 0;
};

struct RatingOptions {
  /// Virtual drawn games of every agent against a phantom of strength 0, as half wins and half losses: keeps ratings
  /// finite at 0 % and 100 %. Reports must print it. 0 switches it off.
  double prior_draws = 1;
  bool seat_term = true;
  TieModel ties = TieModel::davidson;  ///< pairs only
  bool winners_only = false;           ///< rankings only: use who came first (top-1 likelihood)
  std::vector<Anchor> anchors{};
};

/// Parameters are in the order theta [agents], seats [seats], ties [tie_sizes] in both covariance matrices.
struct RatingFit {
  std::vector<std::string> agents{};
  Eigen::VectorXd theta{};       ///< [agents] nats; mean 0 without anchors
  Eigen::VectorXd seats{};       ///< [seats] nats, sum 0; empty without a seat term. Pairs: (eta/2, -eta/2)
  Eigen::VectorXd ties{};        ///< ln nu, Rao-Kupper's d, or ln delta per tie size; empty without ties in the data
  std::vector<int> tie_sizes{};  ///< [ties] players in the tie
  TieModel tie_model = TieModel::davidson;
  double log_likelihood = 0;                 ///< of the data, without the prior
  Eigen::MatrixXd information_covariance{};  ///< inverse observed information: for independent games
  /// Cluster sandwich H^-1 (sum_b g_b g_b') H^-1 B / (B - 1) over blocks; nothing below two blocks.
  std::optional<Eigen::MatrixXd> block_covariance{};
  std::int64_t blocks = 0;
  double prior_draws = 0;
  bool several_anchors = false;  ///< must be flagged in reports
  int newton_steps = 0;
};

RatingFit fit_ratings(const PairLog& log, const RatingOptions& options = {});
RatingFit fit_ratings(const RankingLog& log, const RatingOptions& options = {});

enum class CovarianceKind { blocks, information };

/// theta_a - theta_b (or the like) on the Elo scale.
struct RatingDifference {
  double elo = 0;
  double se = 0;
  Interval interval{};
  double los = 0.5;  ///< P(a stronger than b) = cdf(elo / se)
};

/// Blocks: Student's t with blocks - 1 degrees of freedom (falls back to information below two blocks); information:
/// normal.
RatingDifference rating_difference(const RatingFit& fit, int a, int b, double confidence = 0.95,
                                   CovarianceKind kind = CovarianceKind::blocks);
/// Seat s against seat t, of equal agents. (0, 1) is the first player's advantage in a two-player game.
RatingDifference seat_difference(const RatingFit& fit, int s, int t, double confidence = 0.95,
                                 CovarianceKind kind = CovarianceKind::blocks);
/// Agent a on the fit's own scale (against the mean, or the anchor).
RatingDifference single_rating(const RatingFit& fit, int a, double confidence = 0.95,
                               CovarianceKind kind = CovarianceKind::blocks);

/// [agents x agents] entry (a, b): P(a stronger than b); 1/2 on the diagonal.
Eigen::MatrixXd los_matrix(const RatingFit& fit, CovarianceKind kind = CovarianceKind::blocks);

/// Expected score of `first` when it moves first against `second`, under a fit of pairs.
double expected_score(const RatingFit& fit, int first, int second);

/// Does the seat matter, given the agents' strengths?
struct SeatTermTest {
  double likelihood_ratio = 0;  ///< twice the gain in log-likelihood; assumes independent games
  double wald = 0;              ///< with the block covariance: valid for blocks too; p by Hotelling's F (blocks, df)
  int df = 0;
  double p_likelihood_ratio = 1;
  double p_wald = 1;
};
/// Fits with and without the seat term. Options' own seat_term is ignored.
SeatTermTest test_seat_term(const PairLog& log, const RatingOptions& options = {});
SeatTermTest test_seat_term(const RankingLog& log, const RatingOptions& options = {});

/// Refits on blocks drawn with replacement.
struct Bootstrap {
  Eigen::MatrixXd theta{};  ///< [successful draws x agents] nats
  Eigen::MatrixXd seats{};  ///< [successful draws x seats]
  int failed = 0;           ///< draws without a finite fit (possible without a prior)
};
/// Nothing below 20 blocks (use the sandwich with Student's t there) or if less than half of the draws can be fitted.
std::optional<Bootstrap> bootstrap_ratings(const PairLog& log, const RatingOptions& options, Rng& rng,
                                           int draws = 2000);
std::optional<Bootstrap> bootstrap_ratings(const RankingLog& log, const RatingOptions& options, Rng& rng,
                                           int draws = 2000);
/// Percentile interval of theta_a - theta_b on the Elo scale.
Interval bootstrap_difference(const Bootstrap& bootstrap, int a, int b, double confidence = 0.95);

}  // namespace atl::stats
