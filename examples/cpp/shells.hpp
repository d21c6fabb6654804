/// A game of one's own, outside the toolkit. Chance hides a pearl under one of three shells: the first half the time,
/// the others a quarter each. Only player 1 sees which; player 0 points at one and wins if the pearl is there.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/game.hpp"
#include "engine/core/rules.hpp"

namespace shells {

struct Rules {
  int players = 2;
  bool operator==(const Rules&) const = default;
};
template <class R, class Visitor>
void visit_fields(R&, Visitor&&) {}

class Game {
 public:
  static constexpr std::string_view kName = "shells";
  static constexpr int kMinPlayers = 2, kMaxPlayers = 2;
  static constexpr std::size_t kMaxActions = 3, kMaxChanceOutcomes = 3;
  using Rules = shells::Rules;
  /// 0: not there yet.
  struct State {
    std::uint8_t hidden = 0, guess = 0;
    bool operator==(const State&) const = default;
  };
  struct Observation {
    std::uint32_t code = 0;
    bool secret = false;  ///< where the pearl went: only seat 1 saw it
    bool operator==(const Observation&) const = default;
  };
  class InformationState;

  explicit Game(const Rules& rules) : rules_(rules) {}
  static Rules default_rules(int players) { return {.players = players}; }
  const Rules& rules() const { return rules_; }
  int num_players() const { return 2; }
  State initial_state() const { return {}; }
  atl::NodeKind node_kind(const State& state) const {
    if (state.hidden == 0) return atl::NodeKind::chance;
    return state.guess == 0 ? atl::NodeKind::decision : atl::NodeKind::terminal;
  }
  atl::Player player_to_act(const State&) const { return 0; }
  void legal_actions(const State&, atl::ActionList<Game>& out) const {
    out.clear();
    for (std::uint32_t shell = 1; shell <= 3; ++shell) out.push_back({shell});
  }
  void chance_outcomes(const State&, atl::ChanceList<Game>& out) const {
    out.clear();
    out.push_back({{1}, 0.5});
    out.push_back({{2}, 0.25});
    out.push_back({{3}, 0.25});
  }
  atl::Action sample_chance(const State&, atl::Rng& rng) const {
    const std::uint32_t quarter = rng.below(4);
    return {quarter < 2 ? 1 : quarter};
  }
  atl::ChanceSource chance_source(const State&) const { return {}; }
  void apply(State& state, atl::Action action) const {
    (state.hidden == 0 ? state.hidden : state.guess) = static_cast<std::uint8_t>(action.code);
  }
  atl::PerSeat<int> scores(const State& state) const {
    return state.hidden == state.guess ? atl::PerSeat<int>{1, 0} : atl::PerSeat<int>{0, 1};
  }
  atl::PerSeat<int> ranks(const State& state) const { return atl::ranks_by_score(scores(state), 2); }
  std::string_view end_reason(const State&) const { return "pointed"; }
  std::string token(const State& state, atl::Action action) const {
    return (state.hidden == 0 ? "~" : "") + std::to_string(action.code);
  }
  std::optional<atl::Action> parse(const State& state, std::string_view text) const {
    if (state.hidden == 0) {
      if (!text.starts_with('~')) return std::nullopt;
      text.remove_prefix(1);
    }
    if (text.size() != 1 || text[0] < '1' || text[0] > '3') return std::nullopt;
    return atl::Action{static_cast<std::uint32_t>(text[0] - '0')};
  }
  std::string board_text(const State&) const { return "three shells\n"; }
  std::uint64_t hash(const State& state) const { return state.hidden * 4U + state.guess; }
  Observation observe(const State& before, atl::Action action, const State&, atl::Observer observer) const {
    return {.code = visible_action(before, action, observer).code, .secret = before.hidden == 0};
  }
  static Observation public_part(const Observation& seen) {
    return {.code = seen.secret ? 0 : seen.code, .secret = seen.secret};
  }
  atl::Action visible_action(const State& before, atl::Action action, atl::Observer observer) const {
    const bool sees = before.hidden != 0 || observer == 1 || observer == atl::kOmniscient;
    return sees ? action : atl::Action{0};
  }
  std::uint32_t result_key(const State&, atl::Action, const State&, atl::Observer) const { return 0; }

 private:
  Rules rules_;
};

class Game::InformationState {
 public:
  InformationState(const Game& game, atl::Observer observer) : game_(&game), observer_(observer) {}
  void observe(const Observation& seen) { stream_.push_back(seen); }
  atl::Observer observer() const { return observer_; }
  atl::NodeKind node_kind() const {
    return stream_.empty()       ? atl::NodeKind::chance
           : stream_.size() == 1 ? atl::NodeKind::decision
                                 : atl::NodeKind::terminal;
  }
  atl::Player player_to_act() const { return 0; }
  void legal_actions(atl::ActionList<Game>& out) const { game_->legal_actions({}, out); }
  std::vector<atl::Action> sample_record(atl::Rng& rng) const {
    std::vector<atl::Action> events;
    if (stream_.empty()) return events;
    events.push_back(stream_[0].code != 0 ? atl::Action{stream_[0].code} : game_->sample_chance({}, rng));
    if (stream_.size() > 1) events.push_back({stream_[1].code});
    return events;
  }
  State sample(atl::Rng& rng) const {
    State state;
    for (const atl::Action event : sample_record(rng)) game_->apply(state, event);
    return state;
  }
  std::string board_text() const { return "three shells\n"; }
  std::uint64_t hash() const { return stream_.size(); }
  bool operator==(const InformationState& other) const {
    return observer_ == other.observer_ && stream_ == other.stream_;
  }

 private:
  const Game* game_;
  atl::Observer observer_;
  std::vector<Observation> stream_;
};

static_assert(atl::ImperfectInformationGame<Game>);

}  // namespace shells
