#include "experiments/report/summary_tables.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "engine/core/text.hpp"
#include "experiments/drivers/drivers.hpp"
#include "experiments/drivers/rule_text.hpp"

namespace atl::report {
namespace {

/// Elo with its interval; one-sided where all games were won or lost.
std::string elo_text(const stats::Strength& strength) {
  if (strength.all_won && strength.elo_low) return ">= " + fixed_signed(*strength.elo_low, 0);
  if (strength.all_lost && strength.elo_high) return "<= " + fixed_signed(*strength.elo_high, 0);
  if (!strength.elo) return "-";
  if (!strength.elo_low && !strength.elo_high) return fixed_signed(*strength.elo, 0);
  return fmt::format("{} [{}, {}]", fixed_signed(*strength.elo, 0),
                     strength.elo_low ? fixed_signed(*strength.elo_low, 0) : "-inf",
                     strength.elo_high ? fixed_signed(*strength.elo_high, 0) : "+inf");
}

std::string json_or_null(const std::optional<double>& value) { return value ? fmt::format("{}", *value) : "null"; }

std::string marked_name(const AgentRow& row) {
  return row.name + (row.cheats ? " (sees hidden)" : "") + (row.timed ? " (not reproducible)" : "");
}

std::string percent(double confidence) { return fmt::format("{:g} %", confidence * 100); }

/// "seat 1 (+0.044 [0.031, 0.057])", for the seats whose interval leaves 0 out on that side.
std::string seats_beyond(const stats::SeatReport& report, bool better) {
  std::vector<std::string> named;
  for (std::size_t s = 0; s < report.seats.size(); ++s) {
    const stats::SeatLine& line = report.seats[s];
    if (!line.simultaneous || (better ? line.simultaneous->low <= 0 : line.simultaneous->high >= 0)) continue;
    named.push_back(
        fmt::format("seat {} ({} {})", s, fixed_signed(line.effect, 3), format_interval(line.simultaneous, 3)));
  }
  return join(named, ", ");
}

/// "about 900 blocks (600 to 1700)".
std::string blocks_text(const stats::BlocksNeeded& needed) {
  const auto round = [](std::int64_t blocks) {
    std::int64_t unit = 1;
    while (blocks / unit >= 100) unit *= 10;
    return (blocks + unit / 2) / unit * unit;
  };
  return fmt::format("about {} blocks ({} to {})", round(needed.blocks), round(needed.low), round(needed.high));
}

}  // namespace

std::string seat_sentence(const stats::SeatReport& report) {
  std::vector<std::string> parts;
  if (report.any_effect) {
    parts.push_back(fmt::format("all seats equal: F({}, {}) = {:.2f}, p = {:.3g}", report.any_effect->df1,
                                report.any_effect->df2, report.any_effect->f, report.any_effect->p));
  }
  const std::string better = seats_beyond(report, true), worse = seats_beyond(report, false);
  if (!better.empty()) parts.push_back("better off: " + better);
  if (!worse.empty()) parts.push_back("worse off: " + worse);
  if (better.empty() && worse.empty()) {
    parts.push_back(report.any_effect && report.any_effect->p < 0.05
                        ? "the seats are not all equal, but no single one is shown to be better or worse off"
                        : "no seat is shown to be better or worse off");
  }
  if (report.extremes && report.extremes->difference.interval) {
    const stats::SeatContrast& contrast = *report.extremes;
    parts.push_back(fmt::format("best minus worst: seat {} - seat {} = {} {}", contrast.best.index(),
                                contrast.worst.index(), fixed(contrast.difference.mean, 3),
                                format_interval(contrast.difference.interval, 3)));
  }
  if (report.all_equivalent) {
    parts.push_back(fmt::format("all seats are within {:g} of 1/{}", report.delta, report.num_players));
    return join(parts, "; ");
  }
  // Where every seat that is not yet shown to be near 1/K may still be, the blocks of the slowest one.
  std::optional<stats::BlocksNeeded> needed;
  for (const stats::SeatLine& line : report.seats) {
    if (line.equivalent) continue;
    if (!line.blocks_needed) return join(parts, "; ");
    if (!needed || line.blocks_needed->blocks > needed->blocks) needed = line.blocks_needed;
  }
  if (needed) {
    parts.push_back(fmt::format("that all are within {:g} is not shown, and if it is so takes {}", report.delta,
                                blocks_text(*needed)));
  }
  return join(parts, "; ");
}

Cell interval_cell(const std::optional<stats::Interval>& interval, int decimals) {
  if (!interval) return no_value();
  return {.text = format_interval(interval, decimals),
          .json = fmt::format("[{}, {}]", interval->low, interval->high),
          .number = false};
}

Cell elo_cell(const stats::Strength& strength) {
  Cell elo = cell(elo_text(strength));
  elo.json = fmt::format("[{}, {}, {}]", json_or_null(strength.elo), json_or_null(strength.elo_low),
                         json_or_null(strength.elo_high));
  return elo;
}

std::string format_interval(const std::optional<stats::Interval>& interval, int decimals) {
  if (!interval) return "-";
  return fmt::format("[{}, {}]", fixed(interval->low, decimals), fixed(interval->high, decimals));
}

std::string variant_text(const RunConfig& config, int variant) {
  const std::vector<RuleSetting>& rules = config.variants[static_cast<std::size_t>(variant)];
  if (config.variants.size() < 2) return rules_text(rules);
  // All that the sweep varies is named, with the values that are the default too: the reader compares values.
  std::vector<RuleSetting> named = rules;
  for (const FieldState& state : find_driver(config.game).rule_fields(config.players)) {
    const auto names_it = [&](const std::vector<RuleSetting>& settings) {
      return std::ranges::any_of(settings, [&](const RuleSetting& one) { return one.name == state.field.name; });
    };
    if (!names_it(rules) && std::ranges::any_of(config.variants, names_it))
      named.push_back({std::string(state.field.name), state.value});
  }
  return rules_text(named);
}

namespace {

/// What a reader of the results should know about the rules played, each sentence once.
std::vector<std::string> remarks_on(const RunConfig& config) {
  std::vector<std::string> remarks;
  for (const std::vector<RuleSetting>& rules : config.variants) {
    for (std::string& remark : find_driver(config.game).remarks(config.players, rules)) {
      if (std::ranges::count(remarks, remark) == 0) remarks.push_back(std::move(remark));
    }
  }
  return remarks;
}

}  // namespace

Table run_table(const Schedule& schedule, const Manifest& manifest, const Summary& summary) {
  const RunConfig& config = schedule.config();
  Table table{.name = "run",
              .title = "",
              .columns = {"game", "players", "rules", "blocks", "games", "distinct_games", "seed", "version", "commit"},
              .rows = {},
              .notes = {}};
  std::vector<std::string> variants;
  for (std::size_t v = 0; v < config.variants.size(); ++v)
    variants.push_back(variant_text(config, static_cast<int>(v)));
  table.add({cell(config.game), cell(config.players), cell(join(variants, " | ")), cell(summary.blocks),
             cell(summary.games), cell(summary.distinct_games), cell(config.seed), cell(manifest.version),
             cell(manifest.commit)});
  table.notes = summary.warnings;
  for (std::string& remark : remarks_on(config)) table.notes.push_back(std::move(remark));
  if (depends_on_time(config))
    table.notes.push_back(
        "Not reproducible: time decides (a time budget, threads in one tree, a clock or a decision limit).");
  return table;
}

Table strength_table(const Schedule& schedule, const Summary& summary, const SummaryOptions& options) {
  const bool sweep = schedule.config().variants.size() > 1;
  Table table{.name = "strength",
              .title = fmt::format("Strength ({} intervals over blocks; a win share of 1/{} is average)",
                                   percent(options.confidence), summary.players),
              .columns = {"agent", "blocks", "games", "win_share", "interval", "elo", "los", "mean_rank", "mean_score"},
              .rows = {},
              .notes = {}};
  if (sweep) table.columns.insert(table.columns.begin(), "rules");
  for (const AgentRow& row : summary.agents) {
    if (!row.strength) continue;
    const stats::Strength& strength = *row.strength;
    const Cell elo = elo_cell(strength);
    const bool any = row.blocks > 0;
    std::vector<Cell> cells = {cell(marked_name(row)),
                               cell(row.blocks),
                               cell(row.games),
                               any ? cell(strength.share.mean, 3) : no_value(),
                               interval_cell(strength.share.interval, 3),
                               elo,
                               row.blocks > 1 ? cell(strength.los, 3) : no_value(),
                               any ? cell(row.mean_rank, 2) : no_value(),
                               any ? cell(row.mean_score, 1) : no_value()};
    if (sweep) cells.insert(cells.begin(), cell(variant_text(schedule.config(), row.variant)));
    table.add(std::move(cells));
  }
  return table;
}

Table seat_table(const Schedule& schedule, const Summary& summary, const SummaryOptions& options) {
  const bool sweep = schedule.config().variants.size() > 1;
  bool several = false;
  for (const SeatTable& seats : summary.seats) several |= !seats.agent.empty();
  Table table{.name = "seats",
              .title = fmt::format("Seats (effect: win share minus 1/{}; its {} intervals hold for all seats together)",
                                   summary.players, percent(options.confidence)),
              .columns = {"seat", "blocks", "games", "win_share", "effect", "interval", "elo", "mean_rank",
                          "rank_interval", "mean_score", "score_interval"},
              .rows = {},
              .notes = {}};
  if (several) table.columns.insert(table.columns.begin(), "agent");
  if (sweep) table.columns.insert(table.columns.begin(), "rules");
  for (const SeatTable& seats : summary.seats) {
    for (std::size_t s = 0; s < seats.report.seats.size(); ++s) {
      const stats::SeatLine& line = seats.report.seats[s];
      const bool any = seats.report.blocks > 0;
      Cell elo = cell(elo_text(line.strength));
      elo.json = json_or_null(line.strength.elo);
      std::vector<Cell> cells = {cell(static_cast<int>(s)),
                                 cell(seats.report.blocks),
                                 cell(seats.games),
                                 any ? cell(line.strength.share.mean, 3) : no_value(),
                                 any ? cell(line.effect, 3) : no_value(),
                                 interval_cell(line.simultaneous, 3),
                                 elo,
                                 any ? cell(line.rank.mean, 2) : no_value(),
                                 interval_cell(line.rank.interval, 2),
                                 any ? cell(line.score.mean, 1) : no_value(),
                                 interval_cell(line.score.interval, 1)};
      if (several) cells.insert(cells.begin(), cell(seats.agent.empty() ? "(mixed)" : seats.agent));
      if (sweep) cells.insert(cells.begin(), cell(variant_text(schedule.config(), seats.variant)));
      table.add(std::move(cells));
    }
    if (seats.report.blocks > 0) {
      std::string label;
      if (several && !seats.agent.empty()) label += seats.agent + ": ";
      if (sweep) label = variant_text(schedule.config(), seats.variant) + ": " + label;
      table.notes.push_back(
          fmt::format("{}{} (n = {} blocks).", label, seat_sentence(seats.report), seats.report.blocks));
    }
  }
  table.notes.push_back("Intervals of Elo, rank and score are for one seat alone.");
  if (several)
    table.notes.push_back("An effect of self-play is that of the agent: stronger ones may find another, or none.");
  return table;
}

Table ends_table(const Summary& summary) {
  Table table{
      .name = "ends", .title = "How games ended", .columns = {"end", "games", "share"}, .rows = {}, .notes = {}};
  for (const auto& [end, count] : summary.ends) {
    table.add({cell(end), cell(count),
               cell(static_cast<double>(count) / static_cast<double>(std::max<std::uint64_t>(1, summary.games)), 3)});
  }
  for (const auto& [what, count] : summary.failures)
    table.notes.push_back(fmt::format("failed: {} ({} games)", what, count));
  return table;
}

Table work_table(const Summary& summary) {
  Table table{.name = "work",
              .title = "Work",
              .columns = {"agent", "decisions", "iterations_per_decision", "ms_per_decision"},
              .rows = {},
              .notes = {}};
  for (const AgentRow& row : summary.agents) {
    const double n = static_cast<double>(row.decisions);
    table.add({cell(row.name), cell(row.decisions),
               n > 0 ? cell(static_cast<double>(row.iterations) / n, 0) : no_value(),
               n > 0 ? cell(row.seconds * 1e3 / n, 3) : no_value()});
  }
  return table;
}

}  // namespace atl::report
