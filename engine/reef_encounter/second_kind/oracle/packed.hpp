/// Test support: a table of the oracle as a state of the packed engine.
#pragma once

#include <algorithm>

#include <doctest/doctest.h>

#include "engine/reef_encounter/second_kind/game.hpp"
#include "engine/reef_encounter/second_kind/oracle/table.hpp"
#include "engine/reef_encounter/second_kind/pieces.hpp"

namespace atl::reef_encounter::second_kind {

inline int kind_number(const std::string& code) {
  const auto* const found =
      std::find_if(kTileTable.begin(), kTileTable.end(), [&](const TileKind& kind) { return kind.code == code; });
  REQUIRE(found != kTileTable.end());
  return static_cast<int>(found - kTileTable.begin());
}
inline int card_number(const std::string& id) {
  const auto* const found =
      std::find_if(kDeck.begin(), kDeck.end(), [&](const CardKind& kind) { return kind.id == id; });
  REQUIRE(found != kDeck.end());
  return static_cast<int>(found - kDeck.begin());
}
inline int colour_number(char letter) { return static_cast<int>(kColourLetters.find(letter)); }
inline int packed_place(oracle::Cell cell) { return make_place(cell / 72, Grid::cell(cell % 72 / 9, cell % 9)); }

template <std::size_t N>
void pack_tiles(const oracle::Pile& pile, Pile<N>& counts) {
  counts.clear();
  for (const std::string& kind : oracle::kinds_in(pile)) counts.set(kind_number(kind), oracle::count(pile, kind));
}
template <std::size_t N>
void pack_cards(const oracle::Pile& pile, Pile<N>& counts) {
  counts.clear();
  for (const std::string& id : oracle::kinds_in(pile)) counts.set(card_number(id), oracle::count(pile, id));
}
inline void pack_larvae(const oracle::Cubes& cubes, Pile<kColours>& counts) {
  for (const char colour : kColourLetters) counts.set(colour_number(colour), oracle::count(cubes, colour));
}

inline void pack_cell(const oracle::Reef& reef, oracle::Cell cell, State& state) {
  const int place = packed_place(cell);
  Board& board = board_at(state, place);
  const Cells here = cell_bit(place);
  if (reef.has_tile(cell)) {
    const oracle::Tile& tile = reef.tile(cell);
    const int colour = colour_number(tile.colour);
    const int facing = tile.facing == ' ' ? 0 : static_cast<int>(kFacings.find(tile.facing));
    add_tile(board, here, colour, laid_form(kind_number(tile.kind), colour, facing));
  }
  if (reef.shrimp(cell) >= 0) {
    board.shrimps |= here;
    insert_place(state.shrimp_at[at(reef.shrimp(cell))], place);
  }
  if (reef.has_wooden_blue(cell)) board.blues |= here;
  if (reef.crowns().count(cell) != 0) board.crowns |= here;
  if (reef.rock_tiles().count(cell) != 0) board.rock_tiles |= here;
  if (reef.deep_tiles().count(cell) != 0) board.deep_tiles |= here;
}

/// Everything that lies on the table, and nothing of the turn being played: the rest is as at the start of a game.
inline State packed_table(const Game& game, const oracle::Table& table) {
  State state = game.initial_state();
  for (const int board : table.reef.boards) state.boards = static_cast<std::uint8_t>(state.boards | 1U << board);
  for (const oracle::Cell cell : table.reef.cells()) pack_cell(table.reef, cell, state);
  for (std::size_t i = 0; i < kCoralTable.size(); ++i) {
    const std::string name(kCoralTable[i].name);
    if (table.corals.side.at(name) == 1) state.sides = static_cast<std::uint16_t>(state.sides | 1U << i);
    if (table.corals.locked.count(name) != 0) state.locked = static_cast<std::uint16_t>(state.locked | 1U << i);
  }
  if (table.alga_space != ' ') state.alga_space = static_cast<std::uint8_t>(kAlgaLetters.find(table.alga_space));
  state.spares = 0;
  for (const char colour : table.spares)
    state.spares = static_cast<std::uint8_t>(state.spares | 1U << colour_number(colour));
  pack_tiles(table.bag, state.bag);
  state.bag_total = static_cast<std::uint8_t>(state.bag.total());
  pack_cards(table.draw_pile, state.pile);
  pack_cards(table.discards, state.discards);
  state.pile_total = static_cast<std::uint8_t>(state.pile.total());
  pack_larvae(table.supply, state.larva_supply);
  for (const auto& [slot, tiles] : table.slot_tiles) {
    for (const auto& [kind, n] : tiles) {
      for (int i = 0; i < n; ++i) add_to_slot(state, colour_number(slot), kind_number(kind));
    }
  }
  for (std::size_t p = 0; p < table.seats.size(); ++p) {
    const oracle::Seat& seat = table.seats[p];
    pack_tiles(seat.hand, state.area[p].hand);
    pack_tiles(seat.consumed, state.area[p].consumed);
    pack_tiles(seat.fish, state.area[p].fish);
    pack_cards(seat.cards, state.area[p].cards);
    pack_larvae(seat.larvae, state.area[p].larvae);
    state.feedings[p] = static_cast<std::uint8_t>(seat.feedings);
  }
  pack_tiles(table.fed, state.eaten);
  state.turns = static_cast<std::uint16_t>(table.turns);
  return state;
}

/// The same of a state: secret tiles lie among the other tiles of a parrotfish.
inline State table_part(const Game& game, const State& state) {
  State part = game.initial_state();
  part.board = state.board;
  part.shrimp_at = state.shrimp_at;
  part.sides = state.sides;
  part.locked = state.locked;
  part.turns = state.turns;
  part.area = state.area;
  part.bag = state.bag;
  part.sea = state.sea;
  part.larva_supply = state.larva_supply;
  part.pile = state.pile;
  part.discards = state.discards;
  part.eaten = state.eaten;
  part.feedings = state.feedings;
  part.pile_total = state.pile_total;
  part.bag_total = state.bag_total;
  part.spares = state.spares;
  part.alga_space = state.alga_space;
  part.boards = state.boards;
  for (std::size_t p = 0; p < kSeats; ++p) {
    if (state.secret[p] != kUnseen) part.area[p].fish.add(state.secret[p]);
  }
  return part;
}

/// `player` begins its turn.
inline State begin_packed(const Game& game, const oracle::Table& table, int player) {
  State state = packed_table(game, table);
  // The player before has taken with pick_me_up and ends its turn.
  const int players = game.num_players();
  state.active = state.mover = static_cast<std::uint8_t>((player + players - 1) % players);
  state.set(State::kPickMeUp);
  state.phase = Phase::main;
  game.apply(state, make_action(Verb::end));
  return state;
}

}  // namespace atl::reef_encounter::second_kind
