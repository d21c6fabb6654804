#include "engine/reef_rescue/information.hpp"

#include <algorithm>
#include <cstring>

#include "engine/reef_rescue/legal.hpp"
#include "engine/reef_rescue/text_board.hpp"

namespace atl::reef_rescue {
namespace {

Array<std::uint8_t, 3> three_cells(std::uint64_t cells) {
  Array<std::uint8_t, 3> list{};
  for (std::size_t i = 0; i < 3; ++i) list[i] = static_cast<std::uint8_t>(pop_lowest_bit(cells));
  return list;
}

std::uint64_t mask_of(const Array<std::uint8_t, 3>& cells) { return bit(cells[0]) | bit(cells[1]) | bit(cells[2]); }

}  // namespace

InformationState::InformationState(const Game& game, Observer observer, std::size_t hypothesis_cap)
    : game_(&game),
      observer_(observer),
      view_(game.initial_state()),
      belief_(game.ocean_tiles(), hypothesis_cap),
      hash_(mix64(observer.code() + 1)) {}

void InformationState::observe(const Observation& observation) {
  stream_.push_back(observation);
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < 3; ++i)
    word = word << 16 | std::uint64_t{observation.seen[i]} << 8 | observation.filled[i];
  hash_ = hash_combine(hash_combine(hash_, observation.code), word);

  const Action action{observation.code};
  const Verb verb = verb_of(action);
  if (observer_ == kOmniscient) {
    game_->apply(view_, action);
  } else {
    switch (verb) {
      case Verb::deal:
        belief_.deal(std::countr_zero(game_->grid() & ~view_.present));
        game_->apply(view_, make_action(Verb::deal, kUnknownTile));
        belief_.prepare();
        break;
      case Verb::choose:
        start_turn();
        game_->apply(view_, action);
        break;
      case Verb::flip:
      case Verb::shine: {
        std::uint64_t cells = verb == Verb::flip ? bit(argument_of(action)) : shine_cells(action);
        for (std::size_t i = 0; cells != 0; ++i) reveal(pop_lowest_bit(cells), observation.seen[i]);
        belief_.prepare();
        game_->apply(view_, action);
        break;
      }
      case Verb::pick: observe_pick(observation); break;
      case Verb::place: observe_place(observation); break;
      case Verb::claim_set:
      case Verb::claim_tile:
        note_claim(action);
        game_->apply(view_, action);
        belief_.prepare();
        break;
      default: game_->apply(view_, action); break;
    }
    for (std::uint64_t cells = view_.present; cells != 0;) {
      const int cell = pop_lowest_bit(cells);
      view_.tile[cell] = belief_.agreed()[cell];
    }
  }
  turn_just_ended_ = (view_.phase == Phase::turn || view_.phase == Phase::over) && verb != Verb::face;
}

void InformationState::start_turn() {
  shown_ = 0;
  possible_known_ = belief_.size() > 1;
  if (possible_known_) possible_ = belief_.possible_cells();
}

void InformationState::reveal(int cell, int tile) {
  belief_.reveal(cell, tile);
  view_.tile[cell] = static_cast<std::uint8_t>(tile);
  shown_ |= bit(tile);
  shown_at_[tile] = static_cast<std::uint8_t>(cell);
}

void InformationState::observe_pick(const Observation& observation) {
  const int cell = argument_of({observation.code});
  if (std::popcount(view_.marked) == 2) {
    lifted_ = three_cells(view_.marked | bit(cell));
    for (std::size_t i = 0; i < 3; ++i) {
      if (is_mine()) reveal(lifted_[i], observation.seen[i]);
      belief_.move(lifted_[i], kHandSlot + static_cast<int>(i));
    }
    belief_.prepare();
  }
  game_->apply(view_, {observation.code});
}

void InformationState::observe_place(const Observation& observation) {
  const bool last = view_.cursor == 2;
  if (is_mine()) {
    const int cell = argument_of({observation.code});
    filled_[view_.cursor] = static_cast<std::uint8_t>(cell);
    belief_.move(kHandSlot + view_.cursor, cell);
    if (last) moves_.push_back({.is_scope = true, .from = lifted_, .to = filled_, .before = nullptr});
    game_->apply(view_, {observation.code});
    belief_.prepare();
    return;
  }
  view_.hand[view_.cursor] = kNoTile;
  ++view_.cursor;
  if (!last) return;
  moves_.push_back(
      {.is_scope = true, .from = lifted_, .to = observation.filled, .before = std::make_shared<const Belief>(belief_)});
  belief_.scramble(observation.filled);
  belief_.prepare();
  game_->finish_scope(view_, mask_of(observation.filled));
}

