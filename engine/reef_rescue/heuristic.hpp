/// What a sensible player does with what it knows, for greedy play and informed playouts.
///
/// Everything is reckoned in points. A player reads a tile only where its bit in State::known is set (or where it holds
/// or has just put it back with Sea Scope); of the other cells it uses the set of tiles on them, which it knows because
/// it knows all the rest, never which lies where.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "engine/reef_rescue/game.hpp"

namespace atl::reef_rescue {

class Heuristic {
 public:
  explicit Heuristic(const Game& game) : game_(&game) {}

  void scores(const State& state, const ActionList<Game>& actions, std::span<float> out) const;
  Action choose(const State& state, Rng& rng) const;
  PerSeat<float> evaluate(const State& state) const;

  /// What the mover knows, summed up. Points here are worths: a little of two counts for the bonus as well.
  struct Knowledge {
    std::uint64_t known = 0;      ///< cells read
    std::uint64_t unknown = 0;    ///< the other cells with a tile
    std::uint64_t tiles = 0;      ///< tiles on known cells
    std::uint64_t littles = 0;    ///< known cells with little tiles
    std::uint64_t set_cells = 0;  ///< known cells with tiles of sets known completely
    std::uint32_t sets = 0;       ///< sets known completely
    int unknown_count = 0;
    float garbage_risk = 0;   ///< of one blind flip
    float little_chance = 0;  ///< that a blind flip shows a little tile
    float little_mean = 0;    ///< worth of an unknown little tile
  };
  Knowledge knowledge(const State& state) const;

 private:
  Action choose_card(const State& state, Rng& rng) const;
  Action choose_shine(const State& state, Rng& rng) const;
  Action choose_pick(const State& state, Rng& rng) const;
  Action choose_claim(const State& state) const;
  float turn_worth(const State& state, const Knowledge& k, Card card) const;
  float card_worth(const State& state, const Knowledge& k, Card card) const;
  float threat(const State& state, float sets, float littles) const;
  float known_sets(const Knowledge& k) const;
  float known_littles(const Knowledge& k, int skip, int& taken) const;
  float best_shine_worth(const State& state, const Knowledge& k) const;
  std::uint64_t best_places(const State& state, const Knowledge& k, std::uint64_t cells, float& worth) const;
  float little_worth(const State& state, int cell) const;
  std::uint64_t wanted_flips(const State& state, const Knowledge& k) const;
  std::uint64_t fin_flips(const State& state, const Knowledge& k, int budget) const;
  float blind_gain(const State& state, const Knowledge& k) const;
  float completion_chance(const State& state, const Knowledge& k, int budget) const;
  bool prefers_set(const State& state) const;

  const Game* game_;
};

}  // namespace atl::reef_rescue
