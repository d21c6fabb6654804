/// Nodes shared between the orders in which a turn can be played. The key is what the observer can see of the position
/// (the game's view_key), where in the tree the turn began, which edges and results it was made of, in any order, and
/// what the tree keeps of chance after it. So only permutations of one turn meet, never turns that taught the observer
/// different things, and never two views (but for a collision of 64 bits).
///
/// A node is shared, the numbers of the edges that lead to it are not ("UCD" with local edges: Saffidine, Cazenave,
/// Mehat, "UCD: Upper confidence bound for rooted directed acyclic graphs", KBS 34, 2012); availability belongs to the
/// edges of the shared node.
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>

#include "engine/core/bits.hpp"
#include "engine/core/game.hpp"
#include "search/block_pool.hpp"

namespace atl {

/// A game may give a key of what an observer sees of a position, hidden facts left out: equal for equal views, and for
/// those that one player reaches by the same steps in another order.
template <class G>
concept HasViewKey = requires(const G& game, const typename G::State& state, Observer observer) {
  { game.view_key(state, observer) } -> std::same_as<std::uint64_t>;
};

/// The turn under way at a node: where it began and what has happened in it. It ends where another player moves or
/// chance acts; the node behind its end is still shared.
struct TurnSoFar {
  std::uint32_t begin = 0;   ///< node
  std::uint64_t events = 0;  ///< sum of hashes: the order does not matter

  void add(std::uint32_t edge_key, std::uint32_t result) { events += mix64((std::uint64_t{edge_key} << 32) | result); }
  std::uint64_t key(std::uint64_t view) const { return hash_combine(view, events); }
};

/// From (turn, key) to a node: open addressing, at most three quarters full. When there is no room for more it stays as
/// it is, and later nodes are not shared.
class ViewTable {
 public:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  struct Entry {
    std::uint64_t key;
    std::uint32_t turn;  ///< node where the turn began
    std::uint32_t node;  ///< kNone: empty
  };
  static_assert(sizeof(Entry) == 16);

  explicit ViewTable(ByteAccount& account) : entries_(account) {}

  void clear() {
    entries_.clear();
    block_ = kNone;
    size_ = 0;
  }

  std::uint32_t find(std::uint32_t turn, std::uint64_t key) const {
    return block_ == kNone ? kNone : entries_[slot(turn, key)].node;
  }

  /// Requires that there is none of this turn and key.
  void insert(std::uint32_t turn, std::uint64_t key, std::uint32_t node) {
    if (!reserve()) return;
    entries_[slot(turn, key)] = {.key = key, .turn = turn, .node = node};
    ++size_;
  }

  std::uint32_t size() const { return size_; }

  template <class Visit>
  void for_each(Visit&& visit) const {
    for (std::uint32_t i = 0; block_ != kNone && i <= mask(); ++i) {
      if (entries_[block_ + i].node != kNone) visit(entries_[block_ + i]);
    }
  }

 private:
  std::uint32_t mask() const { return (std::uint32_t{1} << log_capacity_) - 1; }

  std::uint32_t slot(std::uint32_t turn, std::uint64_t key) const {
    std::uint32_t i = static_cast<std::uint32_t>(mix64(key + turn)) & mask();
    for (;; i = (i + 1) & mask()) {
      const Entry& entry = entries_[block_ + i];
      if (entry.node == kNone || (entry.key == key && entry.turn == turn)) return block_ + i;
    }
  }

  bool reserve() {
    if (block_ != kNone && 4 * (std::uint64_t{size_} + 1) <= 3 * (std::uint64_t{mask()} + 1)) return true;
    const std::uint32_t old_block = block_;
    const std::uint32_t old_log = log_capacity_;
    const std::uint32_t new_log = old_block == kNone ? 4 : old_log + 1;
    const std::uint32_t block = entries_.allocate(new_log);
    if (block == kNone) return false;
    block_ = block;
    log_capacity_ = new_log;
    for (std::uint32_t i = 0; i <= mask(); ++i) entries_[block_ + i] = {.key = 0, .turn = 0, .node = kNone};
    if (old_block == kNone) return true;
    for (std::uint32_t i = 0; i < std::uint32_t{1} << old_log; ++i) {
      const Entry moved = entries_[old_block + i];
      if (moved.node != kNone) entries_[slot(moved.turn, moved.key)] = moved;
    }
    entries_.release(old_block, old_log);
    return true;
  }

  BlockPool<Entry> entries_;
  std::uint32_t block_ = kNone;
  std::uint32_t log_capacity_ = 0;
  std::uint32_t size_ = 0;
};

}  // namespace atl
