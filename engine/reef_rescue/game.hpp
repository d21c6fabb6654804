/// The rules as the Game class. Users include reef_rescue.hpp.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/core/deal_features.hpp"
#include "engine/core/game.hpp"
#include "engine/reef_rescue/rules.hpp"
#include "engine/reef_rescue/state.hpp"

namespace atl::reef_rescue {

class InformationState;
class Heuristic;

class Game {
 public:
  static constexpr std::string_view kName = "reef_rescue";
  static constexpr int kMinPlayers = 2;
  static constexpr int kMaxPlayers = 5;
  static constexpr int kRulesVersion = 2;
  static constexpr std::size_t kMaxActions = 106;        // stop, and runs of one to three in five rows of eight
  static constexpr std::size_t kMaxChanceOutcomes = 40;  // tiles left to deal
  static constexpr std::string_view kDefaultSpec =
      "ismcts:c=0.6,fpu=0.8,prior_visits=50,playout=heuristic,epsilon=0,reward=win_margin";
  /// Points that are a clear difference: margins between three greedy players have a standard deviation of 21.
  static constexpr double kScoreScale = 20;

  using Rules = reef_rescue::Rules;
  using State = reef_rescue::State;
  using Observation = reef_rescue::Observation;
  using InformationState = reef_rescue::InformationState;
  using Heuristic = reef_rescue::Heuristic;

  /// Throws InputError if a value is out of range, or card_pairs does not name each action once.
  explicit Game(const Rules& rules);

  /// A smaller ocean, for tests: last_round_tiles may then be anything from 0. Throws InputError if the ocean breaks
  /// the conditions of struct Ocean.
  Game(const Rules& rules, const Ocean& ocean);

  static Rules default_rules(int players) { return {.players = players}; }

  /// The defaults under which records of an older version were played. Version 2 brought min_flips, whose default is
  /// what version 1 did.
  static Rules rules_of_version(int, int players) { return default_rules(players); }
  const Rules& rules() const { return rules_; }
  int num_players() const { return rules_.players; }
  std::uint64_t grid() const { return grid_; }                ///< cells of the ocean
  std::uint64_t ocean_tiles() const { return ocean_tiles_; }  ///< tiles dealt
  bool operator==(const Game& other) const {
    return rules_ == other.rules_ && grid_ == other.grid_ && ocean_tiles_ == other.ocean_tiles_;
  }

  State initial_state() const;
  NodeKind node_kind(const State& state) const {
    if (state.phase <= Phase::faces) return NodeKind::chance;
    return state.phase == Phase::over ? NodeKind::terminal : NodeKind::decision;
  }
  Player player_to_act(const State& state) const { return state.mover; }

  void legal_actions(const State& state, ActionList<Game>& out) const;
  Action random_action(const State& state, Rng& rng) const;
  void apply(State& state, Action action) const;

  void chance_outcomes(const State& state, ChanceList<Game>& out) const;
  Action sample_chance(const State& state, Rng& rng) const;
  ChanceSource chance_source(const State& state) const;
  void play_chance_run(State& state, Rng& rng) const;

  PerSeat<int> scores(const State& state) const;
  PerSeat<int> ranks(const State& state) const { return ranks_by_score(scores(state), num_players()); }
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

  /// Actions of one node with equal classes are exchangeable for everybody: they differ only in which tiles that nobody
  /// ever touched they turn up. A class is a name, not always a legal action's code. README.md, "Action classes".
  std::uint32_t action_class(const State& state, Action action) const;

  /// The tiles on the cells: those of this ocean that nobody owns and nobody has in hand. Requires that all are dealt.
  std::uint64_t tiles_left(const State& state) const;

  /// What `observer` knows exactly, as a mask of cells; at most State::present.
  std::uint64_t known_cells(const State& state, Observer observer) const;

  /// Whether the player to act may end its flips or turn on no light. Requires a decision about flips or the light.
  bool may_stop(const State& state) const { return state.marked != 0 || rules_.min_flips == 0; }

  /// The two actions that `player` may choose, the first card's first.
  Array<Card, 2> visible_cards(const State& state, Player player) const {
    const int bits = state.faces >> (2 * player.index());
    return {sides_[0][bits & 1], sides_[1][bits >> 1 & 1]};
  }
  /// The face a card shows once `card` was used.
  Card other_side(Card card) const;

  /// Points of `player` so far, without the bonus; and its little tiles of two creatures.
  int claimed_points(const State& state, Player player) const;
  int claimed_twos(const State& state, Player player) const;

  /// For views (information.hpp): ends a Sea Scope whose cells `filled` have been filled.
  void finish_scope(State& state, std::uint64_t filled) const;

  /// The header lines of every board: round, cards, piles.
  std::string status_text(const State& state) const;

 private:
  void read_card_pairs();

  // The rules, in rules.cpp.
  void deal(State& state, int tile) const;
  void lay_out(State& state, Card visible) const;
  void choose(State& state, Card card) const;
  void flip(State& state, int cell) const;
  void shine(State& state, std::uint64_t cells) const;
  void turn_up(State& state, std::uint64_t cells) const;
  void pick(State& state, int cell) const;
  void place(State& state, int cell) const;
  void start_claims(State& state) const;
  void claim_set(State& state, int set) const;
  void claim_tile(State& state, int cell) const;
  void take(State& state, int claim, std::uint64_t cells) const;
  void end_turn_unless_claims(State& state) const;
  void end_turn(State& state) const;

  Action random_shine(const State& state, Rng& rng) const;
  std::uint32_t tile_key(const State& state, int cell, std::uint64_t known) const;
  std::uint32_t owned(const State& state, Player player) const;

  Rules rules_;
  std::uint64_t grid_ = kAllTiles;
  std::uint64_t ocean_tiles_ = kAllTiles;
  Array<Array<Card, 2>, 2> sides_{};      // [card][side]
  Array<std::uint8_t, 4> card_number_{};  // [action] the card it is printed on
};

}  // namespace atl::reef_rescue
