#include "engine/reef_rescue/heuristic.hpp"

#include <algorithm>

#include "engine/reef_rescue/legal.hpp"

namespace atl::reef_rescue {
namespace {

// The numbers below are tuned: of about forty settings in matches of one changed player against unchanged ones (10,000
// to 20,000 games with two players, 8,000 to 10,000 with four) these won most: 0.590 +- 0.007 and 0.273 +- 0.009 of the
// games against players that look at their own gain only.

/// What the bonus makes a tile of two creatures worth beyond its points: ten points for the most of twelve.
constexpr float kTwoBonus = 1.5F;
/// Worth of one tile seen through the Sea Scope. (Public sights help the others as well.)
constexpr float kPrivateSight = 0.8F;
/// Share of a known set's worth that is won by hiding it from the others with Sea Scope.
constexpr float kHiddenSet = 0.3F;
/// Worth of blind flips with Fast Fin per chance that the first one completes a set.
constexpr float kCompletion = 7;
/// What a blind flip with Turbo Turbine must win on average: it shows things to the others.
constexpr float kLeastGain = 0.3F;
/// How much the next player's best gain counts against an action, and one's own in the next turn for it.
constexpr float kThreat = 0.7F;
constexpr float kLater = 0.25F;
/// Worth of showing nothing to anybody where a beam wins nothing.
constexpr float kNoLight = 0.01F;
/// Little tiles that one Bright Beam can be expected to take at most, in points.
constexpr float kBeamLittles = 9;

int tile_at(const State& state, int cell) { return state.tile[cell]; }

float worth_of_little(int tile) {
  const int value = kTileInfo[tile].value;
  return static_cast<float>(value) + (value == 2 ? kTwoBonus : 0);
}

/// The cells of `tiles`, all of which lie in the Ocean.
std::uint64_t cells_of(const State& state, std::uint64_t tiles) {
  std::uint64_t cells = 0;
  while (tiles != 0) cells |= bit(cell_of(state, pop_lowest_bit(tiles)));
  return cells;
}

/// How much a tile wants to be lifted: parts of known sets, to hide them and lay them side by side; else what is
/// unknown.
float pick_weight(const Heuristic::Knowledge& k, int cell) {
  return (k.unknown >> cell & 1) != 0 ? 1 : (k.set_cells >> cell & 1) != 0 ? 3 : 0;
}

/// What Bright Beam can be expected to take from each run of cells.
class Beam {
 public:
  Beam(const State& state, const Heuristic::Knowledge& k)
      : state_(&state), unknown_(k.unknown), set_cells_(k.set_cells) {
    for (std::uint64_t cells = k.littles; cells != 0;) {
      const int cell = pop_lowest_bit(cells);
      littles_[cell] = worth_of_little(tile_at(state, cell));
    }
    for (std::size_t count = 1; count < unseen_.size(); ++count) {
      unseen_[count] = k.little_chance * k.little_mean * static_cast<float>(count);
    }
  }

  float worth(Action action) const {
    const std::uint64_t cells = shine_cells(action);
    const int first = std::countr_zero(cells);
    float littles = unseen_[std::popcount(cells & unknown_)] + littles_[first];
    if ((cells >> first & 2) != 0) littles += littles_[first + 1];
    if ((cells >> first & 4) != 0) littles += littles_[first + 2];
    const std::uint64_t parts = cells & set_cells_;
    if ((parts & (parts - 1)) == 0) return littles;
    const std::uint32_t sets = complete_sets(tiles_on(*state_, parts));
    return sets == 0 ? littles : std::max(littles, static_cast<float>(set_value(std::countr_zero(sets))));
  }

