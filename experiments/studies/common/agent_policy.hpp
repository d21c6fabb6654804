/// An agent's play as a table over the information sets of a small game, so that exact solvers can judge it.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "agents/make_agent_impl.hpp"
#include "search/exact/tabulate.hpp"

namespace atl::studies {

/// Builds any agent. A function object of the caller's choice in its place compiles only the kinds it names.
struct MakeAnyAgent {
  template <ImperfectInformationGame G>
  std::unique_ptr<Agent<G>> operator()(const G& game, Player seat, const AgentSpec& spec, const Rng& rng) const {
    return make_agent<G>(game, seat, spec, rng);
  }
};

struct Asked {
  int repetitions = 1;  ///< fresh agents per information set, each with a generator of its own
  std::uint64_t seed = 1;
  Player player = kNobody;  ///< tabulate this seat only; the others are uniform
};

/// Two readings of what an agent does at an information set.
struct AgentPolicies {
  exact::Policy choice;  ///< the action it plays: the share of each over the repetitions
  exact::Policy visits;  ///< the share of visits at its root (of choices, if it does not search), over all repetitions
};

/// A fresh agent of `spec` is put into every information set of `enumerated`, shown what its player has perceived, and
/// asked once. Nothing is carried over from one set to another: the policy of an agent that searches anew each time.
template <ImperfectInformationGame G, class Make = MakeAnyAgent>
AgentPolicies agent_policies(const exact::EnumeratedGame<G>& enumerated, std::string_view spec_text, const Asked& asked,
                             Make&& make = {}) {
  const AgentSpec spec = parse_agent_spec(spec_text, agent_context<G>());
  const StopFlag stop{false};
  AgentPolicies policies{.choice = {}, .visits = exact::uniform_policy(enumerated.tree())};
  policies.choice = exact::tabulate(
      enumerated,
      [&](const exact::Question<G>& question, std::span<double> choice) {
        const std::uint32_t first_slot = enumerated.tree().sets[question.set].first_slot;
        const std::span<double> visits = std::span(policies.visits).subspan(first_slot, choice.size());
        for (double& share : visits) share = 0;
        for (int k = 0; k < asked.repetitions; ++k) {
          Rng rng = Rng::derive(asked.seed, Stream::test, {question.set, static_cast<std::uint64_t>(k)});
          const std::unique_ptr<Agent<G>> agent = make(enumerated.game(), question.player, spec, rng);
          for (const auto& observation : question.observations) agent->observe(observation);
          const Action action = agent->choose(question.legal, rng, stop);
          const std::vector<ActionReport>& reports = agent->last_decision().actions;
          double total = 0;
          for (const ActionReport& report : reports) total += static_cast<double>(report.visits);
          for (std::size_t i = 0; i < choice.size(); ++i) {
            const double chosen = question.legal[i] == action ? 1 : 0;
            choice[i] += chosen;
            visits[i] += (total > 0 ? static_cast<double>(reports[i].visits) / total : chosen) / asked.repetitions;
          }
        }
      },
      asked.player);
  return policies;
}

}  // namespace atl::studies
