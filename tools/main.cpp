/// The `atoll` program: all verbs.

#include "tools/program.hpp"

int main(int argc, char** argv) { return atl::tools::run_program(atl::tools::all_verbs(), argc, argv); }
