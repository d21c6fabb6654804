#include "engine/reef_encounter/heuristic.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace atl::reef_encounter {
namespace {

constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// Worths below this are not better than ending the turn.
constexpr float kTakeAtMost = 0.9F;

/// What a guarded coral of `size` tiles with tiles of `value` points may bring its owner, before the end is near.
float coral_prospect(int size, float value, int feed_return) {
  const int kept = size - feed_return;
  return value * (kept > 0 ? 0.6F + 0.8F * static_cast<float>(kept) : 0.15F * static_cast<float>(size));
}

}  // namespace

/// One position with the eyes of the player to act: what several actions ask for is found once.
struct Heuristic::View {
  const State* state;
  const Area* area;
  int mover;
  std::array<float, kColours> value;                ///< points of a tile
  std::array<std::uint64_t, kBoards> own{}, foe{};  ///< [board] tiles in corals with a shrimp of the mover, of others
  std::array<int, kColours> own_size{};             ///< largest own coral of the colour
  bool can_guard = false;                           ///< a shrimp can still be placed this turn
  bool end_is_near = false;

  int tiles(int colour) const { return area->hand[colour] + area->consumed[colour]; }
  float v(int colour) const { return value[at(colour)]; }
};

Heuristic::View Heuristic::look(const State& state) const {
  View view{.state = &state, .area = &state.area[state.mover], .mover = state.mover, .value = {}};
  for (int c = 0; c < kColours; ++c) view.value[at(c)] = static_cast<float>(colour_value(state.sides, c));
  for_each_board(state, [&](int board) {
    const std::uint64_t shrimps = shrimps_on(state, board);
    if (shrimps == 0) return;
    std::uint64_t mine = 0;
    for (const std::uint8_t place : state.shrimp_at[state.mover]) {
      if (place != kNowhere && board_of(place) == board) mine |= bit(cell_of(place));
    }
    const auto links = BaseGrid::links(planes_on(state, board));
    if (mine != 0) view.own[at(board)] = BaseGrid::flood(mine, links);
    if (mine != shrimps) view.foe[at(board)] = BaseGrid::flood(shrimps & ~mine, links);
  });
  for (const std::uint8_t place : state.shrimp_at[state.mover]) {
    if (place == kNowhere) continue;
    const std::uint64_t cell = bit(cell_of(place));
    const int colour = colour_at(state, board_of(place), cell);
    const int size = count_bits(coral_at(state, board_of(place), cell));
    view.own_size[at(colour)] = std::max(view.own_size[at(colour)], size);
  }
  const bool in_turn = state.phase == Phase::feeding || state.phase == Phase::main || state.phase == Phase::laying ||
                       state.phase == Phase::growing;
  view.can_guard = in_turn && (state.has(State::kInAir) ||
                               (!state.has(State::kShrimpPlaced) && shrimps_behind(state, state.mover) > 0));
  view.end_is_near =
      std::popcount(state.locked) >= 8 || state.bag_total < 25 || state.turns >= 11 * game_->num_players();
  for (int p = 0; p < game_->num_players(); ++p) view.end_is_near |= state.feedings[at(p)] >= kShrimpsPerPlayer - 1;
  return view;
}

/// The secret tile should be of a colour of which many are held (they will be fed and locked) but it leaves the hand.
float Heuristic::worth_of_fish(const View& view, int colour) const {
  const int others = view.area->hand[colour] - 1;
  return 1 + view.v(colour) * 0.3F + (others == 0 ? 1.0F : 0.25F * static_cast<float>(std::min(others, 4)));
}

/// Larvae of the two colours with most tiles behind the screen.
float Heuristic::worth_of_larvae(const View& view, int pair) const {
  const auto& colours = kLarvaPair[at(pair)];
  float worth = 1;
  for (const int c : colours) worth += static_cast<float>(std::min(view.area->hand[c], 4));
  return colours[0] == colours[1] ? worth * 0.5F : worth;
}

