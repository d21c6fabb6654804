/// What the heuristics of both games think alike. Templates over a View, one position with the eyes of the player to
/// act:
///
///   state, mover, value[colour] points of a tile, own_size[colour] the largest own coral, can_guard (a shrimp can
///   still be placed this turn), end_is_near v(colour), in_hand(colour), in_front(colour) (consumed), tiles(colour)
///   both, larvae(colour)
///
/// Worths are rough points; at a main part below 1 is worse than ending the turn.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>

#include "engine/core/rng.hpp"
#include "engine/reef_encounter/common/steps.hpp"

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

/// Worths of this and below are not better than ending the turn; never: not without need.
inline constexpr float kTakeAtMost = 0.9F;
inline constexpr float kNever = -1;

/// What a guarded coral of `size` tiles with tiles of `value` points may bring its owner, before the end is near.
inline float coral_prospect(int size, float value, int feed_return) {
  const int kept = size - feed_return;
  return value * (kept > 0 ? 0.6F + 0.8F * static_cast<float>(kept) : 0.15F * static_cast<float>(size));
}

/// `rounds`: after so many the end may come any time.
template <class State>
bool is_end_near(const State& state, int players, int rounds) {
  bool near = std::popcount(state.locked) >= 8 || state.bag_total < 25 || state.turns >= rounds * players;
  for (int p = 0; p < players; ++p) near |= state.feedings[static_cast<std::size_t>(p)] >= kShrimpsPerPlayer - 1;
  return near;
}

/// The secret tile should be of a colour of which many are held (they will be fed and locked) but it leaves the hand.
template <class View>
float worth_of_fish(const View& view, int colour) {
  const int others = view.in_hand(colour) - 1;
  return 1 + view.v(colour) * 0.3F + (others == 0 ? 1.0F : 0.25F * static_cast<float>(std::min(others, 4)));
}

/// Larvae of the two colours with most tiles behind the screen.
template <class View>
float worth_of_larvae(const View& view, int pair) {
  const auto& colours = kLarvaPair[static_cast<std::size_t>(pair)];
  float worth = 1;
  for (const int c : colours) worth += static_cast<float>(std::min(view.in_hand(c), 4));
  return colours[0] == colours[1] ? worth * 0.5F : worth;
}

/// A coral of `size` tiles; evaluate() says what everybody may expect.
template <class View, class Evaluate>
float worth_of_feeding(const View& view, const HeuristicWeights& weights, int colour, int size, int feed_return,
                       int players, Evaluate&& evaluate) {
  if (view.state->end != End::none) return 1 + static_cast<float>(size - feed_return) * view.v(colour);
  const int fed = view.state->feedings[static_cast<std::size_t>(view.mover)];
  const int usual = view.end_is_near ? weights.late_feed_size : fed == 0 ? weights.early_feed_size : weights.feed_size;
  const int wanted = usual + feed_return - 4;
  float worth = 1 + static_cast<float>(size - wanted) * view.v(colour) + 0.1F * view.v(colour);
  if (fed < kShrimpsPerPlayer - 1) return worth;
  // This one ends the game: wanted by whoever is ahead then.
  const PerSeat<float> points = evaluate();
  float best_other = 0;
  for (const Player seat : seats(players)) {
    if (seat != Player(view.mover)) best_other = std::max(best_other, points[seat]);
  }
  return worth + 0.2F * (points[view.mover] - best_other);
}

/// What free growth brings whoever owns the coral that it joins.
template <class View>
float worth_of_growth(const View& view, int colour, bool joins_own, bool joins_other) {
  return joins_own ? 0.8F * view.v(colour) : joins_other ? -0.5F * view.v(colour) : 0.1F;
}

/// Cells for a lay by kinds.
struct LayCells {
  int own = 0, free = 0, bites = 0, hurting = 0;
};
/// Beginning to lay a colour, judged by the kinds of cells there are for it, not cell by cell.
template <class View>
float worth_of_lay(const View& view, const HeuristicWeights& weights, int colour, const LayCells& cells,
                   int max_hand_tiles) {
  const int from_hand = std::min(view.in_hand(colour), max_hand_tiles);
  const auto tiles = static_cast<float>(from_hand + view.in_front(colour));
  const bool can_start = view.can_guard && view.own_size[static_cast<std::size_t>(colour)] == 0;
  float gain = 0;
  if (cells.own != 0) {
    gain = tiles * weights.grow_own * view.v(colour);
  } else if (cells.free != 0 && can_start) {
    gain = tiles * weights.grow_free * view.v(colour);
    if (tiles < 2) gain *= 0.5F;
  } else if (tiles >= 3 && can_start) {
    gain = tiles * weights.start_new * view.v(colour);
  }
  gain += weights.bite * std::min(tiles, static_cast<float>(cells.bites));
  gain += weights.hurt * 3 * std::min(tiles, static_cast<float>(cells.hurting));
  return 1 + gain - weights.larva - 0.3F;
}

