/// What one observer knows: the public flow in a view shaped like a State, the tiles in a Belief, and the stream of
/// observations itself for perfect recall.
///
/// Model of the others: an observed choice says only that it was legal; a hidden placement was uniform over the empty
/// cells, which makes the six arrangements of a finished Sea Scope equally likely.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/reef_rescue/belief.hpp"
#include "engine/reef_rescue/game.hpp"

namespace atl::reef_rescue {

class InformationState {
 public:
  InformationState(const Game& game, Observer observer) : InformationState(game, observer, Belief::kDefaultCap) {}

  /// With another limit of hypotheses, for tests of what happens beyond it.
  InformationState(const Game& game, Observer observer, std::size_t hypothesis_cap);

  void observe(const Observation& observation);

  Observer observer() const { return observer_; }
  NodeKind node_kind() const { return game_->node_kind(view_); }
  Player player_to_act() const { return game_->player_to_act(view_); }
  void legal_actions(ActionList<Game>& out) const { game_->legal_actions(view_, out); }

  /// A world from the posterior. Constant time but for the draws (belief.hpp).
  State sample(Rng& rng) const;

  /// A history that gives this observer exactly its observations and ends in a world distributed as sample()'s: the
  /// final world is drawn, then at each foreign Sea Scope, last first, one of the six arrangements that could have led
  /// to it, by the weights the filter had before it. After forget_last_turn() it answers for a perfect memory, since a
  /// history that contradicts what was once seen would not be legal.
  std::vector<Action> sample_record(Rng& rng) const;

  /// The end of a sampled history, with State::known of every seat but the observer's completed: a cell is in it iff
  /// that seat is sure of its tile. State::known alone forgets what follows from several facts (of three tiles known up
  /// to their order, two seen since give away the third). Costs the replay of a history by every seat.
  State sample_informed(Rng& rng) const;

  /// Whether exactly one world is possible.
  bool complete_information() const;
  /// Whether sample() is still exact: false once the hypotheses were thinned or a face was forgotten.
  bool exact() const { return observer_ == kOmniscient || (belief_.exact() && forgotten_.empty()); }

  /// The public flow; State::tile is right where the observer is certain, kUnknownTile elsewhere.
  const State& view() const { return view_; }
  const Belief& belief() const { return belief_; }

  bool turn_just_ended() const { return turn_just_ended_; }

  /// For players with a bad memory. Each face that the turn just ended showed this seat, and that still lies in the
  /// Ocean, is forgotten with `forget_probability`: its cell is unknown again, as if never seen. Tiles that might have
  /// lain on the cell where the face was seen are forgotten too: what the turn taught about them came from that face.
  /// Requires turn_just_ended() and a seat as observer.
  void forget_last_turn(double forget_probability, Rng& rng);

  std::string board_text() const;
  std::uint64_t hash() const { return hash_; }
  bool operator==(const InformationState& other) const {
    return observer_ == other.observer_ && *game_ == *other.game_ && stream_ == other.stream_ &&
           forgotten_ == other.forgotten_;
  }

 private:
  /// What moved in one event, for walking back: a claim (`from`, `tile`), or a Sea Scope (`from` -> `to`).
  struct Move {
    bool is_scope = false;
    int cell = 0, tile = 0;
    Array<std::uint8_t, 3> from{}, to{};
    std::shared_ptr<const Belief> before;  ///< the belief with the tiles in hand; null for the observer's own scopes
  };

  bool is_mine() const { return observer_ == Observer(view_.mover); }
  void observe_pick(const Observation& observation);
  void observe_place(const Observation& observation);
  void note_claim(Action action);
  void reveal(int cell, int tile);
  static void undo_scope(const Move& scope, Rng& rng, Labels& world, std::vector<std::uint8_t>& hidden);
  void start_turn();
  void draw_world(Rng& rng, Labels& world, std::vector<std::uint8_t>* hidden_cells) const;
  void forget(int tile);

  const Game* game_;
  Observer observer_;
  State view_;
  Belief belief_;
  std::vector<Observation> stream_;
  std::vector<Move> moves_;
  std::uint64_t hash_;
  std::vector<std::pair<std::size_t, int>> forgotten_;  ///< (events seen, tile)
  Array<std::uint8_t, 3> lifted_{}, filled_{};          ///< of the Sea Scope going on
  bool turn_just_ended_ = false;

  // About the turn, for forgetting.
  std::uint64_t shown_ = 0;                  ///< tiles whose face this turn showed
  Array<std::uint8_t, kCells> shown_at_{};   ///< [tile] cell where
  Array<std::uint64_t, kCells> possible_{};  ///< [tile] cells it may have been on when the turn began
  bool possible_known_ = false;              ///< possible_ is filled: something was uncertain
};

}  // namespace atl::reef_rescue
