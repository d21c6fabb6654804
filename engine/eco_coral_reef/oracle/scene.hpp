/// Test support: a game played by tokens in the packed game and the oracle at once.
#pragma once

#include "engine/eco_coral_reef/eco_coral_reef.hpp"
#include "engine/eco_coral_reef/oracle/oracle.hpp"
#include "tests/support/side_by_side.hpp"

namespace atl::eco_coral_reef {

using Scene = test::SideBySide<Game, Oracle>;

}  // namespace atl::eco_coral_reef
