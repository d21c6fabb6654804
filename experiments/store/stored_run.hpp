/// A run with its store: plays the games that are missing, keeps them, stops by rule.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "experiments/runs/run_games.hpp"
#include "experiments/store/store.hpp"

namespace atl {

/// Looks at the complete blocks in schedule order, one call each, earlier sessions' blocks included; games carry no
/// events. A verdict, where one is reached, ends the run.
using BlockWatch =
    std::function<std::optional<std::string>(std::uint64_t block, const std::vector<FinishedGame>& games)>;

struct StoredRun {
  RunOptions options{};                                         ///< `done` is filled in
  BlockWatch watch{};                                           ///< may be empty
  std::function<void(const FinishedGame& game)> on_game{};      ///< for warnings about failures; may be empty
  std::function<void(const Progress& progress)> on_progress{};  ///< may be empty
};

/// Everything that is finished is in the store when this returns, or throws. A run that was decided before plays
/// nothing.
RunReport play_stored_run(std::shared_ptr<const GamePlayer> player, Store& store, const StoredRun& run,
                          const StopFlag& stop);

}  // namespace atl
