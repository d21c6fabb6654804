#include "engine/reef_encounter/second_kind/heuristic.hpp"

#include <bit>

#include "engine/reef_encounter/second_kind/heuristic_view.hpp"

namespace atl::reef_encounter::second_kind {
namespace {

/// Worths (less 1) of this size are scored halfway between indifferent and best. Lower than the base game's 2: lists
/// are longer here, and a search needs clearer advice to see beyond them.
constexpr float kSoftness = 0.4F;

}  // namespace

Heuristic::View Heuristic::look(const State& state) const {
  View view{.state = &state, .area = &state.area[state.mover], .mover = state.mover};
  for (int c = 0; c < kColours; ++c) {
    view.value[at(c)] = static_cast<float>(colour_value(state.sides, c));
    for (KindSet kinds = kinds_of_colour(c); kinds != 0; kinds &= kinds - 1) {
      view.hand[at(c)] += view.area->hand[std::countr_zero(kinds)];
      view.consumed[at(c)] += view.area->consumed[std::countr_zero(kinds)];
    }
  }
  for_each_board(state, [&](int number) {
    const Board& board = state.board[at(number)];
    const Reef& reef = view.reef[at(number)].emplace(board);
    const Cells mine = shrimps_of(state, state.mover, number);
    view.own[at(number)] = reef.corals(mine);
    view.foe[at(number)] = reef.corals(board.shrimps & ~mine);
    for_each_cell(mine, [&](int cell) {
      int& largest = view.own_size[at(colour_at(board, Grid::bit(cell)))];
      largest = std::max(largest, tiles_in(board, reef.corals(Grid::bit(cell))));
    });
  });
  const bool in_turn = state.active == state.mover && state.end == End::none;
  view.can_guard = in_turn && (state.has(State::kInAir) ||
                               (!state.has(State::kShrimpPlaced) && shrimps_behind(state, state.mover) > 0));
  view.end_is_near = is_end_near(state, game_->num_players(), 13);
  return view;
}

float Heuristic::worth_of_eating(const View& view, int place) const {
  const State& state = *view.state;
  const Board& board = board_at(state, place);
  const int size = tiles_in(board, view.reef_at(place).corals(cell_bit(place)));
  return worth_of_feeding(view, weights_, colour_at(board, cell_bit(place)), size, game_->feed_return(state),
                          game_->num_players(), [&] { return evaluate(state); });
}

/// What goes back to the bag should be worth little for each tile that it counts as.
float Heuristic::worth_of_return(const View& view, int kind) const {
  const auto counted = static_cast<float>(std::min<int>(tiles_counted(kind), view.state->to_return));
  return 2 - 0.15F * view.v_of_kind(kind) * static_cast<float>(tiles_counted(kind)) / counted;
}

/// A put of the colour being laid (or of the tile's, from the bag). Positive is better than keeping the tile.
float Heuristic::worth_of_put(const View& view, const Put& put) const {
  const State& state = *view.state;
  const int number = board_of(put.place);
  const Board& board = state.board[at(number)];
  const Reef& reef = view.reef_at(put.place);
  const int colour = put.source == kFromBag ? put.tile : state.colour;
  const int laid = laid_form(put.tile, colour, put.facing);
  const Cells cell = cell_bit(put.place), around = Grid::beside(cell), tiles = tiles_of(board, colour);
  const Cells own = view.own[at(number)], foe = view.foe[at(number)];
  Cells same = 0;  // tiles it is connected with
  for (const Direction d : kDirections) {
    if (((coral_sides(laid) >> d) & 1U) != 0) same |= moved(d, cell) & reef.coral(opposite(d)) & tiles;
  }
  const float value = view.v(colour), counted = static_cast<float>(tiles_counted(put.tile));

  float worth = put.source == kFromConsumed ? -0.5F : 0;
  const bool grows_own = (same & own) != 0;
  if (grows_own) {
    worth += weights_.grow_own * value * counted;
    if (const Cells joined = same & ~own; joined != 0) {
      worth += weights_.grow_own * value * static_cast<float>(count_bits(reef.corals(joined)));
    }
  } else if ((same & foe) != 0) {
    worth -= 0.6F * value * counted;
  } else if (view.can_guard && same != 0 && view.own_size[at(colour)] == 0) {
    worth += weights_.grow_free * value * counted;
  } else if (view.can_guard && view.own_size[at(colour)] == 0 && !state.has(State::kAnyPut) &&
             view.tiles(colour) >= 2) {
    // The first tile of a new coral: where there is room around it.
    const Cells empty = empty_rock(board, number);
    const Cells near = around & empty;
    worth += 0.2F * value + 0.06F * static_cast<float>(count_bits((near | Grid::beside(near)) & empty));
    if (form_of(put.tile) != Form::plain) worth -= 0.3F;
  } else {
    worth -= 0.3F;
  }
  // Free growth goes to whoever owns the coral it joins; where it is asked for, it may be declined.
  const Cells growth = printed(number).growth;
  if (game_->free_growth() != FreeGrowth::none && (growth & around) != 0 && empty_growth(board, number) != 0) {
    const bool good = grows_own || (Grid::beside(growth) & tiles & own) != 0;
    const float gain = worth_of_growth(view, colour, good, (same & foe) != 0);
    worth += game_->free_growth() == FreeGrowth::optional ? std::max(gain, 0.0F) : gain;
  }
  if ((reef.tiles() & cell) != 0) {
    const int eaten = colour_at(board, cell);
    worth += weights_.bite;
    if ((foe & cell) != 0) worth += weights_.hurt * view.v(eaten);
    if ((own & cell) != 0) worth -= 1.2F * view.v(eaten);
  }
  // A shrimp beside it protects it; otherwise a stronger coral beside it can bite.
  worth += 0.1F * static_cast<float>(count_bits(same));
  if (form_of(put.tile) == Form::half) worth -= 0.15F;  // the room on its bare sides is lost
  if (!grows_own) return worth;
  if ((same & board.shrimps) != 0 || laid == kBlueLaid) return worth + 0.2F;
  Cells biters = 0;
  for (int c = 0; c < kColours; ++c) {
    if ((kBeats[state.sides][at(c)] >> colour & 1) != 0) biters |= tiles_of(board, c);
  }
  return (reef.connected(biters) & biters & around) != 0 ? worth - weights_.exposed * value : worth;
}

/// The tile joins the corals beside the growth space: declined only where they are another player's alone.
float Heuristic::worth_of_growing(const View& view, int board) const {
  const int colour = view.state->colour;
  const Reef& reef = *view.reef[at(board)];
  const Cells joined = reef.corals(reef.facing(printed(board).growth) & tiles_of(reef.board(), colour));
  return worth_of_growth(view, colour, (joined & view.own[at(board)]) != 0, (joined & view.foe[at(board)]) != 0);
}

float Heuristic::worth_of_laying(const View& view, int colour) const {
  const State& state = *view.state;
  LayCells kinds;
  for_each_board(state, [&](int number) {
    const Board& board = state.board[at(number)];
    const Cells cells = PutCells(state, number, colour, false).as(kPlainLaid), tiles = tiles_of(board, colour);
    const Cells own = view.own[at(number)], foe = view.foe[at(number)];
    kinds.own += count_bits(cells & Grid::beside(tiles & own) & ~own);
    kinds.free += count_bits(cells & Grid::beside(tiles & ~own & ~foe) & ~own & ~Grid::beside(tiles & foe));
    const Cells bites = cells & occupied(board) & ~own & ~Grid::beside(tiles & foe);
    kinds.bites += count_bits(bites);
    kinds.hurting += count_bits(bites & foe);
  });
  return worth_of_lay(view, weights_, colour, kinds, game_->rules().max_hand_tiles);
}

/// Where a shrimp does most: a coral that can grow, a tile that protects many others, away from crowns.
float Heuristic::worth_of_guard(const View& view, int place) const {
  const State& state = *view.state;
  const int number = board_of(place);
  const Board& board = state.board[at(number)];
  const Reef& reef = view.reef_at(place);
  const Cells cell = cell_bit(place);
  const int colour = colour_at(board, cell);
  const Cells coral = reef.corals(cell);
  const Cells empty = empty_rock(board, number), room = Grid::beside(coral) & empty;
  float tiles = static_cast<float>(tiles_in(board, coral));
  if (view.own_size[at(colour)] == 0) {
    const int spare = std::min(view.tiles(colour), count_bits(room));
    tiles += static_cast<float>(spare) * (view.area->larvae[colour] > 0 ? 0.7F : 0.35F);
  } else {
    tiles -= 1;
  }
  const float shape = 0.5F * static_cast<float>(count_bits(reef.connected(cell))) +
                      0.15F * static_cast<float>(count_bits(Grid::beside(cell) & empty));
  const float crowns = static_cast<float>(count_bits(Grid::beside(coral) & board.crowns));
  return 1 + 0.25F * (tiles - 1.5F) * view.v(colour) + 0.3F * shape - 0.5F * crowns;
}

/// A shrimp that sits on next to nothing moves to something better, once a turn.
float Heuristic::worth_of_lift(const View& view, int place) const {
  const State& state = *view.state;
  if (state.phase == Phase::nudging) return 0.9F;
  if (state.phase != Phase::main || state.lifts > 0 || state.has(State::kShrimpPlaced)) return kNever;
  if (shrimps_behind(state, view.mover) > 0) return kNever;
  const int number = board_of(place);
  const Board& board = state.board[at(number)];
  const Cells coral = view.reef_at(place).corals(cell_bit(place));
  const int colour = colour_at(board, cell_bit(place));
  const bool stuck = (Grid::beside(coral) & empty_rock(board, number)) == 0 || view.tiles(colour) == 0;
  return count_bits(coral) <= 2 && stuck ? 1.2F : kNever;
}

float Heuristic::worth_of_shift(const View& view, int from, int to) const {
  const State& state = *view.state;
  const unsigned locked = (state.locked & ~(1U << from)) | (1U << to);
  const unsigned sides = flipped_sides(state.sides, shown_alga(state.sides, to), locked);
  return 1 + worth_of_flips(view, sides, game_->num_players());
}

float Heuristic::worth_of_slot(const View& view, int slot) const {
  const State& state = *view.state;
  float worth = 0;
  for (const std::uint8_t tile : state.sea[at(slot)]) {
    if (tile == kNoTile) continue;
    const TileKind& kind = tile_kind(tile);
    if (kind.first == kNoColour) {
      worth += 0.5F;
      continue;
    }
    float here = wish_for(view, kind.first);
    if (kind.second != kNoColour) here = std::max(here, wish_for(view, kind.second)) + 0.1F;
    if (kind.form == Form::half) here -= 0.2F;
    worth += here * static_cast<float>(tiles_counted(tile));
  }
  return worth_of_take(view, slot, worth, sea_tiles(state, slot, slot));
}

/// Inline: called for every action of every list.
inline float Heuristic::worth(const View& view, Action action) const {
  const State& state = *view.state;
  const int players = game_->num_players(), max_hand_tiles = game_->rules().max_hand_tiles;
  const int argument = argument_of(action), high = argument >> 6, paid = argument & 63;
  const auto tile_paid = [&] { return 0.05F * view.v_of_kind(paid) * static_cast<float>(tiles_counted(paid)); };
  switch (verb_of(action)) {
    case Verb::fish: return worth_of_fish(view, argument);
    case Verb::larvae: return worth_of_larvae(view, argument);
    case Verb::bite: return worth_of_bite(view, argument & 0x1ff);
    case Verb::nudge: return (view.own[at(board_of(argument))] & cell_bit(argument)) != 0 ? 2.0F : 1.0F;
    case Verb::eat: return worth_of_eating(view, argument >> 4);
    case Verb::back: return worth_of_return(view, argument);
    case Verb::pass:
    case Verb::done:
    case Verb::end:
    case Verb::skip: return 1;
    case Verb::grow: return 1 + worth_of_growing(view, state.chosen_board);
    case Verb::lay: return worth_of_laying(view, argument) + (state.phase == Phase::breakfast ? 0.3F : 0);
    case Verb::put: return 1 + worth_of_put(view, put_of(argument));
    case Verb::shrimp:
    case Verb::land: return worth_of_guard(view, argument);
    case Verb::recall: return 0.5F;
    case Verb::lift: return worth_of_lift(view, argument);
    case Verb::tile: return worth_of_tile(view, argument);
    case Verb::larva: {
      const float worth = worth_of_larva(view, weights_, high, max_hand_tiles);
      return worth > 0 ? worth - 0.1F * static_cast<float>(tiles_counted(paid) - 1) : worth;
    }
    case Verb::alga: return worth_of_alga(view, weights_, high, players) - tile_paid();
    case Verb::lock: return worth_of_lock(view, weights_, high, players) - tile_paid();
    case Verb::split: return 1.1F;
    case Verb::rock:
    case Verb::deep:
    case Verb::crown: return worth_of_ground(view, verb_of(action), argument);
    case Verb::buy: return worth_of_buy(view, high, paid);
    case Verb::card: return worth_of_card(view, static_cast<Card>(argument));
    case Verb::discard: return worth_of_discard(view);
    case Verb::blue: return worth_of_blue(view, argument >> 18, argument & 0x1ff);
    case Verb::take: return worth_of_slot(view, argument);
    case Verb::unlock: return 1 - worth_of_lock(view, weights_, argument, players);
    case Verb::shift: return worth_of_shift(view, argument >> 4, argument & 15);
    case Verb::consume:
      return (view.own_size[at(tile_kind(argument).first)] > 0 ? 0.8F : 1.2F) - 0.05F * view.v_of_kind(argument);
    case Verb::coral:
    case Verb::remove: return worth_of_removal(view, argument);
    case Verb::dislodge:
      return (Grid::beside(cell_bit(argument)) & view.own[at(board_of(argument))]) != 0 ? 2.0F : 1.0F;
    case Verb::extra_grow: return 1 + view.v(argument & 7);
    default: return 0;
  }
}

void Heuristic::scores(const State& state, const ActionList<Game>& actions, std::span<float> out) const {
  const View view = look(state);
  for (std::size_t i = 0; i < actions.size(); ++i) out[i] = score_of(worth(view, actions[i]), kSoftness);
}

Action Heuristic::choose(const State& state, Rng& rng) const {
  ActionList<Game> actions;
  game_->legal_actions(state, actions);
  if (actions.size() == 1) return actions[0];
  const View view = look(state);
  return best_of(actions, rng, [&](Action action) { return worth(view, action); });
}

void Heuristic::add_prospects(const State& state, Player seat, float& sum) const {
  const Area& area = state.area[seat.index()];
  const int p = static_cast<int>(seat.index());
  for (const std::uint16_t place : state.shrimp_at[seat.index()]) {
    if (place == kNoPlace) continue;
    const Board& board = board_at(state, place);
    const auto value = static_cast<float>(colour_value(state.sides, colour_at(board, cell_bit(place))));
    sum += coral_prospect(tiles_in(board, coral_at(state, place)), value, game_->rules().feed_return);
  }
  sum += 0.8F * static_cast<float>(area.consumed.total()) + 0.3F * static_cast<float>(area.larvae.total()) +
         0.3F * static_cast<float>(num_cards(state, p));
  // Without a blue-shrimp card there is no first feeding; of others it is only known whether they hold any card.
  const bool may_feed = p == state.mover ? (cards_of(state, p) & kBlueCards) != 0 : num_cards(state, p) != 0;
  if (state.feedings[seat.index()] == 0 && !may_feed) sum -= 2;
}

PerSeat<float> Heuristic::evaluate(const State& state) const {
  PerSeat<float> points{};
  const bool over = game_->node_kind(state) == NodeKind::terminal;
  const PerSeat<int> scores = game_->scores(state);
  for (const Player seat : seats(game_->num_players())) {
    float& sum = points[seat];
    sum = static_cast<float>(scores[seat]);
    if (over) continue;
    const int secret = state.secret[seat.index()];
    if (secret != kUnseen && seat != Player(state.mover)) {  // unknown to the mover: the mean
      sum += 3 - static_cast<float>(colour_value(state.sides, secret));
    }
    for (int kind = 0; kind < kPolypKinds; ++kind) {
      sum += static_cast<float>(state.eaten[kind] * (seat == Player(state.mover) ? tiles_counted(kind) : 0));
    }
    if (state.end == End::none) add_prospects(state, seat, sum);
  }
  return points;
}

}  // namespace atl::reef_encounter::second_kind
