/// Legal actions, uniformly random ones without a list, and chance.
#include <bit>

#include "engine/reef_encounter/common/setup.hpp"
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

/// Coral tiles the mover may lock, one bit each.
unsigned lockable(const State& state) {
  return state.has(State::kLockedOne) || state.feedings[state.mover] == 0 ? 0 : unlocked(state);
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

template <class Visitor>
void for_each_feeding(const Game& game, const State& state, Visitor&& visit) {
  for (const std::uint8_t place : state.shrimp_at[state.mover]) {
    if (place == kNoPlace) return;
    if (game.may_feed(state, count_bits(coral_at(state, board_of(place), bit(cell_of(place)))))) visit(place);
  }
}

}  // namespace

namespace {

/// Writes legal actions; one function per decision.
class Lister {
 public:
  Lister(const Game& game, const State& state, ActionList<Game>& out)
      : game_(game), state_(state), area_(state.area[state.mover]), out_(out) {}

  void list() {
    switch (state_.phase) {
      case Phase::fish: return colours(Verb::fish, area_.hand.present());
      case Phase::larvae: return colours(Verb::larvae, (1U << kLarvaPairs) - 1);
      case Phase::feeding:
      case Phase::extra_feeding:
        for_each_feeding(game_, state_, [&](int place) { add(Verb::eat, place); });
        return add(Verb::pass);
      case Phase::main: return state_.has(State::kInAir) ? in_air() : main_part();
      case Phase::laying: return laying();
      case Phase::growing: add(Verb::grow); return add(Verb::skip);
      default: return;
    }
  }

 private:
  void add(Verb verb, int argument = 0) { out_.push_back(make_action(verb, argument)); }
  void colours(Verb verb, unsigned set) {
    for (; set != 0; set &= set - 1) add(verb, std::countr_zero(set));
  }
  void cells(Verb verb, const Cells& set) {
    for_each_place(set, [&](int place) { add(verb, place); });
  }
  template <class Visitor>
  static void for_each_place(const Cells& set, Visitor&& visit) {
    for (int board = 0; board < kBoards; ++board) {
      for (std::uint64_t rest = set[at(board)]; rest != 0;) visit(make_place(board, pop_lowest_bit(rest)));
    }
  }
  void paid(Verb verb, unsigned firsts, unsigned paying) {
    for (; firsts != 0; firsts &= firsts - 1) {
      for (unsigned rest = paying; rest != 0; rest &= rest - 1)
        add(verb, std::countr_zero(firsts) * kColours + std::countr_zero(rest));
    }
  }
  void lifts() {
    if (state_.lifts >= game_.rules().max_lifts) return;
    for (const std::uint8_t place : state_.shrimp_at[state_.mover]) {
      if (is_place(place)) add(Verb::lift, place);
    }
  }
  void landings() {
    cells(Verb::land, shrimp_cells(state_));
    add(Verb::recall);
  }

  void in_air() {
    colours(Verb::lay, lay_colours(state_));
    landings();
  }
  void main_part() {
    colours(Verb::lay, lay_colours(state_));
    if (may_place_shrimp(state_)) cells(Verb::shrimp, shrimp_cells(state_));
    lifts();
    const Exchanges exchanges(game_, state_);
    colours(Verb::larva, exchanges.larvae);
    paid(Verb::alga, exchanges.algae, exchanges.paying);
    paid(Verb::lock, exchanges.locks, exchanges.paying);
    colours(Verb::tile, exchanges.tiles);
    colours(Verb::take, (1U << kColours) - 1);
  }
  void laying() {
    const bool in_air = state_.has(State::kInAir);
    if (!in_air) lifts();
    const PutSources sources = put_sources(state_, game_.rules().max_hand_tiles);
    if (sources.number() != 0) {
      for_each_place(laying_cells(state_), [&](int place) {
        if (sources.hand) add(Verb::put, 2 * place);
        if (sources.consumed) add(Verb::put, 2 * place + 1);
      });
    }
    if (in_air) landings();
    if (state_.has(State::kAnyPut) || out_.empty()) add(Verb::done);
  }

  const Game& game_;
  const State& state_;
  const Area& area_;
  ActionList<Game>& out_;
};

}  // namespace

void Game::legal_actions(const State& state, ActionList<Game>& out) const {
  out.clear();
  Lister(*this, state, out).list();
}

namespace {

/// Draws a number below the sum of several, group by group: `in(n)` says whether it lies in the next group of n, and
/// index() where.
class Pick {
 public:
  Pick(int all, Rng& rng) : k_(static_cast<int>(rng.below(static_cast<std::uint32_t>(all)))) {}
  bool in(int n) {
    if (k_ < n) return true;
    k_ -= n;
    return false;
  }
  int index() const { return k_; }

