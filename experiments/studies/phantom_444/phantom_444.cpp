/// The table of Cowling, Powley and Whitehouse 2012 on phantom (4,4,4). See README.md.
#include "experiments/studies/phantom_444/table.hpp"

#include "experiments/studies/common/study.hpp"

int main(int argc, char** argv) {
  using namespace atl;
  using namespace atl::studies;
  const StudyOptions options = read_options(argc, argv);
  const long games = options.quick ? 20 : 120;
  const long head_to_head = options.quick ? 100 : 400;
  const std::vector<AgentSpec> specs = phantom::specs(10'000);

  phantom::Table table{};
  std::printf("win/draw/loss %% of the row as first player against the column, %ld games each\n\n", games);
  std::vector<std::string> head = {""};
  for (const char* name : phantom::kNames) head.emplace_back(name);
  print_head(head);
  for (std::size_t row = 0; row < 6; ++row) {
    std::vector<std::string> cells = {phantom::kNames[row]};
    for (std::size_t column = 0; column < 6; ++column) {
      const phantom::Tally tally = phantom::play(specs[row], specs[column], games, options.seed, row * 6 + column, 2);
      table[row][column] = tally;
      char text[32];
      const auto percent = [&](long n) { return 100.0 * static_cast<double>(n) / static_cast<double>(games); };
      std::snprintf(text, sizeof text, "%.0f/%.0f/%.0f", percent(tally.wins), percent(tally.draws),
                    percent(tally.losses));
      cells.emplace_back(text);
    }
    print_row(cells);
  }

  std::printf("\nscore %% (draw = 1/2), both roles\n\n");
  print_head({"", "score %"});
  for (std::size_t who = 0; who < 6; ++who) {
    char text[32];
    // Binomial bound on the standard error; draws make the true one smaller.
    const double score = phantom::total_score(table, who);
    std::snprintf(text, sizeof text, "%.1f ± %.1f", 100 * score,
                  196 * std::sqrt(score * (1 - score) / static_cast<double>(12 * games)));
    print_row({phantom::kNames[who], text});
  }
  std::printf("\ncheaters' losses to others: %ld of %ld games\n", phantom::cheaters_losses(table), 16 * games);

  const phantom::HeadToHead so = phantom::head_to_head(specs[3], specs[2], head_to_head / 2, options.seed, 2);
  std::printf("SO against detUCT, %ld games: %.3f ± %.3f\n", head_to_head, so.score, 1.96 * so.standard_error);
}
