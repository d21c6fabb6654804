// A small Reef Rescue solved exactly by expectimax over beliefs, against the search. Full form:
// experiments/studies/small_instances.
#include <doctest/doctest.h>

#include <numeric>

#include "experiments/studies/small_instances/fin_and_turbo.hpp"

namespace atl::studies {

namespace {

struct MakeIsmcts {
  std::unique_ptr<Agent<FinAndTurbo>> operator()(const FinAndTurbo& game, Player seat, const AgentSpec& spec, const Rng& rng) const {
    return make_search_agent<FinAndTurbo, kinds::SoIsmcts>(game, seat, spec, rng);
  }
};

double mean_loss(const FinAndTurbo& game, const SolvedGames& solved, const std::string& text) {
  const RegretSummary summary =
      measure_regret(game, solved.positions, text + ",reward=margin,score_scale=5,c=0.7,chance=observed,tree_mb=32", 1, MakeIsmcts{});
  return std::accumulate(summary.losses.begin(), summary.losses.end(), 0.0) / static_cast<double>(summary.losses.size());
}

}  // namespace

// Flips of cells that nobody knows anything of share an edge. What is below that edge names cells, and has to mean the
// same in every iteration: when a random cell of the class was flipped, the search missed that flipping known garbage, to show
// the opponent nothing, is best in some of these positions, and lost 0.004 a decision at any number of iterations.
// Fixed seeds; a random choice loses 0.07.
TEST_CASE("in a small Reef Rescue search approaches exact play, with exchangeable flips merged") {
  const FinAndTurbo game = small_fin_and_turbo();
  const SolvedGames solved = solve_random_games(game, 5, 5, 1);
  REQUIRE(solved.positions.size() > 15);
  CHECK(mean_loss(game, solved, "ismcts:iterations=100") < 0.04);
  CHECK(mean_loss(game, solved, "ismcts:iterations=200000") < 0.002);
}

}  // namespace atl::studies
