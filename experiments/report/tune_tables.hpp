/// What `tune` prints.
#pragma once

#include <cstdint>
#include <optional>

#include "experiments/report/table.hpp"
#include "experiments/tune/ntbea.hpp"
#include "experiments/tune/tune_task.hpp"

namespace atl::report {

/// The setting that the search recommends. `games`: of all trials.
Table tuned_table(const TuneTask& task, const Ntbea& search, std::uint64_t games, std::uint64_t seed);

/// Every value of every parameter: how often it was tried, and with what mean reward.
Table values_table(const TuneTask& task, const Ntbea& search);

/// The match at the end; `base` is nothing if the search kept the agent as it was.
Table confirm_table(const TuneTask& task, const Confirmation& tuned, const std::optional<Confirmation>& base,
                    double confidence);

}  // namespace atl::report
