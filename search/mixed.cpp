#include "search/mixed.hpp"

#include <algorithm>
#include <cmath>

namespace atl {

namespace {

/// Gives every legal action an edge; returns the arms.
std::span<const Arm> open_all(const TreeDecision& at) {
  if (!at.arms.untried().empty()) at.arms.open_all(at.tree, at.node, at.keys, {});
  return at.arms.tried();
}

/// Turns weights that add up to `total` into probabilities, with a share `gamma` of uniform choices.
void mix(std::span<float> shares, float total, float gamma) {
  const auto k = static_cast<float>(shares.size());
  for (float& share : shares) {
    const float greedy = total > 0 ? share / total : 1 / k;
    share = (1 - gamma) * greedy + gamma / k;
  }
}

Choice draw(const TreeDecision& at, std::span<const float> shares) {
  double left = at.rng.uniform();
  std::size_t i = 0;
  for (; i + 1 < shares.size(); ++i) {
    left -= shares[i];
    if (left < 0) break;
  }
  const Arm drawn = at.arms.tried()[i];
  return {.edge = drawn.edge,
          .option = drawn.option,
          .expanded = at.tree.edge(drawn.edge).visits == 0,
          .probability = shares[i]};
}

}  // namespace

Choice SmoothUct::choose(const TreeDecision& at) {
  if (const Choice made = ucb_.expand(at); made.is_made() || at.arms.tried().empty()) return made;
  const double ucb_share =
      std::max(mixed_.gamma, mixed_.eta / (1 + mixed_.decay * std::sqrt(static_cast<double>(at.visits()))));
  if (at.rng.chance(ucb_share)) return ucb_.exploit(at);
  const Arm arm = at.arms.tried()[at.arms.sample_by_visits(at.tree, at.rng)];
  return {.edge = arm.edge, .option = arm.option};
}

Choice Exp3::choose(const TreeDecision& at) {
  const std::span<const Arm> arms = open_all(at);
  if (arms.empty()) return {};
  const std::span<float> shares(shares_.data(), arms.size());
  float top = at.tree.edge(arms[0].edge).extra;
  for (const Arm& arm : arms) top = std::max(top, at.tree.edge(arm.edge).extra);
  const auto k = static_cast<float>(arms.size());
  float total = 0;
  for (std::size_t i = 0; i < arms.size(); ++i) {
    shares[i] = std::exp(gamma_ / k * (at.tree.edge(arms[i].edge).extra - top));
    total += shares[i];
  }
  mix(shares, total, gamma_);
  return draw(at, shares);
}

Choice RegretMatching::choose(const TreeDecision& at) {
  const std::span<const Arm> arms = open_all(at);
  if (arms.empty()) return {};
  const std::span<float> shares(shares_.data(), arms.size());
  float total = 0;
  for (std::size_t i = 0; i < arms.size(); ++i) {
    shares[i] = std::max(0.0F, at.tree.edge(arms[i].edge).extra);
    total += shares[i];
  }
  mix(shares, total, gamma_);
  for (const Arm& arm : arms) offered_.push_back(arm.edge);
  offer_ends_.push_back(static_cast<std::uint32_t>(offered_.size()));
  return draw(at, shares);
}

void RegretMatching::learn(Tree& tree, std::size_t step, EdgeId chosen, float reward, float probability) const {
  const std::uint32_t begin = step == 0 ? 0 : offer_ends_[step - 1];
  for (std::uint32_t i = begin; i < offer_ends_[step]; ++i) tree.edge(offered_[i]).extra -= reward;
  Edge& edge = tree.edge(chosen);
  edge.sum += reward;
  edge.extra += reward / probability;
}

}  // namespace atl
