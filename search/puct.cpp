#include "search/puct.hpp"

#include <cmath>

namespace atl {

Puct::Puct(const SearchParams& params, std::size_t max_options)
    : has_urgency_(params.selection.fpu < SelectionParams::kForceFirst),
      c_(static_cast<float>(params.selection.c)),
      urgency_(static_cast<float>(params.selection.fpu)),
      inverse_temperature_(static_cast<float>(1 / params.selection.temperature)),
      worth_(params.selection),
      priors_(max_options),
      bounds_(max_options) {}

Choice Puct::choose(const TreeDecision& at) {
  if (!at.arms.untried().empty()) {
    const std::span<float> priors(priors_.data(), at.keys.size());
    at.priors.values(priors);
    at.arms.open_all(at.tree, at.node, at.keys, priors);
  }
  const std::span<const Arm> arms = at.arms.tried();
  if (arms.empty()) return {};

  float total = 0, visits = 0, sum = 0;
  for (const Arm& arm : arms) {
    const Edge& e = at.tree.edge(arm.edge);
    total += std::exp(e.prior * inverse_temperature_);
    visits += static_cast<float>(e.visits);
    sum += e.sum;
  }
  const float unvisited = has_urgency_ ? urgency_ : visits > 0 ? sum / visits : 0.5F;
  for (std::size_t i = 0; i < arms.size(); ++i) {
    const Edge& e = at.tree.edge(arms[i].edge);
    const bool is_known = worth_.is_known(e, arms[i].option, at.first_moves);
    const float q = is_known ? worth_.of(e, arms[i].option, at.first_moves) : unvisited;
    const float prior = std::exp(e.prior * inverse_temperature_) / total;
    bounds_[i] = q + c_ * prior * std::sqrt(static_cast<float>(e.availability)) / (1 + static_cast<float>(e.visits));
  }
  const Arm best = arms[argmax({bounds_.data(), arms.size()}, at.rng)];
  return {.edge = best.edge, .option = best.option, .expanded = at.tree.edge(best.edge).visits == 0};
}

void Puct::learn(Edge& edge, float reward) const {
  if (worth_.is_implicit()) {
    edge.sum += reward;
  } else {
    add_compensated(edge, reward);
  }
}

}  // namespace atl
