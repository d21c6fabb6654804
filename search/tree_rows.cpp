#include "search/tree_rows.hpp"

#include <algorithm>

namespace atl {

std::vector<TreeRow> TreeListing::rows() {
  rows_.clear();
  list(tree_->root(), 1, 0);
  return std::move(rows_);
}

void TreeListing::list(NodeId id, int depth, int level) {
  const Node& node = tree_->node(id);
  std::vector<EdgeId> edges;
  for (std::uint32_t i = 0; i < node.size; ++i) {
    if (is_shown(node.edge(i))) edges.push_back(node.edge(i));
  }
  std::stable_sort(edges.begin(), edges.end(),
                   [this](EdgeId a, EdgeId b) { return tree_->edge(a).visits > tree_->edge(b).visits; });
  for (const EdgeId e : edges) {
    const Edge& edge = tree_->edge(e);
    const auto named = actions_.find(e);
    rows_.push_back({.level = level,
                     .is_outcome = false,
                     .mover = node.mover,
                     .text = named != actions_.end() ? named->second : "action " + std::to_string(edge.key),
                     .visits = edge.visits,
                     .availability = edge.availability,
                     .mean = edge.visits > 0 ? static_cast<double>(edge.sum) / edge.visits : 0});
    if (depth < limits_.depth) list_children(e, depth, level);
  }
}

void TreeListing::list_children(EdgeId edge, int depth, int level) {
  std::vector<NodeId> children;
  tree_->for_each_child(edge, [&](NodeId child) {
    if (tree_->node(child).visits >= limits_.min_visits) children.push_back(child);
  });
  std::stable_sort(children.begin(), children.end(),
                   [this](NodeId a, NodeId b) { return tree_->node(a).visits > tree_->node(b).visits; });
  for (const NodeId child : children) {
    if (child == tree_->edge(edge).child) {  // nothing was learnt beyond the action
      list(child, depth + 1, level + 1);
      continue;
    }
    const auto named = results_.find({edge, child});
    rows_.push_back({.level = level + 1,
                     .is_outcome = true,
                     .mover = tree_->node(child).mover,
                     .text = named != results_.end() && !named->second.empty() ? named->second : "another result",
                     .visits = tree_->node(child).visits});
    list(child, depth + 1, level + 2);
  }
}

}  // namespace atl
