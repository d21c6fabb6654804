/// Search against optimal play in the memory game. See README.md.
#include "experiments/studies/common/study.hpp"
#include "experiments/studies/memory_game/optimal_player.hpp"

int main(int argc, char** argv) {
  using namespace atl;
  using namespace atl::studies;
  const StudyOptions options = read_options(argc, argv);
  const int deals = options.quick ? 40 : 200;
  const std::vector<std::int64_t> budgets =
      options.quick ? std::vector<std::int64_t>{1000} : std::vector<std::int64_t>{100, 1000, 10'000};

  std::printf("pairs ahead of optimal play per game, mean of both seatings, %d deals; value: of the first move\n\n",
              deals);
  std::vector<std::string> head = {"pairs", "value", "random"};
  for (const std::int64_t budget : budgets) head.push_back("ismcts " + std::to_string(budget));
  print_head(head);
  toy::memory::Optimum optimum;
  for (const int pairs : {2, 3, 4, 6, 8, 10, 12}) {
    char value[32];
    std::snprintf(value, sizeof value, "%.4f", optimum.value(pairs, 0));
    std::vector<std::string> row = {std::to_string(pairs), value};
    std::vector<std::string> players = {"random"};
    for (const std::int64_t budget : budgets) {
      players.push_back("ismcts:reward=margin,score_scale=4,c=0.3,tree_mb=32,iterations=" + std::to_string(budget));
    }
    for (const std::string& who : players) {
      row.push_back(text_of(
          estimate(memory::leads(pairs, memory::player(who), memory::player(memory::kOptimum), deals, options.seed)),
          3));
    }
    print_row(row);
  }
}
