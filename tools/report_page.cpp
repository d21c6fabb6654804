#include "tools/report_page.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "engine/core/text.hpp"
#include "experiments/arena/drivers.hpp"
#include "tools/recreate.hpp"
#include "tools/summary_tables.hpp"

namespace atl::tools {
namespace {

using report::Chart;
using report::ChartKind;
using report::ChartPoint;
using report::ChartSeries;
using report::PageTable;
using report::Section;

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

/// More bars than this are no picture any more; the table has them all.
constexpr std::size_t kMaxBars = 40;
constexpr std::size_t kMaxLines = 8;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

std::string percent(double confidence) { return fmt::format("{:g} %", confidence * 100); }

PageTable to_page(const Table& table, bool folded = false) {
  PageTable page{
      .name = table.name, .title = table.title, .columns = table.columns, .notes = table.notes, .folded = folded};
  for (const auto& row : table.rows) {
    std::vector<report::PageCell> cells;
    for (const Cell& value : row) {
      // A JSON string says nothing more than its text; numbers and lists have all their digits there.
      const bool is_text =
          value.json.starts_with('"') || value.json == "null" || value.json == "true" || value.json == "false";
      cells.push_back({.text = value.text, .exact = is_text ? value.text : value.json, .number = value.number});
    }
    page.rows.push_back(std::move(cells));
  }
  return page;
}

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

/// Builds the page's sections from one run.
class PageBuilder {
 public:
  explicit PageBuilder(const ReportInput& input)
      : in_(input),
        schedule_(input.store.schedule()),
        config_(schedule_.config()),
        tables_(report_tables(input)),
        average_(1.0 / config_.players) {}

  report::Page build() {
    const GameDriver& driver = find_driver(config_.game);
    report::Page page{
        .title = fmt::format("{}: {}", config_.game, run_verb_of(config_) == "seats" ? "seats in self-play" : "match"),
        .subtitle = fmt::format("{} players · {}", config_.players, join(schedule_.names(), " · ")),
        .facts = facts(),
        .findings = findings(),
        .warnings = table("run").notes};
    add(page, strength());
    add(page, ratings());
    add(page, encounters());
    add(page, seats());
    add(page, scores());
    add(page, lengths());
    add(page, ends());
    add(page, work());
    page.sections.push_back(repeat(driver));
    return page;
  }

 private:
  static void add(report::Page& page, Section section) {
    if (!section.tables.empty()) page.sections.push_back(std::move(section));
  }

  const Table& table(std::string_view name) const {
    return *std::find_if(tables_.begin(), tables_.end(), [&](const Table& one) { return one.name == name; });
  }
  bool sweep() const { return config_.variants.size() > 1; }
  std::string label(int variant, const std::string& agent) const {
    if (!sweep()) return agent;
    return variant_text(config_, variant) + "\n" + agent;
  }
  std::string intervals() const { return percent(in_.options.confidence) + " intervals over blocks"; }

  std::vector<std::pair<std::string, std::string>> facts() const {
    const Summary& summary = in_.summary;
    std::vector<std::pair<std::string, std::string>> facts = {
        {"Players", std::to_string(config_.players)},
        {"Agents", std::to_string(config_.agents.size())},
        {"Complete blocks", fmt::format("{} of {}", summary.blocks, summary.planned_blocks)},
        {"Games", std::to_string(summary.games)},
        {"Distinct games", std::to_string(summary.distinct_games)},
        {"Seed", std::to_string(config_.seed)},
        {"Version", in_.store.manifest().version}};
    if (const std::optional<Decision> decision = in_.store.decision()) {
      facts.emplace_back("Decision", fmt::format("{} (block {})", decision->verdict, decision->block));
    }
    return facts;
  }

  std::vector<std::string> findings() const {
    std::vector<std::string> found;
    std::vector<const AgentRow*> rows;
    for (const AgentRow& row : in_.summary.agents) {
      if (row.strength && row.blocks > 0) rows.push_back(&row);
    }
    std::stable_sort(rows.begin(), rows.end(), [](const AgentRow* a, const AgentRow* b) {
      return a->variant != b->variant ? a->variant < b->variant : a->strength->share.mean > b->strength->share.mean;
    });
    for (const AgentRow* const row : rows) {
      const stats::Strength& strength = *row->strength;
      std::string text = sweep() ? variant_text(config_, row->variant) + ": " : "";
      text += fmt::format("{}{} wins {:.1f} % of its games", row->name, row->cheats ? " (sees hidden)" : "",
                          strength.share.mean * 100);
      if (strength.share.interval) {
        text +=
            fmt::format(" [{:.1f}, {:.1f}]", strength.share.interval->low * 100, strength.share.interval->high * 100);
      }
      text += fmt::format("; {:.1f} % is average (n = {} blocks).", average_ * 100, row->blocks);
      found.push_back(std::move(text));
    }
    for (const std::string& note : table("seats").notes) found.push_back("Seats: " + note);
    return found;
  }

