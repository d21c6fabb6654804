/// Which edge the mover takes at a node. What the edge learns from the reward: edge_learning.hpp.
///
///   ucb1    Q + c sqrt(ln n' / n), n' the availability of the edge (Cowling, Powley, Whitehouse, "Information Set
///           Monte Carlo Tree Search", IEEE TCIAIG 4(2), 2012): a subset-armed bandit, because the legal set differs
///           from world to world
///   tuned   UCB1-Tuned (Auer, Cesa-Bianchi, Fischer, Machine Learning 47, 2002) with n' in place of the parent's n
///   puct    Q + c P sqrt(n') / (1 + n), P the softmax of heuristic values over the actions legal here (Rosin,
///   "Multi-armed
///           bandits with episode context", AMAI 61, 2011)
///   smooth  with probability max(gamma, eta / (1 + decay sqrt(N))) ucb1, else an edge in proportion to its visits
///           (Heinrich, Silver, "Smooth UCT search in computer poker", IJCAI 2015)
///   exp3    Auer, Cesa-Bianchi, Freund, Schapire, SIAM J. Comput. 32(1), 2002
///   regret  regret matching on sampled rewards (Lanctot, Lisy, Winands, "Monte Carlo tree search in simultaneous
///           move games with applications to Goofspiel", 2013)
///
/// Additions: first-play urgency (Gelly, Wang, 2006), progressive bias and unpruning (Chaslot et al., "Progressive
/// strategies for MCTS", 2008), heuristic values as virtual visits, all moves as first (grave.hpp).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <vector>

#include "engine/core/game.hpp"
#include "search/edge_learning.hpp"
#include "search/grave.hpp"
#include "search/heuristic.hpp"
#include "search/options.hpp"
#include "search/tree.hpp"

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

template <ImperfectInformationGame G>
class TreePolicy {
 public:
  struct Choice {
    EdgeId edge = kNoEdge;  ///< kNoEdge: the tree is full and nothing legal is in it
    std::size_t option = 0;
    bool expanded = false;  ///< chosen for the first time
    float probability = 1;
  };

  /// `grave`, if given, must outlive this and know the reference node when choose() is called.
  TreePolicy(const SearchParams& params, const HeuristicOf<G>& heuristic, const Grave* grave = nullptr)
      : heuristic_(&heuristic),
        grave_(grave != nullptr && grave->active() ? grave : nullptr),
        selection_(params.selection.formula),
        c_(static_cast<float>(params.selection.c)),
        fpu_(static_cast<float>(params.selection.fpu)),
        bias_(static_cast<float>(params.selection.bias)),
        prior_visits_(static_cast<float>(params.selection.prior_visits)),
        inverse_temperature_(static_cast<float>(1 / params.selection.temperature)),
        widen_(params.widening.factor),
        widen_alpha_(params.widening.alpha),
        gamma_(params.mixed.gamma),
        eta_(params.mixed.eta),
        decay_(params.mixed.decay),
        implicit_(static_cast<float>(params.selection.implicit)),
        forces_first_(params.selection.fpu >= SelectionParams::kForceFirst),
        wide_(params.selection.formula == Selection::puct || params.selection.formula == Selection::exp3 ||
              params.selection.formula == Selection::regret),
        informed_(HeuristicGame<G> && (params.selection.bias > 0 || params.selection.prior_visits > 0 ||
                                       params.widening.factor > 0 || params.selection.formula == Selection::puct)),
        plain_(params.selection.bias <= 0 && params.selection.prior_visits <= 0 && params.selection.implicit <= 0 &&
               params.grave.visits <= 0) {}

  /// Chooses among `options` at node `id`, which is theirs. Counts one visit of the node and the availability of every
  /// edge that is legal here (chosen or not; a new edge starts at 1). Adds at most one edge, except with the
  /// selections that need all of them (puct, exp3, regret).
  Choice choose(Tree& tree, NodeId id, const typename G::State& state, const Options<G>& options, Rng& rng) {
    ++tree.node(id).visits;
    match(tree, id, options);
    if (wide_ && !untried_.empty()) {
      const std::uint32_t before = tree.node(id).size;
      value_untried(state, options);
      for (const std::uint32_t option : untried_) {
        const EdgeId made = tree.add_edge(id, (*options.keys)[option].code);
        if (made == kNoEdge) break;
        tree.edge(made).prior = values_[option];
      }
      if (tree.node(id).size != before) match(tree, id, options);
    }
    count_availability(tree, id);
    if (grave_ != nullptr) look_up_first_moves(tree.node(id).mover, options);
    if (wide_ && !candidates_.empty()) return choose_wide(tree, rng);
    if (!untried_.empty() && may_expand(tree, id)) {
      if (const Choice made = expand(tree, id, state, options, rng); made.edge != kNoEdge) return made;
    }
    if (candidates_.empty()) return {};
    std::size_t best = 0;
    if (selection_ == Selection::smooth && !rng.chance(ucb_share(tree.node(id)))) {
      best = sample_visits(tree, rng);
    } else {
      best = best_candidate(tree, rng).first;
    }
    return {.edge = candidates_[best].edge, .option = candidates_[best].option, .expanded = false, .probability = 1};
  }

