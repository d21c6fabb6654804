/// Four games of two or three decisions, each with one trap for searches with hidden information and an exact answer.
/// Scores are zero-sum; use the reward `score` (the differences are in the size of the scores).
///
///   fusion     a hidden coin; 0 safe (chance: +1 with 3/4, else -1) or 1 gamble, then call the coin for +2 / -2.
///              Safe is worth 1/2, gamble 0. Determinized search knows the coin in each of its worlds, believes gamble
///              to be worth 2 (strategy fusion), and gambles.
///   hiding     seat 0 sees a coin; 0 hide or 1 reveal for +1; seat 1 guesses the coin: -10 if right, +10 if wrong for
///              seat 0. Hide is worth 0, reveal -9. Searches that let the modelled opponent learn the coin from worlds
///              that always hold it see no secret to keep, and reveal.
///   rare       seat 0 plays 0 safe (chance: wins 1 with 19/20) or 1 risky; then seat 1, who sees a die with 100 faces,
///              picks a reply from 0 to 3, which lose, or, on one face only, from 0 to 4, where 4 wins. Risky is worth
///              0.98 against 0.90. An edge that is legal in 1 world of 100 must be counted by availability.
///   gathering  a hidden coin; 2 peek for 1 chip or call at once (0 or 1), +10 if right, -10 if wrong. Peek is worth 9,
///   a
///              call 0. Determinized search sees the coin anyway and never pays.
#pragma once

#include <array>
#include <string_view>

#include "tests/toy/toy_game.hpp"

namespace atl::toy::unit {

enum class Kind : std::uint8_t { fusion, hiding, rare, gathering };

struct Rules {
  int players = 2;
  bool operator==(const Rules&) const = default;
};

template <class R, class Visitor>
void visit_fields(R&, Visitor&&) {}

struct State {
  std::uint8_t dealt = 0;  ///< whether the coin (die) has fallen
  std::uint8_t coin = 0;
  std::uint8_t decisions = 0;
  std::uint8_t first = 0;  ///< the first decision
  std::uint8_t second = 0;
  std::uint8_t luck = 0;  ///< 1 + the outcome of a chance event after the first decision
  bool operator==(const State&) const = default;
};

inline constexpr std::uint32_t kUnseenCoin = 100;

template <Kind kKind>
class Game : public Toy<Game<kKind>, State, Rules> {
 public:
  using Base = Toy<Game<kKind>, State, Rules>;
  static constexpr std::array<std::string_view, 4> kNames = {"fusion", "hiding", "rare", "gathering"};
  static constexpr std::string_view kName = kNames[static_cast<std::size_t>(kKind)];
  static constexpr int kMinPlayers = 2;
  static constexpr int kMaxPlayers = 2;
  static constexpr std::size_t kMaxActions = kKind == Kind::rare ? 5 : 3;
  static constexpr std::uint32_t kFaces = kKind == Kind::rare ? 100 : 2;
  static constexpr std::size_t kMaxChanceOutcomes = kFaces;
  using InformationState = EnumeratedInformation<Game>;
  using Base::Base;

