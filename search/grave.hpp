/// Generalized rapid action value estimation (Cazenave, "Generalized Rapid Action Value Estimation", IJCAI 2015): an
/// action tried seldom at a node is judged by the iterations in which its player took it at any later time (all moves
/// as first), counted from the nearest node above that has enough of them.
///
///   value = (1 - beta) Q + beta AMAF,  beta = n_A / (n_A + n + bias n_A n)
///
/// n and Q are the edge's visits and mean, n_A and AMAF the count and mean of all moves as first at the reference node.
/// The paper has no exploration term: c=0 is its rule. RAVE is the case ref = 1.
///
/// The numbers lie in a direct-mapped table. Where two keys want one slot, the stronger holder loses half its weight
/// and keeps the slot, a weaker one gives way; nodes high in the tree, which are asked most, are the strong ones.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/core/rng.hpp"
#include "search/params.hpp"
#include "search/play_memory.hpp"
#include "search/reward.hpp"
#include "search/tree.hpp"

namespace atl {

class Grave {
 public:
  /// What is known of an action as a first move.
  struct Count {
    float visits = 0;
    float mean = 0;
  };

  /// Uses at most a quarter of `byte_limit`.
  Grave(const GraveParams& params, std::size_t byte_limit);

  bool active() const { return reference_visits_ > 0; }
  std::size_t bytes() const { return entries_.size() * sizeof(Entry); }
  void clear() { entries_.assign(entries_.size(), Entry{}); }

  /// On the way down: the root begins, and every node with enough visits becomes the reference of what is below it.
  void begin(NodeId root) { reference_ = root; }
  void pass(NodeId node, std::uint32_t visits) {
    if (visits >= reference_visits_) reference_ = node;
  }

  /// Of `player`'s `action`, at the reference node.
  Count at(Player player, Action action) const;

  /// Looks up the options of a decision of `mover`, for first_move() and best_untried().
  void look_up(Player mover, std::span<const Action> actions);
  Count first_move(std::uint32_t option) const { return first_moves_[option]; }

  struct FirstMove {
    std::uint32_t option;
    float mean;
  };
  /// The best of `untried` (at least one) as a first move, ties at random; nothing if of one of them nothing is known.
  std::optional<FirstMove> best_untried(std::span<const std::uint32_t> untried, Rng& rng) const;

  /// The mean `q` of `n` visits, blended with what is known of the action as a first move.
  float blend(float q, float n, Count count) const {
    if (count.visits <= 0) return q;
    if (n <= 0) return count.mean;
    const float beta = count.visits / (count.visits + n + bias_ * count.visits * n);
    return (1 - beta) * q + beta * count.mean;
  }

  /// An iteration went through nodes[0], nodes[1], ..., taking moves[i] at nodes[i], and on with the other moves. An
  /// action that a player takes more than once counts once.
  void learn(std::span<const NodeId> nodes, std::span<const Move> moves, const Rewards& rewards);

 private:
  struct Entry {
    std::uint32_t tag = 0;  ///< upper half of the key
    float visits = 0;
    float sum = 0;  ///< of the rewards of the player whose move it is
  };

  void count(NodeId node, std::uint64_t move, float reward);

  std::uint32_t reference_visits_;
  float bias_;
  NodeId reference_{0};
  std::vector<Entry> entries_;
  std::vector<Count> first_moves_;    ///< [option]
  std::vector<std::uint64_t> later_;  ///< distinct (player, action) from some depth on, ascending
};

}  // namespace atl
