// What each algorithm can and cannot do, in the unit games of tests/toy/unit_games.hpp: its known success or failure.
// Ten agents with different seeds each, all of which must agree: the choices are far apart in visits at this budget.
#include "tests/toy/unit_games.hpp"

#include <doctest/doctest.h>

#include <string>

#include "experiments/studies/common/agent_policy.hpp"

namespace atl {

namespace {

namespace unit = toy::unit;

/// The share of ten agents that choose each action at the first decision of seat 0, the mean over what it may have
/// seen.
template <class G>
std::vector<double> first_choices(const std::string& spec) {
  const G game(G::default_rules(2));
  const exact::EnumeratedGame<G> enumerated(game, exact::Margin{});
  const exact::GameTree& tree = enumerated.tree();
  const studies::Asked asked{.repetitions = 10, .seed = 1, .player = 0};
  const std::string memory = spec.starts_with("flat") ? "" : "tree_mb=8,";
  const exact::Policy policy =
      studies::agent_policies(enumerated, spec + memory + "iterations=10000,reward=score", asked).choice;
  std::vector<double> shares;
  int starts = 0;
  for (exact::SetIndex s = 0; s < tree.sets.size(); ++s) {
    if (tree.sets[s].player != 0 || enumerated.observations(s).size() != 1) continue;
    ++starts;
    shares.resize(tree.sets[s].num_actions);
    for (std::uint32_t i = 0; i < tree.sets[s].num_actions; ++i) shares[i] += policy[tree.sets[s].first_slot + i];
  }
  for (double& share : shares) share /= starts;
  return shares;
}

}  // namespace

TEST_CASE("strategy fusion: determinized search gambles, searches over information sets play safe") {
  CHECK(first_choices<unit::Fusion>("pimc:")[1] == doctest::Approx(1));
  for (const std::string spec :
       {"flat:", "ismcts:", "pom-ismcts:", "mo-ismcts:", "mo-ismcts:public_share=0.5,", "ris-mcts:"}) {
    CAPTURE(spec);
    CHECK(first_choices<unit::Fusion>(spec)[0] == doctest::Approx(1));
  }
}

TEST_CASE("hiding: only searches whose opponents see no more than they can keep the secret") {
  for (const std::string spec : {"flat:", "pimc:", "ismcts:", "pom-ismcts:", "mo-ismcts:"}) {
    CAPTURE(spec);
    CHECK(first_choices<unit::Hiding>(spec)[1] == doctest::Approx(1));
  }
  for (const std::string spec : {"mo-ismcts:public_share=0.5,", "ris-mcts:"}) {
    CAPTURE(spec);
    CHECK(first_choices<unit::Hiding>(spec)[0] == doctest::Approx(1));
  }
}

TEST_CASE("gathering: searches over information sets pay for the look, determinized and flat search never do") {
  for (const std::string spec : {"flat:", "pimc:"}) {
    CAPTURE(spec);
    CHECK(first_choices<unit::Gathering>(spec)[2] == doctest::Approx(0));
  }
  for (const std::string spec : {"ismcts:", "pom-ismcts:", "mo-ismcts:", "mo-ismcts:public_share=0.5,", "ris-mcts:"}) {
    CAPTURE(spec);
    CHECK(first_choices<unit::Gathering>(spec)[2] == doctest::Approx(1));
  }
}

TEST_CASE("rare action: with availability counts every search takes the risk of one world in a hundred") {
  for (const std::string spec :
       {"flat:", "pimc:", "ismcts:", "pom-ismcts:", "mo-ismcts:", "mo-ismcts:public_share=0.5,", "ris-mcts:"}) {
    CAPTURE(spec);
    CHECK(first_choices<unit::Rare>(spec)[1] == doctest::Approx(1));
  }
}

}  // namespace atl