float Heuristic::worth_of_feeding(const View& view, int place) const {
  const State& state = *view.state;
  const Rules& rules = game_->rules();
  const std::uint64_t cell = bit(cell_of(place));
  const int colour = colour_at(state, board_of(place), cell);
  const int size = count_bits(coral_at(state, board_of(place), cell));
  if (state.phase == Phase::extra_feeding) {
    return 1 + static_cast<float>(size - rules.final_feed_return) * view.v(colour);
  }
  const int fed = state.feedings[at(view.mover)];
  const int wanted = (view.end_is_near ? weights_.late_feed_size
                      : fed == 0       ? weights_.early_feed_size
                                       : weights_.feed_size) +
                     rules.feed_return - 4;
  float worth = 1 + static_cast<float>(size - wanted) * view.v(colour) + 0.1F * view.v(colour);
  if (fed == kShrimpsPerPlayer - 1) {
    // This one ends the game: wanted by whoever is ahead then.
    const PerSeat<float> points = evaluate(state);
    float best_other = 0;
    for (int p = 0; p < game_->num_players(); ++p) {
      if (p != view.mover) best_other = std::max(best_other, points[at(p)]);
    }
    worth += 0.2F * (points[at(view.mover)] - best_other);
  }
  return worth;
}

/// A put of the colour being laid. Positive is better than keeping the tile.
float Heuristic::worth_of_put(const View& view, int place, bool consumed) const {
  const State& state = *view.state;
  const int board = board_of(place), colour = state.colour;
  const std::uint64_t cell = bit(cell_of(place)), around = BaseGrid::beside(cell);
  const Layers layers = polyps_on(state, board);
  const std::uint64_t same = layers[at(colour)] & around;
  const std::uint64_t own = view.own[at(board)], foe = view.foe[at(board)];
  const float value = view.v(colour);

  float worth = consumed ? -0.5F : 0;
  const bool grows_own = (same & own) != 0;
  if (grows_own) {
    worth += weights_.grow_own * value;
    if (const std::uint64_t joined = same & ~own; joined != 0) {
      worth += weights_.grow_own * value * static_cast<float>(count_bits(BaseGrid::flood(joined, layers[at(colour)])));
    }
  } else if ((same & foe) != 0) {
    worth -= 0.6F * value;
  } else if (view.can_guard && same != 0 && view.own_size[at(colour)] == 0) {
    worth += weights_.grow_free * value;
  } else if (view.can_guard && view.own_size[at(colour)] == 0 && !state.has(State::kAnyPut) &&
             view.tiles(colour) >= 2) {
    // The first tile of a new coral: where there is room around it.
    const std::uint64_t empty = empty_rock(state, board);
    const std::uint64_t near = around & empty;
    worth += 0.2F * value + 0.06F * static_cast<float>(count_bits((near | BaseGrid::beside(near)) & empty));
  } else {
    worth -= 0.3F;
  }
  // Free growth goes to whoever owns the coral it joins; where it is asked for, it may be declined.
  const std::uint64_t growth = board_map(board).growth;
  if (game_->free_growth() != FreeGrowth::none && (growth & around) != 0 && (occupied(state, board) & growth) == 0) {
    const bool good = grows_own || (BaseGrid::beside(growth) & layers[at(colour)] & own) != 0;
    const float gain = good ? 0.8F * value : (same & foe) != 0 ? -0.5F * value : 0.1F;
    worth += game_->free_growth() == FreeGrowth::optional ? std::max(gain, 0.0F) : gain;
  }
  if ((occupied(state, board) & cell) != 0) {
    const int eaten = colour_at(state, board, cell);
    worth += weights_.bite;
    if ((foe & cell) != 0) worth += weights_.hurt * view.v(eaten);
    if ((own & cell) != 0) worth -= 1.2F * view.v(eaten);
  }
  // A shrimp beside it protects it; otherwise a stronger coral beside it can bite.
  worth += 0.1F * static_cast<float>(count_bits(same));
  if (grows_own && (same & shrimps_on(state, board)) == 0) {
    std::uint64_t biters = 0;
    for (int c = 0; c < kColours; ++c) {
      if ((kBeats[state.sides][at(c)] >> colour & 1) != 0) biters |= layers[at(c)] & BaseGrid::beside(layers[at(c)]);
    }
    if ((biters & around) != 0) worth -= weights_.exposed * value;
  } else if (grows_own) {
    worth += 0.2F;
  }
  return worth;
}

/// The tile joins the corals beside the growth space: declined only where they are another player's alone.
float Heuristic::worth_of_growth(const View& view, int board) const {
  const State& state = *view.state;
  const std::uint64_t tiles = polyps_of(state, board, state.colour);
  const std::uint64_t joined = BaseGrid::flood(BaseGrid::beside(board_map(board).growth) & tiles, tiles);
  if ((joined & view.own[at(board)]) != 0) return 0.8F * view.v(state.colour);
  return (joined & view.foe[at(board)]) != 0 ? -0.5F * view.v(state.colour) : 0.1F;
}

