#include "engine/reef_encounter/second_kind/game.hpp"

#include <bit>

#include "engine/core/bits.hpp"
#include "engine/reef_encounter/common/setup.hpp"
#include "engine/reef_encounter/second_kind/pieces.hpp"

namespace atl::reef_encounter::second_kind {

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
  fill_box(state);
  for (auto& slot : state.sea) slot.fill(kNoTile);
  state.bitten.fill(kNoPlace);
  for (int kind = 0; kind < kTileKinds; ++kind) put_into_bag(state, kind, tile_kind(kind).copies);
  if (rules_.crown_start) {
    for (int p = 0; p < rules_.players; ++p) {
      draw_from_bag(state, kCrownKind);
      state.area[at(p)].hand.add(kCrownKind);
    }
  }
  for (CardSet deck = cards_in_deck(rules_); deck != 0; deck &= deck - 1) {
    const int card = std::countr_zero(deck);
    state.pile.set(card, card_kind(card).copies * rules_.deck_copies);
    state.pile_total = static_cast<std::uint8_t>(state.pile_total + state.pile[card]);
  }
  return state;
}

NodeKind Game::node_kind(const State& state) const {
  if (state.phase <= Phase::card_draw) return NodeKind::chance;
  return state.phase == Phase::over ? NodeKind::terminal : NodeKind::decision;
}

std::string_view Game::end_reason(const State& state) const { return end_name(state.end); }

std::uint64_t Game::hash(const State& state) const {
  const auto words = std::bit_cast<std::array<std::uint64_t, sizeof(State) / 8>>(state);
  std::uint64_t hash = 0;
  for (const std::uint64_t word : words) hash = hash_combine(hash, word);
  return hash;
}

}  // namespace atl::reef_encounter::second_kind
