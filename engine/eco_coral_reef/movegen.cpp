/// What may happen next: all of it in order, or one uniformly random choice without listing. Then the same for chance.
#include <array>

#include "engine/eco_coral_reef/claims.hpp"
#include "engine/eco_coral_reef/game.hpp"

namespace atl::eco_coral_reef {
namespace {

/// Tiles over the hand limit: pictures first. The mask of what may be dropped, and the verb.
struct Drops {
  std::uint64_t tiles;
  Verb verb;
};

Drops drops_of(const State& state, int hand_limit) {
  const std::uint64_t pictures = state.hand_pictures[state.player];
  if (std::popcount(pictures) > hand_limit) return {pictures, Verb::drop_picture};
  return {state.hand_missions[state.player], Verb::drop_mission};
}

void list_tiles(ActionList<Game>& out, Verb verb, std::uint64_t tiles) {
  while (tiles != 0) out.push_back(make_action(verb, pop_lowest_bit(tiles)));
}

void list_decks(ActionList<Game>& out, Verb verb, const State& state) {
  if (state.picture_deck_size > 0) out.push_back(make_action(verb, 0));
  if (state.deck_missions != 0) out.push_back(make_action(verb, 1));
}

/// Decks that are not empty.
std::uint32_t count_decks(const State& state) {
  return (state.picture_deck_size > 0 ? 1U : 0U) + (state.deck_missions != 0 ? 1U : 0U);
}

/// The k-th of them.
int deck_number(const State& state, std::uint32_t k) { return k == 0 && state.picture_deck_size > 0 ? 0 : 1; }

/// Gems that the player to act may spend.
std::uint32_t count_gems(const State& state) { return state.gems[state.player] > 0 ? count_decks(state) : 0; }

void list_gems(ActionList<Game>& out, const State& state) {
  if (state.gems[state.player] > 0) list_decks(out, Verb::gem, state);
}

/// The k-th frontier cell in the order of for_each_frontier, as the coordinates in the code of a put.
std::uint32_t frontier_code(const Board& board, std::uint32_t k) {
  for (int y = board.min_y - 1;; ++y) {
    const std::uint64_t row = board.frontier[row_of(y)];
    const auto here = static_cast<std::uint32_t>(std::popcount(row));
    if (k < here) {
      const int x = board.min_x - 1 + select_bit(board.frontier_from_left(y), k);
      return (static_cast<std::uint32_t>(y + kReach) << 9) | (static_cast<std::uint32_t>(x + kReach) << 2);
    }
    k -= here;
  }
}

}  // namespace

void Game::list_swaps(const State& state, ActionList<Game>& out) const {
  out.push_back(make_action(Verb::keep));
  for (std::uint64_t rest = state.shown_pictures; rest != 0;) {
    const int first = pop_lowest_bit(rest);
    for (std::uint64_t others = state.shown_pictures & ~bit(first); others != 0;) {
      out.push_back(make_action(Verb::swap, (first << 6) | pop_lowest_bit(others)));
    }
  }
  if (gems_anytime_) list_gems(out, state);
}

void Game::list_turn_actions(const State& state, ActionList<Game>& out) const {
  list_tiles(out, Verb::take_picture, state.shown_pictures);
  list_tiles(out, Verb::take_mission, state.shown_missions);
  list_decks(out, Verb::draw, state);
  list_gems(out, state);
  list_puts(state, out);
  if (out.empty()) out.push_back(make_action(Verb::pass));  // a gem needs a deck, and a deck allows a draw
}

void Game::list_puts(const State& state, ActionList<Game>& out) const {
  std::uint64_t hand = state.hand_pictures[state.player];
  if (hand == 0) return;
  std::array<std::uint32_t, 2 * kNumPictures + 2> cells;
  std::size_t num_cells = 0;
  for_each_frontier(state.board, [&](int x, int y) { cells[num_cells++] = make_put(0, x, y, 0).code; });
  const std::size_t size = out.size();
  out.resize(size + static_cast<std::size_t>(std::popcount(hand)) * num_cells * 4);
  Action* next = out.data() + size;
  while (hand != 0) {
    const std::uint32_t picture = static_cast<std::uint32_t>(pop_lowest_bit(hand)) << 16;
    for (std::size_t i = 0; i < num_cells; ++i) {
      const std::uint32_t code = cells[i] | picture;
      for (std::uint32_t turns = 0; turns < 4; ++turns) *next++ = {code + turns};
    }
  }
}

void Game::legal_actions(const State& state, ActionList<Game>& out) const {
  ATOLL_EXPECT(node_kind(state) == NodeKind::decision);
  out.clear();
  switch (state.phase) {
    case Phase::swap: return list_swaps(state, out);
    case Phase::action: return list_turn_actions(state, out);
    case Phase::claim:
      for_each_claim(state, per_formation_, state.put_x, state.put_y, [&](Action claim) {
        out.push_back(claim);
        return true;
      });
      out.push_back(make_action(Verb::done));
      return;
    case Phase::last_gems:
      list_gems(out, state);
      out.push_back(make_action(Verb::end));
      return;
    default: {
      const Drops drops = drops_of(state, rules_.hand_limit);
      list_tiles(out, drops.verb, drops.tiles);
    }
  }
}

/// Counts what the list would hold, in its order, and takes the k-th.
Action Game::random_turn_action(const State& state, Rng& rng) const {
  const std::uint64_t hand = state.hand_pictures[state.player];
  const auto shown_pictures = static_cast<std::uint32_t>(std::popcount(state.shown_pictures));
  const auto shown_missions = static_cast<std::uint32_t>(std::popcount(state.shown_missions));
  const std::uint32_t decks = count_decks(state), gems = count_gems(state);
  const std::uint32_t cells = state.board.frontier_size;
  const std::uint32_t others = shown_pictures + shown_missions + decks + gems;
  const std::uint32_t total = others + static_cast<std::uint32_t>(std::popcount(hand)) * cells * 4;
  if (total == 0) return make_action(Verb::pass);
  std::uint32_t k = rng.below(total);
  if (k >= others) {
    k -= others;
    const std::uint32_t which = k >> 2, tile = which / cells;
    const int picture = select_bit(hand, tile);
    return {make_action(Verb::put, picture << 16).code | frontier_code(state.board, which - tile * cells) | (k & 3)};
  }
  if (k < shown_pictures) return make_action(Verb::take_picture, select_bit(state.shown_pictures, k));
  k -= shown_pictures;
  if (k < shown_missions) return make_action(Verb::take_mission, select_bit(state.shown_missions, k));
  k -= shown_missions;
  if (k < decks) return make_action(Verb::draw, deck_number(state, k));
  return make_action(Verb::gem, deck_number(state, k - decks));
}

Action Game::random_swap(const State& state, Rng& rng) const {
  const auto shown = static_cast<std::uint32_t>(std::popcount(state.shown_pictures));
  const std::uint32_t swaps = shown * (shown - 1), gems = gems_anytime_ ? count_gems(state) : 0;
  const std::uint32_t k = rng.below(swaps + 1 + gems);
  if (k == 0) return make_action(Verb::keep);
  if (k > swaps) return make_action(Verb::gem, deck_number(state, k - swaps - 1));
  const int first = select_bit(state.shown_pictures, (k - 1) / (shown - 1));
  const std::uint64_t others = state.shown_pictures & ~bit(first);
  return make_action(Verb::swap, (first << 6) | select_bit(others, (k - 1) % (shown - 1)));
}

/// Claims cannot be counted cheaper than found: each replaces the choice so far with the right probability.
Action Game::random_claim(const State& state, Rng& rng) const {
  Action chosen = make_action(Verb::done);
  std::uint32_t seen = 1;
  for_each_claim(state, per_formation_, state.put_x, state.put_y, [&](Action claim) {
    if (rng.below(++seen) == 0) chosen = claim;
    return true;
  });
  return chosen;
}

Action Game::random_action(const State& state, Rng& rng) const {
  ATOLL_EXPECT(node_kind(state) == NodeKind::decision);
  switch (state.phase) {
    case Phase::action: return random_turn_action(state, rng);
    case Phase::swap: return random_swap(state, rng);
    case Phase::claim: return random_claim(state, rng);
    case Phase::last_gems: {
      const std::uint32_t gems = count_gems(state), k = rng.below(gems + 1);
      return k == gems ? make_action(Verb::end) : make_action(Verb::gem, deck_number(state, k));
    }
    default: {
      const Drops drops = drops_of(state, rules_.hand_limit);
      return make_action(drops.verb, rng.random_bit(drops.tiles));
    }
  }
}

bool Game::chance_is_mission(const State& state) const {
  return state.missions_to_show > 0 || (state.pictures_to_show == 0 && state.draw_to_hand == 2);
}

void Game::chance_outcomes(const State& state, ChanceList<Game>& out) const {
  ATOLL_EXPECT(node_kind(state) == NodeKind::chance);
  out.clear();
  const auto list = [&](Verb verb, std::uint64_t tiles) {
    const double probability = 1.0 / std::popcount(tiles);
    while (tiles != 0) out.push_back({make_action(verb, pop_lowest_bit(tiles)), probability});
  };
  if (state.phase == Phase::first_tile) return list(Verb::deal_picture, type_pictures(1));
  if (chance_is_mission(state)) return list(Verb::deal_mission, state.deck_missions);
  const std::uint8_t top = state.pinned[state.picture_deck_size - 1];
  list(Verb::deal_picture, top != 0 ? bit(top - 1) : state.deck_pictures);
}

Action Game::sample_chance(const State& state, Rng& rng) const {
  ATOLL_EXPECT(node_kind(state) == NodeKind::chance);
  if (state.phase == Phase::first_tile) return make_action(Verb::deal_picture, static_cast<int>(rng.below(8)));
  if (chance_is_mission(state)) {
    return make_action(Verb::deal_mission, rng.random_bit(state.deck_missions));
  }
  const std::uint8_t top = state.pinned[state.picture_deck_size - 1];
  if (top != 0) return make_action(Verb::deal_picture, top - 1);
  return make_action(Verb::deal_picture, rng.random_bit(state.deck_pictures));
}

ChanceSource Game::chance_source(const State& state) const {
  if (state.phase == Phase::first_tile) return {.owner = kNobody, .number = 0};
  if (chance_is_mission(state)) return {.owner = kNobody, .number = 2};
  if (state.pictures_to_show == 0 && state.phase == Phase::deal) {
    return {.owner = Player((2 * rules_.players - state.deals_left) / 2), .number = 0};
  }
  return {.owner = kNobody, .number = 1};
}

}  // namespace atl::eco_coral_reef
