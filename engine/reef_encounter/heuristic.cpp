#include "engine/reef_encounter/heuristic.hpp"

#include <algorithm>
#include <bit>

namespace atl::reef_encounter {
namespace {

constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// Worths (less 1) of this size are scored halfway between indifferent and best.
constexpr float kSoftness = 2;

}  // namespace

/// For common/heuristic.hpp.
static int fish_tiles(const Area& area, int colour) { return area.fish[colour]; }

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

  int in_hand(int colour) const { return area->hand[colour]; }
  int in_front(int colour) const { return area->consumed[colour]; }
  int tiles(int colour) const { return in_hand(colour) + in_front(colour); }
  int larvae(int colour) const { return area->larvae[colour]; }
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
      if (place != kNoPlace && board_of(place) == board) mine |= bit(cell_of(place));
    }
    const auto links = BaseGrid::links(planes_on(state, board));
    if (mine != 0) view.own[at(board)] = BaseGrid::flood(mine, links);
    if (mine != shrimps) view.foe[at(board)] = BaseGrid::flood(shrimps & ~mine, links);
  });
  for (const std::uint8_t place : state.shrimp_at[state.mover]) {
    if (place == kNoPlace) continue;
    const std::uint64_t cell = bit(cell_of(place));
    const int colour = colour_at(state, board_of(place), cell);
    const int size = count_bits(coral_at(state, board_of(place), cell));
    view.own_size[at(colour)] = std::max(view.own_size[at(colour)], size);
  }
  const bool in_turn = state.phase == Phase::feeding || state.phase == Phase::main || state.phase == Phase::laying ||
                       state.phase == Phase::growing;
  view.can_guard = in_turn && (state.has(State::kInAir) ||
                               (!state.has(State::kShrimpPlaced) && shrimps_behind(state, state.mover) > 0));
  view.end_is_near = is_end_near(state, game_->num_players(), 11);
  return view;
}

float Heuristic::worth_of_eating(const View& view, int place) const {
  const State& state = *view.state;
  const Rules& rules = game_->rules();
  const int returned = state.end != End::none ? rules.final_feed_return : rules.feed_return;
  return worth_of_feeding(view, weights_, colour_at(state, place), count_bits(coral_at(state, place)), returned,
                          game_->num_players(), [&] { return evaluate(state); });
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
    const float gain = worth_of_growth(view, colour, good, (same & foe) != 0);
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
float Heuristic::worth_of_growing(const View& view, int board) const {
  const int colour = view.state->colour;
  const std::uint64_t tiles = polyps_of(*view.state, board, colour);
  const std::uint64_t joined = BaseGrid::flood(BaseGrid::beside(board_map(board).growth) & tiles, tiles);
  return worth_of_growth(view, colour, (joined & view.own[at(board)]) != 0, (joined & view.foe[at(board)]) != 0);
}

float Heuristic::worth_of_laying(const View& view, int colour) const {
  const State& state = *view.state;
  LayCells kinds;
  for_each_board(state, [&](int board) {
    const Layers layers = polyps_on(state, board);  // as put_cells finds them
    const std::uint64_t cells = put_cells(state, board, colour), tiles = layers[at(colour)];
    const std::uint64_t own = view.own[at(board)], foe = view.foe[at(board)];
    kinds.own += count_bits(cells & BaseGrid::beside(tiles & own) & ~own);
    kinds.free += count_bits(cells & BaseGrid::beside(tiles & ~own & ~foe) & ~own & ~BaseGrid::beside(tiles & foe));
    const std::uint64_t bites = cells & occupied(state, board) & ~own & ~BaseGrid::beside(tiles & foe);
    kinds.bites += count_bits(bites);
    kinds.hurting += count_bits(bites & foe);
  });
  return worth_of_lay(view, weights_, colour, kinds, game_->rules().max_hand_tiles);
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

float Heuristic::worth_of_slot(const View& view, int slot) const {
  const State& state = *view.state;
  float worth = 0;
  for (int c = 0; c < kColours; ++c) worth += static_cast<float>(sea_tiles(state.sea, slot, c)) * wish_for(view, c);
  return worth_of_take(view, slot, worth, sea_tiles(state.sea, slot, slot));
}

/// Inline: called for every action of every list.
inline float Heuristic::worth(const View& view, Action action) const {
  const State& state = *view.state;
  const int argument = argument_of(action), players = game_->num_players();
  const auto tile_paid = [&] { return 0.05F * view.v(argument % kColours); };
  switch (verb_of(action)) {
    case Verb::fish: return worth_of_fish(view, argument);
    case Verb::larvae: return worth_of_larvae(view, argument);
    case Verb::eat: return worth_of_eating(view, argument);
    case Verb::lay: return worth_of_laying(view, argument);
    case Verb::put: return 1 + worth_of_put(view, argument >> 1, (argument & 1) != 0);
    case Verb::pass:
    case Verb::done:
    case Verb::skip: return 1;
    case Verb::grow: return 1 + worth_of_growing(view, state.counter);
    case Verb::shrimp:
    case Verb::land: return worth_of_guard(view, argument);
    case Verb::recall: return 0.5F;
    case Verb::lift: return worth_of_lift(view, argument);
    case Verb::tile: return worth_of_tile(view, argument);
    case Verb::larva: return worth_of_larva(view, weights_, argument, game_->rules().max_hand_tiles);
    case Verb::alga: return worth_of_alga(view, weights_, argument / kColours, players) - tile_paid();
    case Verb::lock: return worth_of_lock(view, weights_, argument / kColours, players) - tile_paid();
    case Verb::take: return worth_of_slot(view, argument);
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
  for (const std::uint8_t place : state.shrimp_at[seat.index()]) {
    if (place == kNoPlace) continue;
    const auto value = static_cast<float>(colour_value(state.sides, colour_at(state, place)));
    sum += coral_prospect(count_bits(coral_at(state, place)), value, game_->rules().feed_return);
  }
  sum += 0.8F * static_cast<float>(area.consumed.total()) + 0.3F * static_cast<float>(area.larvae.total());
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
    if (secret != kUnseen) sum -= static_cast<float>(colour_value(state.sides, secret));
    // Unknown to the mover: the mean.
    sum +=
        seat == Player(state.mover) && secret != kUnseen ? static_cast<float>(colour_value(state.sides, secret)) : 3.0F;
    if (state.phase != Phase::extra_feeding) add_prospects(state, seat, sum);
  }
  return points;
}

}  // namespace atl::reef_encounter
