/// What a report shows beyond the summary (experiments/findings/summary.hpp): who beats whom, how scores, lengths and
/// thinking times are spread, and how the estimates settled as blocks came in. One pass over the complete blocks.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "experiments/findings/summary.hpp"
#include "experiments/store/store.hpp"

namespace atl {

/// How often each whole number occurred.
class Histogram {
 public:
  void add(int value) { ++counts_[value]; }
  const std::map<int, std::uint64_t>& values() const { return counts_; }
  std::uint64_t n() const;
  double mean() const;  ///< 0 without values
  double sd() const;    ///< divisor n - 1; 0 below two values
  /// The smallest value that at least a share `p` of all values does not exceed. Requires n() > 0.
  int quantile(double p) const;

 private:
  std::map<int, std::uint64_t> counts_;
};

/// How often `row` ended ahead of `column` where both sat at one table, ties counting half. Several copies of an
/// agent at the table count as so many encounters; a block counts once.
struct Encounter {
  int variant = 0, row = 0, column = 0;
  std::uint64_t games = 0;
  stats::MeanEstimate share;  ///< over blocks
};

/// Where an estimate stood after so many blocks.
struct RunningPoint {
  std::int64_t blocks = 0;
  double mean = 0;
  stats::Interval interval;
};

/// The running win share of an agent against others or, in self-play, of seat 0.
struct RunningLine {
  int variant = 0, agent = 0;
  bool self_play = false;
  std::vector<RunningPoint> points;  ///< from two blocks on, at most kMaxPoints
};
inline constexpr std::size_t kMaxPoints = 60;

struct AgentDetails {
  Histogram scores;             ///< points at the end, after clock penalties; games that failed have none
  stats::Moments milliseconds;  ///< per decision, one value per game and seat that decided anything
  std::uint64_t decisions = 0, iterations = 0;
  double seconds = 0;
};

struct Details {
  std::vector<std::vector<AgentDetails>> agents;  ///< [variants][agents]
  std::vector<Histogram> events, decisions;       ///< [variants] per game: all events, and decisions somebody was asked
  std::vector<Encounter> encounters;              ///< those that occurred
  std::vector<RunningLine> running;
};

/// Blocks with failed games count as `options.forfeits` says; lengths and work count them always.
Details collect_details(const Store& store, const SummaryOptions& options, BlockFilter filter);

}  // namespace atl
