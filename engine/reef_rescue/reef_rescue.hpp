/// Reef Rescue (Daryl Chow, Origame), two to five players: memory, push-your-luck, secret rearrangements.
/// The rules are in RULES.md, the encoding with its bounds and the belief model in README.md.
#pragma once

#include "engine/reef_rescue/game.hpp"
#include "engine/reef_rescue/heuristic.hpp"
#include "engine/reef_rescue/information.hpp"

namespace atl::reef_rescue {
static_assert(HeuristicGame<Game>);
}  // namespace atl::reef_rescue
