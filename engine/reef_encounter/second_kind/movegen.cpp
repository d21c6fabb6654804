/// Legal actions and chance.
#include "engine/reef_encounter/common/setup.hpp"
#include "engine/reef_encounter/second_kind/game.hpp"
#include "engine/reef_encounter/second_kind/pieces.hpp"

namespace atl::reef_encounter::second_kind {
namespace {

template <class Visitor>
void for_each_bit(std::uint64_t set, Visitor&& visit) {
  for (; set != 0; set &= set - 1) visit(std::countr_zero(set));
}

/// Colours the mover could begin to lay now.
unsigned lay_colours(const State& state) {
  if (state.lays >= 2) return 0;
  const Area& area = state.area[state.mover];
  const KindSet held = (area.hand.present() & kPolyps) | area.consumed.present();
  unsigned result = 0;
  for (int c = 0; c < kColours; ++c) {
    const KindSet kinds = held & kinds_of_colour(c);
    if (area.larvae[c] != 0 && kinds != 0 && any_put(state, c, kinds, state.has(State::kDeepWater))) result |= 1U << c;
  }
  return result;
}

/// Where the colour being laid may go, board by board.
struct Laying {
  int board;
  PutCells cells;
};
using Layings = InlineVector<Laying, kBoards>;

/// Writes legal actions; one function per decision.
class Lister {
 public:
  Lister(const Game& game, const State& state, ActionList<Game>& out)
      : game_(game), state_(state), out_(out), area_(state.area[state.mover]) {}

  void list() {
    switch (state_.phase) {
      case Phase::fish: return each(Verb::fish, area_.hand.present() & kinds_plain());
      case Phase::larvae: return each(Verb::larvae, (1U << kLarvaPairs) - 1);
      case Phase::biting: return bites();
      case Phase::landing: return landings();
      case Phase::nudging: return nudges();
      case Phase::feeding:
      case Phase::extra_feeding:
        feedings();
        add(Verb::pass);
        if (state_.phase == Phase::feeding) each(Verb::card, game_.playable_cards(state_));
        return;
      case Phase::breakfast:
        feedings();
        add(Verb::pass);
        if (state_.lays == 0) each(Verb::lay, lay_colours(state_));
        return;
      case Phase::returning: return each(Verb::back, state_.eaten.present());
      case Phase::window: add(Verb::pass); return each(Verb::card, game_.playable_cards(state_));
      case Phase::main: return main_part();
      case Phase::laying: return laying();
      case Phase::free_growth: add(Verb::grow); return add(Verb::skip);
      case Phase::taking: return each(Verb::take, (1U << kColours) - 1);
      default: return card_step();
    }
  }

 private:
  static constexpr KindSet kinds_plain() { return (KindSet{1} << kColours) - 1; }

  void add(Verb verb, int argument = 0) { out_.push_back(make_action(verb, argument)); }
  void each(Verb verb, std::uint64_t arguments) {
    for_each_bit(arguments, [&](int argument) { add(verb, argument); });
  }
  void cells(Verb verb, int board, Cells set, int upper = 0) {
    for_each_cell(set, [&](int cell) { add(verb, upper + make_place(board, cell)); });
  }
  template <class CellsOf>
  void on_boards(Verb verb, CellsOf&& cells_of) {
    for_each_board(state_, [&](int board) { cells(verb, board, cells_of(state_.board[at(board)], board)); });
  }
  void places(Verb verb, const std::array<std::uint16_t, kShrimpsPerPlayer>& list) {
    for (const std::uint16_t place : list) {
      if (place != kNoPlace) add(verb, place);
    }
  }

