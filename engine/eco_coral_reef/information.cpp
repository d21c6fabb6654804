#include "engine/eco_coral_reef/information.hpp"

namespace atl::eco_coral_reef {

void InformationState::observe(const Observation& observation) {
  const Action action{observation.code};
  game_->apply(state_, action);
  stream_.push_back(action);
  hash_ = hash_combine(hash_, action.code);
}

bool InformationState::operator==(const InformationState& other) const {
  return observer_ == other.observer_ && hash_ == other.hash_ && stream_ == other.stream_ &&
         (game_ == other.game_ || game_->rules() == other.game_->rules());
}

}  // namespace atl::eco_coral_reef