  Section strength() const {
    Section section{.id = "strength", .title = "Strength"};
    if (table("strength").rows.empty()) return section;
    Chart chart{.id = "strength",
                .title = "Win share of each agent",
                .caption = "",
                .kind = ChartKind::bars,
                .x_title = "win share (wins per game, a shared win counts in parts)",
                .series = {{.name = "win share"}},
                .reference = average_,
                .is_share = true};
    std::uint64_t games = 0;
    for (const AgentRow& row : in_.summary.agents) {
      if (!row.strength || row.blocks == 0 || chart.labels.size() == kMaxBars) continue;
      const auto& interval = row.strength->share.interval;
      chart.labels.push_back(label(row.variant, row.name) + (row.cheats ? " (sees hidden)" : "") +
                             fmt::format("\nn = {}", row.blocks));
      chart.series[0].points.push_back({.label = "",
                                        .value = row.strength->share.mean,
                                        .low = interval ? interval->low : kNone,
                                        .high = interval ? interval->high : kNone});
      games = std::max(games, row.games);
    }
    chart.caption =
        fmt::format("n: blocks per agent (up to {} games each); {}. Dashed: 1/{}, what equal agents would have.", games,
                    intervals(), config_.players);
    section.charts.push_back(std::move(chart));
    add_running(section, false);
    for (const Table& one : sequential_tables(in_)) section.tables.push_back(to_page(one));
    section.tables.push_back(to_page(table("strength")));
    section.tables.push_back(to_page(running_of("agent"), true));
    return section;
  }

  Section ratings() const {
    Section section{.id = "ratings", .title = "Ratings"};
    for (const Table& one : rating_report_tables(in_)) {
      if (one.name.starts_with("ratings") && !one.rows.empty()) section.charts.push_back(elo_chart(one));
      section.tables.push_back(to_page(one));
    }
    return section;
  }

