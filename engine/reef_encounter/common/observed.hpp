/// What the information states of both games share: the stream of observations, the view that follows it, and the
/// larvae chosen in setup, which are hidden until all have chosen.
#pragma once

#include <vector>

#include "engine/core/bits.hpp"
#include "engine/core/game.hpp"
#include "engine/reef_encounter/common/setup.hpp"

namespace atl::reef_encounter {

/// Whether `observer` sees which tile, card or choice an event of `seat` was.
inline bool sees_of(Observer observer, int seat) { return observer == Player(seat) || observer == kOmniscient; }

/// The pair a player holds when it has chosen in setup and nothing else happened.
template <class Larvae>
int pair_of(const Larvae& larvae) {
  for (int i = 0; i < kLarvaPairs; ++i) {
    Larvae pair{};
    for (const int c : kLarvaPair[static_cast<std::size_t>(i)]) pair.add(c);
    if (pair == larvae) return i;
  }
  return kUnseenPair;
}

/// Observation::extra of the last player's choice: everybody's pair, 4 bits per seat, and this bit.
inline constexpr std::uint32_t kPairsRevealed = 1U << 16;
template <class State>
std::uint32_t revealed_pairs(const State& before, int pair) {
  std::uint32_t extra = kPairsRevealed | static_cast<std::uint32_t>(pair) << (4 * before.mover);
  for (unsigned p = 0; p < before.mover; ++p)
    extra |= static_cast<std::uint32_t>(pair_of(before.area[p].larvae)) << (4 * p);
  return extra;
}

template <class Game>
class Observed {
 public:
  using State = typename Game::State;
  using Observation = typename Game::Observation;

  Observed(const Game& game, Observer observer)
      : game_(&game), observer_(observer), hash_(observer.code()), view_(game.initial_state()) {
    pair_.fill(kUnseenPair);
  }

  Observer observer() const { return observer_; }
  NodeKind node_kind() const { return game_->node_kind(view_); }
  Player player_to_act() const { return game_->player_to_act(view_); }
  std::uint64_t hash() const { return hash_; }
  bool operator==(const Observed& other) const {
    return observer_ == other.observer_ && hash_ == other.hash_ && game_->rules() == other.game_->rules() &&
           stream_ == other.stream_;
  }

 protected:
  bool sees(int seat) const { return sees_of(observer_, seat); }

  void append(const Observation& observation) {
    stream_.push_back(observation);
    hash_ = hash_combine(hash_, (std::uint64_t{observation.code} << 32) | observation.extra);
  }

  /// A choice of larvae in the view: its own, and with the last one all that were hidden before.
  void apply_larvae(Action action, int pair, std::uint32_t extra) {
    const int last = view_.mover;
    if (pair != kUnseenPair) pair_[static_cast<std::size_t>(last)] = pair;
    for (int p = 0; extra != 0 && p < last; ++p) {
      int& known = pair_[static_cast<std::size_t>(p)];
      if (known != kUnseenPair) continue;
      known = static_cast<int>((extra >> (4 * p)) & 15U);
      give_pair(view_, p, known);
    }
    game_->apply(view_, action);
  }
  /// Whether the seat has chosen larvae that this observer does not see.
  bool hides_larvae(int seat) const {
    return view_.phase == decltype(view_.phase)::larvae && seat < view_.mover &&
           pair_[static_cast<std::size_t>(seat)] == kUnseenPair;
  }
  /// [seat] the pairs chosen; drawn where they are hidden.
  std::array<int, kSeats> sample_larvae(Rng& rng) const {
    std::array<int, kSeats> pairs = pair_;
    for (int p = 0; p < kSeats; ++p) {
      if (hides_larvae(p)) pairs[static_cast<std::size_t>(p)] = static_cast<int>(rng.below(kLarvaPairs));
    }
    return pairs;
  }
  /// Whether the larva supply tells nothing about hidden choices.
  bool larvae_shown() const { return view_.phase != decltype(view_.phase)::larvae || observer_ == kOmniscient; }

  const Game* game_;
  Observer observer_;
  std::vector<Observation> stream_;
  std::uint64_t hash_ = 0;
  State view_;                      ///< the public course of the game and what the observer sees of the rest
  std::array<int, kSeats> pair_{};  ///< larvae chosen in setup, as far as shown
};

}  // namespace atl::reef_encounter
