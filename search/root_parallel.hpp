/// Root parallelism over logical trees: the budget is split over params.parallel.trees independent searches, each with
/// a generator of its own, and their numbers are added up action by action in the order of the trees. Threads only
/// schedule them, so the result is the same for any number of threads (time budgets apart). Chaslot, Winands, van den
/// Herik, "Parallel Monte-Carlo tree search", CG 2008.
#pragma once

#include <concepts>
#include <functional>
#include <memory>
#include <vector>

#include "search/iterate.hpp"
#include "search/params_list.hpp"
#include "search/sample_world.hpp"

namespace atl {

/// Calls body(i) for i in [0, count) on `threads` threads (engine/core/parallel.hpp).
void run_indexed(long count, int threads, const std::function<void(long)>& body);

/// What does not depend on the game: shares the budget out and adds up what the trees find.
class RootSchedule {
 public:
  explicit RootSchedule(const SearchParams& params);

  std::size_t num_trees() const { return parts_.size(); }
  /// Of each tree.
  std::size_t tree_bytes() const;

  using SearchTree = std::function<void(std::size_t tree, const Budget& budget, const Rng& rng, RootStatistics& out)>;
  /// The result is valid until the next run.
  const RootStatistics& run(std::span<const Action> legal, Rng& rng, const StopFlag& stop, const SearchTree& search);

 private:
  BudgetParams budget_;
  int threads_;
  std::vector<RootStatistics> parts_;
  RootStatistics total_;
};

template <ImperfectInformationGame G, class Search>
class RootParallel {
 public:
  /// Throws InputError if the parameters do not fit the game.
  RootParallel(const G& game, const SearchParams& params) : schedule_(params) {
    check_params(params, abilities_of<G>());
    for (std::size_t i = 0; i < schedule_.num_trees(); ++i) {
      if constexpr (std::constructible_from<Search, const G&, const SearchParams&, std::size_t, SampleWorld>) {
        const SampleWorld determinize(params.belief.others);
        searches_.push_back(std::make_unique<Search>(game, params, schedule_.tree_bytes(), determinize));
      } else {  // with a Determinizer of the user's
        searches_.push_back(std::make_unique<Search>(game, params, schedule_.tree_bytes()));
      }
    }
  }

  /// Requires that `legal` are the legal actions at `root`. The result is valid until the next run. The information
  /// states are only read.
  const RootStatistics& run(const RootKnowledge<G>& root, const ActionList<G>& legal, Rng& rng, const StopFlag& stop) {
    return schedule_.run({legal.data(), legal.size()}, rng, stop,
                         [&](std::size_t i, const Budget& budget, const Rng& own, RootStatistics& out) {
                           searches_[i]->run(root, budget, own, out);
                         });
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
  RootSchedule schedule_;
  std::vector<std::unique_ptr<Search>> searches_;
};

}  // namespace atl
