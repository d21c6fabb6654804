/// What a Game is made of, and facts about a State that are no rule: what is left, who owns what, its hash.
#include "engine/reef_rescue/game.hpp"

#include <algorithm>
#include <cstring>

#include "engine/core/text.hpp"

namespace atl::reef_rescue {
namespace {

[[noreturn]] void refuse_ocean(const std::string& why) { throw InputError("impossible ocean (" + why + ")"); }

std::uint64_t rectangle(int rows, int columns) {
  std::uint64_t cells = 0;
  for (int row = 0; row < rows; ++row) cells |= ((std::uint64_t{1} << columns) - 1) << (row * kColumns);
  return cells;
}

}  // namespace

Game::Game(const Rules& rules) : rules_(rules) {
  check_fields(rules);
  read_card_pairs();
}

Game::Game(const Rules& rules, const Ocean& ocean) : rules_(rules) {
  check_fields(rules, "last_round_tiles");
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
  const auto& sides = sides_[card_number_[card]];
  return sides[0] == card ? sides[1] : sides[0];
}

State Game::initial_state() const {
  State state{};
  state.tile.fill(kNoTile);
  state.hand.fill(kNoTile);
  return state;
}

std::uint32_t Game::owned(const State& state, Player player) const {
  const auto seat = static_cast<unsigned>(player.index() + 1);
  std::uint32_t mine = ~std::uint32_t{0};
  for (unsigned plane = 0; plane < 3; ++plane)
    mine &= (seat >> plane & 1U) != 0 ? state.owner[plane] : ~state.owner[plane];
  return mine;
}

std::uint64_t Game::tiles_left(const State& state) const {
  // [byte of the claims][its value] tiles of those claims
  static constexpr auto kTilesOfClaims = [] {
    Array<Array<std::uint64_t, 256>, 4> table{};
    for (std::size_t tile = 0; tile < kCells; ++tile) {
      const int claim = kTileInfo[tile].claim;
      for (unsigned value = 0; claim >= 0 && value < 256; ++value) {
        if ((value >> (claim % 8) & 1) != 0) table[claim / 8][value] |= std::uint64_t{1} << tile;
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

int Game::claimed_twos(const State& state, Player player) const { return std::popcount(owned(state, player) & 0xfffU); }

int Game::claimed_points(const State& state, Player player) const {
  const std::uint32_t mine = owned(state, player);
  return 2 * std::popcount(mine & 0xfffU) + 3 * std::popcount(mine >> 12 & 0x1fU) + 4 * std::popcount(mine >> 17 & 7U) +
         10 * std::popcount(mine >> kFirstSetClaim & 0x3fU) +
         15 * static_cast<int>(mine >> (kFirstSetClaim + kReef) & 1U);
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
  hash = hash_combine(hash, static_cast<std::uint64_t>(state.phase) | state.mover.index() << 8 |
                                std::uint64_t{state.cursor} << 16 | std::uint64_t{state.hand[0]} << 24 |
                                std::uint64_t{state.hand[1]} << 32 | std::uint64_t{state.hand[2]} << 40);
  return hash;
}

}  // namespace atl::reef_rescue
