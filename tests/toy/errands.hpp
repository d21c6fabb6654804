/// Turns of several small actions. Each of two players in turn runs three of five errands, in any order; nothing else
/// happens. Errand 0 is worth 6 if a coin that fell unseen at the start shows 1, else nothing; 1 and 2 are worth 4
/// together, 1 alone, and both lose 2 to a player that runs them second; 3 shows the coin to the one who runs it; 4 is
/// worth 5 as the first of a turn, 1 later. Scores are the differences. A turn has 60 orders of 10 sets.
///
/// 0, 1 and 2 commute. 3 does not: what it shows decides what is wise to do next; nor does 4.
#pragma once

#include <bit>

#include "tests/toy/toy_game.hpp"

namespace atl::toy::errands {

struct Rules {
  int players = 2;
  bool operator==(const Rules&) const = default;
};

template <class R, class Visitor>
void visit_fields(R&, Visitor&&) {}

struct State {
  std::uint8_t dealt = 0;
  std::uint8_t coin = 0;
  std::array<std::uint8_t, 2> run{};    ///< [seat] one bit per errand
  std::array<std::uint8_t, 2> early{};  ///< [seat] whether errand 4 came first
  bool operator==(const State&) const = default;
};

class Game : public Toy<Game, State, Rules> {
 public:
  static constexpr std::string_view kName = "errands";
  static constexpr int kMinPlayers = 2;
  static constexpr int kMaxPlayers = 2;
  static constexpr std::size_t kMaxActions = 5;
  static constexpr std::size_t kMaxChanceOutcomes = 2;
  static constexpr int kTurn = 3;
  using InformationState = EnumeratedInformation<Game>;
  using Toy::Toy;

  NodeKind node_kind(const State& state) const {
    if (state.dealt == 0) return NodeKind::chance;
    return std::popcount(state.run[1]) < kTurn ? NodeKind::decision : NodeKind::terminal;
  }
  Player player_to_act(const State& state) const { return std::popcount(state.run[0]) < kTurn ? Player{0} : Player{1}; }
  void legal_actions(const State& state, ActionList<Game>& out) const {
    out.clear();
    const unsigned done = state.run[player_to_act(state).index()];
    for (std::uint32_t code = 0; code < kMaxActions; ++code) {
      if ((done >> code & 1U) == 0) out.push_back({code});
    }
  }
  void chance_outcomes(const State&, ChanceList<Game>& out) const {
    out.clear();
    out.push_back({{0}, 0.5});
    out.push_back({{1}, 0.5});
  }
  void apply(State& state, Action action) const {
    if (state.dealt == 0) {
      state.dealt = 1;
      state.coin = static_cast<std::uint8_t>(action.code);
      return;
    }
    const auto seat = player_to_act(state).index();
    if (action.code == 4 && state.run[seat] == 0) state.early[seat] = 1;
    state.run[seat] = static_cast<std::uint8_t>(state.run[seat] | 1U << action.code);
  }
  PerSeat<int> scores(const State& state) const {
    int difference = 0;
    for (std::size_t seat = 0; seat < 2; ++seat) {
      const unsigned run = state.run[seat];
      int points = (run & 1U) != 0 && state.coin == 1 ? 6 : 0;
      points += (run & 6U) == 6U ? 4 : (run & 6U) != 0 ? 1 : 0;
      if (seat == 1) points -= 2 * std::popcount(run & state.run[0] & 6U);
      if ((run & 16U) != 0) points += state.early[seat] != 0 ? 5 : 1;
      difference += seat == 0 ? points : -points;
    }
    return {difference, -difference};
  }

  Action visible_action(const State& before, Action action, Observer observer) const {
    return before.dealt == 0 && observer != kOmniscient ? Action{kUnseen} : action;
  }
  /// Of the deal for who sees everything, of errand 3 for who runs it: the coin.
  std::uint32_t result_key(const State& before, Action action, const State& after, Observer observer) const {
    if (before.dealt == 0) return observer == kOmniscient ? 1U + after.coin : 0U;
    return action.code == 3 && (observer == player_to_act(before) || observer == kOmniscient) ? 1U + after.coin : 0U;
  }

 private:
  static constexpr std::uint32_t kUnseen = 100;
};

static_assert(ImperfectInformationGame<Game>);

}  // namespace atl::toy::errands
