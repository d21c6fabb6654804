/// The tables that only a report has: encounters, scores, lengths, work, and the counts behind the plots.

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "experiments/drivers/rule_text.hpp"
#include "experiments/findings/rating_log.hpp"
#include "experiments/report/decision_tables.hpp"
#include "experiments/report/rating_tables.hpp"
#include "experiments/report/run_page.hpp"
#include "experiments/report/summary_tables.hpp"

namespace atl::report {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// A table whose rows begin with the rules where a sweep has several.
class Builder {
 public:
  Builder(const ReportInput& input, std::string name, std::string title, std::vector<std::string> columns)
      : config_(input.store.schedule().config()),
        table_{.name = std::move(name),
               .title = std::move(title),
               .columns = std::move(columns),
               .rows = {},
               .notes = {}} {
    if (sweep()) table_.columns.insert(table_.columns.begin(), "rules");
  }
  void add(int variant, std::vector<Cell> row) {
    if (sweep()) row.insert(row.begin(), cell(variant_text(config_, variant)));
    table_.add(std::move(row));
  }
  Table finish() { return std::move(table_); }

 private:
  bool sweep() const { return config_.variants.size() > 1; }

  const RunConfig& config_;
  Table table_;
};

std::vector<Cell> spread_cells(const Histogram& counts) {
  if (counts.n() == 0)
    return {cell(0), no_value(), no_value(), no_value(), no_value(), no_value(), no_value(), no_value()};
  return {cell(counts.n()),
          cell(counts.mean(), 2),
          cell(counts.sd(), 2),
          cell(counts.quantile(0)),
          cell(counts.quantile(0.25)),
          cell(counts.quantile(0.5)),
          cell(counts.quantile(0.75)),
          cell(counts.quantile(1))};
}

Table encounters_table(const ReportInput& input) {
  Builder table(input, "encounters",
                fmt::format("Who ends ahead of whom (ties count half; {:g} % intervals over blocks)",
                            input.options.confidence * 100),
                {"agent", "against", "blocks", "games", "ahead", "interval"});
  const std::vector<std::string>& names = input.store.schedule().names();
  for (const Encounter& one : input.details.encounters) {
    Cell interval = no_value();
    if (one.share.interval) {
      interval = {.text = format_interval(one.share.interval, 3),
                  .json = fmt::format("[{}, {}]", one.share.interval->low, one.share.interval->high),
                  .number = false};
    }
    table.add(one.variant, {cell(names[at(one.row)]), cell(names[at(one.column)]), cell(one.share.blocks),
                            cell(one.games), cell(one.share.mean, 3), interval});
  }
  return table.finish();
}

Table scores_table(const ReportInput& input) {
  Builder table(input, "scores", "Scores (points at the end, one per game and seat)",
                {"agent", "n", "mean", "sd", "min", "quartile_1", "median", "quartile_3", "max"});
  const std::vector<std::string>& names = input.store.schedule().names();
  for (std::size_t v = 0; v < input.details.agents.size(); ++v) {
    for (std::size_t a = 0; a < names.size(); ++a) {
      std::vector<Cell> row = spread_cells(input.details.agents[v][a].scores);
      row.insert(row.begin(), cell(names[a]));
      table.add(static_cast<int>(v), std::move(row));
    }
  }
  return table.finish();
}

Table lengths_table(const ReportInput& input) {
  Builder table(input, "lengths", "Length of games",
                {"counted", "n", "mean", "sd", "min", "quartile_1", "median", "quartile_3", "max"});
  for (std::size_t v = 0; v < input.details.events.size(); ++v) {
    for (const auto& [what, counts] : {std::pair{"events, chance included", &input.details.events[v]},
                                       std::pair{"decisions asked of agents", &input.details.decisions[v]}}) {
      std::vector<Cell> row = spread_cells(*counts);
      row.insert(row.begin(), cell(what));
      table.add(static_cast<int>(v), std::move(row));
    }
  }
  return table.finish();
}

Table work_details_table(const ReportInput& input) {
  Builder table(
      input, "work", "Work (times depend on the machine and its load)",
      {"agent", "decisions", "iterations_per_decision", "ms_per_decision", "ms_sd_between_games", "seconds_in_all"});
  const std::vector<std::string>& names = input.store.schedule().names();
  for (std::size_t v = 0; v < input.details.agents.size(); ++v) {
    for (std::size_t a = 0; a < names.size(); ++a) {
      const AgentDetails& agent = input.details.agents[v][a];
      const double n = static_cast<double>(agent.decisions);
      const bool any = agent.decisions > 0;
      table.add(
          static_cast<int>(v),
          {cell(names[a]), cell(agent.decisions), any ? cell(static_cast<double>(agent.iterations) / n, 0) : no_value(),
           any ? cell(agent.seconds * 1e3 / n, 3) : no_value(),
           any ? cell(agent.milliseconds.sample_sd(), 3) : no_value(), cell(agent.seconds, 1)});
    }
  }
  return table.finish();
}

Table score_counts_table(const ReportInput& input) {
  Builder table(input, "score_counts", "How often each score occurred", {"agent", "score", "count"});
  const std::vector<std::string>& names = input.store.schedule().names();
  for (std::size_t v = 0; v < input.details.agents.size(); ++v) {
    for (std::size_t a = 0; a < names.size(); ++a) {
      for (const auto& [score, count] : input.details.agents[v][a].scores.values()) {
        table.add(static_cast<int>(v), {cell(names[a]), cell(score), cell(count)});
      }
    }
  }
  return table.finish();
}

Table length_counts_table(const ReportInput& input) {
  Builder table(input, "length_counts", "How often each length occurred", {"events", "games"});
  for (std::size_t v = 0; v < input.details.events.size(); ++v) {
    for (const auto& [length, count] : input.details.events[v].values())
      table.add(static_cast<int>(v), {cell(length), cell(count)});
  }
  return table.finish();
}

Table running_table(const ReportInput& input) {
  Builder table(input, "running", "Estimates after so many blocks",
                {"agent", "of", "blocks", "win_share", "low", "high"});
  const std::vector<std::string>& names = input.store.schedule().names();
  for (const RunningLine& line : input.details.running) {
    for (const RunningPoint& point : line.points) {
      table.add(line.variant,
                {cell(names[at(line.agent)]), cell(line.self_play ? "seat 0" : "agent"), cell(point.blocks),
                 cell(point.mean, 4), cell(point.interval.low, 4), cell(point.interval.high, 4)});
    }
  }
  return table.finish();
}

}  // namespace

