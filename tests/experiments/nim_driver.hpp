/// Nim through the harness. Its templates are compiled once, in nim_driver.cpp.
#pragma once

#include "experiments/drivers/driver.hpp"
#include "experiments/runs/schedule.hpp"

namespace atl::test {

const GameDriver& nim_driver();

/// A run of nim with test agents (test_agents.hpp).
inline RunConfig nim_config(std::vector<std::string> agents, std::uint64_t blocks, std::uint64_t seed = 7) {
  RunConfig config;
  config.game = "nim";
  config.players = 2;
  config.agents = std::move(agents);
  config.blocks = blocks;
  config.seed = seed;
  return config;
}

}  // namespace atl::test
