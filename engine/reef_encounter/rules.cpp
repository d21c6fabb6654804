/// The rules, one function each, in the order of RULES.md. oracle/oracle.cpp says the same with strings.
#include <algorithm>

#include "engine/reef_encounter/common/setup.hpp"
#include "engine/reef_encounter/game.hpp"

namespace atl::reef_encounter {
namespace {

constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

void Game::apply(State& state, Action action) const {
  const int argument = argument_of(action), first = argument / kColours, paid = argument % kColours;
  switch (verb_of(action)) {
    case Verb::boards: return deal_boards(state, argument);
    case Verb::side: return choose_side(state, argument);
    case Verb::slot: return choose_slot(state, argument);
    case Verb::drawn: return state.phase == Phase::sea_fill ? fill_sea(state, argument) : refill(state, argument);
    case Verb::dealt: return deal_tile(state, argument, rules_);
    case Verb::fish: return hide_in_fish(state, argument, rules_.players);
    case Verb::larvae: return pick_larvae(state, argument);
    case Verb::eat: return eat(state, argument);
    case Verb::pass: return pass(state);
    case Verb::lay: return begin_lay(state, argument);
    case Verb::shrimp: return place_own_shrimp(state, argument);
    case Verb::lift: return lift(state, argument);
    case Verb::land: return land(state, argument);
    case Verb::recall: return state.clear(State::kInAir);
    case Verb::larva: return exchange_for_larva(state, argument, argument);
    case Verb::alga: return place_alga(state, first, paid);
    case Verb::lock: return lock(state, first, paid);
    case Verb::tile: return exchange_for_tile(state, argument);
    case Verb::put: return put(state, argument >> 1, (argument & 1) != 0);
    case Verb::grow: return decide_growth(state, true);
    case Verb::skip: return decide_growth(state, false);
    case Verb::done: return end_lay(state);
    case Verb::take: return take(state, argument);
  }
}

// --- Setting up (common/setup.hpp) ---

void Game::deal_boards(State& state, int set) const {
  choose_boards(state, set,
                [&](int board, int colour) { add_tiles(state, board, board_map(board).start[at(colour)], colour); });
}

void Game::pick_larvae(State& state, int pair) const {
  choose_larvae(state, pair, rules_.players);
  if (state.phase == Phase::main) begin_turn(state);
}

// --- Feeding ---

bool Game::can_feed(const State& state, int seat, int size) const {
  for (const std::uint8_t place : state.shrimp_at[at(seat)]) {
    if (place == kNoPlace) return false;
    if (count_bits(coral_at(state, place)) >= size) return true;
  }
  return false;
}

void Game::begin_turn(State& state) const {
  state.phase = can_feed(state, state.mover, rules_.min_feed) ? Phase::feeding : Phase::main;
}

void Game::eat(State& state, int place) const {
  const bool extra = state.phase == Phase::extra_feeding;
  feed(state, place, extra ? rules_.final_feed_return : rules_.feed_return);
  if (extra) return next_extra_feeding(state);
  if (state.feedings[state.mover] == kShrimpsPerPlayer) return end_with_extra_feedings(state, End::shrimps);
  state.phase = Phase::main;
}

void Game::feed(State& state, int place, int returned) const {
  const int colour = colour_at(state, place);
  const std::uint64_t coral = coral_at(state, place);
  const int size = count_bits(coral), back = std::min(size, returned);
  put_into_bag(state, colour, back);
  state.area[state.mover].fish.add(colour, size - back);
  remove_tiles(state, board_of(place), coral);
  remove_shrimp(state, place);
  ++state.feedings[state.mover];
}

void Game::pass(State& state) const {
  if (state.phase == Phase::extra_feeding) return next_extra_feeding(state);
  state.phase = Phase::main;
}

// --- Things to do: shrimps and locks; the rest is in common/steps.hpp ---

void Game::place_own_shrimp(State& state, int place) const {
  state.set(State::kShrimpPlaced);
  place_shrimp(state, place);
}

void Game::lift(State& state, int place) const {
  remove_shrimp(state, place);
  state.set(State::kInAir);
  ++state.lifts;
}

void Game::land(State& state, int place) const {
  place_shrimp(state, place);
  state.clear(State::kInAir);
}

void Game::lock(State& state, int tile, int paid) const {
  lock_coral_tile(state, tile, paid);
  state.set(State::kLockedOne);
  if (all_locked(state)) end_with_extra_feedings(state, End::locks);
}

// --- Laying ---

void Game::put(State& state, int place, bool consumed) const {
  const int board = board_of(place), colour = state.colour;
  const std::uint64_t cell = bit(cell_of(place));
  Area& area = state.area[state.mover];
  if (consumed) {
    area.consumed.remove(colour);
  } else {
    area.hand.remove(colour);
    ++state.hand_laid;
  }
  if ((occupied(state, board) & cell) != 0) {  // an attack
    area.consumed.add(colour_at(state, board, cell));
    remove_tiles(state, board, cell);
  }
  add_tiles(state, board, cell, colour);
  state.set(State::kAnyPut);
  if (free_growth_ != FreeGrowth::none) grow_beside(state, board, cell);
}

/// Free growth after a put. What happens depends on the bag only through whether it holds the colour:
/// Observation::extra says whether it did.
void Game::grow_beside(State& state, int board, std::uint64_t cell) const {
  const std::uint64_t growth = board_map(board).growth;
  if ((BaseGrid::beside(growth) & cell) == 0 || (occupied(state, board) & growth) != 0) return;
  if ((forbidden_joins(state, board, state.colour) & growth) != 0 || !has_growth_tile(state, state.colour)) return;
  if (free_growth_ == FreeGrowth::automatic) return grow(state, board);
  state.counter = static_cast<std::uint8_t>(board);
  state.phase = Phase::growing;
}

void Game::grow(State& state, int board) const {
  add_tiles(state, board, board_map(board).growth, state.colour);
  take_growth_tile(state, state.colour);
}

void Game::decide_growth(State& state, bool grows) const {
  if (grows) grow(state, state.counter);
  state.counter = 0;
  state.phase = Phase::laying;
}

void Game::end_lay(State& state) const {
  state.colour = 0;
  state.hand_laid = 0;
  state.clear(State::kAnyPut);
  state.phase = Phase::main;
}

// --- Taking, refilling ---

void Game::take(State& state, int slot) const {
  Area& area = state.area[state.mover];
  for (int c = 0; c < kColours; ++c) area.hand.add(c, sea_tiles(state.sea, slot, c));
  area.larvae.add(slot);
  state.sea &= ~(std::uint64_t{0x3ff} << (10 * slot));
  clear_turn(state);
  ++state.turns;
  if (const End end = begin_refill(state, slot, rules_.refill_minimum); end != End::none) finish(state, end);
}

void Game::refill(State& state, int colour) const {
  serve_slot(state, colour);
  if (state.queue_size == 0) return end_turn(state);
  if (state.bag_total == 0) finish(state, End::bag);
}

// --- The end ---

bool Game::reef_is_full(const State& state) const {
  bool free = false;
  for_each_board(state, [&](int board) {
    free |= empty_rock(state, board) != 0;
    for (int c = 0; c < kColours && !free; ++c)
      free |= (attackable(state, board, c) & ~forbidden_joins(state, board, c)) != 0;
  });
  return !free;
}

void Game::end_turn(State& state) const {
  if (reef_is_full(state)) return finish(state, End::full);
  if (state.turns >= rules_.max_turns) return finish(state, End::turns);
  state.mover = seat_after(state, rules_.players);
  begin_turn(state);
}

void Game::end_with_extra_feedings(State& state, End end) const {
  finish(state, end);
  state.ender = state.mover;
  next_extra_feeding(state);
}

/// Passes the extra feeding on from the mover to the next player who has a coral for it.
void Game::next_extra_feeding(State& state) const {
  do state.mover = seat_after(state, rules_.players);
  while (state.mover != state.ender && !can_feed(state, state.mover, rules_.final_feed_return + 1));
  state.phase = state.mover == state.ender ? Phase::over : Phase::extra_feeding;
}

// --- Score ---

PerSeat<int> Game::scores(const State& state) const {
  PerSeat<int> scores{};
  for (const Player seat : seats(rules_.players)) {
    for (int c = 0; c < kColours; ++c) {
      const int tiles = state.area[seat.index()].fish[c] + (state.secret[seat.index()] == c ? 1 : 0);
      scores[seat] += tiles * colour_value(state.sides, c);
    }
  }
  return scores;
}

PerSeat<int> Game::ranks(const State& state) const {
  return ranks_of(state, scores(state), rules_.players, [&](int place) { return count_bits(coral_at(state, place)); });
}

}  // namespace atl::reef_encounter
