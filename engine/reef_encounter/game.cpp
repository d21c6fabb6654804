#include "engine/reef_encounter/game.hpp"

#include <algorithm>
#include <bit>

namespace atl::reef_encounter {
namespace {

constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// Tiles for the slots in setup, from the starting slot on.
constexpr std::uint8_t kSlotOfFill[] = {0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 4};
constexpr int kSeaFill = 12;

int fill_slot(const State& state) { return (state.first_slot + kSlotOfFill[state.counter]) % kColours; }

void draw_from_bag(State& state, int colour) {
  state.bag.remove(colour);
  --state.bag_total;
}
void put_into_bag(State& state, int colour, int n = 1) {
  state.bag.add(colour, n);
  state.bag_total = static_cast<std::uint8_t>(state.bag_total + n);
}

void add_to_slot(State& state, int slot, int colour) { state.sea += std::uint64_t{1} << (10 * slot + 2 * colour); }

void place_shrimp(State& state, int place) {
  state.shrimps[at(board_of(place))] |= bit(cell_of(place));
  auto& places = state.shrimp_at[state.mover];
  std::size_t i = kShrimpsPerPlayer - 1;
  for (; i > 0 && (places[i - 1] == kNowhere || places[i - 1] > place); --i) places[i] = places[i - 1];
  places[i] = static_cast<std::uint8_t>(place);
}

void remove_shrimp(State& state, int place) {
  state.shrimps[at(board_of(place))] &= ~bit(cell_of(place));
  auto& places = state.shrimp_at[state.mover];
  std::size_t i = 0;
  while (places[i] != place) ++i;
  for (; i + 1 < kShrimpsPerPlayer; ++i) places[i] = places[i + 1];
  places[kShrimpsPerPlayer - 1] = kNowhere;
}

/// A consumed tile pays: it goes into the bag.
void pay_consumed(State& state, int colour) {
  state.area[state.mover].consumed.remove(colour);
  put_into_bag(state, colour);
}

void clear_turn(State& state) {
  state.lays = 0;
  state.colour = 0;
  state.hand_laid = 0;
  state.lifts = 0;
  state.flags = 0;
}

void finish(State& state, End end) {
  clear_turn(state);
  state.queue = 0;
  state.queue_size = 0;
  state.end = end;
  state.phase = Phase::over;
}

}  // namespace

Game::Game(const Rules& rules) : rules_(rules), free_growth_(reef_encounter::free_growth(rules)) {
  check_rules(rules_);
  if (rules_.second_kind) {
    throw InputError(
        "rule 'second_kind' is true (this is the base game). Use second_kind::Game, as the drivers do, or leave it "
        "false");
  }
}

State Game::initial_state() const {
  State state;
  for (auto& places : state.shrimp_at) places.fill(kNowhere);
  state.secret.fill(kUnseen);
  state.alga_space = kNoAlga;
  state.spares = (1U << kColours) - 1;
  for (int c = 0; c < kColours; ++c) {
    state.larva_supply.add(c, kLarvaePerColour - 1);
    put_into_bag(state, c, kTilesPerColour - 1);
  }
  return state;
}

NodeKind Game::node_kind(const State& state) const {
  if (state.phase <= Phase::refill) return NodeKind::chance;
  return state.phase == Phase::over ? NodeKind::terminal : NodeKind::decision;
}

unsigned Game::tile_choices(const State& state) const {
  if (state.phase != Phase::main || state.has(State::kInAir)) return 0;
  return state.area[state.mover].larvae.present() & state.bag.present();
}

bool Game::can_feed(const State& state, int seat, int size) const {
  for (const std::uint8_t place : state.shrimp_at[at(seat)]) {
    if (place == kNowhere) return false;
    if (count_bits(coral_at(state, board_of(place), bit(cell_of(place)))) >= size) return true;
  }
  return false;
}

void Game::begin_turn(State& state) const {
  state.phase = can_feed(state, state.mover, rules_.min_feed) ? Phase::feeding : Phase::main;
}

void Game::feed(State& state, int place) const {
  const int board = board_of(place);
  const int colour = colour_at(state, board, bit(cell_of(place)));
  const std::uint64_t coral = coral_at(state, board, bit(cell_of(place)));
  const int size = count_bits(coral);
  const int back = std::min(size, state.phase == Phase::extra_feeding ? rules_.final_feed_return : rules_.feed_return);
  put_into_bag(state, colour, back);
  state.area[state.mover].fish.add(colour, size - back);
  remove_tiles(state, board, coral);
  remove_shrimp(state, place);
  ++state.feedings[state.mover];
}

void Game::put(State& state, int place, bool consumed) const {
  const int board = board_of(place);
  const std::uint64_t cell = bit(cell_of(place));
  const int colour = state.colour;
  Area& area = state.area[state.mover];
  if (consumed) {
    area.consumed.remove(colour);
  } else {
    area.hand.remove(colour);
    ++state.hand_laid;
  }
  if ((occupied(state, board) & cell) != 0) {
    const int eaten = colour_at(state, board, cell);
    remove_tiles(state, board, cell);
    area.consumed.add(eaten);
  }
  add_tiles(state, board, cell, colour);
  state.flags |= State::kAnyPut;
  if (free_growth_ != FreeGrowth::none) grow_beside(state, board, cell);
}

/// Free growth after a put. What happens depends on the bag only through whether it holds the colour:
/// Observation::extra says whether it did.
void Game::grow_beside(State& state, int board, std::uint64_t cell) const {
  const std::uint64_t growth = board_map(board).growth;
  if ((BaseGrid::beside(growth) & cell) == 0 || (occupied(state, board) & growth) != 0) return;
  if ((forbidden_joins(state, board, state.colour) & growth) != 0) return;
  if (((state.spares >> state.colour) & 1) == 0 && state.bag[state.colour] == 0) return;
  if (free_growth_ == FreeGrowth::automatic) return grow(state, board, state.colour);
  state.counter = static_cast<std::uint8_t>(board);
  state.phase = Phase::growing;
}

/// With the spare there, the bag's tile replaces it: either way one tile leaves the bag if it can.
void Game::grow(State& state, int board, int colour) const {
  add_tiles(state, board, board_map(board).growth, colour);
  if (state.bag[colour] != 0) {
    draw_from_bag(state, colour);
  } else {
    state.spares = static_cast<std::uint8_t>(state.spares & ~(1U << colour));
  }
}

void Game::take(State& state, int slot) const {
  Area& area = state.area[state.mover];
  for (int c = 0; c < kColours; ++c) area.hand.add(c, sea_tiles(state.sea, slot, c));
  area.larvae.add(slot);
  state.sea &= ~(std::uint64_t{0x3ff} << (10 * slot));
  clear_turn(state);
  ++state.turns;
  if (state.larva_supply[slot] == 0) return finish(state, End::larvae);
  state.larva_supply.remove(slot);
  if (state.bag_total < rules_.refill_minimum || state.bag_total == 0) return finish(state, End::bag);
  for (int tiles = 0; tiles < 3; ++tiles) {
    for (int s = 0; s < kColours; ++s) {
      if (sea_total(state.sea, s) != tiles) continue;
      state.queue = static_cast<std::uint16_t>(state.queue | (s << (3 * state.queue_size)));
      ++state.queue_size;
    }
  }
  state.phase = Phase::refill;
}

bool Game::reef_is_full(const State& state) const {
  bool free = false;
  for_each_board(state, [&](int board) {
    free |= empty_rock(state, board) != 0;
    for (int c = 0; c < kColours && !free; ++c)
      free |= (attackable(state, board, c) & ~forbidden_joins(state, board, c)) != 0;
  });
  return !free;
}

void Game::end_turn(State& state) const {
  if (reef_is_full(state)) return finish(state, End::full);
  if (state.turns >= rules_.max_turns) return finish(state, End::turns);
  state.mover = static_cast<std::uint8_t>((state.mover + 1) % rules_.players);
  begin_turn(state);
}

/// Passes the extra feeding on from the mover to the next player who has a coral for it.
void Game::next_extra_feeding(State& state) const {
  for (;;) {
    state.mover = static_cast<std::uint8_t>((state.mover + 1) % rules_.players);
    if (state.mover == state.ender) {
      state.phase = Phase::over;
      return;
    }
    if (can_feed(state, state.mover, rules_.final_feed_return + 1)) {
      state.phase = Phase::extra_feeding;
      return;
    }
  }
}

void Game::apply(State& state, Action action) const {
  const int argument = argument_of(action);
  const auto end_with_extra_feedings = [&](End end) {
    finish(state, end);
    state.ender = state.mover;
    next_extra_feeding(state);
  };
  const auto next_seat = [&](Phase after_last) {
    state.counter = 0;
    state.mover = static_cast<std::uint8_t>((state.mover + 1) % rules_.players);
    if (state.mover == 0) state.phase = after_last;
  };

  switch (verb_of(action)) {
    case Verb::boards:
      state.boards = static_cast<std::uint8_t>(argument);
      for_each_board(state, [&](int board) {
        for (int c = 0; c < kColours; ++c) {
          add_tiles(state, board, board_map(board).start[c], c);
          draw_from_bag(state, c);
        }
      });
      state.phase = Phase::side;
      return;
    case Verb::side:
      state.sides = argument == 0 ? 0 : (1U << kCoralTiles) - 1;
      state.phase = Phase::slot;
      return;
    case Verb::slot:
      state.first_slot = static_cast<std::uint8_t>(argument);
      state.phase = Phase::sea_fill;
      return;
    case Verb::drawn:
      draw_from_bag(state, argument);
      if (state.phase == Phase::sea_fill) {
        add_to_slot(state, fill_slot(state), argument);
        if (++state.counter < kSeaFill) return;
        state.counter = 0;
        state.first_slot = 0;
        state.phase = Phase::deal;
        return;
      }
      add_to_slot(state, state.queue & 7, argument);
      state.queue = static_cast<std::uint16_t>(state.queue >> 3);
      if (--state.queue_size == 0) return end_turn(state);
      if (state.bag_total == 0) finish(state, End::bag);
      return;
    case Verb::dealt:
      if (argument == kUnseen) {
        --state.bag_total;  // an information state does not know which
      } else {
        draw_from_bag(state, argument);
        state.area[state.mover].hand.add(argument);
      }
      if (++state.counter == rules_.start_tiles[state.mover]) next_seat(Phase::fish);
      return;

    case Verb::fish:
      if (argument != kUnseen) state.area[state.mover].hand.remove(argument);
      state.secret[state.mover] = static_cast<std::uint8_t>(argument);
      return next_seat(Phase::larvae);
    case Verb::larvae:
      if (argument != kUnseenPair) {
        for (const int c : kLarvaPair[at(argument)]) {
          state.area[state.mover].larvae.add(c);
          state.larva_supply.remove(c);
        }
      }
      next_seat(Phase::main);
      if (state.phase == Phase::main) begin_turn(state);
      return;

    case Verb::eat: {
      const bool extra = state.phase == Phase::extra_feeding;
      feed(state, argument);
      if (extra) return next_extra_feeding(state);
      if (state.feedings[state.mover] == kShrimpsPerPlayer) return end_with_extra_feedings(End::shrimps);
      state.phase = Phase::main;
      return;
    }
    case Verb::pass:
      if (state.phase == Phase::extra_feeding) return next_extra_feeding(state);
      state.phase = Phase::main;
      return;

    case Verb::lay:
      state.area[state.mover].larvae.remove(argument);
      state.larva_supply.add(argument);
      ++state.lays;
      state.colour = static_cast<std::uint8_t>(argument);
      state.phase = Phase::laying;
      return;
    case Verb::put: return put(state, argument >> 1, (argument & 1) != 0);
    case Verb::grow:
    case Verb::skip:
      if (verb_of(action) == Verb::grow) grow(state, state.counter, state.colour);
      state.counter = 0;
      state.phase = Phase::laying;
      return;
    case Verb::done:
      state.colour = 0;
      state.hand_laid = 0;
      state.flags = static_cast<std::uint8_t>(state.flags & ~State::kAnyPut);
      state.phase = Phase::main;
      return;

    case Verb::shrimp:
      state.flags |= State::kShrimpPlaced;
      place_shrimp(state, argument);
      return;
    case Verb::lift:
      remove_shrimp(state, argument);
      state.flags |= State::kInAir;
      ++state.lifts;
      return;
    case Verb::land:
      place_shrimp(state, argument);
      state.flags = static_cast<std::uint8_t>(state.flags & ~State::kInAir);
      return;
    case Verb::recall: state.flags = static_cast<std::uint8_t>(state.flags & ~State::kInAir); return;

    case Verb::larva:
      pay_consumed(state, argument);
      state.larva_supply.remove(argument);
      state.area[state.mover].larvae.add(argument);
      return;
    case Verb::tile:
      state.area[state.mover].larvae.remove(argument);
      state.larva_supply.add(argument);
      draw_from_bag(state, argument);
      state.area[state.mover].hand.add(argument);
      return;
    case Verb::alga: {
      const int alga = argument / kColours;
      pay_consumed(state, argument % kColours);
      state.alga_space = static_cast<std::uint8_t>(alga);
      state.sides = static_cast<std::uint16_t>(state.sides ^ (showing(state.sides, alga) & ~state.locked));
      return;
    }
    case Verb::lock: {
      const int tile = argument / kColours;
      const int alga = shown_alga(state.sides, tile);
      pay_consumed(state, argument % kColours);
      if (cylinders(state, alga) == 0) state.alga_space = kNoAlga;
      state.locked = static_cast<std::uint16_t>(state.locked | (1U << tile));
      state.sides = static_cast<std::uint16_t>(state.sides ^ (showing(state.sides, alga) & ~state.locked));
      state.flags |= State::kLockedOne;
      if (state.locked == (1U << kCoralTiles) - 1) end_with_extra_feedings(End::locks);
      return;
    }
    case Verb::take: return take(state, argument);
  }
}

PerSeat<int> Game::scores(const State& state) const {
  PerSeat<int> scores{};
  for (int p = 0; p < rules_.players; ++p) {
    const Counts fish = state.area[at(p)].fish;
    for (int c = 0; c < kColours; ++c) {
      const int tiles = fish[c] + (state.secret[at(p)] == c ? 1 : 0);
      scores[at(p)] += tiles * colour_value(state.sides, c);
    }
  }
  return scores;
}

PerSeat<int> Game::ranks(const State& state) const {
  const PerSeat<int> points = scores(state);
  std::array<std::array<int, 5>, kSeats> keys{};
  for (int p = 0; p < rules_.players; ++p) {
    const Area& area = state.area[at(p)];
    int on_boards = 0;
    for (const std::uint8_t place : state.shrimp_at[at(p)]) {
      if (place != kNowhere) on_boards += count_bits(coral_at(state, board_of(place), bit(cell_of(place))));
    }
    keys[at(p)] = {points[at(p)], area.consumed.total(), area.larvae.total(), area.hand.total(), on_boards};
  }
  PerSeat<int> ranks{};
  for (int p = 0; p < rules_.players; ++p) {
    ranks[at(p)] = 1;
    for (int q = 0; q < rules_.players; ++q) ranks[at(p)] += keys[at(q)] > keys[at(p)] ? 1 : 0;
  }
  return ranks;
}

std::string_view Game::end_reason(const State& state) const { return end_name(state.end); }

std::uint64_t Game::hash(const State& state) const {
  const auto words = std::bit_cast<std::array<std::uint64_t, sizeof(State) / 8>>(state);
  std::uint64_t hash = 0;
  for (const std::uint64_t word : words) hash = hash_combine(hash, word);
  return hash;
}

}  // namespace atl::reef_encounter
