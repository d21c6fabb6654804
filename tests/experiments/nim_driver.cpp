#include "tests/experiments/nim_driver.hpp"

#include "tests/experiments/test_agents.hpp"
#include "tests/toy/nim.hpp"

namespace atl::test {

const GameDriver& nim_driver() { return test_driver<toy::nim::Game>(); }

}  // namespace atl::test
