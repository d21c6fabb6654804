/// A subset-armed bandit (Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search", 2012, section on
/// availability): the first player quits or plays; if it plays, chance draws which arms can be pulled, it pulls one of
/// these, and chance says whether it pays. Quitting pays with a chance of its own. The second player wins otherwise.
///
/// Known answer: play is worth the expectation of the best available arm, 0.41978; quitting is worth quit_percent (38
/// by default). Pulling arms at random is worth less than quitting, so a search that does not learn the rarely
/// available good arms quits.
#pragma once

#include "tests/toy/toy_game.hpp"

namespace atl::toy::bandit {

struct Rules {
  int players = 2;
  int quit_percent = 38;
  bool operator==(const Rules&) const = default;
};

template <class R, class Visitor>
void visit_fields(R& rules, Visitor&& visit) {
  visit(Field{.name = "quit_percent", .help = "chance that quitting pays", .min = 1, .max = 99}, rules.quit_percent);
}

inline constexpr std::size_t kArms = 6;
/// [kArms] how often an arm can be pulled, and how often it pays.
inline constexpr double kAvailable[kArms] = {1.0, 0.5, 0.5, 0.25, 0.10, 0.05};
inline constexpr double kPays[kArms] = {0.2, 0.3, 0.4, 0.5, 0.6, 0.95};

enum class Phase : std::uint8_t { start, subset, arm, payment, end };

struct State {
  Phase phase = Phase::start;
  std::uint8_t arms = 0;  ///< the arms that can be pulled
  std::uint8_t arm = 0;   ///< the arm pulled, kArms after quitting
  std::uint8_t paid = 0;
  bool operator==(const State&) const = default;
};

/// Action codes: 0 quit, 1 play; the set of arms; the arm; 0 or 1 for the payment.
class Game : public Toy<Game, State, Rules> {
 public:
  static constexpr std::string_view kName = "bandit";
  static constexpr int kMinPlayers = 2;
  static constexpr int kMaxPlayers = 2;
  static constexpr std::size_t kMaxActions = kArms;
  static constexpr std::size_t kMaxChanceOutcomes = 32;
  static constexpr std::uint32_t kQuit = 0, kPlay = 1;
  using InformationState = EnumeratedInformation<Game>;
  using Toy::Toy;

  NodeKind node_kind(const State& state) const {
    if (state.phase == Phase::end) return NodeKind::terminal;
    return state.phase == Phase::subset || state.phase == Phase::payment ? NodeKind::chance : NodeKind::decision;
  }
  Player player_to_act(const State&) const { return {}; }
  void legal_actions(const State& state, ActionList<Game>& out) const {
    out.clear();
    for (std::uint32_t code = 0; code < kArms; ++code) {
      if (state.phase == Phase::start ? code <= kPlay : ((state.arms >> code) & 1) != 0) out.push_back({code});
    }
  }
  void chance_outcomes(const State& state, ChanceList<Game>& out) const {
    out.clear();
    if (state.phase == Phase::payment) {
      const double pays = state.arm == kArms ? rules().quit_percent / 100.0 : kPays[state.arm];
      out.push_back({{0}, 1 - pays});
      out.push_back({{1}, pays});
      return;
    }
    for (std::uint32_t arms = 1; arms < 1U << kArms; arms += 2) {  // arm 0 is always there
      double probability = 1;
      for (std::size_t arm = 0; arm < kArms; ++arm)
        probability *= ((arms >> arm) & 1) != 0 ? kAvailable[arm] : 1 - kAvailable[arm];
      out.push_back({{arms}, probability});
    }
  }
  void apply(State& state, Action action) const {
    switch (state.phase) {
      case Phase::start:
        state.phase = action.code == kPlay ? Phase::subset : Phase::payment;
        state.arm = action.code == kPlay ? 0 : kArms;
        break;
      case Phase::subset:
        state.phase = Phase::arm;
        state.arms = static_cast<std::uint8_t>(action.code);
        break;
      case Phase::arm:
        state.phase = Phase::payment;
        state.arm = static_cast<std::uint8_t>(action.code);
        break;
      default:
        state.phase = Phase::end;
        state.paid = static_cast<std::uint8_t>(action.code);
        break;
    }
  }
  PerSeat<int> scores(const State& state) const { return {state.paid, 1 - state.paid}; }
  std::uint32_t result_key(const State& before, Action action, const State&, Observer) const {
    return node_kind(before) == NodeKind::chance ? action.code : 0;
  }
};

static_assert(ImperfectInformationGame<Game>);

}  // namespace atl::toy::bandit
