#include "search/tree.hpp"

#include <vector>

namespace atl {

void Tree::copy_subtree(const Tree& other, NodeId id) {
  reset(other.node(id).mover);
  if (root_ == kNoNode) return;
  struct Copied {
    NodeId there, here;
  };
  std::vector<Copied> open{{id, root_}};
  const auto copy_node = [&](NodeId there) {
    const NodeId here = add_node(other.node(there).mover);
    if (here != kNoNode) open.push_back({there, here});
    return here;
  };
  const auto copy_edge = [&](const Edge& there, NodeId to) {  // false: no room
    const EdgeId mine = add_edge(to, there.key);
    if (mine == kNoEdge) return false;
    edges_[mine] = there;
    edges_[mine].child = kNoNode;
    edges_[mine].outcomes = kNoTable;
    if (there.child != kNoNode) {
      const NodeId child = copy_node(there.child);
      if (child == kNoNode) return false;
      edges_[mine].child = child;
    }
    if (there.outcomes == kNoTable) return true;
    const Table table = other.tables_[there.outcomes];
    for (std::uint32_t i = 0; i <= table.mask(); ++i) {
      const Outcome& outcome = other.outcomes_[table.first + i];
      if (outcome.key == 0) continue;
      if (!reserve_outcome(mine)) return false;
      const NodeId child = copy_node(outcome.child);
      if (child == kNoNode) return false;
      insert_outcome(mine, outcome.key, child);
    }
    return true;
  };
  // Breadth first, so that at the byte limit the deepest and least visited part is what is left out.
  bool fits = true;
  for (std::size_t next = 0; fits && next < open.size(); ++next) {
    const Node& from = other.node(open[next].there);
    const NodeId to = open[next].here;
    nodes_[to].visits = from.visits;
    for (EdgeId e = from.first; fits && e < from.first + from.size; ++e) fits = copy_edge(other.edge(e), to);
  }
}

std::vector<Action> most_visited_line(const Tree& tree) {
  std::vector<Action> line;
  for (NodeId id = tree.root(); id != kNoNode && line.size() < 64;) {
    const Node& node = tree.node(id);
    EdgeId best = kNoEdge;
    for (EdgeId e = node.first; e < node.first + node.size; ++e) {
      if (tree.edge(e).visits > 0 && (best == kNoEdge || tree.edge(e).visits > tree.edge(best).visits)) best = e;
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
