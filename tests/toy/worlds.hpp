/// Legal actions that depend on the world: two players hold three of seven cards each, one card is out. Three times
/// each plays a card, the first player always first; the higher card wins a point. A hand is seen by its owner only,
/// and the legal actions are the hand: an opponent's edges in a search tree are legal in some worlds and not in others.
///
/// Known answer: whoever holds the cards 4, 5, 6 wins all three points whatever happens.
#pragma once

#include <bit>

#include "tests/toy/toy_game.hpp"

namespace atl::toy::worlds {

struct Rules {
  int players = 2;
  bool operator==(const Rules&) const = default;
};

template <class R, class Visitor>
void visit_fields(R&, Visitor&&) {}

struct State {
  std::array<std::uint8_t, 2> hand{};  ///< [2] sets of cards 0..6
  std::uint8_t dealt = 0;              ///< cards dealt, seats in turn
  std::uint8_t played = 0;             ///< cards played
  std::uint8_t last = 0;               ///< the first player's card of this trick
  std::uint8_t points = 0;             ///< of the first player
  bool operator==(const State&) const = default;
};

/// Action codes: the card. At a chance event that was not seen, kUnseen.
class Game : public Toy<Game, State, Rules> {
 public:
  static constexpr std::string_view kName = "worlds";
  static constexpr int kMinPlayers = 2;
  static constexpr int kMaxPlayers = 2;
  static constexpr std::size_t kMaxActions = 3;
  static constexpr std::size_t kMaxChanceOutcomes = 7;
  static constexpr std::uint32_t kUnseen = 7;
  class InformationState;
  using Toy::Toy;

  NodeKind node_kind(const State& state) const {
    if (state.dealt < 6) return NodeKind::chance;
    return state.played < 6 ? NodeKind::decision : NodeKind::terminal;
  }
  Player player_to_act(const State& state) const { return Player(state.played % 2); }
  void legal_actions(const State& state, ActionList<Game>& out) const {
    out.clear();
    for (std::uint64_t cards = state.hand[state.played % 2U]; cards != 0;)
      out.push_back({static_cast<std::uint32_t>(pop_lowest_bit(cards))});
  }
  void chance_outcomes(const State& state, ChanceList<Game>& out) const {
    out.clear();
    std::uint64_t cards = deck(state);
    const double probability = 1.0 / std::popcount(cards);
    while (cards != 0) out.push_back({{static_cast<std::uint32_t>(pop_lowest_bit(cards))}, probability});
  }
  Action sample_chance(const State& state, Rng& rng) const {
    return {static_cast<std::uint32_t>(rng.random_bit(deck(state)))};
  }
  ChanceSource chance_source(const State& state) const { return {.owner = Player(state.dealt % 2)}; }

  void apply(State& state, Action action) const {
    if (state.dealt < 6) {
      state.hand[state.dealt % 2U] = static_cast<std::uint8_t>(state.hand[state.dealt % 2U] | (1U << action.code));
      ++state.dealt;
      return;
    }
    const std::size_t mover = state.played % 2U;
    state.hand[mover] = static_cast<std::uint8_t>(state.hand[mover] & ~(1U << action.code));
    if (mover == 1 && state.last > action.code) ++state.points;
    state.last = mover == 0 ? static_cast<std::uint8_t>(action.code) : std::uint8_t{0};
    ++state.played;
  }
  PerSeat<int> scores(const State& state) const { return {state.points, 3 - state.points}; }

  Action visible_action(const State& before, Action action, Observer observer) const {
    const bool seen =
        node_kind(before) == NodeKind::decision || observer == kOmniscient || observer == Player(before.dealt % 2);
    return seen ? action : Action{kUnseen};
  }
  /// A chance event's result is what the observer sees of it; `result` marks deals, for public_part.
  std::uint32_t result_key(const State& before, Action action, const State&, Observer observer) const {
    return node_kind(before) == NodeKind::chance ? 1 + visible_action(before, action, observer).code : 0;
  }
  static Seen public_part(const Seen& seen) { return seen.result != 0 ? Seen{kUnseen, 1 + kUnseen} : seen; }