  /// The mover's average strategy so far: an option in proportion to its visits. Reads only; kNoEdge if none was tried.
  Choice sample(Tree& tree, NodeId id, const Options<G>& options, Rng& rng) {
    match(tree, id, options);
    if (candidates_.empty()) return {};
    const Candidate& picked = candidates_[sample_visits(tree, rng)];
    return {.edge = picked.edge, .option = picked.option, .expanded = false, .probability = 1};
  }

  /// Remembers at `step` what could have been chosen by the last call of choose(), if EdgeLearning::update() will need
  /// it.
  void note_available(Step& step, std::vector<EdgeId>& available) const {
    if (selection_ == Selection::regret) {
      for (const Candidate& candidate : candidates_) available.push_back(candidate.edge);
    }
    step.available_end = static_cast<std::uint32_t>(available.size());
  }

 private:
  struct Candidate {
    EdgeId edge;
    std::uint32_t option;
  };

  /// Merges the options with the node's edges: candidates_ have an edge, untried_ have none.
  void match(Tree& tree, NodeId id, const Options<G>& options) {
    const Node& node = tree.node(id);
    const Edge* const edges = tree.edges_of(node);
    const Action* const keys = options.keys->data();
    const auto num_options = static_cast<std::uint32_t>(options.size());
    Candidate* const candidates = candidates_.data();
    std::uint32_t* const untried = untried_.data();
    std::size_t num_candidates = 0;
    std::size_t num_untried = 0;
    std::uint32_t e = 0;
    for (std::uint32_t i = 0; i < num_options; ++i) {
      const std::uint32_t key = keys[i].code;
      while (e < node.size && edges[e].key < key) ++e;
      if (e < node.size && edges[e].key == key) {
        candidates[num_candidates++] = {node.first + e, i};
        ++e;
      } else {
        untried[num_untried++] = i;
      }
    }
    candidates_.resize(num_candidates);
    untried_.resize(num_untried);
  }

  /// Every candidate could have been chosen once more.
  void count_availability(Tree& tree, NodeId id) {
    const Node& node = tree.node(id);
    Edge* const edges = tree.edges_of(node);
    if (candidates_.size() == node.size) {
      for (std::uint32_t e = 0; e < node.size; ++e) ++edges[e].availability;
    } else {
      for (const Candidate& candidate : candidates_) ++edges[candidate.edge - node.first].availability;
    }
  }

  bool may_expand(Tree& tree, NodeId id) const {
    if (candidates_.empty()) return true;
    return widen_ <= 0 ||
           static_cast<double>(candidates_.size()) < widen_ * std::pow(tree.node(id).visits, widen_alpha_);
  }

  /// values_[option]: heuristic value of the option's action, 0.5 without a heuristic.
  void value_untried(const typename G::State& state, const Options<G>& options) {
    if constexpr (HeuristicGame<G>) {
      if (informed_) {
        heuristic_->scores(state, *options.actions, std::span<float>(values_.data(), options.size()));
        return;
      }
    }
    std::fill_n(values_.begin(), options.size(), 0.5F);
  }

  /// first_moves_[option]: what is known of its action as a first move.
  void look_up_first_moves(Player mover, const Options<G>& options) {
    for (std::size_t i = 0; i < options.size(); ++i) first_moves_[i] = grave_->at(mover, (*options.actions)[i]);
  }

  /// The untried option to try next: one nothing is known of, else the best as a first move. Ties at random.
  std::pair<std::uint32_t, float> best_first_move(Rng& rng) const {
    constexpr float kUnknown = 2;  // above every mean
    const auto worth = [this](std::uint32_t i) { return first_moves_[i].visits > 0 ? first_moves_[i].mean : kUnknown; };
    std::uint32_t best = untried_[0];
    std::uint32_t ties = 1;
    for (std::size_t i = 1; i < untried_.size(); ++i) {
      if (worth(untried_[i]) > worth(best)) {
        best = untried_[i];
        ties = 1;
      } else if (worth(untried_[i]) == worth(best) && rng.below(++ties) == 0) {
        best = untried_[i];
      }
    }
    return {best, worth(best)};
  }

