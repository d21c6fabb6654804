#include "search/play_memory.hpp"

#include <algorithm>

#include "engine/core/bits.hpp"

namespace atl {

namespace {

/// The key of what `player` answers to: the last `n` moves of `before`.
std::uint64_t context(Player player, std::span<const Move> before, std::size_t n) {
  std::uint64_t key = mix64(player.index() * 8 + n + 1);
  for (std::size_t back = 1; back <= n; ++back) key = hash_combine(key, before[before.size() - back].action.code);
  return key;
}
std::uint64_t with_action(std::uint64_t key, Action action) { return hash_combine(key, action.code); }
std::uint32_t tag_of(std::uint64_t key) { return static_cast<std::uint32_t>(key >> 32); }

template <class Entry>
const Entry& entry_at(const std::vector<Entry>& entries, std::uint64_t key) {
  return entries[key % entries.size()];
}
template <class Entry>
Entry& claim(std::vector<Entry>& entries, std::uint64_t key) {
  Entry& entry = entries[key % entries.size()];
  if (entry.tag != tag_of(key)) entry = Entry{.tag = tag_of(key)};
  return entry;
}

}  // namespace

std::optional<std::size_t> ActionMeans::choose(Player player, std::span<const Action> actions,
                                               std::span<const Move> trace, Rng& rng) const {
  std::array<std::uint64_t, 3> contexts{};
  const std::size_t longest = std::min(longest_, trace.size());
  for (std::size_t n = 0; n <= longest; ++n) contexts[n] = context(player, trace, n);
  std::size_t chosen = 0;
  std::uint32_t ties = 0;
  float top = -1;
  for (std::size_t i = 0; i < actions.size(); ++i) {
    const float value = mean({contexts.data(), longest + 1}, actions[i]);
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

/// Over the n-grams that end with `action`; those that are not trusted yet are left out.
float ActionMeans::mean(std::span<const std::uint64_t> contexts, Action action) const {
  float sum = 0;
  float parts = 0;
  for (std::size_t n = 0; n < contexts.size(); ++n) {
    const std::uint64_t key = with_action(contexts[n], action);
    const Entry& entry = entry_at(entries_, key);
    const bool known = entry.tag == tag_of(key) && entry.count > 0;
    if (n == 0 || (known && entry.count >= kTrusted)) {
      sum += known ? entry.sum / static_cast<float>(entry.count) : 1.0F;
      ++parts;
    }
  }
  return sum / parts;
}

void ActionMeans::learn(std::span<const Move> trace, const Rewards& rewards, int /*num_players*/) {
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const auto [player, action] = trace[i];
    for (std::size_t n = 0; n <= longest_ && n <= i; ++n) {
      Entry& entry = claim(entries_, with_action(context(player, trace.first(i), n), action));
      ++entry.count;
      entry.sum += rewards[player];
    }
  }
}

std::optional<std::size_t> GoodReplies::choose(Player player, std::span<const Action> actions,
                                               std::span<const Move> trace, Rng& /*rng*/) const {
  for (std::size_t n = std::min<std::size_t>(trace.size(), 2); n >= 1; --n) {
    const std::uint64_t key = context(player, trace, n);
    const Entry& entry = entry_at(entries_, key);
    if (entry.tag != tag_of(key) || entry.known == 0) continue;
    for (std::size_t i = 0; i < actions.size(); ++i) {
      if (actions[i].code == entry.reply) return i;
    }
  }
  return std::nullopt;
}

void GoodReplies::learn(std::span<const Move> trace, const Rewards& rewards, int num_players) {
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const auto [player, action] = trace[i];
    const bool good = rewards[player] > 1.0F / static_cast<float>(num_players);
    for (std::size_t n = 1; n <= 2 && n <= i; ++n) {
      Entry& entry = claim(entries_, context(player, trace.first(i), n));
      if (good) {
        entry.known = 1;
        entry.reply = action.code;
      } else if (entry.known == 1 && entry.reply == action.code) {
        entry.known = 0;
      }
    }
  }
}

}  // namespace atl
