/// Reef Encounter (Richard Breese, 2004), base game and advanced variant, for 2 to 4 players. The rules as played here:
/// RULES.md; encoding, bounds and belief model: README.md.
#pragma once

#include <string>
#include <string_view>

#include "engine/core/deal_features.hpp"
#include "engine/core/game.hpp"
#include "engine/reef_encounter/position.hpp"
#include "engine/reef_encounter/rules.hpp"

namespace atl::reef_encounter {

/// What an observer perceived of one event.
///
/// * code: the action as it sees it (kUnseen and kUnseenPair for what is hidden);
/// * extra: put, grow: 0 the bag was not asked for a growth, 1 it had the colour asked for, 2 it had not.
///   larvae of the last player: the choices of all (common/observed.hpp);
/// * tiles: for the player to act in a main part only: the colours it may take from the bag with `tile`. The list of
/// its
///   legal actions tells it so, and nothing else may.
struct Observation {
  std::uint32_t code = 0;
  std::uint32_t extra = 0;
  std::uint32_t tiles = 0;
  bool operator==(const Observation&) const = default;
};

class Heuristic;
class InformationState;

class Game {
 public:
  static constexpr std::string_view kName = "reef_encounter";
  static constexpr int kMinPlayers = 2;
  static constexpr int kMaxPlayers = 4;
  static constexpr int kRulesVersion = 2;
  static constexpr std::size_t kMaxActions = 400;
  static constexpr std::size_t kMaxChanceOutcomes = 6;
  static constexpr std::string_view kDefaultSpec =
      "ismcts:c=0.2,bias=2,prior_visits=20,playout=heuristic,epsilon=0.05,cutoff=40,reward=win_margin";
  /// Points that are a clear difference: margins between three greedy players have a standard deviation of 15.
  static constexpr double kScoreScale = 20;

  using Rules = reef_encounter::Rules;
  using State = reef_encounter::State;
  using Observation = reef_encounter::Observation;
  using InformationState = reef_encounter::InformationState;
  using Heuristic = reef_encounter::Heuristic;

  explicit Game(const Rules& rules);

  static Rules default_rules(int players) { return reef_encounter::default_rules(players); }
  /// The advanced variant: harder feeding, no free growth.
  static void apply_presets(Rules& rules) { reef_encounter::apply_presets(rules); }
  static void upgrade_rules(int version, std::vector<RuleSetting>& settings) {
    reef_encounter::upgrade_rules(version, settings);
  }
  const Rules& rules() const { return rules_; }
  FreeGrowth free_growth() const { return free_growth_; }
  int num_players() const { return rules_.players; }

  State initial_state() const;
  NodeKind node_kind(const State& state) const;
  Player player_to_act(const State& state) const { return Player(state.mover); }
  void legal_actions(const State& state, ActionList<Game>& out) const;
  Action random_action(const State& state, Rng& rng) const;
  void apply(State& state, Action action) const;

  void chance_outcomes(const State& state, ChanceList<Game>& out) const;
  Action sample_chance(const State& state, Rng& rng) const;
  ChanceSource chance_source(const State& state) const;

  PerSeat<int> scores(const State& state) const;
  PerSeat<int> ranks(const State& state) const;
  std::string_view end_reason(const State& state) const;

  std::string token(const State& state, Action action) const;
  std::optional<Action> parse(const State& state, std::string_view text) const;
  std::string board_text(const State& state) const;
  std::uint64_t hash(const State& state) const;

  /// See deal_features.cpp.
  DealFeatures deal_features(const State& state) const;

  Observation observe(const State& before, Action action, const State& after, Observer observer) const;
  static Observation public_part(const Observation& observation);
  Action visible_action(const State& before, Action action, Observer observer) const;
  std::uint32_t result_key(const State& before, Action action, const State& after, Observer observer) const;

  /// Whether a coral of this size may be fed in this phase.
  bool may_feed(const State& state, int size) const {
    return size >= (state.phase == Phase::extra_feeding ? rules_.final_feed_return + 1 : rules_.min_feed);
  }
  /// Colours the player to act may take from the bag; 0 outside a main part.
  unsigned tile_choices(const State& state) const;

 private:
  // rules.cpp
  void deal_boards(State& state, int set) const;
  void pick_larvae(State& state, int pair) const;
  bool can_feed(const State& state, int seat, int size) const;
  void begin_turn(State& state) const;
  void eat(State& state, int place) const;
  void feed(State& state, int place, int returned) const;
  void pass(State& state) const;
  void place_own_shrimp(State& state, int place) const;
  void lift(State& state, int place) const;
  void land(State& state, int place) const;
  void lock(State& state, int tile, int paid) const;
  void put(State& state, int place, bool consumed) const;
  void grow_beside(State& state, int board, std::uint64_t cell) const;
  void grow(State& state, int board) const;
  void decide_growth(State& state, bool grows) const;
  void end_lay(State& state) const;
  void take(State& state, int slot) const;
  void refill(State& state, int colour) const;
  bool reef_is_full(const State& state) const;
  void end_turn(State& state) const;
  void end_with_extra_feedings(State& state, End end) const;
  void next_extra_feeding(State& state) const;

  std::uint32_t growth_shown(const State& before, Action action, const State& after) const;

  Rules rules_;
  FreeGrowth free_growth_;
};

}  // namespace atl::reef_encounter
