#include "experiments/findings/rating_log.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "engine/core/text.hpp"
#include "experiments/stats/scores.hpp"

namespace atl {
namespace {

constexpr std::uint64_t kBootstrapPurpose = 1;  // of Stream::schedule

/// Whether two runs have games in common that both play: equal in all that decides a game, shards that overlap.
bool same_games(RunConfig a, RunConfig b) {
  const std::uint64_t common = std::gcd(a.shard.count, b.shard.count);
  if (a.shard.index % common != b.shard.index % common) return false;
  a.shard = b.shard = {};
  a.blocks = b.blocks = 1;
  a.stop_rule = b.stop_rule = "";
  return a == b;
}

void check_stores(const std::vector<const Store*>& stores, bool by_version) {
  const RunConfig& first = stores.front()->schedule().config();
  for (std::size_t i = 1; i < stores.size(); ++i) {
    const RunConfig& config = stores[i]->schedule().config();
    if (config.game != first.game || config.players != first.players) {
      throw DataError(fmt::format(
          "no common scale ('{}' is {} with {} players, '{}' is {} with {}). Rate them one by one",
          stores.front()->path(), first.game, first.players, stores[i]->path(), config.game, config.players));
    }
    for (std::size_t j = 0; j < i; ++j) {
      if (!same_games(config, stores[j]->schedule().config())) continue;
      if (by_version && version_text(stores[i]->manifest()) != version_text(stores[j]->manifest())) continue;
      throw DataError(fmt::format("'{}' and '{}' hold the same games, which would count twice. Leave one out",
                                  stores[j]->path(), stores[i]->path()));
    }
  }
}

void check_names(const std::vector<const Store*>& stores, const std::vector<std::string>& names) {
  std::vector<std::string> known;
  for (const Store* const store : stores) {
    const std::vector<std::string>& here = store->schedule().names();
    known.insert(known.end(), here.begin(), here.end());
  }
  for (const std::string& name : names) {
    if (std::find(known.begin(), known.end(), name) == known.end())
      throw InputError(unknown_word_message("agent", name, known));
  }
}

/// Collects the games of one set of rules.
class LogBuilder {
 public:
  explicit LogBuilder(RatingLog log) : log_(std::move(log)) {}

  int agent(const std::string& name) {
    const auto [found, added] = ids_.emplace(name, static_cast<int>(names_.size()));
    if (added) {
      names_.push_back(name);
      log_.games.push_back(0);
      log_.shares.push_back(0);
      log_.cheats.push_back(name.starts_with("cheat:"));
    }
    return found->second;
  }

  void add(const FinishedGame& game, const std::vector<int>& ids, std::int64_t block) {
    const std::vector<int> ranks = counting_ranks(game);
    const PerSeat<double> shares = stats::win_shares(ranks);
    stats::RankedGame ranked{.num_players = log_.players, .agents = {}, .ranks = {}, .block = block};
    for (std::size_t s = 0; s < ranks.size(); ++s) {
      ranked.agents[s] = ids[s];
      ranked.ranks[s] = ranks[s];
      log_.shares[static_cast<std::size_t>(ids[s])] += shares[s];
      const auto here = ids.begin() + static_cast<std::ptrdiff_t>(s);
      if (std::find(ids.begin(), here, ids[s]) == here) {
        ++log_.games[static_cast<std::size_t>(ids[s])];
      } else {
        log_.several_seats = true;
      }
    }
    ++log_.total_games;
    if (log_.players != 2) {
      log_.rankings.games.push_back(ranked);
      return;
    }
    stats::PairResult& pair = pairs_[{block, ids[0], ids[1]}];
    pair.first = ids[0];
    pair.second = ids[1];
    pair.block = block;
    (ranks[0] < ranks[1] ? pair.wins : ranks[0] > ranks[1] ? pair.losses : pair.draws) += 1;
  }

  void played_by(const std::string& version) {
    if (std::find(log_.versions.begin(), log_.versions.end(), version) == log_.versions.end())
      log_.versions.push_back(version);
  }

  void exclude_block() { ++log_.excluded_blocks; }

