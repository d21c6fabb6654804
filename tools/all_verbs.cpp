#include "tools/program.hpp"

namespace atl::tools {

std::vector<Verb> all_verbs() {
  return {games_verb(), agents_verb(), match_verb(),  seats_verb(),  rate_verb(),
          tune_verb(),  play_verb(),   search_verb(), worlds_verb(), replay_verb(),
          perft_verb(), bench_verb(),  report_verb(), export_verb(), merge_verb()};
}

}  // namespace atl::tools
