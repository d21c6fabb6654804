/// `atoll match`: agents against each other in blocks, with intervals, ratings and sequential tests.

#include <fmt/format.h>

#include "experiments/drivers/rule_text.hpp"
#include "experiments/findings/make_stop_watcher.hpp"
#include "experiments/findings/sprt_rule.hpp"
#include "experiments/findings/strength_watch.hpp"
#include "experiments/report/decision_tables.hpp"
#include "experiments/report/rating_tables.hpp"
#include "experiments/report/summary_tables.hpp"
#include "tools/command.hpp"
#include "tools/rating_options.hpp"
#include "tools/run_command.hpp"

namespace atl::tools {

using namespace report;

namespace {

struct MatchOptions {
  RunCommandOptions run;
  SeatingPlan seatings = SeatingPlan::automatic;
  LineupPlan lineups = LineupPlan::automatic;
  std::string ratings = "auto";
  RatingSettings rating;
  bool sprt = false;
  SprtRule::Model sprt_model = SprtRule::Model::block_t;
  std::optional<double> h0, h1;
  double alpha = 0.05, beta = 0.05;
};

void declare(Options& options, MatchOptions& values) {
  declare_run(options, values.run, 20);
  options.group("Line-ups and ratings");
  options.word("seatings", values.seatings, kSeatingWords,
               "seatings of a line-up [auto: cyclic where one agent meets copies of another, else t2: every pair of "
               "agents in every pair of seats]");
  options.word("lineups", values.lineups, kLineupWords,
               "who meets whom [auto: by the numbers of agents and seats; gauntlet: only with the first agent]");
  options.word("ratings", values.ratings, {"auto", "on", "off"},
               "all agents on one scale at the end [auto: with three agents or more]");
  declare_rating(options, values.rating);
  options.group("Sequential test");
  options.flag("sprt", values.sprt,
               "stop as soon as the first agent's strength decides between two hypotheses; --blocks is the limit then");
  options.word("sprt-model", values.sprt_model, kSprtModelWords,
               "block_t: (win share - 1/K) in standard deviations of a block, any number of players; logistic, "
               "normalized: Elo of two agents [block_t]");
  options.optional_real("sprt-h0", values.h0, -10'000, 10'000,
                        "lower hypothesis; block_t: -5 to 5, else -2000 to 2000 [0]");
  options.optional_real(
      "sprt-h1", values.h1, -10'000, 10'000,
      "upper hypothesis [block_t 0.15, logistic 10, normalized 20]; nearer to the lower: more blocks");
  options.real("alpha", values.alpha, 1e-9, 0.5,
               "chance of the upper verdict when the lower hypothesis is true [0.05]");
  options.real("beta", values.beta, 1e-9, 0.5, "chance of the lower verdict when the upper hypothesis is true [0.05]");
}

SprtRule sprt_rule(const MatchOptions& values) {
  SprtRule rule;
  rule.model = values.sprt_model;
  rule.h0 = values.h0.value_or(0);
  switch (rule.model) {
    case SprtRule::Model::block_t: rule.h1 = values.h1.value_or(0.15); break;
    case SprtRule::Model::logistic: rule.h1 = values.h1.value_or(10); break;
    case SprtRule::Model::normalized: rule.h1 = values.h1.value_or(20); break;
  }
  rule.alpha = values.alpha;
  rule.beta = values.beta;
  rule.forfeits = values.run.forfeits;
  return rule;
}

/// Ratings at the end of a match. Data that does not allow them is no failure of the match: it is said in a note.
std::vector<Table> match_ratings(const MatchOptions& values, const RunOutcome& outcome) {
  std::vector<Table> tables;
  const std::vector<RatingLog> logs = collect_rating_logs({&outcome.store}, outcome.summary_options.forfeits);
  for (std::size_t i = 0; i < logs.size(); ++i) {
    const RatingTablesRequest request{.confidence = values.run.confidence,
                                      .seed = outcome.store.schedule().config().seed,
                                      .suffix = i == 0 ? "" : fmt::format("_{}", i + 1),
                                      .rules = logs.size() > 1 ? rules_text(logs[i].rules) : ""};
    try {
      for (Table& table : rating_tables(logs[i], values.rating, request)) tables.push_back(std::move(table));
    } catch (const DataError& error) {
      tables.push_back({.name = "ratings" + request.suffix,
                        .title = "Ratings",
                        .columns = {"agent", "elo", "se", "interval", "games", "win_share"},
                        .rows = {},
                        .notes = {fmt::format("No ratings: {}.", error.what())}});
    }
  }
  return tables;
}

int run(const Options& options, const MatchOptions& given) {
  MatchOptions values = given;
  RunRequest request;
  request.seatings = values.seatings;
  request.lineups = values.lineups;
  if (values.sprt) {
    const SprtRule rule = sprt_rule(values);
    check_hypotheses(rule);
    request.stop_rule_text = write_sprt_rule(rule);
    if (!options.given("blocks")) values.run.blocks = static_cast<std::int64_t>(default_block_limit(rule));
  } else {
    for (const char* const name : {"sprt-model", "sprt-h0", "sprt-h1", "alpha", "beta"}) {
      if (options.given(name)) throw InputError(fmt::format("--{} is for sequential tests. Add --sprt.", name));
    }
  }
  const RunConfig config = make_run_config(values.run, request);
  if (values.sprt) {
    request.watcher = make_stop_watcher(request.stop_rule_text, Schedule(config));
  } else if (config.players > 1 && config.variants.size() == 1) {
    const ForfeitPolicy forfeits = values.run.forfeits;
    request.watcher = std::make_shared<StrengthWatcher>(Schedule(config), forfeits, values.run.confidence);
  }
  const std::optional<RunOutcome> outcome = execute_run(values.run, config, request);
  if (!outcome) return kDone;
  const Schedule& schedule = outcome->store.schedule();
  std::vector<Table> tables = {run_table(schedule, outcome->store.manifest(), outcome->summary),
                               strength_table(schedule, outcome->summary, outcome->summary_options),
                               seat_table(schedule, outcome->summary, outcome->summary_options),
                               ends_table(outcome->summary)};
  std::erase_if(tables, [](const Table& table) {
    return (table.name == "strength" || table.name == "seats") && table.rows.empty();
  });
  if (const std::optional<SprtReport> report = report_sprt(outcome->store, values.run.confidence)) {
    for (Table& table : sprt_tables(*report, schedule.names().front(), outcome->report.end))
      tables.push_back(std::move(table));
  }
  const bool wanted = values.ratings == "on" || (values.ratings == "auto" && config.agents.size() > 2);
  if (wanted && outcome->summary.blocks > 0) {
    for (Table& table : match_ratings(values, *outcome)) tables.push_back(std::move(table));
  }
  fmt::print("{}", render(tables, values.run.format));
  return conclude_run(values.run, *outcome);
}

}  // namespace

Verb match_verb(CrewMaker crew) {
  MatchOptions defaults;
  defaults.run.crew = std::move(crew);
  return make_verb<MatchOptions>(
      "match", "agents against each other: blocks, seats, intervals, ratings, sequential tests",
      "atoll match reef_rescue --players 3 --agents default:iterations=500 greedy random --blocks 50 --seed 7 --store "
      "run.db\n"
      "atoll match eco_coral_reef --agents ismcts:c=0.5 ismcts:c=0.7 --sprt --store duel.db --resume",
      declare, run, std::move(defaults));
}

}  // namespace atl::tools
