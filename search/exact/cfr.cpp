#include "search/exact/cfr.hpp"

#include <algorithm>
#include <cmath>

#include "search/exact/best_response.hpp"

namespace atl::exact {

namespace {

void require_two_player_constant_sum(const GameTree& tree) {
  if (tree.num_players != 2)
    throw DataError("CFR+ solves games of two players (" + std::to_string(tree.num_players) + " play)");
  for (std::size_t t = 2; t + 1 < tree.payoffs.size(); t += 2) {
    const double difference = tree.payoffs[t] + tree.payoffs[t + 1] - tree.payoffs[0] - tree.payoffs[1];
    if (std::abs(difference) > 1e-9)
      throw DataError("CFR+ solves games of constant sum (the payoffs of some results sum to more than others)");
  }
}

class CfrPlus {
 public:
  explicit CfrPlus(const GameTree& tree)
      : tree_(tree),
        regret_(tree.num_slots, 0.0),
        sum_(tree.num_slots, 0.0),
        policy_(uniform_policy(tree)),
        reach_{std::vector<double>(tree.nodes.size()), std::vector<double>(tree.nodes.size())},
        value_(tree.nodes.size()) {}

  /// One update of `player`'s regrets, policy and average; `weight` is the iteration's share of the average.
  void update(Player player, double weight) {
    walk_down(player);
    walk_up(player);
    for (SetIndex s = 0; s < tree_.sets.size(); ++s) {
      const GameTree::InformationSet& set = tree_.sets[s];
      if (set.player != player) continue;
      const std::span<const NodeIndex> members = tree_.members_of(s);
      // The policy that this walk used, not the next one: its reach is known. With perfect recall the player's own
      // reach is the same at all members.
      for (std::uint32_t i = 0; i < set.num_actions; ++i) {
        sum_[set.first_slot + i] += weight * reach_[0][members.front()] * policy_[set.first_slot + i];
      }
      for (const NodeIndex member : members) {
        for (std::uint32_t i = 0; i < set.num_actions; ++i) {
          regret_[set.first_slot + i] +=
              reach_[1][member] * (value_[tree_.nodes[member].first_child + i] - value_[member]);
        }
      }
      match_regrets(set);
    }
  }

  Policy average() const {
    Policy policy(tree_.num_slots);
    for (const GameTree::InformationSet& set : tree_.sets) {
      double total = 0;
      for (std::uint32_t i = 0; i < set.num_actions; ++i) total += sum_[set.first_slot + i];
      for (std::uint32_t i = 0; i < set.num_actions; ++i) {
        policy[set.first_slot + i] = total > 0 ? sum_[set.first_slot + i] / total : 1.0 / set.num_actions;
      }
    }
    return policy;
  }

 private:
  /// reach_[0]: the player's own probabilities, reach_[1]: everybody else's.
  void walk_down(Player player) {
    reach_[0][0] = reach_[1][0] = 1;
    for (std::size_t n = 0; n < tree_.nodes.size(); ++n) {
      const GameTree::Node& node = tree_.nodes[n];
      const bool own = node.kind == NodeKind::decision && node.player == player;
      for (std::uint32_t i = 0; i < node.num_children; ++i) {
        const NodeIndex child = node.first_child + i;
        const double p = step(node, i);
        reach_[0][child] = reach_[0][n] * (own ? p : 1);
        reach_[1][child] = reach_[1][n] * (own ? 1 : p);
      }
    }
  }

  void walk_up(Player player) {
    for (std::size_t n = tree_.nodes.size(); n-- > 0;) {
      const GameTree::Node& node = tree_.nodes[n];
      if (node.kind == NodeKind::terminal) {
        value_[n] = tree_.payoffs_of(node)[player.index()];
        continue;
      }
      double sum = 0;
      for (std::uint32_t i = 0; i < node.num_children; ++i) sum += step(node, i) * value_[node.first_child + i];
      value_[n] = sum;
    }
  }

  double step(const GameTree::Node& node, std::uint32_t i) const {
    return node.kind == NodeKind::decision ? policy_[tree_.sets[node.link].first_slot + i]
                                           : tree_.probability[node.first_child + i];
  }

  void match_regrets(const GameTree::InformationSet& set) {
    double total = 0;
    for (std::uint32_t i = 0; i < set.num_actions; ++i) {
      double& regret = regret_[set.first_slot + i];
      regret = std::max(regret, 0.0);
      total += regret;
    }
    for (std::uint32_t i = 0; i < set.num_actions; ++i) {
      policy_[set.first_slot + i] = total > 0 ? regret_[set.first_slot + i] / total : 1.0 / set.num_actions;
    }
  }

  const GameTree& tree_;
  std::vector<double> regret_;  ///< [slots]
  std::vector<double> sum_;     ///< [slots] weighted sum of policies
  Policy policy_;
  std::vector<double> reach_[2];  ///< [own, others][nodes]
  std::vector<double> value_;     ///< [nodes] of the player being updated
};

}  // namespace

CfrResult solve_cfr_plus(const GameTree& tree, const CfrOptions& options) {
  require_two_player_constant_sum(tree);
  CfrPlus cfr(tree);
  CfrResult result;
  while (!result.converged && result.iterations < options.max_iterations) {
    const std::int64_t stop =
        std::min(result.iterations + std::max<std::int64_t>(1, options.check_every), options.max_iterations);
    while (result.iterations < stop) {
      ++result.iterations;
      for (const Player player : {Player{0}, Player{1}}) cfr.update(player, static_cast<double>(result.iterations));
    }
    result.policy = cfr.average();
    result.exploitability = exploitability(tree, result.policy);
    result.converged = result.exploitability <= options.target;
  }
  if (result.policy.empty()) result.policy = uniform_policy(tree);
  result.value = expected_values(tree, result.policy)[0];
  return result;
}

}  // namespace atl::exact
