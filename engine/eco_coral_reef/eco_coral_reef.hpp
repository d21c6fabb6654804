/// ECO: Coral Reef, everything a user of the game needs.
#pragma once

#include "engine/eco_coral_reef/game.hpp"
#include "engine/eco_coral_reef/heuristic.hpp"
#include "engine/eco_coral_reef/information.hpp"

namespace atl::eco_coral_reef {

static_assert(HeuristicGame<Game>);

}  // namespace atl::eco_coral_reef
