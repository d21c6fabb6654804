/// `atoll search`: what an agent thinks of one position, as its seat knows it.

#include <algorithm>

#include <fmt/format.h>

#include "engine/core/text.hpp"
#include "experiments/drivers/drivers.hpp"
#include "tools/command.hpp"
#include "tools/common.hpp"

namespace atl::tools {

using namespace report;

namespace {

struct SearchOptions {
  PositionOptions position;
  std::string agent = "default";
  std::optional<std::uint64_t> seed;
  std::int64_t top = 20;
  std::int64_t tree = 0;
  std::optional<std::int64_t> tree_visits;
  Format format = Format::table;
};

void declare(Options& options, SearchOptions& values) {
  declare_position(options, values.position);
  options.text("agent", values.agent, "agent spec [default: the game's best]");
  options.seed("seed", values.seed, "seed of the agent [drawn and printed]");
  options.integer("top", values.top, 1, kLarge, "actions shown, most visited first [20]; json and csv list all");
  options.integer_or_bare("tree", values.tree, 2, 0, 64,
                          "print the tree down to this many actions below the root [none; --tree alone: 2]");
  options.optional_integer(
      "tree-visits", values.tree_visits, 1, kLarge,
      "with --tree: least visits of what is printed [a hundredth of the iterations, from 2 to 1000]; fewer: more rows");
  options.format(values.format);
}

/// All digits, for programs.
Table tree_table(const std::vector<TreeRow>& rows) {
  Table table{.name = "tree",
              .title = "",
              .columns = {"level", "kind", "player", "text", "visits", "availability", "mean"},
              .rows = {},
              .notes = {}};
  for (const TreeRow& row : rows) {
    table.add({cell(row.level), cell(row.is_outcome ? "outcome" : "action"), cell(static_cast<int>(row.mover.index())),
               cell(row.text), cell(row.visits), row.is_outcome ? no_value() : cell(row.availability),
               row.is_outcome ? no_value() : cell(row.mean, 4)});
  }
  return table;
}

/// Indented, for people: an outcome has no player, availability or mean.
void print_tree(const SearchReport& report, const SearchOptions& values, std::uint64_t min_visits) {
  if (report.tree.empty()) {
    fmt::print("\ntree                 none to print ({})\n",
               report.numbers.nodes == 0 ? "this agent keeps no tree" : "nothing has so many visits");
    return;
  }
  fmt::print("\ntree, {} actions deep, from {} visits on\nplayer    visits  availability    mean\n", values.tree,
             min_visits);
  for (const TreeRow& row : report.tree) {
    const std::string indent(2 * static_cast<std::size_t>(row.level), ' ');
    if (row.is_outcome) {
      fmt::print("{:>6}  {:>8}  {:>12}  {:>6}  {}-> {}\n", "", row.visits, "", "", indent, row.text);
    } else {
      fmt::print("{:>6}  {:>8}  {:>12}  {:>6.4f}  {}{}\n", static_cast<int>(row.mover.index()), row.visits,
                 row.availability, row.mean, indent, row.text);
    }
  }
}

/// The rows wanted: enough to see what was considered, few enough to read.
TreeLimits tree_limits(const SearchOptions& values, const AgentSpec& spec) {
  TreeLimits limits{.depth = static_cast<int>(values.tree)};
  if (values.tree_visits) {
    limits.min_visits = static_cast<std::uint64_t>(*values.tree_visits);
  } else {
    limits.min_visits =
        static_cast<std::uint64_t>(std::clamp<std::int64_t>(spec.params.budget.iterations / 100, 2, 1000));
  }
  return limits;
}

Table actions_table(const SearchReport& report, const SearchOptions& values) {
  Table table{.name = "actions",
              .title = "",
              .columns = {"action", "visits", "share", "availability", "mean"},
              .rows = {},
              .notes = {}};
  std::vector<TokenReport> actions = report.actions;
  std::stable_sort(actions.begin(), actions.end(),
                   [](const TokenReport& a, const TokenReport& b) { return a.numbers.visits > b.numbers.visits; });
  double total = 0;
  for (const TokenReport& action : actions) total += static_cast<double>(action.numbers.visits);
  std::size_t shown = actions.size();
  if (values.format == Format::table) shown = std::min(shown, static_cast<std::size_t>(values.top));
  for (std::size_t i = 0; i < shown; ++i) {
    const ActionReport& numbers = actions[i].numbers;
    const bool visited = numbers.visits > 0;
    table.add({cell(actions[i].token), cell(numbers.visits),
               total > 0 ? cell(static_cast<double>(numbers.visits) / total, 3) : no_value(),
               cell(numbers.availability), visited ? cell(numbers.mean, 4) : no_value()});
  }
  if (shown < actions.size()) table.notes.push_back(fmt::format("and {} more (--top)", actions.size() - shown));
  return table;
}

int run(const Options&, const SearchOptions& values) {
  watch_signals();
  const RecordPosition position = read_position(values.position);
  const GameDriver& driver = find_driver(position.record.game);
  const AgentSpec spec = driver.parse_agent(values.agent);
  const std::uint64_t seed = resolve_seed(values.seed);
  const TreeLimits limits = tree_limits(values, spec);
  const SearchReport report = driver.search(position, spec.text, seed, stop_flag(), limits);
  const DecisionReport& numbers = report.numbers;

  Table summary{.name = "search",
                .title = "",
                .columns = {"game", "seat", "agent", "seed", "chosen", "iterations", "worlds", "nodes", "tree_bytes",
                            "mean_depth", "max_depth", "seconds", "seconds_determinize", "seconds_select",
                            "seconds_playout", "seconds_backup", "complete_information", "principal_variation"},
                .rows = {},
                .notes = {}};
  summary.add({cell(driver.info().name), cell(report.seat), cell(spec.text), cell(seed), cell(report.chosen),
               cell(numbers.iterations), cell(numbers.worlds), cell(numbers.nodes), cell(numbers.tree_bytes),
               cell(numbers.mean_depth, 2), cell(numbers.max_depth), cell(numbers.seconds, 3),
               cell(numbers.seconds_determinize, 3), cell(numbers.seconds_select, 3), cell(numbers.seconds_playout, 3),
               cell(numbers.seconds_backup, 3), cell(numbers.complete_information),
               cell(join(report.principal_variation, " "))});
  if (values.format != Format::table) {
    std::vector<Table> tables = {summary, actions_table(report, values)};
    if (values.tree > 0) tables.push_back(tree_table(report.tree));
    fmt::print("{}", render(tables, values.format));
    return signal_exit_code();
  }
  fmt::print("{} seat {}, {} (seed {})\n", driver.info().name, report.seat, spec.text, seed);
  fmt::print("{}\n", driver.board(position, Player(report.seat)));
  fmt::print("{}", render({actions_table(report, values)}, values.format));
  fmt::print("\nchosen               {}\n", report.chosen);
  if (!report.principal_variation.empty())
    fmt::print("principal variation  {}\n", join(report.principal_variation, " "));
  if (numbers.complete_information) fmt::print("information          complete: one world is left\n");
  fmt::print("iterations           {} in {:.3f} s ({:.0f}/s), {} worlds\n", numbers.iterations, numbers.seconds,
             static_cast<double>(numbers.iterations) / std::max(numbers.seconds, 1e-9), numbers.worlds);
  fmt::print("tree                 {} nodes, {:.2f} MB, depth {:.2f} mean, {} max\n", numbers.nodes,
             static_cast<double>(numbers.tree_bytes) / 1e6, numbers.mean_depth, numbers.max_depth);
  const double phases =
      numbers.seconds_determinize + numbers.seconds_select + numbers.seconds_playout + numbers.seconds_backup;
  if (phases > 0) {
    fmt::print("time                 determinize {:.0f} %, select {:.0f} %, playout {:.0f} %, back up {:.0f} %\n",
               100 * numbers.seconds_determinize / phases, 100 * numbers.seconds_select / phases,
               100 * numbers.seconds_playout / phases, 100 * numbers.seconds_backup / phases);
  }
  if (values.tree > 0) print_tree(report, values, limits.min_visits);
  return signal_exit_code();
}

}  // namespace

Verb search_verb() {
  return make_verb<SearchOptions>(
      "search", "analyse one position: per-action visits, availability, means",
      "atoll search --record games.jsonl --game-index 0 --events 57 --agent default:iterations=1000 --seed 1", declare,
      run);
}

}  // namespace atl::tools
