/// Ends a study of seats when it knows enough about the first seat: each table's (agent's and rule value's) confidence
/// sequence of seat 0's effect is narrow, or decides. The sequence may be looked at after every block, which an
/// interval for a fixed number of blocks may not (stats/confidence_sequence.hpp); it is asymptotic, so nothing is
/// decided on fewer than 16 blocks.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "experiments/findings/stop_rule.hpp"
#include "experiments/stats/confidence_sequence.hpp"

namespace atl {

struct SeatStopRule {
  /// width: every sequence is at most `width` wide. decision: every sequence leaves 0 out (an effect), or lies inside
  /// (-delta, delta) (no effect that matters).
  enum class Until : std::uint8_t { width, decision };
  Until until = Until::width;
  double width = 0;  ///< of a win share, from end to end
  double delta = 0.02;
  double confidence = 0.95;
  ForfeitPolicy forfeits = ForfeitPolicy::exclude;
  bool operator==(const SeatStopRule&) const = default;
};

/// Canonical text, and back (throws InputError).
std::string write_seat_stop_rule(const SeatStopRule& rule);
SeatStopRule parse_seat_stop_rule(std::string_view text);

/// What `--stop-when` takes: `width=X` with 0 < X < 1, or `decision`; the rest comes from `defaults`. Throws
/// InputError.
SeatStopRule seat_stop_rule_of(std::string_view words, const SeatStopRule& defaults);

class SeatStopWatcher final : public StopWatcher {
 public:
  /// Throws InputError unless the schedule is self-play of two or more seats.
  SeatStopWatcher(const SeatStopRule& rule, const Schedule& schedule);
  std::optional<std::string> add(std::uint64_t block, const std::vector<FinishedGame>& games) override;
  std::string note() const override;

 private:
  bool enough(const stats::Moments& effect) const;

  SeatStopRule rule_;
  Schedule schedule_;
  stats::ConfidenceSequence sequence_;
  std::vector<stats::Moments> effects_;  ///< [variants x agents] of seat 0
  std::optional<std::string> verdict_;
};

}  // namespace atl
