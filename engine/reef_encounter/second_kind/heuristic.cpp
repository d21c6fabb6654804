#include "engine/reef_encounter/second_kind/heuristic.hpp"

#include <bit>
#include <cmath>

#include "engine/reef_encounter/second_kind/heuristic_view.hpp"

namespace atl::reef_encounter::second_kind {
namespace {

/// Worths (less 1) of this size are scored halfway between indifferent and best. Lower than the base game's 2: lists
/// are longer here, and a search needs clearer advice to see beyond them.
constexpr float kSoftness = 0.4F;

/// What a guarded coral of `size` tiles with tiles of `value` points may bring its owner, before the end is near.
float coral_prospect(int size, float value, int feed_return) {
  const int kept = size - feed_return;
  return value * (kept > 0 ? 0.6F + 0.8F * static_cast<float>(kept) : 0.15F * static_cast<float>(size));
}

}  // namespace

Heuristic::View Heuristic::look(const State& state) const {
  View view{.state = &state, .area = &state.area[state.mover], .mover = state.mover};
  for (int c = 0; c < kColours; ++c) {
    view.value[at(c)] = static_cast<float>(colour_value(state.sides, c));
    for (KindSet kinds = kinds_of_colour(c); kinds != 0; kinds &= kinds - 1) {
      view.hand[at(c)] += view.area->hand[at(std::countr_zero(kinds))];
      view.consumed[at(c)] += view.area->consumed[at(std::countr_zero(kinds))];
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
  view.end_is_near =
      std::popcount(state.locked) >= 8 || state.bag_total < 25 || state.turns >= 13 * game_->num_players();
  for (int p = 0; p < game_->num_players(); ++p) view.end_is_near |= state.feedings[at(p)] >= kShrimpsPerPlayer - 1;
  return view;
}

/// The secret tile should be of a colour of which many are held (they will be fed and locked) but it leaves the hand.
float Heuristic::worth_of_fish(const View& view, int colour) const {
  const int others = view.hand[at(colour)] - 1;
  return 1 + view.v(colour) * 0.3F + (others == 0 ? 1.0F : 0.25F * static_cast<float>(std::min(others, 4)));
}

/// Larvae of the two colours with most tiles behind the screen.
float Heuristic::worth_of_larvae(const View& view, int pair) const {
  const auto& colours = kLarvaPair[at(pair)];
  float worth = 1;
  for (const int c : colours) worth += static_cast<float>(std::min(view.hand[at(c)], 4));
  return colours[0] == colours[1] ? worth * 0.5F : worth;
}

float Heuristic::worth_of_feeding(const View& view, int place) const {
  const State& state = *view.state;
  const Board& board = board_at(state, place);
  const int colour = colour_at(board, cell_bit(place));
  const int size = tiles_in(board, view.reef_at(place).corals(cell_bit(place)));
  if (state.phase == Phase::extra_feeding) {
    return 1 + static_cast<float>(size - game_->feed_return(state)) * view.v(colour);
  }
  const int fed = state.feedings[at(view.mover)];
  const int usual = view.end_is_near ? weights_.late_feed_size
                    : fed == 0       ? weights_.early_feed_size
                                     : weights_.feed_size;
  const int wanted = usual + game_->feed_return(state) - 4;
  float worth = 1 + static_cast<float>(size - wanted) * view.v(colour) + 0.1F * view.v(colour);
  if (fed == kShrimpsPerPlayer - 1) {  // ends the game: wanted by whoever is ahead then
    const PerSeat<float> points = evaluate(state);
    float best_other = 0;
    for (int p = 0; p < game_->num_players(); ++p) {
      if (p != view.mover) best_other = std::max(best_other, points[at(p)]);
    }
    worth += 0.2F * (points[at(view.mover)] - best_other);
  }
  return worth;
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
    const float gain = good ? 0.8F * value : (same & foe) != 0 ? -0.5F * value : 0.1F;
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
float Heuristic::worth_of_growth(const View& view, int board) const {
  const State& state = *view.state;
  const Reef& reef = *view.reef[at(board)];
  const Cells joined = reef.corals(reef.facing(printed(board).growth) & tiles_of(reef.board(), state.colour));
  if ((joined & view.own[at(board)]) != 0) return 0.8F * view.v(state.colour);
  return (joined & view.foe[at(board)]) != 0 ? -0.5F * view.v(state.colour) : 0.1F;
}

/// Beginning to lay a colour, judged by the kinds of cells there are for it, not cell by cell.
float Heuristic::worth_of_lay(const View& view, int colour) const {
  const State& state = *view.state;
  int own_cells = 0, free_cells = 0, bite_cells = 0, hurting_cells = 0;
  for_each_board(state, [&](int number) {
    const Board& board = state.board[at(number)];
    const Cells cells = PutCells(state, number, colour, false).as(kPlainLaid), tiles = tiles_of(board, colour);
    const Cells own = view.own[at(number)], foe = view.foe[at(number)];
    own_cells += count_bits(cells & Grid::beside(tiles & own) & ~own);
    free_cells += count_bits(cells & Grid::beside(tiles & ~own & ~foe) & ~own & ~Grid::beside(tiles & foe));
    const Cells bites = cells & occupied(board) & ~own & ~Grid::beside(tiles & foe);
    bite_cells += count_bits(bites);
    hurting_cells += count_bits(bites & foe);
  });
  const int from_hand = std::min(view.hand[at(colour)], game_->rules().max_hand_tiles);
  const auto tiles = static_cast<float>(from_hand + view.consumed[at(colour)]);
  float gain = 0;
  if (own_cells != 0) {
    gain = tiles * weights_.grow_own * view.v(colour);
  } else if (free_cells != 0 && view.can_guard && view.own_size[at(colour)] == 0) {
    gain = tiles * weights_.grow_free * view.v(colour);
    if (tiles < 2) gain *= 0.5F;
  } else if (tiles >= 3 && view.can_guard && view.own_size[at(colour)] == 0) {
    gain = tiles * weights_.start_new * view.v(colour);
  }
  gain += weights_.bite * std::min(tiles, static_cast<float>(bite_cells));
  gain += weights_.hurt * 3 * std::min(tiles, static_cast<float>(hurting_cells));
  return 1 + gain - weights_.larva - 0.3F;
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
    tiles += static_cast<float>(spare) * (view.area->larvae[at(colour)] > 0 ? 0.7F : 0.35F);
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

/// A larva for a tile: only of a colour that grows something, keeping one larva to lay with.
float Heuristic::worth_of_tile(const View& view, int colour) const {
  if (view.own_size[at(colour)] == 0) return kNever;
  const int here = view.area->larvae[at(colour)];
  const bool spare = here >= 2 || (view.state->lays >= 2 && total(view.area->larvae) > 3);
  return spare && view.tiles(colour) < 4 ? 1 + 0.2F * view.v(colour) : kNever;
}

/// A consumed tile for a larva: when tiles of the colour wait for one.
float Heuristic::worth_of_larva(const View& view, int colour, int paid) const {
  if (view.area->larvae[at(colour)] > 0 || view.state->lays >= 2) return kNever;
  const int waiting = std::min(view.hand[at(colour)], game_->rules().max_hand_tiles) + view.consumed[at(colour)] - 1;
  if (waiting < 2 || (view.own_size[at(colour)] == 0 && !view.can_guard)) return kNever;
  return 1 + static_cast<float>(waiting) * 0.4F * view.v(colour) - weights_.consumed -
         0.1F * static_cast<float>(tiles_counted(paid) - 1);
}

/// Points that other sides of the coral tiles would bring, against the mean of the others. The mover's secret tile and
/// its growing corals count, of the others what lies open.
float Heuristic::worth_of_flips(const View& view, unsigned sides) const {
  const State& state = *view.state;
  float mine = 0, theirs = 0;
  for (int c = 0; c < kColours; ++c) {
    const float change = static_cast<float>(colour_value(sides, c)) - view.v(c);
    if (change == 0) continue;
    for (int p = 0; p < game_->num_players(); ++p) {
      int tiles = 0;
      for (KindSet kinds = kinds_of_colour(c); kinds != 0; kinds &= kinds - 1) {
        const int kind = std::countr_zero(kinds);
        tiles += state.area[at(p)].fish[at(kind)] * tiles_counted(kind);
      }
      (p == view.mover ? mine : theirs) += change * static_cast<float>(tiles);
    }
    mine += change * (state.secret[at(view.mover)] == c ? 1.0F : 0.0F);
    mine += change * 0.4F * static_cast<float>(view.own_size[at(c)]);
  }
  return mine - theirs / static_cast<float>(game_->num_players() - 1);
}

float Heuristic::worth_of_alga(const View& view, int alga) const {
  const State& state = *view.state;
  const unsigned flipped = state.sides ^ (showing(state.sides, alga) & ~static_cast<unsigned>(state.locked));
  return 1 + 0.4F * worth_of_flips(view, flipped) - weights_.consumed - 0.5F;
}

/// The tile keeps its side: worth the more, the more its weaker colour would gain others.
float Heuristic::worth_of_lock(const View& view, int tile) const {
  const State& state = *view.state;
  const unsigned locked = state.locked | (1U << tile);
  const unsigned flipped = state.sides ^ (showing(state.sides, shown_alga(state.sides, tile)) & ~locked);
  const float kept = -worth_of_flips(view, state.sides ^ (1U << tile));  // what would be lost if it were turned now
  return 1 + worth_of_flips(view, flipped) + 0.5F * kept - weights_.consumed;
}

float Heuristic::worth_of_shift(const View& view, int from, int to) const {
  const State& state = *view.state;
  const unsigned locked = (state.locked & ~(1U << from)) | (1U << to);
  return 1 + worth_of_flips(view, state.sides ^ (showing(state.sides, shown_alga(state.sides, to)) & ~locked));
}

/// Colours that grow own corals, larvae for tiles that wait for them; always between 0 and kTakeAtMost.
float Heuristic::worth_of_take(const View& view, int slot) const {
  const State& state = *view.state;
  float worth = 0;
  const auto wish = [&](int c) {
    return 0.4F + (view.own_size[at(c)] > 0 ? 0.35F * view.v(c)
                                            : 0.06F * view.v(c) * static_cast<float>(std::min(view.tiles(c), 4)));
  };
  for (const std::uint8_t tile : state.sea[at(slot)]) {
    if (tile == kNoTile) continue;
    const TileKind& kind = tile_kind(tile);
    if (kind.first == kNoColour) {
      worth += 0.5F;
      continue;
    }
    float here = wish(kind.first);
    if (kind.second != kNoColour) here = std::max(here, wish(kind.second)) + 0.1F;
    if (kind.form == Form::half) here -= 0.2F;
    worth += here * static_cast<float>(tiles_counted(tile));
  }
  const int tiles_then = view.tiles(slot) + sea_tiles(state, slot, slot);
  if (view.area->larvae[at(slot)] == 0) worth += 0.5F * static_cast<float>(std::min(tiles_then, 4)) * wish(slot);
  return kTakeAtMost * worth / (worth + 4);
}

float Heuristic::worth(const View& view, Action action) const {
  const State& state = *view.state;
  const int argument = argument_of(action), high = argument >> 6, paid = argument & 63;
  const auto tile_paid = [&] { return 0.05F * view.v_of_kind(paid) * static_cast<float>(tiles_counted(paid)); };
  switch (verb_of(action)) {
    case Verb::fish: return worth_of_fish(view, argument);
    case Verb::larvae: return worth_of_larvae(view, argument);
    case Verb::bite: return worth_of_bite(view, argument & 0x1ff);
    case Verb::nudge: return (view.own[at(board_of(argument))] & cell_bit(argument)) != 0 ? 2.0F : 1.0F;
    case Verb::eat: return worth_of_feeding(view, argument >> 4);
    case Verb::back: return worth_of_return(view, argument);
    case Verb::pass:
    case Verb::done:
    case Verb::end:
    case Verb::skip: return 1;
    case Verb::grow: return 1 + worth_of_growth(view, state.chosen_board);
    case Verb::lay: return worth_of_lay(view, argument) + (state.phase == Phase::breakfast ? 0.3F : 0);
    case Verb::put: return 1 + worth_of_put(view, put_of(argument));
    case Verb::shrimp:
    case Verb::land: return worth_of_guard(view, argument);
    case Verb::recall: return 0.5F;
    case Verb::lift: return worth_of_lift(view, argument);
    case Verb::tile: return worth_of_tile(view, argument);
    case Verb::larva: return worth_of_larva(view, high, paid);
    case Verb::alga: return worth_of_alga(view, high) - tile_paid();
    case Verb::lock: return worth_of_lock(view, high) - tile_paid();
    case Verb::split: return 1.1F;
    case Verb::rock:
    case Verb::deep:
    case Verb::crown: return worth_of_ground(view, verb_of(action), argument);
    case Verb::buy: return worth_of_buy(view, high, paid);
    case Verb::card: return worth_of_card(view, static_cast<Card>(argument));
    case Verb::discard: {
      const bool full = num_cards(state, view.mover) == kHandOfCards && (cards_of(state, view.mover) & kBlueCards) == 0;
      return full && state.feedings[at(view.mover)] == 0 ? 1.3F : kNever;
    }
    case Verb::blue: return worth_of_blue(view, argument >> 18, argument & 0x1ff);
    case Verb::take: return worth_of_take(view, argument);
    case Verb::unlock: return 1 - worth_of_lock(view, argument);
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
  for (std::size_t i = 0; i < actions.size(); ++i) {
    const float w = worth(view, actions[i]) - 1;
    out[i] = 0.5F + 0.5F * w / (std::abs(w) + kSoftness);
  }
}

Action Heuristic::choose(const State& state, Rng& rng) const {
  ActionList<Game> actions;
  game_->legal_actions(state, actions);
  if (actions.size() == 1) return actions[0];
  const View view = look(state);
  Action best;
  float best_worth = 0;
  std::uint32_t ties = 0;
  for (const Action action : actions) {
    const float w = worth(view, action);
    if (ties == 0 || w > best_worth) {
      best = action;
      best_worth = w;
      ties = 1;
    } else if (w == best_worth && rng.below(++ties) == 0) {
      best = action;
    }
  }
  return best;
}

PerSeat<float> Heuristic::evaluate(const State& state) const {
  PerSeat<float> points{};
  const bool over = game_->node_kind(state) == NodeKind::terminal;
  const PerSeat<int> scores = game_->scores(state);
  for (int p = 0; p < game_->num_players(); ++p) {
    float& sum = points[at(p)];
    sum = static_cast<float>(scores[at(p)]);
    if (over) continue;
    if (state.secret[at(p)] != kUnseen && p != state.mover) {  // unknown to the mover: the mean
      sum += 3 - static_cast<float>(colour_value(state.sides, state.secret[at(p)]));
    }
    for (int kind = 0; kind < kPolypKinds; ++kind) {
      sum += static_cast<float>(state.eaten[at(kind)] * (p == state.mover ? tiles_counted(kind) : 0));
    }
    if (state.end != End::none) continue;
    const Area& area = state.area[at(p)];
    for (const std::uint16_t place : state.shrimp_at[at(p)]) {
      if (place == kNoPlace) continue;
      const Board& board = board_at(state, place);
      const auto value = static_cast<float>(colour_value(state.sides, colour_at(board, cell_bit(place))));
      sum += coral_prospect(tiles_in(board, coral_at(state, place)), value, game_->rules().feed_return);
    }
    sum += 0.8F * static_cast<float>(total(area.consumed)) + 0.3F * static_cast<float>(total(area.larvae)) +
           0.3F * static_cast<float>(num_cards(state, p));
    // Without a blue-shrimp card there is no first feeding; of others it is only known whether they hold any card.
    const bool may_feed = p == state.mover ? (cards_of(state, p) & kBlueCards) != 0 : num_cards(state, p) != 0;
    if (state.feedings[at(p)] == 0 && !may_feed) sum -= 2;
  }
  return points;
}

}  // namespace atl::reef_encounter::second_kind
