#include "engine/reef_encounter/information.hpp"

#include <algorithm>
#include <span>

#include "engine/reef_encounter/text_board.hpp"

namespace atl::reef_encounter {
namespace {

constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

// What is perceived of events
// -------------------------------------------------------------------------------------------

Action Game::visible_action(const State& before, Action action, Observer observer) const {
  if (sees_of(observer, before.mover)) return action;
  switch (verb_of(action)) {
    case Verb::dealt:
    case Verb::fish: return make_action(verb_of(action), kUnseen);
    case Verb::larvae: return before.mover == rules_.players - 1 ? action : make_action(Verb::larvae, kUnseenPair);
    default: return action;
  }
}

Observation Game::observe(const State& before, Action action, const State& after, Observer observer) const {
  Observation seen{.code = visible_action(before, action, observer).code, .extra = 0, .tiles = 0};
  if (verb_of(action) == Verb::put || verb_of(action) == Verb::grow) {
    seen.extra = growth_shown(before, action, after);
  } else if (verb_of(action) == Verb::larvae && before.mover == rules_.players - 1) {
    seen.extra = revealed_pairs(before, argument_of(action));
  }
  if (observer == Player(after.mover)) seen.tiles = tile_choices(after);
  return seen;
}

/// Observation::extra of a put or of the decision to grow. Where it is asked for, a spare that is there hides the bag
/// until the tile grows.
std::uint32_t Game::growth_shown(const State& before, Action action, const State& after) const {
  const std::uint32_t asked = before.bag[before.colour] != 0 ? 1 : 2;
  if (verb_of(action) == Verb::grow) return asked;
  const int place = argument_of(action) >> 1, board = board_of(place), colour = before.colour;
  const std::uint64_t growth = board_map(board).growth;
  if (free_growth_ == FreeGrowth::none || (BaseGrid::beside(growth) & bit(cell_of(place))) == 0) return 0;
  if ((occupied(before, board) & growth) != 0) return 0;
  const bool grown = (occupied(after, board) & growth) != 0;
  if (!grown && (forbidden_joins(after, board, colour) & growth) != 0) return 0;
  return free_growth_ == FreeGrowth::optional && ((before.spares >> colour) & 1) != 0 ? 0 : asked;
}

Observation Game::public_part(const Observation& observation) {
  Observation open = observation;
  open.tiles = 0;
  const Verb verb = verb_of({observation.code});
  if (verb == Verb::dealt || verb == Verb::fish) open.code = make_action(verb, kUnseen).code;
  if (verb == Verb::larvae && observation.extra == 0) open.code = make_action(verb, kUnseenPair).code;
  return open;
}

std::uint32_t Game::result_key(const State& before, Action action, const State& after, Observer observer) const {
  const auto argument = static_cast<std::uint32_t>(argument_of(action));
  switch (verb_of(action)) {
    case Verb::boards:
    case Verb::side:
    case Verb::slot:
    case Verb::drawn: return 1 + argument;
    case Verb::dealt: return sees_of(observer, before.mover) ? 1 + argument : 0;
    case Verb::put:
    case Verb::grow: return growth_shown(before, action, after);
    case Verb::larvae: return observe(before, action, after, kPublic).extra;
    default: return 0;
  }
}

// What is known
// ---------------------------------------------------------------------------------------------------------

InformationState::InformationState(const Game& game, Observer observer)
    : Observed(game, observer), lazy_(std::make_shared<Lazy<BeliefTable>>()) {
  for (int p = 0; p < game.num_players(); ++p) known_.seat[at(p)].hidden = !sees(p);
}

/// Updates the belief about hidden tiles by what the event says, before it is applied to the view.
void InformationState::learn(const Observation& observation) {
  const Action action{observation.code};
  const int p = view_.mover, argument = argument_of(action);
  HiddenTiles::Seat& seat = known_.seat[at(p)];
  switch (verb_of(action)) {
    case Verb::dealt: ++seat.dealt; return;
    case Verb::fish: seat.fish_chosen = true; return;
    case Verb::drawn:
      if (view_.phase == Phase::refill) known_.drawn(argument, view_.bag[argument]);
      return;
    case Verb::lay:
      if (view_.area[at(p)].consumed[argument] == 0) known_.held(p, argument);
      return;
    case Verb::put:
      if ((argument & 1) == 0) {
        known_.held(p, view_.colour);
        --seat.net[view_.colour];
      }
      [[fallthrough]];
    case Verb::grow:
      if (observation.extra != 0) known_.shown(view_.colour, view_.bag[view_.colour], observation.extra == 1);
      return;
    case Verb::tile:
      known_.shown(argument, view_.bag[argument], true);
      ++seat.net[at(argument)];
      return;
    case Verb::take:
      for (int c = 0; c < kColours; ++c) seat.net[at(c)] += sea_tiles(view_.sea, argument, c);
      return;
    default: return;
  }
}

void InformationState::observe(const Observation& observation) {
  const Action action{observation.code};
  append(observation);
  hash_ = hash_combine(hash_, observation.tiles);
  learn(observation);

  const Verb verb = verb_of(action);
  if (verb == Verb::larvae) {
    apply_larvae(action, argument_of(action), observation.extra);
  } else if ((verb == Verb::put || verb == Verb::grow) && observation.extra == 2) {
    // The bag has none of the colour, though the view counts hidden tiles into it.
    const int colour = view_.colour, unseen = view_.bag[colour];
    view_.bag.clear(colour);
    game_->apply(view_, action);
    view_.bag.add(colour, unseen);
  } else {
    game_->apply(view_, action);
  }
  if (view_.phase <= Phase::deal || verb == Verb::dealt) known_.dealt_from = view_.bag;

  tiles_ = observation.tiles;
  if (observer_ == Player(view_.mover) && view_.phase == Phase::main && !view_.has(State::kInAir)) {
    for (int c = 0; c < kColours; ++c) {
      if (view_.area[view_.mover].larvae[c] != 0) known_.shown(c, view_.bag[c], ((tiles_ >> c) & 1U) != 0);
    }
  }
  if (lazy_.use_count() > 1 || lazy_->built()) lazy_ = std::make_shared<Lazy<BeliefTable>>();
}

void InformationState::legal_actions(ActionList<Game>& out) const {
  if (observer_ == kOmniscient) return game_->legal_actions(view_, out);
  State listing = view_;
  listing.bag = {};
  for (int c = 0; c < kColours; ++c) {
    if (((tiles_ >> c) & 1U) != 0) listing.bag.add(c);
  }
  game_->legal_actions(listing, out);
}

const BeliefTable& InformationState::table() const {
  return lazy_->get([this] { return std::make_unique<BeliefTable>(known_); });
}

InformationState::Hidden InformationState::draw_hidden(Rng& rng) const {
  Hidden hidden;
  hidden.tiles = table().sample(rng);
  hidden.pair = sample_larvae(rng);
  return hidden;
}

State InformationState::sample(Rng& rng) const {
  if (observer_ == kOmniscient) return view_;
  const Hidden hidden = draw_hidden(rng);
  State world = view_;
  for (int p = 0; p < game_->num_players(); ++p) {
    if (sees(p)) continue;
    world.area[at(p)].hand.add(hidden.tiles.rest[at(p)]);
    world.bag.remove(hidden.tiles.rest[at(p)]);
    world.secret[at(p)] = static_cast<std::uint8_t>(hidden.tiles.fish[at(p)]);
    if (hidden.tiles.fish[at(p)] != kUnseen) world.bag.remove(hidden.tiles.fish[at(p)]);
    if (hides_larvae(p)) give_pair(world, p, hidden.pair[at(p)]);
  }
  return world;
}

std::vector<Action> InformationState::sample_record(Rng& rng) const {
  const Hidden hidden = draw_hidden(rng);
  // Any order of dealing the same tiles is equally likely.
  std::array<std::vector<int>, kSeats> dealt;
  for (int p = 0; p < game_->num_players(); ++p) {
    for (int c = 0; c < kColours; ++c) {
      const int n = hidden.tiles.rest[at(p)][c] + (hidden.tiles.fish[at(p)] == c ? 1 : 0);
      dealt[at(p)].insert(dealt[at(p)].end(), at(n), c);
    }
    rng.shuffle(std::span<int>(dealt[at(p)]));
  }
  std::vector<Action> record;
  State state = game_->initial_state();
  for (const Observation& seen : stream_) {
    Action action{seen.code};
    const Verb verb = verb_of(action);
    const std::size_t p = state.mover;
    if (verb == Verb::dealt && argument_of(action) == kUnseen) action = make_action(verb, dealt[p][state.counter]);
    if (verb == Verb::fish && argument_of(action) == kUnseen) action = make_action(verb, hidden.tiles.fish[p]);
    if (verb == Verb::larvae && argument_of(action) == kUnseenPair) action = make_action(verb, hidden.pair[p]);
    game_->apply(state, action);
    record.push_back(action);
  }
  return record;
}

bool InformationState::complete_information() const {
  if (observer_ == kOmniscient) return true;
  for (int p = 0; p < game_->num_players(); ++p) {
    if (hides_larvae(p)) return false;
  }
  return table().single();
}

std::string InformationState::board_text() const {
  HandsText hands;
  for (int p = 0; p < game_->num_players(); ++p) {
    const HiddenTiles::Seat& seat = known_.seat[at(p)];
    if (sees(p)) {
      hands.hand[at(p)] = counts_text(view_.area[at(p)].hand);
      if (view_.secret[at(p)] != kUnseen) hands.secret[at(p)] = colour_text(view_.secret[at(p)]);
    } else {
      // Surely there: what came in, or had to be there to be shown, and has not been played since.
      Counts sure;
      int total = seat.dealt - (seat.fish_chosen ? 1 : 0);
      for (int c = 0; c < kColours; ++c) {
        total += seat.net[at(c)];
        sure.add(c, std::max(0, seat.need[at(c)] + seat.net[at(c)]));
      }
      hands.hand[at(p)] = std::to_string(total) + " tiles, surely " + counts_text(sure);
      if (seat.fish_chosen) hands.secret[at(p)] = "?";
      hands.larvae_hidden[at(p)] = view_.phase == Phase::larvae && p < view_.mover;
    }
  }
  hands.larvae_shown = larvae_shown();
  hands.bag = std::to_string(view_.bag_total) + " tiles";
  if (observer_ == kOmniscient) hands.bag = counts_text(view_.bag) + " (" + std::to_string(view_.bag_total) + ")";
  return text_board(*game_, view_, hands);
}

}  // namespace atl::reef_encounter
