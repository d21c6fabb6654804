// The list of games of the test programs: nim; draw, fair or rigged; tide, where the deal decides much. With test
// agents that fail in every way (tests/experiments/test_agents.hpp).

#include "engine/core/text.hpp"
#include "experiments/arena/drivers.hpp"
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

const GameDriver& find_driver(std::string_view game) {
  std::vector<std::string> known;
  for (const GameDriver* const driver : game_drivers()) {
    if (driver->info().name == game) return *driver;
    known.push_back(driver->info().name);
  }
  throw InputError(unknown_word_message("game", game, known));
}

}  // namespace atl
