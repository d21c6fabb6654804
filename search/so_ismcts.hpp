/// Single-observer information set MCTS, after the pseudo-code of Cowling, Powley, Whitehouse, "Information Set Monte
/// Carlo Tree Search", IEEE TCIAIG 4(2), 2012: one tree over what the searcher perceives, a fresh world every
/// iteration. With View::observations it is their SO-ISMCTS+POM; on the information state of kOmniscient, whose only
/// world is the truth, it is cheating UCT.
///
/// Availability is counted on the way down and not in back_up(): the actions that are legal in this world are at hand
/// there. The counts are those of the paper.
#pragma once

#include "search/iterate.hpp"
#include "search/sample_world.hpp"
#include "search/single_tree.hpp"

namespace atl {

template <ImperfectInformationGame G, View view = View::actions, class Determinizer = SampleWorld>
class SoIsmcts {
 public:
  static constexpr bool kReuses = true;

  SoIsmcts(const G& game, const SearchParams& params, std::size_t byte_limit, Determinizer determinize = Determinizer())
      : search_(game, params, byte_limit, view), determinize_(determinize) {}

  /// Searches until the budget is used and adds what it finds to `out`, which must have been cleared for this root.
  void run(const RootKnowledge<G>& root, Budget budget, Rng rng, RootStatistics& out) {
    if (!kept_) search_.reset(root.own.player_to_act(), root.own.observer());
    kept_ = false;
    SearchStreams random(rng);
    const auto next_world = [&] { return determinize_(root.own, random.worlds); };
    iterate(search_, budget, random, out, next_world);
    search_.collect(next_world(), out);
    out.worlds += out.iterations;
    out.bytes += search_.bytes();
  }

  /// Keeps for the next run the subtree behind the events of `record` from index `from` on (SingleTree::advance); if
  /// it is not called, or returns false, the next run starts anew.
  bool advance(const std::vector<Action>& record, std::size_t from) { return kept_ = search_.advance(record, from); }

  const Tree& tree() const { return search_.tree(); }

  /// The upper part of the tree of the last run (SingleTree::rows).
  std::vector<TreeRow> rows(const typename G::InformationState& root, const TreeLimits& limits, Rng& rng) const {
    return search_.rows(root, limits, rng);
  }

 private:
  SingleTree<G> search_;
  [[no_unique_address]] Determinizer determinize_;
  bool kept_ = false;
};

}  // namespace atl
