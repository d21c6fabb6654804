#include "search/grave.hpp"

#include <algorithm>
#include <bit>

#include "engine/core/bits.hpp"

namespace atl {

namespace {

constexpr std::size_t kMaxSlots = std::size_t{1} << 18;

std::uint64_t move_of(Player player, Action action) { return (std::uint64_t{player.index()} << 32) | action.code; }
std::uint64_t key_of(NodeId node, std::uint64_t move) { return hash_combine(node.index, move); }
std::uint32_t tag_of(std::uint64_t key) { return static_cast<std::uint32_t>(key >> 32); }

}  // namespace

Grave::Grave(const GraveParams& params, std::size_t byte_limit)
    : reference_visits_(static_cast<std::uint32_t>(params.visits)), bias_(static_cast<float>(params.bias)) {
  if (!active()) return;
  entries_.resize(std::min(kMaxSlots, std::bit_floor(std::max<std::size_t>(byte_limit / 4 / sizeof(Entry), 64))));
}

Grave::Count Grave::at(Player player, Action action) const {
  const std::uint64_t key = key_of(reference_, move_of(player, action));
  const Entry& entry = entries_[key % entries_.size()];
  if (entry.tag != tag_of(key) || entry.visits <= 0) return {};
  return {.visits = entry.visits, .mean = entry.sum / entry.visits};
}

void Grave::look_up(Player mover, std::span<const Action> actions) {
  first_moves_.clear();
  for (const Action action : actions) first_moves_.push_back(at(mover, action));
}

std::optional<Grave::FirstMove> Grave::best_untried(std::span<const std::uint32_t> untried, Rng& rng) const {
  constexpr float kUnknown = 2;  // above every mean
  const auto worth = [this](std::uint32_t option) {
    return first_moves_[option].visits > 0 ? first_moves_[option].mean : kUnknown;
  };
  std::uint32_t best = untried[0];
  std::uint32_t ties = 1;
  for (const std::uint32_t option : untried.subspan(1)) {
    if (worth(option) > worth(best)) {
      best = option;
      ties = 1;
    } else if (worth(option) == worth(best) && rng.below(++ties) == 0) {
      best = option;
    }
  }
  if (worth(best) == kUnknown) return std::nullopt;
  return FirstMove{.option = best, .mean = worth(best)};
}

void Grave::learn(std::span<const NodeId> nodes, std::span<const Move> moves, const Rewards& rewards) {
  later_.clear();
  for (std::size_t i = nodes.size(); i < moves.size(); ++i) later_.push_back(move_of(moves[i].player, moves[i].action));
  std::sort(later_.begin(), later_.end());
  later_.erase(std::unique(later_.begin(), later_.end()), later_.end());
  for (std::size_t i = nodes.size(); i-- > 0;) {
    const std::uint64_t move = move_of(moves[i].player, moves[i].action);
    const auto place = std::lower_bound(later_.begin(), later_.end(), move);
    if (place == later_.end() || *place != move) later_.insert(place, move);
    for (const std::uint64_t each : later_) count(nodes[i], each, rewards[Player(each >> 32)]);
  }
}

void Grave::count(NodeId node, std::uint64_t move, float reward) {
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

}  // namespace atl
