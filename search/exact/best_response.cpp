#include "search/exact/best_response.hpp"

#include <limits>

namespace atl::exact {

namespace {

/// Values from below, choices when first asked for. A choice needs the values under all nodes of its information set;
/// these need only choices further down (perfect recall), so that the recursion ends.
class Responder {
 public:
  Responder(const GameTree& tree, const Policy& policy, Player player)
      : tree_(tree),
        policy_(policy),
        player_(player),
        others_reach_(tree.nodes.size(), 0.0),
        value_(tree.nodes.size(), 0.0),
        known_(tree.nodes.size(), false),
        choice_(tree.sets.size(), kOpen) {
    others_reach_[0] = 1;
    for (std::size_t n = 0; n < tree.nodes.size(); ++n) {
      const GameTree::Node& node = tree.nodes[n];
      for (std::uint32_t i = 0; i < node.num_children; ++i) {
        others_reach_[node.first_child + i] = others_reach_[n] * (mine(node) ? 1.0 : step(node, i));
      }
    }
  }

  BestResponse respond() {
    BestResponse response{.value = value(0), .policy = policy_};
    for (SetIndex s = 0; s < tree_.sets.size(); ++s) {
      const GameTree::InformationSet& set = tree_.sets[s];
      if (set.player != player_) continue;
      const std::uint32_t best = choice(s);
      for (std::uint32_t i = 0; i < set.num_actions; ++i) response.policy[set.first_slot + i] = i == best ? 1.0 : 0.0;
    }
    return response;
  }

 private:
  static constexpr std::uint32_t kOpen = 0xffffffff;

  bool mine(const GameTree::Node& node) const { return node.kind == NodeKind::decision && node.player == player_; }

  /// Probability of the i-th child under chance and the others' policy.
  double step(const GameTree::Node& node, std::uint32_t i) const {
    return node.kind == NodeKind::decision ? policy_[tree_.sets[node.link].first_slot + i]
                                           : tree_.probability[node.first_child + i];
  }

  double value(NodeIndex n) {
    if (known_[n]) return value_[n];
    const GameTree::Node& node = tree_.nodes[n];
    double sum = 0;
    if (node.kind == NodeKind::terminal) {
      sum = tree_.payoffs_of(node)[player_.index()];
    } else if (mine(node)) {
      sum = value(node.first_child + choice(node.link));
    } else {
      for (std::uint32_t i = 0; i < node.num_children; ++i) {
        const double p = step(node, i);
        if (p > 0) sum += p * value(node.first_child + i);
      }
    }
    known_[n] = true;
    return value_[n] = sum;
  }

  std::uint32_t choice(SetIndex s) {
    if (choice_[s] != kOpen) return choice_[s];
    double best = -std::numeric_limits<double>::infinity();
    std::uint32_t best_action = 0;
    for (std::uint32_t i = 0; i < tree_.sets[s].num_actions; ++i) {
      double sum = 0;
      for (const NodeIndex member : tree_.members_of(s)) {
        if (others_reach_[member] > 0) sum += others_reach_[member] * value(tree_.nodes[member].first_child + i);
      }
      if (sum > best) {
        best = sum;
        best_action = i;
      }
    }
    return choice_[s] = best_action;
  }

  const GameTree& tree_;
  const Policy& policy_;
  Player player_;
  std::vector<double> others_reach_;  ///< [nodes] product of everybody else's and chance's probabilities
  std::vector<double> value_;         ///< [nodes] valid where known_
  std::vector<bool> known_;
  std::vector<std::uint32_t> choice_;  ///< [sets]
};

}  // namespace

BestResponse best_response(const GameTree& tree, const Policy& policy, Player player) {
  return Responder(tree, policy, player).respond();
}

double nash_conv(const GameTree& tree, const Policy& policy) {
  const std::vector<double> values = expected_values(tree, policy);
  double gain = 0;
  for (int p = 0; p < tree.num_players; ++p) {
    gain += best_response(tree, policy, Player(p)).value - values[static_cast<std::size_t>(p)];
  }
  return gain;
}

}  // namespace atl::exact
