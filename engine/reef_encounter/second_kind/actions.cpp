/// What a player does in its main part, laying included, and what cards do.
#include "engine/reef_encounter/second_kind/game.hpp"
#include "engine/reef_encounter/second_kind/pieces.hpp"

namespace atl::reef_encounter::second_kind {
namespace {

/// A consumed tile pays: it goes into the bag.
void pay_consumed(State& state, int kind) {
  --state.area[state.mover].consumed[at(kind)];
  put_into_bag(state, kind);
}

/// Rock on deep water tile, or deep water on bare rock tile: both return to the bag.
void place_ground(State& state, int place, int kind) {
  Board& board = board_at(state, place);
  Cells& other = kind == kRockKind ? board.deep_tiles : board.rock_tiles;
  const Cells cell = cell_bit(place);
  --state.area[state.mover].hand[at(kind)];
  if ((other & cell) != 0) {
    other &= ~cell;
    put_into_bag(state, kRockKind);
    put_into_bag(state, kDeepKind);
    return;
  }
  (kind == kRockKind ? board.rock_tiles : board.deep_tiles) |= cell;
}

void buy(State& state, int argument) {
  Area& area = state.area[state.mover];
  const int source = argument >> 6, kind = argument & 63;
  if (source == kFromLarvae) {
    --area.larvae[at(kind)];
    ++state.larva_supply[at(kind)];
  } else if (source == kFromConsumed) {
    pay_consumed(state, kind);
  } else {
    --area.hand[at(kind)];
    put_into_bag(state, kind);
  }
  if (state.pile_total == 0) {  // the discard pile is shuffled
    for (int card = 0; card < kCards; ++card) {
      state.pile[at(card)] = static_cast<std::uint8_t>(state.pile[at(card)] + state.discards[at(card)]);
      state.pile_total = static_cast<std::uint8_t>(state.pile_total + state.discards[at(card)]);
    }
    state.discards.fill(0);
  }
  state.set(State::kBought);
  state.phase = Phase::card_draw;
}

void discard_card(State& state, int card) {
  --state.area[state.mover].cards[at(card)];
  ++state.discards[at(card)];
}

}  // namespace

/// Every unlocked coral tile that shows the alga turns over.
void Game::flip(State& state, int alga) const {
  state.sides = static_cast<std::uint16_t>(state.sides ^ (showing(state.sides, alga) & ~state.locked));
}

void Game::put(State& state, const Put& put) const {
  const int number = board_of(put.place);
  Board& board = state.board[at(number)];
  Area& area = state.area[state.mover];
  const Cells cell = cell_bit(put.place);
  const int colour = put.source == kFromBag ? put.tile : state.colour;
  if (put.source == kFromBag) {
    draw_from_bag(state, put.tile);
  } else if (put.source == kFromConsumed) {
    --area.consumed[at(put.tile)];
  } else {
    --area.hand[at(put.tile)];
    ++state.hand_laid;
  }
  if ((occupied(board) & cell) != 0) {  // an attack
    ++area.consumed[at(kind_at(board, cell))];
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
  if (((state.spares >> colour) & 1) == 0 && state.bag[at(colour)] == 0) return;
  if (free_growth_ == FreeGrowth::automatic) return grow(state, number, colour);
  state.chosen_board = static_cast<std::uint16_t>(number);
  state.colour = static_cast<std::uint8_t>(colour);
  state.phase = Phase::free_growth;
}

/// The spare, or a plain tile from the bag; the bag replaces a used spare.
void Game::grow(State& state, int number, int colour) const {
  add_tile(state.board[at(number)], printed(number).growth, colour, kPlainLaid);
  if (state.bag[at(colour)] != 0) {
    draw_from_bag(state, colour);
  } else {
    state.spares = static_cast<std::uint8_t>(state.spares & ~(1U << colour));
  }
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

void Game::apply_main(State& state, Action action) const {
  Area& area = state.area[state.mover];
  const int argument = argument_of(action), paid = argument & 63;
  switch (verb_of(action)) {
    case Verb::lay:
      --area.larvae[at(argument)];
      ++state.larva_supply[at(argument)];
      ++state.lays;
      state.colour = static_cast<std::uint8_t>(argument);
      state.phase = Phase::laying;
      return;
    case Verb::put: return put(state, put_of(argument));
    case Verb::done:
      state.colour = 0;
      state.hand_laid = 0;
      state.clear(State::kAnyPut | State::kDeepWater);
      state.phase = Phase::main;
      if (!state.has(State::kBreakfast)) return;
      if (!state.has(State::kInAir)) return after_breakfast(state);
      state.phase = Phase::landing;
      state.resume = Phase::breakfast;
      return;

    case Verb::shrimp: state.set(State::kShrimpPlaced); return place_shrimp(state, argument);
    case Verb::lift:
      remove_shrimp(state, argument);
      state.set(State::kInAir);
      ++state.lifts;
      return;
    case Verb::land:
    case Verb::recall: {
      if (verb_of(action) == Verb::land) place_shrimp(state, argument);
      state.clear(State::kInAir);
      state.barred = kNoPlace;
      if (state.phase != Phase::landing) return;
      const Phase resume = state.resume;
      state.resume = Phase::boards;
      if (resume == Phase::biting) return continue_biting(state);
      return resume == Phase::nudging ? continue_nudge(state) : after_breakfast(state);
    }

    case Verb::larva:
      pay_consumed(state, paid);
      --state.larva_supply[at(argument >> 6)];
      ++area.larvae[at(argument >> 6)];
      return;
    case Verb::tile:
      --area.larvae[at(argument)];
      ++state.larva_supply[at(argument)];
      draw_from_bag(state, argument);
      ++area.hand[at(argument)];
      return;
    case Verb::alga:
      pay_consumed(state, paid);
      state.alga_space = static_cast<std::uint8_t>(argument >> 6);
      return flip(state, argument >> 6);
    case Verb::lock: {
      const int tile = argument >> 6, alga = shown_alga(state.sides, tile);
      pay_consumed(state, paid);
      if (cylinders(state, alga) == 0) state.alga_space = kNoAlga;
      state.locked = static_cast<std::uint16_t>(state.locked | (1U << tile));
      flip(state, alga);
      ++state.locks;
      if (state.locked == (1U << kCoralTiles) - 1) end_with_extra_feedings(state, End::locks);
      return;
    }
    case Verb::split: {
      const int colour = tile_kind(argument).first;
      pay_consumed(state, argument);
      for (int i = 0; i < 2; ++i) draw_from_bag(state, colour);
      area.consumed[at(colour)] = static_cast<std::uint8_t>(area.consumed[at(colour)] + 2);
      return;
    }
    case Verb::rock: return place_ground(state, argument, kRockKind);
    case Verb::deep: return place_ground(state, argument, kDeepKind);
    case Verb::crown:
      --area.hand[at(kCrownKind)];
      board_at(state, argument).crowns |= cell_bit(argument);
      return starve_crowns(state, board_of(argument));

    case Verb::buy: return buy(state, argument);
    case Verb::card: return begin_card(state, argument);
    case Verb::discard: return discard_card(state, argument);
    case Verb::blue: {
      discard_card(state, argument >> 18);
      const int from = (argument >> 9) & 0x1ff, to = argument & 0x1ff;
      if (from != kAside) board_at(state, from).blues &= ~cell_bit(from);
      if (to != kAside) board_at(state, to).blues |= cell_bit(to);
      return;
    }
    case Verb::take: return take(state, argument);
    default: return end_turn(state);  // Verb::end
  }
}

// Cards
// ------------------------------------------------------------------------------------------------------------------

void Game::begin_card(State& state, int card) const {
  discard_card(state, card);
  state.resume = state.phase;
  const auto go = [&](Phase phase) { state.phase = phase; };
  switch (static_cast<Card>(card)) {
    case Card::algae_indigestion: return go(Phase::unlocking);
    case Card::confusion: return go(Phase::shifting);
    case Card::consumed_polyps: return go(Phase::consuming);
    case Card::disintegration: return go(Phase::choosing_coral);
    case Card::dislodged: return go(Phase::dislodging);
    case Card::extra_free_growth: return go(Phase::growing);
    case Card::extra_growth: return go(Phase::extra_laying);
    case Card::deep_water: state.set(State::kDeepWater); return finish_card(state);
    case Card::double_lock: state.set(State::kDoubleLock); return finish_card(state);
    case Card::late_breakfast:
      state.set(State::kBreakfast);
      state.resume = Phase::boards;
      return go(Phase::breakfast);
    case Card::pick_me_up:
      state.set(State::kPickMeUp);
      state.resume = Phase::boards;
      return go(Phase::taking);
  }
}

/// The card has done what it does: back to where it was played.
void Game::finish_card(State& state) const {
  const Phase resume = state.resume;
  state.resume = Phase::boards;
  state.counter = 0;
  if (resume == Phase::window) return next_window(state);
  state.phase = resume;
}

/// Of extra_growth; free growth is over.
void Game::after_extra_put(State& state) const {
  if (++state.counter < 2 && may_lay_from_bag(state)) return;
  finish_card(state);
}

void Game::apply_card_step(State& state, Action action) const {
  const int argument = argument_of(action);
  switch (verb_of(action)) {
    case Verb::unlock:
      state.locked = static_cast<std::uint16_t>(state.locked & ~(1U << argument));
      return finish_card(state);
    case Verb::shift: {
      const int from = argument >> 4, to = argument & 15;
      state.locked = static_cast<std::uint16_t>((state.locked & ~(1U << from)) | (1U << to));
      flip(state, shown_alga(state.sides, to));
      return finish_card(state);
    }
    case Verb::consume:
      --state.area[state.mover].hand[at(argument)];
      ++state.area[state.mover].consumed[at(argument)];
      if (++state.counter == 3) finish_card(state);
      return;
    case Verb::coral: {
      state.chosen = coral_at(state, argument);
      state.chosen_board = static_cast<std::uint16_t>(board_of(argument));
      const int owner = owner_of(state, board_of(argument), state.chosen);
      if (owner >= 0) state.mover = static_cast<std::uint8_t>(owner);
      state.phase = Phase::removing;
      return;
    }
    case Verb::remove: {
      tile_into_bag(state, argument);
      state.chosen &= ~cell_bit(argument);
      starve_crowns(state, board_of(argument));
      if (count_bits(state.chosen) > 9) return;  // a coral has at most one shrimp of each sort: some can be removed
      state.chosen = 0;
      state.chosen_board = 0;
      state.mover = state.active;
      return finish_card(state);
    }
    case Verb::dislodge: remove_crown(state, argument); return finish_card(state);
    case Verb::extra_grow: {
      const int place = argument >> 3, colour = argument & 7;
      draw_from_bag(state, colour);
      add_tile(board_at(state, place), cell_bit(place), colour, kPlainLaid);
      return finish_card(state);
    }
    case Verb::put:  // extra_growth
      put(state, put_of(argument));
      if (state.phase == Phase::extra_laying) after_extra_put(state);
      return;
    case Verb::take: return take(state, argument);
    default: return finish_card(state);  // done
  }
}

}  // namespace atl::reef_encounter::second_kind
