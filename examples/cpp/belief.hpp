/// A determinizer of one's own: what this player believes of the shells beyond what it has seen.
#pragma once

#include <memory>

#include "agents/search_agent.hpp"
#include "search/so_ismcts.hpp"
#include "shells.hpp"

// [determinizer]
/// "She always hides it under the last shell": nine worlds in ten have the pearl there.
struct LikesTheLast {
  shells::Game::State operator()(const shells::Game::InformationState& seen, atl::Rng& rng) const {
    shells::Game::State world = seen.sample(rng);  // agrees with everything that was observed
    if (rng.below(10) != 0) world.hidden = 3;
    return world;
  }
};
// [/determinizer]

// [believer]
inline std::unique_ptr<atl::Agent<shells::Game>> make_believer(const shells::Game& game, atl::Player seat,
                                                               const atl::Rng& rng) {
  using Search = atl::SoIsmcts<shells::Game, atl::View::actions, LikesTheLast>;
  atl::SearchParams params;
  params.budget.iterations = 200;
  return std::make_unique<atl::SearchAgent<shells::Game, Search>>(game, seat, seat, params, rng);
}
// [/believer]
