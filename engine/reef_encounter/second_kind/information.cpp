#include "engine/reef_encounter/second_kind/information.hpp"

#include <span>

#include "engine/core/bits.hpp"
#include "engine/reef_encounter/second_kind/pieces.hpp"
#include "engine/reef_encounter/second_kind/text_board.hpp"

namespace atl::reef_encounter::second_kind {
namespace {

/// The card that an action shows to come out of the mover's hand; kNoCard if none.
int card_shown(Action action) {
  const int argument = argument_of(action);
  switch (verb_of(action)) {
    case Verb::card:
    case Verb::discard: return argument;
    case Verb::eat: return argument & 15;
    case Verb::blue: return argument >> 18;
    default: return kNoCard;
  }
}

}  // namespace

// What is perceived of events
// -------------------------------------------------------------------------------------------

Action Game::visible_action(const State& before, Action action, Observer observer) const {
  if (sees_of(observer, before.mover)) return action;
  switch (verb_of(action)) {
    case Verb::card_drawn: return make_action(Verb::card_drawn, kUnseenCard);
    case Verb::fish: return make_action(Verb::fish, kUnseen);
    case Verb::larvae: return before.mover == rules_.players - 1 ? action : make_action(Verb::larvae, kUnseenPair);
    default: return action;
  }
}

Observation Game::observe(const State& before, Action action, const State&, Observer observer) const {
  Observation seen{.code = visible_action(before, action, observer).code, .extra = 0};
  if (verb_of(action) == Verb::larvae && before.mover == rules_.players - 1) {
    seen.extra = revealed_pairs(before, argument_of(action));
  }
  return seen;
}

Observation Game::public_part(const Observation& observation) {
  Observation open = observation;
  switch (verb_of({observation.code})) {
    case Verb::card_drawn: open.code = make_action(Verb::card_drawn, kUnseenCard).code; break;
    case Verb::fish: open.code = make_action(Verb::fish, kUnseen).code; break;
    case Verb::larvae:
      if (observation.extra == 0) open.code = make_action(Verb::larvae, kUnseenPair).code;
      break;
    default: break;
  }
  return open;
}

std::uint32_t Game::result_key(const State& before, Action action, const State& after, Observer observer) const {
  const auto argument = static_cast<std::uint32_t>(argument_of(action));
  switch (verb_of(action)) {
    case Verb::boards:
    case Verb::side:
    case Verb::slot:
    case Verb::dealt:
    case Verb::drawn: return 1 + argument;
    case Verb::card_drawn: return sees_of(observer, before.mover) ? 1 + argument : 0;
    case Verb::larvae: return observe(before, action, after, kPublic).extra;
    default: return 0;
  }
}

// What is known
// ---------------------------------------------------------------------------------------------------------

InformationState::InformationState(const Game& game, Observer observer)
    : Observed(game, observer), cards_(std::make_shared<Lazy<CardTable>>()) {
  for (int p = 0; p < game.num_players(); ++p) known_.hidden[at(p)] = !sees(p);
  known_.epochs.back().unseen = view_.pile.numbers;
}

/// What the action says about its player's hidden parrotfish tile: the colours that it may be are those with which the
/// action was legal. Only a colour of which one tile is left, the parrotfish tile counted, can make a difference.
void InformationState::learn_secret(Action action) {
  const int p = view_.mover, argument = argument_of(action);
  auto& weight = secret_weight_[at(p)];
  Tiles& hand = view_.area[at(p)].hand;
  if (verb_of(action) == Verb::fish) {
    for (int c = 0; c < kColours; ++c) weight[at(c)] = hand[at(c)];
    return;
  }
  const auto shown = [&](int kind) {
    if (kind < kColours && hand[at(kind)] == 1) weight[at(kind)] = 0;
  };
  switch (verb_of(action)) {
    case Verb::put:
      if (put_of(argument).source == kFromHand) shown(put_of(argument).tile);
      return;
    case Verb::buy:
      if (argument >> 6 == kFromHand) shown(argument & 63);
      return;
    case Verb::consume: return shown(argument);
    case Verb::lay:
    case Verb::done:
    case Verb::card: {
      const bool last_one = std::count(hand.numbers.begin(), hand.numbers.begin() + kColours, 1) != 0;
      if (!last_one || view_.has(State::kAnyPut)) return;
      for (int c = 0; c < kColours; ++c) {
        if (weight[at(c)] == 0) continue;
        hand.remove(c);
        if (!is_legal(*game_, view_, action)) weight[at(c)] = 0;
        hand.add(c);
      }
      return;
    }
    default: return;
  }
}

/// A card drawn or shown: by a hidden seat, or by one that is seen (which changes what is left for the others).
void InformationState::learn_card(Action action) {
  const int p = view_.mover;
  Area& area = view_.area[at(p)];
  HiddenCards::Epoch& epoch = known_.epochs.back();
  if (verb_of(action) == Verb::card_drawn) {
    if (sees(p)) {
      --epoch.unseen[at(argument_of(action))];
    } else {
      epoch.events.push_back({p, kUnseenCard});
    }
  } else if (const int card = card_shown(action); card != kNoCard && !sees(p)) {
    area.cards.remove(kUnseenCard);
    area.cards.add(card);
    view_.pile.remove(card);
    --epoch.unseen[at(card)];
    epoch.events.push_back({p, card});
  } else {
    return;
  }
  if (cards_.use_count() > 1 || cards_->built()) cards_ = std::make_shared<Lazy<CardTable>>();
}

void InformationState::observe(const Observation& observation) {
  const Action action{observation.code};
  append(observation);
  learn_card(action);
  if (!sees(view_.mover) && game_->node_kind(view_) == NodeKind::decision) learn_secret(action);

  const bool pile_ends = verb_of(action) == Verb::buy && view_.pile_total == 0;
  if (verb_of(action) == Verb::larvae) {
    apply_larvae(action, argument_of(action), observation.extra);
  } else {
    game_->apply(view_, action);
  }
  if (!pile_ends) return;
  // The pile was used up: what is unseen is in hidden hands, and the discards are the new pile.
  known_.epochs.emplace_back();
  known_.epochs.back().unseen = view_.pile.numbers;
  cards_ = std::make_shared<Lazy<CardTable>>();
}

const CardTable& InformationState::cards() const {
  return cards_->get([this] { return std::make_unique<CardTable>(known_); });
}

int InformationState::sample_secret(int seat, Rng& rng) const {
  const auto& weight = secret_weight_[at(seat)];
  int sum = 0;
  for (const int w : weight) sum += w;
  auto k = static_cast<int>(rng.below(static_cast<std::uint32_t>(sum)));
  int colour = 0;
  while (k >= weight[at(colour)]) k -= weight[at(colour++)];
  return colour;
}

/// Whether a seat's parrotfish tile is chosen and hidden.
bool InformationState::hides_secret(int seat) const {
  const auto& weight = secret_weight_[at(seat)];
  return std::any_of(weight.begin(), weight.end(), [](int w) { return w != 0; });
}

State InformationState::sample(Rng& rng) const {
  if (observer_ == kOmniscient) return view_;
  State world = view_;
  bool cards_hidden = false;
  for (int p = 0; p < game_->num_players(); ++p) {
    if (sees(p)) continue;
    if (hides_secret(p)) {
      const int colour = sample_secret(p, rng);
      world.area[at(p)].hand.remove(colour);
      world.secret[at(p)] = static_cast<std::uint8_t>(colour);
    }
    cards_hidden |= view_.area[at(p)].cards[kUnseenCard] != 0;
  }
  const std::array<int, kSeats> pairs = sample_larvae(rng);
  for (int p = 0; p < kSeats; ++p) {
    if (hides_larvae(p)) give_pair(world, p, pairs[at(p)]);
  }
  if (!cards_hidden) return world;
  const CardSample hands = cards().sample(rng);
  for (int p = 0; p < game_->num_players(); ++p) {
    if (sees(p)) continue;
    for (const int card : CardHands::all().cards(hands.hand[at(p)])) {
      world.area[at(p)].cards.add(card);
      world.area[at(p)].cards.remove(kUnseenCard);
      world.pile.remove(card);
    }
  }
  return world;
}

std::vector<Action> InformationState::sample_record(Rng& rng) const {
  std::array<int, kSeats> secret{}, drawn{};
  for (int p = 0; p < game_->num_players(); ++p) {
    if (!sees(p) && hides_secret(p)) secret[at(p)] = sample_secret(p, rng);
  }
  const std::array<int, kSeats> pairs = sample_larvae(rng);
  const CardSample cards_drawn = cards().sample_draws(rng);
  std::vector<Action> record;
  State state = game_->initial_state();
  for (const Observation& seen : stream_) {
    Action action{seen.code};
    const Verb verb = verb_of(action);
    const std::size_t p = state.mover;
    if (verb == Verb::fish && argument_of(action) == kUnseen) action = make_action(verb, secret[p]);
    if (verb == Verb::larvae && argument_of(action) == kUnseenPair) action = make_action(verb, pairs[p]);
    if (verb == Verb::card_drawn && argument_of(action) == kUnseenCard) {
      action = make_action(verb, cards_drawn.draws[p][at(drawn[p]++)]);
    }
    game_->apply(state, action);
    record.push_back(action);
  }
  return record;
}

bool InformationState::complete_information() const {
  if (observer_ == kOmniscient) return true;
  for (int p = 0; p < game_->num_players(); ++p) {
    if (sees(p)) continue;
    if (hides_larvae(p)) return false;
    if (!hides_secret(p)) continue;
    int colours = 0;
    for (const int weight : secret_weight_[at(p)]) colours += weight != 0 ? 1 : 0;
    if (colours > 1) return false;
  }
  return cards().single();
}

std::string InformationState::board_text() const {
  HandsText hands = open_hands(*game_, view_);
  for (int p = 0; p < game_->num_players(); ++p) {
    if (sees(p)) continue;
    if (hides_secret(p)) {
      hands.hand[at(p)] += ", one of them in the parrotfish";
      hands.secret[at(p)] = "?";
    }
    hands.larvae_hidden[at(p)] = view_.phase == Phase::larvae && p < view_.mover;
  }
  hands.larvae_shown = larvae_shown();
  if (observer_ != kOmniscient) hands.pile = "of those unseen: " + hands.pile;
  return text_board(*game_, view_, hands);
}

}  // namespace atl::reef_encounter::second_kind
