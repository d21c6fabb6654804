#include "experiments/findings/summarise.hpp"

#include <algorithm>
#include <memory>

#include "experiments/drivers/drivers.hpp"

namespace atl {

Summary summarise(const Store& store, SummaryOptions options, BlockFilter filter) {
  const Schedule& schedule = store.schedule();
  const auto is_self_play = [](const Lineup& lineup) { return lineup.self_play; };
  if (std::ranges::any_of(schedule.lineups(), is_self_play)) {
    options.deals = std::make_shared<const DealAdjustment>(find_driver(schedule.config().game), schedule.config());
  }
  SummaryBuilder builder(schedule, options);
  store.visit_blocks(filter, Store::Events::leave_out,
                     [&](std::uint64_t, const std::vector<FinishedGame>& games) { builder.add_block(games); });
  return builder.finish(store.count_distinct(filter));
}

}  // namespace atl
