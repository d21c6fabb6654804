#include "search/tree.hpp"

#include <cstring>

namespace atl {

namespace {

/// The key of a result whose own place is taken by another mover's child.
std::uint32_t key_with_mover(std::uint32_t result, Player mover) {
  return Tree::combine_keys(result, static_cast<std::uint32_t>(mover.index()) + 0x80000001U);
}

}  // namespace

NodeId Tree::add_node(Player mover) {
  const NodeId id{nodes_.allocate(0)};
  if (id != kNoNode) node(id) = {.first = {0}, .size = 0, .visits = 0, .log_capacity = kNoBlock, .mover = mover};
  return id;
}

std::uint32_t Tree::place_of(const Node& at, std::uint32_t key) const {
  std::uint32_t low = at.first.index;
  std::uint32_t high = low + at.size;
  while (low < high) {
    const std::uint32_t middle = low + (high - low) / 2;
    if (edges_[middle].key < key) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

EdgeId Tree::find_edge(NodeId id, std::uint32_t key) const {
  const Node& at = node(id);
  const std::uint32_t place = place_of(at, key);
  return place < at.first.index + at.size && edges_[place].key == key ? EdgeId{place} : kNoEdge;
}

EdgeId Tree::add_edge(NodeId id, std::uint32_t key) {
  Node& at = node(id);
  if (at.log_capacity == kNoBlock) {
    const EdgeId block{edges_.allocate(0)};
    if (block == kNoEdge) return kNoEdge;
    at.first = block;
    at.log_capacity = 0;
  } else if (at.size == std::uint32_t{1} << at.log_capacity) {
    const EdgeId block{edges_.allocate(at.log_capacity + 1U)};
    if (block == kNoEdge) return kNoEdge;
    std::memcpy(&edges_[block.index], &edges_[at.first.index], at.size * sizeof(Edge));
    edges_.release(at.first.index, at.log_capacity);
    at.first = block;
    ++at.log_capacity;
  }
  const std::uint32_t place = place_of(at, key);
  const std::uint32_t behind = at.first.index + at.size - place;
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
  return {place};
}

NodeId Tree::follow(EdgeId id, std::uint32_t result, Player mover) {
  if (result == 0) {
    NodeId& child = edge(id).child;
    if (child == kNoNode) child = add_node(mover);
    if (child == kNoNode || node(child).mover == mover) return child;
  } else {
    const NodeId child = outcome_child(id, result, mover);
    if (child == kNoNode || node(child).mover == mover) return child;
  }
  return outcome_child(id, key_with_mover(result, mover), mover);
}

NodeId Tree::peek(EdgeId id, std::uint32_t result, Player mover) const {
  const NodeId child = result == 0 ? edge(id).child : find_outcome(id, result);
  if (child == kNoNode || node(child).mover == mover) return child;
  return find_outcome(id, key_with_mover(result, mover));
}

/// The slot of `key` in `table`: its own or the empty one where it belongs. At least one slot is always empty.
std::uint32_t Tree::slot(const Table& table, std::uint32_t key) const {
  std::uint32_t i = (key * 0x9e3779b1U) >> (32 - table.log_capacity);
  while (outcomes_[table.first + i].key != 0 && outcomes_[table.first + i].key != key) i = (i + 1) & table.mask();
  return table.first + i;
}

NodeId Tree::find_outcome(EdgeId id, std::uint32_t key) const {
  if (edge(id).outcomes == kNoTable) return kNoNode;
  const Outcome& found = outcomes_[slot(tables_[edge(id).outcomes], key)];
  return found.key == key ? found.child : kNoNode;
}

NodeId Tree::outcome_child(EdgeId id, std::uint32_t key, Player mover) {
  if (const NodeId child = find_outcome(id, key); child != kNoNode) return child;
  if (!reserve_outcome(id)) return kNoNode;
  const NodeId child = add_node(mover);
  if (child != kNoNode) insert_outcome(id, key, child);
  return child;
}

/// Requires a reserved slot.
void Tree::insert_outcome(EdgeId id, std::uint32_t key, NodeId child) {
  Table& table = tables_[edge(id).outcomes];
  outcomes_[slot(table, key)] = {.key = key, .child = child};
  ++table.size;
}

/// Makes room for one more outcome behind `id`: tables are at most three quarters full.
bool Tree::reserve_outcome(EdgeId id) {
  if (edge(id).outcomes == kNoTable) {
    const std::uint32_t table = tables_.allocate(0);
    if (table == kNoTable) return false;
    const std::uint32_t block = new_block(2);
    if (block == kNoTable) return tables_.release(table, 0), false;
    tables_[table] = {.first = block, .size = 0, .log_capacity = 2};
    edge(id).outcomes = table;
    return true;
  }
  Table& table = tables_[edge(id).outcomes];
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

std::uint32_t Tree::new_block(unsigned log_size) {
  const std::uint32_t block = outcomes_.allocate(log_size);
  if (block == kNoTable) return block;
  for (std::uint32_t i = 0; i < std::uint32_t{1} << log_size; ++i) outcomes_[block + i] = {.key = 0, .child = kNoNode};
  return block;
}

void Tree::copy_subtree(const Tree& other, NodeId id) {
  reset(other.node(id).mover);
  if (root_ == kNoNode) return;
  // Breadth first, so that at the byte limit the deepest and least visited part is what is left out.
  std::vector<Copied> copied{{.there = id, .here = root_}};
  for (std::size_t next = 0; next < copied.size(); ++next) {
    const auto [there, here] = copied[next];
    node(here).visits = other.node(there).visits;
    for (const Edge& from : other.edges_of(other.node(there))) {
      if (!copy_edge(other, from, here, copied)) return;
    }
  }
}

NodeId Tree::copy_node(const Tree& other, NodeId there, std::vector<Copied>& copied) {
  const NodeId here = add_node(other.node(there).mover);
  if (here != kNoNode) copied.push_back({.there = there, .here = here});
  return here;
}

/// Returns false when there is no room for all of it.
bool Tree::copy_edge(const Tree& other, const Edge& there, NodeId to, std::vector<Copied>& copied) {
  const EdgeId mine = add_edge(to, there.key);
  if (mine == kNoEdge) return false;
  edge(mine) = there;
  edge(mine).child = kNoNode;
  edge(mine).outcomes = kNoTable;
  if (there.child != kNoNode) {
    const NodeId child = copy_node(other, there.child, copied);
    if (child == kNoNode) return false;
    edge(mine).child = child;
  }
  if (there.outcomes == kNoTable) return true;
  const Table table = other.tables_[there.outcomes];
  for (std::uint32_t i = 0; i <= table.mask(); ++i) {
    const Outcome& outcome = other.outcomes_[table.first + i];
    if (outcome.key == 0) continue;
    if (!reserve_outcome(mine)) return false;
    const NodeId child = copy_node(other, outcome.child, copied);
    if (child == kNoNode) return false;
    insert_outcome(mine, outcome.key, child);
  }
  return true;
}

std::vector<Action> most_visited_line(const Tree& tree) {
  std::vector<Action> line;
  for (NodeId id = tree.root(); id != kNoNode && line.size() < 64;) {
    const Node& node = tree.node(id);
    EdgeId best = kNoEdge;
    for (std::uint32_t i = 0; i < node.size; ++i) {
      const std::uint32_t visits = tree.edge(node.edge(i)).visits;
      if (visits > 0 && (best == kNoEdge || visits > tree.edge(best).visits)) best = node.edge(i);
    }
    if (best == kNoEdge) break;
    line.push_back({tree.edge(best).key});
    id = kNoNode;
    tree.for_each_child(best, [&](NodeId child) {
      if (id == kNoNode || tree.node(child).visits > tree.node(id).visits) id = child;
    });
  }
  return line;
}

}  // namespace atl
