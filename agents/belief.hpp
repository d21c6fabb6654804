/// What an agent's seat knows and remembers: its information state, how many events it has seen, and forgetting.
#pragma once

#include <optional>

#include "agents/spec.hpp"
#include "engine/core/game.hpp"

namespace atl {

/// Information states of a game in which people forget: after a turn, each face it showed may become unknown again.
template <class G>
concept Forgets = requires(typename G::InformationState& information, double probability, Rng& rng) {
  { information.turn_just_ended() } -> std::convertible_to<bool>;
  information.forget_last_turn(probability, rng);
};

template <ImperfectInformationGame G>
class Belief {
 public:
  using InformationState = typename G::InformationState;

  Belief(const G& game, Observer observer, double recall, const Rng& rng)
      : information_(game, observer), recall_(recall), rng_(rng) {}

  void observe(const typename G::Observation& observation) {
    information_.observe(observation);
    ++num_events_;
    if constexpr (Forgets<G>) {
      if (recall_ < 1 && information_.turn_just_ended()) information_.forget_last_turn(1 - recall_, rng_);
    }
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

/// The recall a spec asks for; 1 where it cannot ask.
inline double recall_of(const AgentSpec& spec) { return spec.has("recall") ? spec.real("recall") : 1.0; }

}  // namespace atl