  /// Of the columns agent, elo, interval, games.
  Chart elo_chart(const Table& ratings) const {
    Chart chart{
        .id = ratings.name,
        .title = "Elo of all agents on one scale",
        .caption = fmt::format(
            "n: games; {}. Dashed: the scale's zero. Compare by the table of differences: errors of single ratings "
            "depend on where zero is.",
            intervals()),
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

  /// Rows of the table of running estimates that speak of agents or of seat 0.
  Table running_of(const std::string& what) const {
    Table part = table("running");
    part.name += what == "agent" ? "_agents" : "_seats";
    std::erase_if(part.rows, [&](const auto& row) { return row[sweep() ? 2 : 1].text != what; });
    return part;
  }

  void add_running(Section& section, bool self_play) const {
    Chart chart{.id = self_play ? "running-seats" : "running",
                .title = self_play ? "How the estimate for seat 0 settled" : "How the estimates settled",
                .caption = "",
                .kind = ChartKind::lines,
                .x_title = "complete blocks",
                .y_title = "win share",
                .reference = average_,
                .is_share = true,
                .whole_x = true};
    std::size_t left_out = 0;
    for (const report::RunningLine& line : in_.details.running) {
      if (line.self_play != self_play) continue;
      if (chart.series.size() == kMaxLines) {
        ++left_out;
        continue;
      }
      ChartSeries series{.name = label(line.variant, schedule_.names()[at(line.agent)])};
      std::replace(series.name.begin(), series.name.end(), '\n', ' ');
      series.name += fmt::format(" (n = {})", line.points.back().blocks);
      for (const report::RunningPoint& point : line.points) {
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
        intervals(), config_.players);
    if (left_out > 0) chart.caption += fmt::format(" {} further lines are in the table.", left_out);
    section.charts.push_back(std::move(chart));
  }

  Section encounters() const {
    Section section{.id = "encounters", .title = "Head to head"};
    if (in_.details.encounters.empty()) return section;
    section.paragraphs = {
        "How often the agent of the row ended ahead of the agent of the column when both sat at the table; ties count "
        "half, "
        "and ± is half the interval over blocks."};
    for (std::size_t v = 0; v < config_.variants.size(); ++v)
      section.tables.push_back(cross_table(static_cast<int>(v)));
    section.tables.push_back(to_page(table("encounters"), true));
    return section;
  }

  PageTable cross_table(int variant) const {
    const std::vector<std::string>& names = schedule_.names();
    PageTable cross{.name = "cross" + std::to_string(variant),
                    .title = sweep() ? variant_text(config_, variant) : "Cross table",
                    .columns = {"agent"}};
    cross.columns.insert(cross.columns.end(), names.begin(), names.end());
    for (const std::string& name : names) {
      cross.rows.push_back({{.text = name, .exact = name}});
      cross.rows.back().resize(names.size() + 1, {.text = "–", .exact = "–", .number = true});
    }
    for (const report::Encounter& one : in_.details.encounters) {
      if (one.variant != variant) continue;
      report::PageCell& cell = cross.rows[at(one.row)][at(one.column) + 1];
      cell.text = fmt::format("{:.3f}", one.share.mean);
      if (one.share.interval) cell.text += fmt::format(" ± {:.3f}", one.share.interval->half_width());
      cell.exact = fmt::format("{}", one.share.mean);
      cell.heat = one.share.mean;
    }
    return cross;
  }

  Section seats() const {
    Section section{.id = "seats", .title = "Seats"};
    if (in_.summary.seats.empty()) return section;
    Chart chart{.id = "seats",
                .title = "Advantage of each seat",
                .caption = "",
                .kind = ChartKind::bars,
                .x_title = fmt::format("win share minus 1/{}", config_.players),
                .reference = 0};
    for (int s = 0; s < config_.players; ++s) {
      chart.series.push_back({.name = fmt::format("seat {}", s)});
    }
    std::uint64_t games = 0;
    for (const SeatTable& one : in_.summary.seats) {
      if (one.report.blocks == 0 || chart.labels.size() == kMaxBars) continue;
      games = std::max(games, one.games);
      chart.labels.push_back(label(one.variant, one.agent.empty() ? "mixed line-ups" : one.agent) +
                             fmt::format("\nn = {}", one.report.blocks));
      for (std::size_t s = 0; s < one.report.seats.size(); ++s) {
        const stats::SeatLine& line = one.report.seats[s];
        chart.series[s].points.push_back({.label = "",
                                          .value = line.effect,
                                          .low = line.effect_interval ? line.effect_interval->low : kNone,
                                          .high = line.effect_interval ? line.effect_interval->high : kNone});
      }
    }
    chart.caption = fmt::format(
        "n: blocks (up to {} games); {}. Right of the dashed line: better than average. Seat 0 moves first.", games,
        intervals());
    if (!chart.labels.empty()) section.charts.push_back(std::move(chart));
    add_running(section, true);
    section.tables = {to_page(table("seats"))};
    for (const Table& one : seat_decision_tables(in_)) section.tables.push_back(to_page(one));
    const Table running = running_of("seat 0");
    if (!running.rows.empty()) section.tables.push_back(to_page(running, true));
    return section;
  }

  /// Shares of values in bins of equal width, for plots of several sets over each other.
  static ChartSeries histogram(const std::string& name, const report::Counts& counts, int first, int width) {
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
  static Chart histogram_chart(Chart chart, const std::vector<std::pair<std::string, const report::Counts*>>& sets,
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

  Section scores() const {
    Section section{.id = "scores", .title = "Scores"};
    std::vector<std::pair<std::string, const report::Counts*>> sets;
    for (std::size_t v = 0; v < in_.details.agents.size(); ++v) {
      for (std::size_t a = 0; a < schedule_.names().size(); ++a) {
        std::string name = label(static_cast<int>(v), schedule_.names()[a]);
        std::replace(name.begin(), name.end(), '\n', ' ');
        sets.emplace_back(std::move(name), &in_.details.agents[v][a].scores);
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
    section.tables = {to_page(table("scores")), to_page(table("score_counts"), true)};
    return section;
  }

  Section lengths() const {
    Section section{.id = "lengths", .title = "Length of games"};
    for (const bool events : {true, false}) {
      std::vector<std::pair<std::string, const report::Counts*>> sets;
      const std::vector<report::Counts>& counts = events ? in_.details.events : in_.details.decisions;
      for (std::size_t v = 0; v < counts.size(); ++v) {
        sets.emplace_back(sweep() ? variant_text(config_, static_cast<int>(v)) : "games", &counts[v]);
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
    section.tables = {to_page(table("lengths")), to_page(table("length_counts"), true)};
    return section;
  }

  Section ends() const {
    Section section{.id = "ends", .title = "How games ended"};
    if (in_.summary.ends.empty()) return section;
    std::vector<std::pair<std::uint64_t, std::string>> sorted;
    for (const auto& [end, count] : in_.summary.ends) sorted.emplace_back(count, end);
    std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    if (sorted.size() > kMaxBars) sorted.resize(kMaxBars);
    Chart chart{.id = "ends",
                .title = "Reasons",
                .caption = fmt::format("n = {} games.", in_.summary.games),
                .kind = ChartKind::bars,
                .x_title = "share of games",
                .series = {{.name = "share"}},
                .reference = 0,
                .is_share = true};
    for (const auto& [count, end] : sorted) {
      chart.labels.push_back(fmt::format("{}\nn = {}", end, count));
      const double share = static_cast<double>(count) / static_cast<double>(in_.summary.games);
      chart.series[0].points.push_back({.label = "", .value = share, .low = kNone, .high = kNone});
    }
    section.charts.push_back(std::move(chart));
    section.tables = {to_page(table("ends"))};
    return section;
  }

  Section work() const {
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
    for (std::size_t v = 0; v < in_.details.agents.size(); ++v) {
      for (std::size_t a = 0; a < schedule_.names().size(); ++a) {
        const stats::Moments& moments = in_.details.agents[v][a].milliseconds;
        if (moments.count() == 0 || time.labels.size() == kMaxBars) continue;
        const double se = moments.count() > 1 ? moments.sample_sd() : kNone;
        time.labels.push_back(label(static_cast<int>(v), schedule_.names()[a]) +
                              fmt::format("\nn = {}", moments.count()));
        count.labels.push_back(time.labels.back());
        time.series[0].points.push_back({.label = "",
                                         .value = moments.mean(),
                                         .low = std::max(0.0, moments.mean() - se),
                                         .high = moments.mean() + se});
        count.series[0].points.push_back(
            {.label = "",
             .value = static_cast<double>(in_.details.agents[v][a].decisions) / static_cast<double>(moments.count()),
             .low = kNone,
             .high = kNone});
      }
    }
    time.caption =
        "n: games and seats in which the agent decided anything; bars of error: one standard deviation between games.";
    count.caption =
        "n: games and seats in which the agent decided anything. Decisions with one legal action are not asked.";
    if (!time.labels.empty()) section.charts = {std::move(time), std::move(count)};
    section.tables = {to_page(table("work"))};
    return section;
  }

  Section repeat(const GameDriver& driver) const {
    const Manifest& manifest = in_.store.manifest();
    Section section{.id = "repeat", .title = "What was run, and how to repeat it"};
    section.paragraphs = {
        fmt::format("Blocks are the unit of all intervals: one deal, played in all its seatings or rotations ({} games "
                    "per block here, in {} "
                    "line-ups). Complete blocks count, others do not.",
                    schedule_.games_per_block(), schedule_.lineups().size())};
    if (!config_.stop_rule.empty()) section.paragraphs.push_back("Stopping rule: " + config_.stop_rule);
    section.codes = {{"Command", run_command_line(config_, driver)},
                     {"The same as a file for --config", run_config_file(manifest, driver)}};
    Table made{.name = "manifest", .title = "Made by", .columns = {"what", "value"}, .rows = {}, .notes = {}};
    for (const auto& [key, value] : {std::pair{"version", manifest.version}, std::pair{"commit", manifest.commit},
                                     std::pair{"compiler", manifest.compiler}, std::pair{"flags", manifest.flags},
                                     std::pair{"machine", manifest.machine}}) {
      made.add({cell(key), cell(value)});
    }
    section.tables = {to_page(table("run")), to_page(made)};
    section.tables.front().title = "Run";
    section.tables.front().notes.clear();
    return section;
  }

  const ReportInput& in_;
  const Schedule& schedule_;
  const RunConfig& config_;
  const std::vector<Table> tables_;
  const double average_;
};

}  // namespace

report::Page report_page(const ReportInput& input) { return PageBuilder(input).build(); }

}  // namespace atl::tools
