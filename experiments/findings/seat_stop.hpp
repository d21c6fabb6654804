/// Ends a study of seats when it knows enough about all seats: in each table (an agent under a rule value) the
/// confidence sequences of the seats' effects are narrow, or decide. They may be looked at after every block, which an
/// interval for a fixed number of blocks may not, and hold for all seats of a table together (stats/seats.hpp).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "experiments/findings/stop_rule.hpp"
#include "experiments/stats/seats.hpp"

namespace atl {

struct SeatStopRule {
  /// width: every seat's sequence is at most `width` wide. decision: in every table some seat's sequence leaves 0 out
  /// (an effect), or those of all seats lie inside (-delta, delta) (no effect that matters).
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
  bool enough(const stats::SeatSequences& table) const;

  SeatStopRule rule_;
  Schedule schedule_;
  std::vector<stats::SeatSequences> tables_;  ///< [variants x agents]
  std::optional<std::string> verdict_;
};

}  // namespace atl