std::vector<Table> sequential_tables(const ReportInput& input) {
  const std::optional<SprtReport> report = report_sprt(input.store, input.options.confidence);
  if (!report) return {};
  return sprt_tables(*report, input.store.schedule().names().front(),
                     input.store.decision() ? RunEnd::decided : RunEnd::finished);
}

std::vector<Table> rating_report_tables(const ReportInput& input) {
  if (input.details.encounters.empty()) return {};
  std::vector<Table> tables;
  const std::vector<RatingLog> logs = collect_rating_logs({&input.store}, input.options.forfeits, input.filter);
  for (std::size_t i = 0; i < logs.size(); ++i) {
    const RatingTablesRequest request{.confidence = input.options.confidence,
                                      .seed = input.store.schedule().config().seed,
                                      .suffix = i == 0 ? "" : fmt::format("_{}", i + 1),
                                      .rules = logs.size() > 1 ? rules_text(logs[i].rules) : ""};
    try {
      for (Table& table : rating_tables(logs[i], RatingSettings{}, request)) tables.push_back(std::move(table));
    } catch (const DataError& error) {
      tables.push_back({.name = "ratings" + request.suffix,
                        .title = "Ratings",
                        .columns = {"agent"},
                        .rows = {},
                        .notes = {fmt::format("No ratings: {}.", error.what())}});
    }
  }
  return tables;
}

std::vector<Table> seat_decision_tables(const ReportInput& input) {
  std::vector<Table> tables;
  const Schedule& schedule = input.store.schedule();
  const bool self_play = std::any_of(input.summary.seats.begin(), input.summary.seats.end(),
                                     [](const SeatTable& seats) { return !seats.agent.empty(); });
  if (!self_play) return tables;
  tables.push_back(seat_tests_table(schedule, input.summary, input.options));
  if (Table adjusted = adjusted_table(schedule, input.summary, input.options); !adjusted.rows.empty()) {
    tables.push_back(std::move(adjusted));
  }
  for (Table& table : comparison_tables(
           schedule, compare_seats(input.store, input.options.forfeits, input.options.confidence, input.filter),
           input.options.confidence)) {
    tables.push_back(std::move(table));
  }
  return tables;
}

std::vector<Table> report_tables(const ReportInput& input) {
  const Schedule& schedule = input.store.schedule();
  std::vector<Table> tables = {run_table(schedule, input.store.manifest(), input.summary),
                               strength_table(schedule, input.summary, input.options)};
  const auto append = [&](std::vector<Table> more) { std::move(more.begin(), more.end(), std::back_inserter(tables)); };
  append(sequential_tables(input));
  append({running_table(input)});
  append(rating_report_tables(input));
  append({encounters_table(input), seat_table(schedule, input.summary, input.options)});
  append(seat_decision_tables(input));
  append({scores_table(input), score_counts_table(input), lengths_table(input), length_counts_table(input),
          ends_table(input.summary), work_details_table(input)});
  return tables;
}

}  // namespace atl::report
