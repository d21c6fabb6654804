/// Hidden-information nim, the smallest whole game: a template to read before writing a game.
///
/// Seven to nine stones lie under a cloth: chance puts them there and only the first player may look. The players
/// take one to three stones in turn; whoever takes the last stone wins. A player may name more stones than are
/// left (it cannot know): then it takes all of them. The second player knows at every moment that the heap held 7, 8 or
/// 9 stones and was not empty before. Known answers: at 4 stones seen by the mover every take loses against the
/// best reply, at 1 to 3 stones taking all of them wins.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/bits.hpp"
#include "engine/core/game.hpp"
#include "engine/core/rules.hpp"

namespace atl::toy::nim {

struct Rules {
  int players = 2;
  int max_take = 3;
  bool operator==(const Rules&) const = default;
};

template <class R, class Visitor>
void visit_fields(R& rules, Visitor&& visit) {
  visit(Field{.name = "max_take", .help = "stones a player may take in one turn", .min = 1, .max = 3}, rules.max_take);
}

/// Action codes: 1..3 stones taken at a decision, 7..9 stones dealt at the chance node.
class Game {
 public:
  static constexpr std::string_view kName = "nim";
  static constexpr int kMinPlayers = 2;
  static constexpr int kMaxPlayers = 2;
  static constexpr std::size_t kMaxActions = 3;
  static constexpr std::size_t kMaxChanceOutcomes = 3;

  using Rules = nim::Rules;

  /// bits 0-3 stones left   bit 4 player to act   bit 5 dealt   bit 6 over (the player to act has lost)
  struct State {
    std::uint8_t packed = 0;
    bool operator==(const State&) const = default;
  };
  static_assert(sizeof(State) == 1, "copied once per iteration");

  /// code: what was seen (0: something was dealt unseen); over: whether the event ended the game.
  struct Observation {
    std::uint32_t code = 0;
    bool over = false;
    bool operator==(const Observation&) const = default;
  };

  class InformationState;

  explicit Game(const Rules& rules) : rules_(rules) {}

  static Rules default_rules(int players) { return {.players = players}; }
  const Rules& rules() const { return rules_; }
  int num_players() const { return 2; }
  State initial_state() const { return {}; }

  NodeKind node_kind(const State& state) const {
    if ((state.packed & 0x40) != 0) return NodeKind::terminal;
    return (state.packed & 0x20) != 0 ? NodeKind::decision : NodeKind::chance;
  }
  Player player_to_act(const State& state) const { return Player((state.packed >> 4) & 1); }

  void legal_actions(const State&, ActionList<Game>& out) const {
    out.clear();
    for (int take = 1; take <= rules_.max_take; ++take) out.push_back({static_cast<std::uint32_t>(take)});
  }

  void chance_outcomes(const State&, ChanceList<Game>& out) const {
    out.clear();
    for (std::uint32_t stones = 7; stones <= 9; ++stones) out.push_back({{stones}, 1.0 / 3.0});
  }
  Action sample_chance(const State&, Rng& rng) const { return {7 + rng.below(3)}; }
  ChanceSource chance_source(const State&) const { return {}; }

  void apply(State& state, Action action) const {
    if ((state.packed & 0x20) == 0) {
      state.packed = static_cast<std::uint8_t>(0x20 | action.code);
      return;
    }
    const unsigned left = state.packed & 0x0fU;
    const unsigned rest = action.code >= left ? 0 : left - action.code;
    state.packed = static_cast<std::uint8_t>(((state.packed & 0x30U) ^ 0x10U) | rest | (rest == 0 ? 0x40U : 0U));
  }

  PerSeat<int> scores(const State& state) const {
    PerSeat<int> scores{};
    scores[player_to_act(state).next(2)] = 1;
    return scores;
  }
  PerSeat<int> ranks(const State& state) const { return ranks_by_score(scores(state), 2); }
  std::string_view end_reason(const State&) const { return "empty"; }

