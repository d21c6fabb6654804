/// A symmetric game for seat statistics, and its rigged form. Each seat is dealt a card from 0 to 9 (its own chance
/// event); then each seat in turn secretly keeps it or changes it, and is dealt a second card, which counts if it
/// changed. The higher card wins, ties share. No seat learns anything about another, so seats are exactly equal for
/// equal agents. `bonus` is added to the first seat's card: the rigged form, with the advantage computed by
/// first_seat_share.
///
/// Known answer: for random agents every final card is uniform, kept or changed, and first_seat_share is exact.
#pragma once

#include "tests/toy/toy_game.hpp"

namespace atl::toy::draw {

struct Rules {
  int players = 2;
  int bonus = 0;
  bool operator==(const Rules&) const = default;
};

template <class R, class Visitor>
void visit_fields(R& rules, Visitor&& visit) {
  visit(Field{.name = "bonus", .help = "added to the first seat's card", .min = 0, .max = 10}, rules.bonus);
}

struct State {
  std::array<std::uint8_t, kMaxSeats> card{};  ///< [players] the card that counts
  std::uint8_t events = 0;                     ///< first `players` deals, then decision and second card of each seat
  std::uint8_t changes = 0;                    ///< bit p: seat p changed
  bool operator==(const State&) const = default;
};

/// Action codes: the card 0..9 at chance; 0 keep, 1 change at a decision. Unseen: kUnseen.
class Game : public Toy<Game, State, Rules> {
 public:
  static constexpr std::string_view kName = "draw";
  static constexpr int kMinPlayers = 2;
  static constexpr int kMaxPlayers = kMaxSeats;
  static constexpr std::size_t kMaxActions = 2;
  static constexpr std::size_t kMaxChanceOutcomes = 10;
  static constexpr std::uint32_t kKeep = 0, kChange = 1, kUnseen = 10;
  class InformationState;
  using Toy::Toy;

  NodeKind node_kind(const State& state) const { return kind(state.events); }
  NodeKind kind(int events) const {
    if (events >= 3 * rules().players) return NodeKind::terminal;
    return events >= rules().players && (events - rules().players) % 2 == 0 ? NodeKind::decision : NodeKind::chance;
  }
  /// The seat that acts, or that is dealt to.
  Player seat(int events) const { return Player(events < rules().players ? events : (events - rules().players) / 2); }
  Player player_to_act(const State& state) const { return seat(state.events); }
  void legal_actions(const State&, ActionList<Game>& out) const {
    out.clear();
    out.push_back({kKeep});
    out.push_back({kChange});
  }
  void chance_outcomes(const State&, ChanceList<Game>& out) const {
    out.clear();
    for (std::uint32_t card = 0; card < 10; ++card) out.push_back({{card}, 0.1});
  }
  Action sample_chance(const State&, Rng& rng) const { return {rng.below(10)}; }
  ChanceSource chance_source(const State& state) const {
    return {.owner = seat(state.events),
            .number = state.events < rules().players ? std::uint16_t{0} : std::uint16_t{1}};
  }
  void apply(State& state, Action action) const {
    const std::size_t p = seat(state.events).index();
    if (node_kind(state) == NodeKind::decision) {
      if (action.code == kChange) state.changes = static_cast<std::uint8_t>(state.changes | (1U << p));
    } else if (state.events < rules().players || ((state.changes >> p) & 1) != 0) {
      state.card[p] = static_cast<std::uint8_t>(action.code);
    }
    ++state.events;
  }
  PerSeat<int> scores(const State& state) const {
    PerSeat<int> scores{};
    for (const Player p : seats(rules().players)) scores[p] = state.card[p.index()];
    scores[Player(0)] += rules().bonus;
    return scores;
  }

  Action visible_action(const State& before, Action action, Observer observer) const {
    return observer == kOmniscient || observer == seat(before.events) ? action : Action{kUnseen};
  }
  std::uint32_t result_key(const State& before, Action action, const State&, Observer observer) const {
    return node_kind(before) == NodeKind::chance ? visible_action(before, action, observer).code : 0;
  }
  Seen observe(const State& before, Action action, const State&, Observer observer) const {
    return {visible_action(before, action, observer).code, 0};
  }
  static Seen public_part(const Seen&) { return {kUnseen, 0}; }
};

/// Seats are independent: what was not seen is uniform.
class Game::InformationState {
 public:
  InformationState(const Game& game, Observer observer) : game_(&game), observer_(observer) {}

  void observe(const Seen& seen) {
    codes_[view_.events] = static_cast<std::uint8_t>(seen.action);
    if (seen.action != kUnseen) {
      game_->apply(view_, {seen.action});
    } else {
      ++view_.events;
    }
  }
  Observer observer() const { return observer_; }
  NodeKind node_kind() const { return game_->node_kind(view_); }
  Player player_to_act() const { return game_->player_to_act(view_); }
  void legal_actions(ActionList<Game>& out) const { game_->legal_actions(view_, out); }

  std::vector<Action> sample_record(Rng& rng) const {
    std::vector<Action> events;
    for (int i = 0; i < view_.events; ++i) {
      const std::uint8_t code = codes_[static_cast<std::size_t>(i)];
      events.push_back({code != kUnseen ? code : rng.below(game_->kind(i) == NodeKind::decision ? 2 : 10)});
    }
    return events;
  }
  State sample(Rng& rng) const {
    State state;
    for (const Action event : sample_record(rng)) game_->apply(state, event);
    return state;
  }
  std::string board_text() const { return game_->board_text(view_); }
  std::uint64_t hash() const {
    std::uint64_t hash = observer_.code();
    for (std::size_t i = 0; i < view_.events; ++i) hash = hash_combine(hash, codes_[i]);
    return hash;
  }
  bool operator==(const InformationState& other) const {
    return observer_ == other.observer_ && game_->rules() == other.game_->rules() &&
           view_.events == other.view_.events && codes_ == other.codes_;
  }

 private:
  const Game* game_;
  Observer observer_;
  State view_;
  std::array<std::uint8_t, 3 * kMaxSeats> codes_{};
};

/// The first seat's expected share of the win, ties split evenly, when every final card is uniform (random agents).
inline double first_seat_share(int players, int bonus) {
  double share = 0;
  for (int mine = 0; mine < 10; ++mine) {
    const int total = mine + bonus;
    const double below = std::min(total, 10) / 10.0;  // a rival has less
    const double equal = total < 10 ? 0.1 : 0.0;      // a rival has the same
    // Sum over the number of rivals that tie, the rest below.
    const int rivals = players - 1;
    double binomial = 1;
    for (int ties = 0; ties <= rivals; ++ties) {
      double probability = binomial;
      for (int i = 0; i < ties; ++i) probability *= equal;
      for (int i = ties; i < rivals; ++i) probability *= below;
      share += 0.1 * probability / (1 + ties);
      binomial = binomial * (rivals - ties) / (ties + 1);
    }
  }
  return share;
}

static_assert(ImperfectInformationGame<Game>);

}  // namespace atl::toy::draw
