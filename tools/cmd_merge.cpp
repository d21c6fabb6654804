/// `atoll merge`: joins the stores of shards into one.

#include <set>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "experiments/findings/rating_log.hpp"
#include "experiments/store/store.hpp"
#include "tools/command.hpp"

namespace atl::tools {
namespace {

struct MergeOptions {
  std::vector<std::string> stores;
  std::string out;
};

void declare(Options& options, MergeOptions& values) {
  options.texts("stores", values.stores, "stores of the shards of one run, two or more");
  options.text("out", values.out, "the new store (must not exist)");
}

int run(const Options&, const MergeOptions& values) {
  if (values.stores.size() < 2) throw InputError("--stores needs two or more stores.");
  if (values.out.empty()) throw InputError("where to? Use --out FILE.");
  merge_stores(values.stores, values.out);
  const Store merged = Store::read(values.out);
  std::set<std::string> versions;
  for (const std::string& path : values.stores) versions.insert(version_text(Store::read(path).manifest()));
  if (versions.size() > 1) {
    fmt::print(stderr, "atoll: the shards were played by {} versions of the program ({}); agents may have changed\n",
               versions.size(), fmt::join(versions, ", "));
  }
  fmt::print("{} games of {} planned are in '{}'.\n", merged.num_games(), merged.schedule().num_games(), values.out);
  return kDone;
}

}  // namespace

Verb merge_verb() {
  return make_verb<MergeOptions>("merge", "join stores of shards",
                                 "atoll merge --stores part1.db part2.db --out run.db", declare, run);
}

}  // namespace atl::tools
