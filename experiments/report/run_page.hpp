/// A stored run as tables (for --format json|csv) and as a page (experiments/report/page.hpp).
#pragma once

#include <string>
#include <vector>

#include "experiments/findings/details.hpp"
#include "experiments/report/page.hpp"
#include "experiments/report/table.hpp"

namespace atl::report {

/// What a report is made of. Everything referred to outlives it.
struct ReportInput {
  const Store& store;
  const Summary& summary;
  const Details& details;
  const SummaryOptions& options;
  BlockFilter filter = BlockFilter::decided;
};

/// All tables of the report, in the order of the page.
std::vector<Table> report_tables(const ReportInput& input);

/// Parts of them: the sequential test of the run, ratings of agents that met, tests of the seats and what a sweep
/// changed. Empty where the run has none.
std::vector<Table> sequential_tables(const ReportInput& input);
std::vector<Table> rating_report_tables(const ReportInput& input);
std::vector<Table> seat_decision_tables(const ReportInput& input);

Page report_page(const ReportInput& input);

}  // namespace atl::report
