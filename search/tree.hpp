/// The tree all searches share. A node is what its observer has perceived since the root; an edge is an action, and
/// below it hangs one child per result the observer can tell apart.
///
///   node --edge (action)--> child            result 0: nothing learnt beyond the action
///                      \--> outcome table    result r: the child of that result
///
/// Statistics are per action, because the mover chooses an action and not its result. The edges of a node lie in one
/// block, ascending by key, so that they meet the (ascending) legal actions of a world in one merge; outcome tables are
/// open-addressed, so that a result is found at once however many there are. A child is made when its edge is
/// traversed for the second time: one edge per iteration, as in the paper, and no nodes for leaves.
///
/// Which player moves at a node is the same in all worlds unless a game merges results or chance is not in the key
/// (open loop). Children with different movers are kept apart, so that an edge always sums one player's rewards.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "engine/core/bits.hpp"
#include "engine/core/types.hpp"
#include "search/block_pool.hpp"

namespace atl {

/// Where a node and an edge lie in a tree's arrays; two types, so that neither passes for the other.
struct NodeId {
  std::uint32_t index;
  auto operator<=>(const NodeId&) const = default;
};
struct EdgeId {
  std::uint32_t index;
  auto operator<=>(const EdgeId&) const = default;
};
inline constexpr NodeId kNoNode{std::numeric_limits<std::uint32_t>::max()};
inline constexpr EdgeId kNoEdge{std::numeric_limits<std::uint32_t>::max()};

struct Edge {
  std::uint32_t key;           ///< action code, or its stand-in for the tree's observer
  std::uint32_t visits;        ///< n: times chosen
  std::uint32_t availability;  ///< n': times it could have been chosen
  float sum;                   ///< of the chooser's rewards
  float extra;             ///< tuned: sum of squares; exp3, regret: cumulative estimate; implicit: value; else: what
                           ///< rounding took away from the sum
  float prior;             ///< heuristic value in [0, 1] when the edge was made
  NodeId child;            ///< of result 0
  std::uint32_t outcomes;  ///< table of the other results
};
static_assert(sizeof(Edge) == 32, "one per iteration");

struct Node {
  EdgeId first;  ///< first edge of the block
  std::uint32_t size;
  std::uint32_t visits;       ///< iterations that chose an action here
  std::uint8_t log_capacity;  ///< Tree::kNoBlock: no block yet
  Player mover;

  /// Requires i < size.
  EdgeId edge(std::uint32_t i) const { return {first.index + i}; }
};
static_assert(sizeof(Node) == 16, "one per inner edge and result");

class Tree {
 public:
  explicit Tree(std::size_t byte_limit) : account_{.limit = byte_limit, .used = 0} {}
  Tree(const Tree&) = delete;
  Tree& operator=(const Tree&) = delete;

  /// Forgets everything, keeps the memory, and makes a root.
  NodeId reset(Player mover) {
    nodes_.clear();
    edges_.clear();
    outcomes_.clear();
    tables_.clear();
    return root_ = add_node(mover);
  }

  NodeId root() const { return root_; }
  Node& node(NodeId id) { return nodes_[id.index]; }
  const Node& node(NodeId id) const { return nodes_[id.index]; }
  Edge& edge(EdgeId id) { return edges_[id.index]; }
  const Edge& edge(EdgeId id) const { return edges_[id.index]; }
  /// The edges of a node, ascending by key; valid until an edge is added anywhere.
  std::span<Edge> edges_of(const Node& at) { return {at.size == 0 ? nullptr : &edges_[at.first.index], at.size}; }
  std::span<const Edge> edges_of(const Node& at) const {
    return {at.size == 0 ? nullptr : &edges_[at.first.index], at.size};
  }
  std::uint32_t num_nodes() const { return nodes_.used(); }
  /// Bytes held, used or not; at most the limit.
  std::size_t bytes() const { return account_.used; }

  /// kNoNode at the byte limit.
  NodeId add_node(Player mover);

