/// Multiple-observer information set MCTS (Cowling, Powley, Whitehouse, "Information Set Monte Carlo Tree Search",
/// IEEE TCIAIG 4(2), 2012), with a share of worlds from the public belief (self-determinization; Cowling, Whitehouse,
/// Powley, "Emergent bluffing and inference with Monte Carlo tree search", CIG 2015).
///
/// Plain (public_share = 0): worlds agree with what the searcher knows, and all trees learn from them. So the modelled
/// opponents learn the searcher's secrets through their numbers, and secrets are worth nothing to it.
///
/// With a public share, opponents' trees learn only in worlds that agree with what everybody knows, and the searcher
/// chooses there from a tree of its own (its secrets are others in every such world); the searcher's tree learns only
/// in worlds that agree with its own knowledge, against the opponents' average strategies.
#pragma once

#include "search/iterate.hpp"
#include "search/multi_tree.hpp"
#include "search/sample_world.hpp"

namespace atl {

template <ImperfectInformationGame G, class Determinizer = SampleWorld>
class MoIsmcts {
 public:
  static constexpr bool kReuses = false;

  MoIsmcts(const G& game, const SearchParams& params, std::size_t byte_limit, Determinizer determinize = Determinizer())
      : search_(game, params, byte_limit), determinize_(determinize), public_share_(params.belief.public_share) {}

  /// Requires root.common if there is a public share.
  void run(const RootKnowledge<G>& root, Budget budget, Rng rng, RootStatistics& out) {
    const Player player = root.own.player_to_act();
    search_.reset(player, root.own.observer());
    SearchStreams random(rng);
    double owed = 0;  // public worlds due: spreads the share evenly
    iterate(search_, budget, random, out, [&] {
      owed += public_share_;
      const bool is_public = owed >= 1;
      if (is_public) owed -= 1;
      search_.assign(roles(player, is_public));
      return determinize_(is_public ? *root.common : root.own, random.worlds);
    });
    search_.collect(determinize_(root.own, random.worlds), out);
    out.worlds += out.iterations;
    out.bytes += search_.bytes();
  }

  /// The upper part of the searching seat's tree (MultiTree::rows).
  std::vector<TreeRow> rows(const typename G::InformationState& root, const TreeLimits& limits, Rng& rng) const {
    return search_.rows(root, limits, rng);
  }

 private:
  typename MultiTree<G>::Roles roles(Player player, bool is_public) const {
    typename MultiTree<G>::Roles roles{.hypothetical = is_public};
    roles.learns.fill(public_share_ <= 0 || is_public);
    roles.learns[player] = true;
    return roles;
  }

  MultiTree<G> search_;
  [[no_unique_address]] Determinizer determinize_;
  double public_share_;
};

}  // namespace atl
