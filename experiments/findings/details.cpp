#include "experiments/findings/details.hpp"

#include <algorithm>
#include <cmath>

#include "experiments/findings/block_values.hpp"

namespace atl {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

class Collector {
 public:
  Collector(const Schedule& schedule, const SummaryOptions& options)
      : schedule_(schedule),
        options_(options),
        agents_(schedule.names().size()),
        variants_(schedule.config().variants.size()),
        encounter_games_(variants_ * agents_ * agents_),
        encounter_blocks_(encounter_games_.size()),
        series_(variants_ * agents_ * 2) {
    details_.agents.assign(variants_, std::vector<AgentDetails>(agents_));
    details_.events.resize(variants_);
    details_.decisions.resize(variants_);
  }

  void add_block(const std::vector<FinishedGame>& games) {
    for (const FinishedGame& game : games) add_length_and_work(game);
    if (!is_usable(games, options_.forfeits)) return;
    std::vector<stats::Moments> encounters(encounter_games_.size());
    for (const FinishedGame& game : games) {
      add_scores(game);
      add_encounters(game, counting_ranks(game), encounters);
    }
    add_shares(games);
    for (std::size_t i = 0; i < encounters.size(); ++i) {
      if (encounters[i].count() > 0) encounter_blocks_[i].add(encounters[i].mean());
    }
  }

  Details finish() {
    for (std::size_t i = 0; i < encounter_blocks_.size(); ++i) {
      if (encounter_blocks_[i].count() == 0) continue;
      details_.encounters.push_back({.variant = static_cast<int>(i / (agents_ * agents_)),
                                     .row = static_cast<int>(i / agents_ % agents_),
                                     .column = static_cast<int>(i % agents_),
                                     .games = encounter_games_[i],
                                     .share = share_of(encounter_blocks_[i], 2)});
    }
    for (std::size_t i = 0; i < series_.size(); ++i) {
      if (series_[i].size() < 2) continue;
      details_.running.push_back({.variant = static_cast<int>(i / (agents_ * 2)),
                                  .agent = static_cast<int>(i / 2 % agents_),
                                  .self_play = i % 2 == 1,
                                  .points = running_points(series_[i])});
    }
    return std::move(details_);
  }

 private:
  /// As stats::estimate_strength does: where Student's t leaves (0, 1), or all blocks are equal, an interval that is
  /// finite and honest, Wilson's for two players, Clopper and Pearson's for more.
  stats::MeanEstimate share_of(const stats::Moments& blocks, int players) const {
    stats::MeanEstimate share = stats::estimate_mean(blocks, options_.confidence);
    if (share.blocks < 2) return share;
    if (!share.interval || share.interval->low <= 0 || share.interval->high >= 1) {
      const auto n = static_cast<double>(blocks.count());
      share.interval = players == 2 ? stats::wilson_interval(blocks.mean() * n, n, options_.confidence)
                                    : stats::clopper_pearson_interval(blocks.mean() * n, n, options_.confidence);
    }
    return share;
  }

  void add_length_and_work(const FinishedGame& game) {
    const std::size_t variant = at(game.plan.variant);
    std::uint64_t decisions = 0;
    for (std::size_t s = 0; s < game.work.size(); ++s) {
      const SeatWork& work = game.work[s];
      AgentDetails& agent = details_.agents[variant][at(game.plan.agent_of_seat[s])];
      decisions += work.decisions;
      agent.decisions += work.decisions;
      agent.iterations += work.iterations;
      agent.seconds += work.seconds;
      if (work.decisions > 0) agent.milliseconds.add(work.seconds * 1e3 / static_cast<double>(work.decisions));
    }
    details_.events[variant].add(static_cast<int>(game.events.size()));
    details_.decisions[variant].add(static_cast<int>(decisions));
  }

  void add_scores(const FinishedGame& game) {
    const std::vector<int>& scores = scores_that_count(game);
    for (std::size_t s = 0; s < scores.size(); ++s) {
      details_.agents[at(game.plan.variant)][at(game.plan.agent_of_seat[s])].scores.add(scores[s]);
    }
  }

