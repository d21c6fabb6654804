/// What the heuristic thinks of crowns, rock and water, cards and blue shrimps.
#include <bit>

#include "engine/reef_encounter/second_kind/heuristic_view.hpp"

namespace atl::reef_encounter::second_kind {

/// The crown must bite: where it costs least.
float Heuristic::worth_of_bite(const View& view, int target) const {
  const Board& board = board_at(*view.state, target);
  const Cells cell = cell_bit(target);
  const float value = view.v(colour_at(board, cell)) * static_cast<float>(tiles_counted(kind_at(board, cell)));
  const bool own = (view.own[at(board_of(target))] & cell) != 0;
  const bool shrimp = (board.shrimps & cell) != 0;
  // Of an own coral an end tile rather than one that holds it together.
  const float links = static_cast<float>(count_bits(view.reef_at(target).connected(cell)));
  return 5 - (own ? value + 0.4F * links + (shrimp ? 2.0F : 0) : 0.1F * value);
}

/// Rock beside own corals, deep water and crowns beside those of others.
float Heuristic::worth_of_ground(const View& view, Verb verb, int place) const {
  const State& state = *view.state;
  const int number = board_of(place);
  const Board& board = state.board[at(number)];
  const Cells around = Grid::beside(cell_bit(place));
  const Cells own = view.own[at(number)] & around, foe = view.foe[at(number)] & around;
  if (verb == Verb::rock) return own != 0 ? 1.2F + 0.1F * static_cast<float>(count_bits(around & board.crowns)) : 0.5F;
  if (own != 0 || foe == 0) return 0.5F;
  if (verb == Verb::deep) return 1.05F + 0.05F * static_cast<float>(count_bits(foe));
  // The crown eats its way through that coral, one tile at the start of each turn of its owner.
  const Cells prey = view.reef_at(place).facing(cell_bit(place)) & foe;
  if (prey == 0) return 0.5F;
  const Cells coral = view.reef_at(place).corals(prey & (Cells{0} - prey));
  return 1.2F +
         0.1F * view.v(colour_at(board, prey & (Cells{0} - prey))) * static_cast<float>(std::min(count_bits(coral), 8));
}

/// A card of the blue shrimp is needed for the first feeding; others are worth a tile that is of no use.
float Heuristic::worth_of_buy(const View& view, int source, int kind) const {
  const State& state = *view.state;
  const CardSet held = cards_of(state, view.mover);
  const bool needed = state.feedings[at(view.mover)] == 0 && (held & kBlueCards) == 0;
  if (view.end_is_near && !needed) return kNever;
  float price = 0;
  if (source == kFromLarvae) {
    const int spare = view.area->larvae[kind] - (view.tiles(kind) > 0 ? 1 : 0);
    price = spare > 0 ? 0.7F : weights_.larva;
  } else if (source == kFromConsumed) {
    price = weights_.consumed;
  } else if (form_of(kind) >= Form::rock) {
    price = kind == kCrownKind ? 0.5F : 0.4F;
  } else {
    const TileKind& tile = tile_kind(kind);
    const bool grows =
        view.own_size[at(tile.first)] > 0 || (tile.second != kNoColour && view.own_size[at(tile.second)] > 0);
    price = (grows ? 0.35F * view.v_of_kind(kind) : 0.25F + 0.02F * view.v_of_kind(kind)) *
            static_cast<float>(tiles_counted(kind));
    if (!grows && view.hand[at(tile.first)] >= 3) price += 0.2F;
  }
  float gain = num_cards(state, view.mover) == 0 ? 0.5F : 0.2F;
  if (needed) {
    const int largest = *std::max_element(view.own_size.begin(), view.own_size.end());
    gain = 1.0F + 0.25F * static_cast<float>(largest);
  }
  return 1 + gain - price;
}

/// A full hand that cannot pay the first feeding.
float Heuristic::worth_of_discard(const View& view) const {
  const State& state = *view.state;
  const bool full = num_cards(state, view.mover) == kHandOfCards && (cards_of(state, view.mover) & kBlueCards) == 0;
  return full && state.feedings[at(view.mover)] == 0 ? 1.3F : kNever;
}

/// Taking before laying: where the tiles of a slot can grow an own coral in this turn.
float Heuristic::worth_of_taking_now(const View& view) const {
  const State& state = *view.state;
  if (state.lays >= 2) return 0.3F;
  float best = 0;
  for (int slot = 0; slot < kColours; ++slot) {
    for (int c = 0; c < kColours; ++c) {
      if (view.own_size[at(c)] == 0 || (view.area->larvae[c] == 0 && slot != c)) continue;
      best = std::max(best, 0.25F * view.v(c) * static_cast<float>(sea_tiles(state, slot, c)));
    }
  }
  return best > 0.5F ? 1 + best : 0.3F;
}

/// Two tiles of one colour for an own coral.
float Heuristic::worth_of_extra_growth(const View& view) const {
  const State& state = *view.state;
  float best = 0;
  for (int c = 0; c < kColours; ++c) {
    if (view.own_size[at(c)] > 0 && state.bag[c] >= 2) best = std::max(best, view.v(c));
  }
  return best > 0 ? 1 + 0.6F * best : 0.5F;
}

/// A lay that makes a coral large enough to be fed.
float Heuristic::worth_of_late_breakfast(const View& view) const {
  const State& state = *view.state;
  for (int c = 0; c < kColours; ++c) {
    const int grown = view.own_size[at(c)] + std::min(view.hand[at(c)], game_->rules().max_hand_tiles);
    const int wanted = weights_.feed_size + game_->feed_return(state) - 4;
    if (view.own_size[at(c)] > 0 && view.area->larvae[c] > 0 && grown >= wanted && view.own_size[at(c)] < wanted)
      return 1.5F;
  }
  return 0.4F;
}

/// Whether and how much a card helps now; a last blue-shrimp card is kept for the first feeding.
float Heuristic::worth_of_card(const View& view, Card card) const {
  const State& state = *view.state;
  int blue_cards = 0;
  for (int c = 0; c < kCards; ++c) blue_cards += card_kind(c).blue_shrimp ? view.area->cards[c] : 0;
  const bool keep =
      card_kind(static_cast<int>(card)).blue_shrimp && state.feedings[at(view.mover)] == 0 && blue_cards == 1;
  const auto at_least = [&](float gain) { return keep ? gain - 3 : gain; };
  switch (card) {
    case Card::algae_indigestion: return 0.4F;
    case Card::confusion: {
      float best = 0;
      for_each_shift(state, [&](int from, int to) { best = std::max(best, worth_of_shift(view, from, to)); });
      return at_least(best - 0.5F);
    }
    case Card::consumed_polyps: {
      const bool short_of = view.area->consumed.total() == 0 && state.feedings[at(view.mover)] != 0;
      return view.area->hand.total() >= 4 ? (short_of ? 1.6F : 0.95F) : 0.4F;
    }
    case Card::deep_water: return 0.4F;
    case Card::disintegration: {
      float best = 0;
      for_each_large_coral(state, [&](int board, Cells coral) {
        best = std::max(best, worth_of_removal(view, make_place(board, lowest_bit(coral))));
      });
      return at_least(best);
    }
    case Card::dislodged: {
      float best = 0.4F;
      for_each_board(state, [&](int number) {
        const Cells crowns = state.board[at(number)].crowns;
        if ((Grid::beside(crowns) & view.own[at(number)]) != 0) best = 1.8F;
      });
      return at_least(best);
    }
    case Card::double_lock:
      return at_least(
          state.locks == 1 && view.area->consumed.total() > 0 && std::popcount(state.locked) <= kCoralTiles - 2 ? 1.3F
                                                                                                                : 0.4F);
    case Card::extra_free_growth: {
      float best = 0;
      for_each_growth(state, [&](int, int colour) { best = std::max(best, view.v(colour)); });
      return at_least(1 + 0.5F * best);
    }
    case Card::extra_growth: return worth_of_extra_growth(view);
    case Card::late_breakfast: return worth_of_late_breakfast(view);
    case Card::pick_me_up: return worth_of_taking_now(view);
  }
  return 0;
}

/// A blue shrimp on a tile of an own coral that a stronger coral could bite.
float Heuristic::worth_of_blue(const View& view, int, int place) const {
  const State& state = *view.state;
  if (place == kAside) return kNever;
  int blue_cards = 0;
  for (int c = 0; c < kCards; ++c) blue_cards += card_kind(c).blue_shrimp ? view.area->cards[c] : 0;
  if (state.feedings[at(view.mover)] == 0 && blue_cards < 2) return kNever;
  const int number = board_of(place);
  const Board& board = state.board[at(number)];
  const Cells cell = cell_bit(place);
  if ((view.own[at(number)] & cell) == 0) return 0.3F;
  const int colour = colour_at(board, cell);
  Cells biters = 0;
  for (int c = 0; c < kColours; ++c) {
    if ((kBeats[state.sides][at(c)] >> colour & 1) != 0) biters |= tiles_of(board, c);
  }
  const Reef& reef = view.reef_at(place);
  const bool exposed = (reef.reach(biters & reef.connected(biters), kAllSides) & cell & ~reef.protected_tiles()) != 0;
  return exposed ? 1 + 0.15F * view.v(colour) : 0.4F;
}

/// Tiles taken off a coral: good for other players' ones.
float Heuristic::worth_of_removal(const View& view, int place) const {
  const State& state = *view.state;
  const Board& board = board_at(state, place);
  const Cells coral = view.reef_at(place).corals(cell_bit(place));
  const float value = view.v(colour_at(board, cell_bit(place)));
  const float surplus = static_cast<float>(count_bits(coral) - 9);
  if ((coral & view.foe[at(board_of(place))]) != 0) return 1 + 0.4F * surplus * value;
  return (coral & view.own[at(board_of(place))]) != 0 ? -surplus * value : 0.5F;
}

}  // namespace atl::reef_encounter::second_kind
