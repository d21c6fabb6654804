#include "experiments/findings/strength_watch.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace atl {

std::optional<std::string> StrengthWatcher::add(std::uint64_t, const std::vector<FinishedGame>& games) {
  if (!is_usable(games, forfeits_)) return std::nullopt;
  if (const std::optional<double> share = agent_share(schedule_, games, 0, 0)) shares_.add(*share);
  return std::nullopt;
}

std::string StrengthWatcher::note() const {
  constexpr std::int64_t kFewestBlocks = 10;  // the sequence is asymptotic
  if (shares_.count() < kFewestBlocks) return {};
  const stats::Interval interval = sequence_.interval(shares_);
  // Blocks that are all equal have no spread to judge by, least of all at 100 %.
  if (!(interval.half_width() > 0)) return {};
  return fmt::format("{} {:.3f} to {:.3f}", schedule_.names().front(), std::max(0.0, interval.low),
                     std::min(1.0, interval.high));
}

}  // namespace atl
