/// Reef Rescue in which both players have secrets, small enough to be solved: shared by the study and a test.
#pragma once

#include "engine/reef_rescue/reef_rescue.hpp"
#include "experiments/studies/small_instances/regret.hpp"
#include "search/exact/best_response.hpp"
#include "search/exact/cfr.hpp"
#include "search/exact/tabulate.hpp"

namespace atl::studies {

/// Who sees the faces of a Sea Scope and where its tiles go. `everybody` is not Reef Rescue: it shows what a secret is
/// worth.
enum class ScopeSeenBy : std::uint8_t { user, everybody };

/// Turbo Turbine and Sea Scope on one card, nothing else, one flip a turn: three rounds are flip, look, flip. The first
/// flips are given: seat 0 turns up the garbage F1 at a1, seat 1 the garbage G1 at b1. That is a condition on the deal
/// which both have seen, so that InformationState, which knows nothing of it, has the right beliefs from the first look
/// on. A little tile that is turned up is claimed: to leave it would help the other player only.
class TurboAndScope : public reef_rescue::Game {
 public:
  using reef_rescue::Game::Game;
  /// With `everybody` for enumeration only: InformationState keeps the secrets of the rules.
  TurboAndScope(const reef_rescue::Rules& rules, const reef_rescue::Ocean& ocean, ScopeSeenBy seen_by)
      : reef_rescue::Game(rules, ocean), seen_by_(seen_by) {}

  void legal_actions(const State& state, ActionList<TurboAndScope>& out) const {
    using reef_rescue::Card, reef_rescue::Verb;
    ActionList<reef_rescue::Game> all;
    reef_rescue::Game::legal_actions(state, all);
    out.clear();
    for (const Action action : all) {
      const Verb verb = reef_rescue::verb_of(action);
      const int argument = reef_rescue::argument_of(action);
      const auto card = static_cast<Card>(argument);
      const bool barred = (verb == Verb::choose && card != Card::turbo && card != Card::scope) || verb == Verb::done ||
                          (verb == Verb::flip && state.round == 0 && Player(argument) != state.mover);
      if (!barred) out.push_back(action);
    }
  }
  Action random_action(const State& state, Rng& rng) const {
    ActionList<TurboAndScope> list;
    legal_actions(state, list);
    return list[rng.below(static_cast<std::uint32_t>(list.size()))];
  }

  void chance_outcomes(const State& state, ChanceList<TurboAndScope>& out) const {
    using reef_rescue::Card, reef_rescue::make_action, reef_rescue::number_of, reef_rescue::Phase, reef_rescue::Verb;
    const int dealt = std::popcount(state.present);
    out.clear();
    if (state.phase == Phase::faces) {
      out.push_back({make_action(Verb::face, static_cast<int>(state.cursor % 2 == 0 ? Card::turbo : Card::fin)), 1});
    } else if (dealt < 2) {
      out.push_back({make_action(Verb::deal, number_of(dealt == 0 ? 'F' : 'G', '1')), 1});
    } else {
      reef_rescue::Game::chance_outcomes(state, out);
    }
  }
  /// All outcomes of a node are equally likely.
  Action sample_chance(const State& state, Rng& rng) const {
    ChanceList<TurboAndScope> list;
    chance_outcomes(state, list);
    return list[rng.below(static_cast<std::uint32_t>(list.size()))].action;
  }
  void play_chance_run(State& state, Rng& rng) const {
    while (node_kind(state) == NodeKind::chance) apply(state, sample_chance(state, rng));
  }

  Observation observe(const State& before, Action action, const State& after, Observer observer) const {
    return reef_rescue::Game::observe(before, action, after, viewer(before, observer));
  }
  Action visible_action(const State& before, Action action, Observer observer) const {
    return reef_rescue::Game::visible_action(before, action, viewer(before, observer));
  }

 private:
  Observer viewer(const State& before, Observer observer) const {
    const bool scope = before.phase == reef_rescue::Phase::pick || before.phase == reef_rescue::Phase::place;
    return scope && seen_by_ == ScopeSeenBy::everybody ? Player(before.mover) : observer;
  }

