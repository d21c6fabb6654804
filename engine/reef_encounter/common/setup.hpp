/// Setting up, for both games: what each event does, and what chance may do. As steps.hpp: templates over State.
#pragma once

#include "engine/core/rng.hpp"
#include "engine/reef_encounter/common/steps.hpp"

namespace atl::reef_encounter {

/// Tiles for the slots in setup, from the starting slot on.
inline constexpr std::array<std::uint8_t, 12> kSlotOfFill = {0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 4};

/// Before the first event: all pieces of the base game are in bag and supplies, growth spares and the larvae of the sea
/// slots taken out.
template <class State>
void fill_box(State& state) {
  using Place = std::remove_cvref_t<decltype(state.shrimp_at[0][0])>;
  for (auto& places : state.shrimp_at) places.fill(kNoPlaceOf<Place>);
  state.secret.fill(kUnseen);
  state.alga_space = kNoAlga;
  state.spares = (1U << kColours) - 1;
  for (int c = 0; c < kColours; ++c) {
    state.larva_supply.add(c, kLarvaePerColour - 1);
    put_into_bag(state, c, kTilesPerColour - 1);
  }
}

/// The next seat, or the next phase after the last one.
template <class State, class Phase>
void next_seat_in_setup(State& state, int players, Phase after_last) {
  state.counter = 0;
  state.mover = seat_after(state, players);
  if (state.mover == 0) state.phase = after_last;
}

/// lay(board, colour) puts the printed start tile on a board.
template <class State, class Lay>
void choose_boards(State& state, int set, Lay&& lay) {
  state.boards = static_cast<std::uint8_t>(set);
  for_each_board(state, [&](int board) {
    for (int c = 0; c < kColours; ++c) {
      lay(board, c);
      draw_from_bag(state, c);
    }
  });
  state.phase = decltype(state.phase)::side;
}
template <class State>
void choose_side(State& state, int side) {
  state.sides = side == 0 ? 0 : (1U << kCoralTiles) - 1;
  state.phase = decltype(state.phase)::slot;
}
template <class State>
void choose_slot(State& state, int colour) {
  state.first_slot = static_cast<std::uint8_t>(colour);
  state.phase = decltype(state.phase)::sea_fill;
}
template <class State>
void fill_sea(State& state, int kind) {
  draw_from_bag(state, kind);
  add_to_slot(state, (state.first_slot + kSlotOfFill[state.counter]) % kColours, kind);
  if (++state.counter < kSlotOfFill.size()) return;
  state.counter = 0;
  state.first_slot = 0;
  state.phase = decltype(state.phase)::deal;
}
/// An information state may not know which.
template <class State, class Rules>
void deal_tile(State& state, int kind, const Rules& rules) {
  if (kind == kUnseen) {
    --state.bag_total;
  } else {
    draw_from_bag(state, kind);
    state.area[state.mover].hand.add(kind);
  }
  if (++state.counter == rules.start_tiles[state.mover])
    next_seat_in_setup(state, rules.players, decltype(state.phase)::fish);
}
template <class State>
void hide_in_fish(State& state, int colour, int players) {
  if (colour != kUnseen) state.area[state.mover].hand.remove(colour);
  state.secret[state.mover] = static_cast<std::uint8_t>(colour);
  next_seat_in_setup(state, players, decltype(state.phase)::larvae);
}
template <class State>
void give_pair(State& state, int seat, int pair) {
  for (const int c : kLarvaPair[static_cast<std::size_t>(pair)]) give_larva(state, seat, c);
}
/// After the last seat the first turn is due: phase main.
template <class State>
void choose_larvae(State& state, int pair, int players) {
  if (pair != kUnseenPair) give_pair(state, state.mover, pair);
  next_seat_in_setup(state, players, decltype(state.phase)::main);
}

// --- Chance ---

/// The sets of boards, one bit each, all as likely.
template <class List, class MakeAction>
void list_boards(int players, List& out, MakeAction&& make) {
  int n = 0;
  for (unsigned set = 0; set < (1U << kBoards); ++set) n += std::popcount(set) == players ? 1 : 0;
  for (unsigned set = 0; set < (1U << kBoards); ++set) {
    if (std::popcount(set) == players) out.push_back({make(static_cast<int>(set)), 1.0 / n});
  }
}

/// An index below N, each as likely as its share of `sum`.
template <class Counts>
int draw_from(const Counts& counts, int sum, Rng& rng) {
  auto k = static_cast<int>(rng.below(static_cast<std::uint32_t>(sum)));
  int i = 0;
  while (k >= counts[i]) k -= counts[i++];
  return i;
}

/// The source of what chance does in a phase, if it belongs to nobody.
template <class Phase>
ChanceSource shared_source(Phase phase) {
  const Source source = phase == Phase::boards     ? Source::boards
                        : phase == Phase::side     ? Source::side
                        : phase == Phase::slot     ? Source::slot
                        : phase == Phase::sea_fill ? Source::sea_fill
                                                   : Source::refill;
  return {.owner = kNobody, .number = static_cast<std::uint16_t>(source)};
}

}  // namespace atl::reef_encounter
