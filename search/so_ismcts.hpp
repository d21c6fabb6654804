/// Single-observer information set MCTS, after the pseudo-code of Cowling, Powley, Whitehouse, "Information Set Monte
/// Carlo Tree Search", IEEE TCIAIG 4(2), 2012: one tree over what the searcher perceives, a fresh world every
/// iteration. With the view SeesObservations it is their SO-ISMCTS+POM; on the information state of kOmniscient, whose
/// only world is the truth, it is cheating UCT.
///
/// Availability is counted on the way down and not in back_up(): the actions that are legal in this world are at hand
/// there. The counts are those of the paper.
#pragma once

#include "search/sample_world.hpp"
#include "search/single_tree.hpp"

namespace atl {

/// What a search starts from, at a decision of `own`'s observer: its information state and, for searches that ask for
/// it, that of kPublic.
template <ImperfectInformationGame G>
struct RootKnowledge {
  const typename G::InformationState& own;
  const typename G::InformationState* common = nullptr;
};

/// The generators of one logical tree, one per purpose.
struct SearchStreams {
  explicit SearchStreams(Rng rng)
      : worlds(rng.split(Stream::search, 0)),
        choices(rng.split(Stream::search, 1)),
        chance(rng.split(Stream::search, 2)),
        playouts(rng.split(Stream::search, 3)) {}
  Rng worlds, choices, chance, playouts;
};

template <ImperfectInformationGame G, class View = SeesActions, class Determinizer = SampleWorld>
class SoIsmcts {
 public:
  using State = typename G::State;
  static constexpr bool kReuses = true;

  SoIsmcts(const G& game, const SearchParams& params, std::size_t byte_limit, Determinizer determinize = Determinizer())
      : search_(game, params, byte_limit), timer_(params.profile), determinize_(determinize) {}

  /// Searches until the budget is used and adds what it finds to `out`, which must have been cleared for this root.
  void run(const RootKnowledge<G>& root, Budget budget, Rng rng, RootStatistics& out) {
    if (!kept_) search_.reset(root.own.player_to_act(), root.own.observer());
    kept_ = false;
    timer_.clear();
    SearchStreams random(rng);
    while (budget.more()) {
      timer_.start();
      State state = determinize_(root.own, random.worlds);
      if (budget.done() == 1) root_world_ = state;
      timer_.end(Phase::determinize);
      search_.select_and_expand(state, random.choices, random.chance);
      timer_.end(Phase::select);
      const Rewards rewards = search_.simulate(state, random.playouts);
      timer_.end(Phase::playout);
      search_.back_up(rewards);
      timer_.end(Phase::backup);
      out.note_depth(search_.depth());
    }
    collect(static_cast<std::uint64_t>(budget.done()), out);
  }

  /// Keeps for the next run the subtree behind the events of `record` from index `from` on (SingleTree::advance); if
  /// it is not called, or returns false, the next run starts anew.
  bool advance(const std::vector<Action>& record, std::size_t from) { return kept_ = search_.advance(record, from); }

  const SingleTree<G, View>& tree() const { return search_; }

  /// The upper part of the tree of the last run (SingleTree::rows).
  std::vector<TreeRow> rows(const typename G::InformationState& root, const TreeLimits& limits, Rng& rng) const {
    return search_.rows(root, limits, rng);
  }

 private:
  void collect(std::uint64_t iterations, RootStatistics& out) {
    out.iterations += iterations;
    out.worlds += iterations;
    if (iterations > 0) search_.collect(root_world_, out);
    out.nodes += search_.tree().num_nodes();
    out.bytes += search_.bytes();
    out.principal_variation = search_.principal_variation();
    out.add_phases(timer_);
  }

  SingleTree<G, View> search_;
  PhaseTimer timer_;
  [[no_unique_address]] Determinizer determinize_;
  State root_world_{};
  bool kept_ = false;
};

}  // namespace atl
