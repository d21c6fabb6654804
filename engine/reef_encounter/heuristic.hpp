/// What a sensible player knows about Reef Encounter: grow a few guarded corals, feed them before somebody bites them,
/// bite what lies open, lock the coral tiles that make the own parrotfish worth more.
///
/// Of hidden things it reads only what the player to act knows: its own hand and secret tile. Other hands, other secret
/// tiles and the bag's colours are never looked at (of the bag only its size); the tests permute them.
#pragma once

#include <span>

#include "engine/reef_encounter/game.hpp"

namespace atl::reef_encounter {

/// Weights, in points. The defaults were found by hand, by playing greedy games of two against variants (2000 games
/// each); reasonable, not optimal.
struct HeuristicWeights {
  float grow_own = 0.75F;   ///< a tile added to an own guarded coral, times its value
  float grow_free = 0.22F;  ///< to an unguarded coral that can be guarded this turn
  float start_new = 0.35F;  ///< a tile of a new coral that can be guarded this turn, times its value
  float bite = 1.6F;        ///< a consumed tile won
  float hurt = 0.35F;       ///< a tile bitten out of another player's guarded coral, times its value
  float larva = 1.5F;       ///< what a larva is worth when it is spent
  float consumed = 1.2F;    ///< what a consumed tile is worth when it is spent
  float exposed = 0.35F;    ///< a tile that can be bitten at once, times its value
  int feed_size = 7;        ///< corals are fed from this size on,
  int early_feed_size = 8;  ///< the first one from this,
  int late_feed_size = 5;   ///< and all from this when the end is near
};

class Heuristic {
 public:
  explicit Heuristic(const Game& game, const HeuristicWeights& weights = {}) : game_(&game), weights_(weights) {}

  void scores(const State& state, const ActionList<Game>& actions, std::span<float> out) const;
  Action choose(const State& state, Rng& rng) const;
  PerSeat<float> evaluate(const State& state) const;

 private:
  struct View;

  View look(const State& state) const;
  /// Rough points an action is worth; at a main part below 1 is worse than ending the turn.
  float worth(const View& view, Action action) const;
  float worth_of_fish(const View& view, int colour) const;
  float worth_of_larvae(const View& view, int pair) const;
  float worth_of_feeding(const View& view, int place) const;
  float worth_of_lay(const View& view, int colour) const;
  float worth_of_put(const View& view, int place, bool consumed) const;
  float worth_of_growth(const View& view, int board) const;
  float worth_of_guard(const View& view, int place) const;
  float worth_of_lift(const View& view, int place) const;
  float worth_of_tile(const View& view, int colour) const;
  float worth_of_larva(const View& view, int colour) const;
  float worth_of_flips(const View& view, unsigned sides) const;
  float worth_of_alga(const View& view, int alga) const;
  float worth_of_lock(const View& view, int tile) const;
  float worth_of_take(const View& view, int slot) const;

  const Game* game_;
  HeuristicWeights weights_;
};

}  // namespace atl::reef_encounter
