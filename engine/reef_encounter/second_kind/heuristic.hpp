/// What a sensible player knows about the expansion: as in the base game, grow guarded corals, feed them in time, bite
/// what lies open; and hold a blue-shrimp card for the first feeding, turn crowns against others, build rock where own
/// corals need room, count doubles twice.
///
/// Of hidden things it reads only what the player to act knows: its own secret tile and cards. Other players' hands are
/// not looked at (which of their tiles is in the parrotfish would show), nor their cards or the pile.
#pragma once

#include <span>

#include "engine/reef_encounter/heuristic.hpp"
#include "engine/reef_encounter/second_kind/game.hpp"

namespace atl::reef_encounter::second_kind {

class Heuristic {
 public:
  /// Weights as in the base game; what they lack is written at the place.
  explicit Heuristic(const Game& game, const HeuristicWeights& weights = {}) : game_(&game), weights_(weights) {}

  void scores(const State& state, const ActionList<Game>& actions, std::span<float> out) const;
  Action choose(const State& state, Rng& rng) const;
  PerSeat<float> evaluate(const State& state) const;

 private:
  struct View;

  View look(const State& state) const;
  float worth(const View& view, Action action) const;
  float worth_of_eating(const View& view, int place) const;
  float worth_of_return(const View& view, int kind) const;
  float worth_of_laying(const View& view, int colour) const;
  float worth_of_put(const View& view, const Put& put) const;
  float worth_of_growing(const View& view, int board) const;
  float worth_of_guard(const View& view, int place) const;
  float worth_of_lift(const View& view, int place) const;
  float worth_of_shift(const View& view, int from, int to) const;
  float worth_of_slot(const View& view, int slot) const;
  float worth_of_bite(const View& view, int target) const;
  float worth_of_ground(const View& view, Verb verb, int place) const;
  float worth_of_buy(const View& view, int source, int kind) const;
  float worth_of_discard(const View& view) const;
  float worth_of_taking_now(const View& view) const;
  float worth_of_extra_growth(const View& view) const;
  float worth_of_late_breakfast(const View& view) const;
  float worth_of_card(const View& view, Card card) const;
  float worth_of_blue(const View& view, int card, int place) const;
  float worth_of_removal(const View& view, int place) const;
  /// Adds what guarded corals, consumed tiles, larvae and cards promise a seat.
  void add_prospects(const State& state, Player seat, float& sum) const;

  const Game* game_;
  HeuristicWeights weights_;
};

}  // namespace atl::reef_encounter::second_kind
