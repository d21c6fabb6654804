#include "search/exact/tabulate.hpp"

#include <doctest/doctest.h>

#include "search/exact/best_response.hpp"
#include "tests/exact/kuhn_policies.hpp"

namespace atl::exact {

TEST_CASE("an agent is asked once at every information set, with its own observations and the legal actions") {
  const EnumeratedGame<Kuhn> kuhn(kuhn_game(), Margin{});
  std::vector<int> asked(kuhn.tree().sets.size());
  const Policy policy = tabulate(kuhn, [&](const Question<Kuhn>& question, std::span<double> probabilities) {
    ++asked[question.set];
    CHECK(question.information.observer() == question.player);
    CHECK(question.information.node_kind() == NodeKind::decision);
    CHECK(question.information.player_to_act() == question.player);
    CHECK(question.observations.size() == 2 + question.information.line().size());
    CHECK(question.legal.size() == 2);
    CHECK(question.legal[1] == Action{Kuhn::kBet});
    probabilities[0] = 3;
    probabilities[1] = 1;
  });
  for (const int times : asked) CHECK(times == 1);
  for (const GameTree::InformationSet& set : kuhn.tree().sets) {
    CHECK(policy[set.first_slot] == doctest::Approx(0.75));
    CHECK(policy[set.first_slot + 1] == doctest::Approx(0.25));
  }
}

TEST_CASE("one player can be tabulated alone") {
  const EnumeratedGame<Kuhn> kuhn(kuhn_game(), Margin{});
  const Policy policy =
      tabulate(kuhn, [](const auto& question, std::span<double> p) { p[question.player == 1 ? 1 : 0] = 1; }, 1);
  for (const GameTree::InformationSet& set : kuhn.tree().sets) {
    CHECK(policy[set.first_slot + 1] == doctest::Approx(set.player == 1 ? 1 : 0.5));
  }
}

TEST_CASE("choices are counted over the times asked") {
  const EnumeratedGame<Kuhn> kuhn(kuhn_game(), Margin{});
  const Policy policy =
      tabulate_choices(kuhn, [](const auto& question, int k) { return question.legal[k % 4 == 0 ? 0 : 1]; }, 8);
  for (const GameTree::InformationSet& set : kuhn.tree().sets) CHECK(policy[set.first_slot] == doctest::Approx(0.25));
}

}  // namespace atl::exact
