/// Small instances of the real games, solved exactly, against search. See README.md.
#include "engine/eco_coral_reef/eco_coral_reef.hpp"
#include "experiments/studies/common/study.hpp"
#include "experiments/studies/small_instances/fin_and_turbo.hpp"
#include "experiments/studies/small_instances/last_turn.hpp"
#include "experiments/studies/small_instances/turbo_and_scope.hpp"

namespace atl::studies {
namespace {

struct MakeSearch {
  template <class G>
  std::unique_ptr<Agent<G>> operator()(const G& game, Player seat, const AgentSpec& spec, const Rng& rng) const {
    if (spec.kind == "pimc") return make_search_agent<G, kinds::Pimc>(game, seat, spec, rng);
    if (spec.kind == "ismcts") return make_search_agent<G, kinds::SoIsmcts>(game, seat, spec, rng);
    if constexpr (std::is_same_v<G, TurboAndScope>) {  // where the others differ from it
      if (spec.kind == "mo-ismcts") return make_search_agent<G, kinds::MoIsmcts>(game, seat, spec, rng);
      if (spec.kind == "ris-mcts") return make_search_agent<G, kinds::RisMcts>(game, seat, spec, rng);
    }
    throw InputError("no such agent in this study '" + spec.kind + "'");
  }
};

constexpr double kScale = 5;

/// One row a budget: `spec` is an agent's without its iterations, `name` what the table calls it.
struct Searcher {
  std::string name, spec;
};

template <class G>
void report(const G& game, const std::vector<SolvedPosition<G>>& positions, const std::vector<Searcher>& searchers,
            const StudyOptions& options, double tolerance = 1e-6) {
  std::vector<double> random;
  for (const auto& position : positions) random.push_back(position.best() - position.mean());
  std::printf("%zu decisions; a random action loses %s\n\n", positions.size(), text_of(estimate(random)).c_str());
  print_head({"agent", "loss per decision", "best action %"});
  std::vector<std::int64_t> budgets = {100, 1000, 10'000};
  if (!options.quick) budgets.push_back(100'000);
  for (const Searcher& searcher : searchers) {
    for (const std::int64_t budget : budgets) {
      const std::string spec = searcher.spec + ",iterations=" + std::to_string(budget);
      const RegretSummary summary = measure_regret(game, positions, spec, options.seed, MakeSearch{}, tolerance);
      const double best = 100.0 * static_cast<double>(summary.best_choices) / static_cast<double>(positions.size());
      char share[32];
      std::snprintf(share, sizeof share, "%.1f", best);
      print_row({"`" + searcher.name + "` " + std::to_string(budget), text_of(estimate(summary.losses), 5), share});
    }
  }
  std::printf("\n");
}

const std::vector<Searcher> kByMargin = {
    {"pimc:", "pimc:reward=margin,score_scale=5,c=0.7,chance=observed,tree_mb=64"},
    {"ismcts:", "ismcts:reward=margin,score_scale=5,c=0.7,chance=observed,tree_mb=64"}};

void reef_rescue_fin_and_turbo(const StudyOptions& options) {
  const int games = options.quick ? 5 : 20;
  const FinAndTurbo game = small_fin_and_turbo();
  const SolvedGames solved = solve_random_games(game, games, kScale, options.seed);
  std::printf(
      "Reef Rescue with fin and turbo only, 2 x 3 cells (a pair worth 10, a little tile worth 4, three garbage), two "
      "flips a turn,\n"
      "two rounds; %d random games, %zu beliefs solved; reward of the first player at its first decision %.4f\n\n",
      games, solved.beliefs, solved.first_value);
  report(game, solved.positions, kByMargin, options);
}

/// Decisions of equilibrium play, and whole policies against the opponent that knows them.
void reef_rescue_turbo_and_scope(const StudyOptions& options) {
  const int games = options.quick ? 100 : 400;
  const exact::CfrOptions solve{.target = options.quick ? 2e-3 : 2e-4};
  const SolvedScope solved(ScopeSeenBy::user, kScale, solve), open(ScopeSeenBy::everybody, kScale, solve);
  const double value = solved.equilibrium.value;
  std::printf(
      "Reef Rescue with turbo and scope only, five cells (little tiles worth 4 and 2, three garbage): flip, look, "
      "flip;\n"
      "%zu histories, %zu information sets; reward of the first player %.4f (%lld iterations of CFR+,\n"
      "exploitability %.1e), with Sea Scope seen by all %.4f; decisions of %d games between equilibrium players\n\n",
      solved.tree().nodes.size(), solved.tree().sets.size(), value,
      static_cast<long long>(solved.equilibrium.iterations), solved.equilibrium.exploitability, open.equilibrium.value,
      games);
  const std::string common = "reward=margin,score_scale=5,c=0.7,tree_mb=32";
  const std::vector<Searcher> searchers = {{"pimc:", "pimc:" + common},
                                           {"ismcts:", "ismcts:" + common},
                                           {"mo-ismcts:", "mo-ismcts:" + common},
                                           {"mo-ismcts:public_share=0.3", "mo-ismcts:public_share=0.3," + common}};
  const ScopePositions positions = scope_positions(solved, games, 0.005, options.seed);
  std::printf("What to flip: ");
  report(solved.game, positions.flips, searchers, options, 1e-3);
  std::printf("Where to look and where to put back: ");
  report(solved.game, positions.looks, searchers, options, 1e-3);

  // The worth of the game to a seat less what its policy gets from an opponent that knows the policy.
  const auto print_policy = [&](const std::string& name, const exact::Policy& policy) {
    const double first = value - (1 - exact::best_response(solved.tree(), policy, 1).value);
    const double second = (1 - value) - (1 - exact::best_response(solved.tree(), policy, 0).value);
    std::vector<std::string> row = {name};
    for (const double loss : {(first + second) / 2, first, second}) {
      char text[32];
      std::snprintf(text, sizeof text, "%.4f", loss);
      row.emplace_back(text);
    }
    print_row(row);
  };
  print_head({"policy", "exploitability", "as first player", "as second player"});
  const int repetitions = options.quick ? 8 : 64;
  const exact::Policy uniform = exact::uniform_policy(solved.tree());
  print_policy("uniform", uniform);
  print_policy("uniform, drawn", drawn_policy(solved.tree(), uniform, repetitions, options.seed));
  print_policy("equilibrium, drawn", drawn_policy(solved.tree(), solved.equilibrium.policy, repetitions, options.seed));
  std::vector<Searcher> asked = searchers;
  asked.push_back({"ismcts:selection=smooth", "ismcts:selection=smooth," + common});
  asked.push_back({"ris-mcts:", "ris-mcts:" + common});
  for (const Searcher& searcher : asked) {
    print_policy("`" + searcher.name + "` 100",
                 asked_policy(solved, searcher.spec + ",iterations=100", repetitions, options.seed, MakeSearch{}));
  }
  std::printf("\n");
}

/// The last turn of greedy games of ECO, from the point where its rest can be searched through.
void eco_last_turns(const StudyOptions& options) {
  using Eco = eco_coral_reef::Game;
  const Eco game(Eco::rules_of_version(1, 2));  // as when the figures of the README were made
  const Eco::Heuristic heuristic(game);
  std::vector<SolvedPosition<Eco>> positions;
  const int games = options.quick ? 10 : 60;
  std::size_t too_large = 0;
  for (int g = 0; g < games; ++g) {
    Rng rng = Rng::derive(options.seed, Stream::test, {200, static_cast<std::uint64_t>(g)});
    auto state = game.initial_state();
    std::vector<Eco::Observation> stream;
    while (game.node_kind(state) != NodeKind::terminal) {
      Action action;
      if (game.node_kind(state) == NodeKind::chance) {
        action = game.sample_chance(state, rng);
      } else {
        const bool last_turn = state.last_round && state.player == 1;
        if (last_turn && state.phase == eco_coral_reef::Phase::action && state.actions_left <= 2) {
          exact::BeliefExpectimax<Eco> solver(game, utility_of<Eco>(Reward::margin, kScale), {.max_worlds = 60'000});
          SolvedPosition<Eco> position;
          position.mover = state.player;
          position.stream = stream;
          game.legal_actions(state, position.legal);
          try {
            for (const auto& choice : solver.actions({{state, 1.0}})) position.value.push_back(choice.value[1]);
            if (position.best() - position.worst() > 1e-6) positions.push_back(position);
          } catch (const DataError&) {
            ++too_large;
          }
        }
        action = heuristic.choose(state, rng);
      }
      auto after = state;
      game.apply(after, action);
      stream.push_back(game.observe(state, action, after, 1));
      state = after;
    }
  }
  std::printf("ECO, the last one or two actions of %d greedy games (%zu positions were too large)\n\n", games,
              too_large);
  report(game, positions, kByMargin, options);
}

/// The last turn of greedy games of Reef Encounter that are stopped early. A loss is in points.
void reef_encounter_last_turns(int max_turns, int max_hand_tiles, int games, const StudyOptions& options) {
  using Reef = reef_encounter::Game;
  reef_encounter::Rules rules = Reef::default_rules(2);
  rules.max_turns = max_turns;
  rules.max_lifts = 0;
  rules.max_hand_tiles = max_hand_tiles;
  const Reef game(rules);
  const SolvedLastTurns solved = solve_last_turns(game, games, {.max_states = 400'000}, options.seed);
  std::printf(
      "Reef Encounter without lifts, %d tile(s) from behind the screen in a lay: the last turn of %d greedy games\n"
      "of %d turns; of %zu decisions %zu were too large, in %zu the bag may matter; losses in points, greedy's\n"
      "%.4f\n\n",
      max_hand_tiles, games, max_turns, solved.decisions, solved.too_large, solved.uncertain, solved.greedy_loss);
  const std::string common = "reward=score,score_scale=10,tree_mb=256";
  report(game, solved.positions,
         {{"pimc:", "pimc:c=0.7," + common},
          {"ismcts:", "ismcts:c=0.7," + common},
          {"ismcts:c=0.1", "ismcts:c=0.1," + common},
          {"informed", "ismcts:bias=5,playout=heuristic,epsilon=0.1,cutoff=40," + common}},
         options);
}

}  // namespace
}  // namespace atl::studies

int main(int argc, char** argv) {
  const auto options = atl::studies::read_options(argc, argv);
  atl::studies::reef_rescue_fin_and_turbo(options);
  atl::studies::reef_rescue_turbo_and_scope(options);
  atl::studies::eco_last_turns(options);
  const int games = options.quick ? 10 : 40;
  atl::studies::reef_encounter_last_turns(10, 1, games, options);
  atl::studies::reef_encounter_last_turns(12, 2, games, options);
}
