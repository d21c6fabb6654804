#include "search/arms.hpp"

namespace atl {

void Arms::match(Tree& tree, NodeId id, std::span<const Action> keys) {
  const Node node = tree.node(id);
  const std::span<const Edge> edges = tree.edges_of(node);
  Arm* const arms = arms_.data();
  std::uint32_t* const untried = untried_.data();
  std::size_t num_arms = 0;
  std::size_t num_untried = 0;
  std::uint32_t e = 0;
  for (std::uint32_t option = 0; option < keys.size(); ++option) {
    const std::uint32_t key = keys[option].code;
    while (e < node.size && edges[e].key < key) ++e;
    if (e < node.size && edges[e].key == key) {
      arms[num_arms++] = {node.edge(e), option};
      ++e;
    } else {
      untried[num_untried++] = option;
    }
  }
  num_arms_ = num_arms;
  num_untried_ = num_untried;
}

void Arms::open_all(Tree& tree, NodeId id, std::span<const Action> keys, std::span<const float> priors) {
  const std::uint32_t before = tree.node(id).size;
  for (const std::uint32_t option : untried()) {
    const EdgeId made = tree.add_edge(id, keys[option].code);
    if (made == kNoEdge) break;
    tree.edge(made).availability = 1;
    if (!priors.empty()) tree.edge(made).prior = priors[option];
  }
  if (tree.node(id).size != before) match(tree, id, keys);
}

void Arms::count_availability(Tree& tree, NodeId id) const {
  const std::span<Edge> edges = tree.edges_of(tree.node(id));
  if (num_arms_ == edges.size()) {
    for (Edge& edge : edges) ++edge.availability;
  } else {
    for (const Arm& arm : tried()) ++tree.edge(arm.edge).availability;
  }
}

std::size_t Arms::sample_by_visits(const Tree& tree, Rng& rng) const {
  std::uint64_t total = 0;
  for (const Arm& arm : tried()) total += tree.edge(arm.edge).visits;
  if (total == 0) return rng.below(static_cast<std::uint32_t>(num_arms_));
  double left = rng.uniform() * static_cast<double>(total);
  for (std::size_t i = 0; i < num_arms_; ++i) {
    left -= tree.edge(arms_[i].edge).visits;
    if (left < 0) return i;
  }
  return num_arms_ - 1;
}

std::size_t argmax(std::span<const float> values, Rng& rng) {
  std::size_t best = 0;
  std::uint32_t ties = 1;
  float top = values[0];
  for (std::size_t i = 1; i < values.size(); ++i) {
    if (values[i] < top) continue;
    if (values[i] > top) {
      top = values[i];
      best = i;
      ties = 1;
    } else if (rng.below(++ties) == 0) {
      best = i;
    }
  }
  return best;
}

}  // namespace atl
