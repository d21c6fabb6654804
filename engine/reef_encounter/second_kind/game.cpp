#include "engine/reef_encounter/second_kind/game.hpp"

#include "engine/core/bits.hpp"
#include "engine/reef_encounter/second_kind/pieces.hpp"

namespace atl::reef_encounter::second_kind {
namespace {

/// Tiles for the slots in setup, from the starting slot on.
constexpr std::uint8_t kSlotOfFill[] = {0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 4};
constexpr int kSeaFill = 12;

}  // namespace

Game::Game(const Rules& rules) : rules_(rules), free_growth_(reef_encounter::free_growth(rules)) {
  check_rules(rules_);
}

std::vector<std::string> Game::remarks(const Rules& rules) {
  return {"Of the 28 different cards of the print 11 are documented; the deck here has " +
          std::to_string(std::popcount(cards_in_deck(rules))) + " of them, " + std::to_string(rules.deck_copies) +
          " of each (--rule cards). The colours of the 48 special tiles are ours."};
}

State Game::initial_state() const {
  State state;
  for (auto& places : state.shrimp_at) places.fill(kNoPlace);
  for (auto& slot : state.sea) slot.fill(kNoTile);
  state.bitten.fill(kNoPlace);
  state.secret.fill(kUnseen);
  state.alga_space = kNoAlga;
  state.spares = (1U << kColours) - 1;
  for (int c = 0; c < kColours; ++c) {
    state.larva_supply[at(c)] = kLarvaePerColour - 1;
    put_into_bag(state, c, kTilesPerColour - 1);
  }
  for (int kind = 0; kind < kTileKinds; ++kind) put_into_bag(state, kind, tile_kind(kind).copies);
  if (rules_.crown_start) {
    for (int p = 0; p < rules_.players; ++p) {
      draw_from_bag(state, kCrownKind);
      ++state.area[at(p)].hand[at(kCrownKind)];
    }
  }
  for (CardSet deck = cards_in_deck(rules_); deck != 0; deck &= deck - 1) {
    const int card = std::countr_zero(deck);
    state.pile[at(card)] = static_cast<std::uint8_t>(card_kind(card).copies * rules_.deck_copies);
    state.pile_total = static_cast<std::uint8_t>(state.pile_total + state.pile[at(card)]);
  }
  return state;
}

NodeKind Game::node_kind(const State& state) const {
  if (state.phase <= Phase::card_draw) return NodeKind::chance;
  return state.phase == Phase::over ? NodeKind::terminal : NodeKind::decision;
}

void Game::apply_setup(State& state, Action action) const {
  const int argument = argument_of(action);
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
          add_tile(state.board[at(board)], printed(board).start[c], c, kPlainLaid);
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
      if (state.phase == Phase::refill) {
        add_to_slot(state, state.queue & 7, argument);
        return refilled(state);
      }
      add_to_slot(state, (state.first_slot + kSlotOfFill[state.counter]) % kColours, argument);
      if (++state.counter < kSeaFill) return;
      state.counter = 0;
      state.first_slot = 0;
      state.phase = Phase::deal;
      return;
    case Verb::dealt:
      draw_from_bag(state, argument);
      ++state.area[state.mover].hand[at(argument)];
      if (++state.counter == rules_.start_tiles[state.mover]) next_seat(Phase::fish);
      return;
    case Verb::card_drawn:
      if (argument != kUnseenCard) --state.pile[at(argument)];  // an information state does not know which
      --state.pile_total;
      ++state.area[state.mover].cards[at(argument)];
      state.phase = Phase::main;
      return;
    case Verb::fish:
      if (argument != kUnseen) --state.area[state.mover].hand[at(argument)];
      state.secret[state.mover] = static_cast<std::uint8_t>(argument);
      return next_seat(Phase::larvae);
    default:  // larvae
      if (argument != kUnseenPair) {
        for (const int c : kLarvaPair[at(argument)]) {
          ++state.area[state.mover].larvae[at(c)];
          --state.larva_supply[at(c)];
        }
      }
      next_seat(Phase::main);
      if (state.phase == Phase::main) begin_turn(state, 0);
      return;
  }
}

void Game::apply(State& state, Action action) const {
  switch (state.phase) {
    case Phase::biting:
    case Phase::nudging: return apply_crowns(state, action);
    case Phase::feeding:
      return verb_of(action) == Verb::card ? begin_card(state, argument_of(action)) : apply_feeding(state, action);
    case Phase::breakfast:
      return verb_of(action) == Verb::lay ? apply_main(state, action) : apply_feeding(state, action);
    case Phase::returning:
    case Phase::extra_feeding: return apply_feeding(state, action);
    case Phase::window:
      return verb_of(action) == Verb::card ? begin_card(state, argument_of(action)) : next_window(state);
    case Phase::landing:
    case Phase::main:
    case Phase::laying: return apply_main(state, action);
    case Phase::free_growth: return decide_growth(state, verb_of(action) == Verb::grow);
    default: return state.phase <= Phase::larvae ? apply_setup(state, action) : apply_card_step(state, action);
  }
}

PerSeat<int> Game::scores(const State& state) const {
  PerSeat<int> scores{};
  for (int p = 0; p < rules_.players; ++p) {
    int& points = scores[at(p)];
    for (int kind = 0; kind < kPolypKinds; ++kind) {
      const TileKind& tile = tile_kind(kind);
      int value = colour_value(state.sides, tile.first);
      if (tile.second != kNoColour) value = std::max(value, colour_value(state.sides, tile.second));
      points += state.area[at(p)].fish[at(kind)] * tiles_counted(kind) * value;
    }
    if (state.secret[at(p)] != kUnseen) points += colour_value(state.sides, state.secret[at(p)]);
  }
  return scores;
}

PerSeat<int> Game::ranks(const State& state) const {
  const PerSeat<int> points = scores(state);
  std::array<std::array<int, 5>, kSeats> keys{};
  for (int p = 0; p < rules_.players; ++p) {
    const Area& area = state.area[at(p)];
    int on_boards = 0;
    for (const std::uint16_t place : state.shrimp_at[at(p)]) {
      if (place != kNoPlace) on_boards += count_bits(coral_at(state, place));
    }
    keys[at(p)] = {points[at(p)], total(area.consumed), total(area.larvae), total(area.hand), on_boards};
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

}  // namespace atl::reef_encounter::second_kind
