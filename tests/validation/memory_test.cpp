// The memory game against its exact optimum. Full form: experiments/studies/memory_game.
#include <doctest/doctest.h>

#include "experiments/studies/common/study.hpp"
#include "experiments/studies/memory_game/optimal_player.hpp"
#include "tests/support/scale.hpp"

namespace atl::studies::memory {

namespace {
constexpr std::uint64_t kSeed = 3;
}  // namespace

// The mean of independent deals lies within 6 standard errors of the value: a false alarm of 2e-9 per line.
TEST_CASE("optimal play against itself gains what the dynamic programme says") {
  toy::memory::Optimum optimum;
  const AgentSpec best = player(kOptimum);
  for (const int pairs : {2, 3, 5, 12}) {
    CAPTURE(pairs);
    const Game game({.players = 2, .pairs = pairs});
    const std::array<AgentSpec, 2> line_up = {best, best};
    std::vector<double> lead;
    const int games = test::scaled(2000, 100);
    for (int i = 0; i < games; ++i) {
      const auto number = static_cast<std::uint64_t>(i);
      const PerSeat<int> points =
          game.scores(play_game(game, std::span<const AgentSpec>(line_up), kSeed, number, number, MakePlayer{}));
      lead.push_back(points[0] - points[1]);
    }
    const Estimate found = estimate(lead);
    CHECK(std::abs(found.mean - optimum.value(pairs, 0)) < 6 * found.half_width / 1.96 + 1e-9);
  }
}

// Over both seatings of a deal nobody gains on the optimum in expectation; six standard errors as above.
TEST_CASE("nobody beats the optimum, and search loses far fewer pairs to it than random play") {
  const AgentSpec best = player(kOptimum);
  const int deals = test::scaled(60, 20);
  const Estimate random = estimate(leads(6, player("random"), best, deals, kSeed));
  CHECK(random.mean < -1.5);
  const Estimate search = estimate(
      leads(6, player("ismcts:reward=margin,score_scale=4,c=0.3,tree_mb=8,iterations=1000"), best, deals, kSeed));
  CHECK(search.mean < 6 * search.half_width / 1.96);
  CHECK(search.mean > random.mean + 1);
}

// Two pairs: flipping two cards, then taking what is known, is all there is to know.
TEST_CASE("with few pairs search plays as well as the optimum") {
  const AgentSpec best = player(kOptimum);
  const Estimate search =
      estimate(leads(2, player("ismcts:reward=margin,score_scale=4,c=0.3,tree_mb=8,iterations=2000"), best,
                     test::scaled(150, 30), kSeed));
  CHECK(std::abs(search.mean) < 6 * search.half_width / 1.96 + 1e-9);
}

}  // namespace atl::studies::memory
