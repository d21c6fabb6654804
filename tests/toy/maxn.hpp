/// Two to four players, perfect information, no chance: trees with a known max^n solution (Luckhardt and Irani, "An
/// algorithmic solution of N-person games", AAAI 1986).
///
/// Three players, salt 0: a tree drawn by hand, each player decides once between 0 and 1. Scores of the leaves:
///
///      0 0: 3 0 1 | 1 3 0      0 1: 1 1 3 | 3 2 1      1 0: 0 3 1 | 2 1 3      1 1: 1 0 2 | 3 2 0
///
/// max^n: 1, 0, 1 with scores 2 1 3. Averages over all leaves prefer 0 (2.0 against 1.5), and so do paranoid opponents
/// (1 against 0): whoever credits the wrong player, or does not search, finds 0.
///
/// Otherwise every player decides twice, the leaves have pseudo-random scores from 0 to 999; solve() is the reference.
#pragma once

#include "tests/toy/toy_game.hpp"

namespace atl::toy::maxn {

struct Rules {
  int players = 3;
  int salt = 0;
  bool operator==(const Rules&) const = default;
};

template <class R, class Visitor>
void visit_fields(R& rules, Visitor&& visit) {
  visit(Field{.name = "salt", .help = "which tree; 0 with three players: the one drawn by hand", .min = 0, .max = 1000},
        rules.salt);
}

struct State {
  std::uint8_t decisions = 0;
  std::uint8_t path = 0;  ///< bit i: the i-th decision
  bool operator==(const State&) const = default;
};

class Game : public Toy<Game, State, Rules> {
 public:
  static constexpr std::string_view kName = "maxn";
  static constexpr int kMinPlayers = 2;
  static constexpr int kMaxPlayers = 4;
  static constexpr std::size_t kMaxActions = 2;
  static constexpr std::size_t kMaxChanceOutcomes = 1;
  using InformationState = EnumeratedInformation<Game>;
  using Toy::Toy;

  bool by_hand() const { return rules().players == 3 && rules().salt == 0; }
  int length() const { return by_hand() ? 3 : 2 * rules().players; }

  NodeKind node_kind(const State& state) const {
    return state.decisions == length() ? NodeKind::terminal : NodeKind::decision;
  }
  Player player_to_act(const State& state) const { return Player(state.decisions % rules().players); }
  void legal_actions(const State&, ActionList<Game>& out) const {
    out.clear();
    out.push_back({0});
    out.push_back({1});
  }
  void apply(State& state, Action action) const {
    state.path = static_cast<std::uint8_t>(state.path | (action.code << state.decisions));
    ++state.decisions;
  }
  PerSeat<int> scores(const State& state) const {
    static constexpr PerSeat<int> kByHand[8] = {{3, 0, 1}, {0, 3, 1}, {1, 1, 3}, {1, 0, 2},
                                                {1, 3, 0}, {2, 1, 3}, {3, 2, 1}, {3, 2, 0}};
    if (by_hand()) return kByHand[state.path];
    PerSeat<int> scores{};
    std::uint64_t hash = hash_combine(static_cast<std::uint64_t>(rules().salt), state.path);
    for (const Player p : seats(rules().players)) {
      hash = hash_combine(hash, p.index());
      scores[p] = static_cast<int>(hash % 1000);
    }
    return scores;
  }
};

/// The max^n scores of a state; the lower action where the mover is indifferent. `ties` counts such nodes.
inline PerSeat<int> solve(const Game& game, const State& state, int& ties) {
  if (game.node_kind(state) == NodeKind::terminal) return game.scores(state);
  PerSeat<int> value[2];
  for (std::uint32_t action = 0; action < 2; ++action) {
    State child = state;
    game.apply(child, {action});
    value[action] = solve(game, child, ties);
  }
  const Player mover = game.player_to_act(state);
  ties += value[0][mover] == value[1][mover] ? 1 : 0;
  return value[1][mover] > value[0][mover] ? value[1] : value[0];
}

static_assert(ImperfectInformationGame<Game>);

}  // namespace atl::toy::maxn
