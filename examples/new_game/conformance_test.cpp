// [suite]
#include <doctest/doctest.h>

#include "engine/nim/nim.hpp"
#include "tests/support/conformance.hpp"

TEST_CASE("nim keeps the contracts of game.hpp") { atl::conformance::run_all<atl::nim::Game>(); }
// [/suite]