 private:
  const State* state_;
  std::uint64_t unknown_, set_cells_;
  Array<float, kCells> littles_{};  ///< [cell] worth of a known little tile
  Array<float, 4> unseen_{};        ///< [number of unknown cells]
};

}  // namespace

Heuristic::Knowledge Heuristic::knowledge(const State& state) const {
  Knowledge k;
  k.known = state.known[state.mover] & state.present;
  if (state.phase == Phase::place) k.known |= state.marked;
  k.unknown = state.present & ~k.known;
  for (std::uint64_t cells = k.known; cells != 0;) {
    const int cell = pop_lowest_bit(cells);
    const int tile = tile_at(state, cell);
    k.tiles |= bit(tile);
    k.littles |= (kLittles >> tile & 1) << cell;
  }
  k.sets = complete_sets(k.tiles);
  for (std::uint32_t sets = k.sets; sets != 0; sets &= sets - 1) {
    k.set_cells |= cells_of(state, kSetTiles[std::countr_zero(sets)]);
  }
  k.unknown_count = std::popcount(k.unknown);
  if (k.unknown_count == 0) return k;
  const std::uint64_t hidden = game_->tiles_left(state) & ~k.tiles;  // as a set: the mover knows it
  const auto share = [&](std::uint64_t kind) {
    return static_cast<float>(std::popcount(hidden & kind)) / static_cast<float>(k.unknown_count);
  };
  k.garbage_risk = share(kGarbage);
  k.little_chance = share(kLittles);
  if (k.little_chance > 0) {
    const float twos = share(kTwos), threes = share(kThrees), fours = share(kFours);
    k.little_mean = (twos * (2 + kTwoBonus) + threes * 3 + fours * 4) / k.little_chance;
  }
  return k;
}

float Heuristic::little_worth(const State& state, int cell) const { return worth_of_little(tile_at(state, cell)); }

/// Cells to flip next for the known sets that `budget` flips still complete: the cheapest first, then the dearest.
std::uint64_t Heuristic::fin_flips(const State& state, const Knowledge& k, int budget) const {
  std::uint64_t best = 0;
  float best_rate = 0;
  const std::uint64_t up = tiles_on(state, state.marked);
  for (std::uint32_t sets = k.sets; sets != 0; sets &= sets - 1) {
    const int set = std::countr_zero(sets);
    const std::uint64_t missing = kSetTiles[set] & ~up;
    const int flips = std::popcount(missing);
    if (flips == 0 || flips > budget) continue;
    const float rate = static_cast<float>(set_value(set)) / static_cast<float>(flips);
    if (rate <= best_rate) continue;
    best_rate = rate;
    best = cells_of(state, missing);
  }
  return best;
}

/// The chance that one blind flip shows the last unknown tile of a set that the flips left then complete.
float Heuristic::completion_chance(const State& state, const Knowledge& k, int budget) const {
  if (k.unknown_count == 0 || budget <= 0) return 0;
  const std::uint64_t up = tiles_on(state, state.marked);
  int completing = 0;
  for (const std::uint64_t set : kSetTiles) {
    const std::uint64_t missing = set & ~k.tiles;
    if (std::popcount(missing) == 1 && (game_->ocean_tiles() & set) == set)
      completing += std::popcount(set & ~up) <= budget ? 1 : 0;
  }
  return static_cast<float>(completing) / static_cast<float>(k.unknown_count);
}

/// Points won on average by one more blind flip, with what is at stake on the table.
float Heuristic::blind_gain(const State& state, const Knowledge& k) const {
  const int budget = game_->rules().max_flips - std::popcount(state.marked);
  if (state.phase == Phase::flip_turbo) {
    float stake = 0;
    for (std::uint64_t cells = k.littles & state.marked; cells != 0;)
      stake += little_worth(state, pop_lowest_bit(cells));
    return k.little_chance * k.little_mean - k.garbage_risk * stake - kLeastGain;
  }
  float stake = 0;
  const std::uint32_t sets = complete_sets(tiles_on(state, state.marked));
  for (int set = 0; set < kSets; ++set) stake += (sets >> set & 1) != 0 ? static_cast<float>(set_value(set)) : 0;
  return completion_chance(state, k, budget) * 10 - k.garbage_risk * stake;
}

/// The cells among which the next flip is chosen; none: stop. A first flip that promises nothing is made only by who
/// must, because all see it.
std::uint64_t Heuristic::wanted_flips(const State& state, const Knowledge& k) const {
  const std::uint64_t down = state.present & ~state.marked;
  if (state.phase == Phase::flip_fin) {
    const std::uint64_t useful = fin_flips(state, k, game_->rules().max_flips - std::popcount(state.marked));
    if (useful != 0) return useful;
  } else {
    float best = 0;
    std::uint64_t dearest = 0;
    for (std::uint64_t cells = k.littles & down; cells != 0;) {
      const int cell = pop_lowest_bit(cells);
      const float worth = little_worth(state, cell);
      if (worth > best) dearest = 0;
      if (worth >= best) dearest |= bit(cell);
      best = std::max(best, worth);
    }
    if (dearest != 0) return dearest;
  }
  const bool must = !game_->may_stop(state);
  if (k.unknown != 0 && (must || blind_gain(state, k) > 0)) return k.unknown;
  return must ? down : 0;
}

/// Worth of the known sets that one Fast Fin can take.
float Heuristic::known_sets(const Knowledge& k) const {
  float worth = 0;
  int left = game_->rules().max_flips;
  for (const int size : {2, 3}) {
    for (std::uint32_t sets = k.sets; sets != 0; sets &= sets - 1) {
      const int set = std::countr_zero(sets);
      if (std::popcount(kSetTiles[set]) != size || size > left) continue;
      left -= size;
      worth += static_cast<float>(set_value(set));
    }
  }
  return worth;
}

/// Worth of the known little tiles that one Turbo Turbine can take, after the `skip` dearest; counts them in `taken`.
float Heuristic::known_littles(const Knowledge& k, int skip, int& taken) const {
  float worth = 0;
  taken = 0;
  for (const int value : {4, 3, 2}) {
    const std::uint64_t kind = value == 4 ? kFours : value == 3 ? kThrees : kTwos;
    int count = std::popcount(k.tiles & kind);
    const int skipped = std::min(count, skip);
    skip -= skipped;
    count = std::min(count - skipped, game_->rules().max_flips - taken);
    taken += count;
    worth += static_cast<float>(count) * (static_cast<float>(value) + (value == 2 ? kTwoBonus : 0));
  }
  return worth;
}

/// What the next player can gain if `sets` and `littles` are left to it.
float Heuristic::threat(const State& state, float sets, float littles) const {
  float best = 0;
  for (const Card card : game_->visible_cards(state, state.mover.next(game_->num_players()))) {
    const float worth = card == Card::fin     ? sets
                        : card == Card::turbo ? littles
                        : card == Card::beam  ? std::min(littles, kBeamLittles)
                                              : 0;
    best = std::max(best, worth);
  }
  return best;
}

/// Worth of choosing `card`: what it gains now, what it leaves to the next player, what the cards shown next turn may
/// take.
float Heuristic::turn_worth(const State& state, const Knowledge& k, Card card) const {
  int taken = 0;
  const float now = card_worth(state, k, card);
  const float sets = known_sets(k), littles = known_littles(k, 0, taken);
  float sets_left = sets, littles_left = littles;
  switch (card) {
    case Card::fin: sets_left = 0; break;
    case Card::turbo: littles_left = known_littles(k, game_->rules().max_flips, taken); break;
    case Card::beam: littles_left = std::max(0.0F, littles - now); break;
    case Card::scope: sets_left = std::max(0.0F, sets - 10); break;
  }
  const Array<Card, 2> cards = game_->visible_cards(state, state.mover);
  float later = 0;
  for (const Card next : {game_->other_side(card), cards[0] == card ? cards[1] : cards[0]}) {
    if (next == Card::fin) later = std::max(later, sets);  // those it hides with Sea Scope, too
    if (next == Card::turbo) later = std::max(later, littles);
  }
  return now - kThreat * threat(state, sets_left, littles_left) + kLater * later;
}

/// What `card` gains in this turn.
float Heuristic::card_worth(const State& state, const Knowledge& k, Card card) const {
  switch (card) {
    case Card::fin: {
      const float worth = known_sets(k);
      return worth > 0 ? worth : kCompletion * completion_chance(state, k, game_->rules().max_flips);
    }
    case Card::turbo: {
      int taken = 0;
      float worth = known_littles(k, 0, taken);
      for (int left = game_->rules().max_flips - taken; left > 0; --left) {
        worth += std::max(0.0F, k.little_chance * k.little_mean - k.garbage_risk * worth);
      }
      return worth;
    }
    case Card::beam: return best_shine_worth(state, k);
    case Card::scope:
      return (k.sets != 0 ? 10 * kHiddenSet : 0) + kPrivateSight * static_cast<float>(std::min(3, k.unknown_count));
  }
  return 0;
}

float Heuristic::best_shine_worth(const State& state, const Knowledge& k) const {
  const Beam beam(state, k);
  // A longer run is worth no less than its parts.
  const std::uint64_t twos = runs_of_two(state.present), threes = runs_of_three(state.present);
  const Array<std::uint64_t, 3> runs = {state.present & ~(twos | (twos & kColumnsAToG) << 1),
                                        twos & ~(threes | (threes & kColumnsAToF) << 1), threes};
  float best = 0;
  for (int longer = 0; longer < 3; ++longer) {
    for (std::uint64_t left = runs[longer]; left != 0;) {
      best = std::max(best, beam.worth(make_action(Verb::shine, pop_lowest_bit(left) << 2 | longer)));
    }
  }
  return best;
}

/// The cells among the empty `cells` where the tile in hand lies best, and how well: beside its mates or an empty cell
/// for one of them, or beside other littles, for Bright Beam.
std::uint64_t Heuristic::best_places(const State& state, const Knowledge& k, std::uint64_t cells, float& worth) const {
  const TileInfo& info = kTileInfo[state.hand[state.cursor]];
  struct Side {
    float worth;
    std::uint64_t cells;
  };
  Side mates{0, 0}, room{0, 0};
  if (info.set >= 0) {
    mates = {5, cells_of(state, kSetTiles[info.set] & k.tiles)};
    room.cells = game_->grid() & ~state.present;
    for (std::size_t later = state.cursor + 1U; later < 3; ++later)
      room.worth += kTileInfo[state.hand[later]].set == info.set ? 3.0F : 0;
  } else if (info.value > 0) {
    mates = {1, k.littles};
  }
  const std::array<Side, 3> sides = {mates, room, {0, ~std::uint64_t{0}}};
  std::uint64_t best = 0;
  worth = -1;
  for (const Side& left : sides) {
    for (const Side& right : sides) {
      // No neighbour at all counts as one of no worth.
      const std::uint64_t with_left = left.worth > 0 ? (left.cells & kColumnsAToG) << 1 : left.cells;
      const std::uint64_t with_right = right.worth > 0 ? right.cells >> 1 & kColumnsAToG : right.cells;
      const std::uint64_t here = cells & with_left & with_right;
      if (here == 0 || left.worth + right.worth < worth) continue;
      best = left.worth + right.worth > worth ? here : best | here;
      worth = left.worth + right.worth;
    }
  }
  return best;
}

/// With Bright Beam: whether the set shown is worth more than the little tiles.
bool Heuristic::prefers_set(const State& state) const {
  const Claimable what = claimable(state);
  if (what.sets == 0) return false;
  float littles = 0;
  for (std::uint64_t cells = what.tiles; cells != 0;) littles += little_worth(state, pop_lowest_bit(cells));
  return static_cast<float>(set_value(std::countr_zero(what.sets))) >= littles;
}

Action Heuristic::choose_card(const State& state, Rng& rng) const {
  const Knowledge k = knowledge(state);
  const Array<Card, 2> cards = game_->visible_cards(state, state.mover);
  const float first = turn_worth(state, k, cards[0]), second = turn_worth(state, k, cards[1]);
  const bool take_first = first > second || (first == second && rng.below(2) == 0);
  return make_action(Verb::choose, static_cast<int>(cards[take_first ? 0 : 1]));
}

Action Heuristic::choose_shine(const State& state, Rng& rng) const {
  const Beam beam(state, knowledge(state));
  const Array<std::uint64_t, 3> runs = {state.present, runs_of_two(state.present), runs_of_three(state.present)};
  const bool may_stop = game_->may_stop(state);
  Action best_action = make_action(Verb::stop);
  float best = may_stop ? kNoLight : -1;
  std::uint32_t ties = may_stop ? 1 : 0;
  for (int longer = 0; longer < 3; ++longer) {
    for (std::uint64_t left = runs[longer]; left != 0;) {
      const Action action = make_action(Verb::shine, pop_lowest_bit(left) << 2 | longer);
      const float worth = beam.worth(action);
      if (worth < best) continue;
      ties = worth > best ? 1 : ties + 1;
      if (ties == 1 || rng.below(ties) == 0) best_action = action;
      best = worth;
    }
  }
  return best_action;
}

/// The best cells that are still to be picked are taken from the lowest: none of them is left behind.
Action Heuristic::choose_pick(const State& state, Rng& rng) const {
  const Knowledge k = knowledge(state);
  const std::uint64_t cells = pickable(state);
  const int needed = 3 - std::popcount(state.marked);
  std::uint64_t later = state.present;
  if (state.marked != 0) later &= cells_from(64 - std::countl_zero(state.marked));
  std::uint64_t wanted = 0;
  for (int i = 0; i < needed; ++i) {
    const std::uint64_t left = later & ~wanted;
    const std::uint64_t best = (left & k.set_cells) != 0 ? left & k.set_cells
                               : (left & k.unknown) != 0 ? left & k.unknown
                                                         : left;
    wanted |= bit(rng.random_bit(best));
  }
  return make_action(Verb::pick, std::countr_zero(wanted & cells));
}

Action Heuristic::choose_claim(const State& state) const {
  const Claimable what = claimable(state);
  if (what.tiles == 0 || prefers_set(state)) return make_action(Verb::claim_set, std::countr_zero(what.sets));
  return make_action(Verb::claim_tile, std::countr_zero(what.tiles));
}

Action Heuristic::choose(const State& state, Rng& rng) const {
  switch (state.phase) {
    case Phase::turn: return choose_card(state, rng);
    case Phase::flip_fin:
    case Phase::flip_turbo: {
      const std::uint64_t cells = wanted_flips(state, knowledge(state));
      return cells == 0 ? make_action(Verb::stop) : make_action(Verb::flip, rng.random_bit(cells));
    }
    case Phase::shine: return choose_shine(state, rng);
    case Phase::pick: return choose_pick(state, rng);
    case Phase::place: {
      float worth = 0;
      return make_action(Verb::place,
                         rng.random_bit(best_places(state, knowledge(state), game_->grid() & ~state.present, worth)));
    }
    case Phase::claim_fin:
    case Phase::claim_turbo:
    case Phase::claim_beam: return choose_claim(state);
    default: ATOLL_EXPECT(false); return {};  // not a decision node
  }
}

void Heuristic::scores(const State& state, const ActionList<Game>& actions, std::span<float> out) const {
  const Knowledge k = knowledge(state);
  const bool flipping = state.phase == Phase::flip_fin || state.phase == Phase::flip_turbo;
  const std::uint64_t wanted = flipping ? wanted_flips(state, k) : 0;
  const bool claiming = state.phase >= Phase::claim_fin && state.phase <= Phase::claim_beam;
  const bool set_first = claiming && prefers_set(state);
  const Claimable what = claiming ? claimable(state) : Claimable{};
  const Beam beam(state, k);
  const auto squash = [](float points) { return points <= 0 ? 0 : points / (points + 8); };
  for (std::size_t i = 0; i < actions.size(); ++i) {
    const int argument = argument_of(actions[i]);
    float& score = out[i];
    switch (verb_of(actions[i])) {
      case Verb::choose: score = squash(16 + turn_worth(state, k, static_cast<Card>(argument))); break;
      case Verb::flip:
        score = (wanted >> argument & 1) != 0      ? 0.9F
                : (k.littles >> argument & 1) != 0 ? 0.3F
                : (k.unknown >> argument & 1) != 0 ? 0.4F
                                                   : 0.1F;
        if ((k.known >> argument & 1) != 0 && (kGarbage >> tile_at(state, argument) & 1) != 0) score = 0;
        break;
      case Verb::stop: score = !flipping ? squash(kNoLight) : wanted == 0 ? 0.9F : 0.2F; break;
      case Verb::shine: score = squash(beam.worth(actions[i])); break;
      case Verb::pick: score = squash(2 * pick_weight(k, argument)); break;
      case Verb::place: {
        float worth = 0;
        best_places(state, k, bit(argument), worth);
        score = squash(1 + worth);
        break;
      }
      case Verb::claim_set: score = state.phase == Phase::claim_beam && !set_first ? 0.4F : 0.9F; break;
      case Verb::claim_tile: score = set_first ? 0.4F : argument == std::countr_zero(what.tiles) ? 0.9F : 0.5F; break;
      default: score = 0; break;
    }
  }
}

PerSeat<float> Heuristic::evaluate(const State& state) const {
  PerSeat<float> expected{};
  const int players = game_->num_players();
  if (game_->node_kind(state) == NodeKind::terminal) {
    const PerSeat<int> scores = game_->scores(state);
    for (const Player seat : seats(players)) expected[seat] = static_cast<float>(scores[seat]);
    return expected;
  }
  // What is left is shared evenly; of the last tiles, some stay in the Ocean. The bonus goes by tiles of two, softly.
  std::uint64_t left = state.phase == Phase::deal ? game_->ocean_tiles() : tiles_on(state, state.present);
  for (const std::uint8_t tile : state.hand) left |= bit(tile) & kAllTiles;
  float points = static_cast<float>(2 * std::popcount(left & kTwos) + 3 * std::popcount(left & kThrees) +
                                    4 * std::popcount(left & kFours));
  for (int set = 0; set < kSets; ++set) {
    if ((left & kSetTiles[set]) == kSetTiles[set]) points += static_cast<float>(set_value(set));
  }
  const int total = std::popcount(left);
  const int staying = std::max(0, game_->rules().last_round_tiles - std::popcount(left & kGarbage)) / 2;
  const int claimable_tiles = std::max(1, total - std::popcount(left & kGarbage));
  points *= std::max(0.0F, 1 - static_cast<float>(staying) / static_cast<float>(claimable_tiles));
  float weight_sum = 0;
  PerSeat<float> weight{};
  for (const Player seat : seats(players)) {
    const float twos = static_cast<float>(game_->claimed_twos(state, seat));
    weight[seat] = 1 + twos * twos * twos;
    weight_sum += weight[seat];
  }
  for (const Player seat : seats(players)) {
    expected[seat] = static_cast<float>(game_->claimed_points(state, seat)) + points / static_cast<float>(players) +
                     static_cast<float>(game_->rules().pairs_bonus) * weight[seat] / weight_sum;
  }
  return expected;
}

}  // namespace atl::reef_rescue
