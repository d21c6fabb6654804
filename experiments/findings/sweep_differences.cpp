#include "experiments/findings/sweep_differences.hpp"

namespace atl {
namespace {

struct Sums {
  stats::Moments first, other, share, score;
};

double variance(const stats::Moments& moments) { return moments.sample_sd() * moments.sample_sd(); }

}  // namespace

std::vector<SweepDifference> sweep_differences(const Store& store, ForfeitPolicy forfeits, double confidence,
                                               BlockFilter filter) {
  const Schedule& schedule = store.schedule();
  const int variants = static_cast<int>(schedule.config().variants.size());
  const int agents = static_cast<int>(schedule.config().agents.size());
  const int players = schedule.config().players;
  const auto index = [&](int variant, int agent, int seat) {
    return static_cast<std::size_t>(((variant - 1) * agents + agent) * players + seat);
  };
  std::vector<SweepDifference> differences;
  if (variants < 2) return differences;
  std::vector<Sums> sums(index(variants, 0, 0));
  store.visit_blocks(filter, Store::Events::leave_out, [&](std::uint64_t, const std::vector<FinishedGame>& games) {
    if (!is_usable(games, forfeits)) return;
    for (int agent = 0; agent < agents; ++agent) {
      const std::optional<stats::SeatBlock> first = self_play_seats(schedule, games, 0, agent);
      if (!first) continue;
      for (int variant = 1; variant < variants; ++variant) {
        const std::optional<stats::SeatBlock> other = self_play_seats(schedule, games, variant, agent);
        if (!other) continue;
        for (std::size_t s = 0; s < static_cast<std::size_t>(players); ++s) {
          Sums& sum = sums[index(variant, agent, static_cast<int>(s))];
          sum.first.add(first->share[s]);
          sum.other.add(other->share[s]);
          sum.share.add(other->share[s] - first->share[s]);
          sum.score.add(other->score[s] - first->score[s]);
        }
      }
    }
  });
  for (int variant = 1; variant < variants; ++variant) {
    for (int agent = 0; agent < agents; ++agent) {
      for (int seat = 0; seat < players; ++seat) {
        const Sums& sum = sums[index(variant, agent, seat)];
        if (sum.share.count() == 0) continue;
        SweepDifference difference{.variant = variant,
                                   .agent = agent,
                                   .seat = seat,
                                   .share = stats::estimate_mean(sum.share, confidence),
                                   .score = stats::estimate_mean(sum.score, confidence),
                                   .variance_ratio = {}};
        if (sum.share.sample_sd() > 0) {
          difference.variance_ratio = (variance(sum.first) + variance(sum.other)) / variance(sum.share);
        }
        differences.push_back(std::move(difference));
      }
    }
  }
  return differences;
}

}  // namespace atl
