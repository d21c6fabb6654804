/// The rules, one function each, in the order of RULES.md; cards are in cards.cpp. oracle/ says the same with strings.
#include <algorithm>

#include "engine/reef_encounter/common/setup.hpp"
#include "engine/reef_encounter/second_kind/game.hpp"
#include "engine/reef_encounter/second_kind/pieces.hpp"

namespace atl::reef_encounter::second_kind {

void Game::apply(State& state, Action action) const {
  const int argument = argument_of(action), high = argument >> 6, paid = argument & 63;
  switch (verb_of(action)) {
    case Verb::boards: return deal_boards(state, argument);
    case Verb::side: return choose_side(state, argument);
    case Verb::slot: return choose_slot(state, argument);
    case Verb::drawn: return state.phase == Phase::sea_fill ? fill_sea(state, argument) : refill(state, argument);
    case Verb::dealt: return deal_tile(state, argument, rules_);
    case Verb::fish: return hide_in_fish(state, argument, rules_.players);
    case Verb::larvae: return pick_larvae(state, argument);
    case Verb::bite: return bite(state, argument >> 9, argument & 0x1ff);
    case Verb::nudge: return house_blue(state, argument);
    case Verb::eat: return eat(state, argument >> 4, argument & 15);
    case Verb::back: return return_tile(state, argument);
    case Verb::pass: return pass(state);
    case Verb::lay: return begin_lay(state, argument);
    case Verb::shrimp: return place_own_shrimp(state, argument);
    case Verb::lift: return state.phase == Phase::nudging ? make_room(state, argument) : lift(state, argument);
    case Verb::land: return land(state, argument);
    case Verb::recall: return land(state, kAside);
    case Verb::larva: return exchange_for_larva(state, high, paid);
    case Verb::alga: return place_alga(state, high, paid);
    case Verb::lock: return lock(state, high, paid);
    case Verb::tile: return exchange_for_tile(state, argument);
    case Verb::split: return split(state, argument);
    case Verb::rock: return place_ground(state, argument, kRockKind);
    case Verb::deep: return place_ground(state, argument, kDeepKind);
    case Verb::crown: return place_crown(state, argument);
    case Verb::put:
      return state.phase == Phase::laying ? put(state, put_of(argument)) : put_extra(state, put_of(argument));
    case Verb::grow: return decide_growth(state, true);
    case Verb::skip: return decide_growth(state, false);
    case Verb::done: return state.phase == Phase::laying ? end_lay(state) : finish_card(state);
    case Verb::take: return take(state, argument);
    case Verb::end: return end_turn(state);
    default: return apply_card(state, action);
  }
}

// --- Setting up (common/setup.hpp) ---

void Game::deal_boards(State& state, int set) const {
  choose_boards(state, set, [&](int board, int colour) {
    add_tile(state.board[at(board)], printed(board).start[at(colour)], colour, kPlainLaid);
  });
}

void Game::pick_larvae(State& state, int pair) const {
  choose_larvae(state, pair, rules_.players);
  if (state.phase == Phase::main) begin_turn(state, 0);
}

void Game::begin_turn(State& state, int seat) const {
  state.active = state.mover = static_cast<std::uint8_t>(seat);
  state.bitten.fill(kNoPlace);
  continue_biting(state);
}

// --- Crowns attack ---

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

void Game::bite(State& state, int from, int to) const {
  Board& board = board_at(state, to);
  const Cells cell = cell_bit(to);
  const bool shrimp = (board.shrimps & cell) != 0, blue = (board.blues & cell) != 0;
  tile_into_bag(state, to);
  remove_crown(state, from);
  board.crowns |= cell;
  insert_place(state.bitten, to);
  if (shrimp) remove_shrimp(state, to);
  board.blues &= ~cell;
  starve_crowns(state, board_of(to));
  if (shrimp) return raise_shrimp(state, Phase::biting);
  if (!blue) return continue_biting(state);
  state.nudged = static_cast<std::uint16_t>(to);
  continue_nudge(state);
}

/// A shrimp is in the air and must come down at once.
void Game::raise_shrimp(State& state, Phase then) const {
  state.set(State::kInAir);
  state.phase = Phase::landing;
  state.resume = then;
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

/// The player's own shrimp leaves the only tile that could take the blue one.
void Game::make_room(State& state, int place) const {
  remove_shrimp(state, place);
  state.barred = static_cast<std::uint16_t>(place);
  raise_shrimp(state, Phase::nudging);
}

/// The blue shrimp goes to a tile, or beside the board.
void Game::house_blue(State& state, int place) const {
  if (place != kAside) board_at(state, place).blues |= cell_bit(place);
  state.nudged = kNoPlace;
  continue_biting(state);
}

// --- Feeding ---

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
    state.eaten.add(kind);
  });
  remove_tiles(board, coral);
  remove_shrimp(state, place);
  board.blues &= ~coral;
  ++state.feedings[state.mover];
  starve_crowns(state, number);
  state.clear(State::kBreakfast);
  state.to_return = static_cast<std::uint8_t>(feed_return(state));
  if (state.eaten[kind] == count_bits(coral)) {  // all of one kind: nothing to choose
    const int each = tiles_counted(kind);
    const int back = std::min<int>(state.eaten[kind], (state.to_return + each - 1) / each);
    state.eaten.remove(kind, back);
    put_into_bag(state, kind, back);
    state.to_return = 0;
  }
  if (state.to_return == 0) return finish_feeding(state);
  state.phase = Phase::returning;
}

