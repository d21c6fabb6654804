/// Cards: buying, spending, playing, and what each does.
#include "engine/reef_encounter/second_kind/game.hpp"
#include "engine/reef_encounter/second_kind/pieces.hpp"

namespace atl::reef_encounter::second_kind {

void Game::apply_card(State& state, Action action) const {
  const int argument = argument_of(action);
  switch (verb_of(action)) {
    case Verb::buy: return buy(state, argument >> 6, argument & 63);
    case Verb::card_drawn: return draw_card(state, argument);
    case Verb::card: return begin_card(state, argument);
    case Verb::discard: return discard_card(state, argument);
    case Verb::blue: return spend_blue(state, argument >> 18, (argument >> 9) & 0x1ff, argument & 0x1ff);
    case Verb::unlock: return unlock(state, argument);
    case Verb::shift: return shift(state, argument >> 4, argument & 15);
    case Verb::consume: return consume(state, argument);
    case Verb::coral: return choose_coral(state, argument);
    case Verb::remove: return remove_tile(state, argument);
    case Verb::dislodge: remove_crown(state, argument); return finish_card(state);
    case Verb::extra_grow: return grow_extra(state, argument >> 3, argument & 7);
    default: return;
  }
}

// --- Buying and spending ---

void Game::buy(State& state, int source, int kind) const {
  if (source == kFromLarvae) {
    pay_larva(state, kind);
  } else if (source == kFromConsumed) {
    pay_consumed(state, kind);
  } else {
    state.area[state.mover].hand.remove(kind);
    put_into_bag(state, kind);
  }
  if (state.pile_total == 0) {  // the discard pile is shuffled
    state.pile.add(state.discards);
    state.pile_total = static_cast<std::uint8_t>(state.discards.total());
    state.discards.clear();
  }
  state.set(State::kBought);
  state.phase = Phase::card_draw;
}

/// An information state may not know which.
void Game::draw_card(State& state, int card) const {
  if (card != kUnseenCard) state.pile.remove(card);
  --state.pile_total;
  state.area[state.mover].cards.add(card);
  state.phase = Phase::main;
}

/// A wooden blue shrimp moves; kAside is beside the board.
void Game::spend_blue(State& state, int card, int from, int to) const {
  discard_card(state, card);
  if (from != kAside) board_at(state, from).blues &= ~cell_bit(from);
  if (to != kAside) board_at(state, to).blues |= cell_bit(to);
}

// --- Playing ---

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

// --- What cards do ---

void Game::unlock(State& state, int tile) const {
  state.locked = static_cast<std::uint16_t>(state.locked & ~(1U << tile));
  finish_card(state);
}

void Game::shift(State& state, int from, int to) const {
  state.locked = static_cast<std::uint16_t>((state.locked & ~(1U << from)) | (1U << to));
  flip(state, shown_alga(state.sides, to));
  finish_card(state);
}

void Game::consume(State& state, int kind) const {
  state.area[state.mover].hand.remove(kind);
  state.area[state.mover].consumed.add(kind);
  if (++state.counter == 3) finish_card(state);
}

/// Its owner, if it has one, takes tiles off.
void Game::choose_coral(State& state, int place) const {
  state.chosen = coral_at(state, place);
  state.chosen_board = static_cast<std::uint16_t>(board_of(place));
  const int owner = owner_of(state, board_of(place), state.chosen);
  if (owner >= 0) state.mover = static_cast<std::uint8_t>(owner);
  state.phase = Phase::removing;
}

void Game::remove_tile(State& state, int place) const {
  tile_into_bag(state, place);
  state.chosen &= ~cell_bit(place);
  starve_crowns(state, board_of(place));
  if (count_bits(state.chosen) > 9) return;  // a coral has at most one shrimp of each sort: some can be removed
  state.chosen = 0;
  state.chosen_board = 0;
  state.mover = state.active;
  finish_card(state);
}

void Game::grow_extra(State& state, int place, int colour) const {
  draw_from_bag(state, colour);
  add_tile(board_at(state, place), cell_bit(place), colour, kPlainLaid);
  finish_card(state);
}

void Game::put_extra(State& state, const Put& tile) const {
  put(state, tile);
  if (state.phase == Phase::extra_laying) after_extra_put(state);
}

/// Of extra_growth; free growth is over.
void Game::after_extra_put(State& state) const {
  if (++state.counter < 2 && may_lay_from_bag(state)) return;
  finish_card(state);
}

}  // namespace atl::reef_encounter::second_kind
