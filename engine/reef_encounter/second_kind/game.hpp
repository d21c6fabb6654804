/// Reef Encounter of the Second Kind: the game with its expansion, for 2 to 4 players (rule `second_kind`). The rules
/// as played here: part B of RULES.md; encoding, bounds and belief model: README.md of this folder.
#pragma once

#include <string>
#include <string_view>

#include "engine/core/deal_features.hpp"
#include "engine/core/game.hpp"
#include "engine/reef_encounter/rules.hpp"
#include "engine/reef_encounter/second_kind/position.hpp"

namespace atl::reef_encounter::second_kind {

/// What an observer perceived of one event: the action as it sees it (kUnseen, kUnseenPair and kUnseenCard for what is
/// hidden) and, with the last player's larvae, the choices of all (common/observed.hpp). The bag is open
/// knowledge here, so that nothing else is ever shown.
struct Observation {
  std::uint32_t code = 0;
  std::uint32_t extra = 0;
  bool operator==(const Observation&) const = default;
};

/// Chance sources of a seat.
enum class SeatSource : std::uint16_t { start_tile, card };

class Heuristic;
class InformationState;

class Game {
 public:
  static constexpr std::string_view kName = "reef_encounter";
  static constexpr std::string_view kClassName = "reef_encounter_second_kind";
  static constexpr int kMinPlayers = 2;
  static constexpr int kMaxPlayers = 4;
  static constexpr int kRulesVersion = 2;
  static constexpr std::size_t kMaxActions = 4096;
  static constexpr std::size_t kMaxChanceOutcomes = kTileKinds;
  static constexpr std::string_view kDefaultSpec =
      "ismcts:c=0.2,bias=2,prior_visits=20,playout=heuristic,epsilon=0.05,cutoff=40,reward=win_margin";
  /// Points that are a clear difference, as in the base game.
  static constexpr double kScoreScale = 20;

  using Rules = reef_encounter::Rules;
  using State = second_kind::State;
  using Observation = second_kind::Observation;
  using InformationState = second_kind::InformationState;
  using Heuristic = second_kind::Heuristic;

  /// Plays the expansion whatever `rules.second_kind` says; records need it to be true.
  explicit Game(const Rules& rules);

  /// Whether rules ask for this class instead of the base game's.
  static bool plays(const Rules& rules) { return rules.second_kind; }

  static Rules default_rules(int players) { return reef_encounter::default_rules(players); }
  static void apply_presets(Rules& rules) { reef_encounter::apply_presets(rules); }
  static void upgrade_rules(int version, std::vector<RuleSetting>& settings) {
    reef_encounter::upgrade_rules(version, settings);
  }
  static std::vector<std::string> remarks(const Rules& rules);
  const Rules& rules() const { return rules_; }
  FreeGrowth free_growth() const { return free_growth_; }
  int num_players() const { return rules_.players; }

  State initial_state() const;
  NodeKind node_kind(const State& state) const;
  Player player_to_act(const State& state) const { return Player(state.mover); }
  void legal_actions(const State& state, ActionList<Game>& out) const;
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

  /// Tiles a coral needs to be fed now, and how many of them go back into the bag.
  int feed_size(const State& state) const {
    return state.end != End::none ? rules_.final_feed_return + 1 : rules_.min_feed;
  }
  int feed_return(const State& state) const {
    return state.end != End::none ? rules_.final_feed_return : rules_.feed_return;
  }

  /// Cards in the mover's hand that may be played now.
  CardSet playable_cards(const State& state) const;
  /// Tiles a crown attacks; of the player whose turn it is first.
  Cells crown_targets(const State& state, const Reef& reef, int board, Cells crown) const;

 private:
  // rules.cpp
  void deal_boards(State& state, int set) const;
  void pick_larvae(State& state, int pair) const;
  void begin_turn(State& state, int seat) const;
  void continue_biting(State& state) const;
  void bite(State& state, int from, int to) const;
  void raise_shrimp(State& state, Phase then) const;
  void continue_nudge(State& state) const;
  void make_room(State& state, int place) const;
  void house_blue(State& state, int place) const;
  bool can_feed(const State& state) const;
  void begin_feeding(State& state) const;
  void after_breakfast(State& state) const;
  void eat(State& state, int place, int card) const;
  void feed(State& state, int place) const;
  void return_tile(State& state, int kind) const;
  void finish_feeding(State& state) const;
  void pass(State& state) const;
  void open_windows(State& state) const;
  void next_window(State& state) const;
  void place_own_shrimp(State& state, int place) const;
  void lift(State& state, int place) const;
  void land(State& state, int place) const;
  void lock(State& state, int tile, int paid) const;
  void split(State& state, int kind) const;
  void place_ground(State& state, int place, int kind) const;
  void place_crown(State& state, int place) const;
  void put(State& state, const Put& put) const;
  void grow_beside(State& state, int board, Cells cell, int colour) const;
  void grow(State& state, int board, int colour) const;
  void decide_growth(State& state, bool grows) const;
  void end_lay(State& state) const;
  void take(State& state, int slot) const;
  void begin_refill(State& state) const;
  void refill(State& state, int kind) const;
  bool reef_is_full(const State& state) const;
  void end_turn(State& state) const;
  void end_with_extra_feedings(State& state, End end) const;
  void next_extra_feeding(State& state) const;

  // cards.cpp
  void apply_card(State& state, Action action) const;
  void buy(State& state, int source, int kind) const;
  void draw_card(State& state, int card) const;
  void spend_blue(State& state, int card, int from, int to) const;
  void begin_card(State& state, int card) const;
  void finish_card(State& state) const;
  void unlock(State& state, int tile) const;
  void shift(State& state, int from, int to) const;
  void consume(State& state, int kind) const;
  void choose_coral(State& state, int place) const;
  void remove_tile(State& state, int place) const;
  void grow_extra(State& state, int place, int colour) const;
  void put_extra(State& state, const Put& tile) const;
  void after_extra_put(State& state) const;

  Rules rules_;
  FreeGrowth free_growth_;
};

}  // namespace atl::reef_encounter::second_kind
