/// Legal actions by masks, and the fast path that draws one without listing: the two must agree action by action. Then
/// the same for chance.
#include "engine/reef_rescue/game.hpp"
#include "engine/reef_rescue/legal.hpp"

namespace atl::reef_rescue {
namespace {

void list_cells(Verb verb, std::uint64_t cells, ActionList<Game>& out) {
  while (cells != 0) out.push_back(make_action(verb, pop_lowest_bit(cells)));
}

Array<Card, 2> ascending(Array<Card, 2> cards) {
  if (cards[1] < cards[0]) std::swap(cards[0], cards[1]);
  return cards;
}

}  // namespace

void Game::legal_actions(const State& state, ActionList<Game>& out) const {
  out.clear();
  switch (state.phase) {
    case Phase::turn:
      for (const Card card : ascending(visible_cards(state, state.mover))) {
        out.push_back(make_action(Verb::choose, static_cast<int>(card)));
      }
      return;
    case Phase::flip_fin:
    case Phase::flip_turbo:
      list_cells(Verb::flip, state.present & ~state.marked, out);
      if (may_stop(state)) out.push_back(make_action(Verb::stop));
      return;
    case Phase::shine: {
      if (may_stop(state)) out.push_back(make_action(Verb::stop));
      const std::uint64_t two = runs_of_two(state.present), three = runs_of_three(state.present);
      for (std::uint64_t left = state.present; left != 0;) {
        const int cell = pop_lowest_bit(left);
        out.push_back(make_action(Verb::shine, cell << 2));
        if ((two >> cell & 1) != 0) out.push_back(make_action(Verb::shine, cell << 2 | 1));
        if ((three >> cell & 1) != 0) out.push_back(make_action(Verb::shine, cell << 2 | 2));
      }
      return;
    }
    case Phase::pick: list_cells(Verb::pick, pickable(state), out); return;
    case Phase::place: list_cells(Verb::place, grid_ & ~state.present, out); return;
    case Phase::claim_fin:
    case Phase::claim_turbo:
    case Phase::claim_beam: {
      const Claimable what = claimable(state);
      list_cells(Verb::claim_set, what.sets, out);
      list_cells(Verb::claim_tile, what.tiles, out);
      out.push_back(make_action(Verb::done));
      return;
    }
    case Phase::deal:
    case Phase::faces:
    case Phase::over: ATOLL_EXPECT(false); return;  // not a decision node
  }
}

Action Game::random_shine(const State& state, Rng& rng) const {
  const Array<std::uint64_t, 3> runs = {state.present, runs_of_two(state.present), runs_of_three(state.present)};
  std::uint32_t count = may_stop(state) ? 1 : 0;
  for (const std::uint64_t left : runs) count += static_cast<std::uint32_t>(std::popcount(left));
  std::uint32_t k = rng.below(count);
  for (int longer = 0; longer < 3; ++longer) {
    const auto here = static_cast<std::uint32_t>(std::popcount(runs[longer]));
    if (k < here) return make_action(Verb::shine, select_bit(runs[longer], k) << 2 | longer);
    k -= here;
  }
  return make_action(Verb::stop);
}

Action Game::random_action(const State& state, Rng& rng) const {
  switch (state.phase) {
    case Phase::turn: {
      const Array<Card, 2> cards = visible_cards(state, state.mover);
      return make_action(Verb::choose, static_cast<int>(cards[rng.next() >> 63]));
    }
    case Phase::flip_fin:
    case Phase::flip_turbo: {
      const std::uint64_t down = state.present & ~state.marked;
      const auto count = static_cast<std::uint32_t>(std::popcount(down));
      const std::uint32_t k = rng.below(count + (may_stop(state) ? 1 : 0));
      return k == count ? make_action(Verb::stop) : make_action(Verb::flip, select_bit(down, k));
    }
    case Phase::shine: return random_shine(state, rng);
    case Phase::pick: return make_action(Verb::pick, rng.random_bit(pickable(state)));
    case Phase::place: return make_action(Verb::place, rng.random_bit(grid_ & ~state.present));
    case Phase::claim_fin:
    case Phase::claim_turbo:
    case Phase::claim_beam: {
      const Claimable what = claimable(state);
      const auto sets = static_cast<std::uint32_t>(std::popcount(what.sets));
      const auto tiles = static_cast<std::uint32_t>(std::popcount(what.tiles));
      const std::uint32_t k = rng.below(sets + tiles + 1);
      if (k < sets) return make_action(Verb::claim_set, select_bit(what.sets, k));
      if (k < sets + tiles) return make_action(Verb::claim_tile, select_bit(what.tiles, k - sets));
      return make_action(Verb::done);
    }
    case Phase::deal:
    case Phase::faces:
    case Phase::over: break;
  }
  ATOLL_EXPECT(false);  // not a decision node
  return {};
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
  Array<Card, 2> sides = sides_[state.cursor & 1U];
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
  return {.owner = Player(state.cursor / 2), .number = static_cast<std::uint16_t>(1 + state.cursor % 2)};
}

void Game::play_chance_run(State& state, Rng& rng) const {
  if (state.phase == Phase::deal) {
    std::uint64_t left = ocean_tiles_ & ~tiles_on(state, state.present);
    Array<std::uint8_t, kCells> pool{};
    std::uint32_t count = 0;
    while (left != 0) pool[count++] = static_cast<std::uint8_t>(pop_lowest_bit(left));
    for (std::uint64_t cells = grid_ & ~state.present; cells != 0;) {
      const std::uint32_t k = rng.below(count);
      state.tile[pop_lowest_bit(cells)] = pool[k];
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

}  // namespace atl::reef_rescue
