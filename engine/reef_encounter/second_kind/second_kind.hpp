/// Reef Encounter of the Second Kind: everything that users of the expansion need.
#pragma once

#include "engine/reef_encounter/second_kind/game.hpp"
#include "engine/reef_encounter/second_kind/heuristic.hpp"
#include "engine/reef_encounter/second_kind/information.hpp"

namespace atl::reef_encounter::second_kind {
static_assert(HeuristicGame<Game>);
}  // namespace atl::reef_encounter::second_kind
