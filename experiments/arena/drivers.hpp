/// All games of this build.
#pragma once

#include <string_view>
#include <vector>

#include "experiments/arena/driver.hpp"

namespace atl {

/// In the order in which games are listed to users.
const std::vector<const GameDriver*>& game_drivers();

/// The driver of a game. Throws InputError on an unknown name, with "did you mean".
const GameDriver& find_driver(std::string_view game);

}  // namespace atl