 private:
  static std::uint64_t deck(const State& state) {
    return 0x7fU & ~static_cast<unsigned>(state.hand[0] | state.hand[1]);
  }
};

/// Unseen cards are exchangeable, and a played card says only that it was held: what is left in an unseen hand is a
/// uniform subset of the cards not seen anywhere.
class Game::InformationState {
 public:
  InformationState(const Game& game, Observer observer) : game_(&game), observer_(observer) {}

  void observe(const Seen& seen) {
    if (view_.dealt < 6) {
      const std::size_t owner = view_.dealt % 2U;
      order_[view_.dealt++] = static_cast<std::uint8_t>(seen.action);
      if (seen.action != kUnseen)
        view_.hand[owner] = static_cast<std::uint8_t>(view_.hand[owner] | (1U << seen.action));
    } else {
      plays_[view_.played] = static_cast<std::uint8_t>(seen.action);
      shown_ |= 1U << seen.action;
      game_->apply(view_, {seen.action});
    }
  }

  Observer observer() const { return observer_; }
  NodeKind node_kind() const { return game_->node_kind(view_); }
  Player player_to_act() const { return game_->player_to_act(view_); }
  void legal_actions(ActionList<Game>& out) const { game_->legal_actions(view_, out); }

  State sample(Rng& rng) const {
    State state = view_;
    for (std::size_t seat = 0; seat < 2; ++seat) {
      if (sees(seat)) continue;
      const int dealt = (view_.dealt + (seat == 0 ? 1 : 0)) / 2;
      const int gone = (view_.played + (seat == 0 ? 1 : 0)) / 2;
      for (int i = gone; i < dealt; ++i) {
        const std::uint64_t unseen = 0x7fU & ~(shown_ | state.hand[0] | state.hand[1]);
        state.hand[seat] = static_cast<std::uint8_t>(state.hand[seat] | (1U << rng.random_bit(unseen)));
      }
    }
    return state;
  }
  std::vector<Action> sample_record(Rng& rng) const {
    const State world = sample(rng);
    std::vector<Action> events(view_.dealt + std::size_t{view_.played});
    for (std::size_t seat = 0; seat < 2; ++seat) {
      std::uint64_t cards = world.hand[seat];
      for (std::size_t i = seat; i < view_.played; i += 2) cards |= std::uint64_t{1} << plays_[i];
      for (std::size_t i = seat; i < view_.dealt; i += 2) {
        // The order in which an unseen hand was dealt is uniform.
        const auto card = sees(seat) ? order_[i] : static_cast<std::uint32_t>(rng.random_bit(cards));
        cards &= ~(std::uint64_t{1} << card);
        events[i] = {card};
      }
    }
    for (std::size_t i = 0; i < view_.played; ++i) events[view_.dealt + i] = {plays_[i]};
    return events;
  }

  std::string board_text() const { return game_->board_text(view_); }
  std::uint64_t hash() const {
    std::uint64_t hash = observer_.code();
    for (std::size_t i = 0; i < view_.dealt; ++i) hash = hash_combine(hash, order_[i]);
    for (std::size_t i = 0; i < view_.played; ++i) hash = hash_combine(hash, plays_[i]);
    return hash;
  }
  bool operator==(const InformationState& other) const {
    return observer_ == other.observer_ && view_ == other.view_ && order_ == other.order_ && plays_ == other.plays_;
  }

 private:
  bool sees(std::size_t seat) const { return observer_ == kOmniscient || observer_ == Player(seat); }

  const Game* game_;
  Observer observer_;
  State view_;                           ///< unseen hands are empty
  std::array<std::uint8_t, 6> order_{};  ///< cards as dealt, kUnseen where not seen
  std::array<std::uint8_t, 6> plays_{};
  unsigned shown_ = 0;  ///< all cards played
};

static_assert(ImperfectInformationGame<Game>);

}  // namespace atl::toy::worlds
