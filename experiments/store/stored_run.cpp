#include "experiments/store/stored_run.hpp"

#include <utility>

#include "experiments/runs/process_pool.hpp"

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
  if (run.stop_rule) {
    hooks.on_block = [&](std::uint64_t block) {
      std::optional<std::string> verdict = run.stop_rule(block, store.block_games(block));
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
  const GameRunner on_this_machine = run.isolate ? run_games_isolated : run_games;
  RunReport report = (run.runner ? run.runner : on_this_machine)(schedule, std::move(player), options, hooks, stop);
  store.flush();
  return report;
}

}  // namespace atl
