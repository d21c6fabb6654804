#include "experiments/report/decision_tables.hpp"

#include <fmt/format.h>

#include "engine/core/text.hpp"
#include "experiments/report/summary_tables.hpp"

namespace atl::report {
namespace {

std::string reason_text(stats::Verdict verdict, RunEnd end) {
  if (verdict != stats::Verdict::undecided) return "a bound was crossed";
  return end == RunEnd::stopped ? "interrupted" : end == RunEnd::hung ? "an agent hangs" : "all blocks were played";
}

std::string verdict_sentence(const SprtReport& report, const std::string& agent) {
  switch (report.verdict) {
    case stats::Verdict::h1: return fmt::format("H1 is accepted for {}: the upper hypothesis, not its size.", agent);
    case stats::Verdict::h0: return fmt::format("H0 is accepted for {}: the lower hypothesis, not its size.", agent);
    case stats::Verdict::undecided: break;
  }
  return "Undecided: neither hypothesis. More --blocks with --resume goes on; stopping by hand voids the error rates.";
}

}  // namespace

std::vector<Table> sprt_tables(const SprtReport& report, const std::string& agent, RunEnd end) {
  const SprtRule& rule = report.rule;
  Table test{.name = "sprt",
             .title = fmt::format("Sequential test of {} ({}; alpha {:g}, beta {:g})", agent, report.model, rule.alpha,
                                  rule.beta),
             .columns = {"verdict", "reason", "llr", "lower", "upper", "model", "h0", "h1", "alpha", "beta", "blocks"},
             .rows = {},
             .notes = {verdict_sentence(report, agent)}};
  test.add({cell(std::string(word_of(report.verdict))), cell(reason_text(report.verdict, end)), cell(report.llr, 3),
            cell(report.bounds.lower, 3), cell(report.bounds.upper, 3),
            cell(std::string(find_word(kSprtModelWords, rule.model))), cell(rule.h0, 3), cell(rule.h1, 3),
            cell(rule.alpha, 3), cell(rule.beta, 3), cell(report.prefix)});
  if (report.expected) {
    test.notes.push_back(fmt::format("Blocks expected: {:.0f} under H0, {:.0f} under H1, {:.0f} half-way between.",
                                     report.expected->h0, report.expected->h1, report.expected->middle));
  }
  Table strength{.name = "sprt_strength",
                 .title = fmt::format("Strength of {} in the test", agent),
                 .columns = {"of", "blocks", "win_share", "interval", "elo", "los"},
                 .rows = {},
                 .notes = {}};
  const auto add = [&](const char* of, const stats::Strength& s) {
    const bool any = s.share.blocks > 0;
    strength.add({cell(of), cell(s.share.blocks), any ? cell(s.share.mean, 3) : no_value(),
                  interval_cell(s.share.interval, 3), elo_cell(s), s.share.blocks > 1 ? cell(s.los, 3) : no_value()});
  };
  add("decided", report.decided);
  add("final", report.final);
  if (report.estimate) {
    const stats::SequentialEstimate& e = *report.estimate;
    strength.add({cell("corrected"),
                  cell(report.decided.share.blocks),
                  no_value(),
                  no_value(),
                  {.text = fmt::format("{} [{}, {}]", fixed_signed(e.elo, 0), fixed_signed(e.elo_interval.low, 0),
                                       fixed_signed(e.elo_interval.high, 0)),
                   .json = fmt::format("[{}, {}, {}]", e.elo, e.elo_interval.low, e.elo_interval.high),
                   .number = false},
                  cell(e.los, 3)});
    if (report.estimate->clamped)
      strength.notes.push_back("The last look overshot the bound: the corrected estimate is rougher than usual.");
  }
  strength.notes.push_back(
      "decided: blocks up to the decision; final: also those that were being played when it fell;");
  strength.notes.push_back(
      "corrected: median-unbiased for the stopping. The plain numbers exaggerate after a decision.");
  return {std::move(test), std::move(strength)};
}

namespace {

Cell range_cell(const std::optional<stats::BlocksNeeded>& needed) {
  if (!needed) return no_value();
  return {.text = fmt::format("{} to {}", needed->low, needed->high),
          .json = fmt::format("[{}, {}]", needed->low, needed->high),
          .number = false};
}

}  // namespace

Table seat_tests_table(const Schedule& schedule, const Summary& summary, const SummaryOptions& options) {
  const bool sweep = schedule.config().variants.size() > 1;
  Table table{
      .name = "seat_tests",
      .title = fmt::format("Tests of the seats (|effect| < {:g} of a win share does not matter)", options.delta),
      .columns = {"agent", "seat", "anytime_interval", "equivalence_p", "equivalent", "blocks_needed", "blocks_range",
                  "any_seat_f", "any_seat_p"},
      .rows = {},
      .notes = {}};
  if (sweep) table.columns.insert(table.columns.begin(), "rules");
  for (const SeatTable& seats : summary.seats) {
    if (seats.report.blocks < 2) continue;
    for (std::size_t s = 0; s < seats.report.seats.size(); ++s) {
      const stats::SeatLine& line = seats.report.seats[s];
      const auto& any = seats.report.any_effect;
      Cell f = no_value();
      if (any)
        f = {.text = fmt::format("F({}, {}) = {:.2f}", any->df1, any->df2, any->f),
             .json = fmt::format("{}", any->f),
             .number = false};
      std::vector<Cell> cells = {cell(seats.agent.empty() ? "(mixed)" : seats.agent),
                                 cell(static_cast<int>(s)),
                                 interval_cell(line.sequence, 3),
                                 line.equivalence_p ? p_cell(*line.equivalence_p) : no_value(),
                                 cell(line.equivalent),
                                 line.blocks_needed ? cell(line.blocks_needed->blocks) : no_value(),
                                 range_cell(line.blocks_needed),
                                 f,
                                 any ? p_cell(any->p) : no_value()};
      if (sweep) cells.insert(cells.begin(), cell(variant_text(schedule.config(), seats.variant)));
      table.add(std::move(cells));
    }
  }
  table.notes = {
      fmt::format(
          "anytime interval: of the effect, at {:g} % for all seats together, valid however often one looks and "
          "whenever one stops; from {} blocks with a winning seat on.",
          options.confidence * 100, stats::SeatSequences::kFewestBlocks),
      "equivalent: the effect is shown to be too small to matter; blocks needed: in all, to show it with 80 % power if "
      "it is 0, and the 90 % range that the spread so far leaves open."};
  return table;
}

Table adjusted_table(const Schedule& schedule, const Summary& summary, const SummaryOptions& options) {
  const bool sweep = schedule.config().variants.size() > 1;
  Table table{
      .name = "adjusted",
      .title = fmt::format("Effects of the seats without the luck of the deal ({:g} % intervals over blocks)",
                           options.confidence * 100),
      .columns = {"agent", "seat", "blocks", "effect", "interval", "adjusted", "adjusted_interval", "variance_ratio"},
      .rows = {},
      .notes = {}};
  if (sweep) table.columns.insert(table.columns.begin(), "rules");
  std::vector<std::string> features;
  for (const SeatTable& seats : summary.seats) {
    for (std::size_t s = 0; s < seats.report.seats.size(); ++s) {
      const stats::SeatLine& line = seats.report.seats[s];
      if (!line.adjusted) continue;
      const stats::AdjustedEstimate& adjusted = *line.adjusted;
      std::vector<Cell> cells = {cell(seats.agent),
                                 cell(static_cast<int>(s)),
                                 cell(seats.report.blocks),
                                 cell(line.effect, 3),
                                 interval_cell(line.effect_interval, 3),
                                 cell(adjusted.mean, 3),
                                 interval_cell(adjusted.interval, 3),
                                 cell(adjusted.variance_ratio, 2)};
      if (sweep) cells.insert(cells.begin(), cell(variant_text(schedule.config(), seats.variant)));
      table.add(std::move(cells));
      features = seats.features;
    }
  }
  table.notes = {
      fmt::format("adjusted: least squares on what is known when the deal is complete ({}), with means from {} deals "
                  "that nobody played.",
                  join(features, ", "), DealAdjustment::kControlDeals),
      "variance ratio: plain to adjusted; above 1 the deal explains part of the spread. Say which of the two you quote "
      "before you look."};
  return table;
}

std::vector<Table> comparison_tables(const Schedule& schedule, const std::vector<SeatComparison>& comparisons,
                                     double confidence) {
  const RunConfig& config = schedule.config();
  const bool sweep = config.variants.size() > 1;
  const auto make = [&](const char* name, const std::string& what, const std::string& base) {
    return Table{
        .name = name,
        .title = fmt::format("What {} change{} about the seats, against {} (paired by block, {:g} % intervals)", what,
                             what == "the rules" ? "" : "s", base, confidence * 100),
        .columns = {"agent", "seat", "blocks", "win_share_change", "interval", "p", "p_holm", "score_change",
                    "score_interval", "variance_ratio"},
        .rows = {},
        .notes = {}};
  };
  Table rules = make("sweep", "the rules", sweep ? variant_text(config, 0) : "");
  Table agents = make("agent_differences", "another agent", schedule.names().front());
  if (sweep) {
    for (Table* table : {&rules, &agents}) table->columns.insert(table->columns.begin(), "rules");
  }
  for (const SeatComparison& one : comparisons) {
    std::vector<Cell> cells = {cell(schedule.names()[static_cast<std::size_t>(one.agent)]),
                               one.seat.is_seat() ? cell(one.seat.index()) : cell("best - worst"),
                               cell(one.share.blocks),
                               cell(one.share.mean, 3),
                               interval_cell(one.share.interval, 3),
                               p_cell(one.p),
                               p_cell(one.p_holm),
                               one.score ? cell(one.score->mean, 2) : no_value(),
                               interval_cell(one.score ? one.score->interval : std::nullopt, 2),
                               one.variance_ratio ? cell(*one.variance_ratio, 2) : no_value()};
    if (sweep) cells.insert(cells.begin(), cell(variant_text(config, one.variant)));
    (one.of_rules() ? rules : agents).add(std::move(cells));
  }
  std::vector<Table> tables;
  for (Table* table : {&rules, &agents}) {
    if (table->rows.empty()) continue;
    table->notes = {
        "best - worst: how much further apart the best and the worst seat are (2000 bootstrap draws of blocks).",
        fmt::format("p holm: for the {} comparisons of this table together; intervals and p are for one alone.",
                    table->rows.size()),
        "variance ratio: how much the common deals narrow the difference (1: not at all)."};
    tables.push_back(std::move(*table));
  }
  return tables;
}

}  // namespace atl::report
