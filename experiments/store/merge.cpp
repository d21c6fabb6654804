#include <algorithm>
#include <filesystem>
#include <optional>

#include "engine/core/text.hpp"
#include "experiments/store/store.hpp"

namespace atl {
namespace {

/// Whether two stores hold the same game; times may differ.
bool same_game(const FinishedGame& a, const FinishedGame& b) {
  return a.plan == b.plan && a.events == b.events && a.scores == b.scores && a.ranks == b.ranks && a.end == b.end &&
         scores_that_count(a) == scores_that_count(b) && ranks_that_count(a) == ranks_that_count(b);
}

void check_same_run(const Manifest& first, const std::string& first_path, const Store& other) {
  RunConfig a = first.config;
  RunConfig b = other.manifest().config;
  a.shard = b.shard = Shard{};
  std::vector<std::string> keys = conflicting_keys(a, b);
  if (a.blocks != b.blocks && std::find(keys.begin(), keys.end(), "blocks") == keys.end()) keys.push_back("blocks");
  if (keys.empty()) return;
  throw DataError("stores '" + first_path + "' and '" + other.path() +
                  "' do not merge (their runs differ in: " + join(keys, ", ") + ")");
}

}  // namespace

void merge_stores(const std::vector<std::string>& inputs, const std::string& out) {
  if (inputs.empty()) throw InputError("nothing to merge (no stores given)");
  if (std::filesystem::exists(out)) throw InputError("'" + out + "' exists (it was not touched). Choose another name");
  // One store is open at a time: shards may be more than a process may open files.
  std::optional<Manifest> manifest;
  for (const std::string& path : inputs) {
    const Store store = Store::read(path);
    if (!manifest) manifest = store.manifest();
    check_same_run(*manifest, inputs.front(), store);
  }
  manifest->config.shard = Shard{};

  // Built beside and renamed at the end: a merge that fails leaves nothing behind.
  const std::string draft = out + ".merging";
  const auto remove_draft = [&] {
    for (const char* const suffix : {"", "-wal", "-shm"}) std::filesystem::remove(draft + suffix);
  };
  remove_draft();
  try {
    Store merged = Store::open(draft, *manifest, StoreMode::create);
    IndexSet there;
    for (const std::string& path : inputs) {
      const Store store = Store::read(path);
      store.visit_games([&](const FinishedGame& game) {
        if (!there.contains(game.plan.index)) {
          there.insert(game.plan.index);
          merged.insert(game);
          return;
        }
        const std::optional<FinishedGame> known = merged.find_game(game.plan.index);
        if (!known || !same_game(*known, game)) {
          throw DataError("stores do not merge (game " + std::to_string(game.plan.index) + " of '" + store.path() +
                          "' differs from another store's)");
        }
      });
    }
    merged.flush();
  } catch (...) {
    remove_draft();
    throw;
  }
  std::filesystem::rename(draft, out);
}

}  // namespace atl
