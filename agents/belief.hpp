/// What an agent's seat knows and remembers: its information state, how many events it has seen, and forgetting.
#pragma once

#include <optional>

#include "engine/core/abilities.hpp"

namespace atl {

template <ImperfectInformationGame G>
class Belief {
 public:
  using InformationState = typename G::InformationState;

  /// Who is shown everything has nothing to forget.
  Belief(const G& game, Observer observer, double recall, const Rng& rng)
      : information_(game, observer), recall_(observer == kOmniscient ? 1 : recall), rng_(rng) {}

  void observe(const typename G::Observation& observation) {
    information_.observe(observation);
    ++num_events_;
    if (recall_ < 1) forget_last_turn(information_, 1 - recall_, rng_);
  }

  const InformationState& information() const { return information_; }
  std::size_t num_events() const { return num_events_; }
  bool is_exact() const { return recall_ >= 1; }

 private:
  InformationState information_;
  double recall_;
  Rng rng_;
  std::size_t num_events_ = 0;
};

}  // namespace atl
