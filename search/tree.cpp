#include "search/tree.hpp"

#include <utility>
#include <vector>

namespace atl {

void Tree::copy_subtree(const Tree& other, NodeId id) {
  reset(other.node(id).mover);
  if (root_ == kNoNode) return;
  std::vector<std::pair<NodeId, NodeId>> open{{id, root_}};  // (there, here)
  // Breadth first, so that at the byte limit the deepest and least visited part is what is left out.
  for (std::size_t next = 0; next < open.size(); ++next) {
    const auto [from, to] = open[next];
    const Node there = other.node(from);
    nodes_[to].visits = there.visits;
    for (EdgeId e = there.first; e < there.first + there.size; ++e) {
      const Edge& old = other.edge(e);
      const EdgeId mine = add_edge(to, old.key);
      if (mine == kNoEdge) return;
      Edge copy = old;
      copy.child = kNoNode;
      copy.outcomes = kNoTable;
      edges_[mine] = copy;
      if (old.child != kNoNode) {
        const NodeId child = add_node(other.node(old.child).mover);
        if (child == kNoNode) return;
        edges_[mine].child = child;
        open.emplace_back(old.child, child);
      }
      if (old.outcomes == kNoTable) continue;
      const Table table = other.tables_[old.outcomes];
      for (std::uint32_t i = 0; i <= table.mask(); ++i) {
        const Outcome& outcome = other.outcomes_[table.first + i];
        if (outcome.key == 0) continue;
        const NodeId child = outcome_child(mine, outcome.key, other.node(outcome.child).mover);
        if (child == kNoNode) return;
        open.emplace_back(outcome.child, child);
      }
    }
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
