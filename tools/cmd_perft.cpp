/// `atoll perft`: counts action sequences; the standard check of a move generator.

#include <chrono>

#include <fmt/format.h>

#include "experiments/drivers/drivers.hpp"
#include "experiments/drivers/rule_text.hpp"
#include "tools/command.hpp"
#include "tools/common.hpp"

namespace atl::tools {

using namespace report;

namespace {

struct PerftOptions {
  std::string game;
  std::optional<std::int64_t> players;
  std::vector<std::string> rules;
  std::optional<std::uint64_t> seed;
  PositionOptions position;
  std::int64_t depth = 2;
  bool divide = false;
  Format format = Format::table;
};

void declare(Options& options, PerftOptions& values) {
  options.positional("game", values.game, "count from the first decision of a deal of this game (or use --record)",
                     false);
  options.optional_integer("players", values.players, 1, kMaxSeats, "players [the game's fewest]");
  options.settings("rule", values.rules, "a rule that differs from its default, once per rule");
  options.seed("seed", values.seed, "seed of the deal [drawn and printed]");
  declare_position(options, values.position);
  options.integer("depth", values.depth, 0, 100,
                  "decisions to look ahead [2]; cost grows with the branching to this power");
  options.flag("divide", values.divide, "also the count below each action of the position");
  options.format(values.format);
}

int run(const Options&, const PerftOptions& values) {
  if (values.game.empty() == !values.position.record) throw InputError("give either a GAME or --record FILE.");
  RecordPosition position;
  std::optional<std::uint64_t> seed;
  std::string where;
  if (values.position.record) {
    position = read_position(values.position);
    where = fmt::format("game {} after {} events", position.record.index, position.events);
  } else {
    const GameDriver& driver = find_driver(values.game);
    const int players = resolve_players(driver, values.players);
    seed = resolve_seed(values.seed);
    position.record = driver.deal(players, parse_rules(driver, players, values.rules), *seed);
    position.events = position.record.events.size();
    where = fmt::format("first decision, {} players, seed {}", players, *seed);
  }
  const GameDriver& driver = find_driver(position.record.game);
  const int depth = static_cast<int>(values.depth);

  if (position.events < position.record.events.size() && position.record.events[position.events].starts_with('~'))
    fmt::print(stderr, "Chance is next here: all its outcomes are counted, one after another.\n");
  // Smaller depths first, as they are counted: whoever asks for too much sees how the count grows.
  PerftReport report;
  for (int d = std::min(depth, 1); d <= depth; ++d) {
    const auto start = std::chrono::steady_clock::now();
    report = driver.perft(position, d, values.divide && d == depth);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    fmt::print(stderr, "depth {}: {} nodes, {:.3f} s, {:.1f} million nodes/s\n", d, report.total, seconds,
               static_cast<double>(report.total) / std::max(seconds, 1e-9) * 1e-6);
  }

  std::vector<Table> tables;
  if (values.divide) {
    Table divide{.name = "divide", .title = "", .columns = {"action", "nodes"}, .rows = {}, .notes = {}};
    for (const auto& [token, nodes] : report.by_token) divide.add({cell(token), cell(nodes)});
    tables.push_back(std::move(divide));
  }
  const std::string rules = rules_text(position.record.rules);
  Table total{.name = "perft",
              .title = values.format == Format::table ? fmt::format("perft of {}: {}{}{}", driver.info().name, where,
                                                                    rules.empty() ? "" : ", ", rules)
                                                      : "",
              .columns = {"depth", "nodes"},
              .rows = {},
              .notes = {}};
  std::vector<Cell> row = {cell(values.depth), cell(report.total)};
  if (values.format != Format::table) {
    for (const char* const name : {"game", "players", "rules", "seed", "game_index", "events"})
      total.columns.emplace_back(name);
    row.insert(row.end(),
               {cell(driver.info().name), cell(position.record.players), cell(rules), seed ? cell(*seed) : no_value(),
                seed ? no_value() : cell(position.record.index), cell(std::uint64_t{position.events})});
  }
  total.add(std::move(row));
  tables.push_back(std::move(total));
  fmt::print("{}", render(tables, values.format));
  return kDone;
}

}  // namespace

Verb perft_verb() {
  return make_verb<PerftOptions>("perft", "move-generator counts, --divide",
                                 "atoll perft reef_rescue --players 2 --seed 1 --depth 3\n"
                                 "atoll perft --record games.jsonl --game-index 0 --events 57 --depth 2 --divide",
                                 declare, run);
}

}  // namespace atl::tools
