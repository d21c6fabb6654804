#include "search/options.hpp"

#include <algorithm>

namespace atl {

std::size_t group_by_key(std::span<std::uint64_t> order, std::span<const Action> legal, Rng* draw, Action* keys,
                         Action* actions) {
  if (!std::is_sorted(order.begin(), order.end())) std::sort(order.begin(), order.end());
  std::size_t groups = 0;
  std::uint32_t members = 0;
  for (const std::uint64_t each : order) {
    const auto key = static_cast<std::uint32_t>(each >> 32);
    const Action action = legal[each & 0xffffffffU];
    if (groups > 0 && keys[groups - 1].code == key) {
      if (draw != nullptr && draw->below(++members) == 0) actions[groups - 1] = action;
    } else {
      keys[groups] = {key};
      actions[groups] = action;
      ++groups;
      members = 1;
    }
  }
  return groups;
}

}  // namespace atl