  void bites() {
    for_each_board(state_, [&](int number) {
      const Board& board = state_.board[at(number)];
      if (board.crowns == 0) return;
      const Reef reef(board);
      for_each_cell(board.crowns, [&](int cell) {
        const int crown = make_place(number, cell);
        if (std::find(state_.bitten.begin(), state_.bitten.end(), crown) != state_.bitten.end()) return;
        cells(Verb::bite, number, game_.crown_targets(state_, reef, number, Grid::bit(cell)), crown << 9);
      });
    });
  }
  void landings() {
    on_boards(Verb::land, [&](const Board& board, int number) {
      const bool here = state_.barred != kNoPlace && board_of(state_.barred) == number;
      return Reef(board).free_tiles() & ~(here ? cell_bit(state_.barred) : Cells{0});
    });
    add(Verb::recall);
  }
  void nudges() {
    const int number = board_of(state_.nudged);
    const Reef reef(state_.board[at(number)]);
    const Cells beside = Grid::beside(cell_bit(state_.nudged));
    const Cells targets = beside & reef.blue_targets();
    if (targets != 0) return cells(Verb::nudge, number, targets);
    cells(Verb::lift, number, beside & shrimps_of(state_, state_.active, number) & ~reef.corals(reef.blues()));
    add(Verb::pass);
  }
  void feedings() {
    const bool first = state_.feedings[state_.mover] == 0;  // which costs a card
    const CardSet cards = cards_of(state_, state_.mover) & kBlueCards;
    if (first && cards == 0) return;
    for (const std::uint16_t place : state_.shrimp_at[state_.mover]) {
      if (place == kNoPlace || count_bits(coral_at(state_, place)) < game_.feed_size(state_)) continue;
      if (!first) {
        add(Verb::eat, place << 4 | kNoCard);
      } else {
        for_each_bit(cards, [&](int card) { add(Verb::eat, place << 4 | card); });
      }
    }
  }

  void lifts() {
    if (state_.lifts < game_.rules().max_lifts) places(Verb::lift, state_.shrimp_at[state_.mover]);
  }
  void main_part() {
    if (state_.has(State::kInAir)) {
      landings();
      return each(Verb::lay, lay_colours(state_));
    }
    lifts();
    each(Verb::lay, lay_colours(state_));
    if (may_place_shrimp(state_)) {
      on_boards(Verb::shrimp, [](const Board& board, int) { return Reef(board).free_tiles(); });
    }
    exchanges();
    grounds();
    cards();
    if (state_.has(State::kPickMeUp)) return add(Verb::end);
    each(Verb::take, (1U << kColours) - 1);
  }
  void paid_by(Verb verb, std::uint64_t firsts, KindSet paying) {
    for_each_bit(firsts, [&](int first) { for_each_bit(paying, [&](int paid) { add(verb, first << 6 | paid); }); });
  }
  void exchanges() {
    const KindSet paying = area_.consumed.present();
    for_each_bit(state_.larva_supply.present(), [&](int colour) {
      paid_by(Verb::larva, std::uint64_t{1} << colour, paying & kinds_of_colour(colour));
    });
    if (paying != 0) {
      paid_by(Verb::alga, placeable_algae(state_, game_.rules().alga_space_must_differ), paying);
      paid_by(Verb::lock, lockable(state_), paying);
    }
    each(Verb::tile, area_.larvae.present() & state_.bag.present());
    for (int c = 0; c < kColours; ++c) {
      if (area_.consumed[kDoubleKind + c] != 0 && state_.bag[c] >= 2) add(Verb::split, kDoubleKind + c);
    }
  }
  /// Bare rock, deep water and crowns.
  void grounds() {
    if (area_.hand[kRockKind] != 0) {
      on_boards(Verb::rock, [](const Board& board, int number) {
        const Cells rock = rock_spaces(board, number);
        return ((kAllCells & ~rock & Grid::beside(rock)) | board.deep_tiles) & ~occupied(board) & ~board.crowns;
      });
    }
    for (const auto& [verb, tile] : {std::pair{Verb::deep, kDeepKind}, std::pair{Verb::crown, kCrownKind}}) {
      if (area_.hand[tile] != 0) on_boards(verb, empty_rock);
    }
  }
  void cards() {
    if (!state_.has(State::kBought) && num_cards(state_, state_.mover) < kHandOfCards &&
        state_.pile_total + state_.discards.total() > 0) {
      for_each_bit(area_.hand.present(), [&](int kind) { add(Verb::buy, kFromHand << 6 | kind); });
      for_each_bit(area_.consumed.present(), [&](int kind) { add(Verb::buy, kFromConsumed << 6 | kind); });
      for_each_bit(area_.larvae.present(), [&](int colour) { add(Verb::buy, kFromLarvae << 6 | colour); });
    }
    const CardSet held = cards_of(state_, state_.mover);
    if (held == 0) return;
    each(Verb::card, game_.playable_cards(state_));
    each(Verb::discard, held);
    if ((held & kBlueCards) != 0) for_each_bit(held & kBlueCards, [&](int card) { blue_moves(card << 18); });
  }
  void blue_moves(int card) {
    const int beside = blues_beside(state_, game_.num_players());
    const auto move_from = [&](int from, bool may_return) {
      for_each_board(state_, [&](int number) {
        Board board = state_.board[at(number)];
        Cells start = 0;
        if (from != kAside && board_of(from) == number) {
          start = cell_bit(from);
          board.blues &= ~start;
        }
        cells(Verb::blue, number, Reef(board).blue_targets() & ~start, card | from << 9);
      });
      if (may_return) add(Verb::blue, card | from << 9 | kAside);
    };
    for_each_board(state_, [&](int number) {
      const Board& board = state_.board[at(number)];
      if (board.blues == 0) return;
      const Cells own = board.blues & Reef(board).corals(shrimps_of(state_, state_.mover, number));
      for_each_cell(beside == 0 ? board.blues : own,
                    [&](int cell) { move_from(make_place(number, cell), (own & Grid::bit(cell)) != 0); });
    });
    if (beside > 0) move_from(kAside, false);
  }

