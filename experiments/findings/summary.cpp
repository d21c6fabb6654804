#include "experiments/findings/summary.hpp"

#include <algorithm>

#include "experiments/stats/scores.hpp"

namespace atl {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

std::string percent(double share) {
  std::string text = std::to_string(share * 100);
  return text.substr(0, text.find('.') + 2) + " %";
}

}  // namespace

SummaryBuilder::SummaryBuilder(const Schedule& schedule, const SummaryOptions& options)
    : schedule_(schedule),
      options_(options),
      agents_(schedule.config().variants.size() * schedule.names().size()),
      seats_(schedule.config().variants.size() * (schedule.names().size() + 1)) {}

SummaryBuilder::AgentSums& SummaryBuilder::sums(int variant, int agent) {
  return agents_[at(variant) * schedule_.names().size() + at(agent)];
}

void SummaryBuilder::add_block(const std::vector<FinishedGame>& games) {
  ++blocks_;
  games_ += games.size();
  for (const FinishedGame& game : games) {
    ++ends_[game.end];
    add_work(game);
  }
  if (!is_usable(games, options_.forfeits)) {
    ++forfeited_blocks_;
    return;
  }
  add_strength(games);
  add_seats(games);
}

void SummaryBuilder::add_work(const FinishedGame& game) {
  const std::vector<int>& agents = game.plan.agent_of_seat;
  for (std::size_t s = 0; s < agents.size(); ++s) {
    AgentSums& sum = sums(game.plan.variant, agents[s]);
    if (std::find(agents.begin(), agents.begin() + static_cast<std::ptrdiff_t>(s), agents[s]) ==
        agents.begin() + static_cast<std::ptrdiff_t>(s)) {
      ++sum.games;
    }
    if (s >= game.work.size()) continue;
    sum.decisions += game.work[s].decisions;
    sum.iterations += game.work[s].iterations;
    sum.seconds += game.work[s].seconds;
  }
  if (const Failure failure = failure_of(game.end); failure.seat >= 0) {
    const int agent = agents[at(failure.seat)];
    ++sums(game.plan.variant, agent).forfeits;
    ++failures_[schedule_.names()[at(agent)] + ": " + failure.kind];
  }
}

void SummaryBuilder::add_strength(const std::vector<FinishedGame>& games) {
  std::vector<stats::Moments> shares(agents_.size());
  for (const FinishedGame& game : games) {
    const std::vector<int> ranks = counting_ranks(game);
    const PerSeat<double> share = stats::win_shares(ranks);
    const PerSeat<double> rank = stats::mid_ranks(ranks);
    const std::vector<int>& scores = scores_that_count(game);
    const bool self_play = schedule_.lineups()[at(game.plan.lineup)].self_play;
    for (std::size_t s = 0; s < ranks.size(); ++s) {
      const int agent = game.plan.agent_of_seat[s];
      const bool counts = plays_alone(schedule_, game, s);
      if (!counts && !self_play) continue;
      AgentSums& sum = sums(game.plan.variant, agent);
      if (counts) shares[static_cast<std::size_t>(&sum - agents_.data())].add(share[s]);
      sum.rank.add(rank[s]);
      if (!scores.empty()) sum.score.add(scores[s]);
    }
  }
  for (std::size_t i = 0; i < agents_.size(); ++i) {
    if (shares[i].count() > 0) agents_[i].shares.push_back(shares[i].mean());
  }
}

void SummaryBuilder::add_seats(const std::vector<FinishedGame>& games) {
  const std::size_t row = schedule_.names().size() + 1;
  // [seats_] the block's games of each table; ranks and scores must outlive the views on them.
  struct Kept {
    std::vector<int> ranks;
    std::vector<double> scores;
  };
  std::vector<std::vector<Kept>> kept(seats_.size());
  for (const FinishedGame& game : games) {
    const bool self_play = schedule_.lineups()[at(game.plan.lineup)].self_play;
    const std::size_t column = self_play ? at(game.plan.agent_of_seat.front()) : row - 1;
    Kept one{.ranks = counting_ranks(game), .scores = {}};
    const std::vector<int>& scores = scores_that_count(game);
    one.scores.assign(scores.begin(), scores.end());
    one.scores.resize(one.ranks.size());
    kept[at(game.plan.variant) * row + column].push_back(std::move(one));
  }
  for (std::size_t i = 0; i < kept.size(); ++i) {
    if (kept[i].empty()) continue;
    std::vector<stats::SeatGame> views;
    for (const Kept& one : kept[i]) views.push_back({.ranks = one.ranks, .scores = one.scores});
    seats_[i].blocks.push_back(stats::make_seat_block(views));
    seats_[i].numbers.push_back(games.front().plan.block);
    seats_[i].games += views.size();
  }
}

