#include "experiments/report/tune_tables.hpp"

#include <fmt/format.h>

#include "experiments/report/summary_tables.hpp"
#include "experiments/stats/blocks.hpp"

namespace atl::report {

Table tuned_table(const TuneTask& task, const Ntbea& search, std::uint64_t games, std::uint64_t seed) {
  Table table{.name = "tuned",
              .title = "Best setting",
              .columns = {"agent", "estimate", "tried", "mean_reward", "trials", "games", "settings", "seed"},
              .rows = {},
              .notes = {"estimate: the model's mean reward, from this setting and those that share values with it; of "
                        "the best it is optimistic.",
                        "The numbers to quote are those of the last match."}};
  const Ntbea::Point best = search.best();
  const Ntbea::Tally tally = search.tally(best);
  table.add({cell(task.spec(best)), cell(search.estimate(best), 3), cell(tally.count), cell(tally.mean(), 3),
             cell(search.trials()), cell(games), cell(space_size(task.parameters)), cell(seed)});
  if (depends_on_time(task.run))
    table.notes.push_back("Not reproducible: time decides (a time budget or a decision limit).");
  return table;
}

Table values_table(const TuneTask& task, const Ntbea& search) {
  Table table{.name = "values",
              .title = "Values tried",
              .columns = {"parameter", "value", "trials", "mean_reward", "best"},
              .rows = {},
              .notes = {}};
  const Ntbea::Point best = search.best();
  for (std::size_t p = 0; p < task.parameters.size(); ++p) {
    for (std::size_t v = 0; v < task.parameters[p].values.size(); ++v) {
      const Ntbea::Tally& tally = search.tally(static_cast<int>(p), static_cast<int>(v));
      table.add({cell(task.parameters[p].name), cell(task.parameters[p].values[v]), cell(tally.count),
                 tally.count > 0 ? cell(tally.mean(), 3) : no_value(),
                 cell(best[p] == static_cast<int>(v) ? "<" : "")});
    }
  }
  return table;
}

Table confirm_table(const TuneTask& task, const Confirmation& tuned, const std::optional<Confirmation>& base,
                    double confidence) {
  Table table{.name = "confirm",
              .title = fmt::format("Last match, on fresh deals, against the pool ({:g} % intervals over blocks)",
                                   confidence * 100),
              .columns = {"of", "agent", "blocks", "win_share", "interval", "elo"},
              .rows = {},
              .notes = {}};
  const auto add = [&](const char* of, const Confirmation& match) {
    std::vector<double> shares;
    for (const auto& [block, share] : match.shares) shares.push_back(share);
    const stats::Strength strength = stats::estimate_strength(shares, task.run.players, confidence);
    table.add({cell(of), cell(match.spec), cell(strength.share.blocks), cell(strength.share.mean, 3),
               interval_cell(strength.share.interval, 3), strength.elo ? cell(*strength.elo, 1) : no_value()});
  };
  add("tuned", tuned);
  if (!base) {
    table.notes = {"The search found nothing better than the agent as it was."};
    return table;
  }
  add("base", *base);
  stats::Moments change;
  for (const auto& [block, share] : tuned.shares) {
    if (const auto found = base->shares.find(block); found != base->shares.end()) change.add(share - found->second);
  }
  const stats::MeanEstimate mean = stats::estimate_mean(change, confidence);
  table.add({cell("difference"), cell(""), cell(mean.blocks), cell(mean.mean, 3), interval_cell(mean.interval, 3),
             no_value()});
  table.notes = {"difference: tuned minus base on the same deals, paired by block."};
  return table;
}

}  // namespace atl::report
