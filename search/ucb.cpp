#include "search/ucb.hpp"

#include <algorithm>
#include <limits>

namespace atl {

Ucb::Ucb(const SearchParams& params, bool has_heuristic, std::size_t max_options)
    : is_tuned_(params.selection.formula == Selection::tuned),
      reads_priors_(false),
      c_(static_cast<float>(params.selection.c)),
      urgency_(params.selection.fpu >= SelectionParams::kForceFirst ? std::numeric_limits<float>::infinity()
                                                                    : static_cast<float>(params.selection.fpu)),
      worth_(params.selection),
      widening_(params.widening),
      bounds_(max_options),
      priors_(max_options),
      visits_(max_options),
      available_(max_options) {
  reads_priors_ = has_heuristic && (worth_.reads_priors() || widening_.active());
}

Choice Ucb::expand(const TreeDecision& at) {
  has_bounds_ = false;
  const std::size_t open = at.arms.tried().size();
  if (at.arms.untried().empty() || !widening_.opens(open, at.visits())) return {};
  // What is known as a first move has the bonus of an edge with one visit.
  const auto first = at.first_moves != nullptr ? at.first_moves->best_untried(at.arms.untried(), at.rng) : std::nullopt;
  const float urgency = first ? first->mean + c_ * std::sqrt(fast_log(at.visits())) : urgency_;
  if (open > 0 && urgency < std::numeric_limits<float>::infinity()) {
    const std::span<const float> known = bounds(at);
    if (known[argmax(known, at.rng)] > urgency) return {};
  }
  const std::span<float> priors(priors_.data(), reads_priors_ ? at.keys.size() : 0);
  if (reads_priors_) at.priors.values(priors);
  const std::uint32_t option = first ? first->option : first_to_try(at, priors);
  const EdgeId made = at.tree.add_edge(at.node, at.keys[option].code);
  if (made == kNoEdge) return {};
  at.tree.edge(made).availability = 1;
  if (reads_priors_) at.tree.edge(made).prior = priors[option];
  return {.edge = made, .option = option, .expanded = true};
}

/// The untried option of the highest prior, ties at random; any without priors.
std::uint32_t Ucb::first_to_try(const TreeDecision& at, std::span<const float> priors) const {
  const std::span<const std::uint32_t> untried = at.arms.untried();
  if (priors.empty()) {
    return untried.size() > 1 ? untried[at.rng.below(static_cast<std::uint32_t>(untried.size()))] : untried[0];
  }
  std::uint32_t best = untried[0];
  std::uint32_t ties = 1;
  for (const std::uint32_t option : untried.subspan(1)) {
    if (priors[option] > priors[best]) {
      best = option;
      ties = 1;
    } else if (priors[option] == priors[best] && at.rng.below(++ties) == 0) {
      best = option;
    }
  }
  return best;
}

Choice Ucb::exploit(const TreeDecision& at) {
  const Arm best = at.arms.tried()[argmax(bounds(at), at.rng)];
  return {.edge = best.edge, .option = best.option};
}

/// [arm] computed at most once for a decision.
std::span<const float> Ucb::bounds(const TreeDecision& at) {
  const std::span<const Arm> arms = at.arms.tried();
  if (!has_bounds_) {
    has_bounds_ = true;
    if (!is_tuned_ && worth_.is_plain() && at.first_moves == nullptr) {
      compute_plain_bounds(at.tree, arms);
    } else {
      for (std::size_t i = 0; i < arms.size(); ++i) {
        bounds_[i] = bound(at.tree.edge(arms[i].edge), arms[i].option, at.first_moves);
      }
    }
  }
  return {bounds_.data(), arms.size()};
}

float Ucb::bound(const Edge& e, std::uint32_t option, const Grave* first_moves) const {
  const auto n = static_cast<float>(e.visits);
  const float log_n = fast_log(e.availability);
  if (!is_tuned_) return worth_.of(e, option, first_moves) + c_ * std::sqrt(log_n / n);
  const float mean = e.sum / n;
  const float variance = e.extra / n - mean * mean + std::sqrt(2 * log_n / n);
  return worth_.of(e, option, first_moves) + c_ * std::sqrt(log_n / n * std::min(0.25F, std::max(0.0F, variance)));
}

/// UCB1 and nothing else, the hot loop of most searches: gathers the numbers, then computes all bounds four at a time.
void Ucb::compute_plain_bounds(const Tree& tree, std::span<const Arm> arms) {
  const std::size_t n = arms.size();
  float* const bounds = bounds_.data();
  std::uint32_t* const visits = visits_.data();
  std::uint32_t* const available = available_.data();
  for (std::size_t i = 0; i < n; ++i) {
    const Edge& e = tree.edge(arms[i].edge);
    visits[i] = e.visits;
    available[i] = e.availability;
    bounds[i] = e.sum;
  }
  const float c = c_;
  for (std::size_t i = 0; i < n; ++i) {
    const float inverse = 1 / static_cast<float>(static_cast<std::int32_t>(visits[i]));
    bounds[i] = bounds[i] * inverse + c * std::sqrt(fast_log(available[i]) * inverse);
  }
}

void Ucb::learn(Edge& edge, float reward) const {
  if (is_tuned_) {
    edge.sum += reward;
    edge.extra += reward * reward;
  } else if (worth_.is_implicit()) {
    edge.sum += reward;
  } else {
    add_compensated(edge, reward);
  }
}

}  // namespace atl