  ScopeSeenBy seen_by_ = ScopeSeenBy::user;
};
static_assert(ImperfectInformationGame<TurboAndScope>);

/// Five cells in a row: a little tile worth 4, one worth 2 and three pieces of garbage.
inline TurboAndScope small_turbo_and_scope(ScopeSeenBy seen_by) {
  reef_rescue::Rules rules = TurboAndScope::default_rules(2);
  rules.card_pairs = "turbo|scope,fin|beam";
  rules.max_flips = 1;
  rules.max_rounds = 3;
  rules.last_round_tiles = 0;
  rules.pairs_bonus = 0;
  return TurboAndScope(rules, {.rows = 1, .columns = 5, .tiles = {"C1", "A3", "F1", "G1", "H1"}}, seen_by);
}

/// The game as a tree, and an equilibrium of it for the reward `margin`.
struct SolvedScope {
  SolvedScope(ScopeSeenBy seen_by, double scale, const exact::CfrOptions& options)
      : game(small_turbo_and_scope(seen_by)),
        enumerated(game, utility(scale)),
        equilibrium(solve_cfr_plus(tree(), options)) {}
  SolvedScope(const SolvedScope&) = delete;  // `enumerated` refers to `game`
  SolvedScope& operator=(const SolvedScope&) = delete;

  const exact::GameTree& tree() const { return enumerated.tree(); }

  /// Rewards are floats: the second is computed so that the sum is constant to the last digit.
  static exact::Utility<TurboAndScope> utility(double scale) {
    return [reward = utility_of<TurboAndScope>(Reward::margin, scale)](const TurboAndScope& game,
                                                                       const TurboAndScope::State& state) {
      PerSeat<double> out = reward(game, state);
      out[1] = 1 - out[0];
      return out;
    };
  }

  TurboAndScope game;
  exact::EnumeratedGame<TurboAndScope> enumerated;
  exact::CfrResult equilibrium;
};

/// Decisions of one player against the equilibrium: what every action is worth if the other plays on by it, and the
/// player as well as it can.
class AgainstEquilibrium {
 public:
  AgainstEquilibrium(const SolvedScope& solved, Player player)
      : solved_(&solved), player_(player), reach_(solved.tree().nodes.size()), value_(solved.tree().nodes.size()) {
    const exact::GameTree& tree = solved.tree();
    const exact::Policy policy = exact::best_response(tree, solved.equilibrium.policy, player).policy;
    reach_[0] = 1;
    for (std::size_t n = 0; n < tree.nodes.size(); ++n) {
      const exact::GameTree::Node& node = tree.nodes[n];
      for (std::uint32_t i = 0; i < node.num_children; ++i) {
        reach_[node.first_child + i] = reach_[n] * (mine(node) ? 1 : step(node, i, policy));
      }
    }
    for (std::size_t n = tree.nodes.size(); n-- > 0;) {
      const exact::GameTree::Node& node = tree.nodes[n];
      if (node.kind == NodeKind::terminal) value_[n] = tree.payoffs_of(node)[player.index()];
      for (std::uint32_t i = 0; i < node.num_children; ++i)
        value_[n] += step(node, i, policy) * value_[node.first_child + i];
    }
  }

  /// The player's decisions with a choice in a game in which both play by the equilibrium.
  std::vector<SolvedPosition<TurboAndScope>> positions(Rng& rng) const {
    const exact::GameTree& tree = solved_->tree();
    std::vector<SolvedPosition<TurboAndScope>> positions;
    for (exact::NodeIndex n = 0; tree.nodes[n].kind != NodeKind::terminal;) {
      const exact::GameTree::Node& node = tree.nodes[n];
      if (mine(node) && node.num_children > 1) positions.push_back(position(node.link));
      double left = rng.uniform();
      std::uint32_t i = 0;
      while (i + 1 < node.num_children && (left -= step(node, i, solved_->equilibrium.policy)) >= 0) ++i;
      n = node.first_child + i;
    }
    return positions;
  }

 private:
  bool mine(const exact::GameTree::Node& node) const {
    return node.kind == NodeKind::decision && node.player == player_;
  }
  double step(const exact::GameTree::Node& node, std::uint32_t i, const exact::Policy& policy) const {
    const exact::GameTree& tree = solved_->tree();
    return node.kind == NodeKind::decision ? policy[tree.sets[node.link].first_slot + i]
                                           : tree.probability[node.first_child + i];
  }

  SolvedPosition<TurboAndScope> position(exact::SetIndex set) const {
    const exact::GameTree& tree = solved_->tree();
    SolvedPosition<TurboAndScope> position{
        .stream = solved_->enumerated.observations(set), .mover = player_, .legal = {}, .value = {}};
    double total = 0;
    for (const exact::NodeIndex member : tree.members_of(set)) total += reach_[member];
    for (std::uint32_t i = 0; i < tree.sets[set].num_actions; ++i) {
      double value = 0;
      for (const exact::NodeIndex member : tree.members_of(set))
        value += reach_[member] * value_[tree.nodes[member].first_child + i];
      position.legal.push_back(tree.action_of(set, i));
      position.value.push_back(value / total);
    }
    return position;
  }

