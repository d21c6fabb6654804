/// `atoll rate`: all agents of one or more stored runs on one scale.

#include <fmt/format.h>

#include "experiments/drivers/rule_text.hpp"
#include "experiments/report/rating_tables.hpp"
#include "experiments/report/summary_tables.hpp"
#include "experiments/store/store.hpp"
#include "tools/command.hpp"
#include "tools/common.hpp"
#include "tools/rating_options.hpp"

namespace atl::tools {

using namespace report;

namespace {

struct RateOptions {
  std::vector<std::string> stores;
  RatingSettings rating;
  double confidence = 0.95;
  ForfeitPolicy forfeits = ForfeitPolicy::exclude;
  bool all_blocks = false;
  std::vector<std::string> by_version;
  std::optional<std::uint64_t> seed;
  Format format = Format::table;
};

void declare(Options& options, RateOptions& values) {
  options.positionals("store", values.stores, "stores of runs of one game with one number of players");
  declare_rating(options, values.rating);
  options.real("confidence", values.confidence, 0.5, 0.9999, "of intervals [0.95]");
  options.word("forfeits", values.forfeits, kForfeitWords,
               "a failed game: leave its block out, or count it as lost [exclude]");
  options.flag("all-blocks", values.all_blocks, "also blocks played after a stopping rule had decided");
  options.texts("by-version", values.by_version,
                "agents that are others in every version of the program that played: NAME@commit");
  options.seed("seed", values.seed, "of the bootstrap [drawn and printed]");
  options.format(values.format);
}

int run(const Options&, const RateOptions& values) {
  std::vector<Store> stores;
  stores.reserve(values.stores.size());
  for (const std::string& path : values.stores) stores.push_back(Store::read(path));
  std::vector<const Store*> views;
  for (const Store& store : stores) views.push_back(&store);
  const std::vector<RatingLog> logs = collect_rating_logs(
      views, values.forfeits, values.all_blocks ? BlockFilter::all : BlockFilter::decided, values.by_version);
  RatingTablesRequest request{.confidence = values.confidence, .seed = 0, .suffix = {}, .rules = {}};
  if (values.rating.bootstrap > 0) request.seed = resolve_seed(values.seed);
  std::vector<Table> tables;
  for (std::size_t i = 0; i < logs.size(); ++i) {
    if (logs.size() > 1) request.rules = rules_text(logs[i].rules);
    request.suffix = i == 0 ? "" : fmt::format("_{}", i + 1);
    for (Table& table : rating_tables(logs[i], values.rating, request)) tables.push_back(std::move(table));
  }
  if (values.rating.bootstrap > 0)
    tables.front().notes.push_back(fmt::format("Seed of the bootstrap: {}.", request.seed));
  fmt::print("{}", render(tables, values.format));
  return kDone;
}

}  // namespace

Verb rate_verb() {
  return make_verb<RateOptions>("rate", "ratings of stored runs",
                                "atoll rate run.db\natoll rate monday.db tuesday.db --anchor random=0 --bootstrap 2000",
                                declare, run);
}

}  // namespace atl::tools
