/// Conformance of beliefs with enumeration. A filter keeps, for one observer along one game, every state the observer
/// could be in with its exact probability under the model of DESIGN: chance as it is, an observed choice says only that
/// it was legal, a hidden choice was uniform over what it could name. Sampled worlds are compared with it.
///
/// Hidden choices: among the legal actions with the same visible_action for the observer, each has its weight
/// (Options::hidden_weight, 1 by default) divided by their sum. The observer's own choices have no likelihood.
#pragma once

#include <cmath>

#include "tests/support/conformance_information.hpp"

namespace atl::conformance {

/// The states an observer could be in, with their probabilities.
template <ImperfectInformationGame G>
class ExactBelief {
 public:
  using State = typename G::State;

  ExactBelief(const G& game, const Options<G>& options, Observer observer)
      : game_(&game), options_(&options), observer_(observer), states_{game.initial_state()}, weights_{1.0} {}

  /// Keeps what agrees with one more observation. Returns false, and is useless from then on, if more than
  /// options.exact_worlds states or 40 times as many events would have to be looked at.
  bool observe(const typename G::Observation& observation) {
    StateTable<G> next(*game_);
    std::vector<double> weights;
    std::size_t looked_at = 0;
    for (std::size_t w = 0; w < states_.size(); ++w) {
      const State& before = states_[w];
      const std::vector<ChanceOutcome> events = possible_events(*game_, before);
      looked_at += events.size();
      if (looked_at > 40 * options_->exact_worlds) return false;
      const bool chance = game_->node_kind(before) == NodeKind::chance;
      for (const ChanceOutcome& event : events) {
        State after = before;
        game_->apply(after, event.action);
        if (!(game_->observe(before, event.action, after, observer_) == observation)) continue;
        const double factor = chance ? event.probability : choice_factor(before, events, event.action);
        if (factor <= 0) continue;
        const std::size_t i = next.index(after);
        if (i == weights.size()) weights.push_back(0);
        weights[i] += weights_[w] * factor;
        if (weights.size() > options_->exact_worlds) return false;
      }
    }
    states_ = next.states();
    weights_ = std::move(weights);
    double sum = 0;
    for (const double weight : weights_) sum += weight;
    for (double& weight : weights_) weight /= sum;
    return true;
  }

  const std::vector<State>& states() const { return states_; }
  const std::vector<double>& probabilities() const { return weights_; }

 private:
  double choice_factor(const State& before, const std::vector<ChanceOutcome>& events, Action action) const {
    if (observer_ == kOmniscient || game_->player_to_act(before) == observer_) return 1;
    const Action visible = game_->visible_action(before, action, observer_);
    double sum = 0;
    for (const ChanceOutcome& other : events) {
      if (game_->visible_action(before, other.action, observer_) == visible) sum += weight_of(before, other.action);
    }
    return weight_of(before, action) / sum;
  }
  double weight_of(const State& before, Action action) const {
    return options_->hidden_weight ? options_->hidden_weight(*game_, before, action) : 1.0;
  }

