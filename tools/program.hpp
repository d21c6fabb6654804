/// A command line made of verbs: finds the verb, parses its options, runs it, and turns errors into one message and an
/// exit code. `atoll` has all verbs, `atoll-mpi` those that play blocks.
#pragma once

#include <vector>

#include "tools/command.hpp"

namespace atl::tools {

int run_program(std::vector<Verb> verbs, int argc, char** argv);

}  // namespace atl::tools
