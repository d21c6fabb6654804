/// The course of a turn: crowns, feeding, windows, taking and refilling, the end.
#include "engine/reef_encounter/second_kind/game.hpp"
#include "engine/reef_encounter/second_kind/pieces.hpp"

namespace atl::reef_encounter::second_kind {
namespace {

int next_seat(int seat, int players) { return (seat + 1) % players; }

}  // namespace

void Game::begin_turn(State& state, int seat) const {
  state.active = state.mover = static_cast<std::uint8_t>(seat);
  state.bitten.fill(kNoPlace);
  continue_biting(state);
}

// Crowns
// -----------------------------------------------------------------------------------------------------------------

Cells Game::crown_targets(const State& state, const Reef& reef, int board, Cells crown) const {
  const Cells beside = reef.facing(crown);
  const Cells own = beside & reef.corals(shrimps_of(state, state.active, board));
  return own != 0 ? own : beside & ~reef.guarded();
}

/// The next crown attacks, if one is left that can; else the turn (or extra feeding) goes on.
void Game::continue_biting(State& state) const {
  bool waiting = false;
  for_each_board(state, [&](int number) {
    const Board& board = state.board[at(number)];
    if (board.crowns == 0) return;
    const Reef reef(board);
    for_each_cell(board.crowns, [&](int cell) {
      const bool done =
          std::find(state.bitten.begin(), state.bitten.end(), make_place(number, cell)) != state.bitten.end();
      waiting |= !done && crown_targets(state, reef, number, Grid::bit(cell)) != 0;
    });
  });
  if (waiting) {
    state.phase = Phase::biting;
    return;
  }
  state.bitten.fill(kNoPlace);
  if (state.end == End::none) return begin_feeding(state);
  if (!can_feed(state)) return next_extra_feeding(state);
  state.phase = Phase::extra_feeding;
}

void Game::apply_crowns(State& state, Action action) const {
  const int argument = argument_of(action);
  switch (verb_of(action)) {
    case Verb::bite: {
      const int from = argument >> 9, to = argument & 0x1ff;
      Board& board = board_at(state, to);
      const Cells cell = cell_bit(to);
      tile_into_bag(state, to);
      remove_crown(state, from);
      board.crowns |= cell;
      insert_place(state.bitten, to);
      const bool shrimp = (board.shrimps & cell) != 0, blue = (board.blues & cell) != 0;
      if (shrimp) remove_shrimp(state, to);
      board.blues &= ~cell;
      starve_crowns(state, board_of(to));
      if (shrimp) {
        state.set(State::kInAir);
        state.phase = Phase::landing;
        state.resume = Phase::biting;
        return;
      }
      if (!blue) return continue_biting(state);
      state.nudged = static_cast<std::uint16_t>(to);
      return continue_nudge(state);
    }
    case Verb::lift:  // makes room for the blue shrimp
      remove_shrimp(state, argument);
      state.set(State::kInAir);
      state.barred = static_cast<std::uint16_t>(argument);
      state.phase = Phase::landing;
      state.resume = Phase::nudging;
      return;
    case Verb::nudge: board_at(state, argument).blues |= cell_bit(argument); break;
    default: break;  // pass: it returns beside the board
  }
  state.nudged = kNoPlace;
  continue_biting(state);
}

/// A blue shrimp lost its tile to a crown: the player moves it, if there is a way.
void Game::continue_nudge(State& state) const {
  const int number = board_of(state.nudged);
  const Reef reef(state.board[at(number)]);
  const Cells beside = Grid::beside(cell_bit(state.nudged)) & reef.tiles();
  const Cells room = beside & ~reef.corals(reef.blues());
  if ((room & (reef.blue_targets() | shrimps_of(state, state.active, number))) != 0) {
    state.phase = Phase::nudging;
    return;
  }
  state.nudged = kNoPlace;
  continue_biting(state);
}

// Feeding
// ----------------------------------------------------------------------------------------------------------------

/// Whether the mover has a coral large enough; that the first feeding needs a card does not matter here. In an extra
/// feeding no card may be played: there must have been a feeding before.
bool Game::can_feed(const State& state) const {
  if (state.end != End::none && state.feedings[state.mover] == 0) return false;
  for (const std::uint16_t place : state.shrimp_at[state.mover]) {
    if (place != kNoPlace && count_bits(coral_at(state, place)) >= feed_size(state)) return true;
  }
  return false;
}

void Game::begin_feeding(State& state) const {
  state.phase = num_cards(state, state.mover) != 0 || can_feed(state) ? Phase::feeding : Phase::main;
}

/// The lay of late_breakfast is over (and no shrimp in the air any more).
void Game::after_breakfast(State& state) const {
  if (can_feed(state)) {
    state.phase = Phase::breakfast;
    return;
  }
  state.clear(State::kBreakfast);
  state.phase = Phase::main;
}

void Game::feed(State& state, int place) const {
  const int number = board_of(place);
  Board& board = state.board[at(number)];
  const Cells coral = coral_at(state, place);
  int kind = 0;
  for_each_cell(coral, [&](int cell) {
    kind = kind_at(board, Grid::bit(cell));
    ++state.eaten[at(kind)];
  });
  remove_tiles(board, coral);
  remove_shrimp(state, place);
  board.blues &= ~coral;
  ++state.feedings[state.mover];
  starve_crowns(state, number);
  state.clear(State::kBreakfast);
  state.to_return = static_cast<std::uint8_t>(feed_return(state));
  if (state.eaten[at(kind)] == count_bits(coral)) {  // all of one kind: nothing to choose
    const int each = tiles_counted(kind);
    const int back = std::min<int>(state.eaten[at(kind)], (state.to_return + each - 1) / each);
    state.eaten[at(kind)] = static_cast<std::uint8_t>(state.eaten[at(kind)] - back);
    put_into_bag(state, kind, back);
    state.to_return = 0;
  }
  if (state.to_return == 0) return finish_feeding(state);
  state.phase = Phase::returning;
}

/// What is not returned goes into the parrotfish.
void Game::finish_feeding(State& state) const {
  state.to_return = 0;
  for (int kind = 0; kind < kPolypKinds; ++kind) {
    auto& fish = state.area[state.mover].fish[at(kind)];
    fish = static_cast<std::uint8_t>(fish + state.eaten[at(kind)]);
  }
  state.eaten.fill(0);
  if (state.end != End::none) return next_extra_feeding(state);
  if (state.feedings[state.mover] == kShrimpsPerPlayer) return end_with_extra_feedings(state, End::shrimps);
  open_windows(state);
}

void Game::apply_feeding(State& state, Action action) const {
  const int argument = argument_of(action);
  switch (verb_of(action)) {
    case Verb::eat:
      if (const int card = argument & 15; card != kNoCard) {
        --state.area[state.mover].cards[at(card)];
        ++state.discards[at(card)];
      }
      return feed(state, argument >> 4);
    case Verb::back:
      --state.eaten[at(argument)];
      put_into_bag(state, argument);
      state.to_return = static_cast<std::uint8_t>(std::max(0, state.to_return - tiles_counted(argument)));
      if (state.to_return == 0 || present(state.eaten) == 0) finish_feeding(state);
      return;
    default:  // pass
      if (state.phase == Phase::extra_feeding) return next_extra_feeding(state);
      state.clear(State::kBreakfast);
      state.phase = Phase::main;
      return;
  }
}

// Windows
// ----------------------------------------------------------------------------------------------------------------

/// The other players with cards are asked, one after the other, whether they use a clown fish.
void Game::open_windows(State& state) const {
  state.mover = state.active;
  next_window(state);
}

void Game::next_window(State& state) const {
  do {
    state.mover = static_cast<std::uint8_t>(next_seat(state.mover, rules_.players));
    if (state.mover == state.active) {
      if (state.has(State::kTaken)) return refill(state);
      state.phase = Phase::main;
      return;
    }
  } while (num_cards(state, state.mover) == 0);
  state.phase = Phase::window;
}

// The end of a turn
// ------------------------------------------------------------------------------------------------------

void Game::take(State& state, int slot) const {
  Area& area = state.area[state.mover];
  for (std::uint8_t& tile : state.sea[at(slot)]) {
    if (tile != kNoTile) ++area.hand[tile];
    tile = kNoTile;
  }
  ++area.larvae[at(slot)];
  if (!state.has(State::kPickMeUp)) clear_turn(state);
  state.set(State::kTaken);
  state.first_slot = static_cast<std::uint8_t>(slot);
  ++state.turns;
  open_windows(state);
}

namespace {

void finish(State& state, End end) {
  clear_turn(state);
  state.queue = 0;
  state.queue_size = 0;
  state.first_slot = 0;
  state.resume = Phase::boards;
  state.end = end;
  state.phase = Phase::over;
}

}  // namespace

void Game::refill(State& state) const {
  const int slot = state.first_slot;
  state.first_slot = 0;
  if (state.larva_supply[at(slot)] == 0) return finish(state, End::larvae);
  --state.larva_supply[at(slot)];
  if (state.bag_total < rules_.refill_minimum || state.bag_total == 0) return finish(state, End::bag);
  for (int tiles = 0; tiles < 3; ++tiles) {
    for (int s = 0; s < kColours; ++s) {
      if (slot_size(state, s) != tiles) continue;
      state.queue = static_cast<std::uint16_t>(state.queue | (s << (3 * state.queue_size)));
      ++state.queue_size;
    }
  }
  state.phase = Phase::refill;
}

/// One tile came; what is next?
void Game::refilled(State& state) const {
  state.queue = static_cast<std::uint16_t>(state.queue >> 3);
  if (--state.queue_size != 0) {
    if (state.bag_total == 0) finish(state, End::bag);
    return;
  }
  if (!state.has(State::kPickMeUp)) return end_turn(state);
  state.clear(State::kTaken);
  state.phase = Phase::main;
}

bool Game::reef_is_full(const State& state) const {
  bool free = false;
  for_each_board(state, [&](int number) {
    const Board& board = state.board[at(number)];
    free |= empty_rock(board, number) != 0;
    for (int c = 0; c < kColours && !free; ++c) free |= PutCells(state, number, c, false).as(kPlainLaid) != 0;
  });
  return !free;
}

void Game::end_turn(State& state) const {
  clear_turn(state);
  if (reef_is_full(state)) return finish(state, End::full);
  if (state.turns >= rules_.max_turns) return finish(state, End::turns);
  begin_turn(state, next_seat(state.active, rules_.players));
}

void Game::end_with_extra_feedings(State& state, End end) const {
  finish(state, end);
  state.ender = state.active;
  next_extra_feeding(state);
}

/// Passes the extra feeding on to the next player: crowns first.
void Game::next_extra_feeding(State& state) const {
  const int seat = next_seat(state.active, rules_.players);
  if (seat != state.ender) return begin_turn(state, seat);
  state.active = state.mover = state.ender;
  state.phase = Phase::over;
}

}  // namespace atl::reef_encounter::second_kind
