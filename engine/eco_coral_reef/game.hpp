/// ECO: Coral Reef (Izik Nevo, Unique Games, 2021), 2 to 4 players: the packed engine. RULES.md has the rules,
/// README.md the encoding, its bounds and the belief model; oracle/ has the slow reference.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/deal_features.hpp"
#include "engine/core/game.hpp"
#include "engine/eco_coral_reef/rules.hpp"
#include "engine/eco_coral_reef/state.hpp"

namespace atl::eco_coral_reef {

class InformationState;
class Heuristic;

class Game {
 public:
  static constexpr std::string_view kName = "eco_coral_reef";
  static constexpr int kMinPlayers = 2;
  static constexpr int kMaxPlayers = kSeats;
  static constexpr int kRulesVersion = 2;
  static constexpr std::size_t kMaxActions = 3384;  ///< proof in README.md
  static constexpr std::size_t kMaxChanceOutcomes = 39;
  static constexpr std::string_view kDefaultSpec =
      "ismcts:c=0.05,widen=0.4,widen_alpha=0.7,playout=heuristic,epsilon=0.05,cutoff=3,reward=win_"
      "margin";
  /// Points that are a clear difference. The default agent was tuned with 20; margins between three greedy players have
  /// a standard deviation of 7.
  static constexpr double kScoreScale = 20;

  using Rules = eco_coral_reef::Rules;
  using State = eco_coral_reef::State;
  using Observation = eco_coral_reef::Observation;
  using InformationState = eco_coral_reef::InformationState;
  using Heuristic = eco_coral_reef::Heuristic;

  /// Throws InputError if `pictures` or one of the words cannot be read.
  explicit Game(const Rules& rules);

  static Rules default_rules(int players);
  /// The defaults under which records of an older version were played: with version 1 gems while an action is due only,
  /// and the target at the end of a turn only.
  static Rules rules_of_version(int version, int players);
  /// What to look at twice in `pictures`.
  static std::vector<std::string> findings(const Rules& rules);
  /// Says that the default pictures are ours.
  static std::vector<std::string> remarks(const Rules& rules);
  const Rules& rules() const { return rules_; }
  int num_players() const { return rules_.players; }
  State initial_state() const;

  NodeKind node_kind(const State& state) const {
    if (state.phase == Phase::over) return NodeKind::terminal;
    const bool draws = (state.missions_to_show | state.pictures_to_show | state.draw_to_hand) != 0;
    return draws || state.phase <= Phase::deal ? NodeKind::chance : NodeKind::decision;
  }
  Player player_to_act(const State& state) const { return state.player; }
  void legal_actions(const State& state, ActionList<Game>& out) const;
  void apply(State& state, Action action) const;

  PerSeat<int> scores(const State& state) const;
  PerSeat<int> ranks(const State& state) const { return ranks_by_score(scores(state), rules_.players); }
  std::string_view end_reason(const State& state) const { return state.target_reached ? "target" : "exhausted"; }

  std::string token(const State& state, Action action) const;
  std::optional<Action> parse(const State& state, std::string_view text) const;
  std::string board_text(const State& state) const;
  std::uint64_t hash(const State& state) const;

  /// See deal_features.cpp.
  DealFeatures deal_features(const State& state) const;

  void chance_outcomes(const State& state, ChanceList<Game>& out) const;
  Action sample_chance(const State& state, Rng& rng) const;
  /// Deals belong to the seat that gets the tile (number 0), all else to nobody: 0 the first loner, 1 the picture
  /// deck, 2 the mission deck.
  ChanceSource chance_source(const State& state) const;

  Action random_action(const State& state, Rng& rng) const;

  Observation observe(const State&, Action action, const State&, Observer) const { return {action.code}; }
  static Observation public_part(const Observation& observation) { return observation; }
  Action visible_action(const State&, Action action, Observer) const { return action; }
  std::uint32_t result_key(const State& before, Action action, const State&, Observer) const {
    return node_kind(before) == NodeKind::chance ? action.code : 0;
  }

  /// What a corner of each letter scores at a vertex with these letters (points.hpp).
  std::uint32_t points_row(std::uint8_t multiset) const { return points_[multiset]; }

  /// Coral points of laying `picture` on the empty cell (x,y).
  int placement_points(const State& state, int picture, int x, int y, int turns) const;

  /// Letters of a picture as it lies, one byte each, clockwise from the north-west.
  std::uint32_t corners(int picture, int turns) const { return corners_[picture][turns]; }

  /// The swap of display and deck is offered in this state's display and deck.
  static bool swap_possible(const State& state);

 private:
  // The rules, in rules.cpp.
  void settle(State& state) const;
  void deal_picture(State& state, int picture) const;
  void deal_mission(State& state, int mission) const;
  void begin_turn(State& state) const;
  void swap(State& state, int first, int second) const;
  void take_picture(State& state, int picture) const;
  void take_mission(State& state, int mission) const;
  void draw(State& state, int deck) const;
  static bool may_spend_gem(const State& state);
  void spend_gem(State& state, int deck) const;
  bool over_limit(const State& state) const;
  void put(State& state, int picture, int x, int y, int turns) const;
  bool has_claim(const State& state) const;
  void claim(State& state, Action action) const;
  void end_claims(State& state) const;
  void add_points(State& state, int points) const;
  void end_turn(State& state) const;

  // Move generation, in movegen.cpp.
  void list_swaps(const State& state, ActionList<Game>& out) const;
  void list_turn_actions(const State& state, ActionList<Game>& out) const;
  void list_puts(const State& state, ActionList<Game>& out) const;
  Action random_turn_action(const State& state, Rng& rng) const;
  Action random_swap(const State& state, Rng& rng) const;
  Action random_claim(const State& state, Rng& rng) const;
  bool chance_is_mission(const State& state) const;

  Rules rules_;
  bool per_formation_ = false;
  bool gems_anytime_ = true;
  Array<std::uint32_t, kNumMultisets> points_ = kCorners.points;  ///< under these rules (points.hpp)
  Array<Array<std::uint32_t, 4>, kNumPictures> corners_{};
};

}  // namespace atl::eco_coral_reef