  /// Tries the best untried option by heuristic value, or a random one without knowledge; with GRAVE the best first
  /// move. With first-play urgency, or where a first move has a worth, only if no candidate looks better.
  Choice expand(Tree& tree, NodeId id, const typename G::State& state, const Options<G>& options, Rng& rng) {
    std::uint32_t option = untried_[0];
    float urgency = fpu_;
    bool is_known = false;  // as a first move: it then has the bonus of an edge with one visit
    if (grave_ != nullptr) {
      const auto [first, worth] = best_first_move(rng);
      is_known = worth <= 1;
      if (is_known) {
        option = first;
        urgency = worth + c_ * std::sqrt(fast_log(tree.node(id).visits));
      }
    }
    const bool is_forced = forces_first_ && !is_known;
    if (!is_forced && !candidates_.empty() && best_candidate(tree, rng).second > urgency) return {};
    if (is_known) {
      if (informed_) value_untried(state, options);
    } else if (informed_) {
      value_untried(state, options);
      std::uint32_t ties = 1;
      for (std::size_t i = 1; i < untried_.size(); ++i) {
        const float value = values_[untried_[i]];
        if (value > values_[option]) {
          option = untried_[i];
          ties = 1;
        } else if (value == values_[option] && rng.below(++ties) == 0) {
          option = untried_[i];
        }
      }
    } else if (untried_.size() > 1) {
      option = untried_[rng.below(static_cast<std::uint32_t>(untried_.size()))];
    }
    const EdgeId made = tree.add_edge(id, (*options.keys)[option].code);
    if (made == kNoEdge) return {};
    tree.edge(made).availability = 1;
    if (informed_) tree.edge(made).prior = values_[option];
    return {.edge = made, .option = option, .expanded = true, .probability = 1};
  }

  /// Index into candidates_ of the largest upper confidence bound, ties at random, and that bound.
  std::pair<std::size_t, float> best_candidate(const Tree& tree, Rng& rng) {
    if (selection_ == Selection::tuned) {
      return argmax(tree, rng, [this](const Edge& e, const Candidate& at) { return tuned_bound(e, at); });
    }
    if (plain_) return best_plain(tree, rng);
    return argmax(tree, rng, [this](const Edge& e, const Candidate& at) {
      return value(e, at) + c_ * std::sqrt(fast_log(e.availability) / static_cast<float>(e.visits));
    });
  }

  /// best_candidate for nothing but UCB1, the hot loop of every search: gathers the numbers, computes all bounds four
  /// at a time, then takes the largest.
  std::pair<std::size_t, float> best_plain(const Tree& tree, Rng& rng) {
    const std::size_t n = candidates_.size();
    const Candidate* const candidates = candidates_.data();
    const Edge* const edges = &tree.edge(0);
    float* const bounds = values_.data();
    std::uint32_t* const visits = visits_.data();
    std::uint32_t* const available = available_.data();
    for (std::size_t i = 0; i < n; ++i) {
      const Edge& e = edges[candidates[i].edge];
      visits[i] = e.visits;
      available[i] = e.availability;
      bounds[i] = e.sum;
    }
    const float c = c_;
    for (std::size_t i = 0; i < n; ++i) {
      const float inverse = 1 / static_cast<float>(static_cast<std::int32_t>(visits[i]));
      bounds[i] = bounds[i] * inverse + c * std::sqrt(fast_log(available[i]) * inverse);
    }
    std::size_t best = 0;
    std::uint32_t ties = 1;
    float top = bounds[0];
    for (std::size_t i = 1; i < n; ++i) {
      if (bounds[i] < top) continue;
      if (bounds[i] > top) {
        top = bounds[i];
        best = i;
        ties = 1;
      } else if (rng.below(++ties) == 0) {
        best = i;
      }
    }
    return {best, top};
  }

  template <class Bound>
  std::pair<std::size_t, float> argmax(const Tree& tree, Rng& rng, Bound&& bound) const {
    std::size_t best = 0;
    std::uint32_t ties = 1;
    float top = bound(tree.edge(candidates_[0].edge), candidates_[0]);
    for (std::size_t i = 1; i < candidates_.size(); ++i) {
      const float b = bound(tree.edge(candidates_[i].edge), candidates_[i]);
      if (b > top) {
        top = b;
        best = i;
        ties = 1;
      } else if (b == top && rng.below(++ties) == 0) {
        best = i;
      }
    }
    return {best, top};
  }

  /// The exploited part: mean with virtual visits, blended with first moves and the implicit value, plus progressive
  /// bias.
  float value(const Edge& e, const Candidate& at) const {
    const auto n = static_cast<float>(e.visits);
    const float mean = mean_of(e, at);
    // Without implicit minimax `extra` may hold what rounding took away.
    return (implicit_ > 0 ? (1 - implicit_) * mean + implicit_ * e.extra : mean) + bias_ * e.prior / (n + 1);
  }

  float mean_of(const Edge& e, const Candidate& at) const {
    const auto n = static_cast<float>(e.visits);
    const float mean = (e.sum + prior_visits_ * e.prior) / (n + prior_visits_);
    return grave_ == nullptr ? mean : grave_->blend(mean, n + prior_visits_, first_moves_[at.option]);
  }

