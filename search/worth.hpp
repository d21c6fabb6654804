/// What an edge is taken to be worth before anything is added to explore: its mean, with what a search asks for beside
/// it. Progressive bias: Chaslot et al., "Progressive strategies for MCTS", 2008; implicit minimax:
/// implicit_minimax.hpp; all moves as first: grave.hpp.
#pragma once

#include "search/tree_decision.hpp"

namespace atl {

class Worth {
 public:
  explicit Worth(const SelectionParams& params)
      : prior_visits_(static_cast<float>(params.prior_visits)),
        bias_(static_cast<float>(params.bias)),
        implicit_(static_cast<float>(params.implicit)) {}

  /// Nothing but the mean.
  bool is_plain() const { return prior_visits_ <= 0 && bias_ <= 0 && implicit_ <= 0; }
  bool reads_priors() const { return prior_visits_ > 0 || bias_ > 0; }
  bool is_implicit() const { return implicit_ > 0; }

  /// Whether a worth can be given to an option of `e` even before its first visit.
  bool is_known(const Edge& e, std::uint32_t option, const Grave* first_moves) const {
    return e.visits > 0 || prior_visits_ > 0 || (first_moves != nullptr && first_moves->first_move(option).visits > 0);
  }

  float of(const Edge& e, std::uint32_t option, const Grave* first_moves) const {
    const auto n = static_cast<float>(e.visits);
    float q = (e.sum + prior_visits_ * e.prior) / (n + prior_visits_);
    if (first_moves != nullptr) q = first_moves->blend(q, n + prior_visits_, first_moves->first_move(option));
    if (is_implicit()) q = (1 - implicit_) * q + implicit_ * e.extra;
    return q + bias_ * e.prior / (n + 1);
  }

 private:
  float prior_visits_;  ///< the prior counts as this many visits
  float bias_;
  float implicit_;
};

}  // namespace atl