void InformationState::note_claim(Action action) {
  const int argument = argument_of(action);
  const bool is_set = verb_of(action) == Verb::claim_set;
  for (std::uint64_t up = view_.marked; up != 0;) {
    const int cell = pop_lowest_bit(up);
    const int tile = view_.tile[cell];
    if (is_set ? kTileInfo[tile].set != argument : cell != argument) continue;
    moves_.push_back({.is_scope = false, .cell = cell, .tile = tile, .from = {}, .to = {}, .before = nullptr});
    belief_.remove(cell);
  }
}

/// The slots of a world, with tiles that somebody else has already put back moved to cells drawn for them.
void InformationState::draw_world(Rng& rng, Labels& world, std::vector<std::uint8_t>* hidden_cells) const {
  belief_.sample(rng, world);
  if (view_.phase != Phase::place || is_mine()) return;
  std::uint64_t empty = game_->grid() & ~view_.present;
  for (std::size_t i = 0; i < view_.cursor; ++i) {
    const int cell = rng.random_bit(empty);
    empty &= ~bit(cell);
    std::swap(world[cell], world[kHandSlot + i]);
    if (hidden_cells != nullptr) hidden_cells->push_back(static_cast<std::uint8_t>(cell));
  }
}

State InformationState::sample(Rng& rng) const {
  State state = view_;
  if (observer_ == kOmniscient) return state;
  Labels world;
  draw_world(rng, world, nullptr);
  std::memcpy(state.tile.data(), world.data(), kCells);
  std::memcpy(state.hand.data(), world.data() + kHandSlot, 3);
  if (view_.phase == Phase::place && !is_mine() && view_.cursor > 0) {
    for (std::uint64_t empty = game_->grid() & ~view_.present; empty != 0;) {
      const int cell = pop_lowest_bit(empty);
      if (world[cell] != kNoTile) state.marked |= bit(cell);
    }
    state.present |= state.marked;
  }
  return state;
}

/// The world before a Sea Scope. For another's one, which of the arrangements that could have put the tiles where they
/// lie it was is drawn, and `hidden` gets its placements, last first.
void InformationState::undo_scope(const Move& scope, Rng& rng, Labels& world, std::vector<std::uint8_t>& hidden) {
  // `before` is the world with the three tiles in hand.
  Array<std::size_t, 3> order = {0, 1, 2};
  Labels before = world;
  for (const std::uint8_t cell : scope.to) before[cell] = kNoTile;
  const auto lift = [&] {
    for (std::size_t i = 0; i < 3; ++i) before[kHandSlot + i] = world[scope.to[order[i]]];
  };
  if (scope.before != nullptr) {
    Array<double, 6> weights{};
    double sum = 0;
    for (std::size_t k = 0; k < 6; ++k) {
      order = kOrders[k];
      lift();
      sum += weights[k] = scope.before->weight_of(before);
    }
    double left = rng.uniform() * sum;
    std::size_t chosen = 0;
    for (std::size_t k = 0; k < 6; ++k) {
      if (weights[k] <= 0) continue;
      chosen = k;
      if (left < weights[k]) break;
      left -= weights[k];
    }
    order = kOrders[chosen];
    for (std::size_t i = 3; i > 0; --i) hidden.push_back(scope.to[order[i - 1]]);
  }
  lift();
  world = before;
  for (std::size_t i = 0; i < 3; ++i) std::swap(world[kHandSlot + i], world[scope.from[i]]);
}

std::vector<Action> InformationState::sample_record(Rng& rng) const {
  std::vector<Action> events;
  if (observer_ == kOmniscient) {
    for (const Observation& observation : stream_) events.push_back({observation.code});
    return events;
  }
  if (!forgotten_.empty()) {
    InformationState perfect(*game_, observer_);
    for (const Observation& observation : stream_) perfect.observe(observation);
    return perfect.sample_record(rng);
  }

  // Back to the deal. `hidden` collects the cells of others' placements, last first.
  Labels world;
  std::vector<std::uint8_t> hidden;
  draw_world(rng, world, &hidden);
  std::reverse(hidden.begin(), hidden.end());
  if (view_.phase == Phase::place) {
    for (std::size_t i = 0; i < view_.cursor; ++i) {
      std::swap(world[kHandSlot + i], world[is_mine() ? filled_[i] : hidden[view_.cursor - 1 - i]]);
    }
    for (std::size_t i = 0; i < 3; ++i) std::swap(world[kHandSlot + i], world[lifted_[i]]);
  }
  for (auto move = moves_.rbegin(); move != moves_.rend(); ++move) {
    if (move->is_scope) {
      undo_scope(*move, rng, world, hidden);
    } else {
      world[move->cell] = static_cast<std::uint8_t>(move->tile);
    }
  }

  // Forward again.
  std::uint64_t undealt = game_->grid();
  for (const Observation& observation : stream_) {
    Action action{observation.code};
    if (verb_of(action) == Verb::deal) {
      action = make_action(Verb::deal, world[pop_lowest_bit(undealt)]);
    } else if (action == make_action(Verb::place, kHidden)) {
      action = make_action(Verb::place, hidden.back());
      hidden.pop_back();
    }
    events.push_back(action);
  }
  return events;
}

