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

#include "engine/reef_encounter/common/lazy.hpp"
#include "engine/reef_encounter/common/observed.hpp"
#include "engine/reef_encounter/second_kind/card_belief.hpp"
#include "engine/reef_encounter/second_kind/game.hpp"

namespace atl::reef_encounter::second_kind {

/// The view: a hidden parrotfish tile counts as still in the hand and is kUnseen; hidden cards count as in the pile,
/// and in the hand as kUnseenCard.
class InformationState : public Observed<Game> {
 public:
  InformationState(const Game& game, Observer observer);

  void observe(const Observation& observation);
  void legal_actions(ActionList<Game>& out) const { game_->legal_actions(view_, out); }

  State sample(Rng& rng) const;
  std::vector<Action> sample_record(Rng& rng) const;

  /// Whether exactly one world agrees with what was observed.
  bool complete_information() const;

  std::string board_text() const;
  bool operator==(const InformationState& other) const { return Observed::operator==(other); }

 private:
  void learn_secret(Action action);
  void learn_card(Action action);
  const CardTable& cards() const;
  bool hides_secret(int seat) const;
  int sample_secret(int seat, Rng& rng) const;

  std::array<std::array<int, kColours>, kSeats> secret_weight_{};  ///< [seat][colour] of its hidden parrotfish tile
  HiddenCards known_;
  std::shared_ptr<Lazy<CardTable>> cards_;  ///< shared by copies until one of them learns more of cards
};

}  // namespace atl::reef_encounter::second_kind
