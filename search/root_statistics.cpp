#include "search/root_statistics.hpp"

#include <tuple>

namespace atl {

/// [action] the keys of their edges: actions of one key share an edge, and each gets its numbers.
void RootStatistics::add_edges_of_root(const Tree& tree, std::span<const std::uint32_t> keys) {
  for (std::size_t i = 0; i < actions.size(); ++i) {
    RootAction& a = actions[i];
    a.group = 0;
    a.lowest = true;
    for (std::size_t j = 0; j < actions.size(); ++j) {
      if (keys[j] != keys[i]) continue;
      if (actions[j].action < a.action) a.lowest = false;
      ++a.group;
    }
    const EdgeId id = tree.find_edge(tree.root(), keys[i]);
    if (id == kNoEdge) continue;
    const Edge& edge = tree.edge(id);
    a.visits += edge.visits;
    a.availability += edge.availability;
    a.sum += edge.sum;
  }
}

Action RootStatistics::choose(FinalChoice rule, Rng& rng) const {
  if (rule == FinalChoice::sample) {
    double total = 0;
    for (const RootAction& a : actions) total += a.lowest ? static_cast<double>(a.visits) : 0;
    double left = rng.uniform() * total;
    for (const RootAction& a : actions) {
      if (!a.lowest) continue;
      left -= static_cast<double>(a.visits);
      if (left < 0) return a.action;
    }
  }
  const auto worth = [rule](const RootAction& a) {
    const auto visits = static_cast<double>(a.visits);
    const double mean = a.visits > 0 ? a.mean() : -1;
    return rule == FinalChoice::mean ? std::tuple(mean, visits) : std::tuple(visits, mean);
  };
  const RootAction* best = &actions.front();  // the lowest of all, so of its group too
  std::uint32_t ties = 1;
  for (std::size_t i = 1; i < actions.size(); ++i) {
    if (!actions[i].lowest) continue;
    if (worth(actions[i]) > worth(*best)) {
      best = &actions[i];
      ties = 1;
    } else if (worth(actions[i]) == worth(*best) && rng.below(++ties) == 0) {
      best = &actions[i];
    }
  }
  return best->action;
}

DecisionReport RootStatistics::report() const {
  DecisionReport report;
  for (std::size_t i = 0; i < actions.size(); ++i) {
    const RootAction& a = actions[i];
    report.actions.push_back(
        {.action = a.action, .visits = a.visits / a.group, .availability = a.availability, .mean = a.mean()});
  }
  report.principal_variation = principal_variation;
  report.iterations = iterations;
  report.worlds = worlds;
  report.nodes = nodes;
  report.tree_bytes = bytes;
  report.mean_depth = iterations > 0 ? static_cast<double>(depth_sum) / static_cast<double>(iterations) : 0;
  report.max_depth = max_depth;
  report.seconds_determinize = phases.seconds(Phase::determinize);
  report.seconds_select = phases.seconds(Phase::select);
  report.seconds_playout = phases.seconds(Phase::playout);
  report.seconds_backup = phases.seconds(Phase::backup);
  return report;
}

}  // namespace atl
