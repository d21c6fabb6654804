#include "experiments/findings/make_stop_watcher.hpp"

#include "experiments/findings/seat_stop.hpp"
#include "experiments/findings/sprt_rule.hpp"

namespace atl {

std::unique_ptr<StopWatcher> make_stop_watcher(std::string_view rule, const Schedule& schedule) {
  const RuleWords words(rule);
  if (words.kind() == "sprt") return std::make_unique<SprtWatcher>(parse_sprt_rule(rule), schedule);
  if (words.kind() == "seats") return std::make_unique<SeatStopWatcher>(parse_seat_stop_rule(rule), schedule);
  throw InputError("not a stopping rule: '" + std::string(rule) + "' (known: sprt, seats)");
}

}  // namespace atl
