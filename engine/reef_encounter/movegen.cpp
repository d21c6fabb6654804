/// Legal actions, uniformly random ones without a list, and chance.
#include <bit>

#include "engine/reef_encounter/game.hpp"

namespace atl::reef_encounter {
namespace {

constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// Colours the mover could begin to lay now.
unsigned lay_colours(const State& state) {
  if (state.lays >= 2) return 0;
  const Area& area = state.area[state.mover];
  unsigned result = 0;
  for (unsigned colours = area.larvae.present() & (area.hand.present() | area.consumed.present()); colours != 0;
       colours &= colours - 1) {
    const int c = std::countr_zero(colours);
    if (any_put(state, c)) result |= 1U << c;
  }
  return result;
}

/// [board] cells, for `put` or for a shrimp.
using Cells = std::array<std::uint64_t, kBoards>;

int count(const Cells& cells) {
  int total = 0;
  for (const std::uint64_t board : cells) total += std::popcount(board);
  return total;
}

/// The place of the k-th cell.
int select(const Cells& cells, int k) {
  int board = 0;
  for (;; ++board) {
    const int here = std::popcount(cells[at(board)]);
    if (k < here) return make_place(board, select_bit(cells[at(board)], static_cast<std::uint32_t>(k)));
    k -= here;
  }
}

Cells shrimp_cells(const State& state) {
  Cells cells{};
  for_each_board(state, [&](int board) { cells[at(board)] = unguarded_tiles(state, board); });
  return cells;
}

Cells laying_cells(const State& state) {
  Cells cells{};
  for_each_board(state, [&](int board) { cells[at(board)] = put_cells(state, board, state.colour); });
  return cells;
}

/// Where the tiles of a put may come from.
struct PutSources {
  bool hand, consumed;
  int number() const { return (hand ? 1 : 0) + (consumed ? 1 : 0); }
};
PutSources put_sources(const State& state, int max_hand_tiles) {
  const Area& area = state.area[state.mover];
  return {area.hand[state.colour] != 0 && state.hand_laid < max_hand_tiles, area.consumed[state.colour] != 0};
}

int select_colour(unsigned colours, int k) { return select_bit(colours, static_cast<std::uint32_t>(k)); }

/// Coral tiles the mover may lock, one bit each. A cylinder is always to be had: five tiles can show an alga.
unsigned lockable(const State& state) {
  if (state.has(State::kLockedOne) || state.feedings[state.mover] == 0) return 0;
  return ((1U << kCoralTiles) - 1) & ~static_cast<unsigned>(state.locked);
}

unsigned placeable_algae(const State& state, bool must_differ) {
  unsigned result = 0;
  for (int a = 0; a < kAlgae; ++a) {
    if (cylinders(state, a) > 0 && !(must_differ && state.alga_space == a)) result |= 1U << a;
  }
  return result;
}

/// What the main part offers beside shrimps and lays, found once for listing and drawing.
struct Exchanges {
  unsigned larvae, algae, locks, tiles, paying;
  explicit Exchanges(const Game& game, const State& state) {
    const Area& area = state.area[state.mover];
    paying = area.consumed.present();
    larvae = paying & state.larva_supply.present();
    algae = paying != 0 ? placeable_algae(state, game.rules().alga_space_must_differ) : 0;
    locks = paying != 0 ? lockable(state) : 0;
    tiles = game.tile_choices(state);
  }
};

bool may_place_shrimp(const State& state) {
  return !state.has(State::kShrimpPlaced) && shrimps_behind(state, state.mover) > 0;
}

/// Tiles of the bag by weight.
int draw_colour(const State& state, Rng& rng) {
  auto k = static_cast<int>(rng.below(state.bag_total));
  int colour = 0;
  while (k >= state.bag[colour]) k -= state.bag[colour++];
  return colour;
}

template <class Visitor>
void for_each_feeding(const Game& game, const State& state, Visitor&& visit) {
  for (const std::uint8_t place : state.shrimp_at[state.mover]) {
    if (place == kNowhere) return;
    if (game.may_feed(state, count_bits(coral_at(state, board_of(place), bit(cell_of(place)))))) visit(place);
  }
}

}  // namespace

void Game::legal_actions(const State& state, ActionList<Game>& out) const {
  out.clear();
  const auto add = [&](Verb verb, int argument) { out.push_back(make_action(verb, argument)); };
  const auto add_colours = [&](Verb verb, unsigned colours) {
    for (; colours != 0; colours &= colours - 1) add(verb, std::countr_zero(colours));
  };
  const auto add_cells = [&](Verb verb, const Cells& cells) {
    for (int board = 0; board < kBoards; ++board) {
      for (std::uint64_t rest = cells[at(board)]; rest != 0;) add(verb, make_place(board, pop_lowest_bit(rest)));
    }
  };
  const auto add_pairs = [&](Verb verb, unsigned firsts, unsigned colours) {
    for (; firsts != 0; firsts &= firsts - 1) {
      for (unsigned rest = colours; rest != 0; rest &= rest - 1) {
        add(verb, std::countr_zero(firsts) * kColours + std::countr_zero(rest));
      }
    }
  };
  const auto add_lifts = [&] {
    if (state.lifts >= rules_.max_lifts) return;
    for (const std::uint8_t place : state.shrimp_at[state.mover]) {
      if (place != kNowhere) add(Verb::lift, place);
    }
  };

  switch (state.phase) {
    case Phase::fish: return add_colours(Verb::fish, state.area[state.mover].hand.present());
    case Phase::larvae:
      for (int i = 0; i < kLarvaPairs; ++i) add(Verb::larvae, i);
      return;
    case Phase::feeding:
    case Phase::extra_feeding:
      for_each_feeding(*this, state, [&](int place) { add(Verb::eat, place); });
      return add(Verb::pass, 0);
    case Phase::main: {
      add_colours(Verb::lay, lay_colours(state));
      if (state.has(State::kInAir)) {
        add_cells(Verb::land, shrimp_cells(state));
        return add(Verb::recall, 0);
      }
      if (may_place_shrimp(state)) add_cells(Verb::shrimp, shrimp_cells(state));
      add_lifts();
      const Exchanges exchanges(*this, state);
      add_colours(Verb::larva, exchanges.larvae);
      add_pairs(Verb::alga, exchanges.algae, exchanges.paying);
      add_pairs(Verb::lock, exchanges.locks, exchanges.paying);
      add_colours(Verb::tile, exchanges.tiles);
      return add_colours(Verb::take, (1U << kColours) - 1);
    }
    case Phase::laying: {
      const bool in_air = state.has(State::kInAir);
      if (!in_air) add_lifts();
      const PutSources sources = put_sources(state, rules_.max_hand_tiles);
      if (sources.number() != 0) {
        const Cells cells = laying_cells(state);
        for (int board = 0; board < kBoards; ++board) {
          for (std::uint64_t rest = cells[at(board)]; rest != 0;) {
            const int place = make_place(board, pop_lowest_bit(rest));
            if (sources.hand) add(Verb::put, 2 * place);
            if (sources.consumed) add(Verb::put, 2 * place + 1);
          }
        }
      }
      if (in_air) {
        add_cells(Verb::land, shrimp_cells(state));
        add(Verb::recall, 0);
      }
      if (state.has(State::kAnyPut) || out.empty()) add(Verb::done, 0);
      return;
    }
    case Phase::growing: add(Verb::grow, 0); return add(Verb::skip, 0);
    default: return;
  }
}

Action Game::random_action(const State& state, Rng& rng) const {
  const auto below = [&](int n) { return static_cast<int>(rng.below(static_cast<std::uint32_t>(n))); };
  switch (state.phase) {
    case Phase::fish: {
      const unsigned colours = state.area[state.mover].hand.present();
      return make_action(Verb::fish, select_colour(colours, below(std::popcount(colours))));
    }
    case Phase::larvae: return make_action(Verb::larvae, below(kLarvaPairs));
    case Phase::feeding:
    case Phase::extra_feeding: {
      std::array<int, kShrimpsPerPlayer> places{};
      int n = 0;
      for_each_feeding(*this, state, [&](int place) { places[at(n++)] = place; });
      const int k = below(n + 1);
      return k == n ? make_action(Verb::pass) : make_action(Verb::eat, places[at(k)]);
    }
    case Phase::main: {
      const unsigned lays = lay_colours(state);
      const int num_lays = std::popcount(lays);
      if (state.has(State::kInAir)) {
        const Cells cells = shrimp_cells(state);
        const int num_cells = count(cells);
        int k = below(num_lays + num_cells + 1);
        if (k < num_lays) return make_action(Verb::lay, select_colour(lays, k));
        k -= num_lays;
        return k < num_cells ? make_action(Verb::land, select(cells, k)) : make_action(Verb::recall);
      }
      Cells cells{};
      int num_cells = 0;
      if (may_place_shrimp(state)) {
        cells = shrimp_cells(state);
        num_cells = count(cells);
      }
      const int num_lifts = state.lifts < rules_.max_lifts ? shrimps_out(state, state.mover) : 0;
      const Exchanges exchanges(*this, state);
      const int num_paying = std::popcount(exchanges.paying);
      const int num_larvae = std::popcount(exchanges.larvae);
      const int num_algae = std::popcount(exchanges.algae) * num_paying;
      const int num_locks = std::popcount(exchanges.locks) * num_paying;
      const int num_tiles = std::popcount(exchanges.tiles);
      int k = below(num_lays + num_cells + num_lifts + num_larvae + num_algae + num_locks + num_tiles + kColours);
      if (k < num_cells) return make_action(Verb::shrimp, select(cells, k));
      if ((k -= num_cells) < kColours) return make_action(Verb::take, k);
      if ((k -= kColours) < num_lays) return make_action(Verb::lay, select_colour(lays, k));
      if ((k -= num_lays) < num_lifts) return make_action(Verb::lift, state.shrimp_at[state.mover][at(k)]);
      if ((k -= num_lifts) < num_larvae) return make_action(Verb::larva, select_colour(exchanges.larvae, k));
      if ((k -= num_larvae) < num_tiles) return make_action(Verb::tile, select_colour(exchanges.tiles, k));
      k -= num_tiles;
      const int paid = select_colour(exchanges.paying, k % num_paying);
      if (k < num_algae)
        return make_action(Verb::alga, select_colour(exchanges.algae, k / num_paying) * kColours + paid);
      k -= num_algae;
      return make_action(Verb::lock, select_colour(exchanges.locks, k / num_paying) * kColours + paid);
    }
    case Phase::laying: {
      const bool in_air = state.has(State::kInAir);
      const PutSources sources = put_sources(state, rules_.max_hand_tiles);
      const int per_cell = sources.number();
      Cells cells{};
      if (per_cell != 0) cells = laying_cells(state);
      const int num_puts = count(cells) * per_cell;
      const int num_lifts = !in_air && state.lifts < rules_.max_lifts ? shrimps_out(state, state.mover) : 0;
      Cells landings{};
      if (in_air) landings = shrimp_cells(state);
      const int num_landings = in_air ? count(landings) + 1 : 0;
      const int others = num_puts + num_lifts + num_landings;
      const bool may_stop = state.has(State::kAnyPut) || others == 0;
      int k = below(others + (may_stop ? 1 : 0));
      if (k < num_puts) {
        const bool consumed = sources.hand ? (sources.consumed && k % 2 == 1) : true;
        return make_action(Verb::put, 2 * select(cells, k / per_cell) + (consumed ? 1 : 0));
      }
      if ((k -= num_puts) < num_lifts) return make_action(Verb::lift, state.shrimp_at[state.mover][at(k)]);
      if ((k -= num_lifts) < num_landings) {
        return k + 1 < num_landings ? make_action(Verb::land, select(landings, k)) : make_action(Verb::recall);
      }
      return make_action(Verb::done);
    }
    case Phase::growing: return make_action(below(2) == 0 ? Verb::grow : Verb::skip);
    default: return {};
  }
}

void Game::chance_outcomes(const State& state, ChanceList<Game>& out) const {
  out.clear();
  switch (state.phase) {
    case Phase::boards: {
      int n = 0;
      for (unsigned set = 0; set < (1U << kBoards); ++set) n += std::popcount(set) == rules_.players ? 1 : 0;
      for (unsigned set = 0; set < (1U << kBoards); ++set) {
        if (std::popcount(set) == rules_.players)
          out.push_back({make_action(Verb::boards, static_cast<int>(set)), 1.0 / n});
      }
      return;
    }
    case Phase::side:
      for (int side = 0; side < 2; ++side) out.push_back({make_action(Verb::side, side), 0.5});
      return;
    default: {
      const Verb verb = state.phase == Phase::slot   ? Verb::slot
                        : state.phase == Phase::deal ? Verb::dealt
                                                     : Verb::drawn;
      for (int c = 0; c < kColours; ++c) {
        if (state.bag[c] != 0)
          out.push_back({make_action(verb, c), static_cast<double>(state.bag[c]) / state.bag_total});
      }
      return;
    }
  }
}

Action Game::sample_chance(const State& state, Rng& rng) const {
  switch (state.phase) {
    case Phase::boards: {
      ChanceList<Game> sets;
      chance_outcomes(state, sets);
      return sets[rng.below(static_cast<std::uint32_t>(sets.size()))].action;
    }
    case Phase::side: return make_action(Verb::side, static_cast<int>(rng.below(2)));
    case Phase::slot: return make_action(Verb::slot, draw_colour(state, rng));
    case Phase::deal: return make_action(Verb::dealt, draw_colour(state, rng));
    default: return make_action(Verb::drawn, draw_colour(state, rng));
  }
}

ChanceSource Game::chance_source(const State& state) const {
  const auto shared = [](Source source) {
    return ChanceSource{.owner = kNobody, .number = static_cast<std::uint16_t>(source)};
  };
  switch (state.phase) {
    case Phase::boards: return shared(Source::boards);
    case Phase::side: return shared(Source::side);
    case Phase::slot: return shared(Source::slot);
    case Phase::sea_fill: return shared(Source::sea_fill);
    case Phase::deal: return {.owner = static_cast<Player>(state.mover), .number = 0};
    default: return shared(Source::refill);
  }
}

}  // namespace atl::reef_encounter
