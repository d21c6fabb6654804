/// Estimates from block means. The block (one deal in all its seatings) is the unit of every estimate here: games of a
/// block share their luck, and a standard error computed per game is wrong by up to a factor of two either way.
///
/// A block's value is the mean over its games; forfeited blocks are left out by the caller before they come here.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace atl::stats {

struct Interval {
  double low = 0;
  double high = 0;
  bool contains(double x) const { return low <= x && x <= high; }
  double half_width() const { return (high - low) / 2; }
};

/// Mean and spread of the values so far, one at a time (Welford 1962): for live lines and one-pass reports.
class Moments {
 public:
  void add(double value) {
    ++count_;
    const double step = value - mean_;
    mean_ += step / static_cast<double>(count_);
    sum_squares_ += step * (value - mean_);
  }
  std::int64_t count() const { return count_; }
  double mean() const { return mean_; }
  /// Sum of squared distances from the mean.
  double sum_squares() const { return sum_squares_; }
  /// Sample standard deviation (divisor n - 1); 0 below two values.
  double sample_sd() const;
  /// Population standard deviation (divisor n); 0 without values.
  double population_sd() const;
  /// Sample standard deviation over the root of n; 0 below two values.
  double standard_error() const;

 private:
  std::int64_t count_ = 0;
  double mean_ = 0;
  double sum_squares_ = 0;
};

Moments moments(std::span<const double> values);

/// Mean of independent blocks with its interval mean -+ q se, q from Student's t with blocks - 1 degrees of freedom.
struct MeanEstimate {
  std::int64_t blocks = 0;
  double mean = 0;
  double sd = 0;  ///< between blocks, divisor blocks - 1
  double se = 0;
  std::optional<Interval> interval{};  ///< nothing below two blocks, or without spread between them
};

MeanEstimate estimate_mean(const Moments& moments, double confidence = 0.95);
MeanEstimate estimate_mean(std::span<const double> block_means, double confidence = 0.95);

/// Wilson's score interval for a proportion (JASA 22, 1927). `successes` may be fractional, 0 <= successes <= trials.
Interval wilson_interval(double successes, double trials, double confidence = 0.95);

/// Clopper and Pearson's interval (Biometrika 26, 1934), through beta quantiles; also for fractional successes.
Interval clopper_pearson_interval(double successes, double trials, double confidence = 0.95);

/// The middle part of a bootstrap's values, with linear interpolation between order statistics. Requires a value.
Interval percentile_interval(std::vector<double> values, double confidence = 0.95);

/// How the interval of a Strength was made.
enum class IntervalMethod { none, student_t, wilson, clopper_pearson };

/// How strong agent A is, from its mean win share per block.
///
/// The interval is Student's t. Where that leaves (0, 1) or all blocks are equal it is replaced by one that is finite
/// and honest at 0 % and 100 %: Wilson on the blocks for two players, Clopper-Pearson for more. Elo ends are the
/// transformed share ends, so they are asymmetric; an end at 0 or 1 has no finite Elo and is absent.
struct Strength {
  int num_players = 2;
  MeanEstimate share{};  ///< `interval` as described above; nothing below two blocks (print counts only)
  IntervalMethod method = IntervalMethod::none;
  bool all_won = false;   ///< share 1: print ">= elo_low"
  bool all_lost = false;  ///< share 0: print "<= elo_high"
  std::optional<double> elo{}, elo_low{}, elo_high{};
  /// P(stronger than an equal opponent) = Student's cdf of (share - 1/K) / se; with equal blocks se is that of B coin
  /// flips at 1/K. Where all blocks were won (or lost) it is 1 minus (or is) the chance that equals do so, K^-B. 1/2
  /// below two blocks.
  double los = 0.5;
};

/// `block_shares`: [blocks] mean win share of A, each in [0, 1].
Strength estimate_strength(std::span<const double> block_shares, int num_players, double confidence = 0.95);

}  // namespace atl::stats
