// Whole games of the three games by every kind of agent: legal whatever the budget, and with trees that are kept from
// decision to decision.
#include <doctest/doctest.h>

#include <algorithm>

#include "engine/eco_coral_reef/eco_coral_reef.hpp"
#include "engine/reef_encounter/reef_encounter.hpp"
#include "engine/reef_encounter/second_kind/second_kind.hpp"
#include "engine/reef_rescue/reef_rescue.hpp"
#include "tests/agents/play.hpp"
#include "tests/support/scale.hpp"

using namespace atl;
using namespace atl::test;

namespace {

/// One game with `spec` in every seat: every answer is legal, every report fits the list of legal actions.
template <class G>
Played plays_legally(const G& game, const std::string& spec, std::uint64_t seed) {
  CAPTURE(spec);
  const std::vector<std::string> specs(static_cast<std::size_t>(game.num_players()), spec);
  return play(game, specs, seed, [](const auto& legal, Action action, const auto& agent) {
    REQUIRE(std::find(legal.begin(), legal.end(), action) != legal.end());
    const DecisionReport& report = agent.last_decision();
    if (report.actions.empty()) return;
    REQUIRE(report.actions.size() == legal.size());
    for (std::size_t i = 0; i < legal.size(); ++i) {
      REQUIRE(report.actions[i].action == legal[i]);
      REQUIRE(report.actions[i].visits <= report.actions[i].availability);
    }
  });
}

template <class G>
void plays_with_tiny_budgets() {
  for (const int players : {G::kMinPlayers, G::kMaxPlayers}) {
    const G game(G::default_rules(players));
    for (const AgentKindInfo& kind : agent_kinds()) {
      if (!kind.searches) {
        plays_legally(game, kind.kind, 3);
        continue;
      }
      for (const char* const budget : {"iterations=0", "iterations=1", "iterations=2", "ms=0.001"}) {
        plays_legally(game, kind.kind + ":" + budget, 3);
      }
      plays_legally(game, "cheat:" + kind.kind + ":iterations=1", 3);
    }
    plays_legally(game, "mo-ismcts:iterations=2,public_share=0.5", 3);
  }
}

/// Games with reuse on. A decision whose root has more visits than iterations started from a kept tree.
template <class G>
void reuses_within_turns() {
  std::size_t decisions = 0;
  std::size_t kept = 0;
  std::uint64_t seed = 40;
  for (const std::string settings :
       {"chance=open_loop", "chance=observed", "chance=widened", "trees=2", "tree_mb=1", "grave=5"}) {
    for (const char* const kind : {"ismcts", "pom-ismcts", "cheat:ismcts"}) {
      ++seed;
      if (test_scale() < 1 && seed % 3 != 0) continue;
      const auto more = static_cast<int>(seed % static_cast<std::uint64_t>(G::kMaxPlayers - G::kMinPlayers + 1));
      const G game(G::default_rules(G::kMinPlayers + more));
      const Played played = plays_legally(game, std::string(kind) + ":iterations=24,reuse=on," + settings, seed);
      for (const DecisionReport& report : played.reports) {
        std::uint64_t visits = 0;
        for (const ActionReport& action : report.actions) visits += action.visits;
        CHECK(report.iterations == 24);
        kept += visits > report.iterations;
      }
      decisions += played.reports.size();
    }
  }
  CAPTURE(decisions);
  CAPTURE(kept);
  CHECK(kept * 20 > decisions);
}

}  // namespace

TEST_CASE(
    "reef rescue: every agent plays whole games legally with budgets of 0, 1 and 2 iterations and a microsecond") {
  plays_with_tiny_budgets<reef_rescue::Game>();
}
TEST_CASE(
    "eco coral reef: every agent plays whole games legally with budgets of 0, 1 and 2 iterations and a microsecond") {
  plays_with_tiny_budgets<eco_coral_reef::Game>();
}
TEST_CASE(
    "reef encounter: every agent plays whole games legally with budgets of 0, 1 and 2 iterations and a microsecond") {
  plays_with_tiny_budgets<reef_encounter::Game>();
}

TEST_CASE("a game's default agent stands there as it is printed, and its settings serve every kind") {
  const auto check = []<class G>() {
    CHECK(spec_for<G>("default").text == G::kDefaultSpec);
    CHECK(spec_for<G>(G::kDefaultSpec).text == G::kDefaultSpec);
    CHECK(spec_for<G>("ismcts:iterations=12").text == "ismcts:iterations=12");
    for (const AgentKindInfo& kind : agent_kinds()) {
      const std::string text = spec_for<G>("default:kind=" + kind.kind).text;
      CHECK(text.starts_with(kind.kind));
      CHECK(spec_for<G>(text).text == text);
    }
  };
  check.operator()<reef_rescue::Game>();
  check.operator()<eco_coral_reef::Game>();
  check.operator()<reef_encounter::Game>();
  check.operator()<reef_encounter::second_kind::Game>();
}

TEST_CASE("reef rescue: trees kept within a turn fit the next decision throughout whole games") {
  reuses_within_turns<reef_rescue::Game>();
}
TEST_CASE("eco coral reef: trees kept within a turn fit the next decision throughout whole games") {
  reuses_within_turns<eco_coral_reef::Game>();
}
TEST_CASE("reef encounter: trees kept within a turn fit the next decision throughout whole games") {
  reuses_within_turns<reef_encounter::Game>();
}
