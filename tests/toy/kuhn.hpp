/// Kuhn poker (H. W. Kuhn, "A simplified two-person poker", 1950): three cards J < Q < K, one to each player, an ante
/// of one chip each, at most one bet of one chip. Scores are the chips won or lost.
///
/// Known answers: the value for the first player is -1/18 under optimal play; there is a one-parameter family of
/// optimal strategies (bet the jack with a in [0, 1/3], the king with 3a, call with the queen with a + 1/3).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/bits.hpp"
#include "engine/core/game.hpp"
#include "engine/core/rules.hpp"

namespace atl::toy::kuhn {

struct Rules {
  int players = 2;
  bool operator==(const Rules&) const = default;
};

template <class R, class Visitor>
void visit_fields(R&, Visitor&&) {}

/// Action codes: the card 1..3 (J, Q, K) at a chance node; 0 pass (check or fold), 1 bet (or call) at a decision.
class Game {
 public:
  static constexpr std::string_view kName = "kuhn";
  static constexpr int kMinPlayers = 2;
  static constexpr int kMaxPlayers = 2;
  static constexpr std::size_t kMaxActions = 2;
  static constexpr std::size_t kMaxChanceOutcomes = 3;
  static constexpr std::uint32_t kPass = 0, kBet = 1;

  using Rules = kuhn::Rules;

  /// cards by seat (0: not dealt), then the decisions taken so far, bit i of `line` the i-th one.
  struct State {
    std::array<std::uint8_t, 2> card{};
    std::uint8_t decisions = 0;
    std::uint8_t line = 0;
    bool operator==(const State&) const = default;
  };
  static_assert(sizeof(State) == 4);

  /// A card that was seen, 0 for an unseen one; a decision is seen by all.
  struct Observation {
    std::uint8_t code = 0;
    bool operator==(const Observation&) const = default;
  };
  static constexpr std::uint8_t kCard = 0x10;  ///< kCard | card; kCard alone: dealt unseen

  class InformationState;

  explicit Game(const Rules& rules) : rules_(rules) {}

  static Rules default_rules(int players) { return {.players = players}; }
  const Rules& rules() const { return rules_; }
  int num_players() const { return 2; }
  State initial_state() const { return {}; }

  NodeKind node_kind(const State& state) const {
    if (state.card[1] == 0) return NodeKind::chance;
    return over(state.decisions, state.line) ? NodeKind::terminal : NodeKind::decision;
  }
  Player player_to_act(const State& state) const { return Player(state.decisions % 2); }

  void legal_actions(const State&, ActionList<Game>& out) const {
    out.clear();
    out.push_back({kPass});
    out.push_back({kBet});
  }

  void chance_outcomes(const State& state, ChanceList<Game>& out) const {
    out.clear();
    for (std::uint32_t card = 1; card <= 3; ++card) {
      if (card != state.card[0]) out.push_back({{card}, state.card[0] == 0 ? 1.0 / 3 : 1.0 / 2});
    }
  }
  Action sample_chance(const State& state, Rng& rng) const {
    if (state.card[0] == 0) return {1 + rng.below(3)};
    const std::uint32_t card = 1 + rng.below(2);
    return {card < state.card[0] ? card : card + 1};
  }
  ChanceSource chance_source(const State& state) const { return {.owner = Player(state.card[0] == 0 ? 0 : 1)}; }

  void apply(State& state, Action action) const {
    if (state.card[1] == 0) {
      state.card[state.card[0] == 0 ? 0 : 1] = static_cast<std::uint8_t>(action.code);
      return;
    }
    state.line = static_cast<std::uint8_t>(state.line | (action.code << state.decisions));
    ++state.decisions;
  }

  PerSeat<int> scores(const State& state) const {
    const int showdown = state.card[0] > state.card[1] ? 1 : -1;
    int first = 0;
    switch (state.decisions * 16 + state.line) {
      case 0x20 + 0b00: first = showdown; break;      // pass, pass
      case 0x20 + 0b01: first = 1; break;             // bet, fold
      case 0x20 + 0b11: first = 2 * showdown; break;  // bet, call
      case 0x30 + 0b010: first = -1; break;           // pass, bet, fold
      default: first = 2 * showdown; break;           // pass, bet, call
    }
    return {first, -first};
  }
  PerSeat<int> ranks(const State& state) const { return ranks_by_score(scores(state), 2); }
  std::string_view end_reason(const State& state) const {
    const bool fold = state.line == 0b01 ? state.decisions == 2 : state.decisions == 3 && state.line == 0b010;
    return fold ? "fold" : "showdown";
  }

