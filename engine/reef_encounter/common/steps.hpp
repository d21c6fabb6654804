/// Steps that the rules of the base game and of the expansion are made of: larvae, algae, locks, the bag, the open sea,
/// shrimps, free growth. Templates over State: both have these fields under the same names, in forms of their own
/// (piles.hpp). None looks at the boards.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <limits>

#include "engine/core/types.hpp"
#include "engine/reef_encounter/common/tables.hpp"

namespace atl::reef_encounter {

/// Seats in play at most; boards too.
inline constexpr int kSeats = 4;
inline constexpr int kUnseen = 5;       ///< a colour that the observer does not know
inline constexpr int kUnseenPair = 15;  ///< larvae that it does not know
inline constexpr int kNoAlga = 4;

enum class End : std::uint8_t { none, locks, shrimps, full, bag, larvae, turns };
/// The record's word for it.
constexpr std::string_view end_name(End end) {
  constexpr std::array<std::string_view, 7> kNames = {"none", "locks", "shrimps", "full", "bag", "larvae", "turns"};
  return kNames[static_cast<std::size_t>(end)];
}

/// Chance sources: the number of a source of nobody.
enum class Source : std::uint16_t { boards, side, slot, sea_fill, refill };

/// Calls visit(board) for every board in play, ascending.
template <class State, class Visitor>
void for_each_board(const State& state, Visitor&& visit) {
  for (unsigned boards = state.boards; boards != 0; boards &= boards - 1) visit(std::countr_zero(boards));
}

template <class State>
std::uint8_t seat_after(const State& state, int players) {
  return static_cast<std::uint8_t>((state.mover + 1) % players);
}

// --- The bag, larvae, consumed tiles ---

template <class State>
void put_into_bag(State& state, int kind, int n = 1) {
  state.bag.add(kind, n);
  state.bag_total = static_cast<std::uint8_t>(state.bag_total + n);
}
template <class State>
void draw_from_bag(State& state, int kind) {
  state.bag.remove(kind);
  --state.bag_total;
}
/// A larva of the supply goes behind the screen, and back.
template <class State>
void give_larva(State& state, int seat, int colour) {
  state.larva_supply.remove(colour);
  state.area[static_cast<std::size_t>(seat)].larvae.add(colour);
}
template <class State>
void pay_larva(State& state, int colour) {
  state.area[state.mover].larvae.remove(colour);
  state.larva_supply.add(colour);
}
/// A consumed tile pays: it goes into the bag.
template <class State>
void pay_consumed(State& state, int kind) {
  state.area[state.mover].consumed.remove(kind);
  put_into_bag(state, kind);
}

/// Actions 6 and 8: a consumed tile for a larva, a larva for a plain tile of the bag.
template <class State>
void exchange_for_larva(State& state, int colour, int paid) {
  pay_consumed(state, paid);
  give_larva(state, state.mover, colour);
}
template <class State>
void exchange_for_tile(State& state, int colour) {
  pay_larva(state, colour);
  draw_from_bag(state, colour);
  state.area[state.mover].hand.add(colour);
}

// --- Algae and coral tiles ---

/// Cylinders of `alga` in the supply.
template <class State>
int cylinders(const State& state, int alga) {
  return kCylindersPerAlga - std::popcount(state.locked & showing(state.sides, alga)) -
         (state.alga_space == alga ? 1 : 0);
}
/// Algae that may be placed on the alga space, one bit each.
template <class State>
unsigned placeable_algae(const State& state, bool must_differ) {
  unsigned result = 0;
  for (int a = 0; a < kAlgae; ++a) {
    if (cylinders(state, a) > 0 && !(must_differ && state.alga_space == a)) result |= 1U << a;
  }
  return result;
}
/// One bit each. A cylinder to lock one with is always to be had: five tiles can show an alga.
template <class State>
unsigned unlocked(const State& state) {
  return ((1U << kCoralTiles) - 1) & ~static_cast<unsigned>(state.locked);
}
template <class State>
bool all_locked(const State& state) {
  return unlocked(state) == 0;
}
/// Every unlocked coral tile that shows the alga turns over.
template <class State>
void flip(State& state, int alga) {
  state.sides = static_cast<std::uint16_t>(state.sides ^ (showing(state.sides, alga) & ~state.locked));
}
/// Action 7 on the alga space.
template <class State>
void place_alga(State& state, int alga, int paid) {
  pay_consumed(state, paid);
  state.alga_space = static_cast<std::uint8_t>(alga);
  flip(state, alga);
}
/// Action 7 as a lock: the cylinder comes from the supply or, if there is none, from the alga space.
template <class State>
void lock_coral_tile(State& state, int tile, int paid) {
  pay_consumed(state, paid);
  const int alga = shown_alga(state.sides, tile);
  if (cylinders(state, alga) == 0) state.alga_space = kNoAlga;
  state.locked = static_cast<std::uint16_t>(state.locked | (1U << tile));
  flip(state, alga);
}

// --- Shrimps ---

/// Lists of places are ascending; behind the last one stands the largest number.
template <class Place>
inline constexpr Place kNoPlaceOf = std::numeric_limits<Place>::max();
template <class Place>
constexpr bool is_place(Place place) {
  return place != kNoPlaceOf<Place>;
}

template <class Place, std::size_t N>
void insert_place(std::array<Place, N>& places, int place) {
  std::size_t i = N - 1;
  for (; i > 0 && places[i - 1] > place; --i) places[i] = places[i - 1];
  places[i] = static_cast<Place>(place);
}
/// Nothing happens if it is not there.
template <class Place, std::size_t N>
void erase_place(std::array<Place, N>& places, int place) {
  std::size_t i = 0;
  while (i < N && places[i] != place) ++i;
  if (i == N) return;
  for (; i + 1 < N; ++i) places[i] = places[i + 1];
  places[N - 1] = kNoPlaceOf<Place>;
}

/// Shrimps of `seat` standing on boards, and behind its screen.
template <class State>
int shrimps_out(const State& state, int seat) {
  int count = 0;
  for (const auto place : state.shrimp_at[static_cast<std::size_t>(seat)]) count += is_place(place) ? 1 : 0;
  return count;
}
template <class State>
int shrimps_behind(const State& state, int seat) {
  const bool in_air = state.mover == seat && state.has(State::kInAir);
  return kShrimpsPerPlayer - state.feedings[static_cast<std::size_t>(seat)] - shrimps_out(state, seat) -
         (in_air ? 1 : 0);
}
template <class State>
bool may_place_shrimp(const State& state) {
  return !state.has(State::kShrimpPlaced) && shrimps_behind(state, state.mover) > 0;
}

// --- Laying ---

template <class State>
void begin_lay(State& state, int colour) {
  pay_larva(state, colour);
  ++state.lays;
  state.colour = static_cast<std::uint8_t>(colour);
  state.phase = decltype(state.phase)::laying;
}
/// Whether there is a tile of the colour for free growth: the spare, or one in the bag.
template <class State>
bool has_growth_tile(const State& state, int colour) {
  return ((state.spares >> colour) & 1) != 0 || state.bag[colour] != 0;
}
/// With the spare there, the bag's tile replaces it: either way one tile leaves the bag if it can.
template <class State>
void take_growth_tile(State& state, int colour) {
  if (state.bag[colour] != 0) {
    draw_from_bag(state, colour);
  } else {
    state.spares = static_cast<std::uint8_t>(state.spares & ~(1U << colour));
  }
}

// --- Taking, refilling, the end ---

/// The slot's larva comes back and slots wait for tiles; or the end that the game comes to instead.
template <class State>
End begin_refill(State& state, int slot, int refill_minimum) {
  if (state.larva_supply[slot] == 0) return End::larvae;
  state.larva_supply.remove(slot);
  if (state.bag_total < refill_minimum || state.bag_total == 0) return End::bag;
  for (int tiles = 0; tiles < 3; ++tiles) {
    for (int s = 0; s < kColours; ++s) {
      if (slot_size(state, s) != tiles) continue;
      state.queue = static_cast<std::uint16_t>(state.queue | (s << (3 * state.queue_size)));
      ++state.queue_size;
    }
  }
  state.phase = decltype(state.phase)::refill;
  return End::none;
}
/// A tile from the bag for the slot that is next.
template <class State>
void serve_slot(State& state, int kind) {
  draw_from_bag(state, kind);
  add_to_slot(state, state.queue & 7, kind);
  state.queue = static_cast<std::uint16_t>(state.queue >> 3);
  --state.queue_size;
}
/// Nothing of the turn is left.
template <class State>
void finish(State& state, End end) {
  clear_turn(state);
  state.queue = 0;
  state.queue_size = 0;
  state.end = end;
  state.phase = decltype(state.phase)::over;
}

/// 1 for the best; `keys` [seat] points, then what breaks ties.
template <std::size_t N>
PerSeat<int> ranks_by(const PerSeat<std::array<int, N>>& keys, int players) {
  PerSeat<int> ranks{};
  for (const Player seat : seats(players)) {
    ranks[seat] = 1;
    for (const Player other : seats(players)) ranks[seat] += keys[other] > keys[seat] ? 1 : 0;
  }
  return ranks;
}
/// More consumed tiles, larvae, tiles behind the screen, tiles in guarded corals.
template <class State, class TilesGuarded>
PerSeat<int> ranks_of(const State& state, const PerSeat<int>& points, int players, TilesGuarded&& tiles_guarded) {
  PerSeat<std::array<int, 5>> keys{};
  for (const Player seat : seats(players)) {
    const auto& area = state.area[seat.index()];
    int guarded = 0;
    for (const auto place : state.shrimp_at[seat.index()]) {
      if (is_place(place)) guarded += tiles_guarded(place);
    }
    keys[seat] = {points[seat], area.consumed.total(), area.larvae.total(), area.hand.total(), guarded};
  }
  return ranks_by(keys, players);
}

}  // namespace atl::reef_encounter
