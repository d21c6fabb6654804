#include "experiments/findings/block_values.hpp"

#include <algorithm>

#include "experiments/stats/blocks.hpp"
#include "experiments/stats/scores.hpp"

namespace atl {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

std::vector<int> counting_ranks(const FinishedGame& game) {
  if (const std::vector<int>& ranks = ranks_that_count(game); !ranks.empty()) return ranks;
  const std::size_t players = game.plan.agent_of_seat.size();
  std::vector<int> ranks(players, 1);
  ranks[at(failure_of(game.end).seat)] = static_cast<int>(players);
  return ranks;
}

bool has_forfeit(const std::vector<FinishedGame>& games) {
  return std::any_of(games.begin(), games.end(),
                     [](const FinishedGame& game) { return failure_of(game.end).seat >= 0; });
}

bool plays_alone(const Schedule& schedule, const FinishedGame& game, std::size_t seat) {
  if (schedule.lineups()[at(game.plan.lineup)].self_play) return false;
  const std::vector<int>& agents = game.plan.agent_of_seat;
  return std::count(agents.begin(), agents.end(), agents[seat]) == 1;
}

std::optional<double> agent_share(const Schedule& schedule, const std::vector<FinishedGame>& games, int variant,
                                  int agent) {
  stats::Moments shares;
  for (const FinishedGame& game : games) {
    if (game.plan.variant != variant) continue;
    for (std::size_t s = 0; s < game.plan.agent_of_seat.size(); ++s) {
      if (game.plan.agent_of_seat[s] != agent || !plays_alone(schedule, game, s)) continue;
      shares.add(stats::win_shares(counting_ranks(game))[s]);
    }
  }
  if (shares.count() == 0) return std::nullopt;
  return shares.mean();
}

std::optional<stats::SeatBlock> self_play_seats(const Schedule& schedule, const std::vector<FinishedGame>& games,
                                                int variant, int agent) {
  std::vector<std::vector<int>> ranks;
  std::vector<std::vector<double>> scores;
  for (const FinishedGame& game : games) {
    if (game.plan.variant != variant || game.plan.agent_of_seat.front() != agent) continue;
    if (!schedule.lineups()[at(game.plan.lineup)].self_play) continue;
    ranks.push_back(counting_ranks(game));
    const std::vector<int>& counted = scores_that_count(game);
    scores.emplace_back(counted.begin(), counted.end());
    scores.back().resize(ranks.back().size());
  }
  if (ranks.empty()) return std::nullopt;
  std::vector<stats::SeatGame> views;
  for (std::size_t i = 0; i < ranks.size(); ++i) views.push_back({.ranks = ranks[i], .scores = scores[i]});
  return stats::make_seat_block(views);
}

}  // namespace atl
