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

#include <memory>
#include <vector>

#include "engine/core/parallel.hpp"
#include "search/so_ismcts.hpp"

namespace atl {

template <ImperfectInformationGame G, class Determinizer = SampleWorld>
class TreeParallel {
 public:
  using State = typename G::State;
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
  }

  void run(const RootKnowledge<G>& root, Budget budget, Rng rng, RootStatistics& out) {
    if (!kept_) owner().reset(root.own.player_to_act(), root.own.observer());
    kept_ = false;
    const auto n = static_cast<long>(walkers_.size());
    for (long i = 0; i < n; ++i) {
      Walker& walker = *walkers_[static_cast<std::size_t>(i)];
      walker.rng = rng.split(Stream::search, static_cast<std::uint64_t>(i));
      if (i > 0) walker.tree.join(owner());
    }
    parallel_for_indexed(n, static_cast<int>(n),
                         [&](long i) { work(*walkers_[static_cast<std::size_t>(i)], root, budget.part(i, n)); });
    collect(out);
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
    Walker(const G& game, const SearchParams& params, std::size_t byte_limit)
        : tree(game, params, byte_limit), timer(params.profile) {}
    SingleTree<G, SeesActions, Together> tree;
    PhaseTimer timer;
    Rng rng = Rng::derive(0, Stream::search, {});
    RootStatistics found;
    State root_world{};
  };

  SingleTree<G, SeesActions, Together>& owner() { return walkers_.front()->tree; }

  /// The loop of SoIsmcts, in a shared tree.
  void work(Walker& walker, const RootKnowledge<G>& root, Budget budget) {
    walker.timer.clear();
    walker.found.clear({});
    SearchStreams random(walker.rng);
    while (budget.more()) {
      walker.timer.start();
      State state = determinize_(root.own, random.worlds);
      if (budget.done() == 1) walker.root_world = state;
      walker.timer.end(Phase::determinize);
      walker.tree.select_and_expand(state, random.choices, random.chance);
      walker.timer.end(Phase::select);
      const Rewards rewards = walker.tree.simulate(state, random.playouts);
      walker.timer.end(Phase::playout);
      walker.tree.back_up(rewards);
      walker.timer.end(Phase::backup);
      walker.found.note_depth(walker.tree.depth());
    }
    walker.found.iterations = walker.found.worlds = static_cast<std::uint64_t>(budget.done());
    walker.found.add_phases(walker.timer);
  }

  void collect(RootStatistics& out) {
    const State* root_world = nullptr;
    for (const auto& walker : walkers_) {
      if (root_world == nullptr && walker->found.iterations > 0) root_world = &walker->root_world;
      out.bytes += walker->tree.bytes();
      out.add_counts(walker->found);
    }
    if (root_world != nullptr) owner().collect(*root_world, out);
    out.nodes += owner().tree().num_nodes();
    out.principal_variation = owner().principal_variation();
  }

  std::vector<std::unique_ptr<Walker>> walkers_;  ///< one per thread
  [[no_unique_address]] Determinizer determinize_;
  bool kept_ = false;
};

}  // namespace atl
