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

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/core/bits.hpp"
#include "engine/core/types.hpp"
#include "search/params.hpp"
#include "search/play_memory.hpp"
#include "search/reward.hpp"

namespace atl {

class Grave {
 public:
  /// What is known of an action as a first move.
  struct Count {
    float visits = 0;
    float mean = 0;
  };

  /// Uses at most a quarter of `byte_limit`.
  Grave(const SearchParams& params, std::size_t byte_limit)
      : reference_visits_(static_cast<std::uint32_t>(params.grave.visits)),
        bias_(static_cast<float>(params.grave.bias)) {
    if (active())
      entries_.resize(std::min(kMaxSlots, std::bit_floor(std::max<std::size_t>(byte_limit / 4 / sizeof(Entry), 64))));
  }

  bool active() const { return reference_visits_ > 0; }
  std::size_t bytes() const { return entries_.size() * sizeof(Entry); }
  void clear() { entries_.assign(entries_.size(), Entry{}); }

  /// On the way down: the root begins, and every node with enough visits becomes the reference of what is below it.
  void begin(std::uint32_t root) { reference_ = root; }
  void pass(std::uint32_t node, std::uint32_t visits) {
    if (visits >= reference_visits_) reference_ = node;
  }

  /// Of `player`'s `action`, at the reference node.
  Count at(Player player, Action action) const {
    const std::uint64_t key = key_of(reference_, move_of(player, action));
    const Entry& entry = entries_[key % entries_.size()];
    if (entry.tag != tag_of(key) || entry.visits <= 0) return {};
    return {entry.visits, entry.sum / entry.visits};
  }

  /// The mean `q` of `n` visits, blended with what is known of the action as a first move.
  float blend(float q, float n, Count count) const {
    if (count.visits <= 0) return q;
    if (n <= 0) return count.mean;
    const float beta = count.visits / (count.visits + n + bias_ * count.visits * n);
    return (1 - beta) * q + beta * count.mean;
  }

  /// An iteration went through nodes[0], nodes[1], ..., taking moves[i] at nodes[i], and on with the other moves. An
  /// action that a player takes more than once counts once.
  void learn(std::span<const std::uint32_t> nodes, std::span<const PlayMemory::Move> moves, const Rewards& rewards) {
    later_.clear();
    for (std::size_t i = nodes.size(); i < moves.size(); ++i)
      later_.push_back(move_of(moves[i].player, moves[i].action));
    std::sort(later_.begin(), later_.end());
    later_.erase(std::unique(later_.begin(), later_.end()), later_.end());
    for (std::size_t i = nodes.size(); i-- > 0;) {
      const std::uint64_t move = move_of(moves[i].player, moves[i].action);
      const auto place = std::lower_bound(later_.begin(), later_.end(), move);
      if (place == later_.end() || *place != move) later_.insert(place, move);
      for (const std::uint64_t each : later_) count(nodes[i], each, rewards[static_cast<std::size_t>(each >> 32)]);
    }
  }

 private:
  static constexpr std::size_t kMaxSlots = std::size_t{1} << 18;

  struct Entry {
    std::uint32_t tag = 0;  ///< upper half of the key
    float visits = 0;
    float sum = 0;  ///< of the rewards of the player whose move it is
  };

  static std::uint64_t move_of(Player player, Action action) {
    return (static_cast<std::uint64_t>(player) << 32) | action.code;
  }
  static std::uint64_t key_of(std::uint32_t node, std::uint64_t move) { return hash_combine(node, move); }
  static std::uint32_t tag_of(std::uint64_t key) { return static_cast<std::uint32_t>(key >> 32); }

  void count(std::uint32_t node, std::uint64_t move, float reward) {
    const std::uint64_t key = key_of(node, move);
    Entry& entry = entries_[key % entries_.size()];
    if (entry.tag != tag_of(key)) {
      if (entry.visits > 1) {
        entry.visits /= 2;
        entry.sum /= 2;
        return;
      }
      entry = {.tag = tag_of(key), .visits = 0, .sum = 0};
    }
    entry.visits += 1;
    entry.sum += reward;
  }

  std::uint32_t reference_visits_;
  float bias_;
  std::uint32_t reference_ = 0;
  std::vector<Entry> entries_;
  std::vector<std::uint64_t> later_;  ///< distinct (player, action) from some depth on, ascending
};

}  // namespace atl
