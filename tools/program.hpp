/// A command line made of verbs: finds the verb, parses its options, runs it, and turns errors into one message and an
/// exit code. `atoll` has all verbs, `atoll-mpi` those that play blocks. The games are those of game_drivers()
/// (experiments/drivers/drivers.hpp), which whoever makes the program defines.
#pragma once

#include <vector>

#include "tools/command.hpp"

namespace atl::tools {

/// In the order in which they are listed to users.
std::vector<Verb> all_verbs();

int run_program(std::vector<Verb> verbs, int argc, char** argv);

}  // namespace atl::tools
