/// Q + c P sqrt(n') / (1 + n), P the softmax of heuristic values over the actions legal here (Rosin, "Multi-armed
/// bandits with episode context", AMAI 61, 2011), n' the availability of the edge. All legal actions have edges; one
/// never taken is worth what its node is worth, unless first-play urgency says otherwise.
#pragma once

#include <vector>

#include "search/params.hpp"
#include "search/tree_decision.hpp"
#include "search/worth.hpp"

namespace atl {

class Puct {
 public:
  Puct(const SearchParams& params, std::size_t max_options);

  Choice choose(const TreeDecision& at);
  void learn(Edge& edge, float reward) const;

 private:
  bool has_urgency_;
  float c_, urgency_, inverse_temperature_;
  Worth worth_;
  std::vector<float> priors_;  ///< [option]
  std::vector<float> bounds_;  ///< [arm]
};

}  // namespace atl