  void add_encounters(const FinishedGame& game, const std::vector<int>& ranks, std::vector<stats::Moments>& block) {
    std::vector<std::size_t> met;
    for (std::size_t s = 0; s < ranks.size(); ++s) {
      for (std::size_t t = 0; t < ranks.size(); ++t) {
        const int row = game.plan.agent_of_seat[s];
        const int column = game.plan.agent_of_seat[t];
        if (row == column) continue;
        const std::size_t cell = (at(game.plan.variant) * agents_ + at(row)) * agents_ + at(column);
        block[cell].add(ranks[s] < ranks[t] ? 1 : ranks[s] == ranks[t] ? 0.5 : 0);
        met.push_back(cell);
      }
    }
    std::sort(met.begin(), met.end());
    met.erase(std::unique(met.begin(), met.end()), met.end());
    for (const std::size_t cell : met) ++encounter_games_[cell];
  }

  void add_shares(const std::vector<FinishedGame>& games) {
    for (std::size_t i = 0; i < variants_ * agents_; ++i) {
      const int variant = static_cast<int>(i / agents_);
      const int agent = static_cast<int>(i % agents_);
      if (const auto share = agent_share(schedule_, games, variant, agent)) series_[2 * i].push_back(*share);
      if (const auto seats = self_play_seats(schedule_, games, variant, agent))
        series_[2 * i + 1].push_back(seats->share[0]);
    }
  }

  std::vector<RunningPoint> running_points(const std::vector<double>& blocks) const {
    std::vector<RunningPoint> points;
    const double n = static_cast<double>(blocks.size());
    const double steps = std::min(n - 1, static_cast<double>(kMaxPoints - 1));
    stats::Moments moments;
    double next = 2;
    for (std::size_t b = 0; b < blocks.size(); ++b) {
      moments.add(blocks[b]);
      const bool last = b + 1 == blocks.size();
      if (static_cast<double>(b + 1) < next && !last) continue;
      const stats::MeanEstimate estimate = share_of(moments, schedule_.config().players);
      points.push_back({.blocks = estimate.blocks, .mean = estimate.mean, .interval = *estimate.interval});
      next += (n - 2) / steps;
    }
    if (points.size() > kMaxPoints) points.erase(points.end() - 2);
    return points;
  }

  const Schedule& schedule_;
  const SummaryOptions options_;
  const std::size_t agents_, variants_;
  Details details_;
  std::vector<std::uint64_t> encounter_games_;    ///< [variants x agents x agents]
  std::vector<stats::Moments> encounter_blocks_;  ///< the same
  std::vector<std::vector<double>> series_;       ///< [variants x agents x {against others, self-play}][blocks]
};

}  // namespace

std::uint64_t Histogram::n() const {
  std::uint64_t n = 0;
  for (const auto& [value, count] : counts_) n += count;
  return n;
}

double Histogram::mean() const {
  double sum = 0;
  for (const auto& [value, count] : counts_) sum += static_cast<double>(value) * static_cast<double>(count);
  return counts_.empty() ? 0 : sum / static_cast<double>(n());
}

double Histogram::sd() const {
  const double total = static_cast<double>(n());
  if (total < 2) return 0;
  const double center = mean();
  double sum = 0;
  for (const auto& [value, count] : counts_) sum += (value - center) * (value - center) * static_cast<double>(count);
  return std::sqrt(sum / (total - 1));
}

int Histogram::quantile(double p) const {
  const double wanted = p * static_cast<double>(n());
  double below = 0;
  for (const auto& [value, count] : counts_) {
    below += static_cast<double>(count);
    if (below >= wanted) return value;
  }
  return counts_.rbegin()->first;
}

Details collect_details(const Store& store, const SummaryOptions& options, BlockFilter filter) {
  Collector collector(store.schedule(), options);
  store.visit_blocks(filter, Store::Events::load,
                     [&](std::uint64_t, const std::vector<FinishedGame>& games) { collector.add_block(games); });
  return collector.finish();
}

}  // namespace atl
