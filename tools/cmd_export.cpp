/// `atoll export`: a stored run as records (JSON Lines) and tables (CSV). Complete blocks only.

#include <optional>
#include <set>
#include <string>

#include <fmt/format.h>

#include "experiments/drivers/drivers.hpp"
#include "experiments/findings/summarise.hpp"
#include "experiments/report/recreate.hpp"
#include "experiments/report/summary_tables.hpp"
#include "experiments/store/store.hpp"
#include "tools/command.hpp"
#include "tools/output_file.hpp"
#include "tools/run_command.hpp"

namespace atl::tools {

using namespace report;

namespace {

struct ExportOptions {
  std::string store;
  std::optional<std::string> records, games, tables, manifest;
  bool all_blocks = false;
};

void declare(Options& options, ExportOptions& values) {
  options.positional("store", values.store, "store of a run", true);
  options.optional_file("records", values.records,
                        "write all games as JSON Lines, ordered by index (- for standard output)");
  options.optional_file("games", values.games, "write one CSV row per game and seat: agents, scores, ranks, end, work");
  options.optional_file("tables", values.tables, "write the tables of strength, seats and ends as CSV");
  options.optional_file("manifest", values.manifest, "write a TOML file for --config that repeats the run");
  options.flag("all-blocks", values.all_blocks, "also blocks played after a stopping rule had decided");
}

void write_games(const Store& store, BlockFilter filter, OutputFile& out) {
  Table table{.name = "games",
              .title = "",
              .columns = {"index", "block", "line_up", "seating", "rotation", "rules", "seat", "agent", "score", "rank",
                          "end", "decisions", "iterations"},
              .rows = {},
              .notes = {}};
  std::string heading = render({table}, Format::csv);
  out.write(heading);
  const Schedule& schedule = store.schedule();
  store.visit_blocks(filter, Store::Events::leave_out, [&](std::uint64_t, const std::vector<FinishedGame>& games) {
    table.rows.clear();
    for (const FinishedGame& game : games) {
      for (std::size_t s = 0; s < game.plan.agent_of_seat.size(); ++s) {
        const bool scored = !game.scores.empty();
        table.add({cell(game.plan.index), cell(game.plan.block), cell(game.plan.lineup), cell(game.plan.seating),
                   cell(game.plan.rotation), cell(variant_text(schedule.config(), game.plan.variant)),
                   cell(static_cast<int>(s)),
                   cell(schedule.names()[static_cast<std::size_t>(game.plan.agent_of_seat[s])]),
                   scored ? cell(game.scores[s]) : no_value(), scored ? cell(game.ranks[s]) : no_value(),
                   cell(game.end), cell(game.work[s].decisions), cell(game.work[s].iterations)});
      }
    }
    out.write(std::string_view(render({table}, Format::csv)).substr(heading.size()));
  });
  out.finish();
}

int run(const Options&, const ExportOptions& values) {
  if (!values.records && !values.games && !values.tables && !values.manifest) {
    throw InputError("nothing to export. Use --records FILE, --games FILE, --tables FILE or --manifest FILE.");
  }
  std::set<std::string> places;
  for (const std::optional<std::string>& place : {values.records, values.games, values.tables, values.manifest}) {
    if (place && *place != "-" && !places.insert(*place).second)
      throw InputError(fmt::format("two exports go to '{}'. Name a file for each", *place));
  }
  const Store store = Store::read(values.store);
  const BlockFilter filter = values.all_blocks ? BlockFilter::all : BlockFilter::decided;
  if (values.records) {
    OutputFile out(*values.records, {values.store});
    store.export_records(filter, [&](const GameRecord& record) { out.write(write_record(record) + "\n"); });
    out.finish();
  }
  if (values.games) {
    OutputFile out(*values.games, {values.store});
    write_games(store, filter, out);
  }
  if (values.tables) {
    const SummaryOptions options;
    const Summary summary = summarise(store, options, filter);
    OutputFile out(*values.tables, {values.store});
    out.write(render({strength_table(store.schedule(), summary, options),
                      seat_table(store.schedule(), summary, options), ends_table(summary)},
                     Format::csv));
    out.finish();
  }
  if (values.manifest) {
    OutputFile out(*values.manifest, {values.store});
    out.write(run_config_file(store.manifest(), find_driver(store.manifest().config.game)));
    out.finish();
  }
  return kDone;
}

}  // namespace

Verb export_verb() {
  return make_verb<ExportOptions>("export", "records as JSON Lines, tables as CSV",
                                  "atoll export run.db --records games.jsonl --tables tables.csv", declare, run);
}

}  // namespace atl::tools
