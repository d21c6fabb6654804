/// The sections of a report's page (report_page.hpp), one function each. A section without tables is left out.
#pragma once

#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/report/run_page.hpp"

namespace atl::report {

/// What all sections are made from. Refers to the input, which outlives it.
struct ReportContext {
  explicit ReportContext(const ReportInput& of);

  const ReportInput& input;
  const Schedule& schedule;
  const RunConfig& config;
  const std::vector<Table> tables;  ///< of the whole report
  const double average;             ///< 1 / players: the win share of equal agents

  /// Requires that the report has a table of that name.
  const Table& table(std::string_view name) const;
  bool sweep() const { return config.variants.size() > 1; }
  /// The agent, under the line of its rules where a sweep has several.
  std::string label(int variant, const std::string& agent) const;
  /// The same in one line.
  std::string line_label(int variant, const std::string& agent) const;
  /// "95 % intervals over blocks".
  std::string intervals() const;
};

/// An absent number of a chart.
inline constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

/// More bars or lines than this are no picture any more; the tables have them all.
inline constexpr std::size_t kMaxBars = 40;
inline constexpr std::size_t kMaxLines = 8;

PageTable to_page(const Table& table, bool folded = false);

/// How the estimates settled, of agents against others or of seat 0 in self-play: the chart, if there is anything to
/// draw, and its numbers.
void add_running_chart(const ReportContext& c, Section& section, bool self_play);
Table running_table(const ReportContext& c, bool self_play);

Section strength_section(const ReportContext& c);
Section ratings_section(const ReportContext& c);
Section encounters_section(const ReportContext& c);
Section seats_section(const ReportContext& c);
Section scores_section(const ReportContext& c);
Section lengths_section(const ReportContext& c);
Section ends_section(const ReportContext& c);
Section work_section(const ReportContext& c);
/// What was run, and the command that runs it again.
Section repeat_section(const ReportContext& c);

}  // namespace atl::report
