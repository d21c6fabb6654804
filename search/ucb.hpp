/// Upper confidence bounds, with n' (the availability of the edge) in place of the visits of its node, because the
/// legal set differs from world to world.
///
///   ucb1   Q + c sqrt(ln n' / n)  (Cowling, Powley, Whitehouse, "Information Set Monte Carlo Tree Search",
///          IEEE TCIAIG 4(2), 2012)
///   tuned  Q + c sqrt(ln n' / n min(1/4, V)), V = sum r^2 / n - Q^2 + sqrt(2 ln n' / n)  (UCB1-Tuned: Auer,
///          Cesa-Bianchi, Fischer, Machine Learning 47, 2002)
///
/// Untried options come first, or when no bound is above their urgency (first-play urgency: Gelly, Wang, 2006), as far
/// as widening lets them; the one of the highest heuristic value first where a search asks for heuristic values.
#pragma once

#include <bit>
#include <cmath>
#include <vector>

#include "search/params.hpp"
#include "search/tree_decision.hpp"
#include "search/worth.hpp"

namespace atl {

/// The natural logarithm of n in [1, 2^31), to 1e-5: one per edge and visit is needed. No branch and no call, so that
/// loops over edges are vectorised.
inline float fast_log(std::uint32_t n) {
  const auto bits = std::bit_cast<std::int32_t>(static_cast<float>(static_cast<std::int32_t>(n)));
  const auto exponent = static_cast<float>((bits >> 23) - 127);
  const float m = std::bit_cast<float>((bits & 0x007fffff) | 0x3f800000);
  const float t = (m - 1) / (m + 1);  // ln m = 2 artanh t, |t| <= 1/3
  const float t2 = t * t;
  return exponent * 0.69314718F + 2 * t * (1 + t2 * (0.33333333F + t2 * (0.2F + t2 * 0.14285714F)));
}

/// Progressive unpruning (Chaslot et al., "Progressive strategies for MCTS", 2008): how many options may have an edge.
class Widening {
 public:
  explicit Widening(const WideningParams& params) : factor_(params.factor), alpha_(params.alpha) {}
  bool active() const { return factor_ > 0; }
  /// Whether one more may be opened beside `open` at a node with `visits`.
  bool opens(std::size_t open, std::uint32_t visits) const {
    return open == 0 || !active() || static_cast<double>(open) < factor_ * std::pow(visits, alpha_);
  }

 private:
  double factor_, alpha_;
};

class Ucb {
 public:
  Ucb(const SearchParams& params, bool has_heuristic, std::size_t max_options);

  Choice choose(const TreeDecision& at) {
    const Choice made = expand(at);
    return made.is_made() || at.arms.tried().empty() ? made : exploit(at);
  }

  /// Makes the edge of an untried option if one is due.
  Choice expand(const TreeDecision& at);
  /// The edge of the highest bound. Requires one, and to come after expand() for the same decision.
  Choice exploit(const TreeDecision& at);

  void learn(Edge& edge, float reward) const;

 private:
  std::span<const float> bounds(const TreeDecision& at);
  void compute_plain_bounds(const Tree& tree, std::span<const Arm> arms);
  float bound(const Edge& e, std::uint32_t option, const Grave* first_moves) const;
  std::uint32_t first_to_try(const TreeDecision& at, std::span<const float> priors) const;

  bool is_tuned_, reads_priors_;
  float c_;
  float urgency_;  ///< infinite: untried options come first
  Worth worth_;
  Widening widening_;
  bool has_bounds_ = false;    ///< of the decision at hand
  std::vector<float> bounds_;  ///< [arm]
  std::vector<float> priors_;  ///< [option]
  std::vector<std::uint32_t> visits_, available_;
};

}  // namespace atl
