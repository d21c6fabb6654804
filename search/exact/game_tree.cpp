#include "search/exact/game_tree.hpp"

namespace atl::exact {

void GameTree::index_members() {
  for (const Node& node : nodes) {
    if (node.kind == NodeKind::decision) ++sets[node.link].num_members;
  }
  std::uint32_t total = 0;
  for (InformationSet& set : sets) {
    set.first_member = total;
    total += set.num_members;
    set.num_members = 0;
  }
  members.resize(total);
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    if (nodes[n].kind != NodeKind::decision) continue;
    InformationSet& set = sets[nodes[n].link];
    members[set.first_member + set.num_members++] = static_cast<NodeIndex>(n);
  }
}

Policy uniform_policy(const GameTree& tree) {
  Policy policy(tree.num_slots);
  for (const GameTree::InformationSet& set : tree.sets) {
    for (std::uint32_t i = 0; i < set.num_actions; ++i) policy[set.first_slot + i] = 1.0 / set.num_actions;
  }
  return policy;
}

Policy combine(const GameTree& tree, const Policy& one, Player player, const Policy& rest) {
  Policy policy = rest;
  for (const GameTree::InformationSet& set : tree.sets) {
    if (set.player != player) continue;
    for (std::uint32_t i = 0; i < set.num_actions; ++i) policy[set.first_slot + i] = one[set.first_slot + i];
  }
  return policy;
}

std::vector<double> expected_values(const GameTree& tree, const Policy& policy) {
  std::vector<double> reach(tree.nodes.size(), 0.0);
  std::vector<double> values(static_cast<std::size_t>(tree.num_players), 0.0);
  reach[0] = 1;
  for (std::size_t n = 0; n < tree.nodes.size(); ++n) {
    const GameTree::Node& node = tree.nodes[n];
    if (node.kind == NodeKind::terminal) {
      const std::span<const double> payoffs = tree.payoffs_of(node);
      for (std::size_t p = 0; p < values.size(); ++p) values[p] += reach[n] * payoffs[p];
      continue;
    }
    const double* const play = node.kind == NodeKind::decision ? &policy[tree.sets[node.link].first_slot]
                                                               : &tree.probability[node.first_child];
    for (std::uint32_t i = 0; i < node.num_children; ++i) reach[node.first_child + i] = reach[n] * play[i];
  }
  return values;
}

void throw_too_large(std::string_view game, std::string_view what, std::size_t limit) {
  throw DataError("game '" + std::string(game) + "' is too large to be solved exactly (more than " +
                  std::to_string(limit) + " " + std::string(what) + "). Reduce the instance or raise the limit");
}

}  // namespace atl::exact
