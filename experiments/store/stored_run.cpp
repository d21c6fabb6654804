#include "experiments/store/stored_run.hpp"

#include <utility>

namespace atl {

RunReport play_stored_run(std::shared_ptr<const GamePlayer> player, Store& store, const StoredRun& run,
                          const StopFlag& stop) {
  const IndexSet done = store.done();
  if (const std::optional<StopDecision> decision = store.decision()) {
    RunReport report{.end = RunEnd::decided, .progress = {}, .decided_at = decision->block};
    report.progress.done = done.size();
    report.progress.total = store.schedule().num_games();
    return report;
  }
  RunOptions options = run.options;
  options.done = &done;
  RunHooks hooks;
  hooks.on_game = [&](const FinishedGame& game, bool) {
    store.insert(game);
    if (run.on_game) run.on_game(game);
  };
  if (run.watch) {
    hooks.on_block = [&](std::uint64_t block) {
      std::optional<std::string> verdict = run.watch(block, store.block_games(block));
      if (!verdict) return false;
      store.decide({.block = block, .verdict = std::move(*verdict)});
      return true;
    };
  }
  hooks.on_tick = [&](const Progress& progress) {
    store.tick();
    if (run.on_progress) run.on_progress(progress);
  };
  // A copy: the store's own schedule must not be what a thread that never comes back refers to.
  const Schedule schedule = store.schedule();
  RunReport report = run_games(schedule, std::move(player), options, hooks, stop);
  store.flush();
  return report;
}

}  // namespace atl