  float tuned_bound(const Edge& e, const Candidate& at) const {
    const auto n = static_cast<float>(e.visits);
    const float log_n = fast_log(e.availability);
    const float mean = e.sum / n;
    const float variance = e.extra / n - mean * mean + std::sqrt(2 * log_n / n);
    return mean_of(e, at) + bias_ * e.prior / (n + 1) +
           c_ * std::sqrt(log_n / n * std::min(0.25F, std::max(0.0F, variance)));
  }

  double ucb_share(const Node& node) const {
    return std::max(gamma_, eta_ / (1 + decay_ * std::sqrt(static_cast<double>(node.visits))));
  }

  std::size_t sample_visits(const Tree& tree, Rng& rng) const {
    std::uint64_t total = 0;
    for (const Candidate& candidate : candidates_) total += tree.edge(candidate.edge).visits;
    if (total == 0) return rng.below(static_cast<std::uint32_t>(candidates_.size()));
    double left = rng.uniform() * static_cast<double>(total);
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      left -= tree.edge(candidates_[i].edge).visits;
      if (left < 0) return i;
    }
    return candidates_.size() - 1;
  }

  /// puct, exp3, regret: all legal actions have edges (but for what the byte limit kept out).
  Choice choose_wide(const Tree& tree, Rng& rng) {
    std::size_t picked = 0;
    float probability = 1;
    if (selection_ == Selection::puct) {
      picked = best_puct(tree, rng);
    } else {
      fill_distribution(tree);
      double left = rng.uniform();
      for (picked = 0; picked + 1 < candidates_.size(); ++picked) {
        left -= values_[picked];
        if (left < 0) break;
      }
      probability = values_[picked];
    }
    const Candidate& chosen = candidates_[picked];
    return {.edge = chosen.edge,
            .option = chosen.option,
            .expanded = tree.edge(chosen.edge).visits == 0,
            .probability = probability};
  }

  std::size_t best_puct(const Tree& tree, Rng& rng) const {
    float total = 0;
    float visits = 0;
    float sum = 0;
    for (const Candidate& candidate : candidates_) {
      const Edge& e = tree.edge(candidate.edge);
      total += std::exp(e.prior * inverse_temperature_);
      visits += static_cast<float>(e.visits);
      sum += e.sum;
    }
    // An edge never taken is worth what the node is worth, unless first-play urgency says otherwise.
    const float unvisited = !forces_first_ ? fpu_ : visits > 0 ? sum / visits : 0.5F;
    return argmax(tree, rng,
                  [&](const Edge& e, const Candidate& at) {
                    const auto n = static_cast<float>(e.visits);
                    const bool is_known =
                        e.visits > 0 || prior_visits_ > 0 || (grave_ != nullptr && first_moves_[at.option].visits > 0);
                    const float q = is_known ? value(e, at) : unvisited;
                    const float prior = std::exp(e.prior * inverse_temperature_) / total;
                    return q + c_ * prior * std::sqrt(static_cast<float>(e.availability)) / (1 + n);
                  })
        .first;
  }

  /// values_[i]: probability of candidate i under exp3 or regret matching.
  void fill_distribution(const Tree& tree) {
    const auto k = static_cast<float>(candidates_.size());
    const auto gamma = static_cast<float>(gamma_);
    float top = 0;
    if (selection_ == Selection::exp3) {
      top = tree.edge(candidates_[0].edge).extra;
      for (const Candidate& candidate : candidates_) top = std::max(top, tree.edge(candidate.edge).extra);
    }
    float total = 0;
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      const float extra = tree.edge(candidates_[i].edge).extra;
      values_[i] = selection_ == Selection::exp3 ? std::exp(gamma / k * (extra - top)) : std::max(0.0F, extra);
      total += values_[i];
    }
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      const float greedy = total > 0 ? values_[i] / total : 1 / k;
      values_[i] = (1 - gamma) * greedy + gamma / k;
    }
  }

  const HeuristicOf<G>* heuristic_;
  const Grave* grave_;  ///< null: off
  Selection selection_;
  float c_, fpu_, bias_, prior_visits_, inverse_temperature_;
  double widen_, widen_alpha_, gamma_, eta_, decay_;
  float implicit_;
  bool forces_first_, wide_, informed_, plain_;
  InlineVector<Candidate, G::kMaxActions> candidates_;
  InlineVector<std::uint32_t, G::kMaxActions> untried_;
  std::array<float, G::kMaxActions> values_;  ///< by option or by candidate, as the user of it says
  std::array<std::uint32_t, G::kMaxActions> visits_, available_;
  std::array<Grave::Count, G::kMaxActions> first_moves_;  ///< [option]
};

}  // namespace atl
