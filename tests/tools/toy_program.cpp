// The command line with the games of toy_games.cpp: what a user sees of failing agents, without putting any into the
// product.

#include "tools/program.hpp"

int main(int argc, char** argv) { return atl::tools::run_program(atl::tools::all_verbs(), argc, argv); }
