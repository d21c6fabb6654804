/// What events do to a state, and the walk to the next choice.
#include <algorithm>

#include "engine/eco_coral_reef/claims.hpp"
#include "engine/eco_coral_reef/game.hpp"

namespace atl::eco_coral_reef {
namespace {

/// Opens a gap at place `at` (from the bottom) of the picture deck and pins `picture` there.
void insert_pinned(Game::State& state, int at, int picture) {
  std::uint8_t* const pinned = state.pinned;
  std::copy_backward(pinned + at, pinned + state.picture_deck_size, pinned + state.picture_deck_size + 1);
  pinned[at] = static_cast<std::uint8_t>(picture + 1);
  ++state.picture_deck_size;
}

std::uint8_t missing(int wanted, int have, int deck) {
  return static_cast<std::uint8_t>(std::min(std::max(wanted - have, 0), deck));
}

}  // namespace

void Game::apply(State& state, Action action) const {
  const auto p = static_cast<std::size_t>(state.player);
  const auto tile = tile_of(action);
  switch (kind_of(action)) {
    case Kind::keep: state.phase = Phase::action; break;
    case Kind::swap: apply_swap(state, action); break;
    case Kind::take_picture:
      --state.actions_left;
      state.shown_pictures &= ~bit(tile);
      state.hand_pictures[p] |= bit(tile);
      break;
    case Kind::take_mission:
      --state.actions_left;
      state.shown_missions &= ~(1U << tile);
      state.hand_missions[p] |= 1U << tile;
      break;
    case Kind::draw:
      --state.actions_left;
      state.draw_to_hand = static_cast<std::uint8_t>(tile + 1);
      break;
    case Kind::gem:
      --state.gems[p];
      if (tile == 0) {
        state.pictures_to_show = std::min<std::uint8_t>(2, state.picture_deck_size);
      } else {
        state.missions_to_show = missing(2, 0, std::popcount(state.deck_missions));
      }
      break;
    case Kind::put: {
      const int picture = put_picture(action), x = put_x(action), y = put_y(action), turns = put_turns(action);
      --state.actions_left;
      const int points = placement_points(state, picture, x, y, turns);
      state.hand_pictures[p] &= ~bit(picture);
      state.board.place(picture, x, y, turns, corners(picture, turns));
      add_points(state, points);
      state.phase = Phase::claim;
      state.put_x = static_cast<std::int8_t>(x);
      state.put_y = static_cast<std::int8_t>(y);
      break;
    }
    case Kind::pass: state.actions_left = 0; break;
    case Kind::claim: apply_claim(state, action); break;
    case Kind::done:
      state.phase = Phase::action;
      state.put_x = state.put_y = 0;
      break;
    case Kind::drop_picture: state.hand_pictures[p] &= ~bit(tile); break;
    case Kind::drop_mission: state.hand_missions[p] &= ~(1U << tile); break;
    case Kind::deal_picture: apply_deal(state, tile, false); break;
    case Kind::deal_mission: apply_deal(state, tile, true); break;
  }
  settle(state);
}

void Game::apply_deal(State& state, int tile, bool mission) const {
  if (mission) {
    state.deck_missions &= ~(1U << tile);
    if (state.missions_to_show > 0) {
      --state.missions_to_show;
      state.shown_missions |= 1U << tile;
    } else {
      state.draw_to_hand = 0;
      state.hand_missions[static_cast<std::size_t>(state.player)] |= 1U << tile;
    }
    return;
  }
  state.pinned[--state.picture_deck_size] = 0;
  state.deck_pictures &= ~bit(tile);
  if (state.phase == Phase::first_tile) {
    state.board.place(tile, 0, 0, 0, corners(tile, 0));
    state.phase = Phase::deal;
    state.missions_to_show = 2;
    state.pictures_to_show = 3;
    state.deals_left = static_cast<std::uint8_t>(2 * rules_.players);
  } else if (state.pictures_to_show > 0) {
    --state.pictures_to_show;
    state.shown_pictures |= bit(tile);
  } else if (state.phase == Phase::deal) {
    state.hand_pictures[static_cast<std::size_t>((2 * rules_.players - state.deals_left) / 2)] |= bit(tile);
    --state.deals_left;
  } else {
    state.draw_to_hand = 0;
    state.hand_pictures[static_cast<std::size_t>(state.player)] |= bit(tile);
  }
}

void Game::apply_swap(State& state, Action action) const {
  const int first = swap_first(action), second = swap_second(action);
  state.shown_pictures &= ~(bit(first) | bit(second));
  const int above = state.picture_deck_size / 2;
  insert_pinned(state, state.picture_deck_size - above, first);
  insert_pinned(state, 0, second);
  state.pictures_to_show = 2;
  state.phase = Phase::action;
}

void Game::apply_claim(State& state, Action action) const {
  const int x = state.put_x, y = state.put_y, shape = claim_shape(action);
  const FormationCells cells = formation_cells(action, x, y);
  int loners = 0;
  for (int i = 0; i < 4; ++i) {
    const std::size_t index = state.board.cell_index(cells.x[i], cells.y[i]);
    loners += picture_type(cell_picture(state.board.cell[index])) == 1 ? 1 : 0;
    if (!per_formation_) state.board.used[shape] |= bit(static_cast<int>(index));
  }
  if (per_formation_) {
    std::uint32_t* const end = state.claimed + state.num_claimed;
    const std::uint32_t code = formation_code(action, x, y);
    std::uint32_t* const at = std::lower_bound(state.claimed, end, code);
    std::copy_backward(at, end, end + 1);
    *at = code;
    ++state.num_claimed;
  }
  if (claim_form(action) == Form::coexistence) state.layouts_coexisting |= static_cast<std::uint8_t>(1U << shape);
  state.hand_missions[static_cast<std::size_t>(state.player)] &= ~(1U << claim_mission(action));
  add_points(state, rules_.mission_points - loners * rules_.loner_cost);
}

void Game::add_points(State& state, int points) const {
  const auto p = static_cast<std::size_t>(state.player);
  state.score[p] = static_cast<std::int16_t>(state.score[p] + points);
  const auto has = static_cast<std::uint8_t>((state.score[p] >= 10 ? 1 : 0) | (state.score[p] >= 20 ? 2 : 0));
  const auto fresh = static_cast<std::uint8_t>(has & ~state.reached[p]);
  state.gems[p] = static_cast<std::uint8_t>(state.gems[p] + std::popcount(fresh));
  state.reached[p] |= fresh;
}

int Game::placement_points(const State& state, int picture, int x, int y, int turns) const {
  const std::uint32_t letters = corners(picture, turns);
  const CellVertices vertices = vertices_of(x, y);
  const Board& board = state.board;
  int points = 0;
  if (rules_.match_diagonal) {
    for (int i = 0; i < 4; ++i) {
      points += points_of(kCorners.points[board.vertex[vertices.at[i]]], static_cast<int>((letters >> (8 * i)) & 7));
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
    points += (match ? 1 : 0) + points_of(kCorners.bonus[board.vertex[vertices.at[i]]], mine);
  }
  return points;
}

bool Game::swap_possible(const State& state) {
  if (std::popcount(state.shown_pictures) < 2 || state.picture_deck_size < 4) return false;
  const int type = picture_type(std::countr_zero(state.shown_pictures));
  return (state.shown_pictures & ~type_pictures(type)) == 0;
}

void Game::begin_turn(State& state) const {
  state.missions_to_show = missing(2, std::popcount(state.shown_missions), std::popcount(state.deck_missions));
  state.pictures_to_show = missing(3, std::popcount(state.shown_pictures), state.picture_deck_size);
  state.actions_left = static_cast<std::uint8_t>(rules_.actions);
  state.phase = Phase::swap;
}

void Game::end_turn(State& state) const {
  if (state.score[static_cast<std::size_t>(state.player)] >= rules_.target)
    state.target_reached = state.last_round = true;
  std::uint64_t pictures = state.shown_pictures;
  for (const std::uint64_t hand : state.hand_pictures) pictures |= hand;
  if (pictures == 0 && state.picture_deck_size == 0) state.last_round = true;
  const bool round_over = state.player == rules_.players - 1;
  if (round_over && state.last_round) {
    state.phase = Phase::over;
    return;
  }
  state.player = static_cast<Player>(round_over ? 0 : state.player + 1);
  begin_turn(state);
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
      case Phase::claim: {
        bool possible = false;
        for_each_claim(state, per_formation_, state.put_x, state.put_y, [&](Action) {
          possible = true;
          return false;
        });
        if (possible) return;
        state.phase = Phase::action;
        state.put_x = state.put_y = 0;
        break;
      }
      case Phase::action:
        if (state.actions_left > 0) return;
        state.phase = Phase::limit;
        break;
      case Phase::limit: {
        const auto p = static_cast<std::size_t>(state.player);
        if (std::popcount(state.hand_pictures[p]) > rules_.hand_limit) return;
        if (std::popcount(state.hand_missions[p]) > rules_.hand_limit) return;
        end_turn(state);
        break;
      }
      default: return;
    }
  }
}

PerSeat<int> Game::scores(const State& state) const {
  PerSeat<int> scores{};
  for (std::size_t p = 0; p < static_cast<std::size_t>(rules_.players); ++p) {
    scores[p] = state.score[p] + state.gems[p] - rules_.open_mission_cost * std::popcount(state.hand_missions[p]);
  }
  return scores;
}

}  // namespace atl::eco_coral_reef
