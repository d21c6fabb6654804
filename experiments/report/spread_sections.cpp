/// Sections on what games were like: scores, lengths, ends, work.

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "experiments/report/run_sections.hpp"
#include "experiments/report/summary_tables.hpp"

namespace atl::report {
namespace {

/// Shares of values in bins of equal width, for plots of several sets over each other.
ChartSeries histogram(const std::string& name, const Histogram& counts, int first, int width) {
  ChartSeries series{.name = fmt::format("{} (n = {})", name, counts.n())};
  std::map<int, std::uint64_t> bins;
  for (const auto& [value, count] : counts.values()) bins[(value - first) / width] += count;
  const int from = bins.begin()->first;
  const int to = bins.rbegin()->first;
  // A zero on both sides closes the outline.
  for (int bin = from - 1; bin <= to + 1; ++bin) {
    const auto found = bins.find(bin);
    series.x.push_back(first + width * bin + (width - 1) / 2.0);
    series.y.push_back(
        found == bins.end() ? 0 : 100 * static_cast<double>(found->second) / static_cast<double>(counts.n()));
  }
  return series;
}

/// `sets`: named values; empty ones are left out.
Chart histogram_chart(Chart chart, const std::vector<std::pair<std::string, const Histogram*>>& sets,
                      const std::string& unit) {
  int low = std::numeric_limits<int>::max();
  int high = std::numeric_limits<int>::min();
  for (const auto& [name, counts] : sets) {
    if (counts->n() == 0) continue;
    low = std::min(low, counts->quantile(0));
    high = std::max(high, counts->quantile(1));
  }
  if (low > high) return chart;
  static constexpr int kWidths[] = {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000};
  const int* const width =
      std::find_if(std::begin(kWidths), std::end(kWidths) - 1, [&](int w) { return (high - low) / w <= 40; });
  // Bins begin at multiples of their width, also below zero.
  const int first = static_cast<int>(std::floor(static_cast<double>(low) / *width)) * *width;
  std::size_t left_out = 0;
  for (const auto& [name, counts] : sets) {
    if (counts->n() == 0) continue;
    if (chart.series.size() == kMaxLines) {
      ++left_out;
      continue;
    }
    chart.series.push_back(histogram(name, *counts, first, *width));
  }
  chart.caption += fmt::format(" Bins are {} {} wide.", *width, unit);
  if (left_out > 0) chart.caption += fmt::format(" {} further sets are in the table.", left_out);
  return chart;
}

}  // namespace

Section scores_section(const ReportContext& c) {
  Section section{.id = "scores", .title = "Scores"};
  std::vector<std::pair<std::string, const Histogram*>> sets;
  for (std::size_t v = 0; v < c.input.details.agents.size(); ++v) {
    for (std::size_t a = 0; a < c.schedule.names().size(); ++a) {
      sets.emplace_back(c.line_label(static_cast<int>(v), c.schedule.names()[a]), &c.input.details.agents[v][a].scores);
    }
  }
  Chart chart = histogram_chart({.id = "scores",
                                 .title = "Score distributions",
                                 .caption = "n: scores, one per game and seat of the agent.",
                                 .kind = ChartKind::steps,
                                 .x_title = "score (points)",
                                 .y_title = "% of scores",
                                 .reference = kNone,
                                 .whole_x = true},
                                sets, "points");
  if (!chart.series.empty()) section.charts.push_back(std::move(chart));
  section.tables = {to_page(c.table("scores")), to_page(c.table("score_counts"), true)};
  return section;
}

Section lengths_section(const ReportContext& c) {
  Section section{.id = "lengths", .title = "Length of games"};
  for (const bool events : {true, false}) {
    std::vector<std::pair<std::string, const Histogram*>> sets;
    const std::vector<Histogram>& counts = events ? c.input.details.events : c.input.details.decisions;
    for (std::size_t v = 0; v < counts.size(); ++v) {
      sets.emplace_back(c.sweep() ? variant_text(c.config, static_cast<int>(v)) : "games", &counts[v]);
    }
    Chart chart = histogram_chart({.id = events ? "events" : "decisions",
                                   .title = events ? "Events per game" : "Decisions per game",
                                   .caption = events ? "n: games. Chance events count."
                                                     : "n: games. Decisions with a choice, of all seats together.",
                                   .kind = ChartKind::steps,
                                   .x_title = events ? "events" : "decisions",
                                   .y_title = "% of games",
                                   .reference = kNone,
                                   .whole_x = true},
                                  sets, events ? "events" : "decisions");
    if (!chart.series.empty()) section.charts.push_back(std::move(chart));
  }
  section.tables = {to_page(c.table("lengths")), to_page(c.table("length_counts"), true)};
  return section;
}

Section ends_section(const ReportContext& c) {
  Section section{.id = "ends", .title = "How games ended"};
  if (c.input.summary.ends.empty()) return section;
  std::vector<std::pair<std::uint64_t, std::string>> sorted;
  for (const auto& [end, count] : c.input.summary.ends) sorted.emplace_back(count, end);
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  if (sorted.size() > kMaxBars) sorted.resize(kMaxBars);
  Chart chart{.id = "ends",
              .title = "Reasons",
              .caption = fmt::format("n = {} games.", c.input.summary.games),
              .kind = ChartKind::bars,
              .x_title = "share of games",
              .series = {{.name = "share"}},
              .reference = 0,
              .is_share = true};
  for (const auto& [count, end] : sorted) {
    chart.labels.push_back(fmt::format("{}\nn = {}", end, count));
    const double share = static_cast<double>(count) / static_cast<double>(c.input.summary.games);
    chart.series[0].points.push_back({.label = "", .value = share, .low = kNone, .high = kNone});
  }
  section.charts.push_back(std::move(chart));
  section.tables = {to_page(c.table("ends"))};
  return section;
}

Section work_section(const ReportContext& c) {
  Section section{.id = "work", .title = "Decisions and time"};
  Chart time{.id = "time",
             .title = "Thinking time per decision",
             .caption = "",
             .kind = ChartKind::bars,
             .x_title = "ms per decision (wall time)",
             .series = {{.name = "time"}},
             .reference = 0};
  Chart count = time;
  count.id = "count";
  count.title = "Decisions per game";
  count.x_title = "decisions per game and seat";
  for (std::size_t v = 0; v < c.input.details.agents.size(); ++v) {
    for (std::size_t a = 0; a < c.schedule.names().size(); ++a) {
      const stats::Moments& moments = c.input.details.agents[v][a].milliseconds;
      if (moments.count() == 0 || time.labels.size() == kMaxBars) continue;
      const double se = moments.count() > 1 ? moments.sample_sd() : kNone;
      time.labels.push_back(c.label(static_cast<int>(v), c.schedule.names()[a]) +
                            fmt::format("\nn = {}", moments.count()));
      count.labels.push_back(time.labels.back());
      time.series[0].points.push_back({.label = "",
                                       .value = moments.mean(),
                                       .low = std::max(0.0, moments.mean() - se),
                                       .high = moments.mean() + se});
      count.series[0].points.push_back(
          {.label = "",
           .value = static_cast<double>(c.input.details.agents[v][a].decisions) / static_cast<double>(moments.count()),
           .low = kNone,
           .high = kNone});
    }
  }
  time.caption =
      "n: games and seats in which the agent decided anything; bars of error: one standard deviation between games.";
  count.caption =
      "n: games and seats in which the agent decided anything. Decisions with one legal action are not asked.";
  if (!time.labels.empty()) section.charts = {std::move(time), std::move(count)};
  section.tables = {to_page(c.table("work"))};
  return section;
}

}  // namespace atl::report
