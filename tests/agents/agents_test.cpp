// Every agent kind plays whole games, legally, whatever its budget.
#include <doctest/doctest.h>

#include <algorithm>

#include "agents/make_agent_impl.hpp"
#include "tests/agents/play.hpp"
#include "tests/support/scale.hpp"
#include "tests/toy/kuhn.hpp"
#include "tests/toy/maxn.hpp"
#include "tests/toy/nim.hpp"
#include "tests/toy/worlds.hpp"

using namespace atl;
using namespace atl::test;

namespace {

const std::vector<std::string>& search_kinds() {
  static const std::vector<std::string> kinds = {"flat", "pimc", "ismcts", "pom-ismcts", "mo-ismcts", "ris-mcts"};
  return kinds;
}

template <class G>
void plays_legally(const G& game, const std::string& spec, std::uint64_t seed) {
  CAPTURE(spec);
  const std::vector<std::string> specs(static_cast<std::size_t>(game.num_players()), spec);
  play(game, specs, seed, [](const auto& legal, Action action, const auto& agent) {
    CHECK(std::find(legal.begin(), legal.end(), action) != legal.end());
    CHECK(agent.last_decision().seconds >= 0);
  });
}

template <class G>
void plays_legally_with_every_budget(const G& game) {
  for (const std::string& kind : search_kinds()) {
    for (const char* cheat : {"", "cheat:"}) {
      for (const char* budget : {"iterations=0", "iterations=1", "iterations=2", "ms=0.001", "ms=1",
                                 "iterations=1,ms=0.001", "iterations=7,trees=3", "iterations=100"}) {
        plays_legally(game, cheat + kind + ":" + budget, 5);
      }
    }
  }
  plays_legally(game, "mo-ismcts:public_share=0.5,iterations=1", 5);
  plays_legally(game, "mo-ismcts:public_share=0.9,iterations=30", 5);
  plays_legally(game, "random", 5);
}

}  // namespace

TEST_CASE("every search plays legally with budgets of 0, 1, 2 iterations and a microsecond") {
  plays_legally_with_every_budget(toy::nim::Game(toy::nim::Game::default_rules(2)));
  plays_legally_with_every_budget(toy::kuhn::Game(toy::kuhn::Game::default_rules(2)));
  plays_legally_with_every_budget(toy::maxn::Game(toy::maxn::Game::default_rules(4)));
  plays_legally_with_every_budget(toy::worlds::Game(toy::worlds::Game::default_rules(2)));
}