/// What is not returned goes into the parrotfish.
void Game::finish_feeding(State& state) const {
  state.to_return = 0;
  state.area[state.mover].fish.add(state.eaten);
  state.eaten.clear();
  if (state.end != End::none) return next_extra_feeding(state);
  if (state.feedings[state.mover] == kShrimpsPerPlayer) return end_with_extra_feedings(state, End::shrimps);
  open_windows(state);
}

void Game::eat(State& state, int place, int card) const {
  if (card != kNoCard) discard_card(state, card);
  feed(state, place);
}

void Game::return_tile(State& state, int kind) const {
  state.eaten.remove(kind);
  put_into_bag(state, kind);
  state.to_return = static_cast<std::uint8_t>(std::max(0, state.to_return - tiles_counted(kind)));
  if (state.to_return == 0 || state.eaten.present() == 0) finish_feeding(state);
}

void Game::pass(State& state) const {
  switch (state.phase) {
    case Phase::nudging: return house_blue(state, kAside);
    case Phase::window: return next_window(state);
    case Phase::extra_feeding: return next_extra_feeding(state);
    default:
      state.clear(State::kBreakfast);
      state.phase = Phase::main;
      return;
  }
}

// --- Cards in other players' turns ---

/// The other players with cards are asked, one after the other, whether they use a clown fish.
void Game::open_windows(State& state) const {
  state.mover = state.active;
  next_window(state);
}

void Game::next_window(State& state) const {
  do {
    state.mover = static_cast<std::uint8_t>((state.mover + 1) % rules_.players);
    if (state.mover == state.active) {
      if (state.has(State::kTaken)) return begin_refill(state);
      state.phase = Phase::main;
      return;
    }
  } while (num_cards(state, state.mover) == 0);
  state.phase = Phase::window;
}

// --- Things to do: shrimps, locks, special tiles; the rest is in common/steps.hpp ---

void Game::place_own_shrimp(State& state, int place) const {
  state.set(State::kShrimpPlaced);
  place_shrimp(state, place);
}

void Game::lift(State& state, int place) const {
  remove_shrimp(state, place);
  state.set(State::kInAir);
  ++state.lifts;
}

/// On a tile, or behind the screen (kAside).
void Game::land(State& state, int place) const {
  if (place != kAside) place_shrimp(state, place);
  state.clear(State::kInAir);
  state.barred = kNoPlace;
  if (state.phase != Phase::landing) return;
  const Phase resume = state.resume;
  state.resume = Phase::boards;
  if (resume == Phase::biting) return continue_biting(state);
  return resume == Phase::nudging ? continue_nudge(state) : after_breakfast(state);
}

void Game::lock(State& state, int tile, int paid) const {
  lock_coral_tile(state, tile, paid);
  ++state.locks;
  if (all_locked(state)) end_with_extra_feedings(state, End::locks);
}

/// A consumed double for two plain tiles.
void Game::split(State& state, int kind) const {
  const int colour = tile_kind(kind).first;
  pay_consumed(state, kind);
  for (int i = 0; i < 2; ++i) draw_from_bag(state, colour);
  state.area[state.mover].consumed.add(colour, 2);
}

/// Rock on a deep water tile, or deep water on a bare rock tile: both return to the bag.
void Game::place_ground(State& state, int place, int kind) const {
  Board& board = board_at(state, place);
  Cells& other = kind == kRockKind ? board.deep_tiles : board.rock_tiles;
  const Cells cell = cell_bit(place);
  state.area[state.mover].hand.remove(kind);
  if ((other & cell) != 0) {
    other &= ~cell;
    put_into_bag(state, kRockKind);
    put_into_bag(state, kDeepKind);
    return;
  }
  (kind == kRockKind ? board.rock_tiles : board.deep_tiles) |= cell;
}

void Game::place_crown(State& state, int place) const {
  state.area[state.mover].hand.remove(kCrownKind);
  board_at(state, place).crowns |= cell_bit(place);
  starve_crowns(state, board_of(place));
}

// --- Laying ---

