/// An agent's policy as a table: it is asked at every information set of a small game, as M. Lanctot's script for
/// IS-MCTS in OpenSpiel does, so that its exploitability can be computed exactly.
#pragma once

#include <concepts>
#include <cstdint>
#include <utility>

#include "search/exact/game_tree.hpp"

namespace atl::exact {

/// One question: where the player to act stands. Whoever keeps its own beliefs replays `observations`.
template <ImperfectInformationGame G>
struct Question {
  SetIndex set = 0;
  Player player = 0;
  std::vector<typename G::Observation> observations;
  typename G::InformationState information;
  ActionList<G> legal;
};

template <ImperfectInformationGame G>
Question<G> question_at(const EnumeratedGame<G>& enumerated, SetIndex set) {
  const GameTree::InformationSet& where = enumerated.tree().sets[set];
  Question<G> question{.set = set,
                       .player = where.player,
                       .observations = enumerated.observations(set),
                       .information = enumerated.information_state(set),
                       .legal = {}};
  for (std::uint32_t i = 0; i < where.num_actions; ++i) question.legal.push_back(enumerated.tree().action_of(set, i));
  return question;
}

/// Asks `decide(question, span<double> probabilities)` for a distribution over question.legal at every set of `player`
/// (kNobody: of all players). Everywhere else the policy is uniform. Whatever decide writes is normalised; it must not
/// be all zero.
template <ImperfectInformationGame G, class Decide>
Policy tabulate(const EnumeratedGame<G>& enumerated, Decide&& decide, Player player = kNobody)
  requires std::invocable<Decide&, const Question<G>&, std::span<double>>
{
  const GameTree& tree = enumerated.tree();
  Policy policy = uniform_policy(tree);
  for (SetIndex s = 0; s < tree.sets.size(); ++s) {
    const GameTree::InformationSet& set = tree.sets[s];
    if (player != kNobody && set.player != player) continue;
    const std::span<double> probabilities = std::span(policy).subspan(set.first_slot, set.num_actions);
    for (double& p : probabilities) p = 0;
    decide(question_at(enumerated, s), probabilities);
    double sum = 0;
    for (const double p : probabilities) sum += p;
    ATOLL_ASSERT(sum > 0);
    for (double& p : probabilities) p /= sum;
  }
  return policy;
}

/// The same for `choose(question, k) -> Action`, asked `times` times (k = 0, 1, ... to seed its generator): the policy
/// is the share of each action. For an agent that mixes by its seed only; one question suffices if it does not.
template <ImperfectInformationGame G, class Choose>
Policy tabulate_choices(const EnumeratedGame<G>& enumerated, Choose&& choose, int times, Player player = kNobody)
  requires std::invocable<Choose&, const Question<G>&, int>
{
  return tabulate(
      enumerated,
      [&](const Question<G>& question, std::span<double> probabilities) {
        for (int k = 0; k < times; ++k) {
          const Action action = choose(question, k);
          for (std::size_t i = 0; i < question.legal.size(); ++i) {
            if (question.legal[i] == action) probabilities[i] += 1;
          }
        }
      },
      player);
}

}  // namespace atl::exact
