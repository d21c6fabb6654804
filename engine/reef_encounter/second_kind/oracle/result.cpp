/// Scores and ranks.
#include <algorithm>

#include "engine/reef_encounter/second_kind/oracle/oracle.hpp"

namespace atl::reef_encounter::second_kind {

using namespace oracle;

std::vector<int> Oracle::scores() const {
  std::vector<int> result;
  for (const Seat& each : table_.seats) {
    int points = 0;
    for (const auto& [kind, n] : each.fish) {
      int best = 0;  // a bicoloured tile counts as the colour worth more
      for (const char colour : kLetters) {
        if (usable_as(kind, colour)) best = std::max(best, table_.corals.value(colour));
      }
      points += n * best * (is_double(kind) ? 2 : 1);
    }
    result.push_back(points);
  }
  return result;
}

std::vector<int> Oracle::ranks() const {
  const std::vector<int> points = scores();
  std::vector<std::vector<int>> keys;
  for (int p = 0; p < rules_.players; ++p) {
    const Seat& each = table_.seat(p);
    int guarded = 0;
    for (const Coral& coral : table_.reef.corals()) {
      if (coral.owner == p) guarded += static_cast<int>(coral.cells.size());
    }
    keys.push_back(
        {points[static_cast<std::size_t>(p)], total(each.consumed), total(each.larvae), total(each.hand), guarded});
  }
  std::vector<int> result;
  for (const auto& mine : keys) {
    int better = 0;
    for (const auto& other : keys) better += other > mine ? 1 : 0;
    result.push_back(1 + better);
  }
  return result;
}

}  // namespace atl::reef_encounter::second_kind
