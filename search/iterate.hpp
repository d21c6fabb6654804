/// The loop that all searches are: a world, select and expand, simulate, back up. They differ in where the world of an
/// iteration comes from and in what is searched (single_tree.hpp, multi_tree.hpp, the bandit of flat.hpp).
#pragma once

#include "engine/core/game.hpp"
#include "search/budget.hpp"
#include "search/reward.hpp"
#include "search/root_statistics.hpp"

namespace atl {

/// What a search starts from, at a decision of `own`'s observer: its information state and, for searches that ask for
/// it, that of kPublic.
template <ImperfectInformationGame G>
struct RootKnowledge {
  const typename G::InformationState& own;
  const typename G::InformationState* common = nullptr;
};

/// The generators of one logical tree, one per purpose.
struct SearchStreams {
  explicit SearchStreams(Rng rng)
      : worlds(rng.split(Stream::search, 0)),
        choices(rng.split(Stream::search, 1)),
        chance(rng.split(Stream::search, 2)),
        playouts(rng.split(Stream::search, 3)) {}
  Rng worlds, choices, chance, playouts;
};

/// Searches until the budget is used. `next_world()` gives the world of an iteration.
template <class Search, class NextWorld>
void iterate(Search& search, Budget& budget, SearchStreams& random, RootStatistics& out, NextWorld&& next_world) {
  PhaseTimer& timer = out.phases;
  while (budget.more()) {
    timer.start();
    auto state = next_world();
    timer.end(Phase::determinize);
    search.select_and_expand(state, random.choices, random.chance);
    timer.end(Phase::select);
    const Rewards rewards = search.simulate(state, random.playouts);
    timer.end(Phase::playout);
    search.back_up(rewards);
    timer.end(Phase::backup);
    out.note_iteration(search.depth());
  }
}

}  // namespace atl
