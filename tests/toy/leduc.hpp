/// Leduc poker (Southey et al., "Bayes' bluff: opponent modelling in poker", UAI 2005): six cards, two each of J, Q, K.
/// Ante one chip; one private card each, a betting round with bets of two, one public card, a betting round with bets
/// of four; at most one bet and one raise a round. A pair with the public card wins, then the higher card; equal cards
/// share.
///
/// Known answers: 936 information sets with cards told apart; if both play uniformly at random, best replies win
/// 4.7472 chips together.
#pragma once

#include "tests/toy/toy_game.hpp"

namespace atl::toy::leduc {

struct Rules {
  int players = 2;
  bool operator==(const Rules&) const = default;
};

template <class R, class Visitor>
void visit_fields(R&, Visitor&&) {}

struct State {
  std::array<std::uint8_t, 3> card{};  ///< 1..6 of seat 0, seat 1, the table; 0 not dealt. Rank is (card - 1) / 2
  std::array<std::uint8_t, 2> chips{1, 1};
  std::uint8_t round = 0;  ///< 0 or 1
  std::uint8_t mover = 0;
  std::uint8_t decisions = 0;  ///< in this round
  std::uint8_t bets = 0;       ///< in this round
  std::uint8_t folded = 0;     ///< 1 + the seat that folded
  std::uint8_t over = 0;
  bool operator==(const State&) const = default;
};

/// Action codes: the card at chance, 0 where unseen; 0 fold, 1 check or call, 2 bet or raise at a decision.
class Game : public Toy<Game, State, Rules> {
 public:
  static constexpr std::string_view kName = "leduc";
  static constexpr int kMinPlayers = 2;
  static constexpr int kMaxPlayers = 2;
  static constexpr std::size_t kMaxActions = 3;
  static constexpr std::size_t kMaxChanceOutcomes = 6;
  static constexpr std::uint32_t kFold = 0, kCall = 1, kRaise = 2;
  class InformationState;
  using Toy::Toy;

  NodeKind node_kind(const State& state) const {
    if (state.over != 0) return NodeKind::terminal;
    return state.card[1] == 0 || (state.round == 1 && state.card[2] == 0) ? NodeKind::chance : NodeKind::decision;
  }
  Player player_to_act(const State& state) const { return Player(state.mover); }
  void legal_actions(const State& state, ActionList<Game>& out) const {
    out.clear();
    if (state.chips[0] != state.chips[1]) out.push_back({kFold});
    out.push_back({kCall});
    if (state.bets < 2) out.push_back({kRaise});
  }
  void chance_outcomes(const State& state, ChanceList<Game>& out) const {
    out.clear();
    const int left = 6 - static_cast<int>(slot(state));
    for (std::uint32_t card = 1; card <= 6; ++card) {
      if (card != state.card[0] && card != state.card[1]) out.push_back({{card}, 1.0 / left});
    }
  }
  ChanceSource chance_source(const State& state) const {
    return {.owner = slot(state) == 2 ? kNobody : Player(slot(state))};
  }
  void apply(State& state, Action action) const {
    if (node_kind(state) == NodeKind::chance) {
      state.card[slot(state)] = static_cast<std::uint8_t>(action.code);
      return;
    }
    const std::size_t mover = state.mover, other = 1 - mover;
    state.mover = static_cast<std::uint8_t>(other);
    ++state.decisions;
    switch (action.code) {
      case kFold:
        state.folded = static_cast<std::uint8_t>(mover + 1);
        state.over = 1;
        break;
      case kCall:
        state.chips[mover] = state.chips[other];
        if (state.decisions >= 2) {
          state.over = state.round;
          state.round = 1;
          state.mover = state.decisions = state.bets = 0;
        }
        break;
      default:
        state.chips[mover] = static_cast<std::uint8_t>(state.chips[other] + (state.round == 0 ? 2 : 4));
        ++state.bets;
        break;
    }
  }
  PerSeat<int> scores(const State& state) const {
    if (state.folded != 0) {
      const int lost = state.chips[state.folded - 1U];
      return state.folded == 1 ? PerSeat<int>{-lost, lost} : PerSeat<int>{lost, -lost};
    }
    const auto strength = [&](std::size_t seat) {
      const int rank = (state.card[seat] - 1) / 2;
      return rank + (rank == (state.card[2] - 1) / 2 ? 10 : 0);
    };
    const int won = strength(0) == strength(1) ? 0 : strength(0) > strength(1) ? state.chips[1] : -state.chips[0];
    return {won, -won};
  }
  std::string_view end_reason(const State& state) const { return state.folded != 0 ? "fold" : "showdown"; }

