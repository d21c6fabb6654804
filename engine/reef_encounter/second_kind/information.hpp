/// What an observer knows of the expansion, and worlds that agree with it.
///
/// Hidden are the parrotfish tiles, the larvae chosen in setup until all have chosen, which cards were bought, and in
/// which order bag and pile lie. The bag's contents are open: starting tiles are shown. Belief model: observed choices
/// say that they were legal and no more; hidden ones were uniform: the parrotfish tile over the starting tiles one by
/// one, larvae over the 15 pairs. Cards: card_belief.hpp.
///
/// The posterior of a parrotfish tile is the number of starting tiles of each colour, without the colours of which the
/// player has shown, later, that all it was given were behind its screen. The seats are independent.
#pragma once

#include <memory>
#include <vector>

#include "engine/reef_encounter/lazy.hpp"
#include "engine/reef_encounter/second_kind/card_belief.hpp"
#include "engine/reef_encounter/second_kind/game.hpp"

namespace atl::reef_encounter::second_kind {

class InformationState {
 public:
  InformationState(const Game& game, Observer observer);

  void observe(const Observation& observation);

  Observer observer() const { return observer_; }
  NodeKind node_kind() const { return game_->node_kind(view_); }
  Player player_to_act() const { return game_->player_to_act(view_); }
  void legal_actions(ActionList<Game>& out) const { game_->legal_actions(view_, out); }

  State sample(Rng& rng) const;
  std::vector<Action> sample_record(Rng& rng) const;

  /// Whether exactly one world agrees with what was observed.
  bool complete_information() const;

  std::string board_text() const;
  std::uint64_t hash() const { return hash_; }
  bool operator==(const InformationState& other) const;

 private:
  bool sees(int seat) const { return observer_ == seat || observer_ == kOmniscient; }
  void learn_secret(Action action);
  void learn_card(Action action);
  void apply(const Observation& observation);
  const CardTable& cards() const;
  bool hides_secret(int seat) const;
  int sample_secret(int seat, Rng& rng) const;
  std::array<int, kSeats> sample_larvae(Rng& rng) const;

  const Game* game_;
  Observer observer_;
  std::vector<Observation> stream_;
  std::uint64_t hash_ = 0;
  /// The public course of the game and what the observer sees of the rest. A hidden parrotfish tile counts as still in
  /// the hand and is kUnseen; hidden cards count as in the pile, and in the hand as kUnseenCard.
  State view_;
  std::array<std::array<int, kColours>, kSeats> secret_weight_{};  ///< [seat][colour] of its hidden parrotfish tile
  HiddenCards known_;
  std::array<int, kSeats> pair_{};          ///< larvae chosen in setup, as far as shown
  std::shared_ptr<Lazy<CardTable>> cards_;  ///< shared by copies until one of them learns more of cards
};

}  // namespace atl::reef_encounter::second_kind
