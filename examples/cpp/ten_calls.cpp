/// The library in ten calls: a game, what a seat knows of it, a search, a match.

// [includes]
#include <cstdio>

#include "agents/make_agent.hpp"
#include "engine/core/perft.hpp"
#include "engine/reef_rescue/reef_rescue.hpp"
#include "experiments/drivers/drivers.hpp"
#include "experiments/findings/summary.hpp"
#include "experiments/runs/run_games.hpp"

using atl::reef_rescue::Game;
// [/includes]

// [game]
void one_decision() {
  const Game game(atl::make_rules<Game>(2, {{"max_flips", std::int64_t{4}}}));  // 1: rules, two players
  atl::Rng rng = atl::Rng::derive(/*seed=*/1, atl::Stream::tool, {});

  Game::State state = game.initial_state();
  Game::InformationState knowledge(game, 0);  // 2: of seat 0, who is told what it perceives, and nothing else
  while (game.node_kind(state) == atl::NodeKind::chance) {
    const Game::State before = state;
    const atl::Action event = game.sample_chance(state, rng);  // 3: the deal, one event at a time
    game.apply(state, event);
    knowledge.observe(game.observe(before, event, state, 0));
  }

  atl::ActionList<Game> legal;
  game.legal_actions(state, legal);  // 4: ascending
  std::printf("%zu legal actions, the first is %s\n", legal.size(), game.token(state, legal[0]).c_str());
  std::printf("%llu lines of two decisions\n", static_cast<unsigned long long>(atl::perft(game, state, 2)));  // 5
  std::printf("a world that seat 0 believes possible:\n%s", game.board_text(knowledge.sample(rng)).c_str());  // 6
}
// [/game]

// [search]
void one_search() {
  const atl::GameDriver& driver = atl::find_driver("reef_rescue");
  const atl::StopFlag stop{false};
  const atl::RecordPosition position{.record = driver.deal(2, {}, /*seed=*/1), .events = 0};
  const atl::SearchReport report = driver.search({position.record, position.record.events.size()},
                                                 "ismcts:iterations=200", /*seed=*/1, stop, {});  // 7
  std::printf("the search chooses %s\n", report.chosen.c_str());
}
// [/search]

// [match]
void one_match() {
  atl::RunConfig config;  // 8: what decides which games are played
  config.game = "reef_rescue";
  config.agents = {"greedy", "random"};
  config.blocks = 5;
  config.seed = 7;

  const atl::Schedule schedule(config);
  const atl::StopFlag stop{false};
  std::vector<atl::FinishedGame> games;
  atl::SummaryBuilder summary(schedule, {});
  atl::RunHooks hooks;
  hooks.on_game = [&](const atl::FinishedGame& game, bool) { games.push_back(game); };
  atl::run_games(schedule, atl::find_driver(config.game).make_player(config), {}, hooks, stop);  // 9

  for (std::uint64_t block = 0; block < config.blocks; ++block) {
    std::vector<atl::FinishedGame> of_block;
    for (const atl::FinishedGame& game : games) {
      if (game.plan.block == block) of_block.push_back(game);
    }
    summary.add_block(of_block);
  }
  for (const atl::AgentRow& agent : summary.finish(games.size()).agents) {  // 10
    std::printf("%s won %.3f of its games\n", agent.name.c_str(), agent.strength->share.mean);
  }
}
// [/match]

int main() {
  one_decision();
  one_search();
  one_match();
}
