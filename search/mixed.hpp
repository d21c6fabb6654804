/// Selections that mix strategies, for choices that are simultaneous or hidden; play them with final=sample.
///
///   SmoothUct       with probability max(gamma, eta / (1 + decay sqrt(N))) ucb1, else an edge in proportion to its
///                   visits (Heinrich, Silver, "Smooth UCT search in computer poker", IJCAI 2015)
///   Exp3            p = (1 - gamma) softmax(gamma S / k) + gamma / k, S the sum of r / p (Auer, Cesa-Bianchi, Freund,
///                   Schapire, SIAM J. Comput. 32(1), 2002)
///   RegretMatching  p = (1 - gamma) R+ / sum R+ + gamma / k, R from sampled rewards (Lanctot, Lisy, Winands, "Monte
///                   Carlo tree search in simultaneous move games with applications to Goofspiel", 2013)
///
/// The last two need an edge for every legal action.
#pragma once

#include <vector>

#include "search/params.hpp"
#include "search/tree_decision.hpp"
#include "search/ucb.hpp"

namespace atl {

class SmoothUct {
 public:
  SmoothUct(const SearchParams& params, bool has_heuristic, std::size_t max_options)
      : ucb_(params, has_heuristic, max_options), mixed_(params.mixed) {}

  Choice choose(const TreeDecision& at);
  void learn(Edge& edge, float reward) const { ucb_.learn(edge, reward); }

 private:
  Ucb ucb_;
  MixedParams mixed_;
};

class Exp3 {
 public:
  Exp3(const MixedParams& params, std::size_t max_options)
      : gamma_(static_cast<float>(params.gamma)), shares_(max_options) {}

  Choice choose(const TreeDecision& at);
  void learn(Edge& edge, float reward, float probability) const {
    edge.sum += reward;
    edge.extra += reward / probability;
  }

 private:
  float gamma_;
  std::vector<float> shares_;  ///< [arm]
};

class RegretMatching {
 public:
  RegretMatching(const MixedParams& params, std::size_t max_options)
      : gamma_(static_cast<float>(params.gamma)), shares_(max_options) {}

  /// Starts an iteration.
  void begin() {
    offered_.clear();
    offer_ends_.clear();
  }
  Choice choose(const TreeDecision& at);
  /// `step`: the how-many-th decision of the iteration, counted from 0, it was.
  void learn(Tree& tree, std::size_t step, EdgeId chosen, float reward, float probability) const;

 private:
  float gamma_;
  std::vector<float> shares_;              ///< [arm]
  std::vector<EdgeId> offered_;            ///< all arms of this iteration's decisions, one after another
  std::vector<std::uint32_t> offer_ends_;  ///< [decision] where its part of the list ends
};

}  // namespace atl
