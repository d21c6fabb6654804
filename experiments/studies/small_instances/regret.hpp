/// How much a search gives away against exact play, position by position: the exact value of its choice below the best.
#pragma once

#include <optional>

#include "experiments/studies/common/match.hpp"
#include "search/exact/belief_expectimax.hpp"
#include "search/reward.hpp"

namespace atl::studies {

/// The reward the searches maximise, as the utility of the exact solver: both mean the same by a good result.
template <class G>
exact::Utility<G> utility_of(Reward kind, double scale) {
  return [kind, scale](const G& game, const typename G::State& state) {
    const Rewards rewards = RewardFunction(kind, scale, game.num_players()).of_terminal(game, state);
    PerSeat<double> out{};
    for (std::size_t p = 0; p < out.size(); ++p) out[p] = rewards[p];
    return out;
  };
}

/// One solved decision and how to get there.
template <class G>
struct SolvedPosition {
  std::vector<typename G::Observation> stream;  ///< of the mover
  Player mover = 0;
  ActionList<G> legal;
  std::vector<double> value;  ///< [legal] of the mover, all playing on optimally
  double best() const { return *std::max_element(value.begin(), value.end()); }
  /// Of one of the legal actions.
  double value_of(Action action) const {
    return value[static_cast<std::size_t>(std::find(legal.begin(), legal.end(), action) - legal.begin())];
  }
  double mean() const {
    double sum = 0;
    for (const double v : value) sum += v;
    return sum / static_cast<double>(value.size());
  }
  double worst() const { return *std::min_element(value.begin(), value.end()); }
};

/// Mean loss per decision of an agent, and how often it chose a best action (within `tolerance`).
struct RegretSummary {
  std::vector<double> losses;
  long best_choices = 0;
};

template <ImperfectInformationGame G, class Make>
RegretSummary measure_regret(const G& game, const std::vector<SolvedPosition<G>>& positions, std::string_view spec_text,
                             std::uint64_t seed, Make&& make, double tolerance = 1e-6) {
  const AgentSpec spec = parse_agent_spec(spec_text, agent_context<G>());
  const StopFlag stop{false};
  RegretSummary summary;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const SolvedPosition<G>& position = positions[i];
    Rng rng = Rng::derive(seed, Stream::test, {i});
    const std::unique_ptr<Agent<G>> agent = make(game, position.mover, spec, rng);
    for (const auto& observation : position.stream) agent->observe(observation);
    const Action action = agent->choose(position.legal, rng, stop);
    const double loss = position.best() - position.value_of(action);
    summary.losses.push_back(loss);
    summary.best_choices += loss < tolerance;
  }
  return summary;
}

}  // namespace atl::studies
