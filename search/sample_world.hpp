/// The default Determinizer: where the worlds of a search come from unless a user's belief model takes its place.
#pragma once

#include "engine/core/abilities.hpp"
#include "search/params.hpp"

namespace atl {

/// The information state's own exact sample.
class SampleWorld {
 public:
  explicit SampleWorld(Beliefs beliefs = Beliefs::tracked) : beliefs_(beliefs) {}

  template <class InformationState>
  auto operator()(const InformationState& information, Rng& rng) const {
    return beliefs_ == Beliefs::exact ? sample_informed(information, rng) : information.sample(rng);
  }

 private:
  Beliefs beliefs_;
};

}  // namespace atl