/// A larva for a tile: only of a colour that grows something, keeping one larva to lay with.
template <class View>
float worth_of_tile(const View& view, int colour) {
  if (view.own_size[static_cast<std::size_t>(colour)] == 0) return kNever;
  const int all = view.state->area[static_cast<std::size_t>(view.mover)].larvae.total();
  const bool spare = view.larvae(colour) >= 2 || (view.state->lays >= 2 && all > 3);
  return spare && view.tiles(colour) < 4 ? 1 + 0.2F * view.v(colour) : kNever;
}

/// A consumed tile for a larva: when tiles of the colour wait for one.
template <class View>
float worth_of_larva(const View& view, const HeuristicWeights& weights, int colour, int max_hand_tiles) {
  if (view.larvae(colour) > 0 || view.state->lays >= 2) return kNever;
  const int waiting = std::min(view.in_hand(colour), max_hand_tiles) + view.in_front(colour) - 1;
  if (waiting < 2 || (view.own_size[static_cast<std::size_t>(colour)] == 0 && !view.can_guard)) return kNever;
  return 1 + static_cast<float>(waiting) * 0.4F * view.v(colour) - weights.consumed;
}

/// Points that other sides of the coral tiles would bring, against the mean of the others. The mover's secret tile and
/// its growing corals count, of the others what lies open: fish_tiles(area, colour) in the parrotfish.
template <class View>
float worth_of_flips(const View& view, unsigned sides, int players) {
  float mine = 0, theirs = 0;
  for (int c = 0; c < kColours; ++c) {
    const float change = static_cast<float>(colour_value(sides, c)) - view.v(c);
    if (change == 0) continue;
    for (int p = 0; p < players; ++p) {
      const auto fish = static_cast<float>(fish_tiles(view.state->area[static_cast<std::size_t>(p)], c));
      (p == view.mover ? mine : theirs) += change * fish;
    }
    mine += change * (view.state->secret[static_cast<std::size_t>(view.mover)] == c ? 1.0F : 0.0F);
    mine += change * 0.4F * static_cast<float>(view.own_size[static_cast<std::size_t>(c)]);
  }
  return mine - theirs / static_cast<float>(players - 1);
}

/// The sides after all tiles that show the alga have turned, but those in `locked`.
inline unsigned flipped_sides(unsigned sides, int alga, unsigned locked) {
  return sides ^ (showing(sides, alga) & ~locked);
}

template <class View>
float worth_of_alga(const View& view, const HeuristicWeights& weights, int alga, int players) {
  const unsigned sides = flipped_sides(view.state->sides, alga, view.state->locked);
  return 1 + 0.4F * worth_of_flips(view, sides, players) - weights.consumed - 0.5F;
}

/// The tile keeps its side: worth the more, the more its weaker colour would gain others.
template <class View>
float worth_of_lock(const View& view, const HeuristicWeights& weights, int tile, int players) {
  const auto& state = *view.state;
  const unsigned sides = flipped_sides(state.sides, shown_alga(state.sides, tile), state.locked | (1U << tile));
  // What would be lost if this tile alone were turned now.
  const float kept = -worth_of_flips(view, state.sides ^ (1U << tile), players);
  return 1 + worth_of_flips(view, sides, players) + 0.5F * kept - weights.consumed;
}

/// How welcome a tile of the colour from the open sea is.
template <class View>
float wish_for(const View& view, int c) {
  return 0.4F + (view.own_size[static_cast<std::size_t>(c)] > 0
                     ? 0.35F * view.v(c)
                     : 0.06F * view.v(c) * static_cast<float>(std::min(view.tiles(c), 4)));
}
/// Colours that grow own corals, larvae for tiles that wait for them; always between 0 and kTakeAtMost. `tiles`: what
/// the tiles of the slot are worth, `same`: how many of them are of its colour.
template <class View>
float worth_of_take(const View& view, int slot, float tiles, int same) {
  float worth = tiles;
  const int tiles_then = view.tiles(slot) + same;
  if (view.larvae(slot) == 0) worth += 0.5F * static_cast<float>(std::min(tiles_then, 4)) * wish_for(view, slot);
  return kTakeAtMost * worth / (worth + 4);
}

/// A worth as a score in [0, 1]; worths (less 1) of `softness` lie halfway between indifferent and best.
inline float score_of(float worth, float softness) {
  const float w = worth - 1;
  return 0.5F + 0.5F * w / (std::abs(w) + softness);
}

/// The action of the largest worth(action); ties are broken at random.
template <class Actions, class Worth>
auto best_of(const Actions& actions, Rng& rng, Worth&& worth) {
  auto best = actions[0];
  float best_worth = 0;
  std::uint32_t ties = 0;
  for (const auto action : actions) {
    const float w = worth(action);
    if (ties == 0 || w > best_worth) {
      best = action;
      best_worth = w;
      ties = 1;
    } else if (w == best_worth && rng.below(++ties) == 0) {
      best = action;
    }
  }
  return best;
}

}  // namespace atl::reef_encounter
