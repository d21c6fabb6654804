/// From stored runs to the logs that experiments/stats rates: one scale for all agents of one or more runs of a game.
///
/// Agents are known by their names (specs); the same name in two stores is the same agent. Runs that share a seed share
/// their deals, so their blocks are the same blocks. Different rules are different games: one log per set of rules.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "experiments/findings/block_values.hpp"
#include "experiments/stats/ratings.hpp"
#include "experiments/store/store.hpp"

namespace atl {

/// One set of rules. Of the two logs the one that fits the number of players is filled.
struct RatingLog {
  std::string game;
  int players = 0;
  std::vector<RuleSetting> rules;    ///< that differ from the defaults
  stats::PairLog pairs;              ///< two players: the agent in seat 0 comes first
  stats::RankingLog rankings;        ///< more
  std::vector<std::uint64_t> games;  ///< [agents] in the log
  std::vector<double> shares;        ///< [agents] win shares in them; of several seats the sum
  bool several_seats = false;        ///< some agent held more than one seat of a game
  std::vector<bool> cheats;          ///< [agents]
  std::uint64_t total_games = 0;
  std::uint64_t excluded_blocks = 0;  ///< because an agent failed
  std::vector<std::string> versions;  ///< of the program that played, "0.2.0 (1a2b3c4)"; each once

  const std::vector<std::string>& agents() const { return players == 2 ? pairs.agents : rankings.agents; }
};

/// Logs in the order in which their rules first occur. Throws DataError if there is nothing in common (different games
/// or numbers of players), or if two stores hold the same games. Agents named in `by_version` are others in every
/// version of the program, NAME@commit; throws InputError if there is no such agent.
std::vector<RatingLog> collect_rating_logs(const std::vector<const Store*>& stores, ForfeitPolicy forfeits,
                                           BlockFilter filter = BlockFilter::decided,
                                           const std::vector<std::string>& by_version = {});

/// "0.2.0 (1a2b3c4)".
std::string version_text(const Manifest& manifest);

/// A fit and what belongs beside it. Throws DataError as stats::fit_ratings does, and if fewer than two agents played.
struct Rating {
  stats::RatingFit fit;
  std::optional<stats::SeatTermTest> seat_test;  ///< nothing without a seat term, or without spread
  std::optional<stats::Bootstrap> bootstrap;     ///< if draws were asked for and there are blocks enough
};
Rating rate(const RatingLog& log, const stats::RatingOptions& options, int bootstrap_draws = 0, std::uint64_t seed = 0);

}  // namespace atl
