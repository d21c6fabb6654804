// Memory of agents in Reef Rescue (recall=p): with a perfect one nothing changes, with none what was seen in earlier
// turns is not used.
#include <doctest/doctest.h>

#include "engine/core/bits.hpp"
#include "engine/reef_rescue/reef_rescue.hpp"
#include "tests/agents/play.hpp"
#include "tests/search/positions.hpp"
#include "tests/support/scale.hpp"

using namespace atl;
using namespace atl::test;

namespace {

using Rescue = reef_rescue::Game;

/// The answer of an agent of `text` in the seat that decides after `record`, which it has watched.
Action answer(const Rescue& game, const std::vector<Action>& record, Player seat, const std::string& text) {
  const AgentSpec spec = spec_for<Rescue>(text);
  const auto agent = make_agent<Rescue>(game, seat, spec, Rng::derive(1, Stream::agent, {0}));
  Rescue::State state = game.initial_state();
  for (const Action action : record) {
    const Rescue::State before = state;
    game.apply(state, action);
    agent->observe(game.observe(before, action, state, seat));
  }
  ActionList<Rescue> legal;
  game.legal_actions(state, legal);
  Rng think = Rng::derive(1, Stream::agent, {1});
  return agent->choose(legal, think, go_on());
}

/// Cells of sets that somebody who remembers everything the mover has seen knows completely.
std::uint64_t cells_of_known_sets(const Rescue& game, const Rescue::State& state) {
  const auto knowledge = Rescue::Heuristic(game).knowledge(state);
  std::uint64_t cells = 0;
  for (int cell = 0; cell < reef_rescue::kCells; ++cell) {
    if ((knowledge.known >> cell & 1) == 0) continue;
    const int set = reef_rescue::kTileInfo[state.tile[static_cast<std::size_t>(cell)]].set;
    if (set >= 0 && (knowledge.sets >> set & 1) != 0) cells |= bit(cell);
  }
  return cells;
}

}  // namespace

TEST_CASE("recall=1 is the default, to the last number") {
  const Rescue game(Rescue::default_rules(2));
  for (const char* const kind : {"greedy", "ismcts:iterations=30", "mo-ismcts:iterations=30"}) {
    const std::string with =
        std::string(kind) + (std::string(kind).find(':') == std::string::npos ? ":" : ",") + "recall=1";
    CHECK(spec_for<Rescue>(with).text == spec_for<Rescue>(kind).text);
    const Played plain = play(game, std::vector<std::string>{kind, kind}, 7);
    const Played recalling = play(game, std::vector<std::string>{with, with}, 7);
    CHECK(plain.record == recalling.record);
  }
}

TEST_CASE("where the list says that memory, classes and reuse are not read, they change nothing") {
  const Rescue game(Rescue::default_rules(2));
  const auto same = [&](const std::string& text, const auto& change) {
    const AgentSpec plain = spec_for<Rescue>(text);
    AgentSpec changed = plain;
    change(changed.params);
    return play(game, std::vector{plain, plain}, 7).record == play(game, std::vector{changed, changed}, 7).record;
  };
  const auto forgets = [](SearchParams& params) { params.belief.recall = 0; };
  const auto splits = [](SearchParams& params) { params.tree.classes = false; };
  const auto restarts = [](SearchParams& params) { params.tree.reuse = false; };
  CHECK(same("cheat:ismcts:iterations=20", forgets));
  CHECK_FALSE(same("ismcts:iterations=20", forgets));
  CHECK(same("cheat:ismcts:iterations=20", splits));
  CHECK(same("cheat:pom-ismcts:iterations=20", splits));
  CHECK_FALSE(same("ismcts:iterations=20", splits));
  CHECK_FALSE(same("cheat:mo-ismcts:iterations=20", splits));
  CHECK_THROWS_AS(same("ismcts:iterations=20,recall=0.5", restarts), InputError);  // searches ask, too
  CHECK_FALSE(same("ismcts:iterations=20", restarts));
}

TEST_CASE("with recall=0 known complete sets are no longer taken") {
  // Positions before the first flip of Fast Fin where the mover has seen all tiles of a creature in earlier turns.
  // Whoever remembers flips one of them; whoever has forgotten has no more than chance to help it.
  const Rescue game(Rescue::default_rules(2));
  int positions = 0;
  int remembered[2] = {}, forgotten[2] = {};
  for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(scaled(60, 8)); ++seed) {
    Table<Rescue> table(game);
    Rng rng = Rng::derive(seed, Stream::test, {21});
    table.deal(rng);
    for (int k = 0; k < 120 && !table.over(); ++k) {
      const Rescue::State& state = table.state();
      if (state.phase == reef_rescue::Phase::flip_fin && state.marked == 0 && cells_of_known_sets(game, state) != 0) {
        const Player seat = table.mover();
        const std::uint64_t known = cells_of_known_sets(game, state);
        const auto takes_known = [&](const std::string& spec) {
          const Action action = answer(game, table.record(), seat, spec);
          return reef_rescue::verb_of(action) == reef_rescue::Verb::flip &&
                 (known >> reef_rescue::argument_of(action) & 1) != 0;
        };
        ++positions;
        remembered[0] += takes_known("greedy");
        forgotten[0] += takes_known("greedy:recall=0");
        remembered[1] += takes_known("default:iterations=60");
        forgotten[1] += takes_known("default:iterations=60,recall=0");
      }
      table.apply(random_action(game, table.state(), rng));
      table.deal(rng);
    }
  }
  CAPTURE(positions);
  CHECK(positions >= scaled(40, 4));
  for (int i = 0; i < 2; ++i) {
    CAPTURE(remembered[i]);
    CAPTURE(forgotten[i]);
    CHECK(remembered[i] * 10 >= positions * 9);
    CHECK(forgotten[i] * 2 < remembered[i]);
  }
}