  NodeKind node_kind(const State& state) const {
    if (state.dealt == 0) return NodeKind::chance;
    if (state.decisions == 0) return NodeKind::decision;
    if (plays_safe(state)) return state.luck == 0 ? NodeKind::chance : NodeKind::terminal;
    if (kKind == Kind::gathering && state.first != 2) return NodeKind::terminal;
    return state.decisions < 2 ? NodeKind::decision : NodeKind::terminal;
  }
  Player player_to_act(const State& state) const {
    return (kKind == Kind::hiding || kKind == Kind::rare) && state.decisions == 1 ? Player{1} : Player{0};
  }
  void legal_actions(const State& state, ActionList<Game>& out) const {
    std::uint32_t count = 2;
    if (kKind == Kind::gathering && state.decisions == 0) count = 3;
    if (kKind == Kind::rare && state.decisions == 1) count = state.coin == 0 ? 5 : 4;
    out.clear();
    for (std::uint32_t code = 0; code < count; ++code) out.push_back({code});
  }
  void chance_outcomes(const State& state, ChanceList<Game>& out) const {
    out.clear();
    if (state.dealt == 0) {
      for (std::uint32_t face = 0; face < kFaces; ++face) out.push_back({{face}, 1.0 / kFaces});
    } else {
      const double wins = kKind == Kind::fusion ? 0.75 : 0.95;
      out.push_back({{0}, 1 - wins});
      out.push_back({{1}, wins});
    }
  }
  ChanceSource chance_source(const State& state) const { return {.owner = kNobody, .number = state.dealt}; }
  void apply(State& state, Action action) const {
    const auto code = static_cast<std::uint8_t>(action.code);
    if (state.dealt == 0) {
      state.dealt = 1;
      state.coin = code;
    } else if (node_kind(state) == NodeKind::chance) {
      state.luck = static_cast<std::uint8_t>(code + 1);
    } else {
      (state.decisions == 0 ? state.first : state.second) = code;
      ++state.decisions;
    }
  }
  PerSeat<int> scores(const State& state) const {
    const bool right = (state.decisions == 2 ? state.second : state.first) == state.coin;
    int first = 0;
    switch (kKind) {
      case Kind::fusion: first = state.luck != 0 ? (state.luck == 2 ? 1 : -1) : right ? 2 : -2; break;
      case Kind::hiding: first = static_cast<int>(state.first) + (right ? -10 : 10); break;
      case Kind::rare: first = state.luck != 0 ? (state.luck == 2 ? 1 : -1) : state.second == 4 ? -1 : 1; break;
      case Kind::gathering: first = (right ? 10 : -10) - (state.decisions == 2 ? 1 : 0); break;
    }
    return {first, -first};
  }

  Action visible_action(const State& before, Action action, Observer observer) const {
    if (before.dealt != 0 || observer == kOmniscient) return action;
    const bool sees =
        (kKind == Kind::hiding && observer == Player(0)) || (kKind == Kind::rare && observer == Player(1));
    return sees ? action : Action{kUnseenCoin};
  }
  /// Chance: what was seen of it. A peek or a reveal: the coin, for those who learn it.
  std::uint32_t result_key(const State& before, Action action, const State& after, Observer observer) const {
    if (node_kind(before) == NodeKind::chance) return visible_action(before, action, observer).code;
    const bool shows =
        before.decisions == 0 &&
        ((kKind == Kind::gathering && action.code == 2 && (observer == Player(0) || observer == kOmniscient)) ||
         (kKind == Kind::hiding && action.code == 1));
    return shows ? kShown + after.coin : 0;
  }
  /// What kPublic perceives: the coin is not seen when it falls, and not when one player peeks.
  Seen observe(const State& before, Action action, const State& after, Observer observer) const {
    Seen seen = Base::observe(before, action, after, observer);
    if (before.dealt == 0) seen.action |= kFalling;
    return seen;
  }
  static Seen public_part(const Seen& seen) {
    if ((seen.action & kFalling) != 0) return {kFalling | kUnseenCoin, kUnseenCoin};
    if (kKind == Kind::gathering && seen.result >= kShown) return {seen.action, 0};
    return seen;
  }

 private:
  static constexpr std::uint32_t kShown = 1000;
  static constexpr std::uint32_t kFalling = 0x10000;
  static bool plays_safe(const State& state) {
    return (kKind == Kind::fusion || kKind == Kind::rare) && state.first == 0;
  }
};

using Fusion = Game<Kind::fusion>;
using Hiding = Game<Kind::hiding>;
using Rare = Game<Kind::rare>;
using Gathering = Game<Kind::gathering>;

static_assert(ImperfectInformationGame<Fusion>);
static_assert(ImperfectInformationGame<Hiding>);
static_assert(ImperfectInformationGame<Rare>);
static_assert(ImperfectInformationGame<Gathering>);

}  // namespace atl::toy::unit
