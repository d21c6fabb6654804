/// The rules, one function each, in the order of RULES.md. oracle/oracle.cpp says the same with strings.
#include <algorithm>

#include "engine/reef_rescue/game.hpp"
#include "engine/reef_rescue/legal.hpp"

namespace atl::reef_rescue {
namespace {

/// The card that the turn is played with. Requires that one was chosen.
constexpr Card card_in_use(Phase phase) {
  switch (phase) {
    case Phase::flip_turbo:
    case Phase::claim_turbo: return Card::turbo;
    case Phase::shine:
    case Phase::claim_beam: return Card::beam;
    case Phase::pick:
    case Phase::place: return Card::scope;
    default: return Card::fin;
  }
}

}  // namespace

void Game::apply(State& state, Action action) const {
  const int argument = argument_of(action);
  switch (verb_of(action)) {
    case Verb::deal: return deal(state, argument);
    case Verb::face: return lay_out(state, static_cast<Card>(argument));
    case Verb::choose: return choose(state, static_cast<Card>(argument));
    case Verb::flip: return flip(state, argument);
    case Verb::stop: return start_claims(state);
    case Verb::shine: return shine(state, shine_cells(action));
    case Verb::pick: return pick(state, argument);
    case Verb::place: return place(state, argument);
    case Verb::claim_set: return claim_set(state, argument);
    case Verb::claim_tile: return claim_tile(state, argument);
    case Verb::done: return end_turn(state);
  }
}

// Setting up.

/// A tile is dealt to the next cell; after the last one come the cards.
void Game::deal(State& state, int tile) const {
  const int cell = std::countr_zero(grid_ & ~state.present);
  state.tile[cell] = static_cast<std::uint8_t>(tile);
  state.present |= bit(cell);
  state.fresh |= bit(cell);
  if (state.present == grid_) state.phase = Phase::faces;
}

/// The next card of the next seat shows `visible`; after the last one seat 0 begins.
void Game::lay_out(State& state, Card visible) const {
  if (sides_[state.cursor & 1U][1] == visible) {
    state.faces = static_cast<std::uint16_t>(state.faces | 1U << state.cursor);
  }
  if (++state.cursor == 2 * num_players()) {
    state.cursor = 0;
    state.phase = Phase::turn;
  }
}

// A turn.

void Game::choose(State& state, Card card) const {
  static constexpr Array<Phase, 4> kNext = {Phase::flip_fin, Phase::flip_turbo, Phase::shine, Phase::pick};
  state.phase = kNext[card];
}

/// Fast Fin and Turbo Turbine: garbage ends the turn; the last tile allowed, or the last one there is, the flipping.
void Game::flip(State& state, int cell) const {
  turn_up(state, bit(cell));
  if ((kGarbage >> state.tile[cell] & 1) != 0) {
    end_turn(state);
  } else if (std::popcount(state.marked) == rules_.max_flips || state.marked == state.present) {
    start_claims(state);
  }
}

/// Bright Beam: all at once, and garbage does no harm.
void Game::shine(State& state, std::uint64_t cells) const {
  turn_up(state, cells);
  start_claims(state);
}

/// Everybody sees the tiles on `cells` from now on.
void Game::turn_up(State& state, std::uint64_t cells) const {
  for (std::uint64_t& known : state.known) known |= cells;
  state.fresh &= ~cells;
  state.marked |= cells;
}

/// Sea Scope lifts the three tiles when the third is picked.
void Game::pick(State& state, int cell) const {
  state.marked |= bit(cell);
  if (std::popcount(state.marked) < 3) return;
  std::uint64_t cells = state.marked;
  for (std::uint64_t& known : state.known) known &= ~cells;
  state.fresh &= ~cells;
  state.present &= ~cells;
  state.marked = 0;
  state.phase = Phase::place;
  for (std::uint8_t& tile : state.hand) {
    std::uint8_t& from = state.tile[pop_lowest_bit(cells)];
    tile = from;
    from = kNoTile;
  }
}

/// Sea Scope puts a tile back; the third placement ends the turn.
void Game::place(State& state, int cell) const {
  std::uint8_t& tile = state.hand[state.cursor];
  state.tile[cell] = tile;
  tile = kNoTile;
  state.present |= bit(cell);
  state.marked |= bit(cell);
  if (++state.cursor == 3) finish_scope(state, state.marked);
}

/// Only the one who looked knows the tiles on the cells filled.
void Game::finish_scope(State& state, std::uint64_t filled) const {
  state.present |= filled;
  state.known[state.mover] |= filled;
  end_turn(state);
}

// Claiming.

/// What is face up may be claimed; nothing, after a `stop` that turned nothing.
void Game::start_claims(State& state) const {
  static constexpr Array<Phase, 3> kClaimPhase = {Phase::claim_fin, Phase::claim_turbo, Phase::claim_beam};
  state.phase = kClaimPhase[card_in_use(state.phase)];
  end_turn_unless_claims(state);
}

void Game::claim_set(State& state, int set) const {
  const std::uint64_t wanted = kSetTiles[set];
  std::uint64_t cells = 0;
  for (std::uint64_t up = state.marked; up != 0;) {
    const int cell = pop_lowest_bit(up);
    cells |= (wanted >> state.tile[cell] & 1) << cell;
  }
  take(state, kFirstSetClaim + set, cells);
  state.cursor = static_cast<std::uint8_t>(set + 1);
  end_turn_unless_claims(state);
}

void Game::claim_tile(State& state, int cell) const {
  take(state, kTileInfo[state.tile[cell]].claim, bit(cell));
  state.cursor = static_cast<std::uint8_t>(kAfterTile + cell);
  end_turn_unless_claims(state);
}

/// The tiles on `cells` go to the mover's pile.
void Game::take(State& state, int claim, std::uint64_t cells) const {
  const auto seat = static_cast<unsigned>(state.mover.index() + 1);
  for (unsigned plane = 0; plane < 3; ++plane) state.owner[plane] |= (seat >> plane & 1U) << claim;
  for (std::uint64_t& known : state.known) known &= ~cells;
  state.present &= ~cells;
  state.marked &= ~cells;
  while (cells != 0) state.tile[pop_lowest_bit(cells)] = kNoTile;
}

void Game::end_turn_unless_claims(State& state) const {
  const Claimable what = claimable(state);
  if (what.sets == 0 && what.tiles == 0) end_turn(state);
}

// The end.

/// Tiles are turned down, the card is turned over, and the next seat is to move; after the last seat the game may end.
void Game::end_turn(State& state) const {
  const Card used = card_in_use(state.phase);
  state.faces = static_cast<std::uint16_t>(state.faces ^ (1U << (2 * state.mover.index() + card_number_[used])));
  state.marked = 0;
  state.cursor = 0;
  state.phase = Phase::turn;
  state.mover = state.mover.next(num_players());
  if (state.mover != Player(0)) return;
  ++state.round;
  if (std::popcount(state.present) <= rules_.last_round_tiles || state.round >= rules_.max_rounds)
    state.phase = Phase::over;
}

PerSeat<int> Game::scores(const State& state) const {
  PerSeat<int> scores{}, twos{};
  int most = 1;  // nobody gets the bonus without a tile
  for (const Player seat : seats(num_players())) {
    scores[seat] = claimed_points(state, seat);
    twos[seat] = claimed_twos(state, seat);
    most = std::max(most, twos[seat]);
  }
  for (const Player seat : seats(num_players())) {
    if (twos[seat] == most) scores[seat] += rules_.pairs_bonus;
  }
  return scores;
}

std::string_view Game::end_reason(const State& state) const {
  return std::popcount(state.present) <= rules_.last_round_tiles ? "tiles" : "rounds";
}

}  // namespace atl::reef_rescue
