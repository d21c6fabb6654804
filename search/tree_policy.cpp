#include "search/tree_policy.hpp"

namespace atl {

TreePolicy::TreePolicy(const SearchParams& params, bool has_heuristic, std::size_t max_options, std::size_t byte_limit)
    : arms_(max_options), grave_(params.grave, byte_limit), family_(make_family(params, has_heuristic, max_options)) {}

TreePolicy::Family TreePolicy::make_family(const SearchParams& params, bool has_heuristic, std::size_t max_options) {
  switch (params.selection.formula) {
    case Selection::ucb1:
    case Selection::tuned: break;
    case Selection::puct: return Puct(params, max_options);
    case Selection::smooth: return SmoothUct(params, has_heuristic, max_options);
    case Selection::exp3: return Exp3(params.mixed, max_options);
    case Selection::regret: return RegretMatching(params.mixed, max_options);
  }
  return Ucb(params, has_heuristic, max_options);
}

void TreePolicy::begin(NodeId root) {
  grave_.begin(root);
  if (auto* const regret = std::get_if<RegretMatching>(&family_)) regret->begin();
}

Choice TreePolicy::choose(Tree& tree, NodeId id, std::span<const Action> keys, std::span<const Action> actions,
                          const Priors& priors, Rng& rng) {
  const Node& node = tree.node(id);
  if (grave_.active()) grave_.pass(id, node.visits);
  ++tree.node(id).visits;
  arms_.match(tree, id, keys);
  arms_.count_availability(tree, id);
  if (grave_.active()) grave_.look_up(node.mover, actions);
  const TreeDecision at{.tree = tree,
                        .node = id,
                        .keys = keys,
                        .priors = priors,
                        .arms = arms_,
                        .first_moves = grave_.active() ? &grave_ : nullptr,
                        .rng = rng};
  return std::visit([&at](auto& family) { return family.choose(at); }, family_);
}

Choice TreePolicy::sample(Tree& tree, NodeId id, std::span<const Action> keys, Rng& rng) {
  arms_.match(tree, id, keys);
  if (arms_.tried().empty()) return {};
  const Arm arm = arms_.tried()[arms_.sample_by_visits(tree, rng)];
  return {.edge = arm.edge, .option = arm.option};
}

void TreePolicy::learn(std::span<const Step> path, const Rewards& rewards) const {
  std::visit(
      [&](const auto& family) {
        for (std::size_t i = 0; i < path.size(); ++i) {
          const Step& step = path[i];
          const float reward = rewards[step.chooser];
          Edge& edge = step.tree->edge(step.edge);
          ++edge.visits;
          if constexpr (requires { family.learn(edge, reward); }) {
            family.learn(edge, reward);
          } else if constexpr (requires { family.learn(edge, reward, step.probability); }) {
            family.learn(edge, reward, step.probability);
          } else {
            family.learn(*step.tree, i, step.edge, reward, step.probability);
          }
        }
      },
      family_);
}

void TreePolicy::learn_seen(Edge& edge, float reward) const {
  ++edge.visits;
  ++edge.availability;
  std::visit(
      [&](const auto& family) {
        if constexpr (requires { family.learn(edge, reward); }) {
          family.learn(edge, reward);
        } else {
          edge.sum += reward;
        }
      },
      family_);
}

}  // namespace atl
