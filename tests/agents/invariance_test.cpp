// The three games: what a seat cannot see never changes what its agent does or reports. A true game is played to a
// decision; then the truth is exchanged for histories sampled from the mover's own information state, which differ from
// it in what is hidden and in nothing the mover has observed.
#include <doctest/doctest.h>

#include "engine/eco_coral_reef/eco_coral_reef.hpp"
#include "engine/reef_encounter/reef_encounter.hpp"
#include "engine/reef_rescue/reef_rescue.hpp"
#include "tests/agents/play.hpp"
#include "tests/search/positions.hpp"
#include "tests/support/scale.hpp"

using namespace atl;
using namespace atl::test;

namespace {

/// What an agent answered at the decisions it was asked for.
struct Answers {
  std::vector<Action> chosen;
  std::vector<DecisionReport> reports;
};

/// An agent of `text` watches `record`, the course of a game up to a decision of `seat`, and is asked at that decision
/// and at those of its seat's turn before it. It does not learn that others chose for it, so that reuse is at work.
template <class G>
Answers ask(const G& game, const std::vector<Action>& record, std::size_t turn_begin, Player seat,
            const std::string& text) {
  const AgentSpec spec = spec_for<G>(text);
  const auto agent = make_agent<G>(game, seat, spec, Rng::derive(1, Stream::agent, {0}));
  Answers answers;
  typename G::State state = game.initial_state();
  for (std::size_t i = 0; i <= record.size(); ++i) {
    if (i >= turn_begin && game.node_kind(state) == NodeKind::decision && game.player_to_act(state) == seat) {
      ActionList<G> legal;
      game.legal_actions(state, legal);
      Rng think = Rng::derive(1, Stream::agent, {1, i});
      answers.chosen.push_back(agent->choose(legal, think, go_on()));
      answers.reports.push_back(agent->last_decision());
    }
    if (i == record.size()) break;
    const typename G::State before = state;
    game.apply(state, record[i]);
    agent->observe(game.observe(before, record[i], state, observer_of(spec, seat)));
  }
  return answers;
}

bool same_report(const DecisionReport& a, const DecisionReport& b) {
  bool same = a.iterations == b.iterations && a.worlds == b.worlds && a.nodes == b.nodes &&
              a.tree_bytes == b.tree_bytes && a.mean_depth == b.mean_depth && a.max_depth == b.max_depth &&
              a.actions.size() == b.actions.size() && a.principal_variation == b.principal_variation &&
              a.complete_information == b.complete_information;
  for (std::size_t i = 0; same && i < a.actions.size(); ++i) {
    same = a.actions[i].action == b.actions[i].action && a.actions[i].visits == b.actions[i].visits &&
           a.actions[i].availability == b.actions[i].availability && a.actions[i].mean == b.actions[i].mean;
  }
  return same;
}

bool same_answers(const Answers& a, const Answers& b) {
  bool same = a.chosen == b.chosen && a.reports.size() == b.reports.size();
  for (std::size_t i = 0; same && i < a.reports.size(); ++i) same = same_report(a.reports[i], b.reports[i]);
  return same;
}

/// Every kind that keeps beliefs, with all that a heuristic can inform, with plain settings, and with those that store
/// most; and the game's best agent.
const std::vector<std::string>& honest_agents() {
  static const std::string playouts = "playout=heuristic,epsilon=0.05,cutoff=20,reward=win_margin";
  static const std::string informed = "bias=1,prior_visits=10," + playouts;
  static const std::vector<std::string> specs = {
      "greedy",
      "default:iterations=40",
      "flat:iterations=60," + playouts,
      "pimc:iterations=60,worlds=6," + informed,
      "ismcts:iterations=40," + informed,
      "ismcts:iterations=40,chance=observed",
      "ismcts:iterations=40,playout=mast,selection=puct,chance=widened,trees=2",
      "pom-ismcts:iterations=40," + informed,
      "mo-ismcts:iterations=40," + informed,
      "mo-ismcts:iterations=40,public_share=0.5," + informed,
      "ris-mcts:iterations=40,records=4," + informed,
  };
  return specs;
}

/// How often the truth was exchanged, and how often that changed the answer of a cheater.
struct Exchanges {
  int truths = 0;
  int cheats_changed = 0;
};

/// The event at which the turn of the decision that ends `record` began: no other seat has decided since.
template <class G>
std::size_t turn_begin_of(const G& game, const std::vector<Action>& record, Player seat) {
  typename G::State state = game.initial_state();
  std::size_t begin = 0;
  for (std::size_t i = 0; i < record.size(); ++i) {
    if (game.node_kind(state) == NodeKind::decision && game.player_to_act(state) != seat) begin = i + 1;
    game.apply(state, record[i]);
  }
  // Long turns: the last few decisions of it.
  return std::max(begin, record.size() > 4 ? record.size() - 4 : 0);
}

template <class G>
Exchanges exchange_truths(const G& game, const Table<G>& table, std::uint64_t seed) {
  const Player seat = table.mover();
  const std::size_t begin = turn_begin_of(game, table.record(), seat);
  std::vector<std::vector<Action>> truths;
  Rng rng = Rng::derive(seed, Stream::test, {5});
  for (int i = 0; i < 3; ++i) {
    Table<G> other(game);
    for (const Action action : table.seat(seat).sample_record(rng)) other.apply(action);
    REQUIRE(other.seat(seat) == table.seat(seat));
    REQUIRE(other.record().size() == table.record().size());
    if (!(other.state() == table.state())) truths.push_back(other.record());
  }
  if (truths.empty()) return {};
  std::vector<std::string> specs = honest_agents();
  if (std::string_view(G::kName) == "reef_encounter") specs.emplace_back("ismcts:iterations=40,grave=5");
  if (std::string_view(G::kName) == "reef_rescue") {
    specs.emplace_back("default:iterations=40,beliefs=exact");
    specs.emplace_back("mo-ismcts:iterations=40,public_share=0.5,playout=heuristic,beliefs=exact");
  }
  for (const std::string& spec : specs) {
    CAPTURE(spec);
    const Answers answers = ask(game, table.record(), begin, seat, spec);
    REQUIRE_FALSE(answers.chosen.empty());
    for (const auto& truth : truths) CHECK(same_answers(answers, ask(game, truth, begin, seat, spec)));
  }
  Exchanges exchanges{.truths = static_cast<int>(truths.size()), .cheats_changed = 0};
  const std::string cheat = "cheat:default:iterations=40";
  const Answers answers = ask(game, table.record(), begin, seat, cheat);
  for (const auto& truth : truths)
    exchanges.cheats_changed += !same_answers(answers, ask(game, truth, begin, seat, cheat));
  return exchanges;
}

/// Positions spread over whole games of every number of players, half of them played greedily.
template <class G>
Exchanges exchange_in_games(int positions, int longest) {
  Exchanges sum;
  for (int players = G::kMinPlayers; players <= G::kMaxPlayers; ++players) {
    const G game(G::default_rules(players));
    const typename G::Heuristic heuristic(game);
    for (int i = 0; i < positions; ++i) {
      const auto seed = static_cast<std::uint64_t>(100 * players + i);
      CAPTURE(seed);
      Rng rng = Rng::derive(seed, Stream::test, {4});
      Table<G> table(game);
      table.deal(rng);
      const auto decisions = static_cast<int>(rng.below(static_cast<std::uint32_t>(longest)));
      for (int k = 0; k < decisions && !table.over(); ++k) {
        table.apply(i % 2 == 0 ? heuristic.choose(table.state(), rng) : random_action(game, table.state(), rng));
        table.deal(rng);
      }
      if (table.over() || table.legal().size() < 2) continue;
      const Exchanges found = exchange_truths(game, table, seed);
      sum.truths += found.truths;
      sum.cheats_changed += found.cheats_changed;
    }
  }
  return sum;
}

}  // namespace

TEST_CASE("reef rescue: the hidden truth never changes an agent's decision or numbers, except a cheater's") {
  const Exchanges found = exchange_in_games<reef_rescue::Game>(scaled(12, 3), 90);
  CHECK(found.truths > scaled(80, 8));
  CHECK(found.cheats_changed > found.truths / 2);
}

TEST_CASE("reef encounter: the hidden truth never changes an agent's decision or numbers, except a cheater's") {
  const Exchanges found = exchange_in_games<reef_encounter::Game>(scaled(7, 3), 200);
  CHECK(found.truths > scaled(30, 5));
  CHECK(found.cheats_changed > found.truths / 2);
}

TEST_CASE("eco coral reef: nobody knows less than everything so that there is no truth to exchange") {
  // Decks are sets: what a draw will bring has not been decided anywhere (engine/eco_coral_reef/README.md).
  CHECK(exchange_in_games<eco_coral_reef::Game>(scaled(12, 3), 90).truths == 0);
}
