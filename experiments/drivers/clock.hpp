/// The game clock: what a seat pays that thought for longer than it may.
#pragma once

#include "experiments/drivers/finished_game.hpp"
#include "experiments/runs/run_config.hpp"

namespace atl {

/// A seat over its time ranks last (behind everybody in time), or loses a point per minute begun.
void apply_clock(const RunConfig& config, FinishedGame& game);

}  // namespace atl
