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
/// One-sided results. Where a group of agents never finished behind another, the likelihood has no maximum: the
/// difference of the two has a bound, not an estimate. Groups are the strong components of the graph "finished ahead
/// of" (connectivity.hpp). Strengths are fitted within groups, by what is left of the likelihood when the groups are
/// infinitely far apart; between groups the interval of a share of 1 gives the bound.
///
/// Errors: DataError if the data does not allow a common scale (groups that never met), if seats cannot be told from
/// agents, or if an estimate would be infinite for another reason than one-sided results between agents.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
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
  /// Virtual drawn games of every agent against a phantom of strength 0, as half wins and half losses: makes all
  /// ratings finite, one-sided ones by its own weight alone. Reports must print it.
  double prior_draws = 0;
  bool seat_term = true;
  TieModel ties = TieModel::davidson;  ///< pairs only
  bool winners_only = false;           ///< rankings only: use who came first (top-1 likelihood)
  std::vector<Anchor> anchors{};
};

/// a finished ahead of b in all their games, and they are in different groups.
struct OneSided {
  std::int64_t blocks = 0;  ///< in which they met
  double copies = 1;        ///< seats of b per seat of a in these games
  int num_players = 2;
};

/// Parameters are in the order theta [agents], seats [seats], ties [tie_sizes].
struct RatingFit {
  std::vector<std::string> agents{};
  std::vector<double> theta{};             ///< [agents] nats; mean 0 within each group, or as anchored
  std::vector<std::vector<int>> groups{};  ///< of agents that have a common scale; none is after one that it beat
  std::vector<int> group_of{};             ///< [agents]
  int reference = 0;                       ///< the group that has the scale's zero: the anchor's, or the largest
  std::map<std::pair<int, int>, OneSided> one_sided{};  ///< by (better, worse)
  std::vector<double> seats{};   ///< [seats] nats, sum 0; empty without a seat term. Pairs: (eta/2, -eta/2)
  bool seats_left_out = false;   ///< a seat term was asked for, but is infinite or has no data of its own
  std::vector<double> ties{};    ///< ln nu, Rao-Kupper's d, or ln delta per tie size; empty without ties in the data
  std::vector<int> tie_sizes{};  ///< [ties] players in the tie
  TieModel tie_model = TieModel::davidson;
  double log_likelihood = 0;  ///< of the data, without the prior; of results within groups
  /// [parameters x parameters] inverse observed information, row by row: the covariance for independent games.
  std::vector<double> information{};
  /// [parameters][blocks] what a block adds to an estimate: H^-1 g_b. Their squares make the cluster sandwich
  /// H^-1 (sum_b g_b g_b') H^-1. Empty below two blocks.
  std::vector<std::vector<double>> influence{};
  std::int64_t blocks = 0;
  double prior_draws = 0;
  bool several_anchors = false;  ///< must be flagged in reports
  int newton_steps = 0;

  double information_at(std::size_t row, std::size_t column) const {
    return information[row * (theta.size() + seats.size() + ties.size()) + column];
  }
};

RatingFit fit_ratings(const PairLog& log, const RatingOptions& options = {});
RatingFit fit_ratings(const RankingLog& log, const RatingOptions& options = {});

enum class CovarianceKind { blocks, information };

/// What is known of a difference.
enum class Known : std::uint8_t {
  estimate,
  at_least,  ///< one side won everything: `elo` is a lower bound
  at_most,   ///< the other did: an upper bound
  nothing,   ///< only connected through one-sided results
};

/// theta_a - theta_b (or the like) on the Elo scale.
struct RatingDifference {
  Known known = Known::estimate;
  double elo = 0;  ///< the estimate or the bound
  double se = 0;   ///< of an estimate
  std::optional<Interval> interval{};
  /// P(a stronger than b) = cdf(elo / se). At a bound 1 minus the chance of so one-sided a result between equals.
  std::optional<double> los{};
};

/// Blocks: the sandwich with Student's t; where few blocks carry the spread, never less than the information says (see
/// ratings.cpp). Below two blocks, and for `information`: the inverse information with the normal law.
RatingDifference rating_difference(const RatingFit& fit, int a, int b, double confidence = 0.95,
                                   CovarianceKind kind = CovarianceKind::blocks);
/// Seat s against seat t, of equal agents. (0, 1) is the first player's advantage in a two-player game.
RatingDifference seat_difference(const RatingFit& fit, int s, int t, double confidence = 0.95,
                                 CovarianceKind kind = CovarianceKind::blocks);
/// Agent a on the fit's own scale (against the mean of the reference group, or the anchor).
RatingDifference single_rating(const RatingFit& fit, int a, double confidence = 0.95,
                               CovarianceKind kind = CovarianceKind::blocks);

/// Agents from strong to weak: group by group.
std::vector<int> by_strength(const RatingFit& fit);

/// Expected score of `first` when it moves first against `second`, under a fit of pairs in one group.
double expected_score(const RatingFit& fit, int first, int second);

/// Does the seat matter, given the agents' strengths? Wald's test with the sandwich by block, by Hotelling's F.
struct SeatTermTest {
  double f = 0;
  int df1 = 0;
  std::int64_t df2 = 0;
  double p = 1;
};
/// Nothing without a seat term, with too few blocks, or where blocks show no spread between the seats.
std::optional<SeatTermTest> test_seat_term(const RatingFit& fit);

/// Refits on blocks drawn with replacement.
struct Bootstrap {
  std::vector<std::vector<double>> theta{};  ///< [successful draws][agents] nats
  std::vector<std::vector<double>> seats{};  ///< [successful draws][seats]
  int failed = 0;                            ///< draws without a finite fit
};
/// Nothing below 20 blocks (use the sandwich with Student's t there) or if more than 1 % of the draws have no finite
/// fit: the percentiles that are left would say too much.
std::optional<Bootstrap> bootstrap_ratings(const PairLog& log, const RatingOptions& options, Rng& rng,
                                           int draws = 2000);
std::optional<Bootstrap> bootstrap_ratings(const RankingLog& log, const RatingOptions& options, Rng& rng,
                                           int draws = 2000);
/// Percentile interval of theta_a - theta_b on the Elo scale. Requires agents of one group.
Interval bootstrap_difference(const Bootstrap& bootstrap, int a, int b, double confidence = 0.95);

}  // namespace atl::stats
