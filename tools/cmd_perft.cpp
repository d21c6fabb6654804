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
  std::string where;
  if (values.position.record) {
    position = read_position(values.position);
    where = fmt::format("game {} after {} events", position.record.index, position.events);
  } else {
    const GameDriver& driver = find_driver(values.game);
    const int players = resolve_players(driver, values.players);
    const std::uint64_t seed = resolve_seed(values.seed);
    position.record = driver.deal(players, parse_rules(driver, players, values.rules), seed);
    position.events = position.record.events.size();
    where = fmt::format("first decision, {} players, seed {}", players, seed);
  }
  const GameDriver& driver = find_driver(position.record.game);
  const auto start = std::chrono::steady_clock::now();
  const PerftReport report = driver.perft(position, static_cast<int>(values.depth), values.divide);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();

  std::vector<Table> tables;
  if (values.divide) {
    Table divide{.name = "divide", .title = "", .columns = {"action", "nodes"}, .rows = {}, .notes = {}};
    for (const auto& [token, nodes] : report.by_token) divide.add({cell(token), cell(nodes)});
    tables.push_back(std::move(divide));
  }
  Table total{.name = "perft",
              .title = values.divide || values.format != Format::table
                           ? ""
                           : fmt::format("perft of {}: {}", driver.info().name, where),
              .columns = {"depth", "nodes"},
              .rows = {},
              .notes = {}};
  total.add({cell(values.depth), cell(report.total)});
  tables.push_back(std::move(total));
  fmt::print("{}", render(tables, values.format));
  fmt::print(stderr, "{:.3f} s, {:.1f} million nodes/s\n", seconds,
             static_cast<double>(report.total) / std::max(seconds, 1e-9) * 1e-6);
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
