/// The live estimate of a match that has no stopping rule: the first agent's win share as an interval that may be
/// looked at after every block (stats/confidence_sequence.hpp). Decides nothing.
#pragma once

#include "experiments/findings/stop_rule.hpp"
#include "experiments/stats/confidence_sequence.hpp"

namespace atl {

class StrengthWatcher final : public StopWatcher {
 public:
  StrengthWatcher(const Schedule& schedule, ForfeitPolicy forfeits, double confidence)
      : schedule_(schedule), forfeits_(forfeits), sequence_(1 - confidence) {}
  std::optional<std::string> add(std::uint64_t block, const std::vector<FinishedGame>& games) override;
  std::string note() const override;

 private:
  Schedule schedule_;
  ForfeitPolicy forfeits_;
  stats::ConfidenceSequence sequence_;
  stats::Moments shares_;
};

}  // namespace atl
