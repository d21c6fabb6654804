#include "search/exact/tabular_uct.hpp"

#include <algorithm>
#include <cmath>

namespace atl::exact {

TabularUct::TabularUct(const GameTree& tree, const TabularUctParams& params, const Rng& rng)
    : tree_(tree),
      params_(params),
      rng_(rng),
      set_visits_(tree.sets.size()),
      slot_visits_(tree.num_slots),
      slot_sum_(tree.num_slots) {}

void TabularUct::run(std::int64_t iterations) {
  for (std::int64_t i = 0; i < iterations; ++i) {
    path_.clear();
    NodeIndex n = 0;
    while (tree_.nodes[n].kind != NodeKind::terminal) {
      const GameTree::Node& node = tree_.nodes[n];
      std::uint32_t step = 0;
      if (node.kind == NodeKind::decision) {
        step = choose(node.link);
        path_.push_back({tree_.sets[node.link].first_slot + step, node.link});
      } else {
        double left = rng_.uniform();
        while (step + 1U < node.num_children && (left -= tree_.probability[node.first_child + step]) >= 0) ++step;
      }
      n = node.first_child + step;
    }
    const std::span<const double> payoffs = tree_.payoffs_of(tree_.nodes[n]);
    for (const Step& step : path_) {
      set_visits_[step.set] += 1;
      slot_visits_[step.slot] += 1;
      slot_sum_[step.slot] += payoffs[tree_.sets[step.set].player.index()];
    }
  }
}

Policy TabularUct::average() const {
  Policy policy = uniform_policy(tree_);
  for (SetIndex s = 0; s < tree_.sets.size(); ++s) {
    if (set_visits_[s] == 0) continue;
    const GameTree::InformationSet& set = tree_.sets[s];
    for (std::uint32_t i = 0; i < set.num_actions; ++i)
      policy[set.first_slot + i] = slot_visits_[set.first_slot + i] / set_visits_[s];
  }
  return policy;
}

std::uint32_t TabularUct::choose(SetIndex s) {
  const GameTree::InformationSet& set = tree_.sets[s];
  if (params_.smooth && set_visits_[s] >= set.num_actions) {
    const double share = std::max(params_.gamma, params_.eta / (1 + params_.decay * std::sqrt(set_visits_[s])));
    if (!rng_.chance(share)) return sample_visits(set);
  }
  return best_bound(set);
}

/// Untried actions first, ties at random.
std::uint32_t TabularUct::best_bound(const GameTree::InformationSet& set) {
  double total = 0;
  std::uint32_t untried = 0, pick = 0;
  for (std::uint32_t i = 0; i < set.num_actions; ++i) {
    const double visits = slot_visits_[set.first_slot + i];
    total += visits;
    if (visits == 0 && rng_.below(++untried) == 0) pick = i;
  }
  if (untried > 0) return pick;
  const double log_total = std::log(total);
  double best = 0;
  std::uint32_t ties = 0;
  for (std::uint32_t i = 0; i < set.num_actions; ++i) {
    const double visits = slot_visits_[set.first_slot + i];
    const double bound = slot_sum_[set.first_slot + i] / visits + params_.c * std::sqrt(log_total / visits);
    if (ties == 0 || bound > best) {
      best = bound;
      pick = i;
      ties = 1;
    } else if (bound == best && rng_.below(++ties) == 0) {
      pick = i;
    }
  }
  return pick;
}

std::uint32_t TabularUct::sample_visits(const GameTree::InformationSet& set) {
  double total = 0;
  for (std::uint32_t i = 0; i < set.num_actions; ++i) total += slot_visits_[set.first_slot + i];
  double left = rng_.uniform() * total;
  for (std::uint32_t i = 0; i + 1 < set.num_actions; ++i) {
    left -= slot_visits_[set.first_slot + i];
    if (left < 0) return i;
  }
  return set.num_actions - 1;
}

}  // namespace atl::exact
