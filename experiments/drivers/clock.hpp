/// The game clock: what a seat pays that thought for longer than it may.
#pragma once

#include "experiments/drivers/finished_game.hpp"
#include "experiments/drivers/game_terms.hpp"

namespace atl {

/// A seat over its time ranks last (behind everybody in time), or loses a point per minute begun.
void apply_clock(const GameLimits& limits, FinishedGame& game);

}  // namespace atl
