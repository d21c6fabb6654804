/// The rules, one function each, in the order of RULES.md. oracle/oracle.cpp says the same with strings.
#include <algorithm>

#include "engine/eco_coral_reef/claims.hpp"
#include "engine/eco_coral_reef/game.hpp"

namespace atl::eco_coral_reef {
namespace {

/// How many tiles a deck of `deck` can add to `have` until there are `wanted`.
std::uint8_t missing(int wanted, int have, int deck) {
  return static_cast<std::uint8_t>(std::min(std::max(wanted - have, 0), deck));
}

/// Opens a gap at place `at` (from the bottom) of the picture deck and pins `picture` there.
void insert_pinned(State& state, int at, int picture) {
  auto* const pinned = state.pinned.data();
  std::copy_backward(pinned + at, pinned + state.picture_deck_size, pinned + state.picture_deck_size + 1);
  pinned[at] = static_cast<std::uint8_t>(picture + 1);
  ++state.picture_deck_size;
}

}  // namespace

void Game::apply(State& state, Action action) const {
  const int tile = tile_of(action);
  switch (verb_of(action)) {
    case Verb::deal_picture: deal_picture(state, tile); break;
    case Verb::deal_mission: deal_mission(state, tile); break;
    case Verb::keep: state.phase = Phase::action; break;
    case Verb::swap: swap(state, swap_first(action), swap_second(action)); break;
    case Verb::take_picture: take_picture(state, tile); break;
    case Verb::take_mission: take_mission(state, tile); break;
    case Verb::draw: draw(state, tile); break;
    case Verb::put: put(state, put_picture(action), put_x(action), put_y(action), put_turns(action)); break;
    case Verb::pass: state.actions_left = 0; break;
    case Verb::gem: spend_gem(state, tile); break;
    case Verb::drop_picture: state.hand_pictures[state.player] &= ~bit(tile); break;
    case Verb::drop_mission: state.hand_missions[state.player] &= ~(1U << tile); break;
    case Verb::claim: claim(state, action); break;
    case Verb::done: end_claims(state); break;
    case Verb::end: state.phase = Phase::limit; break;
  }
  settle(state);
}

/// Walks over everything that needs no choice until a player or chance must speak.
void Game::settle(State& state) const {
  while ((state.missions_to_show | state.pictures_to_show | state.draw_to_hand) == 0) {
    switch (state.phase) {
      case Phase::deal:
        if (state.deals_left > 0) return;
        begin_turn(state);
        state.actions_left = static_cast<std::uint8_t>(rules_.actions + rules_.first_turn_extra);
        break;
      case Phase::swap:
        if (swap_possible(state)) return;
        state.phase = Phase::action;
        break;
      case Phase::claim:
        if (has_claim(state)) return;
        end_claims(state);
        break;
      case Phase::action:
        if (state.actions_left > 0) return;
        state.phase = gems_anytime_ ? Phase::last_gems : Phase::limit;
        break;
      case Phase::last_gems:
        if (may_spend_gem(state)) return;
        state.phase = Phase::limit;
        break;
      case Phase::limit:
        if (over_limit(state)) return;
        end_turn(state);
        break;
      default: return;
    }
  }
}

// 2. Setting up, and every draw later on.

/// A picture comes from the deck: to the board at first, then where draws are due, the display before hands.
void Game::deal_picture(State& state, int picture) const {
  state.pinned[--state.picture_deck_size] = 0;
  state.deck_pictures &= ~bit(picture);
  if (state.phase == Phase::first_tile) {
    state.board.place(picture, 0, 0, 0, corners(picture, 0));
    state.phase = Phase::deal;
    state.missions_to_show = 2;
    state.pictures_to_show = 3;
    state.deals_left = static_cast<std::uint8_t>(2 * rules_.players);
  } else if (state.pictures_to_show > 0) {
    --state.pictures_to_show;
    state.shown_pictures |= bit(picture);
  } else if (state.phase == Phase::deal) {
    state.hand_pictures[Player((2 * rules_.players - state.deals_left) / 2)] |= bit(picture);
    --state.deals_left;
  } else {
    state.draw_to_hand = 0;
    state.hand_pictures[state.player] |= bit(picture);
  }
}

void Game::deal_mission(State& state, int mission) const {
  state.deck_missions &= ~(1U << mission);
  if (state.missions_to_show > 0) {
    --state.missions_to_show;
    state.shown_missions |= 1U << mission;
  } else {
    state.draw_to_hand = 0;
    state.hand_missions[state.player] |= 1U << mission;
  }
}

// 3. A turn.

/// The display is refilled; the swap comes first.
void Game::begin_turn(State& state) const {
  state.missions_to_show = missing(2, std::popcount(state.shown_missions), std::popcount(state.deck_missions));
  state.pictures_to_show = missing(3, std::popcount(state.shown_pictures), state.picture_deck_size);
  state.actions_left = static_cast<std::uint8_t>(rules_.actions);
  state.phase = Phase::swap;
}

bool Game::swap_possible(const State& state) {
  if (std::popcount(state.shown_pictures) < 2 || state.picture_deck_size < 4) return false;
  const int type = picture_type(std::countr_zero(state.shown_pictures));
  return (state.shown_pictures & ~type_pictures(type)) == 0;
}

/// `first` goes into the middle of the deck, `second` under it; two tiles come from the top.
void Game::swap(State& state, int first, int second) const {
  state.shown_pictures &= ~(bit(first) | bit(second));
  insert_pinned(state, state.picture_deck_size - state.picture_deck_size / 2, first);
  insert_pinned(state, 0, second);
  state.pictures_to_show = 2;
  state.phase = Phase::action;
}

void Game::take_picture(State& state, int picture) const {
  --state.actions_left;
  state.shown_pictures &= ~bit(picture);
  state.hand_pictures[state.player] |= bit(picture);
}

void Game::take_mission(State& state, int mission) const {
  --state.actions_left;
  state.shown_missions &= ~(1U << mission);
  state.hand_missions[state.player] |= 1U << mission;
}

/// The top tile of a deck (0 pictures, 1 missions) into the hand.
void Game::draw(State& state, int deck) const {
  --state.actions_left;
  state.draw_to_hand = static_cast<std::uint8_t>(deck + 1);
}

/// A gem and something to bring into the display.
bool Game::may_spend_gem(const State& state) {
  return state.gems[state.player] > 0 && (state.picture_deck_size > 0 || state.deck_missions != 0);
}

/// Two tiles of a deck into the display, which is no action: what was due before is due again.
void Game::spend_gem(State& state, int deck) const {
  --state.gems[state.player];
  if (deck == 0) {
    state.pictures_to_show = missing(2, 0, state.picture_deck_size);
  } else {
    state.missions_to_show = missing(2, 0, std::popcount(state.deck_missions));
  }
}

bool Game::over_limit(const State& state) const {
  return std::popcount(state.hand_pictures[state.player]) > rules_.hand_limit ||
         std::popcount(state.hand_missions[state.player]) > rules_.hand_limit;
}

// 4. Putting a picture.

/// A picture from the hand onto the board, scored at once; claims come next.
void Game::put(State& state, int picture, int x, int y, int turns) const {
  --state.actions_left;
  const int points = placement_points(state, picture, x, y, turns);
  state.hand_pictures[state.player] &= ~bit(picture);
  state.board.place(picture, x, y, turns, corners(picture, turns));
  add_points(state, points);
  state.phase = Phase::claim;
  state.put_x = static_cast<std::int8_t>(x);
  state.put_y = static_cast<std::int8_t>(y);
}

/// Coral points: for each corner a match and what completing its vertex brings.
int Game::placement_points(const State& state, int picture, int x, int y, int turns) const {
  const std::uint32_t letters = corners(picture, turns);
  const CellVertices vertices = vertices_of(x, y);
  const Board& board = state.board;
  int points = 0;
  if (rules_.match_diagonal) {
    for (int i = 0; i < 4; ++i) {
      points += points_of(points_[board.vertex[vertices.at[i]]], static_cast<int>((letters >> (8 * i)) & 7));
    }
    return points;
  }
  // Without diagonals a vertex's multiset does not tell whose corners match: ask the two tiles beside. The corner of
  // the tile in horizontal direction that lies on our corner i is its corner i ^ 1, in vertical direction 3 - i.
  const auto letter_at = [&](int cx, int cy, int corner) {
    const CellInfo info = board.cell[board.cell_index(cx, cy)];
    return static_cast<int>((corners(cell_picture(info), cell_turns(info)) >> (8 * corner)) & 7);
  };
  for (int i = 0; i < 4; ++i) {
    const int mine = static_cast<int>((letters >> (8 * i)) & 7);
    const int beside = x + (i == 1 || i == 2 ? 1 : -1), above = y + (i >= 2 ? 1 : -1);
    const bool match = (board.is_occupied(beside, y) && letters_match(mine, letter_at(beside, y, i ^ 1))) ||
                       (board.is_occupied(x, above) && letters_match(mine, letter_at(x, above, 3 - i)));
    const std::uint8_t others = board.vertex[vertices.at[i]];
    // A letter whose fourth corner scores nothing has no points in the table whatever matches.
    points += points_of(points_[others], mine) == 0 ? 0 : (match ? 1 : 0) + points_of(kCorners.bonus[others], mine);
  }
  return points;
}

// 5. Claims.

bool Game::has_claim(const State& state) const {
  bool found = false;
  for_each_claim(state, per_formation_, state.put_x, state.put_y, [&](Action) {
    found = true;
    return false;
  });
  return found;
}

/// A mission for a formation, whose tiles (or the formation itself) serve its shape no more.
void Game::claim(State& state, Action action) const {
  const int x = state.put_x, y = state.put_y, shape = claim_shape(action);
  const FormationCells cells = formation_cells(action, x, y);
  int loners = 0;
  for (int i = 0; i < 4; ++i) {
    const std::size_t index = state.board.cell_index(cells.x[i], cells.y[i]);
    loners += picture_type(cell_picture(state.board.cell[index])) == 1 ? 1 : 0;
    if (!per_formation_) state.board.used[shape] |= bit(static_cast<int>(index));
  }
  if (per_formation_) {
    std::uint32_t* const end = state.claimed.data() + state.num_claimed;
    const std::uint32_t code = formation_code(action, x, y);
    std::uint32_t* const at = std::lower_bound(state.claimed.data(), end, code);
    std::copy_backward(at, end, end + 1);
    *at = code;
    ++state.num_claimed;
  }
  if (claim_form(action) == Form::coexistence) state.layouts_coexisting |= static_cast<std::uint8_t>(1U << shape);
  state.hand_missions[state.player] &= ~(1U << claim_mission(action));
  add_points(state, rules_.mission_points - loners * rules_.loner_cost);
}

void Game::end_claims(State& state) const {
  state.phase = Phase::action;
  state.put_x = state.put_y = 0;
}

// 6. Gems, the end, the winner.

/// Points of the player to act. A gem comes with the tenth and the twentieth; the target is reached at any moment.
void Game::add_points(State& state, int points) const {
  const Player player = state.player;
  const int score = state.score[player] + points;
  state.score[player] = static_cast<std::int16_t>(score);
  const auto has = static_cast<std::uint8_t>((score >= 10 ? 1 : 0) | (score >= 20 ? 2 : 0));
  const auto fresh = static_cast<std::uint8_t>(has & ~state.reached[player]);
  state.gems[player] = static_cast<std::uint8_t>(state.gems[player] + std::popcount(fresh));
  state.reached[player] |= fresh;
  if (score >= rules_.target && !rules_.target_at_turn_end) state.target_reached = true;
}

void Game::end_turn(State& state) const {
  if (state.score[state.player] >= rules_.target) state.target_reached = true;
  if (state.target_reached) state.last_round = true;
  std::uint64_t pictures = state.shown_pictures;
  for (const std::uint64_t hand : state.hand_pictures) pictures |= hand;
  if (pictures == 0 && state.picture_deck_size == 0) state.last_round = true;
  const Player next = state.player.next(rules_.players);
  if (next == Player(0) && state.last_round) {
    state.phase = Phase::over;
    return;
  }
  state.player = next;
  begin_turn(state);
}

PerSeat<int> Game::scores(const State& state) const {
  PerSeat<int> scores{};
  for (const Player p : seats(rules_.players)) {
    scores[p] = state.score[p] + state.gems[p] - rules_.open_mission_cost * std::popcount(state.hand_missions[p]);
  }
  return scores;
}

}  // namespace atl::eco_coral_reef
