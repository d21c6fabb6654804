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
#include <cstring>
#include <limits>
#include <vector>

#include "engine/core/bits.hpp"
#include "engine/core/types.hpp"
#include "search/block_pool.hpp"

namespace atl {

using NodeId = std::uint32_t;
using EdgeId = std::uint32_t;
inline constexpr NodeId kNoNode = std::numeric_limits<std::uint32_t>::max();
inline constexpr EdgeId kNoEdge = std::numeric_limits<std::uint32_t>::max();

struct Edge {
  std::uint32_t key;           ///< action code, or its stand-in for the tree's observer
  std::uint32_t visits;        ///< n: times chosen
  std::uint32_t availability;  ///< n': times it could have been chosen
  float sum;                   ///< of the chooser's rewards (TreePolicy::add_reward)
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
  std::uint8_t log_capacity;  ///< kNoBlock: no block yet
  Player mover;
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
  Node& node(NodeId id) { return nodes_[id]; }
  const Node& node(NodeId id) const { return nodes_[id]; }
  Edge& edge(EdgeId id) { return edges_[id]; }
  const Edge& edge(EdgeId id) const { return edges_[id]; }
  /// The edges of a node, for loops; valid until an edge is added anywhere.
  Edge* edges_of(const Node& at) { return at.size == 0 ? nullptr : &edges_[at.first]; }
  std::uint32_t num_nodes() const { return nodes_.used(); }
  /// Bytes held, used or not; at most the limit.
  std::size_t bytes() const { return account_.used; }

  /// kNoNode at the byte limit.
  NodeId add_node(Player mover) {
    const NodeId id = nodes_.allocate(0);
    if (id != kNoNode) nodes_[id] = {.first = 0, .size = 0, .visits = 0, .log_capacity = kNoBlock, .mover = mover};
    return id;
  }

  /// The edge of `key`, or kNoEdge. Logarithmic.
  EdgeId find_edge(NodeId id, std::uint32_t key) const {
    const Node& at = nodes_[id];
    const EdgeId i = lower_bound(at, key);
    return i < at.first + at.size && edges_[i].key == key ? i : kNoEdge;
  }

  /// Adds the edge of `key`, which must not exist; kNoEdge at the byte limit. Moves the node's other edges.
  EdgeId add_edge(NodeId id, std::uint32_t key) {
    Node& at = nodes_[id];
    if (at.log_capacity == kNoBlock) {
      const EdgeId block = edges_.allocate(0);
      if (block == kNoEdge) return kNoEdge;
      at.first = block;
      at.log_capacity = 0;
    } else if (at.size == std::uint32_t{1} << at.log_capacity) {
      const EdgeId block = edges_.allocate(at.log_capacity + 1U);
      if (block == kNoEdge) return kNoEdge;
      std::memcpy(&edges_[block], &edges_[at.first], at.size * sizeof(Edge));
      edges_.release(at.first, at.log_capacity);
      at.first = block;
      ++at.log_capacity;
    }
    const EdgeId place = lower_bound(at, key);
    const std::uint32_t behind = at.first + at.size - place;
    if (behind > 0) std::memmove(&edges_[place] + 1, &edges_[place], behind * sizeof(Edge));
    ++at.size;
    edges_[place] = {.key = key,
                     .visits = 0,
                     .availability = 0,
                     .sum = 0,
                     .extra = 0,
                     .prior = 0,
                     .child = kNoNode,
                     .outcomes = kNoTable};
    return place;
  }

  /// The node behind `id` when the observer learnt `result` and `mover` is next; made if missing.
  /// kNoNode at the byte limit.
  NodeId follow(EdgeId id, std::uint32_t result, Player mover) {
    if (result == 0) {
      NodeId& child = edges_[id].child;
      if (child == kNoNode) child = add_node(mover);
      if (child == kNoNode || nodes_[child].mover == mover) return child;
    } else {
      const NodeId child = outcome_child(id, result, mover);
      if (child == kNoNode || nodes_[child].mover == mover) return child;
    }
    return outcome_child(id, key_with_mover(result, mover), mover);
  }

  /// As follow, but never makes anything: kNoNode if the child is missing.
  NodeId peek(EdgeId id, std::uint32_t result, Player mover) const {
    const NodeId child = result == 0 ? edges_[id].child : find_outcome(id, result);
    if (child == kNoNode || nodes_[child].mover == mover) return child;
    return find_outcome(id, key_with_mover(result, mover));
  }

