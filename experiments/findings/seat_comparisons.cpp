#include "experiments/findings/seat_comparisons.hpp"

#include <utility>

#include "experiments/stats/comparisons.hpp"

namespace atl {
namespace {

constexpr std::uint64_t kBootstrapPurpose = 2;  // of Stream::schedule

double variance(const stats::Moments& moments) { return moments.sample_sd() * moments.sample_sd(); }

struct Pair {
  int variant, agent, base_variant, base_agent;
};

/// Everybody against the first: rule values for each agent, then agents under each rule value.
std::vector<Pair> pairs_of(int variants, int agents) {
  std::vector<Pair> pairs;
  for (int v = 1; v < variants; ++v) {
    for (int a = 0; a < agents; ++a) pairs.push_back({v, a, 0, a});
  }
  for (int v = 0; v < variants; ++v) {
    for (int a = 1; a < agents; ++a) pairs.push_back({v, a, v, 0});
  }
  return pairs;
}

SeatComparison compare_seat(SeatComparison result, const std::vector<stats::SeatBlock>& base,
                            const std::vector<stats::SeatBlock>& other, double confidence) {
  stats::Moments before, after, share, score;
  for (std::size_t b = 0; b < base.size(); ++b) {
    before.add(base[b].share[result.seat]);
    after.add(other[b].share[result.seat]);
    share.add(other[b].share[result.seat] - base[b].share[result.seat]);
    score.add(other[b].score[result.seat] - base[b].score[result.seat]);
  }
  result.share = stats::estimate_mean(share, confidence);
  result.score = stats::estimate_mean(score, confidence);
  result.p = stats::two_sided_p(result.share);
  if (share.sample_sd() > 0) result.variance_ratio = (variance(before) + variance(after)) / variance(share);
  return result;
}

/// Holm over the comparisons of one kind.
void adjust(std::vector<SeatComparison>& all, bool of_rules) {
  std::vector<SeatComparison*> kind;
  std::vector<double> p;
  for (SeatComparison& one : all) {
    if (one.of_rules() != of_rules) continue;
    kind.push_back(&one);
    p.push_back(one.p);
  }
  const std::vector<double> adjusted = stats::holm(p);
  for (std::size_t i = 0; i < kind.size(); ++i) kind[i]->p_holm = adjusted[i];
}

}  // namespace

std::vector<SeatComparison> compare_seats(const Store& store, ForfeitPolicy forfeits, double confidence,
                                          BlockFilter filter) {
  const Schedule& schedule = store.schedule();
  const RunConfig& config = schedule.config();
  const int variants = static_cast<int>(config.variants.size()), agents = static_cast<int>(config.agents.size());
  const std::vector<Pair> pairs = pairs_of(variants, agents);
  std::vector<SeatComparison> result;
  if (pairs.empty()) return result;
  const auto index = [&](int variant, int agent) { return static_cast<std::size_t>(variant * agents + agent); };
  std::vector<std::vector<stats::SeatBlock>> blocks(index(variants, 0));
  store.visit_blocks(filter, Store::Events::leave_out, [&](std::uint64_t, const std::vector<FinishedGame>& games) {
    if (!is_usable(games, forfeits)) return;
    for (int variant = 0; variant < variants; ++variant) {
      for (int agent = 0; agent < agents; ++agent) {
        if (const auto seats = self_play_seats(schedule, games, variant, agent))
          blocks[index(variant, agent)].push_back(*seats);
      }
    }
  });
  for (const Pair& pair : pairs) {
    const std::vector<stats::SeatBlock>& base = blocks[index(pair.base_variant, pair.base_agent)];
    const std::vector<stats::SeatBlock>& other = blocks[index(pair.variant, pair.agent)];
    if (base.empty() || base.size() != other.size()) continue;  // no self-play
    SeatComparison one{.variant = pair.variant,
                       .agent = pair.agent,
                       .base_variant = pair.base_variant,
                       .base_agent = pair.base_agent,
                       .share = {},
                       .score = {},
                       .variance_ratio = {}};
    for (const Player seat : seats(config.players)) {
      one.seat = seat;
      result.push_back(compare_seat(one, base, other, confidence));
    }
    one.seat = kNobody;
    Rng rng = Rng::derive(config.seed, Stream::schedule, {kBootstrapPurpose, result.size()});
    const stats::SpreadChange change = stats::compare_spreads(base, other, config.players, rng, confidence);
    one.share = {.blocks = static_cast<std::int64_t>(base.size()), .mean = change.to - change.from};
    one.share.interval = change.interval;
    one.p = change.p;
    result.push_back(std::move(one));
  }
  adjust(result, true);
  adjust(result, false);
  return result;
}

}  // namespace atl
