/// What playouts remember of earlier ones. Small direct-mapped tables: a new key replaces an old one of the same slot.
///
///   mast  mean reward of each (player, action)              Finnsson, Bjornsson, AAAI 2008
///   nst   means of the last 1, 2 and 3 actions in a row      Tak, Winands, Bjornsson, IEEE TCIAIG 4(2), 2012
///   lgr   last good reply to one and two actions, forgotten  Drake, ICGA J. 32(4), 2009; Baier, Drake (LGRF-2),
///         when it fails                                      IEEE TCIAIG 2(4), 2010
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/core/bits.hpp"
#include "engine/core/rng.hpp"
#include "engine/core/types.hpp"
#include "search/params.hpp"
#include "search/reward.hpp"

namespace atl {

class PlayMemory {
 public:
  struct Move {
    Player player;
    Action action;
  };

  /// `traces`: whether moves are noted even if nothing is remembered of them here.
  PlayMemory(PlayoutPolicy policy, bool traces) : policy_(policy), traces_(traces || active()) {
    if (active()) entries_.resize(kSlots);
    if (traces_) trace_.reserve(1024);
  }

  /// Whether anything is remembered at all.
  bool active() const { return policy_ >= PlayoutPolicy::mast; }
  /// Whether moves are to be noted.
  bool traces() const { return traces_; }
  /// The moves of this iteration so far.
  std::span<const Move> trace() const { return trace_; }
  std::size_t bytes() const { return entries_.size() * sizeof(Entry); }

  void clear() { entries_.assign(entries_.size(), Entry{}); }
  void begin() { trace_.clear(); }
  void note(Player player, Action action) { trace_.push_back({player, action}); }

  /// The index of the remembered favourite of `player` among `actions`, ties at random; nothing if nothing is known.
  std::optional<std::size_t> choose(Player player, std::span<const Action> actions, Rng& rng) const {
    return policy_ == PlayoutPolicy::lgr ? reply(player, actions) : best(player, actions, rng);
  }

  /// Learns from the actions noted since begin().
  void finish(const Rewards& rewards, int num_players) {
    for (std::size_t i = 0; i < trace_.size(); ++i) {
      const auto [player, action] = trace_[i];
      const float reward = rewards[static_cast<std::size_t>(player)];
      if (policy_ == PlayoutPolicy::lgr) {
        const bool good = reward > 1.0F / static_cast<float>(num_players);
        for (std::size_t n = 1; n <= 2 && n <= i; ++n) learn_reply(context(player, i, n), action, good);
      } else {
        const std::size_t longest = policy_ == PlayoutPolicy::nst ? 2 : 0;
        for (std::size_t n = 0; n <= longest && n <= i; ++n)
          learn_mean(with_action(context(player, i, n), action), reward);
      }
    }
  }

 private:
  static constexpr std::size_t kSlots = 1 << 14;
  static constexpr std::uint32_t kTrusted = 7;  ///< visits from which an n-gram counts; k in the NST paper

  struct Entry {
    std::uint32_t tag = 0;    ///< upper half of the key
    std::uint32_t count = 0;  ///< lgr: 1 if there is a reply
    union {
      float sum = 0;
      std::uint32_t reply;
    };
  };

  /// The key of what `player` answers to: the last n actions before position i of the trace.
  std::uint64_t context(Player player, std::size_t i, std::size_t n) const {
    std::uint64_t key = mix64(static_cast<std::uint64_t>(player) * 8 + n + 1);
    for (std::size_t back = 1; back <= n; ++back) key = hash_combine(key, trace_[i - back].action.code);
    return key;
  }
  static std::uint64_t with_action(std::uint64_t key, Action action) { return hash_combine(key, action.code); }

  static std::uint32_t tag_of(std::uint64_t key) { return static_cast<std::uint32_t>(key >> 32); }
  const Entry& at(std::uint64_t key) const { return entries_[key % kSlots]; }
  Entry& claim(std::uint64_t key) {
    Entry& entry = entries_[key % kSlots];
    if (entry.tag != tag_of(key)) entry = Entry{.tag = tag_of(key), .count = 0, .sum = 0};
    return entry;
  }

  void learn_mean(std::uint64_t key, float reward) {
    Entry& entry = claim(key);
    ++entry.count;
    entry.sum += reward;
  }
  void learn_reply(std::uint64_t key, Action action, bool good) {
    Entry& entry = claim(key);
    if (good) {
      entry.count = 1;
      entry.reply = action.code;
    } else if (entry.count == 1 && entry.reply == action.code) {
      entry.count = 0;
    }
  }

  /// Epsilon-greedy uses the best mean; what was never tried counts as 1, so that it is tried. n-grams that are not
  /// trusted yet are left out of the average.
  std::optional<std::size_t> best(Player player, std::span<const Action> actions, Rng& rng) const {
    const std::size_t length = trace_.size();
    const std::size_t longest = policy_ == PlayoutPolicy::nst ? (length < 2 ? length : 2) : 0;
    std::array<std::uint64_t, 3> contexts{};
    for (std::size_t n = 0; n <= longest; ++n) contexts[n] = context(player, length, n);
    std::size_t chosen = 0;
    std::uint32_t ties = 0;
    float top = -1;
    for (std::size_t i = 0; i < actions.size(); ++i) {
      float sum = 0;
      float parts = 0;
      for (std::size_t n = 0; n <= longest; ++n) {
        const std::uint64_t key = with_action(contexts[n], actions[i]);
        const Entry& entry = at(key);
        const bool known = entry.tag == tag_of(key) && entry.count > 0;
        if (n == 0 || (known && entry.count >= kTrusted)) {
          sum += known ? entry.sum / static_cast<float>(entry.count) : 1.0F;
          ++parts;
        }
      }
      const float value = sum / parts;
      if (value > top) {
        top = value;
        chosen = i;
        ties = 1;
      } else if (value == top && rng.below(++ties) == 0) {
        chosen = i;
      }
    }
    return chosen;
  }

  std::optional<std::size_t> reply(Player player, std::span<const Action> actions) const {
    const std::size_t length = trace_.size();
    for (std::size_t n = length < 2 ? length : 2; n >= 1; --n) {
      const std::uint64_t key = context(player, length, n);
      const Entry& entry = at(key);
      if (entry.tag != tag_of(key) || entry.count == 0) continue;
      for (std::size_t i = 0; i < actions.size(); ++i) {
        if (actions[i].code == entry.reply) return i;
      }
    }
    return std::nullopt;
  }

  PlayoutPolicy policy_;
  bool traces_;
  std::vector<Entry> entries_;
  std::vector<Move> trace_;
};

}  // namespace atl
