/// The definition of make_agent. Included by the generated translation units of the games and by tests that use toy
/// games; everybody else includes make_agent.hpp.
#pragma once

#include <memory>
#include <string>

#include "agents/make_agent.hpp"
#include "agents/search_agent.hpp"
#include "agents/simple_agents.hpp"
#include "search/flat.hpp"
#include "search/mo_ismcts.hpp"
#include "search/pimc.hpp"
#include "search/ris_mcts.hpp"
#include "search/so_ismcts.hpp"
#include "search/tree_parallel.hpp"

namespace atl {

/// The search kinds, as tags: which class each stands for.
namespace kinds {
struct Flat {
  template <class G>
  using Search = atl::Flat<G>;
};
struct Pimc {
  template <class G>
  using Search = atl::Pimc<G>;
};
struct SoIsmcts {
  template <class G>
  using Search = atl::SoIsmcts<G>;
};
struct TreeParallel {
  template <class G>
  using Search = atl::TreeParallel<G>;
};
struct PomIsmcts {
  template <class G>
  using Search = atl::SoIsmcts<G, View::observations>;
};
struct MoIsmcts {
  template <class G>
  using Search = atl::MoIsmcts<G>;
};
struct RisMcts {
  template <class G>
  using Search = atl::RisMcts<G>;
};
}  // namespace kinds

template <ImperfectInformationGame G, class Kind>
std::unique_ptr<Agent<G>> make_search_agent(const G& game, Player seat, const AgentSpec& spec, const Rng& rng) {
  return std::make_unique<SearchAgent<G, typename Kind::template Search<G>>>(game, seat, observer_of(spec, seat),
                                                                             spec.params, rng);
}

template <ImperfectInformationGame G>
std::unique_ptr<Agent<G>> make_agent(const G& game, Player seat, const AgentSpec& spec, const Rng& rng) {
  if (spec.kind == "random") return std::make_unique<RandomAgent<G>>();
  if (spec.kind == "greedy") {
    abilities_of<G>().require(Ability::heuristic, "greedy", "Use flat or ismcts");
    if constexpr (HeuristicGame<G>) {
      return std::make_unique<GreedyAgent<G>>(game, observer_of(spec, seat), spec.params.belief.recall, rng);
    }
  }
  if (spec.kind == "flat") return make_search_agent<G, kinds::Flat>(game, seat, spec, rng);
  if (spec.kind == "pimc") return make_search_agent<G, kinds::Pimc>(game, seat, spec, rng);
  if (spec.kind == "ismcts" && spec.params.parallel.mode == Parallel::tree) {
    return make_search_agent<G, kinds::TreeParallel>(game, seat, spec, rng);
  }
  if (spec.kind == "ismcts") return make_search_agent<G, kinds::SoIsmcts>(game, seat, spec, rng);
  if (spec.kind == "pom-ismcts") return make_search_agent<G, kinds::PomIsmcts>(game, seat, spec, rng);
  if (spec.kind == "mo-ismcts") return make_search_agent<G, kinds::MoIsmcts>(game, seat, spec, rng);
  if (spec.kind == "ris-mcts") return make_search_agent<G, kinds::RisMcts>(game, seat, spec, rng);
  throw InputError("unknown agent '" + spec.kind + "'");
}

}  // namespace atl
