/// What an observer of ECO knows: everything but the order of the decks, which the State does not hold either (tiles
/// whose place all know are pinned, the rest is a set). So there is one world, and what is left to chance is drawn when
/// it happens. The stream is kept, because equality is equality of streams and not of positions.
#pragma once

#include <string>
#include <vector>

#include "engine/eco_coral_reef/game.hpp"

namespace atl::eco_coral_reef {

class InformationState {
 public:
  InformationState(const Game& game, Observer observer)
      : game_(&game), observer_(observer), state_(game.initial_state()) {}

  void observe(const Observation& observation);

  Observer observer() const { return observer_; }
  NodeKind node_kind() const { return game_->node_kind(state_); }
  Player player_to_act() const { return game_->player_to_act(state_); }
  void legal_actions(ActionList<Game>& out) const { game_->legal_actions(state_, out); }

  /// The one world. Decks are drawn from as they are needed, so nothing is sampled here.
  State sample(Rng&) const { return state_; }
  std::vector<Action> sample_record(Rng&) const { return stream_; }
  static constexpr bool complete_information() { return true; }

  std::string board_text() const { return game_->board_text(state_); }
  std::uint64_t hash() const { return hash_combine(hash_, observer_.code()); }
  bool operator==(const InformationState& other) const;

 private:
  const Game* game_;
  Observer observer_;
  State state_;
  std::vector<Action> stream_;
  std::uint64_t hash_ = 0;
};

}  // namespace atl::eco_coral_reef
