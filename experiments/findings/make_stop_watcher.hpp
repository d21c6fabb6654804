/// From the text of a stopping rule to what watches a run by it: the list of all rules.
#pragma once

#include <memory>
#include <string_view>

#include "experiments/findings/stop_rule.hpp"

namespace atl {

/// The watcher of a rule's canonical text, for the runs of a schedule. The schedule is copied. Throws InputError if
/// the text is no rule, or the rule does not fit the schedule.
std::unique_ptr<StopWatcher> make_stop_watcher(std::string_view rule, const Schedule& schedule);

}  // namespace atl
