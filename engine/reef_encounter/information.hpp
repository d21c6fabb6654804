/// What an observer knows, and worlds that agree with it. The belief model is in belief.hpp: observed choices say that
/// they were legal and no more, hidden ones were uniform (parrotfish: over the starting tiles one by one; larvae: over
/// the 15 pairs).
#pragma once

#include <memory>
#include <vector>

#include "engine/reef_encounter/belief.hpp"
#include "engine/reef_encounter/game.hpp"
#include "engine/reef_encounter/lazy.hpp"

namespace atl::reef_encounter {

class InformationState {
 public:
  InformationState(const Game& game, Observer observer);

  void observe(const Observation& observation);

  Observer observer() const { return observer_; }
  NodeKind node_kind() const { return game_->node_kind(view_); }
  Player player_to_act() const { return game_->player_to_act(view_); }
  void legal_actions(ActionList<Game>& out) const;

  State sample(Rng& rng) const;
  std::vector<Action> sample_record(Rng& rng) const;

  /// Whether exactly one world agrees with what was observed.
  bool complete_information() const;

  std::string board_text() const;
  std::uint64_t hash() const { return hash_; }
  bool operator==(const InformationState& other) const;

 private:
  struct Hidden {
    HiddenSample tiles;
    std::array<int, kSeats> pair{};  ///< larvae chosen and not yet shown, as an index; kUnseenPair: none
  };

  bool sees(int seat) const { return observer_ == seat || observer_ == kOmniscient; }
  void learn(const Observation& observation);
  const BeliefTable& table() const;
  Hidden draw_hidden(Rng& rng) const;

  const Game* game_;
  Observer observer_;
  std::vector<Observation> stream_;
  std::uint64_t hash_ = 0;
  /// The public course of the game and what the observer sees of the rest. Hidden starting tiles count as in the bag;
  /// hidden hands hold what came in minus what went out (as words: fields may be below zero); the secret tile is
  /// kUnseen.
  State view_;
  HiddenTiles known_;
  unsigned tiles_ = 0;              ///< Observation::tiles of the last event
  std::array<int, kSeats> pair_{};  ///< larvae chosen in setup, as far as shown
  /// Built when the first sample asks for it: most observations are never followed by one.
  std::shared_ptr<Lazy<BeliefTable>> lazy_;  ///< shared by copies until one of them observes more
};

}  // namespace atl::reef_encounter
