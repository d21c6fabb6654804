/// Root parallelism over logical trees: the budget is split over params.parallel.trees independent searches, each with
/// a generator of its own, and their numbers are added up action by action in the order of the trees. Threads only
/// schedule them, so the result is the same for any number of threads (time budgets apart). Chaslot, Winands, van den
/// Herik, "Parallel Monte-Carlo tree search", CG 2008.
#pragma once

#include <concepts>
#include <memory>
#include <span>
#include <vector>

#include "engine/core/parallel.hpp"
#include "search/check_params.hpp"
#include "search/so_ismcts.hpp"

namespace atl {

template <ImperfectInformationGame G, class Search>
class RootParallel {
 public:
  /// Throws InputError if the parameters do not fit the game.
  RootParallel(const G& game, const SearchParams& params)
      : params_(params), parts_(static_cast<std::size_t>(params.parallel.trees)) {
    check_params<G>(params);
    const auto bytes = static_cast<std::size_t>(params.budget.tree_mb * 1024 * 1024) / parts_.size();
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      if constexpr (std::constructible_from<Search, const G&, const SearchParams&, std::size_t, SampleWorld>) {
        searches_.push_back(std::make_unique<Search>(game, params, bytes, SampleWorld(params.belief.others)));
      } else {  // with a Determinizer of the user's
        searches_.push_back(std::make_unique<Search>(game, params, bytes));
      }
    }
  }

  /// Requires that `legal` are the legal actions at `root`. The result is valid until the next run. The information
  /// states are only read.
  const RootStatistics& run(const RootKnowledge<G>& root, const ActionList<G>& legal, Rng& rng, const StopFlag& stop) {
    const std::span<const Action> actions(legal.data(), legal.size());
    const auto count = static_cast<long>(parts_.size());
    std::vector<Rng> generators;
    for (long i = 0; i < count; ++i) generators.push_back(rng.split(Stream::search, static_cast<std::uint64_t>(i)));
    // Trees that wait for a thread share the time.
    const long waves = (count + params_.parallel.threads - 1) / params_.parallel.threads;
    const double seconds = params_.budget.ms / 1000 / static_cast<double>(waves);
    const auto search_part = [&](long i) {
      const auto k = static_cast<std::size_t>(i);
      parts_[k].clear(actions);
      const std::int64_t share = params_.budget.iterations / count + (i < params_.budget.iterations % count ? 1 : 0);
      searches_[k]->run(root, Budget(share, seconds, stop), generators[k], parts_[k]);
    };
    if (count == 1 || params_.parallel.threads == 1) {
      for (long i = 0; i < count; ++i) search_part(i);
    } else {
      parallel_for_indexed(count, params_.parallel.threads, search_part);
    }
    total_.clear(actions);
    for (const RootStatistics& part : parts_) total_.merge(part);
    return total_;
  }

  /// Tells every tree what has happened since the last run (SingleTree::advance). Requires Search::kReuses.
  void advance(const std::vector<Action>& record, std::size_t from)
    requires(Search::kReuses)
  {
    for (const auto& search : searches_) search->advance(record, from);
  }

  /// The upper part of the first tree, for people; nothing where there is none.
  std::vector<TreeRow> rows(const typename G::InformationState& root, const TreeLimits& limits, Rng& rng) const {
    if constexpr (requires { searches_.front()->rows(root, limits, rng); })
      return searches_.front()->rows(root, limits, rng);
    return {};
  }

  Search& search(std::size_t tree) { return *searches_[tree]; }

 private:
  SearchParams params_;
  std::vector<RootStatistics> parts_;
  RootStatistics total_;
  std::vector<std::unique_ptr<Search>> searches_;
};

}  // namespace atl
