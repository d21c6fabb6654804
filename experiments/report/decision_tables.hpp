/// What was decided, as tables: sequential tests, tests of the seats, what rules and agents change about them.
#pragma once

#include <string>
#include <vector>

#include "experiments/findings/seat_comparisons.hpp"
#include "experiments/findings/sprt_rule.hpp"
#include "experiments/findings/summary.hpp"
#include "experiments/report/table.hpp"
#include "experiments/runs/run_games.hpp"
#include "experiments/store/store.hpp"

namespace atl::report {

/// Verdict and LLR with model and units; then the strength on the deciding prefix, on everything that was played, and
/// corrected for the stopping.
std::vector<Table> sprt_tables(const SprtReport& report, const std::string& agent, RunEnd end);

/// Per seat: the interval that may be looked at any time, equivalence, blocks needed; per self-play the test of all
/// seats.
Table seat_tests_table(const Schedule& schedule, const Summary& summary, const SummaryOptions& options);

/// The effects of the seats without the luck of the deal, beside the plain ones. No rows where the game says nothing of
/// deals, or there are too few blocks.
Table adjusted_table(const Schedule& schedule, const Summary& summary, const SummaryOptions& options);

/// What other rule values (table `sweep`) and other agents (`agent_differences`) change about the seats; those that
/// have rows.
std::vector<Table> comparison_tables(const Schedule& schedule, const std::vector<SeatComparison>& comparisons,
                                     double confidence);

}  // namespace atl::report
