/// What playouts remember of earlier ones. Small direct-mapped tables: a new key replaces an old one of the same slot.
///
///   ActionMeans  mast: mean reward of each (player, action) (Finnsson, Bjornsson, AAAI 2008); nst: of the last 1, 2
///   and
///                3 actions in a row (Tak, Winands, Bjornsson, IEEE TCIAIG 4(2), 2012)
///   GoodReplies  lgr: last good reply to one and two actions, forgotten when it fails (Drake, ICGA J. 32(4), 2009;
///                LGRF-2: Baier, Drake, IEEE TCIAIG 2(4), 2010)
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/core/rng.hpp"
#include "engine/core/types.hpp"
#include "search/reward.hpp"

namespace atl {

struct Move {
  Player player;
  Action action;
};

/// Means of n-grams of actions. Epsilon-greedy playouts use the best; what was never tried counts as 1, so that it is
/// tried.
class ActionMeans {
 public:
  /// `longest`: actions before the one that is judged; 0 for mast, 2 for nst.
  explicit ActionMeans(std::size_t longest) : longest_(longest), entries_(kSlots) {}

  std::size_t bytes() const { return entries_.size() * sizeof(Entry); }
  void clear() { entries_.assign(entries_.size(), Entry{}); }

  /// The index of the best of `actions` for `player` after `trace`, ties at random.
  std::optional<std::size_t> choose(Player player, std::span<const Action> actions, std::span<const Move> trace,
                                    Rng& rng) const;
  /// Learns from the moves of an iteration.
  void learn(std::span<const Move> trace, const Rewards& rewards, int num_players);

 private:
  static constexpr std::size_t kSlots = 1 << 14;
  static constexpr std::uint32_t kTrusted = 7;  ///< visits from which an n-gram counts; k in the NST paper

  struct Entry {
    std::uint32_t tag = 0;  ///< upper half of the key
    std::uint32_t count = 0;
    float sum = 0;
  };

  float mean(std::span<const std::uint64_t> contexts, Action action) const;

  std::size_t longest_;
  std::vector<Entry> entries_;
};

/// The reply that was last good to what came before.
class GoodReplies {
 public:
  GoodReplies() : entries_(kSlots) {}

  std::size_t bytes() const { return entries_.size() * sizeof(Entry); }
  void clear() { entries_.assign(entries_.size(), Entry{}); }

  /// The index of the remembered reply among `actions`, to two moves rather than to one; nothing if none is known.
  std::optional<std::size_t> choose(Player player, std::span<const Action> actions, std::span<const Move> trace,
                                    Rng& rng) const;
  /// Learns from the moves of an iteration: a reply is good if it brought more than an equal share.
  void learn(std::span<const Move> trace, const Rewards& rewards, int num_players);

 private:
  static constexpr std::size_t kSlots = 1 << 14;

  struct Entry {
    std::uint32_t tag = 0;  ///< upper half of the key
    std::uint32_t known = 0;
    std::uint32_t reply = 0;
  };

  std::vector<Entry> entries_;
};

}  // namespace atl