  RatingLog finish() {
    for (const auto& [key, pair] : pairs_) log_.pairs.results.push_back(pair);
    (log_.players == 2 ? log_.pairs.agents : log_.rankings.agents) = names_;
    return std::move(log_);
  }

 private:
  RatingLog log_;
  std::vector<std::string> names_;
  std::map<std::string, int> ids_;
  std::map<std::tuple<std::int64_t, int, int>, stats::PairResult> pairs_;
};

template <class Log>
Rating rate_log(const Log& log, const stats::RatingOptions& options, int draws, std::uint64_t seed) {
  Rating rating{.fit = stats::fit_ratings(log, options), .seat_test = {}, .bootstrap = {}};
  rating.seat_test = stats::test_seat_term(rating.fit);
  if (draws > 0) {
    Rng rng = Rng::derive(seed, Stream::schedule, {kBootstrapPurpose});
    rating.bootstrap = stats::bootstrap_ratings(log, options, rng, draws);
  }
  return rating;
}

}  // namespace

std::string version_text(const Manifest& manifest) { return manifest.version + " (" + manifest.commit + ")"; }

std::vector<RatingLog> collect_rating_logs(const std::vector<const Store*>& stores, ForfeitPolicy forfeits,
                                           BlockFilter filter, const std::vector<std::string>& by_version) {
  check_stores(stores, !by_version.empty());
  check_names(stores, by_version);
  std::vector<std::vector<RuleSetting>> rules;
  std::vector<LogBuilder> builders;
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::int64_t> blocks;  // (seed, block): equal deals
  for (const Store* const store : stores) {
    const Schedule& schedule = store->schedule();
    const RunConfig& config = schedule.config();
    std::vector<std::size_t> builder_of;  // [variants]
    std::vector<std::vector<int>> id_of;  // [variants][agents]
    for (const std::vector<RuleSetting>& variant : config.variants) {
      const auto found = std::find(rules.begin(), rules.end(), variant);
      builder_of.push_back(static_cast<std::size_t>(found - rules.begin()));
      if (found == rules.end()) {
        rules.push_back(variant);
        RatingLog log;
        log.game = config.game;
        log.players = config.players;
        log.rules = variant;
        builders.emplace_back(std::move(log));
      }
      std::vector<int> ids;
      LogBuilder& builder = builders[builder_of.back()];
      for (const std::string& name : schedule.names()) {
        const bool apart = std::find(by_version.begin(), by_version.end(), name) != by_version.end();
        ids.push_back(builder.agent(apart ? name + "@" + store->manifest().commit : name));
      }
      builder.played_by(version_text(store->manifest()));
      id_of.push_back(std::move(ids));
    }
    store->visit_blocks(
        filter, Store::Events::leave_out, [&](std::uint64_t block, const std::vector<FinishedGame>& games) {
          if (!is_usable(games, forfeits)) {
            for (const std::size_t b : builder_of) builders[b].exclude_block();
            return;
          }
          const std::int64_t id =
              blocks.emplace(std::pair{config.seed, block}, static_cast<std::int64_t>(blocks.size())).first->second;
          for (const FinishedGame& game : games) {
            const auto variant = static_cast<std::size_t>(game.plan.variant);
            std::vector<int> ids;
            for (const int agent : game.plan.agent_of_seat)
              ids.push_back(id_of[variant][static_cast<std::size_t>(agent)]);
            builders[builder_of[variant]].add(game, ids, id);
          }
        });
  }
  std::vector<RatingLog> logs;
  for (LogBuilder& builder : builders) logs.push_back(builder.finish());
  return logs;
}

Rating rate(const RatingLog& log, const stats::RatingOptions& options, int bootstrap_draws, std::uint64_t seed) {
  if (log.agents().size() < 2) throw DataError("nothing to rate (one agent only). Ratings compare agents");
  if (log.total_games == 0) throw DataError("nothing to rate (no complete block). Play more games");
  if (log.players < 2) throw DataError("nothing to rate (a game for one player)");
  return log.players == 2 ? rate_log(log.pairs, options, bootstrap_draws, seed)
                          : rate_log(log.rankings, options, bootstrap_draws, seed);
}

}  // namespace atl
