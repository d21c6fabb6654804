/// A decision in a tree, as the families of selection (ucb.hpp, puct.hpp, mixed.hpp) see it. They know no game, so
/// that they are compiled once.
#pragma once

#include <cstdint>
#include <span>

#include "engine/core/rng.hpp"
#include "search/arms.hpp"
#include "search/grave.hpp"
#include "search/tree.hpp"

namespace atl {

/// Heuristic values of the options of one decision, for who asks: seldom, since edges keep theirs.
class Priors {
 public:
  /// out[option]: in [0, 1]; 0.5 in a game without heuristic.
  virtual void values(std::span<float> out) const = 0;

 protected:
  ~Priors() = default;
};

struct TreeDecision {
  Tree& tree;
  NodeId node;
  std::span<const Action> keys;  ///< of the options, ascending
  const Priors& priors;
  Arms& arms;                ///< matched with the node's edges
  const Grave* first_moves;  ///< null: off; else looked up
  Rng& rng;

  std::uint32_t visits() const { return tree.node(node).visits; }
};

struct Choice {
  EdgeId edge = kNoEdge;  ///< kNoEdge: the tree is full and nothing legal is in it
  std::uint32_t option = 0;
  bool expanded = false;  ///< chosen for the first time
  float probability = 1;  ///< exp3, regret: with which it was chosen

  bool is_made() const { return edge != kNoEdge; }
};

/// One edge chosen on the way down.
struct Step {
  Tree* tree = nullptr;
  NodeId node = kNoNode;
  EdgeId edge = kNoEdge;
  std::uint32_t key = 0;  ///< of the edge, which may move while others work in the tree
  Player chooser = 0;
  float probability = 1;  ///< as in Choice
};

/// Adds to the sum of an edge whose field `extra` is free. From some thousand visits on what rounding takes away is
/// carried along there (Kahan, CACM 8(1), 1965): a plain float would stop counting rewards of 0.3 rightly at a million.
inline void add_compensated(Edge& edge, float reward) {
  constexpr std::uint32_t kExactVisits = 4096;
  if (edge.visits < kExactVisits) {
    edge.sum += reward;
    return;
  }
  const float addend = reward - edge.extra;
  const float sum = edge.sum + addend;
  edge.extra = (sum - edge.sum) - addend;
  edge.sum = sum;
}

}  // namespace atl
