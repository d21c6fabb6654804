#include "search/exact/pimc_exact.hpp"

#include <algorithm>

namespace atl::exact {

namespace {

constexpr double kTie = 1e-9;

/// Probability 1 for the largest entry, or spread over the largest.
void choose_best(std::span<const double> worth, PimcTies ties, std::span<double> out) {
  const double best = *std::max_element(worth.begin(), worth.end());
  std::size_t count = 0, first = worth.size(), last = 0;
  for (std::size_t i = 0; i < worth.size(); ++i) {
    if (worth[i] < best - kTie) continue;
    ++count;
    first = std::min(first, i);
    last = i;
  }
  for (std::size_t i = 0; i < worth.size(); ++i) {
    switch (ties) {
      case PimcTies::share: out[i] = worth[i] >= best - kTie ? 1.0 / static_cast<double>(count) : 0.0; break;
      case PimcTies::first: out[i] = i == first ? 1 : 0; break;
      case PimcTies::last: out[i] = i == last ? 1 : 0; break;
    }
  }
}

}  // namespace

std::vector<double> perfect_information_values(const GameTree& tree) {
  const auto players = static_cast<std::size_t>(tree.num_players);
  std::vector<double> values(tree.nodes.size() * players, 0.0);
  std::vector<double> worth, share;
  for (std::size_t n = tree.nodes.size(); n-- > 0;) {
    const GameTree::Node& node = tree.nodes[n];
    double* const out = &values[n * players];
    if (node.kind == NodeKind::terminal) {
      const std::span<const double> payoffs = tree.payoffs_of(node);
      std::copy(payoffs.begin(), payoffs.end(), out);
      continue;
    }
    const double* const children = &values[node.first_child * players];
    share.assign(node.num_children, 0.0);
    if (node.kind == NodeKind::decision) {
      worth.resize(node.num_children);
      for (std::size_t i = 0; i < worth.size(); ++i) worth[i] = children[i * players + node.player.index()];
      choose_best(worth, PimcTies::share, share);
    } else {
      std::copy_n(&tree.probability[node.first_child], node.num_children, share.begin());
    }
    for (std::size_t i = 0; i < share.size(); ++i) {
      for (std::size_t p = 0; p < players; ++p) out[p] += share[i] * children[i * players + p];
    }
  }
  return values;
}

Policy pimc_policy(const GameTree& tree, PimcRule rule, PimcTies ties) {
  const auto players = static_cast<std::size_t>(tree.num_players);
  const std::vector<double> values = perfect_information_values(tree);
  Policy policy(tree.num_slots, 0.0);
  std::vector<double> total, world, vote;
  for (SetIndex s = 0; s < tree.sets.size(); ++s) {
    const GameTree::InformationSet& set = tree.sets[s];
    total.assign(set.num_actions, 0.0);
    world.resize(set.num_actions);
    vote.resize(set.num_actions);
    double belief = 0;
    for (const NodeIndex member : tree.members_of(s)) belief += tree.belief[member];
    for (const NodeIndex member : tree.members_of(s)) {
      for (std::size_t i = 0; i < world.size(); ++i) {
        world[i] = values[(tree.nodes[member].first_child + i) * players + set.player.index()];
      }
      if (rule == PimcRule::vote) choose_best(world, PimcTies::share, vote);
      const std::vector<double>& said = rule == PimcRule::vote ? vote : world;
      for (std::size_t i = 0; i < said.size(); ++i) total[i] += tree.belief[member] / belief * said[i];
    }
    choose_best(total, ties, std::span(policy).subspan(set.first_slot, set.num_actions));
  }
  return policy;
}

}  // namespace atl::exact
