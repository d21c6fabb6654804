/// Reef Encounter: everything that users of the game need.
#pragma once

#include "engine/reef_encounter/game.hpp"
#include "engine/reef_encounter/heuristic.hpp"
#include "engine/reef_encounter/information.hpp"

namespace atl::reef_encounter {
static_assert(HeuristicGame<Game>);
}  // namespace atl::reef_encounter
