/// Does the seat matter? The report on self-play (or any log in which every seat is played equally well): each seat's
/// win share, rank and score with intervals by block, one test of all seats together, the best seat against the worst,
/// and a test that the effects are negligible.
///
/// Looking at every seat and then at the one that stands out is looking K times: intervals called simultaneous are
/// Bonferroni's, and hold together.
///
/// For identical agents the deal rotates over the seats inside a block, so that the luck of the deal cancels and the
/// seat remains.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/core/types.hpp"
#include "experiments/stats/blocks.hpp"
#include "experiments/stats/confidence_sequence.hpp"
#include "experiments/stats/covariates.hpp"
#include "experiments/stats/equivalence.hpp"

namespace atl::stats {

/// One complete block: [seats] means over its games. Shares add up to 1.
struct SeatBlock {
  PerSeat<double> share{};  ///< win share (scores.hpp)
  PerSeat<double> rank{};   ///< mid rank, 1 is best
  PerSeat<double> score{};  ///< the game's points
};

/// One game of a block, as the harness has it.
struct SeatGame {
  std::span<const int> ranks;      ///< [num_players] 1 is best, ties share
  std::span<const double> scores;  ///< [num_players]
};

/// The block's means. Requires at least one game, all of the same number of players.
SeatBlock make_seat_block(std::span<const SeatGame> games);

struct SeatOptions {
  int num_players = 2;
  double confidence = 0.95;
  double delta = 0.02;  ///< of a win share: effects below this do not matter
  double alpha = 0.05;  ///< of the equivalence test
  double power = 0.80;  ///< for the number of blocks still needed
  double n_opt = 100;   ///< blocks at which the confidence sequence is tightest
  /// Block features with known means for the adjusted estimates (covariates.hpp): [blocks x means], row by row.
  std::vector<double> features{};
  FeatureMeans feature_means{};
};

/// Hotelling's test that no seat differs (Ann. Math. Stat. 2, 1931), on the shares of all seats but the last.
struct HotellingTest {
  double t_squared = 0;
  double f = 0;
  int df1 = 0;
  std::int64_t df2 = 0;
  double p = 1;
};

/// Looks that an answer about the seats takes: two seats are one comparison, K > 2 seats K.
constexpr int seat_comparisons(int num_players) { return num_players == 2 ? 1 : num_players; }

/// The effects of all seats while blocks come in, with intervals that may be looked at after every block and hold for
/// all seats together (confidence_sequence.hpp, at alpha / seat_comparisons).
class SeatSequences {
 public:
  /// The sequences are asymptotic: nothing is said on fewer blocks in which some seat's effect is not 0.
  static constexpr std::int64_t kFewestBlocks = 20;

  explicit SeatSequences(int num_players, double confidence = 0.95, double n_opt = 100)
      : num_players_(num_players), sequence_((1 - confidence) / seat_comparisons(num_players), n_opt) {}

  void add(const SeatBlock& block);
  int num_players() const { return num_players_; }
  /// Of the seat's effect, within [-1/K, 1 - 1/K]. Nothing on too few blocks, or without spread.
  std::optional<Interval> interval(Player seat) const;

 private:
  int num_players_;
  ConfidenceSequence sequence_;
  PerSeat<Moments> effects_{};
  std::int64_t telling_ = 0;  ///< blocks in which some effect is not 0
};

struct SeatLine {
  Strength strength{};  ///< win share with interval, and its Elo against the average of the other seats
  double effect = 0;    ///< share - 1/K
  std::optional<Interval> effect_interval{};  ///< strength.share.interval - 1/K: for this seat alone
  std::optional<Interval> simultaneous{};     ///< the same, for all seats together
  MeanEstimate rank{}, score{};
  std::optional<Interval> sequence{};  ///< of the effect, valid at every look and for all seats together
  /// p of |effect| >= delta; nothing below two blocks or where all blocks are equal.
  std::optional<double> equivalence_p{};
  bool equivalent = false;  ///< |effect| < delta shown at alpha
  /// Blocks in all that would show it with the given power if the true effect is 0. Nothing if it is shown, if the
  /// effect is seen not to be 0, if so many blocks have been played, or if fewer than 10 have.
  std::optional<BlocksNeeded> blocks_needed{};
  std::optional<AdjustedEstimate> adjusted{};  ///< of the effect
};

/// The seat with the largest share and the one with the smallest.
struct SeatContrast {
  Player best, worst;
  MeanEstimate difference{};  ///< of their shares; the interval is simultaneous for all pairs of seats
};

struct SeatReport {
  int num_players = 2;
  std::int64_t blocks = 0;
  double delta = 0;
  std::vector<SeatLine> seats{};              ///< [num_players]; seats[0] is the first player's advantage
  std::optional<HotellingTest> any_effect{};  ///< nothing if there are too few blocks or the spread has no full rank
  std::optional<SeatContrast> extremes{};     ///< nothing without blocks
  bool all_equivalent = false;                ///< every seat within delta, at level alpha together
};

/// Requires options.num_players >= 2. Works from zero blocks on: what cannot be said is absent.
SeatReport report_seats(std::span<const SeatBlock> blocks, const SeatOptions& options);

/// `effects`: [blocks x seats], row by row, the seats adding up to a constant. Nothing unless blocks > seats - 1 and
/// the covariance of the first seats - 1 columns has full rank.
std::optional<HotellingTest> hotelling_test(std::span<const double> effects, int num_seats);

}  // namespace atl::stats