  std::string token(const State& state, Action action) const {
    return (node_kind(state) == NodeKind::chance ? "~" : "take=") + std::to_string(action.code);
  }
  std::optional<Action> parse(const State& state, std::string_view text) const {
    const std::string_view prefix = node_kind(state) == NodeKind::chance ? "~" : "take=";
    if (!text.starts_with(prefix) || text.size() != prefix.size() + 1 || text.back() < '1' || text.back() > '9')
      return std::nullopt;
    return Action{static_cast<std::uint32_t>(text.back() - '0')};
  }
  std::string board_text(const State& state) const { return std::to_string(state.packed & 0x0f) + " stones\n"; }
  std::uint64_t hash(const State& state) const { return mix64(state.packed); }

  Observation observe(const State& before, Action action, const State& after, Observer observer) const {
    const bool dealt_unseen = node_kind(before) == NodeKind::chance && observer != Player(0) && observer != kOmniscient;
    return {.code = dealt_unseen ? 0 : action.code, .over = node_kind(after) == NodeKind::terminal};
  }
  static Observation public_part(const Observation& observation) {
    return {.code = observation.code > 3 ? 0 : observation.code, .over = observation.over};
  }
  Action visible_action(const State& before, Action action, Observer observer) const {
    return {observe(before, action, before, observer).code};
  }
  std::uint32_t result_key(const State& before, Action, const State& after, Observer) const {
    return node_kind(before) == NodeKind::decision && node_kind(after) == NodeKind::terminal ? 1 : 0;
  }

 private:
  Rules rules_;
};

/// All three deals are tried against what was seen: the belief is exact by enumeration.
class Game::InformationState {
 public:
  InformationState(const Game& game, Observer observer) : game_(&game), observer_(observer) {}

  void observe(const Observation& observation) { stream_.push_back(observation); }

  Observer observer() const { return observer_; }
  NodeKind node_kind() const {
    if (stream_.empty()) return NodeKind::chance;
    return stream_.back().over ? NodeKind::terminal : NodeKind::decision;
  }
  Player player_to_act() const { return Player((stream_.size() + 1) % 2); }
  void legal_actions(ActionList<Game>& out) const { game_->legal_actions({}, out); }

  std::vector<Action> sample_record(Rng& rng) const {
    if (stream_.empty()) return {};
    std::vector<std::vector<Action>> worlds;
    for (std::uint32_t stones = 7; stones <= 9; ++stones) {
      if (std::vector<Action> events; agrees(stones, events)) worlds.push_back(events);
    }
    return worlds[rng.below(static_cast<std::uint32_t>(worlds.size()))];
  }
  State sample(Rng& rng) const {
    State state = game_->initial_state();
    for (const Action event : sample_record(rng)) game_->apply(state, event);
    return state;
  }

  std::string board_text() const { return std::to_string(stream_.size()) + " events seen\n"; }
  std::uint64_t hash() const {
    std::uint64_t hash = observer_.code();
    for (const Observation& seen : stream_) hash = hash_combine(hash, (seen.code << 1) | (seen.over ? 1U : 0U));
    return hash;
  }
  bool operator==(const InformationState& other) const {
    return observer_ == other.observer_ && game_->rules() == other.game_->rules() && stream_ == other.stream_;
  }

 private:
  /// Whether a deal of `stones` gives exactly this stream; `events` receives its history.
  bool agrees(std::uint32_t stones, std::vector<Action>& events) const {
    State state = game_->initial_state();
    for (std::size_t i = 0; i < stream_.size(); ++i) {
      const Action action = i == 0 ? Action{stones} : Action{stream_[i].code};
      State after = state;
      game_->apply(after, action);
      if (!(game_->observe(state, action, after, observer_) == stream_[i])) return false;
      events.push_back(action);
      state = after;
    }
    return true;
  }

  const Game* game_;
  Observer observer_;
  std::vector<Observation> stream_;
};

static_assert(ImperfectInformationGame<Game>);

}  // namespace atl::toy::nim
