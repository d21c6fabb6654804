/// The deals of a run without its games: what a game says of them in numbers (engine/core/deal_features.hpp).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/core/abilities.hpp"
#include "experiments/drivers/play_game.hpp"

namespace atl {

/// One game under one set of rules. Const and shared by threads.
class DealReader {
 public:
  virtual ~DealReader() = default;
  /// The features of the deal of block `block` of the runs with this seed; seat s gets the luck of owner
  /// (s + rotation) mod players.
  virtual DealFeatures played(std::uint64_t seed, std::uint64_t block, int rotation) const = 0;
  /// Those of a deal that no run plays.
  virtual DealFeatures drawn(Rng& rng) const = 0;
};

template <ImperfectInformationGame G>
  requires HasDealFeatures<G>
class DealReaderFor final : public DealReader {
 public:
  DealReaderFor(int players, const std::vector<RuleSetting>& rules) : game_(make_rules<G>(players, rules)) {}

  DealFeatures played(std::uint64_t seed, std::uint64_t block, int rotation) const override {
    ChanceStreams chance(seed, block, rotation, game_.num_players());
    return deal([&](const typename G::State& state) {
      Rng rng = chance.next(game_.chance_source(state));
      return game_.sample_chance(state, rng);
    });
  }

  DealFeatures drawn(Rng& rng) const override {
    return deal([&](const typename G::State& state) { return game_.sample_chance(state, rng); });
  }

 private:
  template <class Draw>
  DealFeatures deal(const Draw& draw) const {
    typename G::State state = game_.initial_state();
    while (game_.node_kind(state) == NodeKind::chance) game_.apply(state, draw(state));
    return game_.deal_features(state);
  }

  G game_;
};

}  // namespace atl
