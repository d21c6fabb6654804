/// Determinized UCT (perfect-information Monte Carlo with UCT as its solver): the iterations are shared out over a
/// number of worlds, each with a tree of its own that knows the world; the numbers of the roots are added up by action
/// (Cowling, Ward, Powley, "Ensemble determinization in Monte Carlo tree search for the imperfect information card game
/// Magic: The Gathering", IEEE TCIAIG 4(4), 2012). On the information state of kOmniscient: the cheating ensemble.
///
/// Known defects: strategy fusion and non-locality (Frank, Basin, AIJ 100, 1998). It never pays for information and
/// believes that it can tell its worlds apart from the next decision on.
#pragma once

#include <algorithm>
#include <optional>

#include "search/iterate.hpp"
#include "search/sample_world.hpp"
#include "search/single_tree.hpp"

namespace atl {

template <ImperfectInformationGame G, class Determinizer = SampleWorld>
class Pimc {
 public:
  static constexpr bool kReuses = false;

  Pimc(const G& game, const SearchParams& params, std::size_t byte_limit, Determinizer determinize = Determinizer())
      : search_(game, without_reuse(params), byte_limit),
        determinize_(determinize),
        worlds_(std::max(1, params.belief.worlds / std::max(1, params.parallel.trees))) {}

  void run(const RootKnowledge<G>& root, Budget budget, Rng rng, RootStatistics& out) {
    SearchStreams random(rng);
    while (budget.is_left()) {
      ++out.worlds;
      search_.reset(root.own.player_to_act(), kOmniscient);
      // A world's tree ends when its share of the budget is used, whatever kind of budget that is.
      budget.pause_at(static_cast<double>(out.worlds) / worlds_);
      std::optional<typename G::State> world;
      iterate(search_, budget, random, out, [&] {
        if (!world) world = determinize_(root.own, random.worlds);
        return *world;
      });
      if (world) search_.collect(*world, out);
    }
    out.bytes += search_.bytes();
  }

  /// The upper part of the tree of the last world (SingleTree::rows).
  std::vector<TreeRow> rows(const typename G::InformationState& root, const TreeLimits& limits, Rng& rng) const {
    return search_.rows(root, limits, rng);
  }

 private:
  /// A tree of one world is of no use in the next, so that no memory is kept free for a copy.
  static SearchParams without_reuse(SearchParams params) {
    params.tree.reuse = false;
    return params;
  }

  SingleTree<G> search_;
  [[no_unique_address]] Determinizer determinize_;
  int worlds_;
};

}  // namespace atl
