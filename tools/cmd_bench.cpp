/// `atoll bench`: one signature of behaviour over fixed games and searches, and the speed of what is the product.

#include <fstream>
#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/core/bits.hpp"
#include "engine/core/build_info.hpp"
#include "experiments/drivers/drivers.hpp"
#include "experiments/drivers/rule_text.hpp"
#include "tools/command.hpp"
#include "tools/common.hpp"

namespace atl::tools {

using namespace report;

namespace {

struct BenchOptions {
  std::string game;
  std::optional<std::int64_t> players;
  std::vector<std::string> rules;
  std::string agent = "default:iterations=500";
  std::int64_t repetitions = 3;
  std::optional<std::string> baseline;
  bool signature = false;
  Format format = Format::table;
};

void declare(Options& options, BenchOptions& values) {
  options.positional("game", values.game, "only this game [all]", false);
  options.optional_integer("players", values.players, 1, kMaxSeats,
                           "players [the game's fewest]; changes the signature");
  options.settings("rule", values.rules,
                   "a rule that differs from its default, once per rule; needs GAME, changes the signature");
  options.text("agent", values.agent,
               "agent whose iterations are timed [default:iterations=500]; changes the signature");
  options.integer("repetitions", values.repetitions, 1, 1000,
                  "times are the fastest of this many [3]; more: steadier on a busy machine");
  options.optional_file("baseline", values.baseline,
                        "what --format json printed before: compare signatures, exit with 1 if one changed");
  options.flag("signature", values.signature, "print signatures only, without times; fast");
  options.format(values.format);
}

/// What does not depend on the machine: game, players, signature.
Table without_times(Table table) {
  table.columns.resize(3);
  for (std::vector<Cell>& row : table.rows) row.resize(3);
  return table;
}

/// Signatures by game in what `bench --format json` printed.
std::map<std::string, std::string> read_baseline(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw InputError(fmt::format("cannot read baseline '{}'.", path));
  std::stringstream text;
  text << file.rdbuf();
  std::map<std::string, std::string> signatures;
  try {
    const nlohmann::json json = nlohmann::json::parse(text.str());
    for (const auto& row : json.at("bench"))
      signatures[row.at("game").get<std::string>()] = row.at("signature").get<std::string>();
  } catch (const nlohmann::json::exception& error) {
    throw InputError(fmt::format("'{}' is not what `atoll bench --format json` prints ({}).", path, error.what()));
  }
  return signatures;
}

int run(const Options&, const BenchOptions& values) {
  std::vector<const GameDriver*> drivers = game_drivers();
  if (!values.game.empty()) drivers = {&find_driver(values.game)};
  if (values.game.empty() && !values.rules.empty())
    throw InputError("--rule needs a game (each has its own rules). Name one");
  std::map<std::string, std::string> baseline;
  if (values.baseline) baseline = read_baseline(*values.baseline);

  Table table{.name = "bench",
              .title = "",
              .columns = {"game", "players", "signature", "random_step_ns", "step_per_below", "list_ns", "copy_ns",
                          "playouts_per_s", "worlds_per_s", "iterations_per_s", "iteration_ratio", "state_bytes",
                          "mean_decisions", "mean_legal"},
              .rows = {},
              .notes = {}};
  std::uint64_t total = 0;
  double below_ns = 0;
  int changed = 0;
  for (const GameDriver* const driver : drivers) {
    BenchRequest request;
    request.players = resolve_players(*driver, values.players);
    request.rules = parse_rules(*driver, request.players, values.rules);
    request.repetitions = values.signature ? 1 : static_cast<int>(values.repetitions);
    request.spec = driver->parse_agent(values.agent).text;
    const BenchFigures figures = driver->bench(request);
    const std::string signature = format_signature(figures.signature);
    total = hash_combine(total, figures.signature);
    below_ns = figures.below_ns;
    // What an iteration should cost at least: a playout from where it ends, and a world.
    const double floor_ns = figures.playout_from_leaf_ns + 1e9 / figures.worlds_per_second;
    table.add({cell(driver->info().name), cell(request.players), cell(signature), cell(figures.random_step_ns, 1),
               cell(figures.random_step_ns / figures.below_ns, 1), cell(figures.list_ns, 1), cell(figures.copy_ns, 1),
               cell(figures.playouts_per_second, 0), cell(figures.worlds_per_second, 0),
               cell(figures.iterations_per_second, 0), cell(1e9 / figures.iterations_per_second / floor_ns, 2),
               cell(std::uint64_t{figures.state_bytes}), cell(figures.mean_decisions, 1), cell(figures.mean_legal, 1)});
    if (values.baseline) {
      const auto before = baseline.find(driver->info().name);
      if (before == baseline.end() || before->second != signature) {
        ++changed;
        table.notes.push_back(fmt::format("{}: signature was {}", driver->info().name,
                                          before == baseline.end() ? "not in the baseline" : before->second));
      }
    }
  }
  table.notes.push_back(fmt::format("Signature: {}", format_signature(total)));
  if (values.signature) {
    fmt::print("{}", render({without_times(std::move(table))}, values.format));
    return changed > 0 ? kBaselineChanged : kDone;
  }
  const BuildInfo& build = build_info();
  table.notes.push_back(fmt::format("{}; {}; commit {}; {}; one below(40): {:.2f} ns; fastest of {}", build.flags,
                                    build.compiler, build.commit, machine_name(), below_ns, values.repetitions));
  table.notes.push_back(
      "iteration ratio: an iteration's time over that of a random playout from the same positions plus a sampled "
      "world.");
  if (build.build_type != "Release" || build.checks) {
    table.notes.push_back(fmt::format("Warning: this is a {} build{}: speeds mean nothing.", build.build_type,
                                      build.checks ? " with checks" : ""));
  }
  fmt::print("{}", render({table}, values.format));
  return changed > 0 ? kBaselineChanged : kDone;
}

}  // namespace

Verb bench_verb() {
  return make_verb<BenchOptions>("bench", "behaviour signature and speed",
                                 "atoll bench reef_rescue\natoll bench --signature --format json > before.json",
                                 declare, run);
}

}  // namespace atl::tools
