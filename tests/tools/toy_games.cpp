// The list of games of the test programs: nim; draw, fair or rigged; tide, where the deal decides much. With test
// agents that fail in every way (tests/experiments/test_agents.hpp).

#include "experiments/drivers/drivers.hpp"
#include "tests/experiments/nim_driver.hpp"
#include "tests/experiments/test_agents.hpp"
#include "tests/toy/draw.hpp"
#include "tests/toy/tide.hpp"

namespace atl {

const std::vector<const GameDriver*>& game_drivers() {
  static const std::vector<const GameDriver*> drivers = {&test::nim_driver(), &test::test_driver<toy::draw::Game>(),
                                                         &test::test_driver<toy::tide::Game>()};
  return drivers;
}

}  // namespace atl
