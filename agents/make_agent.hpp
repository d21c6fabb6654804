/// From a spec to an agent. Defined in one translation unit per game, so that only that compiles the search templates.
#pragma once

#include <memory>

#include "agents/agent.hpp"
#include "agents/spec.hpp"

namespace atl {

/// The agent of `spec` for `seat` of `game` (which must outlive it). Its observer is the seat, or kOmniscient if
/// spec.cheats; the caller feeds it that observer's observations. `rng` is for randomness between decisions
/// (forgetting); each decision brings its own generator. Throws InputError if the spec does not fit the game.
template <ImperfectInformationGame G>
std::unique_ptr<Agent<G>> make_agent(const G& game, Player seat, const AgentSpec& spec, const Rng& rng);

/// The observer whose stream an agent of `spec` in `seat` is given.
inline Observer observer_of(const AgentSpec& spec, Player seat) { return spec.cheats ? kOmniscient : seat; }

}  // namespace atl