  /// The edge of `key`, or kNoEdge. Logarithmic.
  EdgeId find_edge(NodeId id, std::uint32_t key) const;

  /// Adds the edge of `key`, which must not exist; kNoEdge at the byte limit. Moves the node's other edges.
  EdgeId add_edge(NodeId id, std::uint32_t key);

  /// The node behind `id` when the observer learnt `result` and `mover` is next; made if missing.
  /// kNoNode at the byte limit.
  NodeId follow(EdgeId id, std::uint32_t result, Player mover);

  /// As follow, but never makes anything: kNoNode if the child is missing.
  NodeId peek(EdgeId id, std::uint32_t result, Player mover) const;

  /// Number of results other than 0 that have a child behind `id`.
  std::uint32_t num_outcomes(EdgeId id) const {
    return edge(id).outcomes == kNoTable ? 0 : tables_[edge(id).outcomes].size;
  }

  /// Whether result `result` (not 0) has a child behind `id`.
  bool has_outcome(EdgeId id, std::uint32_t result) const { return find_outcome(id, result) != kNoNode; }

  /// Calls visit(NodeId) for every child behind `id`.
  template <class Visit>
  void for_each_child(EdgeId id, Visit&& visit) const {
    const Edge& e = edge(id);
    if (e.child != kNoNode) visit(e.child);
    if (e.outcomes == kNoTable) return;
    const Table table = tables_[e.outcomes];
    for (std::uint32_t i = 0; i <= table.mask(); ++i) {
      if (outcomes_[table.first + i].key != 0) visit(outcomes_[table.first + i].child);
    }
  }

  /// Copies the part of `other` below its node `id` (numbers and all) into this tree, as its root. At the byte limit
  /// what does not fit is left out: the deepest part.
  void copy_subtree(const Tree& other, NodeId id);

  /// One key for a sequence of results; 0 only if all are 0. Collisions (2^-32 per pair) would share a node.
  static std::uint32_t combine_keys(std::uint32_t first, std::uint32_t second) {
    if (second == 0) return first;
    if (first == 0) return second;
    const auto mixed = static_cast<std::uint32_t>(mix64((std::uint64_t{first} << 32) | second));
    return mixed == 0 ? 1 : mixed;
  }

 private:
  static constexpr std::uint8_t kNoBlock = 255;
  static constexpr std::uint32_t kNoTable = std::numeric_limits<std::uint32_t>::max();

  struct Outcome {
    std::uint32_t key;  ///< 0: empty slot
    NodeId child;
  };
  struct Table {
    std::uint32_t first;
    std::uint32_t size;
    std::uint32_t log_capacity;
    std::uint32_t mask() const { return (std::uint32_t{1} << log_capacity) - 1; }
  };

  /// Where `key` is, or belongs, among the node's edges.
  std::uint32_t place_of(const Node& at, std::uint32_t key) const;
  std::uint32_t slot(const Table& table, std::uint32_t key) const;
  NodeId find_outcome(EdgeId id, std::uint32_t key) const;
  NodeId outcome_child(EdgeId id, std::uint32_t key, Player mover);
  void insert_outcome(EdgeId id, std::uint32_t key, NodeId child);
  bool reserve_outcome(EdgeId id);
  std::uint32_t new_block(unsigned log_size);

  struct Copied {
    NodeId there, here;
  };
  NodeId copy_node(const Tree& other, NodeId there, std::vector<Copied>& copied);
  bool copy_edge(const Tree& other, const Edge& there, NodeId to, std::vector<Copied>& copied);

  ByteAccount account_;
  BlockPool<Node> nodes_{account_};
  BlockPool<Edge> edges_{account_};
  BlockPool<Outcome> outcomes_{account_};
  BlockPool<Table> tables_{account_};
  NodeId root_ = kNoNode;
};

/// The most visited line from the root, as edge keys; at most 64.
std::vector<Action> most_visited_line(const Tree& tree);

}  // namespace atl