void Game::put(State& state, const Put& put) const {
  const int number = board_of(put.place);
  Board& board = state.board[at(number)];
  Area& area = state.area[state.mover];
  const Cells cell = cell_bit(put.place);
  const int colour = put.source == kFromBag ? put.tile : state.colour;
  if (put.source == kFromBag) {
    draw_from_bag(state, put.tile);
  } else if (put.source == kFromConsumed) {
    area.consumed.remove(put.tile);
  } else {
    area.hand.remove(put.tile);
    ++state.hand_laid;
  }
  if ((occupied(board) & cell) != 0) {  // an attack
    area.consumed.add(kind_at(board, cell));
    remove_tiles(board, cell);
  }
  if ((rock_spaces(board, number) & cell) == 0) state.clear(State::kDeepWater);
  add_tile(board, cell, colour, laid_form(put.tile, colour, put.facing));
  if (state.phase == Phase::laying) state.set(State::kAnyPut);
  starve_crowns(state, number);
  if (free_growth_ != FreeGrowth::none) grow_beside(state, number, cell, colour);
}

/// Free growth after a put.
void Game::grow_beside(State& state, int number, Cells cell, int colour) const {
  const Board& board = state.board[at(number)];
  const Cells growth = printed(number).growth;
  if ((Grid::beside(growth) & cell) == 0 || empty_growth(board, number) == 0) return;
  if ((Reef(board).forbidden(colour, kPlainLaid) & growth) != 0) return;
  if (!has_growth_tile(state, colour)) return;
  if (free_growth_ == FreeGrowth::automatic) return grow(state, number, colour);
  state.chosen_board = static_cast<std::uint16_t>(number);
  state.colour = static_cast<std::uint8_t>(colour);
  state.phase = Phase::free_growth;
}

void Game::grow(State& state, int number, int colour) const {
  add_tile(state.board[at(number)], printed(number).growth, colour, kPlainLaid);
  take_growth_tile(state, colour);
}

/// Then the lay goes on, or the card extra_growth.
void Game::decide_growth(State& state, bool grows) const {
  if (grows) grow(state, state.chosen_board, state.colour);
  state.chosen_board = 0;
  if (state.resume == Phase::boards) {
    state.phase = Phase::laying;
    return;
  }
  state.colour = 0;
  state.phase = Phase::extra_laying;
  after_extra_put(state);
}

void Game::end_lay(State& state) const {
  state.colour = 0;
  state.hand_laid = 0;
  state.clear(State::kAnyPut | State::kDeepWater);
  state.phase = Phase::main;
  if (!state.has(State::kBreakfast)) return;
  if (!state.has(State::kInAir)) return after_breakfast(state);
  state.phase = Phase::landing;
  state.resume = Phase::breakfast;
}

// --- Taking, refilling ---

void Game::take(State& state, int slot) const {
  Area& area = state.area[state.mover];
  for (std::uint8_t& tile : state.sea[at(slot)]) {
    if (tile != kNoTile) area.hand.add(tile);
    tile = kNoTile;
  }
  area.larvae.add(slot);
  if (!state.has(State::kPickMeUp)) clear_turn(state);
  state.set(State::kTaken);
  state.first_slot = static_cast<std::uint8_t>(slot);
  ++state.turns;
  open_windows(state);
}

/// The windows are over: the slot's larva and tiles come.
void Game::begin_refill(State& state) const {
  const int slot = state.first_slot;
  state.first_slot = 0;
  const End end = reef_encounter::begin_refill(state, slot, rules_.refill_minimum);
  if (end != End::none) finish(state, end);
}

void Game::refill(State& state, int kind) const {
  serve_slot(state, kind);
  if (state.queue_size != 0) {
    if (state.bag_total == 0) finish(state, End::bag);
    return;
  }
  if (!state.has(State::kPickMeUp)) return end_turn(state);
  state.clear(State::kTaken);
  state.phase = Phase::main;
}

// --- The end ---

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
  begin_turn(state, (state.active + 1) % rules_.players);
}

void Game::end_with_extra_feedings(State& state, End end) const {
  finish(state, end);
  state.ender = state.active;
  next_extra_feeding(state);
}

/// Passes the extra feeding on to the next player: crowns first.
void Game::next_extra_feeding(State& state) const {
  const int seat = (state.active + 1) % rules_.players;
  if (seat != state.ender) return begin_turn(state, seat);
  state.active = state.mover = state.ender;
  state.phase = Phase::over;
}

// --- Score ---

PerSeat<int> Game::scores(const State& state) const {
  PerSeat<int> scores{};
  for (int p = 0; p < rules_.players; ++p) {
    int& points = scores[at(p)];
    for (int kind = 0; kind < kPolypKinds; ++kind) {
      const TileKind& tile = tile_kind(kind);
      int value = colour_value(state.sides, tile.first);
      if (tile.second != kNoColour) value = std::max(value, colour_value(state.sides, tile.second));
      points += state.area[at(p)].fish[kind] * tiles_counted(kind) * value;
    }
    if (state.secret[at(p)] != kUnseen) points += colour_value(state.sides, state.secret[at(p)]);
  }
  return scores;
}

PerSeat<int> Game::ranks(const State& state) const {
  return ranks_of(state, scores(state), rules_.players, [&](int place) { return count_bits(coral_at(state, place)); });
}

}  // namespace atl::reef_encounter::second_kind