  /// Number of results other than 0 that have a child behind `id`.
  std::uint32_t num_outcomes(EdgeId id) const {
    return edges_[id].outcomes == kNoTable ? 0 : tables_[edges_[id].outcomes].size;
  }

  /// Whether result `result` (not 0) has a child behind `id`.
  bool has_outcome(EdgeId id, std::uint32_t result) const { return find_outcome(id, result) != kNoNode; }

  /// Calls visit(NodeId) for every child behind `id`.
  template <class Visit>
  void for_each_child(EdgeId id, Visit&& visit) const {
    const Edge& e = edges_[id];
    if (e.child != kNoNode) visit(e.child);
    if (e.outcomes == kNoTable) return;
    const Table table = tables_[e.outcomes];
    for (std::uint32_t i = 0; i <= table.mask(); ++i) {
      if (outcomes_[table.first + i].key != 0) visit(outcomes_[table.first + i].child);
    }
  }

  /// Copies the part of `other` below its node `id` (numbers and all) into this tree, as its root. At the byte limit
  /// what does not fit is left out.
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

  EdgeId lower_bound(const Node& at, std::uint32_t key) const {
    EdgeId low = at.first;
    EdgeId high = at.first + at.size;
    while (low < high) {
      const EdgeId middle = low + (high - low) / 2;
      if (edges_[middle].key < key) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /// The slot of `key` in `table`: its own or the empty one where it belongs. At least one slot is always empty.
  std::uint32_t slot(const Table& table, std::uint32_t key) const {
    std::uint32_t i = (key * 0x9e3779b1U) >> (32 - table.log_capacity);
    while (outcomes_[table.first + i].key != 0 && outcomes_[table.first + i].key != key) i = (i + 1) & table.mask();
    return table.first + i;
  }

  NodeId find_outcome(EdgeId id, std::uint32_t key) const {
    if (edges_[id].outcomes == kNoTable) return kNoNode;
    const Outcome& found = outcomes_[slot(tables_[edges_[id].outcomes], key)];
    return found.key == key ? found.child : kNoNode;
  }

  /// The key of a result whose own place is taken by another mover's child.
  static std::uint32_t key_with_mover(std::uint32_t result, Player mover) {
    return combine_keys(result, static_cast<std::uint32_t>(mover) + 0x80000001U);
  }

  NodeId outcome_child(EdgeId id, std::uint32_t key, Player mover) {
    if (const NodeId child = find_outcome(id, key); child != kNoNode) return child;
    if (!reserve_outcome(id)) return kNoNode;
    const NodeId child = add_node(mover);
    if (child != kNoNode) insert_outcome(id, key, child);
    return child;
  }

  /// Requires a reserved slot.
  void insert_outcome(EdgeId id, std::uint32_t key, NodeId child) {
    Table& table = tables_[edges_[id].outcomes];
    outcomes_[slot(table, key)] = {.key = key, .child = child};
    ++table.size;
  }

  /// Makes room for one more outcome behind `id`: tables are at most three quarters full.
  bool reserve_outcome(EdgeId id) {
    if (edges_[id].outcomes == kNoTable) {
      const std::uint32_t table = tables_.allocate(0);
      if (table == kNoTable) return false;
      const std::uint32_t block = new_block(2);
      if (block == kNoTable) return tables_.release(table, 0), false;
      tables_[table] = {.first = block, .size = 0, .log_capacity = 2};
      edges_[id].outcomes = table;
      return true;
    }
    Table& table = tables_[edges_[id].outcomes];
    if (4 * (table.size + 1) <= 3 * (table.mask() + 1)) return true;
    const Table old = table;
    const std::uint32_t block = new_block(old.log_capacity + 1U);
    if (block == kNoTable) return false;
    table.first = block;
    table.log_capacity = old.log_capacity + 1U;
    for (std::uint32_t i = 0; i <= old.mask(); ++i) {
      const Outcome moved = outcomes_[old.first + i];
      if (moved.key != 0) outcomes_[slot(table, moved.key)] = moved;
    }
    outcomes_.release(old.first, old.log_capacity);
    return true;
  }

  std::uint32_t new_block(unsigned log_size) {
    const std::uint32_t block = outcomes_.allocate(log_size);
    if (block == kNoTable) return block;
    for (std::uint32_t i = 0; i < std::uint32_t{1} << log_size; ++i)
      outcomes_[block + i] = {.key = 0, .child = kNoNode};
    return block;
  }

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
