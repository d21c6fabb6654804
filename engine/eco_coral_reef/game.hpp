/// ECO: Coral Reef (Izik Nevo, Unique Games, 2021), 2 to 4 players: the packed engine. RULES.md has the rules,
/// README.md the encoding, its bounds and the belief model; reference_rules.hpp is the slow oracle.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/core/game.hpp"
#include "engine/eco_coral_reef/action.hpp"
#include "engine/eco_coral_reef/board.hpp"
#include "engine/eco_coral_reef/tiles.hpp"

namespace atl::eco_coral_reef {

/// What the game waits for when no tile is to be drawn.
enum class Phase : std::uint8_t { first_tile, deal, swap, action, claim, limit, over };

inline constexpr int kMaxPlayersHere = 4;

class Heuristic;

class Game {
 public:
  static constexpr std::string_view kName = "eco_coral_reef";
  static constexpr int kMinPlayers = 2;
  static constexpr int kMaxPlayers = kMaxPlayersHere;
  static constexpr std::size_t kMaxActions = 3384;  ///< proof in README.md
  static constexpr std::size_t kMaxChanceOutcomes = 39;
  static constexpr std::string_view kDefaultSpec =
      "ismcts:iterations=1000,c=0.05,widen=0.4,widen_alpha=0.7,playout=heuristic,epsilon=0.05,cutoff=3,reward=win_"
      "margin";

  using Rules = eco_coral_reef::Rules;
  using Heuristic = eco_coral_reef::Heuristic;

  /// Nothing in it is hidden from anyone: decks are sets, and places are kept only where everybody knows them.
  struct State {
    Board board;

    /// Tiles as masks by number.
    std::uint64_t hand_pictures[kMaxPlayersHere] = {};
    std::uint64_t shown_pictures = 0;
    std::uint64_t deck_pictures = 0;  ///< in the deck, place unknown
    std::uint32_t hand_missions[kMaxPlayersHere] = {};
    std::uint32_t shown_missions = 0;
    std::uint32_t deck_missions = 0;
    /// [place from the bottom] picture + 1 known to lie there, 0 if unknown.
    std::uint8_t pinned[kNumPictures] = {};
    std::uint8_t picture_deck_size = 0;

    /// Formations claimed, ascending; kept under reuse = per_formation only. (shape, first cell, orientation or size)
    std::uint8_t num_claimed = 0;
    std::uint8_t layouts_coexisting = 0;  ///< layouts claimed in form B
    std::uint32_t claimed[kNumMissions] = {};

    std::int16_t score[kMaxPlayersHere] = {};
    std::uint8_t gems[kMaxPlayersHere] = {};
    std::uint8_t reached[kMaxPlayersHere] = {};  ///< bit 0: has had 10 points, bit 1: 20

    Phase phase = Phase::first_tile;
    Player player = 0;
    std::uint8_t actions_left = 0;
    std::uint8_t deals_left = 0;
    std::uint8_t missions_to_show = 0, pictures_to_show = 0;  ///< draws to come, missions first
    std::uint8_t draw_to_hand = 0;                            ///< 0 none, 1 picture, 2 mission
    bool last_round = false, target_reached = false;
    std::int8_t put_x = 0, put_y = 0;  ///< the tile just put, while phase is claim; else 0

    bool operator==(const State&) const = default;
  };
  static_assert(std::is_trivially_copyable_v<State> && sizeof(State) <= 2048, "copied once per iteration");

  /// Everyone perceives every event whole.
  struct Observation {
    std::uint32_t code = 0;
    bool operator==(const Observation&) const = default;
  };

  class InformationState;

  /// Throws InputError if `pictures` or `reuse` cannot be read.
  explicit Game(const Rules& rules);

  static Rules default_rules(int players);
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

  void chance_outcomes(const State& state, ChanceList<Game>& out) const;
  Action sample_chance(const State& state, Rng& rng) const;
  /// Deals belong to the seat that gets the tile (number 0), all else to nobody: 0 the first loner, 1 the picture
  /// deck, 2 the mission deck.
  ChanceSource chance_source(const State& state) const;

  Action random_action(const State& state, Rng& rng) const;
  void play_chance_run(State& state, Rng& rng) const {
    while (node_kind(state) == NodeKind::chance) apply(state, sample_chance(state, rng));
  }

  Observation observe(const State&, Action action, const State&, Observer) const { return {action.code}; }
  static Observation public_part(const Observation& observation) { return observation; }
  Action visible_action(const State&, Action action, Observer) const { return action; }
  std::uint32_t result_key(const State& before, Action action, const State&, Observer) const {
    return node_kind(before) == NodeKind::chance ? action.code : 0;
  }

  /// Coral points of laying `picture` on the empty cell (x,y).
  int placement_points(const State& state, int picture, int x, int y, int turns) const;

  /// Letters of a picture as it lies, one byte each, clockwise from the north-west.
  std::uint32_t corners(int picture, int turns) const {
    return corners_[static_cast<std::size_t>(picture)][static_cast<std::size_t>(turns)];
  }

  /// The swap of display and deck is offered in this state's display and deck.
  static bool swap_possible(const State& state);

 private:
  void apply_deal(State& state, int tile, bool mission) const;
  void apply_swap(State& state, Action action) const;
  void apply_claim(State& state, Action action) const;
  void add_points(State& state, int points) const;
  void begin_turn(State& state) const;
  void end_turn(State& state) const;
  void settle(State& state) const;
  void list_puts(const State& state, ActionList<Game>& out) const;
  bool chance_is_mission(const State& state) const;

  Rules rules_;
  bool per_formation_ = false;
  std::array<std::array<std::uint32_t, 4>, kNumPictures> corners_{};
};

}  // namespace atl::eco_coral_reef