/// Beginning to lay a colour, judged by the kinds of cells there are for it, not cell by cell.
float Heuristic::worth_of_lay(const View& view, int colour) const {
  const State& state = *view.state;
  int own_cells = 0, free_cells = 0, bite_cells = 0, hurting_cells = 0;
  for_each_board(state, [&](int board) {
    const Layers layers = polyps_on(state, board);
    const std::uint64_t cells = put_cells(state, board, colour), tiles = layers[at(colour)];
    const std::uint64_t own = view.own[at(board)], foe = view.foe[at(board)];
    const std::uint64_t beside_own = cells & BaseGrid::beside(tiles & own) & ~own;
    const std::uint64_t beside_free =
        cells & BaseGrid::beside(tiles & ~own & ~foe) & ~own & ~BaseGrid::beside(tiles & foe);
    own_cells += count_bits(beside_own);
    free_cells += count_bits(beside_free);
    const std::uint64_t bites = cells & occupied(state, board) & ~own & ~BaseGrid::beside(tiles & foe);
    bite_cells += count_bits(bites);
    hurting_cells += count_bits(bites & foe);
  });
  const int from_hand = std::min(view.area->hand[colour], game_->rules().max_hand_tiles);
  const auto tiles = static_cast<float>(from_hand + view.area->consumed[colour]);
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

/// Where a shrimp does most: a coral that can grow, a tile that protects many others.
float Heuristic::worth_of_guard(const View& view, int place) const {
  const State& state = *view.state;
  const int board = board_of(place);
  const std::uint64_t cell = bit(cell_of(place)), around = BaseGrid::beside(cell);
  const int colour = colour_at(state, board, cell);
  const std::uint64_t layer = polyps_of(state, board, colour);
  const std::uint64_t coral = BaseGrid::flood(cell, layer);
  const std::uint64_t room = BaseGrid::beside(coral) & empty_rock(state, board);
  const bool has_larva = view.area->larvae[colour] > 0;
  float tiles = static_cast<float>(count_bits(coral));
  if (view.own_size[at(colour)] == 0) {
    const int spare = std::min(view.tiles(colour), count_bits(room));
    tiles += static_cast<float>(spare) * (has_larva ? 0.7F : 0.35F);
  } else {
    tiles -= 1;
  }
  const float shape = 0.5F * static_cast<float>(count_bits(around & layer)) +
                      0.15F * static_cast<float>(count_bits(around & empty_rock(state, board)));
  return 1 + 0.25F * (tiles - 1.5F) * view.v(colour) + 0.3F * shape;
}

/// A shrimp that sits on next to nothing moves to something better, once a turn.
float Heuristic::worth_of_lift(const View& view, int place) const {
  const State& state = *view.state;
  if (state.phase != Phase::main || state.lifts > 0 || state.has(State::kShrimpPlaced) ||
      shrimps_behind(state, view.mover) > 0)
    return -1;
  const int board = board_of(place);
  const std::uint64_t cell = bit(cell_of(place));
  const std::uint64_t coral = coral_at(state, board, cell);
  const int colour = colour_at(state, board, cell);
  const int size = count_bits(coral);
  const bool stuck = (BaseGrid::beside(coral) & empty_rock(state, board)) == 0 || view.tiles(colour) == 0;
  return size <= 2 && stuck ? 1.2F : -1;
}

/// A larva for a tile: only of a colour that grows something, keeping one larva to lay with.
float Heuristic::worth_of_tile(const View& view, int colour) const {
  if (view.own_size[at(colour)] == 0) return -1;
  const bool spare = view.area->larvae[colour] >= 2 || (view.state->lays >= 2 && view.area->larvae.total() > 3);
  return spare && view.tiles(colour) < 4 ? 1 + 0.2F * view.v(colour) : -1;
}

/// A consumed tile for a larva: when tiles of the colour wait for one.
float Heuristic::worth_of_larva(const View& view, int colour) const {
  if (view.area->larvae[colour] > 0 || view.state->lays >= 2) return -1;
  const int waiting =
      std::min(view.area->hand[colour], game_->rules().max_hand_tiles) + view.area->consumed[colour] - 1;
  if (waiting < 2 || (view.own_size[at(colour)] == 0 && !view.can_guard)) return -1;
  return 1 + static_cast<float>(waiting) * 0.4F * view.v(colour) - weights_.consumed;
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
      const auto fish = static_cast<float>(state.area[at(p)].fish[c]);
      (p == view.mover ? mine : theirs) += change * fish;
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
  // What would be lost if this tile alone were turned now.
  const float kept = -worth_of_flips(view, state.sides ^ (1U << tile));
  return 1 + worth_of_flips(view, flipped) + 0.5F * kept - weights_.consumed;
}

/// Colours that grow own corals, larvae for tiles that wait for them; always between 0 and kTakeAtMost.
float Heuristic::worth_of_take(const View& view, int slot) const {
  const State& state = *view.state;
  float worth = 0;
  const auto wish = [&](int c) {
    return 0.4F + (view.own_size[at(c)] > 0 ? 0.35F * view.v(c)
                                            : 0.06F * view.v(c) * static_cast<float>(std::min(view.tiles(c), 4)));
  };
  for (int c = 0; c < kColours; ++c) worth += static_cast<float>(sea_tiles(state.sea, slot, c)) * wish(c);
  const int tiles_then = view.tiles(slot) + sea_tiles(state.sea, slot, slot);
  if (view.area->larvae[slot] == 0) worth += 0.5F * static_cast<float>(std::min(tiles_then, 4)) * wish(slot);
  return kTakeAtMost * worth / (worth + 4);
}

float Heuristic::worth(const View& view, Action action) const {
  const State& state = *view.state;
  const int argument = argument_of(action);
  switch (verb_of(action)) {
    case Verb::fish: return worth_of_fish(view, argument);
    case Verb::larvae: return worth_of_larvae(view, argument);
    case Verb::eat: return worth_of_feeding(view, argument);
    case Verb::pass: return 1;
    case Verb::lay: return worth_of_lay(view, argument);
    case Verb::put: return 1 + worth_of_put(view, argument >> 1, (argument & 1) != 0);
    case Verb::done:
    case Verb::skip: return 1;
    case Verb::grow: return 1 + worth_of_growth(view, state.counter);
    case Verb::shrimp:
    case Verb::land: return worth_of_guard(view, argument);
    case Verb::recall: return 0.5F;
    case Verb::lift: return worth_of_lift(view, argument);
    case Verb::tile: return worth_of_tile(view, argument);
    case Verb::larva: return worth_of_larva(view, argument);
    case Verb::alga: return worth_of_alga(view, argument / kColours) - 0.05F * view.v(argument % kColours);
    case Verb::lock: return worth_of_lock(view, argument / kColours) - 0.05F * view.v(argument % kColours);
    case Verb::take: return worth_of_take(view, argument);
    default: return 0;
  }
}

void Heuristic::scores(const State& state, const ActionList<Game>& actions, std::span<float> out) const {
  const View view = look(state);
  for (std::size_t i = 0; i < actions.size(); ++i) {
    const float w = worth(view, actions[i]) - 1;
    out[i] = 0.5F + 0.5F * w / (std::abs(w) + 2);
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
  if (game_->node_kind(state) == NodeKind::terminal) {
    const PerSeat<int> scores = game_->scores(state);
    for (int p = 0; p < game_->num_players(); ++p) points[at(p)] = static_cast<float>(scores[at(p)]);
    return points;
  }
  const bool last_feedings = state.phase == Phase::extra_feeding;
  for (int p = 0; p < game_->num_players(); ++p) {
    const Area& area = state.area[at(p)];
    float sum = 0;
    for (int c = 0; c < kColours; ++c) sum += static_cast<float>(area.fish[c] * colour_value(state.sides, c));
    const bool known = p == state.mover && state.secret[at(p)] != kUnseen;
    sum += known ? static_cast<float>(colour_value(state.sides, state.secret[at(p)])) : 3.0F;
    for (const std::uint8_t place : state.shrimp_at[at(p)]) {
      if (place == kNowhere) continue;
      const std::uint64_t cell = bit(cell_of(place));
      const int size = count_bits(coral_at(state, board_of(place), cell));
      const auto value = static_cast<float>(colour_value(state.sides, colour_at(state, board_of(place), cell)));
      if (last_feedings) continue;
      sum += coral_prospect(size, value, game_->rules().feed_return);
    }
    if (!last_feedings)
      sum += 0.8F * static_cast<float>(area.consumed.total()) + 0.3F * static_cast<float>(area.larvae.total());
    points[at(p)] = sum;
  }
  return points;
}

}  // namespace atl::reef_encounter
