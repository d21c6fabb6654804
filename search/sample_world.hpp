/// The default Determinizer: where the worlds of a search come from unless a user's belief model takes its place.
#pragma once

#include "engine/core/rng.hpp"
#include "search/params.hpp"

namespace atl {

/// Information states whose sample_informed(rng) is a world like sample()'s that says, besides, exactly what the other
/// seats are sure of: drawn as a whole history, watched by every seat. For games whose states otherwise track that from
/// event to event.
template <class InformationState>
concept SamplesInformed = requires(const InformationState& information, Rng& rng) { information.sample_informed(rng); };

/// The information state's own exact sample.
class SampleWorld {
 public:
  explicit SampleWorld(Beliefs beliefs = Beliefs::tracked) : beliefs_(beliefs) {}

  template <class InformationState>
  auto operator()(const InformationState& information, Rng& rng) const {
    if constexpr (SamplesInformed<InformationState>) {
      if (beliefs_ == Beliefs::exact) return information.sample_informed(rng);
    }
    return information.sample(rng);
  }

 private:
  Beliefs beliefs_;
};

}  // namespace atl
