/// What an observer knows, and worlds that agree with it. The belief model is in belief.hpp: observed choices say that
/// they were legal and no more, hidden ones were uniform (parrotfish: over the starting tiles one by one; larvae: over
/// the 15 pairs).
#pragma once

#include <memory>
#include <vector>

#include "engine/reef_encounter/belief.hpp"
#include "engine/reef_encounter/common/lazy.hpp"
#include "engine/reef_encounter/common/observed.hpp"
#include "engine/reef_encounter/game.hpp"

namespace atl::reef_encounter {

/// The view: hidden starting tiles count as in the bag; hidden hands hold what came in minus what went out (as words:
/// fields may be below zero); the secret tile is kUnseen.
class InformationState : public Observed<Game> {
 public:
  InformationState(const Game& game, Observer observer);

  void observe(const Observation& observation);
  void legal_actions(ActionList<Game>& out) const;

  State sample(Rng& rng) const;
  std::vector<Action> sample_record(Rng& rng) const;

  /// Whether exactly one world agrees with what was observed.
  bool complete_information() const;

  std::string board_text() const;
  bool operator==(const InformationState& other) const { return Observed::operator==(other); }

 private:
  struct Hidden {
    HiddenSample tiles;
    std::array<int, kSeats> pair{};  ///< larvae chosen and not yet shown, as an index; kUnseenPair: none
  };

  void learn(const Observation& observation);
  const BeliefTable& table() const;
  Hidden draw_hidden(Rng& rng) const;

  HiddenTiles known_;
  unsigned tiles_ = 0;  ///< Observation::tiles of the last event
  /// Built when the first sample asks for it: most observations are never followed by one.
  std::shared_ptr<Lazy<BeliefTable>> lazy_;  ///< shared by copies until one of them observes more
};

}  // namespace atl::reef_encounter
