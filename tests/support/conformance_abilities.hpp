/// Conformance of what a game offers beyond the contract (engine/core/abilities.hpp). What it does not offer is
/// skipped. Elsewhere: random_action and play_chance_run (check_distributions), complete_information
/// (check_exact_beliefs).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "engine/core/abilities.hpp"
#include "tests/support/conformance_information.hpp"

namespace atl::conformance {

namespace detail {

template <class G>
void require_constant(bool holds, const char* what) {
  if (!holds) throw Violation(std::string(what) + "\n  game: " + std::string(class_name<G>()));
}

inline bool is_one_line(std::string_view text) { return !text.empty() && text.find('\n') == std::string_view::npos; }

/// Whether both worlds give the mover's heuristic the same scores and, from one generator, the same choice.
template <HeuristicGame G>
void check_heuristic(const Table<G>& table, Rng& rng) {
  using State = typename G::State;
  const Walk<G>& walk = table.walk;
  const G& game = walk.game();
  const State& truth = walk.state();
  const typename G::Heuristic heuristic(game);
  ActionList<G> legal;
  game.legal_actions(truth, legal);
  const auto scores_in = [&](const State& world) {
    std::vector<float> scores(legal.size(), -1.0F);
    heuristic.scores(world, legal, scores);
    return scores;
  };
  const std::vector<float> scores = scores_in(truth);
  walk.require(std::all_of(scores.begin(), scores.end(), [](float score) { return score >= 0 && score <= 1; }),
               "the heuristic's scores lie in [0, 1]");
  Rng first = rng.split(Stream::test, 5);
  const Rng start = first;
  const Action choice = heuristic.choose(truth, first);
  walk.require(std::find(legal.begin(), legal.end(), choice) != legal.end(), "the heuristic's choice is legal");
  const auto& mover = watcher_of(table, game.player_to_act(truth));
  for (int i = 0; i < 3; ++i) {
    const State world = mover.information.sample(rng);
    walk.require(scores_in(world) == scores, "the heuristic's scores are the same in all worlds of the mover");
    Rng second = start;
    walk.require(heuristic.choose(world, second) == choice,
                 "the heuristic's choice is the same in all worlds of the mover");
  }
}

/// At any node.
template <HeuristicGame G>
void check_evaluation(const Walk<G>& walk) {
  const PerSeat<float> points = typename G::Heuristic(walk.game()).evaluate(walk.state());
  for (const float value : points.first(walk.game().num_players()))
    walk.require(std::isfinite(value), "expected points are finite");
}

/// Classes are what the mover knows, and what follows two actions of one class has one distribution: the kind of node,
/// who is to act, how much is possible, and how random play ends for the mover. Tests one pair at the node.
template <ImperfectInformationGame G>
  requires HasActionClasses<G>
void check_action_classes(const Table<G>& table, Rng& rng) {
  using State = typename G::State;
  const Walk<G>& walk = table.walk;
  const G& game = walk.game();
  const State& truth = walk.state();
  const Player player = game.player_to_act(truth);
  const auto& mover = watcher_of(table, player);
  ActionList<G> legal;
  game.legal_actions(truth, legal);
  const State world = mover.information.sample(rng);
  for (const Action action : legal) {
    walk.require(game.action_class(truth, action) == game.action_class(world, action),
                 "action classes are the same in all worlds of the mover");
  }
  const std::size_t one = rng.below(static_cast<std::uint32_t>(legal.size()));
  std::vector<Action> alike;
  for (const Action action : legal) {
    if (action != legal[one] && game.action_class(truth, action) == game.action_class(truth, legal[one]))
      alike.push_back(action);
  }
  if (alike.empty()) return;
  const std::array<Action, 2> pair = {legal[one], alike[rng.below(static_cast<std::uint32_t>(alike.size()))]};
  std::array<std::vector<std::uint64_t>, 2> counts;
  const int draws = test::scaled(300, 50);
  for (std::size_t side = 0; side < 2; ++side) {
    counts[side].assign(16, 0);
    for (int i = 0; i < draws; ++i) {
      State state = mover.information.sample(rng);
      game.apply(state, pair[side]);
      std::uint64_t key = static_cast<std::uint64_t>(game.node_kind(state));
      if (game.node_kind(state) == NodeKind::decision) key = hash_combine(key, game.player_to_act(state).index());
      key = hash_combine(key, possible_events(game, state).size());
      while (game.node_kind(state) != NodeKind::terminal) {
        if (game.node_kind(state) == NodeKind::chance) {
          play_chance(game, state, rng);
        } else {
          game.apply(state, random_action(game, state, rng));
        }
      }
      key = hash_combine(key, static_cast<std::uint64_t>(game.ranks(state)[player]));
      ++counts[side][mix64(key) % 16];
    }
  }
  if (test::chi_square_two_sample(counts[0], counts[1]).p_value < test::kTestLevel) {
    walk.fail("actions of one class have one distribution of what follows: " + game.token(truth, pair[0]) + " and " +
              game.token(truth, pair[1]));
  }
}

/// An informed world is a world: flow and lists, equal seeds, no sight of the truth.
template <ImperfectInformationGame G>
void check_informed(const Table<G>& table, const typename Table<G>::Watcher& watcher, Rng& rng) {
  const Walk<G>& walk = table.walk;
  const auto& information = watcher.information;
  Rng first = rng.split(Stream::test, 6);
  Rng record_rng = first.split(Stream::test, 1);
  typename G::InformationState rebuilt(walk.game(), watcher.observer);
  check_record(table, watcher, information.sample_record(record_rng), rebuilt);
  Rng second = first;
  const typename G::State world = sample_informed(information, first);
  walk.require(world == sample_informed(rebuilt, second), "informed worlds do not depend on the truth");
  check_flow(walk, world, information, "in an informed world");
  play_on(table, world, information, 6, rng);
}

/// Forgetting nothing changes no world; forgetting everything leaves the public flow and the mover's list.
template <ImperfectInformationGame G>
  requires HasForgetting<G>
void check_forgetting(const Table<G>& table, const typename Table<G>::Watcher& watcher, Rng& rng) {
  const Walk<G>& walk = table.walk;
  if (!watcher.observer.is_seat() || !watcher.information.turn_just_ended()) return;
  for (const double probability : {0.0, 1.0}) {
    typename G::InformationState information = watcher.information;
    forget_last_turn(information, probability, rng);
    Rng first = rng.split(Stream::test, 7);
    Rng second = first;
    const typename G::State world = information.sample(first);
    if (probability == 0) {
      walk.require(world == watcher.information.sample(second), "who forgets nothing believes what it believed");
    }
    check_flow(walk, world, information, "after forgetting");
  }
}

}  // namespace detail

/// Presets, remarks, the default agent's text, the score scale.
template <class G>
void check_constants() {
  using detail::require_constant;
  require_constant<G>(!class_name<G>().empty(), "a class has a name");
  require_constant<G>(score_scale_of<G>() > 0 && std::isfinite(score_scale_of<G>()), "the score scale is above 0");
  require_constant<G>(
      default_spec_of<G>().find_first_of(" \n") == std::string_view::npos && !default_spec_of<G>().empty(),
      "a default spec is one word");
  for (int players = G::kMinPlayers; players <= G::kMaxPlayers; ++players) {
    const typename G::Rules defaults = G::default_rules(players);
    for (const std::string& remark : remarks<G>(defaults))
      require_constant<G>(detail::is_one_line(remark), "a remark is one line");
    if constexpr (HasPresets<G>) {
      typename G::Rules rules = defaults;
      apply_presets<G>(rules);
      require_constant<G>(same_fields(rules, defaults), "presets leave the default rules as they are");
      bool preset = false;
      for (const FieldState& state : field_states(defaults)) preset = preset || state.field.preset;
      require_constant<G>(preset, "a game with presets has a field that sets them");
    }
  }
}

/// The features of a deal: the same names for every deal, all of them numbers, a function of the state.
template <StochasticGame G>
void check_deal_features(const G& game, const Options<G>& options) {
  if constexpr (HasDealFeatures<G>) {
    std::vector<std::string_view> names;
    const int deals = test::scaled(options.walks, 2);
    for (int number = 0; number < deals; ++number) {
      Walk<G> walk(game, options, 9, static_cast<std::uint64_t>(number));
      while (game.node_kind(walk.state()) == NodeKind::chance) walk.play(walk.pick());
      const DealFeatures features = game.deal_features(walk.state());
      const DealFeatures again = game.deal_features(walk.state());
      std::vector<std::string_view> here;
      for (std::size_t i = 0; i < features.size(); ++i) {
        here.push_back(features[i].name);
        walk.require(std::isfinite(features[i].value), "deal features are numbers");
        walk.require(features[i].value == again[i].value, "deal features are a function of the position");
      }
      walk.require(!here.empty() && (number == 0 || here == names), "every deal has the same features");
      names = here;
    }
  }
}

/// Heuristics, action classes, informed worlds and forgetting along random games.
template <ImperfectInformationGame G>
void check_abilities(const G& game, const Options<G>& options) {
  const int walks = test::scaled(options.walks, 2);
  for (int number = 0; number < walks; ++number) {
    long nodes = 0;
    for (Walk<G> scout(game, options, 10, static_cast<std::uint64_t>(number)); !scout.over(); ++nodes)
      scout.play(scout.pick());
    Table<G> table(game, options, 10, static_cast<std::uint64_t>(number));
    Rng rng = Rng::derive(options.seed, Stream::test, {11, static_cast<std::uint64_t>(number)});
    while (!table.walk.over()) {
      const bool decision = game.node_kind(table.walk.state()) == NodeKind::decision;
      if (rng.below(static_cast<std::uint32_t>(nodes)) < static_cast<std::uint32_t>(options.nodes_per_walk)) {
        if constexpr (HeuristicGame<G>) {
          detail::check_evaluation(table.walk);
          if (decision) detail::check_heuristic(table, rng);
        }
        if constexpr (HasActionClasses<G>) {
          if (decision) detail::check_action_classes(table, rng);
        }
        if constexpr (HasInformedSamples<G>) {
          if (decision) {
            for (const auto& watcher : table.watchers) detail::check_informed(table, watcher, rng);
          }
        }
      }
      if constexpr (HasForgetting<G>) {
        for (const auto& watcher : table.watchers) detail::check_forgetting(table, watcher, rng);
      }
      table.play(table.walk.pick());
    }
  }
}

}  // namespace atl::conformance
