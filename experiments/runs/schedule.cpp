#include "experiments/runs/schedule.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "engine/core/text.hpp"

namespace atl {
namespace {

constexpr std::size_t kMaxLineups = 100'000;

}  // namespace

std::vector<std::string> agent_names(const std::vector<std::string>& specs) {
  std::vector<std::string> names;
  std::map<std::string, int> seen;
  for (const std::string& spec : specs) {
    const bool repeated = std::count(specs.begin(), specs.end(), spec) > 1;
    names.push_back(repeated ? spec + "#" + std::to_string(++seen[spec]) : spec);
  }
  return names;
}

Schedule::Schedule(RunConfig config) : config_(std::move(config)), names_(agent_names(config_.agents)) {
  check_config(config_);
  for (std::size_t variant = 0; variant < config_.variants.size(); ++variant) add_lineups(static_cast<int>(variant));
  first_game_.push_back(0);
  for (const Lineup& lineup : lineups_) {
    first_game_.push_back(first_game_.back() + static_cast<std::uint64_t>(lineup.games(config_.players)));
  }
}

void Schedule::add(int variant, std::vector<int> agents, bool self_play) {
  if (config_.lineups == LineupPlan::gauntlet && std::find(agents.begin(), agents.end(), 0) == agents.end()) return;
  if (lineups_.size() == kMaxLineups) {
    throw InputError("too many line-ups (more than " + std::to_string(kMaxLineups) +
                     "). Give fewer agents, or --lineups gauntlet");
  }
  std::vector<int> sorted = agents;
  std::sort(sorted.begin(), sorted.end());
  const bool distinct = std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end();
  Lineup lineup{.variant = variant, .agents = std::move(agents), .self_play = self_play, .seatings = {}};
  if (self_play) {
    lineup.seatings = {stats::seatings(SeatingPlan::cyclic, config_.players).front()};
  } else {
    const SeatingPlan chosen = distinct ? SeatingPlan::two_transitive : SeatingPlan::cyclic;
    lineup.seatings =
        stats::seatings(config_.seatings == SeatingPlan::automatic ? chosen : config_.seatings, config_.players);
  }
  lineups_.push_back(std::move(lineup));
}

void Schedule::add_lineups(int variant) {
  const auto seats = static_cast<std::size_t>(config_.players);
  const int agents = static_cast<int>(config_.agents.size());
  if (config_.lineups == LineupPlan::self_play || agents == 1) {
    for (int agent = 0; agent < agents; ++agent) add(variant, std::vector<int>(seats, agent), true);
    return;
  }
  if (agents < config_.players) {
    for (int one = 0; one < agents; ++one) {
      for (int rest = 0; rest < agents; ++rest) {
        if (one == rest) continue;
        std::vector<int> lineup(seats, rest);
        lineup.front() = one;
        add(variant, std::move(lineup), false);
      }
    }
    return;
  }
  // Every subset, in lexicographic order.
  std::vector<int> subset(seats);
  std::iota(subset.begin(), subset.end(), 0);
  for (;;) {
    add(variant, subset, false);
    std::size_t i = seats;
    while (i > 0 && subset[i - 1] == agents - static_cast<int>(seats - (i - 1))) --i;
    if (i == 0) return;
    ++subset[i - 1];
    for (std::size_t j = i; j < seats; ++j) subset[j] = subset[j - 1] + 1;
  }
}

std::uint64_t Schedule::num_blocks() const {
  const Shard& shard = config_.shard;
  return config_.blocks < shard.index ? 0 : (config_.blocks - shard.index) / shard.count + 1;
}

PlannedGame Schedule::game(std::uint64_t index) const {
  PlannedGame game{.index = index, .block = index / games_per_block(), .agent_of_seat = {}};
  const std::uint64_t within = index % games_per_block();
  const auto next = std::upper_bound(first_game_.begin(), first_game_.end(), within);
  game.lineup = static_cast<int>(next - first_game_.begin()) - 1;
  const auto at = static_cast<std::size_t>(game.lineup);
  const auto place = static_cast<std::size_t>(within - first_game_[at]);
  const Lineup& lineup = lineups_[at];
  (lineup.self_play ? game.rotation : game.seating) = static_cast<int>(place);
  game.variant = lineup.variant;
  const stats::Seating& seats = lineup.seatings[lineup.self_play ? 0 : place];
  game.agent_of_seat.resize(lineup.agents.size());
  for (std::size_t i = 0; i < lineup.agents.size(); ++i)
    game.agent_of_seat[static_cast<std::size_t>(seats[i])] = lineup.agents[i];
  return game;
}

std::string Schedule::describe() const {
  const std::size_t agents = names_.size();
  const auto seats = static_cast<std::size_t>(config_.players);
  std::vector<std::vector<int>> seat_count(agents, std::vector<int>(seats));
  std::vector<std::vector<int>> meetings(agents, std::vector<int>(agents));
  for (std::uint64_t i = 0; i < games_per_block(); ++i) {
    const PlannedGame planned = game(i);
    for (std::size_t s = 0; s < seats; ++s) {
      const auto agent = static_cast<std::size_t>(planned.agent_of_seat[s]);
      ++seat_count[agent][s];
      for (std::size_t t = 0; t < seats; ++t) {
        if (t != s) ++meetings[agent][static_cast<std::size_t>(planned.agent_of_seat[t])];
      }
    }
  }
  std::string text = std::to_string(num_games()) + " games: " + std::to_string(num_blocks()) + " blocks of " +
                     std::to_string(games_per_block()) + " in " + std::to_string(lineups_.size()) + " line-ups\n";
  std::vector<int> totals;
  for (std::size_t agent = 0; agent < agents; ++agent) {
    std::vector<std::string> counts;
    for (const int count : seat_count[agent]) counts.push_back(std::to_string(count));
    totals.push_back(std::accumulate(seat_count[agent].begin(), seat_count[agent].end(), 0));
    text += "  " + names_[agent] + ": " + std::to_string(totals.back()) + " seats per block, by seat " +
            join(counts, " ") + "\n";
  }
  for (std::size_t a = 0; a < agents; ++a) {
    for (std::size_t b = a + 1; b < agents; ++b) {
      text +=
          "  " + names_[a] + " meets " + names_[b] + ": " + std::to_string(meetings[a][b]) + " seat pairs per block\n";
    }
  }
  if (std::adjacent_find(totals.begin(), totals.end(), std::not_equal_to<>()) != totals.end()) {
    text += "  note: the agents do not play equally often\n";
  }
  return text;
}

std::string Schedule::list_games(std::uint64_t first, std::uint64_t count) const {
  std::string text;
  const std::uint64_t end =
      std::min(num_games(), count > num_games() - std::min(first, num_games()) ? num_games() : first + count);
  for (std::uint64_t i = first; i < end; ++i) {
    const PlannedGame planned = game(block(i / games_per_block()) * games_per_block() + i % games_per_block());
    std::vector<std::string> seats;
    for (const int agent : planned.agent_of_seat) seats.push_back(names_[static_cast<std::size_t>(agent)]);
    text += "game " + std::to_string(planned.index) + " block " + std::to_string(planned.block) + " line-up " +
            std::to_string(planned.lineup) + " seating " + std::to_string(planned.seating) + " rotation " +
            std::to_string(planned.rotation) +
            (config_.variants.size() > 1 ? " variant " + std::to_string(planned.variant) : "") + ": " +
            join(seats, " ") + "\n";
  }
  return text;
}

GameRecord Schedule::record(const FinishedGame& game) const {
  GameRecord record{.game = config_.game,
                    .players = config_.players,
                    .rules_version = config_.rules_version,
                    .rules = config_.variants.at(static_cast<std::size_t>(game.plan.variant)),
                    .seed = config_.seed,
                    .index = game.plan.index,
                    .agents = {},
                    .events = game.events,
                    .scores = game.scores,
                    .ranks = game.ranks,
                    .end = game.end};
  for (const int agent : game.plan.agent_of_seat) record.agents.push_back(names_.at(static_cast<std::size_t>(agent)));
  return record;
}

}  // namespace atl