  const G* game_;
  const Options<G>* options_;
  Observer observer_;
  std::vector<State> states_;
  std::vector<double> weights_;
};

/// How much was compared, so that a test can demand that it was not nothing.
struct ExactSummary {
  long nodes = 0;         ///< beliefs compared
  long with_choice = 0;   ///< of these, with more than one world
  long single_world = 0;  ///< with exactly one
  std::size_t most_worlds = 0;
  bool gave_up = false;                       ///< a walk grew beyond the limits, which the options accept
  std::vector<std::string_view> abilities{};  ///< of the game, whose contracts were tested (run_all)
};

namespace detail {

/// What was compared for one observer over all walks. A fault that no single belief shows adds up here.
struct ObserverSum {
  long with_choice = 0;
  double statistic = 0;
  int degrees = 0;
};

inline std::string observer_name(Observer observer) {
  if (observer == kPublic) return "the public";
  return observer == kOmniscient ? "the omniscient observer" : "seat " + std::to_string(observer.seat().index());
}

/// Throws Violation if the sums of one observer are no chance, or were too few to mean something.
template <class G>
void check_sum(const G& game, const Options<G>& options, Observer observer, const ObserverSum& sum) {
  const std::string where = "\n  game: " + describe(game) + "; observer: " + observer_name(observer);
  if (sum.degrees > 0 && test::chi_square_tail(sum.statistic, sum.degrees) < test::kTestLevel) {
    throw Violation("worlds are distributed as enumeration says, all beliefs together" + where + "; chi-square " +
                    std::to_string(sum.statistic) + " at " + std::to_string(sum.degrees) + " degrees of freedom");
  }
  if (sum.with_choice == 0 || sum.with_choice >= kLeastBeliefs || test::test_scale() < 1) return;
  if (accepts(options, Gap::few_beliefs)) return;
  throw Violation("enough beliefs are compared to find a rare fault (" + std::to_string(sum.with_choice) +
                  " had more than one world, " + std::to_string(kLeastBeliefs) +
                  " are wanted). Raise exact_walks, or accept Gap::few_beliefs" + where);
}

}  // namespace detail

/// At every node of random games, for every observer, as far as enumeration reaches: samples are possible worlds, the
/// only world is found, the distribution passes a chi-square test (level kTestLevel each), the share of samples that
/// hit the truth is what it should be (all nodes together, within 6 standard deviations: 2e-9), so are all chi-squares
/// of an observer together, the mover's list and the public flow are the same in every world. A game that says when
/// its information is complete says so exactly where one world is left.
///
/// Enumeration that gives up, and beliefs too few to find a rare fault, are violations unless the options accept them.
template <ImperfectInformationGame G>
ExactSummary check_exact_beliefs(const G& game, const Options<G>& options) {
  using State = typename G::State;
  ExactSummary summary;
  std::vector<detail::ObserverSum> sums(static_cast<std::size_t>(game.num_players()) + 2);
  double truth_hits = 0, truth_expected = 0, truth_variance = 0;
  const int walks = test::scaled(options.exact_walks, 3);
  for (int number = 0; number < walks; ++number) {
    Table<G> table(game, options, 7, static_cast<std::uint64_t>(number));
    Rng rng = Rng::derive(options.seed, Stream::test, {8, static_cast<std::uint64_t>(number)});
    std::vector<ExactBelief<G>> beliefs;
    std::vector<bool> alive(table.watchers.size(), true);
    for (const auto& watcher : table.watchers) beliefs.emplace_back(game, options, watcher.observer);
    for (std::size_t event = 0;; ++event) {
      const bool decision = game.node_kind(table.walk.state()) == NodeKind::decision;
      bool any = false;
      for (std::size_t o = 0; o < table.watchers.size(); ++o) {
        if (!alive[o]) continue;
        if (event > 0 && !beliefs[o].observe(table.watchers[o].stream.back())) {
          if (!accepts(options, Gap::long_beliefs)) {
            table.walk.fail("the worlds that " + detail::observer_name(table.watchers[o].observer) +
                            " may be in can be counted (there are more than exact_worlds = " +
                            std::to_string(options.exact_worlds) +
                            ", or 40 events for each of so many). Give exact_games a smaller instance, raise "
                            "exact_worlds, or accept Gap::long_beliefs");
          }
          alive[o] = false;
          summary.gave_up = true;
          continue;
        }
        any = any || table.watchers[o].observer != kOmniscient;
        if (!decision && !options.sample_anywhere) continue;
        const std::vector<State>& states = beliefs[o].states();
        const std::vector<double>& probabilities = beliefs[o].probabilities();
        const auto& information = table.watchers[o].information;
        for (const State& world : states) detail::check_flow(table.walk, world, information, "in an enumerated world");

        StateTable<G> index(game);
        for (const State& world : states) index.index(world);
        const std::size_t truth = index.index(table.walk.state());
        table.walk.require(index.states().size() == states.size(), "the truth is among the enumerated worlds");
        if constexpr (HasCompleteInformation<G>) {
          table.walk.require(complete_information(information) == (states.size() == 1),
                             "information is complete exactly where one world is left");
        }
        const int draws = states.size() == 1 ? 3 : test::scaled(options.exact_samples, 100);
        std::vector<std::uint64_t> counts(states.size());
        for (int i = 0; i < draws; ++i) {
          const std::size_t world = index.index(information.sample(rng));
          table.walk.require(world < states.size(),
                             "a sampled world is one of the enumerated ones (the only one if it is one)");
          ++counts[world];
        }
        ++summary.nodes;
        ++(states.size() == 1 ? summary.single_world : summary.with_choice);
        summary.most_worlds = std::max(summary.most_worlds, states.size());
        truth_hits += static_cast<double>(counts[truth]);
        truth_expected += draws * probabilities[truth];
        truth_variance += draws * probabilities[truth] * (1 - probabilities[truth]);
        const test::ChiSquare fit = test::chi_square_fit(counts, probabilities);
        if (fit.p_value < test::kTestLevel) {
          table.walk.fail("worlds sampled by " + detail::observer_name(table.watchers[o].observer) +
                          " are distributed as enumeration says (" + std::to_string(states.size()) + " worlds)");
        }
        sums[o].with_choice += states.size() > 1 ? 1 : 0;
        sums[o].statistic += fit.statistic;
        sums[o].degrees += fit.degrees;
      }
      if (table.walk.over() || !any) break;
      table.play(table.walk.pick());
    }
  }
  if (std::abs(truth_hits - truth_expected) > 6 * std::sqrt(truth_variance) + 1e-6 * truth_expected) {
    throw Violation("samples hit the truth as often as chance would have it\n  game: " + describe(game) + ", hits " +
                    std::to_string(truth_hits) + ", expected " + std::to_string(truth_expected));
  }
  const Table<G> table(game, options, 7, 0);
  for (std::size_t o = 0; o < sums.size(); ++o) detail::check_sum(game, options, table.watchers[o].observer, sums[o]);
  return summary;
}

}  // namespace atl::conformance