  std::string token(const State& state, Action action) const {
    if (node_kind(state) == NodeKind::chance) return std::string("~") + "JQK"[action.code - 1];
    return action.code == kPass ? "pass" : "bet";
  }
  std::optional<Action> parse(const State& state, std::string_view text) const {
    if (node_kind(state) == NodeKind::chance) {
      const std::size_t card = std::string_view("JQK").find(text.empty() ? '?' : text.back());
      if (text.size() != 2 || text.front() != '~' || card == std::string_view::npos) return std::nullopt;
      return Action{static_cast<std::uint32_t>(card + 1)};
    }
    if (text == "pass") return Action{kPass};
    if (text == "bet") return Action{kBet};
    return std::nullopt;
  }
  std::string board_text(const State& state) const {
    return std::string("cards ") + "-JQK"[state.card[0]] + "-JQK"[state.card[1]] + ", " +
           line_text(state.decisions, state.line) + "\n";
  }
  std::uint64_t hash(const State& state) const {
    return mix64(1U + (std::uint64_t{state.card[0]} | std::uint64_t{state.card[1]} << 8 |
                       std::uint64_t{state.decisions} << 16 | std::uint64_t{state.line} << 24));
  }

  Observation observe(const State& before, Action action, const State&, Observer observer) const {
    if (node_kind(before) == NodeKind::decision) return {static_cast<std::uint8_t>(action.code)};
    const Player owner(before.card[0] == 0 ? 0 : 1);
    const bool seen = observer == Observer(owner) || observer == kOmniscient;
    return {static_cast<std::uint8_t>(kCard | (seen ? action.code : 0))};
  }
  static Observation public_part(const Observation& observation) {
    return {(observation.code & kCard) != 0 ? kCard : observation.code};
  }
  Action visible_action(const State& before, Action action, Observer observer) const {
    if (node_kind(before) == NodeKind::decision) return action;
    return {observe(before, action, before, observer).code & 0x0fU};
  }
  std::uint32_t result_key(const State&, Action, const State&, Observer) const { return 0; }

  static bool over(int decisions, int line) { return decisions == 3 || (decisions == 2 && line != 0b10); }
  static std::string line_text(int decisions, int line) {
    std::string text;
    for (int i = 0; i < decisions; ++i) text += ((line >> i) & 1) != 0 ? "b" : "p";
    return text;
  }

 private:
  Rules rules_;
};

/// The seen cards and the betting line are the whole stream; unseen cards are uniform over what is left.
class Game::InformationState {
 public:
  InformationState(const Game& game, Observer observer) : game_(&game), observer_(observer) {}

  void observe(const Observation& observation) {
    if (dealt_ < 2) {
      view_.card[dealt_++] = static_cast<std::uint8_t>(observation.code & 0x0f);
    } else {
      view_.line = static_cast<std::uint8_t>(view_.line | (observation.code << view_.decisions));
      ++view_.decisions;
    }
  }

  Observer observer() const { return observer_; }
  NodeKind node_kind() const {
    if (dealt_ < 2) return NodeKind::chance;
    return over(view_.decisions, view_.line) ? NodeKind::terminal : NodeKind::decision;
  }
  Player player_to_act() const { return Player(view_.decisions % 2); }
  void legal_actions(ActionList<Game>& out) const { game_->legal_actions(view_, out); }

  State sample(Rng& rng) const {
    State state = view_;
    std::array<std::uint8_t, 3> deck{};
    std::uint32_t left = 0;
    for (std::uint8_t card = 1; card <= 3; ++card) {
      if (card != view_.card[0] && card != view_.card[1]) deck[left++] = card;
    }
    for (std::size_t seat = 0; seat < dealt_; ++seat) {
      if (state.card[seat] != 0) continue;
      const std::uint32_t pick = rng.below(left);
      state.card[seat] = deck[pick];
      deck[pick] = deck[--left];
    }
    return state;
  }
  std::vector<Action> sample_record(Rng& rng) const {
    const State state = sample(rng);
    std::vector<Action> events;
    for (std::size_t seat = 0; seat < dealt_; ++seat) events.push_back({state.card[seat]});
    for (int i = 0; i < view_.decisions; ++i) events.push_back({(static_cast<unsigned>(view_.line) >> i) & 1U});
    return events;
  }

  /// The card this observer holds (0: none seen) and the line, for tables of strategies.
  int card() const { return observer_.is_seat() ? view_.card[observer_.seat().index()] : 0; }
  std::string line() const { return line_text(view_.decisions, view_.line); }

  std::string board_text() const { return game_->board_text(view_); }
  std::uint64_t hash() const { return hash_combine(game_->hash(view_), observer_.code() * 4 + dealt_); }
  bool operator==(const InformationState& other) const {
    return observer_ == other.observer_ && dealt_ == other.dealt_ && view_ == other.view_;
  }

 private:
  const Game* game_;
  Observer observer_;
  std::uint8_t dealt_ = 0;
  State view_;  ///< unseen cards are 0
};

static_assert(ImperfectInformationGame<Game>);

}  // namespace atl::toy::kuhn
