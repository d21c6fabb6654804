// The command line with the games of toy_games.cpp: what a user sees of failing agents, without putting any into the
// product.

#include "tools/program.hpp"

int main(int argc, char** argv) {
  using namespace atl::tools;
  return run_program({match_verb(), seats_verb(), replay_verb(), report_verb(), export_verb(), merge_verb()}, argc,
                     argv);
}
