/// An agent's play as a table over the information sets of a small game, so that exact solvers can judge it.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "agents/make_agent_impl.hpp"
#include "search/exact/tabulate.hpp"

namespace atl::studies {

/// What is taken for the agent's policy at an information set.
enum class PolicyOf : std::uint8_t {
  choice,  ///< the action it plays: the share of each over the repetitions
  visits,  ///< the share of visits at its root, averaged over the repetitions
};

struct Asked {
  PolicyOf policy = PolicyOf::choice;
  int repetitions = 1;  ///< fresh agents per information set, each with a generator of its own
  std::uint64_t seed = 1;
  Player player = kNobody;  ///< tabulate this seat only; the others are uniform
};

/// A fresh agent of `spec` is put into every information set of `enumerated`, shown what its player has perceived, and
/// asked once. Nothing is carried over from one set to another: the policy of an agent that searches anew each time.
template <ImperfectInformationGame G>
exact::Policy agent_policy(const exact::EnumeratedGame<G>& enumerated, std::string_view spec_text, const Asked& asked) {
  const AgentSpec spec = parse_agent_spec(spec_text, G::kName, "ismcts");
  const StopFlag stop{false};
  return exact::tabulate(
      enumerated,
      [&](const exact::Question<G>& question, std::span<double> probabilities) {
        for (int k = 0; k < asked.repetitions; ++k) {
          Rng rng = Rng::derive(asked.seed, Stream::test, {question.set, static_cast<std::uint64_t>(k)});
          const std::unique_ptr<Agent<G>> agent = make_agent<G>(enumerated.game(), question.player, spec, rng);
          for (const auto& observation : question.observations) agent->observe(observation);
          const Action action = agent->choose(question.legal, rng, stop);
          double total = 0;
          if (asked.policy == PolicyOf::visits) {
            for (const ActionReport& report : agent->last_decision().actions) total += static_cast<double>(report.visits);
          }
          for (std::size_t i = 0; i < question.legal.size(); ++i) {
            if (total > 0) {
              probabilities[i] += static_cast<double>(agent->last_decision().actions[i].visits) / total;
            } else if (question.legal[i] == action) {
              probabilities[i] += 1;
            }
          }
        }
      },
      asked.player);
}

}  // namespace atl::studies
