/// Reef Rescue small enough to be solved: shared by the study and a test.
#pragma once

#include "engine/reef_rescue/reef_rescue.hpp"
#include "experiments/studies/small_instances/regret.hpp"

namespace atl::studies {

/// Reef Rescue with Fast Fin and Turbo Turbine only: without Sea Scope nobody has a secret, and the game is one of
/// common beliefs; without Bright Beam it does not matter where cells lie, so that flips of fresh cells are truly
/// exchangeable.
class FinAndTurbo : public reef_rescue::Game {
 public:
  using reef_rescue::Game::Game;
  void legal_actions(const State& state, ActionList<FinAndTurbo>& out) const {
    ActionList<reef_rescue::Game> all;
    reef_rescue::Game::legal_actions(state, all);
    out.clear();
    for (const Action action : all) {
      const auto card = static_cast<reef_rescue::Card>(reef_rescue::argument_of(action));
      const bool barred = state.phase == reef_rescue::Phase::turn &&
                          (card == reef_rescue::Card::scope || card == reef_rescue::Card::beam);
      if (!barred) out.push_back(action);
    }
  }
  Action random_action(const State& state, Rng& rng) const {
    ActionList<FinAndTurbo> list;
    legal_actions(state, list);
    return list[rng.below(static_cast<std::uint32_t>(list.size()))];
  }
};
static_assert(ImperfectInformationGame<FinAndTurbo>);

/// 2 x 3 cells: a pair worth 10, a little tile worth 4, three pieces of garbage; two flips a turn, two rounds.
inline FinAndTurbo small_fin_and_turbo() {
  const reef_rescue::Ocean ocean{.rows = 2, .columns = 3, .tiles = {"A1", "B1", "C1", "F1", "G1", "H1"}};
  reef_rescue::Rules rules = FinAndTurbo::default_rules(2);
  rules.card_pairs = "fin|turbo,beam|scope";
  rules.max_flips = 2;
  rules.max_rounds = 2;
  rules.last_round_tiles = 0;
  return FinAndTurbo(rules, ocean);
}

struct SolvedGames {
  std::vector<SolvedPosition<FinAndTurbo>> positions;  ///< decisions at which it matters what is chosen
  std::size_t beliefs = 0;
  double first_value = 0;  ///< mean over the games: reward of the first player at its first decision
};

/// Plays random games and solves every decision exactly, for the reward `margin`.
inline SolvedGames solve_random_games(const FinAndTurbo& game, int games, double scale, std::uint64_t seed) {
  exact::BeliefExpectimax<FinAndTurbo> solver(game, utility_of<FinAndTurbo>(Reward::margin, scale),
                                              {.max_worlds = 6'000'000, .trust_action_classes = true});
  SolvedGames solved;
  for (int g = 0; g < games; ++g) {
    Rng rng = Rng::derive(seed, Stream::test, {100, static_cast<std::uint64_t>(g)});
    auto state = game.initial_state();
    auto belief = solver.initial_belief();
    std::vector<FinAndTurbo::Observation> streams[2];
    bool first = true;
    while (game.node_kind(state) != NodeKind::terminal) {
      Action action;
      if (game.node_kind(state) == NodeKind::chance) {
        action = game.sample_chance(state, rng);
      } else {
        SolvedPosition<FinAndTurbo> position;
        position.mover = game.player_to_act(state);
        position.stream = streams[position.mover.index()];
        game.legal_actions(state, position.legal);
        for (const auto& choice : solver.actions(belief)) position.value.push_back(choice.value[position.mover]);
        if (first) solved.first_value += position.best() / games;
        first = false;
        if (position.best() - position.worst() > 1e-6) solved.positions.push_back(position);
        action = game.random_action(state, rng);
      }
      auto after = state;
      game.apply(after, action);
      for (const Player seat : seats(2)) streams[seat.index()].push_back(game.observe(state, action, after, seat));
      belief = solver.observe(belief, game.observe(state, action, after, kPublic));
      state = after;
    }
  }
  solved.beliefs = solver.beliefs_remembered();
  return solved;
}

}  // namespace atl::studies