State InformationState::sample_informed(Rng& rng) const {
  std::vector<InformationState> others;
  for (const Player seat : seats(game_->num_players())) {
    if (seat != observer_) others.emplace_back(*game_, seat);
  }
  State state = game_->initial_state();
  for (const Action action : sample_record(rng)) {
    const State before = state;
    game_->apply(state, action);
    for (InformationState& other : others) other.observe(game_->observe(before, action, state, other.observer_));
  }
  for (const InformationState& other : others) {
    std::uint64_t& known = state.known[other.observer_.seat()];
    for (std::uint64_t cells = state.present; cells != 0;) {
      const int cell = pop_lowest_bit(cells);
      if (other.view_.tile[cell] != kUnknownTile) known |= bit(cell);
    }
  }
  return state;
}

bool InformationState::complete_information() const {
  if (observer_ == kOmniscient) return true;
  const bool hidden_placements = view_.phase == Phase::place && !is_mine() && view_.cursor > 0;
  return belief_.is_certain() && !hidden_placements;
}

void InformationState::forget_last_turn(double forget_probability, Rng& rng) {
  ATOLL_EXPECT(turn_just_ended_ && observer_.is_seat());
  const Labels now = belief_.agreed();
  std::uint64_t lost = 0, lost_cells = 0;
  for (std::uint64_t shown = shown_; shown != 0;) {
    const int tile = pop_lowest_bit(shown);
    if (std::find(now.begin(), now.end(), static_cast<std::uint8_t>(tile)) == now.end()) continue;  // claimed
    if (!rng.chance(forget_probability)) continue;
    lost |= bit(tile);
    lost_cells |= bit(shown_at_[tile]);
  }
  for (int tile = 0; possible_known_ && tile < kCells; ++tile) {
    const std::uint64_t cells = possible_[tile];
    if ((shown_ >> tile & 1) == 0 && std::popcount(cells) > 1 && (cells & lost_cells) != 0) lost |= bit(tile);
  }
  if (lost == 0) return;
  while (lost != 0) forget(pop_lowest_bit(lost));
  belief_.prepare();
  for (std::uint64_t cells = view_.present; cells != 0;) {
    const int cell = pop_lowest_bit(cells);
    view_.tile[cell] = belief_.agreed()[cell];
  }
}

void InformationState::forget(int tile) {
  const Labels& now = belief_.agreed();
  const auto at = std::find(now.begin(), now.begin() + kCells, static_cast<std::uint8_t>(tile));
  if (at != now.begin() + kCells) view_.known[observer_.seat()] &= ~bit(static_cast<int>(at - now.begin()));
  belief_.forget(tile);
  forgotten_.emplace_back(stream_.size(), tile);
  hash_ = hash_combine(hash_, static_cast<std::uint64_t>(tile) + 0x100);
}

std::string InformationState::board_text() const {
  if (observer_ == kOmniscient) return game_->board_text(view_);
  const Array<std::uint64_t, kCells> possible = belief_.possible_cells();
  const auto is_uncertain = [&](int cell) {
    return view_.tile[cell] == kUnknownTile &&
           std::any_of(possible.begin(), possible.end(), [&](std::uint64_t cells) { return (cells >> cell & 1) != 0; });
  };
  std::string text = draw_grid(game_->grid(), [&](int cell) -> std::string {
    if ((view_.present >> cell & 1) == 0) return ".";
    const int tile = view_.tile[cell];
    const std::string name = tile < kCells ? tile_name(tile) + tile_mark(tile) : is_uncertain(cell) ? "~" : "?";
    return (view_.marked >> cell & 1) != 0 ? name + "*" : name;
  });
  for (std::size_t i = 0; i < 3; ++i) {
    const int label = belief_.agreed()[kHandSlot + i];
    if (view_.phase == Phase::place && is_mine() && label < kCells) text += "lifted: " + tile_text(label) + '\n';
  }
  for (std::uint64_t cells = view_.present; cells != 0;) {
    const int cell = pop_lowest_bit(cells);
    if (!is_uncertain(cell)) continue;
    text += cell_name(cell) + " one of:";
    for (int tile = 0; tile < kCells; ++tile) {
      if ((possible[tile] >> cell & 1) != 0) text += " " + tile_name(tile);
    }
    bool may_be_unseen = false;
    for (std::size_t i = 0; i < belief_.size(); ++i) {
      may_be_unseen |= belief_.row(i)[cell] == kUnknownTile;
    }
    text += may_be_unseen ? " or a tile never seen\n" : "\n";
  }
  return text +
         "(? never seen, ~ uncertain, x garbage, g gigantic, R reef, number: creatures; * face up or chosen; . "
         "empty)\n" +
         game_->status_text(view_);
}

}  // namespace atl::reef_rescue
