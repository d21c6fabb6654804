// The list of games of the test programs: nim, with test agents that fail in every way
// (tests/experiments/test_agents.hpp).

#include "engine/core/text.hpp"
#include "experiments/arena/drivers.hpp"
#include "tests/experiments/nim_driver.hpp"

namespace atl {

const std::vector<const GameDriver*>& game_drivers() {
  static const std::vector<const GameDriver*> drivers = {&test::nim_driver()};
  return drivers;
}

const GameDriver& find_driver(std::string_view game) {
  if (game == "nim") return test::nim_driver();
  throw InputError(unknown_word_message("game", game, {"nim"}));
}

}  // namespace atl