 private:
  int k_;
};

Action random_colour(Verb verb, unsigned colours, Rng& rng) {
  const int n = std::popcount(colours);
  return make_action(verb, select_colour(colours, Pick(n, rng).index()));
}

Action random_feeding(const Game& game, const State& state, Rng& rng) {
  std::array<int, kShrimpsPerPlayer> places{};
  int n = 0;
  for_each_feeding(game, state, [&](int place) { places[at(n++)] = place; });
  Pick pick(n + 1, rng);
  return pick.in(n) ? make_action(Verb::eat, places[at(pick.index())]) : make_action(Verb::pass);
}

/// Where the lifted shrimp may come down, or another lay.
Action random_in_air(const State& state, Rng& rng) {
  const unsigned lays = lay_colours(state);
  const Cells cells = shrimp_cells(state);
  const int num_cells = count(cells);
  Pick pick(std::popcount(lays) + num_cells + 1, rng);
  if (pick.in(std::popcount(lays))) return make_action(Verb::lay, select_colour(lays, pick.index()));
  return pick.in(num_cells) ? make_action(Verb::land, select(cells, pick.index())) : make_action(Verb::recall);
}

Action random_in_main(const Game& game, const State& state, Rng& rng) {
  if (state.has(State::kInAir)) return random_in_air(state, rng);
  const unsigned lays = lay_colours(state);
  const Cells cells = may_place_shrimp(state) ? shrimp_cells(state) : Cells{};
  const int num_cells = count(cells), num_lays = std::popcount(lays);
  const int num_lifts = state.lifts < game.rules().max_lifts ? shrimps_out(state, state.mover) : 0;
  const Exchanges exchanges(game, state);
  const int num_paying = std::popcount(exchanges.paying);
  const int num_larvae = std::popcount(exchanges.larvae), num_tiles = std::popcount(exchanges.tiles);
  const int num_algae = std::popcount(exchanges.algae) * num_paying;
  const int num_locks = std::popcount(exchanges.locks) * num_paying;
  Pick pick(num_lays + num_cells + num_lifts + num_larvae + num_algae + num_locks + num_tiles + kColours, rng);
  if (pick.in(num_cells)) return make_action(Verb::shrimp, select(cells, pick.index()));
  if (pick.in(kColours)) return make_action(Verb::take, pick.index());
  if (pick.in(num_lays)) return make_action(Verb::lay, select_colour(lays, pick.index()));
  if (pick.in(num_lifts)) return make_action(Verb::lift, state.shrimp_at[state.mover][at(pick.index())]);
  if (pick.in(num_larvae)) return make_action(Verb::larva, select_colour(exchanges.larvae, pick.index()));
  if (pick.in(num_tiles)) return make_action(Verb::tile, select_colour(exchanges.tiles, pick.index()));
  const bool alga = pick.in(num_algae);
  const int first = select_colour(alga ? exchanges.algae : exchanges.locks, pick.index() / num_paying);
  const int paid = select_colour(exchanges.paying, pick.index() % num_paying);
  return make_action(alga ? Verb::alga : Verb::lock, first * kColours + paid);
}

Action random_in_lay(const Game& game, const State& state, Rng& rng) {
  const bool in_air = state.has(State::kInAir);
  const PutSources sources = put_sources(state, game.rules().max_hand_tiles);
  const int per_cell = sources.number();
  const Cells cells = per_cell != 0 ? laying_cells(state) : Cells{};
  const Cells landings = in_air ? shrimp_cells(state) : Cells{};
  const int num_puts = count(cells) * per_cell;
  const int num_lifts = !in_air && state.lifts < game.rules().max_lifts ? shrimps_out(state, state.mover) : 0;
  const int num_landings = in_air ? count(landings) : 0;
  const int others = num_puts + num_lifts + num_landings + (in_air ? 1 : 0);
  Pick pick(others + (state.has(State::kAnyPut) || others == 0 ? 1 : 0), rng);
  if (pick.in(num_puts)) {
    const bool consumed = !sources.hand || (sources.consumed && pick.index() % 2 == 1);
    return make_action(Verb::put, 2 * select(cells, pick.index() / per_cell) + (consumed ? 1 : 0));
  }
  if (pick.in(num_lifts)) return make_action(Verb::lift, state.shrimp_at[state.mover][at(pick.index())]);
  if (pick.in(num_landings)) return make_action(Verb::land, select(landings, pick.index()));
  return make_action(in_air && pick.in(1) ? Verb::recall : Verb::done);
}

}  // namespace

Action Game::random_action(const State& state, Rng& rng) const {
  switch (state.phase) {
    case Phase::fish: return random_colour(Verb::fish, state.area[state.mover].hand.present(), rng);
    case Phase::larvae: return make_action(Verb::larvae, Pick(kLarvaPairs, rng).index());
    case Phase::feeding:
    case Phase::extra_feeding: return random_feeding(*this, state, rng);
    case Phase::main: return random_in_main(*this, state, rng);
    case Phase::laying: return random_in_lay(*this, state, rng);
    case Phase::growing: return make_action(Pick(2, rng).index() == 0 ? Verb::grow : Verb::skip);
    default: return {};
  }
}

namespace {

Verb draw_verb(const State& state) {
  return state.phase == Phase::slot ? Verb::slot : state.phase == Phase::deal ? Verb::dealt : Verb::drawn;
}

}  // namespace

void Game::chance_outcomes(const State& state, ChanceList<Game>& out) const {
  out.clear();
  if (state.phase == Phase::boards)
    return list_boards(rules_.players, out, [](int set) { return make_action(Verb::boards, set); });
  if (state.phase == Phase::side) {
    for (int side = 0; side < 2; ++side) out.push_back({make_action(Verb::side, side), 0.5});
    return;
  }
  for (int c = 0; c < kColours; ++c) {
    if (state.bag[c] == 0) continue;
    out.push_back({make_action(draw_verb(state), c), static_cast<double>(state.bag[c]) / state.bag_total});
  }
}

Action Game::sample_chance(const State& state, Rng& rng) const {
  if (state.phase == Phase::boards) {
    ChanceList<Game> sets;
    chance_outcomes(state, sets);
    return sets[rng.below(static_cast<std::uint32_t>(sets.size()))].action;
  }
  if (state.phase == Phase::side) return make_action(Verb::side, static_cast<int>(rng.below(2)));
  return make_action(draw_verb(state), draw_from(state.bag, state.bag_total, rng));
}

ChanceSource Game::chance_source(const State& state) const {
  if (state.phase != Phase::deal) return shared_source(state.phase);
  return {.owner = Player(state.mover), .number = 0};
}

}  // namespace atl::reef_encounter