  /// A private card is seen by its owner, the third by all. Nothing is learnt beyond that.
  Action visible_action(const State& before, Action action, Observer observer) const {
    const bool chance = node_kind(before) == NodeKind::chance;
    if (!chance || slot(before) == 2 || observer == kOmniscient || observer == Player(slot(before))) return action;
    return {0};
  }
  std::uint32_t result_key(const State& before, Action action, const State&, Observer observer) const {
    return node_kind(before) == NodeKind::chance ? visible_action(before, action, observer).code : 0;
  }
  Seen observe(const State& before, Action action, const State&, Observer observer) const {
    const bool hidden_deal = node_kind(before) == NodeKind::chance && slot(before) < 2;
    return {visible_action(before, action, observer).code, hidden_deal ? 1U : 0U};
  }
  static Seen public_part(const Seen& seen) { return seen.result != 0 ? Seen{0, 1} : seen; }

  /// The next card goes to seat 0, seat 1 or the table (2).
  static std::size_t slot(const State& state) { return state.card[0] == 0 ? 0 : state.card[1] == 0 ? 1 : 2; }
};

/// Unseen cards are uniform over what is left.
class Game::InformationState {
 public:
  InformationState(const Game& game, Observer observer) : game_(&game), observer_(observer) {}

  void observe(const Seen& seen) {
    // A card that is not seen is played as card 7, so that the view has the flow of the game.
    const bool unseen = seen.result != 0 && seen.action == 0;
    game_->apply(view_, {unseen ? kHidden : seen.action});
    stream_.push_back(seen);
  }
  Observer observer() const { return observer_; }
  NodeKind node_kind() const { return game_->node_kind(view_); }
  Player player_to_act() const { return game_->player_to_act(view_); }
  void legal_actions(ActionList<Game>& out) const { game_->legal_actions(view_, out); }

  State sample(Rng& rng) const {
    State state = view_;
    std::uint64_t deck = 0x7e;
    for (const std::uint8_t card : view_.card) {
      if (card != 0 && card != kHidden) deck &= ~(std::uint64_t{1} << card);
    }
    for (std::uint8_t& card : state.card) {
      if (card != kHidden) continue;
      card = static_cast<std::uint8_t>(rng.random_bit(deck));
      deck &= ~(std::uint64_t{1} << card);
    }
    return state;
  }
  std::vector<Action> sample_record(Rng& rng) const {
    const State world = sample(rng);
    std::vector<Action> events;
    for (std::size_t i = 0; i < stream_.size(); ++i) events.push_back({i < 2 ? world.card[i] : stream_[i].action});
    return events;
  }
  std::string board_text() const { return game_->board_text(view_); }
  std::uint64_t hash() const {
    std::uint64_t hash = observer_.code();
    for (const Seen& seen : stream_) hash = hash_combine(hash, seen.action * 2 + seen.result);
    return hash;
  }
  bool operator==(const InformationState& other) const {
    return observer_ == other.observer_ && stream_ == other.stream_;
  }

 private:
  static constexpr std::uint8_t kHidden = 7;
  const Game* game_;
  Observer observer_;
  State view_;
  std::vector<Seen> stream_;
};

static_assert(ImperfectInformationGame<Game>);

}  // namespace atl::toy::leduc
