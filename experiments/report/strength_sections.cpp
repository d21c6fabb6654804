/// Sections on who is how strong: win shares and how they settled, ratings, head to head.

#include <algorithm>

#include <fmt/format.h>

#include "engine/core/text.hpp"
#include "experiments/report/run_sections.hpp"
#include "experiments/report/summary_tables.hpp"

namespace atl::report {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// The numbers of a JSON list; empty for anything else.
std::vector<double> json_numbers(std::string_view json) {
  std::vector<double> numbers;
  if (!json.starts_with('[') || !json.ends_with(']')) return numbers;
  for (std::string_view part : split(json.substr(1, json.size() - 2), ',')) {
    while (part.starts_with(' ')) part.remove_prefix(1);
    numbers.push_back(parse_real(part).value_or(kNone));
  }
  return numbers;
}

/// Of the columns agent, elo, interval, games.
Chart elo_chart(const ReportContext& c, const Table& ratings) {
  Chart chart{
      .id = ratings.name,
      .title = "Elo of all agents on one scale",
      .caption = fmt::format(
          "n: games; {}. Dashed: the scale's zero. Compare by the table of differences: errors of single ratings "
          "depend on where zero is.",
          c.intervals()),
      .kind = ChartKind::bars,
      .x_title = "Elo",
      .series = {{.name = "Elo"}},
      .reference = 0};
  if (const std::size_t rules = ratings.title.find("rules: "); rules != std::string::npos)
    chart.title += " (" + ratings.title.substr(rules);
  for (const auto& row : ratings.rows) {
    if (chart.labels.size() == kMaxBars) break;
    const std::vector<double> ends = json_numbers(row[3].json);
    chart.labels.push_back(row[0].text + "\nn = " + row[4].text);
    chart.series[0].points.push_back({.label = "",
                                      .value = parse_real(row[1].json).value_or(kNone),
                                      .low = ends.size() == 2 ? ends[0] : kNone,
                                      .high = ends.size() == 2 ? ends[1] : kNone});
  }
  return chart;
}

PageTable cross_table(const ReportContext& c, int variant) {
  const std::vector<std::string>& names = c.schedule.names();
  PageTable cross{.name = "cross" + std::to_string(variant),
                  .title = c.sweep() ? variant_text(c.config, variant) : "Cross table",
                  .columns = {"agent"}};
  cross.columns.insert(cross.columns.end(), names.begin(), names.end());
  for (const std::string& name : names) {
    cross.rows.push_back({{.text = name, .exact = name}});
    cross.rows.back().resize(names.size() + 1, {.text = "–", .exact = "–", .number = true});
  }
  for (const Encounter& one : c.input.details.encounters) {
    if (one.variant != variant) continue;
    PageCell& cell = cross.rows[at(one.row)][at(one.column) + 1];
    cell.text = fmt::format("{:.2f}", one.share.mean);
    if (one.share.interval) cell.text += " " + format_interval(one.share.interval, 2);
    cell.exact = fmt::format("{}", one.share.mean);
    cell.heat = one.share.mean;
  }
  return cross;
}

}  // namespace

Section strength_section(const ReportContext& c) {
  Section section{.id = "strength", .title = "Strength"};
  if (c.table("strength").rows.empty()) return section;
  Chart chart{.id = "strength",
              .title = "Win share of each agent",
              .caption = "",
              .kind = ChartKind::bars,
              .x_title = "win share (wins per game, a shared win counts in parts)",
              .series = {{.name = "win share"}},
              .reference = c.average,
              .is_share = true};
  std::uint64_t games = 0;
  for (const AgentRow& row : c.input.summary.agents) {
    if (!row.strength || row.blocks == 0 || chart.labels.size() == kMaxBars) continue;
    const auto& interval = row.strength->share.interval;
    chart.labels.push_back(c.label(row.variant, row.name) + (row.cheats ? " (sees hidden)" : "") +
                           fmt::format("\nn = {}", row.blocks));
    chart.series[0].points.push_back({.label = "",
                                      .value = row.strength->share.mean,
                                      .low = interval ? interval->low : kNone,
                                      .high = interval ? interval->high : kNone});
    games = std::max(games, row.games);
  }
  chart.caption =
      fmt::format("n: blocks per agent (up to {} games each); {}. Dashed: 1/{}, what equal agents would have.", games,
                  c.intervals(), c.config.players);
  section.charts.push_back(std::move(chart));
  add_running_chart(c, section, false);
  for (const Table& one : sequential_tables(c.input)) section.tables.push_back(to_page(one));
  section.tables.push_back(to_page(c.table("strength")));
  section.tables.push_back(to_page(running_table(c, false), true));
  return section;
}

Section ratings_section(const ReportContext& c) {
  Section section{.id = "ratings", .title = "Ratings"};
  for (const Table& one : rating_report_tables(c.input)) {
    if (one.name.starts_with("ratings") && !one.rows.empty()) section.charts.push_back(elo_chart(c, one));
    section.tables.push_back(to_page(one));
  }
  return section;
}

Section encounters_section(const ReportContext& c) {
  Section section{.id = "encounters", .title = "Head to head"};
  if (c.input.details.encounters.empty()) return section;
  section.paragraphs = {
      fmt::format("How often the agent of the row ended ahead of the agent of the column when both sat at the table "
                  "(ties count half), with {}.",
                  c.intervals())};
  for (std::size_t v = 0; v < c.config.variants.size(); ++v)
    section.tables.push_back(cross_table(c, static_cast<int>(v)));
  section.tables.push_back(to_page(c.table("encounters"), true));
  return section;
}

}  // namespace atl::report
