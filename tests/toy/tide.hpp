/// A game of two in which the deal decides much that rotating it does not cancel. Chance sets the tide, from 0 to 3 (it
/// belongs to nobody), and deals each seat a card from 0 to 3 (its own event); then each seat says 0 or 1, which means
/// nothing. Seat 0 has 2 card + 2 tide - 3 + 2 bonus, seat 1 has 2 card, so nobody ties: a high tide carries the first
/// player, a low one the second, and without `bonus` it is fair over all deals, though over none of them.
///
/// Known answer: first_seat_share, for any agents.
#pragma once

#include "engine/core/abilities.hpp"
#include "tests/toy/toy_game.hpp"

namespace atl::toy::tide {

struct Rules {
  int players = 2;
  int bonus = 0;
  bool operator==(const Rules&) const = default;
};

template <class R, class Visitor>
void visit_fields(R& rules, Visitor&& visit) {
  visit(Field{.name = "bonus", .help = "cards' worth that the first seat has more", .min = 0, .max = 3}, rules.bonus);
}

struct State {
  std::uint8_t events = 0;  ///< tide, two cards, two decisions
  std::uint8_t tide = 0;
  std::array<std::uint8_t, 2> card{};
  bool operator==(const State&) const = default;
};

class Game : public Toy<Game, State, Rules> {
 public:
  static constexpr std::string_view kName = "tide";
  static constexpr int kMinPlayers = 2;
  static constexpr int kMaxPlayers = 2;
  static constexpr std::size_t kMaxActions = 2;
  static constexpr std::size_t kMaxChanceOutcomes = 4;
  using InformationState = EnumeratedInformation<Game>;
  using Toy::Toy;

  NodeKind node_kind(const State& state) const {
    if (state.events >= 5) return NodeKind::terminal;
    return state.events < 3 ? NodeKind::chance : NodeKind::decision;
  }
  Player player_to_act(const State& state) const { return Player(state.events - 3); }
  void legal_actions(const State&, ActionList<Game>& out) const {
    out.clear();
    out.push_back({0});
    out.push_back({1});
  }
  void chance_outcomes(const State&, ChanceList<Game>& out) const {
    out.clear();
    for (std::uint32_t value = 0; value < 4; ++value) out.push_back({{value}, 0.25});
  }
  Action sample_chance(const State&, Rng& rng) const { return {rng.below(4)}; }
  ChanceSource chance_source(const State& state) const {
    if (state.events == 0) return {.owner = kNobody, .number = 0};
    return {.owner = Player(state.events - 1), .number = 1};
  }
  void apply(State& state, Action action) const {
    if (state.events == 0) state.tide = static_cast<std::uint8_t>(action.code);
    if (state.events == 1 || state.events == 2) {
      state.card[static_cast<std::size_t>(state.events - 1)] = static_cast<std::uint8_t>(action.code);
    }
    ++state.events;
  }
  PerSeat<int> scores(const State& state) const {
    return {2 * state.card[0] + 2 * state.tide - 3 + 2 * rules().bonus, 2 * state.card[1]};
  }

  /// The tide, of which alone the advantage of a deal over both its rotations depends; and something useless.
  DealFeatures deal_features(const State& state) const {
    DealFeatures features;
    features.push_back({"tide", static_cast<double>(state.tide)});
    features.push_back({"events", static_cast<double>(state.events)});  // the same in all deals
    return features;
  }
};

/// Seat 0's win share over all deals.
inline double first_seat_share(int bonus) {
  const Game game({.players = 2, .bonus = bonus});
  int wins = 0;
  for (int deal = 0; deal < 64; ++deal) {
    const State state{.events = 5,
                      .tide = static_cast<std::uint8_t>(deal % 4),
                      .card = {static_cast<std::uint8_t>(deal / 4 % 4), static_cast<std::uint8_t>(deal / 16)}};
    const PerSeat<int> scores = game.scores(state);
    wins += scores[Player(0)] > scores[Player(1)] ? 1 : 0;
  }
  return wins / 64.0;
}

static_assert(ImperfectInformationGame<Game> && HasDealFeatures<Game>);

}  // namespace atl::toy::tide