  void puts(int source, KindSet kinds, int colour, const Layings& boards) {
    for_each_bit(kinds, [&](int kind) {
      for_each_way(kind, colour, [&](int laid, int facing) {
        for (const auto& [number, put_cells] : boards)
          cells(Verb::put, number, put_cells.as(laid), make_put(source, kind, facing, 0));
      });
    });
  }
  void laying() {
    const bool in_air = state_.has(State::kInAir);
    if (in_air)
      landings();
    else
      lifts();
    const KindSet mine = kinds_of_colour(state_.colour);
    const KindSet hand = state_.hand_laid < game_.rules().max_hand_tiles ? area_.hand.present() & mine : 0;
    const KindSet consumed = area_.consumed.present() & mine;
    if ((hand | consumed) != 0) {
      Layings boards;
      for_each_board(state_, [&](int number) {
        boards.push_back({number, PutCells(state_, number, state_.colour, state_.has(State::kDeepWater))});
      });
      puts(kFromHand, hand, state_.colour, boards);
      puts(kFromConsumed, consumed, state_.colour, boards);
    }
    if (state_.has(State::kAnyPut) || out_.empty()) add(Verb::done);
  }

  void card_step() {
    switch (state_.phase) {
      case Phase::unlocking: return each(Verb::unlock, state_.locked);
      case Phase::shifting: return for_each_shift(state_, [&](int from, int to) { add(Verb::shift, from << 4 | to); });
      case Phase::consuming:
        each(Verb::consume, area_.hand.present() & kPolyps);
        if (state_.counter != 0) add(Verb::done);
        return;
      case Phase::choosing_coral:
        return for_each_large_coral(
            state_, [&](int board, Cells coral) { add(Verb::coral, make_place(board, lowest_bit(coral))); });
      case Phase::removing: {
        const Board& board = state_.board[state_.chosen_board];
        return cells(Verb::remove, state_.chosen_board, state_.chosen & ~board.shrimps & ~Reef(board).blues());
      }
      case Phase::dislodging: return on_boards(Verb::dislodge, [](const Board& board, int) { return board.crowns; });
      case Phase::growing:
        return for_each_growth(state_, [&](int place, int colour) { add(Verb::extra_grow, place << 3 | colour); });
      default:  // extra_laying
        for_each_bit(state_.bag.present() & kinds_plain(), [&](int colour) {
          on_boards(
              Verb::put,
              [&](const Board&, int number) { return PutCells(state_, number, colour, false).as(kPlainLaid); },
              make_put(kFromBag, colour, 0, 0));
        });
        return;
    }
  }
  template <class CellsOf>
  void on_boards(Verb verb, CellsOf&& cells_of, int upper) {
    for_each_board(state_, [&](int board) { cells(verb, board, cells_of(state_.board[at(board)], board), upper); });
  }

