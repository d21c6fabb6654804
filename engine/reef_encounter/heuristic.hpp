/// What a sensible player knows about Reef Encounter: grow a few guarded corals, feed them before somebody bites them,
/// bite what lies open, lock the coral tiles that make the own parrotfish worth more.
///
/// Of hidden things it reads only what the player to act knows: its own hand and secret tile. Other hands, other secret
/// tiles and the bag's colours are never looked at (of the bag only its size); the tests permute them.
#pragma once

#include <span>

#include "engine/reef_encounter/common/heuristic.hpp"
#include "engine/reef_encounter/game.hpp"

namespace atl::reef_encounter {

class Heuristic {
 public:
  explicit Heuristic(const Game& game, const HeuristicWeights& weights = {}) : game_(&game), weights_(weights) {}

  void scores(const State& state, const ActionList<Game>& actions, std::span<float> out) const;
  Action choose(const State& state, Rng& rng) const;
  PerSeat<float> evaluate(const State& state) const;

 private:
  struct View;

  View look(const State& state) const;
  float worth(const View& view, Action action) const;
  float worth_of_eating(const View& view, int place) const;
  float worth_of_laying(const View& view, int colour) const;
  float worth_of_put(const View& view, int place, bool consumed) const;
  float worth_of_growing(const View& view, int board) const;
  float worth_of_guard(const View& view, int place) const;
  float worth_of_lift(const View& view, int place) const;
  float worth_of_slot(const View& view, int slot) const;
  /// Adds what guarded corals, consumed tiles and larvae promise a seat.
  void add_prospects(const State& state, Player seat, float& sum) const;

  const Game* game_;
  HeuristicWeights weights_;
};

}  // namespace atl::reef_encounter
