// Kuhn poker: where the searches end when they are asked at every information set. The exact references are in
// tests/exact; the curves in experiments/studies/kuhn_exploitability. Seeds are fixed. The bounds leave at least five
// standard deviations of the policies' exploitability (three to ten independent runs each), a false-alarm rate below
// 1e-5 for a new seed.
#include "tests/toy/kuhn.hpp"

#include <doctest/doctest.h>

#include <string>

#include "experiments/studies/common/agent_policy.hpp"
#include "search/exact/best_response.hpp"
#include "search/exact/pimc_exact.hpp"

namespace atl {

namespace {

using Kuhn = toy::kuhn::Game;

struct KuhnTree {
  Kuhn game{Kuhn::default_rules(2)};
  exact::EnumeratedGame<Kuhn> enumerated{game, exact::Margin{}};

  studies::AgentPolicies ask(const std::string& kind, int iterations, int repetitions) const {
    // Rewards nearly linear in chips: a chip is worth 0.01.
    const std::string spec =
        kind + "iterations=" + std::to_string(iterations) + ",c=0.0175,reward=score,score_scale=50,tree_mb=2";
    return studies::agent_policies(enumerated, spec, {.repetitions = repetitions, .seed = 5, .player = kNobody});
  }
  double exploitability(const exact::Policy& policy) const { return exact::exploitability(enumerated.tree(), policy); }
};

}  // namespace

TEST_CASE("Kuhn poker: the visits of determinized search tend to exact PIMC whose worlds vote") {
  const KuhnTree kuhn;
  const double limit = kuhn.exploitability(exact::pimc_policy(kuhn.enumerated.tree(), exact::PimcRule::vote));
  CHECK(limit == doctest::Approx(1.0 / 12));
  const double few = kuhn.exploitability(kuhn.ask("pimc:", 256, 10).visits);
  const double many = kuhn.exploitability(kuhn.ask("pimc:", 8192, 10).visits);
  CHECK(few > 0.15);
  CHECK(std::abs(many - limit) < 0.015);
}

TEST_CASE("Kuhn poker: ISMCTS ends at an exploitability of 1/6, more than it had with fewer iterations") {
  const KuhnTree kuhn;
  for (const std::string kind : {"ismcts:", "ismcts:selection=smooth,", "mo-ismcts:", "ris-mcts:"}) {
    CAPTURE(kind);
    CHECK(kuhn.exploitability(kuhn.ask(kind, 8192, 3).choice) == doctest::Approx(1.0 / 6));
  }
  const double few = kuhn.exploitability(kuhn.ask("ismcts:", 64, 20).visits);
  const double many = kuhn.exploitability(kuhn.ask("ismcts:", 8192, 5).visits);
  CHECK(few < 0.15);
  CHECK(std::abs(many - 1.0 / 6) < 0.01);
}

TEST_CASE("Kuhn poker: public moves only, so single and multiple observers find the same numbers") {
  const KuhnTree kuhn;
  CHECK(kuhn.ask("ismcts:", 1000, 2).visits == kuhn.ask("mo-ismcts:", 1000, 2).visits);
}

}  // namespace atl