  const Game& game_;
  const State& state_;
  ActionList<Game>& out_;
  const Area& area_;
};

}  // namespace

bool any_put(const State& state, int colour, KindSet kinds, bool deep_water) {
  bool found = false;
  for_each_board(state, [&](int number) {
    if (found) return;
    const PutCells cells(state, number, colour, deep_water);
    for_each_bit(kinds, [&](int kind) {
      for_each_way(kind, colour, [&](int laid, int) { found = found || cells.as(laid) != 0; });
    });
  });
  return found;
}

unsigned lockable(const State& state) {
  const bool may = state.locks == 0 || (state.locks == 1 && state.has(State::kDoubleLock) &&
                                        std::popcount(state.locked) <= kCoralTiles - 2);
  return may && state.feedings[state.mover] != 0 ? unlocked(state) : 0;
}

CardSet Game::playable_cards(const State& state) const {
  const CardSet held = cards_of(state, state.mover);
  CardSet result = 0;
  const auto allow = [&](Card card, auto&& can) {
    if ((held & card_bit(card)) != 0 && can()) result |= card_bit(card);
  };
  if (held == 0) return 0;
  if (state.phase == Phase::feeding) {
    allow(Card::late_breakfast, [&] { return lay_colours(state) != 0; });
    return result;
  }
  allow(Card::dislodged, [&] {
    bool any = false;
    for (const Board& board : state.board) any |= board.crowns != 0;
    return any;
  });
  allow(Card::extra_free_growth, [&] {
    bool any = false;
    for_each_growth(state, [&](int, int) { any = true; });
    return any;
  });
  if (state.phase == Phase::window) return result;
  allow(Card::algae_indigestion, [&] { return state.locked != 0; });
  allow(Card::confusion, [&] {
    bool any = false;
    for_each_shift(state, [&](int, int) { any = true; });
    return any;
  });
  allow(Card::consumed_polyps, [&] { return (state.area[state.mover].hand.present() & kPolyps) != 0; });
  allow(Card::disintegration, [&] {
    bool any = false;
    for_each_large_coral(state, [&](int, Cells) { any = true; });
    return any;
  });
  allow(Card::extra_growth, [&] { return may_lay_from_bag(state); });
  allow(Card::deep_water, [&] { return !state.has(State::kDeepWater) && state.lays < 2; });
  allow(Card::double_lock, [&] { return !state.has(State::kDoubleLock); });
  allow(Card::pick_me_up, [&] { return !state.has(State::kPickMeUp); });
  return result;
}

void Game::legal_actions(const State& state, ActionList<Game>& out) const {
  out.clear();
  Lister(*this, state, out).list();
}

// Chance
// -----------------------------------------------------------------------------------------------------------------

namespace {

/// Kinds that can be drawn now: in setup special tiles go back and are drawn again.
int drawable_kinds(const State& state) { return state.phase == Phase::refill ? kTileKinds : kColours; }
int drawable_tiles(const State& state) {
  if (state.phase == Phase::refill) return state.bag_total;
  int n = 0;
  for (int c = 0; c < kColours; ++c) n += state.bag[c];
  return n;
}
Verb draw_verb(const State& state) {
  return state.phase == Phase::slot ? Verb::slot : state.phase == Phase::deal ? Verb::dealt : Verb::drawn;
}

}  // namespace

void Game::chance_outcomes(const State& state, ChanceList<Game>& out) const {
  out.clear();
  switch (state.phase) {
    case Phase::boards: return list_boards(rules_.players, out, [](int set) { return make_action(Verb::boards, set); });
    case Phase::side:
      for (int side = 0; side < 2; ++side) out.push_back({make_action(Verb::side, side), 0.5});
      return;
    case Phase::card_draw:
      for (int card = 0; card < kCards; ++card) {
        const double n = state.pile[card];
        if (n != 0) out.push_back({make_action(Verb::card_drawn, card), n / state.pile_total});
      }
      return;
    default:
      for (int kind = 0; kind < drawable_kinds(state); ++kind) {
        const double n = state.bag[kind];
        if (n != 0) out.push_back({make_action(draw_verb(state), kind), n / drawable_tiles(state)});
      }
      return;
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
    case Phase::card_draw: return make_action(Verb::card_drawn, draw_from(state.pile, state.pile_total, rng));
    default: return make_action(draw_verb(state), draw_from(state.bag, drawable_tiles(state), rng));
  }
}

ChanceSource Game::chance_source(const State& state) const {
  const auto own = [&](SeatSource source) {
    return ChanceSource{.owner = Player(state.mover), .number = static_cast<std::uint16_t>(source)};
  };
  if (state.phase == Phase::deal) return own(SeatSource::start_tile);
  return state.phase == Phase::card_draw ? own(SeatSource::card) : shared_source(state.phase);
}

}  // namespace atl::reef_encounter::second_kind