SeatTable SummaryBuilder::seat_table(std::size_t index) const {
  const RunConfig& config = schedule_.config();
  const std::size_t columns = schedule_.names().size() + 1;
  const bool self_play = index % columns + 1 < columns;
  SeatTable table{.variant = static_cast<int>(index / columns),
                  .agent = self_play ? schedule_.names()[index % columns] : "",
                  .games = seats_[index].games,
                  .report = {}};
  stats::SeatOptions options{.num_players = config.players, .confidence = options_.confidence, .delta = options_.delta};
  // In mixed line-ups all rotations are 0, and who sits where matters more than the deal.
  if (options_.deals && self_play) {
    table.features = options_.deals->names(table.variant);
    options.feature_means = options_.deals->means(table.variant);
    for (const std::uint64_t number : seats_[index].numbers) {
      for (const double value : options_.deals->block(table.variant, number)) options.features.push_back(value);
    }
  }
  table.report = stats::report_seats(seats_[index].blocks, options);
  return table;
}

Summary SummaryBuilder::finish(std::uint64_t distinct_games) const {
  const RunConfig& config = schedule_.config();
  const int names = static_cast<int>(schedule_.names().size());
  Summary summary{.players = config.players,
                  .planned_blocks = schedule_.num_blocks(),
                  .blocks = blocks_,
                  .games = games_,
                  .distinct_games = distinct_games,
                  .forfeited_blocks = forfeited_blocks_,
                  .ends = ends_,
                  .failures = failures_,
                  .agents = {},
                  .seats = {},
                  .warnings = {}};
  std::uint64_t forfeits = 0;
  for (std::size_t i = 0; i < agents_.size(); ++i) {
    const AgentSums& sum = agents_[i];
    const int agent = static_cast<int>(i) % names;
    AgentRow row{.name = schedule_.names()[at(agent)],
                 .variant = static_cast<int>(i) / names,
                 .blocks = static_cast<std::int64_t>(sum.shares.size()),
                 .games = sum.games,
                 .strength = {},
                 .mean_rank = sum.rank.mean(),
                 .mean_score = sum.score.mean(),
                 .forfeits = sum.forfeits,
                 .decisions = sum.decisions,
                 .iterations = sum.iterations,
                 .seconds = sum.seconds,
                 .cheats = config.agents[at(agent)].starts_with("cheat:"),
                 .timed = spec_is_timed(config.agents[at(agent)])};
    if (!sum.shares.empty()) row.strength = stats::estimate_strength(sum.shares, config.players, options_.confidence);
    forfeits += sum.forfeits;
    summary.agents.push_back(std::move(row));
  }
  for (std::size_t i = 0; i < seats_.size(); ++i) {
    if (!seats_[i].blocks.empty()) summary.seats.push_back(seat_table(i));
  }
  if (distinct_games < games_) {
    const bool few = distinct_games * 10 < games_ * 9;
    if (few) {
      summary.warnings.push_back(
          "only " + std::to_string(distinct_games) + " of " + std::to_string(games_) +
          " games are distinct: equal games say nothing new, and intervals are too narrow if agents repeat "
          "themselves");
    }
  }
  if (forfeits * 100 > games_) {
    summary.warnings.push_back(std::to_string(forfeits) + " of " + std::to_string(games_) + " games (" +
                               percent(static_cast<double>(forfeits) / static_cast<double>(games_)) +
                               ") were ended by an agent's failure");
  }
  if (depends_on_time(config)) {
    summary.warnings.push_back(
        "time limits, budgets in seconds or threads in one tree: another run of the same command gives other games");
  }
  return summary;
}

}  // namespace atl