  const SolvedScope* solved_;
  Player player_;
  std::vector<double> reach_;  ///< [nodes] by chance and the other
  std::vector<double> value_;  ///< [nodes] to the player
};

/// Positions by what is decided there; those at which no action is worth `difference` less than the best are left out.
struct ScopePositions {
  std::vector<SolvedPosition<TurboAndScope>> flips, looks;
};

/// From games in which both play by the equilibrium.
inline ScopePositions scope_positions(const SolvedScope& solved, int games, double difference, std::uint64_t seed) {
  const AgainstEquilibrium seats[2] = {{solved, 0}, {solved, 1}};
  ScopePositions all;
  for (int g = 0; g < games; ++g) {
    Rng rng = Rng::derive(seed, Stream::test, {400, static_cast<std::uint64_t>(g)});
    for (auto& position : seats[g % 2].positions(rng)) {
      if (position.best() - position.worst() < difference) continue;
      const bool flip = reef_rescue::verb_of(position.legal[0]) == reef_rescue::Verb::flip;
      (flip ? all.flips : all.looks).push_back(std::move(position));
    }
  }
  return all;
}

/// [sets] how often to ask: once where nobody has a choice afterwards, since the equilibrium does not need to mix
/// there.
inline std::vector<int> questions_at(const exact::GameTree& tree, int repetitions) {
  std::vector<bool> open(tree.nodes.size(), false);  // somebody has a choice here or below
  std::vector<int> times(tree.sets.size(), 1);
  for (std::size_t n = tree.nodes.size(); n-- > 0;) {
    const exact::GameTree::Node& node = tree.nodes[n];
    bool below = false;
    for (std::uint32_t i = 0; i < node.num_children; ++i) below = below || open[node.first_child + i];
    const bool decision = node.kind == NodeKind::decision;
    open[n] = below || (decision && node.num_children > 1);
    if (decision && below) times[node.link] = repetitions;
  }
  return times;
}

/// The policy of fresh agents asked at every information set, as often as questions_at() says.
template <class Make>
exact::Policy asked_policy(const SolvedScope& solved, std::string_view spec_text, int repetitions, std::uint64_t seed,
                           Make&& make) {
  const AgentSpec spec = parse_agent_spec(spec_text, agent_context<TurboAndScope>());
  const StopFlag stop{false};
  const std::vector<int> times = questions_at(solved.tree(), repetitions);
  return exact::tabulate(
      solved.enumerated, [&](const exact::Question<TurboAndScope>& question, std::span<double> chosen) {
        if (chosen.size() == 1) chosen[0] = 1;
        for (int k = 0; k < times[question.set] && chosen.size() > 1; ++k) {
          Rng rng = Rng::derive(seed, Stream::test, {question.set, static_cast<std::uint64_t>(k)});
          const std::unique_ptr<Agent<TurboAndScope>> agent = make(solved.game, question.player, spec, rng);
          for (const auto& observation : question.observations) agent->observe(observation);
          const Action action = agent->choose(question.legal, rng, stop);
          chosen[static_cast<std::size_t>(std::find(question.legal.begin(), question.legal.end(), action) -
                                          question.legal.begin())] += 1;
        }
      });
}

/// What would be seen of `policy` by asking it as often: how much of an exploitability is noise.
inline exact::Policy drawn_policy(const exact::GameTree& tree, const exact::Policy& policy, int repetitions,
                                  std::uint64_t seed) {
  const std::vector<int> times = questions_at(tree, repetitions);
  exact::Policy drawn(tree.num_slots);
  for (exact::SetIndex s = 0; s < tree.sets.size(); ++s) {
    const exact::GameTree::InformationSet& set = tree.sets[s];
    Rng rng = Rng::derive(seed, Stream::test, {s});
    for (int k = 0; k < times[s]; ++k) {
      double left = rng.uniform();
      std::uint32_t i = 0;
      while (i + 1 < set.num_actions && (left -= policy[set.first_slot + i]) >= 0) ++i;
      drawn[set.first_slot + i] += 1.0 / times[s];
    }
  }
  return drawn;
}

}  // namespace atl::studies
