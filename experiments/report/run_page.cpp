#include "experiments/report/run_page.hpp"

#include <algorithm>
#include <ranges>

#include <fmt/format.h>

#include "engine/core/text.hpp"
#include "experiments/drivers/drivers.hpp"
#include "experiments/report/recreate.hpp"
#include "experiments/report/run_sections.hpp"
#include "experiments/report/summary_tables.hpp"

namespace atl::report {

ReportContext::ReportContext(const ReportInput& of)
    : input(of),
      schedule(of.store.schedule()),
      config(schedule.config()),
      tables(report_tables(of)),
      average(1.0 / config.players) {}

const Table& ReportContext::table(std::string_view name) const {
  return *std::find_if(tables.begin(), tables.end(), [&](const Table& one) { return one.name == name; });
}

std::string ReportContext::label(int variant, const std::string& agent) const {
  if (!sweep()) return agent;
  return variant_text(config, variant) + "\n" + agent;
}

std::string ReportContext::line_label(int variant, const std::string& agent) const {
  std::string line = label(variant, agent);
  std::replace(line.begin(), line.end(), '\n', ' ');
  return line;
}

std::string ReportContext::intervals() const {
  return fmt::format("{:g} % intervals over blocks", input.options.confidence * 100);
}

PageTable to_page(const Table& table, bool folded) {
  PageTable page{
      .name = table.name, .title = table.title, .columns = table.columns, .notes = table.notes, .folded = folded};
  if (std::string note = cut_note(table); !note.empty()) page.notes.push_back(std::move(note));
  for (const auto& row : table.rows | std::views::take(table.most_rows)) {
    std::vector<PageCell> cells;
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

namespace {

std::vector<std::pair<std::string, std::string>> facts_of(const ReportContext& c) {
  const Summary& summary = c.input.summary;
  std::vector<std::pair<std::string, std::string>> facts = {
      {"Players", std::to_string(c.config.players)},
      {"Agents", std::to_string(c.config.agents.size())},
      {"Complete blocks", fmt::format("{} of {}", summary.blocks, summary.planned_blocks)},
      {"Games", std::to_string(summary.games)},
      {"Distinct games", std::to_string(summary.distinct_games)},
      {"Seed", std::to_string(c.config.seed)},
      {"Version", c.input.store.manifest().version}};
  if (const std::optional<StopDecision> decision = c.input.store.decision()) {
    facts.emplace_back("Decision", fmt::format("{} (block {})", decision->verdict, decision->block));
  }
  return facts;
}

std::vector<std::string> findings_of(const ReportContext& c) {
  std::vector<std::string> found;
  std::vector<const AgentRow*> rows;
  for (const AgentRow& row : c.input.summary.agents) {
    if (row.strength && row.blocks > 0) rows.push_back(&row);
  }
  std::stable_sort(rows.begin(), rows.end(), [](const AgentRow* a, const AgentRow* b) {
    return a->variant != b->variant ? a->variant < b->variant : a->strength->share.mean > b->strength->share.mean;
  });
  for (const AgentRow* const row : rows) {
    const stats::Strength& strength = *row->strength;
    std::string text = c.sweep() ? variant_text(c.config, row->variant) + ": " : "";
    text += fmt::format("{}{} wins {:.1f} % of its games", row->name, row->cheats ? " (sees hidden)" : "",
                        strength.share.mean * 100);
    if (strength.share.interval) {
      text += fmt::format(" [{:.1f}, {:.1f}]", strength.share.interval->low * 100, strength.share.interval->high * 100);
    }
    text += fmt::format("; {:.1f} % is average (n = {} blocks).", c.average * 100, row->blocks);
    found.push_back(std::move(text));
  }
  for (const std::string& note : c.table("seats").notes) found.push_back("Seats: " + note);
  return found;
}

}  // namespace

Section repeat_section(const ReportContext& c) {
  const GameDriver& driver = find_driver(c.config.game);
  const Manifest& manifest = c.input.store.manifest();
  Section section{.id = "repeat", .title = "What was run, and how to repeat it"};
  section.paragraphs = {
      fmt::format("Blocks are the unit of all intervals: one deal, played in all its seatings or rotations ({} games "
                  "per block here, in {} "
                  "line-ups). Complete blocks count, others do not.",
                  c.schedule.games_per_block(), c.schedule.lineups().size())};
  if (!c.config.stop_rule.empty()) section.paragraphs.push_back("Stopping rule: " + c.config.stop_rule);
  section.codes = {{"Command", run_command_line(c.config, driver)},
                   {"The same as a file for --config", run_config_file(manifest, driver)}};
  Table made{.name = "manifest", .title = "Made by", .columns = {"what", "value"}, .rows = {}, .notes = {}};
  for (const auto& [key, value] : {std::pair{"version", manifest.version}, std::pair{"commit", manifest.commit},
                                   std::pair{"compiler", manifest.compiler}, std::pair{"flags", manifest.flags},
                                   std::pair{"machine", manifest.machine}}) {
    made.add({cell(key), cell(value)});
  }
  section.tables = {to_page(c.table("run")), to_page(made)};
  section.tables.front().title = "Run";
  section.tables.front().notes.clear();
  return section;
}

Page report_page(const ReportInput& input) {
  const ReportContext c(input);
  Page page{
      .title = fmt::format("{}: {}", c.config.game, run_verb_of(c.config) == "seats" ? "seats in self-play" : "match"),
      .subtitle = fmt::format("{} players · {}", c.config.players, join(c.schedule.names(), " · ")),
      .facts = facts_of(c),
      .findings = findings_of(c),
      .warnings = c.table("run").notes};
  for (const auto make : {strength_section, ratings_section, encounters_section, seats_section, scores_section,
                          lengths_section, ends_section, work_section, repeat_section}) {
    Section section = make(c);
    if (!section.tables.empty()) page.sections.push_back(std::move(section));
  }
  return page;
}

}  // namespace atl::report
