/// What each event does. Compare with reference_rules.cpp, which says the same with strings.
#include <algorithm>

#include "engine/core/text.hpp"
#include "engine/reef_rescue/masks.hpp"

namespace atl::reef_rescue {
namespace {

[[noreturn]] void refuse_ocean(const std::string& why) { throw InputError("impossible ocean (" + why + ")"); }

void check_ranges(const Rules& rules, std::string_view except) {
  visit_fields(rules, [&](const Field& field, const auto& member) {
    const FieldValue value = detail::to_field_value(member);
    if (field.name != except) check_field_value(field, value, value);
  });
}

std::uint64_t rectangle(int rows, int columns) {
  std::uint64_t cells = 0;
  for (int row = 0; row < rows; ++row) cells |= ((std::uint64_t{1} << columns) - 1) << (row * kColumns);
  return cells;
}

}  // namespace

Game::Game(const Rules& rules) : rules_(rules) {
  check_ranges(rules, "");
  read_card_pairs();
}

Game::Game(const Rules& rules, const Ocean& ocean) : rules_(rules) {
  check_ranges(rules, "last_round_tiles");
  read_card_pairs();
  if (rules.last_round_tiles < 0 || rules.last_round_tiles >= kCells) refuse_ocean("last_round_tiles is from 0 to 39");
  if (ocean.rows < 1 || ocean.rows > kRows || ocean.columns < 1 || ocean.columns > kColumns) {
    refuse_ocean("at most 5 rows and 8 columns");
  }
  grid_ = rectangle(ocean.rows, ocean.columns);
  if (!ocean.tiles.empty()) {
    ocean_tiles_ = 0;
    for (const std::string& name : ocean.tiles) {
      if (name.size() != 2 || name[0] < 'A' || name[0] > 'H' || name[1] < '1' || name[1] > '5') {
        refuse_ocean("no tile '" + name + "'");
      }
      const std::uint64_t tile = bit(number_of(name[0], name[1]));
      if ((ocean_tiles_ & tile) != 0) refuse_ocean("tile " + name + " twice");
      ocean_tiles_ |= tile;
    }
  }
  if (std::popcount(ocean_tiles_) != std::popcount(grid_)) refuse_ocean("as many tiles as cells are needed");
  std::uint64_t claimable_tiles = ocean_tiles_ & kLittles;
  for (const std::uint64_t set : kSetTiles) {
    if ((ocean_tiles_ & set) == set) claimable_tiles |= set;
  }
  if (std::popcount(ocean_tiles_ & ~claimable_tiles) < 3) refuse_ocean("three tiles must stay for ever");
}

void Game::read_card_pairs() {
  if (rules_.players < kMinPlayers || rules_.players > kMaxPlayers) {
    throw InputError("bad number of players " + std::to_string(rules_.players) + " (reef_rescue takes 2 to 5)");
  }
  const auto fail = [&] {
    throw InputError("bad value '" + rules_.card_pairs +
                     "' for rule 'card_pairs' (each of fin, turbo, beam, scope once, as a|b,c|d). "
                     "The default is fin|beam,turbo|scope");
  };
  int named = 0;
  const std::vector<std::string_view> cards = split(rules_.card_pairs, ',');
  if (cards.size() != 2) fail();
  for (std::size_t card = 0; card < 2; ++card) {
    const std::vector<std::string_view> sides = split(cards[card], '|');
    if (sides.size() != 2) fail();
    for (std::size_t side = 0; side < 2; ++side) {
      const auto* const name = std::find(kCardNames.begin(), kCardNames.end(), sides[side]);
      if (name == kCardNames.end()) fail();
      const auto action = static_cast<std::size_t>(name - kCardNames.begin());
      sides_[card][side] = static_cast<Card>(action);
      card_number_[action] = static_cast<std::uint8_t>(card);
      named |= 1 << action;
    }
  }
  if (named != 15) fail();
}

Card Game::other_side(Card card) const {
  const auto& sides = sides_[card_number_[static_cast<std::size_t>(card)]];
  return sides[0] == card ? sides[1] : sides[0];
}

Game::State Game::initial_state() const {
  State state{};
  state.tile.fill(kNoTile);
  state.hand.fill(kNoTile);
  return state;
}

void Game::apply(State& state, Action action) const {
  const int argument = argument_of(action);
  switch (verb_of(action)) {
    case Verb::deal: {
      const int cell = std::countr_zero(grid_ & ~state.present);
      state.tile[static_cast<std::size_t>(cell)] = static_cast<std::uint8_t>(argument);
      state.present |= bit(cell);
      state.fresh |= bit(cell);
      if (state.present == grid_) state.phase = Phase::faces;
      return;
    }
    case Verb::face: {
      if (sides_[state.cursor & 1U][1] == static_cast<Card>(argument)) {
        state.faces = static_cast<std::uint16_t>(state.faces | 1U << state.cursor);
      }
      if (++state.cursor == 2 * num_players()) {
        state.cursor = 0;
        state.phase = Phase::turn;
      }
      return;
    }
    case Verb::choose: {
      static constexpr std::array<Phase, 4> kNext = {Phase::flip_fin, Phase::flip_turbo, Phase::shine, Phase::pick};
      state.phase = kNext[static_cast<std::size_t>(argument)];
      return;
    }
    case Verb::flip: {
      const std::uint64_t cell = bit(argument);
      for (std::uint64_t& known : state.known) known |= cell;
      state.fresh &= ~cell;
      state.marked |= cell;
      const Card used = state.phase == Phase::flip_fin ? Card::fin : Card::turbo;
      if ((kGarbage >> state.tile[static_cast<std::size_t>(argument)] & 1) != 0) {
        end_turn(state, used);
      } else if (std::popcount(state.marked) == rules_.max_flips || state.marked == state.present) {
        start_claims(state, used);
      }
      return;
    }
    case Verb::stop: start_claims(state, state.phase == Phase::flip_fin ? Card::fin : Card::turbo); return;
    case Verb::shine: {
      const std::uint64_t cells = shine_cells(action);
      for (std::uint64_t& known : state.known) known |= cells;
      state.fresh &= ~cells;
      state.marked = cells;
      start_claims(state, Card::beam);
      return;
    }
    case Verb::pick: {
      state.marked |= bit(argument);
      if (std::popcount(state.marked) < 3) return;
      std::uint64_t cells = state.marked;
      for (std::uint64_t& known : state.known) known &= ~cells;
      state.fresh &= ~cells;
      state.present &= ~cells;
      state.marked = 0;
      state.phase = Phase::place;
      for (std::uint8_t& tile : state.hand) {
        std::uint8_t& from = state.tile[static_cast<std::size_t>(pop_lowest_bit(cells))];
        tile = from;
        from = kNoTile;
      }
      return;
    }
    case Verb::place: {
      std::uint8_t& tile = state.hand[state.cursor];
      state.tile[static_cast<std::size_t>(argument)] = tile;
      tile = kNoTile;
      state.present |= bit(argument);
      state.marked |= bit(argument);
      if (++state.cursor == 3) finish_scope(state, state.marked);
      return;
    }
    case Verb::claim_set: {
      const std::uint64_t wanted = kSetTiles[static_cast<std::size_t>(argument)];
      std::uint64_t cells = 0;
      for (std::uint64_t up = state.marked; up != 0;) {
        const int cell = pop_lowest_bit(up);
        cells |= (wanted >> state.tile[static_cast<std::size_t>(cell)] & 1) << cell;
      }
      claim(state, kFirstSetClaim + argument, cells);
      state.cursor = static_cast<std::uint8_t>(argument + 1);
      end_turn_unless_claims(state, state.phase == Phase::claim_fin ? Card::fin : Card::beam);
      return;
    }
    case Verb::claim_tile:
      claim(state, kTileInfo[state.tile[static_cast<std::size_t>(argument)]].claim, bit(argument));
      state.cursor = static_cast<std::uint8_t>(kAfterTile + argument);
      end_turn_unless_claims(state, state.phase == Phase::claim_turbo ? Card::turbo : Card::beam);
      return;
    case Verb::done: {
      const auto used = static_cast<std::size_t>(state.phase) - static_cast<std::size_t>(Phase::claim_fin);
      static_assert(static_cast<int>(Phase::claim_beam) - static_cast<int>(Phase::claim_fin) ==
                    static_cast<int>(Card::beam));
      end_turn(state, static_cast<Card>(used));
      return;
    }
  }
}

void Game::claim(State& state, int claim_number, std::uint64_t cells) const {
  const unsigned seat = state.mover + 1U;
  for (unsigned plane = 0; plane < 3; ++plane) state.owner[plane] |= (seat >> plane & 1U) << claim_number;
  for (std::uint64_t& known : state.known) known &= ~cells;
  state.present &= ~cells;
  state.marked &= ~cells;
  while (cells != 0) state.tile[static_cast<std::size_t>(pop_lowest_bit(cells))] = kNoTile;
}

void Game::start_claims(State& state, Card used) const {
  static constexpr std::array<Phase, 3> kClaimPhase = {Phase::claim_fin, Phase::claim_turbo, Phase::claim_beam};
  state.phase = kClaimPhase[static_cast<std::size_t>(used)];
  end_turn_unless_claims(state, used);
}

void Game::end_turn_unless_claims(State& state, Card used) const {
  const Claimable what = claimable(state);
  if (what.sets == 0 && what.tiles == 0) end_turn(state, used);
}

void Game::finish_scope(State& state, std::uint64_t filled) const {
  state.present |= filled;
  state.known[state.mover] |= filled;
  end_turn(state, Card::scope);
}

void Game::end_turn(State& state, Card used) const {
  state.faces = static_cast<std::uint16_t>(state.faces ^
                                           (1U << (2 * state.mover + card_number_[static_cast<std::size_t>(used)])));
  state.marked = 0;
  state.cursor = 0;
  state.phase = Phase::turn;
  if (++state.mover < num_players()) return;
  state.mover = 0;
  ++state.round;
  if (std::popcount(state.present) <= rules_.last_round_tiles || state.round >= rules_.max_rounds)
    state.phase = Phase::over;
}

void Game::chance_outcomes(const State& state, ChanceList<Game>& out) const {
  out.clear();
  if (state.phase == Phase::deal) {
    std::uint64_t left = ocean_tiles_ & ~tiles_on(state, state.present);
    const double probability = 1.0 / std::popcount(left);
    while (left != 0) out.push_back({make_action(Verb::deal, pop_lowest_bit(left)), probability});
    return;
  }
  ATOLL_EXPECT(state.phase == Phase::faces);
  std::array<Card, 2> sides = sides_[state.cursor & 1U];
  if (sides[1] < sides[0]) std::swap(sides[0], sides[1]);
  for (const Card side : sides) out.push_back({make_action(Verb::face, static_cast<int>(side)), 0.5});
}

Action Game::sample_chance(const State& state, Rng& rng) const {
  if (state.phase == Phase::deal) {
    return make_action(Verb::deal, rng.random_bit(ocean_tiles_ & ~tiles_on(state, state.present)));
  }
  ATOLL_EXPECT(state.phase == Phase::faces);
  return make_action(Verb::face, static_cast<int>(sides_[state.cursor & 1U][rng.below(2)]));
}

/// The Ocean belongs to nobody; a card face to its seat.
ChanceSource Game::chance_source(const State& state) const {
  if (state.phase == Phase::deal) return {};
  return {.owner = static_cast<Player>(state.cursor / 2), .number = static_cast<std::uint16_t>(1 + state.cursor % 2)};
}

void Game::play_chance_run(State& state, Rng& rng) const {
  if (state.phase == Phase::deal) {
    std::uint64_t left = ocean_tiles_ & ~tiles_on(state, state.present);
    std::array<std::uint8_t, kCells> pool{};
    std::uint32_t count = 0;
    while (left != 0) pool[count++] = static_cast<std::uint8_t>(pop_lowest_bit(left));
    for (std::uint64_t cells = grid_ & ~state.present; cells != 0;) {
      const std::uint32_t k = rng.below(count);
      state.tile[static_cast<std::size_t>(pop_lowest_bit(cells))] = pool[k];
      pool[k] = pool[--count];
    }
    state.present = grid_;
    state.fresh = grid_;
  }
  const unsigned from = state.cursor;
  const unsigned all = (1U << (2 * num_players())) - 1;
  state.faces = static_cast<std::uint16_t>(state.faces | ((rng.next() >> 32) & (all >> from << from)));
  state.cursor = 0;
  state.phase = Phase::turn;
}

std::uint32_t Game::owned(const State& state, int player) const {
  const auto seat = static_cast<unsigned>(player + 1);
  std::uint32_t mine = ~std::uint32_t{0};
  for (unsigned plane = 0; plane < 3; ++plane)
    mine &= (seat >> plane & 1U) != 0 ? state.owner[plane] : ~state.owner[plane];
  return mine;
}

std::uint64_t Game::tiles_left(const State& state) const {
  // [byte of the claims][its value] tiles of those claims
  static constexpr auto kTilesOfClaims = [] {
    std::array<std::array<std::uint64_t, 256>, 4> table{};
    for (std::size_t tile = 0; tile < kCells; ++tile) {
      const int claim = kTileInfo[tile].claim;
      for (unsigned value = 0; claim >= 0 && value < 256; ++value) {
        if ((value >> (claim % 8) & 1) != 0)
          table[static_cast<std::size_t>(claim / 8)][value] |= std::uint64_t{1} << tile;
      }
    }
    return table;
  }();
  const std::uint32_t claimed = state.owner[0] | state.owner[1] | state.owner[2];
  std::uint64_t gone = 0;
  for (std::size_t byte = 0; byte < 4; ++byte) gone |= kTilesOfClaims[byte][claimed >> (8 * byte) & 0xff];
  for (const std::uint8_t tile : state.hand) gone |= bit(tile);
  return ocean_tiles() & ~gone;
}

int Game::claimed_twos(const State& state, int player) const { return std::popcount(owned(state, player) & 0xfffU); }

int Game::claimed_points(const State& state, int player) const {
  const std::uint32_t mine = owned(state, player);
  return 2 * std::popcount(mine & 0xfffU) + 3 * std::popcount(mine >> 12 & 0x1fU) + 4 * std::popcount(mine >> 17 & 7U) +
         10 * std::popcount(mine >> kFirstSetClaim & 0x3fU) +
         15 * static_cast<int>(mine >> (kFirstSetClaim + kReef) & 1U);
}

PerSeat<int> Game::scores(const State& state) const {
  PerSeat<int> scores{}, twos{};
  int most = 1;  // nobody gets the bonus without a tile
  for (int p = 0; p < num_players(); ++p) {
    const auto seat = static_cast<std::size_t>(p);
    scores[seat] = claimed_points(state, p);
    twos[seat] = claimed_twos(state, p);
    most = std::max(most, twos[seat]);
  }
  for (std::size_t seat = 0; seat < static_cast<std::size_t>(num_players()); ++seat) {
    if (twos[seat] == most) scores[seat] += rules_.pairs_bonus;
  }
  return scores;
}

std::string_view Game::end_reason(const State& state) const {
  return std::popcount(state.present) <= rules_.last_round_tiles ? "tiles" : "rounds";
}

std::uint64_t Game::hash(const State& state) const {
  std::uint64_t hash = 0;
  for (std::size_t cell = 0; cell < kCells; cell += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, &state.tile[cell], 8);
    hash = hash_combine(hash, word);
  }
  for (const std::uint64_t known : state.known) hash = hash_combine(hash, known);
  hash = hash_combine(hash, state.present);
  hash = hash_combine(hash, state.marked);
  hash = hash_combine(hash, state.fresh);
  hash = hash_combine(hash, std::uint64_t{state.owner[0]} << 32 | state.owner[1]);
  hash = hash_combine(hash, std::uint64_t{state.owner[2]} << 32 | std::uint64_t{state.round} << 16 | state.faces);
  hash = hash_combine(hash, static_cast<std::uint64_t>(state.phase) | std::uint64_t{state.mover} << 8 |
                                std::uint64_t{state.cursor} << 16 | std::uint64_t{state.hand[0]} << 24 |
                                std::uint64_t{state.hand[1]} << 32 | std::uint64_t{state.hand[2]} << 40);
  return hash;
}

}  // namespace atl::reef_rescue
