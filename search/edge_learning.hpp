/// What an edge learns from the reward of an iteration; how that becomes a choice: tree_policy.hpp.
///
/// Implicit minimax after Lanctot, Winands, Pepels, Sturtevant, "Monte Carlo tree search with heuristic evaluations
/// using implicit minimax backups", CIG 2014.
#pragma once

#include <algorithm>
#include <vector>

#include "engine/core/game.hpp"
#include "search/params.hpp"
#include "search/tree.hpp"

namespace atl {

/// One edge chosen on the way down.
struct Step {
  EdgeId edge = kNoEdge;
  NodeId node = kNoNode;
  std::uint32_t key = 0;  ///< of the edge, which may move while others work in the tree
  Player chooser = 0;
  float probability = 1;  ///< exp3, regret: with which it was chosen
  std::uint32_t available_end =
      0;  ///< regret: end of this step's part of the list of edges that could have been chosen
};

/// One rule for all edges of a search, by its parameters. Edge::extra is what the selection in use keeps beside the
/// sum.
class EdgeLearning {
 public:
  explicit EdgeLearning(const SearchParams& params)
      : selection_(params.selection.formula),
        implicit_(static_cast<float>(params.selection.implicit)),
        compensates_(params.selection.implicit <= 0 &&
                     (params.selection.formula == Selection::ucb1 || params.selection.formula == Selection::puct ||
                      params.selection.formula == Selection::smooth)) {}

  /// One more visit of `step`'s edge, which earned its chooser `reward`.
  void update(Tree& tree, const Step& step, std::uint32_t available_begin, const std::vector<EdgeId>& available,
              float reward) const {
    Edge& edge = tree.edge(step.edge);
    ++edge.visits;
    add_reward(edge, reward);
    switch (selection_) {
      case Selection::tuned: edge.extra += reward * reward; break;
      case Selection::exp3: edge.extra += reward / step.probability; break;
      case Selection::regret:
        for (std::uint32_t i = available_begin; i < step.available_end; ++i) tree.edge(available[i]).extra -= reward;
        edge.extra += reward / step.probability;
        break;
      default: break;
    }
  }

  /// Adds to the edge's sum. From some thousand visits on what rounding takes away is carried along where the edge has
  /// a free field (Kahan, CACM 8(1), 1965): a plain float would stop counting rewards of 0.3 rightly at a million.
  void add_reward(Edge& edge, float reward) const {
    if (edge.visits < kExactVisits || !compensates_) {
      edge.sum += reward;
      return;
    }
    const float addend = reward - edge.extra;
    const float sum = edge.sum + addend;
    edge.extra = (sum - edge.sum) - addend;
    edge.sum = sum;
  }

  /// Implicit minimax: `path` ends at a position evaluated as `leaf`; sets the values of its edges, bottom up. A mover
  /// takes its best edge; what it gains by that the others lose in equal parts (exact for two seats).
  void update_values(Tree& tree, const std::vector<Step>& path, PerSeat<float> leaf, int num_players) const {
    if (implicit_ <= 0) return;
    for (std::size_t i = path.size(); i-- > 0;) {
      const auto mover = static_cast<std::size_t>(path[i].chooser);
      tree.edge(path[i].edge).extra = leaf[mover];
      const Node& node = tree.node(path[i].node);
      float best = leaf[mover];
      for (EdgeId e = node.first; e < node.first + node.size; ++e) {
        if (tree.edge(e).visits > 0) best = std::max(best, tree.edge(e).extra);
      }
      const float gain = best - leaf[mover];
      for (std::size_t p = 0; p < static_cast<std::size_t>(num_players); ++p) {
        leaf[p] += p == mover ? gain : -gain / static_cast<float>(std::max(1, num_players - 1));
      }
    }
  }
  bool uses_values() const { return implicit_ > 0; }

 private:
  static constexpr std::uint32_t kExactVisits = 4096;

  Selection selection_;
  float implicit_;
  bool compensates_;
};

}  // namespace atl
