/// Determinized UCT (perfect-information Monte Carlo with UCT as its solver): the iterations are shared out over a
/// number of worlds, each with a tree of its own that knows the world; the numbers of the roots are added up by action
/// (Cowling, Ward, Powley, "Ensemble determinization in Monte Carlo tree search for the imperfect information card game
/// Magic: The Gathering", IEEE TCIAIG 4(4), 2012). On the information state of kOmniscient: the cheating ensemble.
///
/// Known defects: strategy fusion and non-locality (Frank, Basin, AIJ 100, 1998). It never pays for information and
/// believes that it can tell its worlds apart from the next decision on.
#pragma once

#include <algorithm>

#include "search/so_ismcts.hpp"

namespace atl {

template <ImperfectInformationGame G, class Determinizer = SampleWorld>
class Pimc {
 public:
  using State = typename G::State;
  static constexpr bool kReuses = false;

  Pimc(const G& game, const SearchParams& params, std::size_t byte_limit, Determinizer determinize = Determinizer())
      : search_(game, params, byte_limit),
        timer_(params.profile),
        determinize_(determinize),
        worlds_(std::max(1, params.belief.worlds / std::max(1, params.parallel.trees))) {}

  void run(const RootKnowledge<G>& root, Budget budget, Rng rng, RootStatistics& out) {
    timer_.clear();
    SearchStreams random(rng);
    std::uint64_t worlds = 0;
    for (bool more = budget.more(); more;) {
      timer_.start();
      const State world = determinize_(root.own, random.worlds);
      ++worlds;
      timer_.end(Phase::determinize);
      search_.reset(root.own.player_to_act(), kOmniscient);
      // A world's tree ends when its share of the budget is used, whatever kind of budget that is.
      const double share_end = static_cast<double>(worlds) / worlds_;
      do {
        timer_.start();
        State state = world;
        search_.select_and_expand(state, random.choices, random.chance);
        timer_.end(Phase::select);
        const Rewards rewards = search_.simulate(state, random.playouts);
        timer_.end(Phase::playout);
        search_.back_up(rewards);
        timer_.end(Phase::backup);
        out.note_depth(search_.depth());
        more = budget.more();
      } while (more && budget.progress() <= share_end);
      search_.collect(world, out);
      out.nodes += search_.tree().num_nodes();
    }
    out.iterations += static_cast<std::uint64_t>(budget.done());
    out.worlds += worlds;
    out.bytes += search_.bytes();
    if (worlds > 0) out.principal_variation = search_.principal_variation();
    out.add_phases(timer_);
  }

  /// The upper part of the tree of the last world (SingleTree::rows).
  std::vector<TreeRow> rows(const typename G::InformationState& root, const TreeLimits& limits, Rng& rng) const {
    return search_.rows(root, limits, rng);
  }

 private:
  SingleTree<G, SeesActions> search_;
  PhaseTimer timer_;
  [[no_unique_address]] Determinizer determinize_;
  int worlds_;
};

}  // namespace atl
