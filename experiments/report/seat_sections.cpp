/// The section on seats, and how estimates settled while blocks came in.

#include <algorithm>

#include <fmt/format.h>

#include "experiments/report/run_sections.hpp"

namespace atl::report {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

Table running_table(const ReportContext& c, bool self_play) {
  const std::string what = self_play ? "seat 0" : "agent";
  Table part = c.table("running");
  part.name += self_play ? "_seats" : "_agents";
  std::erase_if(part.rows, [&](const auto& row) { return row[c.sweep() ? 2 : 1].text != what; });
  return part;
}

void add_running_chart(const ReportContext& c, Section& section, bool self_play) {
  Chart chart{.id = self_play ? "running-seats" : "running",
              .title = self_play ? "How the estimate for seat 0 settled" : "How the estimates settled",
              .caption = "",
              .kind = ChartKind::lines,
              .x_title = "complete blocks",
              .y_title = "win share",
              .reference = c.average,
              .is_share = true,
              .whole_x = true};
  std::size_t left_out = 0;
  for (const RunningLine& line : c.input.details.running) {
    if (line.self_play != self_play) continue;
    if (chart.series.size() == kMaxLines) {
      ++left_out;
      continue;
    }
    ChartSeries series{.name = c.line_label(line.variant, c.schedule.names()[at(line.agent)])};
    series.name += fmt::format(" (n = {})", line.points.back().blocks);
    for (const RunningPoint& point : line.points) {
      // Two blocks say so little that their interval would hide the rest.
      if (point.blocks < 5 && line.points.size() > 6) continue;
      series.x.push_back(static_cast<double>(point.blocks));
      series.y.push_back(point.mean);
      series.low.push_back(std::max(0.0, point.interval.low));
      series.high.push_back(std::min(1.0, point.interval.high));
    }
    chart.series.push_back(std::move(series));
  }
  if (chart.series.empty()) return;
  chart.caption = fmt::format(
      "Mean over the first blocks in schedule order, with {} at each point (not valid for stopping at a moment of "
      "one's choice). Dashed: 1/{}.",
      c.intervals(), c.config.players);
  if (left_out > 0) chart.caption += fmt::format(" {} further lines are in the table.", left_out);
  section.charts.push_back(std::move(chart));
}

Section seats_section(const ReportContext& c) {
  Section section{.id = "seats", .title = "Seats"};
  if (c.input.summary.seats.empty()) return section;
  Chart chart{.id = "seats",
              .title = "Advantage of each seat",
              .caption = "",
              .kind = ChartKind::bars,
              .x_title = fmt::format("win share minus 1/{}", c.config.players),
              .reference = 0};
  for (int s = 0; s < c.config.players; ++s) {
    chart.series.push_back({.name = fmt::format("seat {}", s)});
  }
  std::uint64_t games = 0;
  for (const SeatTable& one : c.input.summary.seats) {
    if (one.report.blocks == 0 || chart.labels.size() == kMaxBars) continue;
    games = std::max(games, one.games);
    chart.labels.push_back(c.label(one.variant, one.agent.empty() ? "mixed line-ups" : one.agent) +
                           fmt::format("\nn = {}", one.report.blocks));
    for (std::size_t s = 0; s < one.report.seats.size(); ++s) {
      const stats::SeatLine& line = one.report.seats[s];
      chart.series[s].points.push_back({.label = "",
                                        .value = line.effect,
                                        .low = line.effect_interval ? line.effect_interval->low : kNone,
                                        .high = line.effect_interval ? line.effect_interval->high : kNone});
    }
  }
  chart.caption =
      fmt::format("n: blocks (up to {} games); {}. Right of the dashed line: better than average. Seat 0 moves first.",
                  games, c.intervals());
  if (!chart.labels.empty()) section.charts.push_back(std::move(chart));
  add_running_chart(c, section, true);
  section.tables = {to_page(c.table("seats"))};
  for (const Table& one : seat_decision_tables(c.input)) section.tables.push_back(to_page(one));
  const Table running = running_table(c, true);
  if (!running.rows.empty()) section.tables.push_back(to_page(running, true));
  return section;
}

}  // namespace atl::report
