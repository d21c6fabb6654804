/// Single-observer ISMCTS by several threads in one tree (tree parallelisation with a global lock and virtual loss:
/// Chaslot, Winands, van den Herik, "Parallel Monte-Carlo tree search", CG 2008). Every thread samples worlds, lists
/// actions, applies them and plays out on its own; it holds the tree only while it chooses an edge, follows one, or
/// backs up. While a thread is below an edge, the edge looks as if it had lost `virtual_loss` more times, so that
/// others go elsewhere.
///
/// Not reproducible: which thread comes first decides what the others see. Everything else that searches here is; use
/// trees (root_parallel.hpp) unless one deep tree is wanted sooner. What playouts learn (mast, nst, lgr, grave) each
/// thread learns for itself.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "search/iterate.hpp"
#include "search/root_parallel.hpp"
#include "search/sample_world.hpp"
#include "search/single_tree.hpp"

namespace atl {

template <ImperfectInformationGame G, class Determinizer = SampleWorld>
class TreeParallel {
 public:
  static constexpr bool kReuses = true;

  TreeParallel(const G& game, const SearchParams& params, std::size_t byte_limit,
               Determinizer determinize = Determinizer())
      : determinize_(determinize) {
    const auto n = static_cast<std::size_t>(params.parallel.threads);
    walkers_.resize(n);
    std::size_t left = byte_limit;
    for (std::size_t i = n; i-- > 0;) {  // the first, which owns the tree, comes last and gets what is left
      walkers_[i] = std::make_unique<Walker>(game, params, i == 0 ? left : byte_limit / n);
      left -= std::min(left, walkers_[i]->tree.bytes());
    }
    owner().share();
  }

  void run(const RootKnowledge<G>& root, Budget budget, Rng rng, RootStatistics& out) {
    if (!kept_) owner().reset(root.own.player_to_act(), root.own.observer());
    kept_ = false;
    const auto n = static_cast<long>(walkers_.size());
    std::vector<SearchStreams> streams;
    for (long i = 0; i < n; ++i) {
      streams.emplace_back(rng.split(Stream::search, static_cast<std::uint64_t>(i)));
      if (i > 0) walkers_[static_cast<std::size_t>(i)]->tree.join(owner());
    }
    run_indexed(n, static_cast<int>(n), [&](long i) {
      Walker& walker = *walkers_[static_cast<std::size_t>(i)];
      SearchStreams& random = streams[static_cast<std::size_t>(i)];
      walker.found.clear({});
      Budget mine = budget.part(i, n);
      iterate(walker.tree, mine, random, walker.found, [&] { return determinize_(root.own, random.worlds); });
    });
    for (const auto& walker : walkers_) {
      walker->found.worlds = walker->found.iterations;
      walker->found.bytes = walker->tree.bytes();
      out.add_counts(walker->found);
    }
    owner().collect(determinize_(root.own, streams.front().worlds), out);
  }

  bool advance(const std::vector<Action>& record, std::size_t from) { return kept_ = owner().advance(record, from); }

  const Tree& tree() const { return walkers_.front()->tree.tree(); }

  /// The upper part of the tree of the last run (SingleTree::rows).
  std::vector<TreeRow> rows(const typename G::InformationState& root, const TreeLimits& limits, Rng& rng) const {
    return walkers_.front()->tree.rows(root, limits, rng);
  }

 private:
  /// What one thread has to itself. (The tree of the first one is everybody's.)
  struct Walker {
    Walker(const G& game, const SearchParams& params, std::size_t byte_limit) : tree(game, params, byte_limit) {
      found.phases = PhaseTimer(params.profile);
    }
    SingleTree<G> tree;
    RootStatistics found;
  };

  SingleTree<G>& owner() { return walkers_.front()->tree; }

  std::vector<std::unique_ptr<Walker>> walkers_;  ///< one per thread
  [[no_unique_address]] Determinizer determinize_;
  bool kept_ = false;
};

}  // namespace atl
