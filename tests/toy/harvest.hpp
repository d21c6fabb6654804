/// A long turn of many alternatives, for statistics of actions that keep their worth whenever they are taken: one
/// player takes 12 of 40 fields, one by one; field i yields (7 i mod 40) bushels. The other player does nothing.
#pragma once

#include <bit>

#include "tests/toy/toy_game.hpp"

namespace atl::toy::harvest {

struct Rules {
  int players = 2;
  bool operator==(const Rules&) const = default;
};

template <class R, class Visitor>
void visit_fields(R&, Visitor&&) {}

struct State {
  std::uint64_t taken = 0;
  bool operator==(const State&) const = default;
};

class Game : public Toy<Game, State, Rules> {
 public:
  static constexpr std::string_view kName = "harvest";
  static constexpr int kMinPlayers = 2;
  static constexpr int kMaxPlayers = 2;
  static constexpr int kFields = 40;
  static constexpr int kTakes = 12;
  static constexpr std::size_t kMaxActions = kFields;
  static constexpr std::size_t kMaxChanceOutcomes = 1;

  /// Everything is seen: the stream is the state.
  class InformationState;
  using Toy::Toy;

  static int yield(Action field) { return static_cast<int>(7 * field.code % kFields); }

  NodeKind node_kind(const State& state) const {
    return std::popcount(state.taken) < kTakes ? NodeKind::decision : NodeKind::terminal;
  }
  Player player_to_act(const State&) const { return {}; }
  void legal_actions(const State& state, ActionList<Game>& out) const {
    out.clear();
    for (std::uint32_t code = 0; code < kFields; ++code) {
      if ((state.taken >> code & 1U) == 0) out.push_back({code});
    }
  }
  ChanceSource chance_source(const State&) const { return {}; }
  void apply(State& state, Action action) const { state.taken |= std::uint64_t{1} << action.code; }
  PerSeat<int> scores(const State& state) const {
    PerSeat<int> scores{};
    for (std::uint32_t code = 0; code < kFields; ++code) {
      if ((state.taken >> code & 1U) != 0) scores[0] += yield({code});
    }
    return scores;
  }
};

class Game::InformationState {
 public:
  InformationState(const Game& game, Observer observer) : game_(&game), observer_(observer) {}
  void observe(const Seen& seen) {
    events_.push_back({seen.action});
    game_->apply(state_, {seen.action});
  }
  Observer observer() const { return observer_; }
  NodeKind node_kind() const { return game_->node_kind(state_); }
  Player player_to_act() const { return game_->player_to_act(state_); }
  void legal_actions(ActionList<Game>& out) const { game_->legal_actions(state_, out); }
  State sample(Rng&) const { return state_; }
  std::vector<Action> sample_record(Rng&) const { return events_; }
  std::string board_text() const { return game_->board_text(state_); }
  std::uint64_t hash() const { return game_->hash(state_) + observer_.code(); }
  bool operator==(const InformationState& other) const {
    return observer_ == other.observer_ && game_->rules() == other.game_->rules() && events_ == other.events_;
  }

 private:
  const Game* game_;
  Observer observer_;
  State state_;
  std::vector<Action> events_;
};

static_assert(ImperfectInformationGame<Game>);

}  // namespace atl::toy::harvest
