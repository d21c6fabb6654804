/// Which edge the mover takes at a node, and what edges learn from rewards. One family of formulas per search:
///
///   ucb.hpp     ucb1, tuned; first-play urgency, progressive bias, virtual visits, widening
///   puct.hpp    puct
///   mixed.hpp   smooth, exp3, regret
///
/// What is common to all stands here: matching options with edges, counting visits and availability, all moves as
/// first.
#pragma once

#include <variant>

#include "search/mixed.hpp"
#include "search/params.hpp"
#include "search/puct.hpp"
#include "search/tree_decision.hpp"
#include "search/ucb.hpp"

namespace atl {

class TreePolicy {
 public:
  /// Uses a part of `byte_limit` for first moves, if the parameters ask for them.
  TreePolicy(const SearchParams& params, bool has_heuristic, std::size_t max_options, std::size_t byte_limit);

  /// Forgets what was learnt outside the tree.
  void clear() { grave_.clear(); }
  std::size_t bytes() const { return grave_.bytes(); }
  /// Whether learn_first_moves() wants the moves of every iteration.
  bool learns_first_moves() const { return grave_.active(); }

  /// Starts an iteration at `root`.
  void begin(NodeId root);

  /// Chooses among the options at node `id`: `keys` of their edges, ascending, and [option] the actions they stand for.
  /// Counts one visit of the node and the availability of every edge that is legal here (chosen or not; a new edge
  /// starts at 1). Adds at most one edge, except with the selections that need all of them (puct, exp3, regret).
  Choice choose(Tree& tree, NodeId id, std::span<const Action> keys, std::span<const Action> actions,
                const Priors& priors, Rng& rng);

  /// The mover's average strategy so far: an option in proportion to its visits. Reads only; no choice if none was
  /// tried.
  Choice sample(Tree& tree, NodeId id, std::span<const Action> keys, Rng& rng);

  /// One more visit of every edge of the iteration's path: the choices of this iteration, in their order.
  void learn(std::span<const Step> path, const Rewards& rewards) const;

  /// One more visit of an edge that somebody else chose.
  void learn_seen(Edge& edge, float reward) const;

  /// The path went through `nodes`; `moves` are all of the iteration. Requires learns_first_moves().
  void learn_first_moves(std::span<const NodeId> nodes, std::span<const Move> moves, const Rewards& rewards) {
    grave_.learn(nodes, moves, rewards);
  }

 private:
  using Family = std::variant<Ucb, Puct, SmoothUct, Exp3, RegretMatching>;
  static Family make_family(const SearchParams& params, bool has_heuristic, std::size_t max_options);

  Arms arms_;
  Grave grave_;
  Family family_;
};

}  // namespace atl
