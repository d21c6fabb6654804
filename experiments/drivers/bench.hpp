/// Speed and behaviour of one game: fixed positions, seed and iterations. Times are the fastest of the repetitions, so
/// that a busy machine disturbs them least; the signature covers every random game and every root statistic.
#pragma once

#include <algorithm>
#include <limits>

#include "engine/core/bits.hpp"
#include "experiments/drivers/bench_positions.hpp"
#include "experiments/drivers/driver.hpp"
#include "experiments/drivers/play_game.hpp"

namespace atl {

namespace detail {

/// Keeps the optimiser from dropping a computation.
template <class T>
void keep(const T& value) {
  asm volatile("" : : "r"(&value) : "memory");
}

/// Nanoseconds per unit of the fastest of `repetitions` calls of body(), which returns how many units it did.
template <class Body>
double fastest_ns(int repetitions, Body&& body) {
  double best = std::numeric_limits<double>::infinity();
  for (int r = 0; r < repetitions; ++r) {
    const std::int64_t start = steady_nanoseconds();
    const std::uint64_t units = body();
    best = std::min(best, static_cast<double>(steady_nanoseconds() - start) /
                              static_cast<double>(std::max<std::uint64_t>(units, 1)));
  }
  return best;
}

}  // namespace detail

template <ImperfectInformationGame G>
BenchFigures bench_game(const G& game, const BenchRequest& request, const AgentSpec& spec, const AgentFactory<G>& make,
                        std::string_view records) {
  using detail::fastest_ns;
  BenchFigures figures{.state_bytes = sizeof(typename G::State),
                       .information_state_bytes = sizeof(typename G::InformationState),
                       .spec = spec.text};
  const int repetitions = std::max(request.repetitions, 1);
  const std::vector<BenchPosition<G>> positions =
      bench_positions(game, records, request.seed, std::max(request.positions, 1));
  StopFlag stop{false};

  figures.below_ns = fastest_ns(repetitions, [&] {
    Rng rng = Rng::derive(request.seed, Stream::tool, {0});
    std::uint32_t sum = 0;
    for (int i = 0; i < 1'000'000; ++i) sum += rng.below(40);
    detail::keep(sum);
    return std::uint64_t{1'000'000};
  });

  std::uint64_t decisions = 0;
  const double game_ns = fastest_ns(repetitions, [&] {
    decisions = 0;
    figures.signature = 0;
    for (int i = 0; i < request.games; ++i) {
      Rng rng = Rng::derive(request.seed, Stream::tool, {2, static_cast<std::uint64_t>(i)});
      typename G::State state = game.initial_state();
      decisions += play_out(game, state, rng);
      figures.signature = hash_combine(figures.signature, game.hash(state));
    }
    return static_cast<std::uint64_t>(request.games);
  });
  figures.mean_decisions = static_cast<double>(decisions) / std::max(request.games, 1);
  figures.playouts_per_second = 1e9 / game_ns;
  figures.random_step_ns = game_ns / std::max(figures.mean_decisions, 1.0);

  figures.copy_ns = fastest_ns(repetitions, [&] {
    typename G::State copy = positions.front().state;
    for (int i = 0; i < 1'000'000; ++i) {
      copy = positions[static_cast<std::size_t>(i) % positions.size()].state;
      detail::keep(copy);
    }
    return std::uint64_t{1'000'000};
  });

  std::uint64_t listed = 0;
  figures.list_ns = fastest_ns(repetitions, [&] {
    ActionList<G> legal;
    listed = 0;
    for (int i = 0; i < 100; ++i) {
      for (const BenchPosition<G>& position : positions) {
        game.legal_actions(position.state, legal);
        detail::keep(legal);
        listed += legal.size();
      }
    }
    return std::uint64_t{100} * positions.size();
  });
  figures.mean_legal = static_cast<double>(listed) / (100.0 * static_cast<double>(positions.size()));

  figures.worlds_per_second = 1e9 / fastest_ns(repetitions, [&] {
                                for (const BenchPosition<G>& position : positions) {
                                  Rng rng = Rng::derive(request.seed, Stream::tool, {3});
                                  for (int i = 0; i < request.worlds; ++i)
                                    detail::keep(position.information.sample(rng));
                                }
                                return static_cast<std::uint64_t>(request.worlds) * positions.size();
                              });

  figures.playout_from_leaf_ns = fastest_ns(repetitions, [&] {
    for (const BenchPosition<G>& position : positions) {
      Rng rng = Rng::derive(request.seed, Stream::tool, {4});
      for (int i = 0; i < request.worlds; ++i) {
        typename G::State state = position.state;
        detail::keep(play_out(game, state, rng));
      }
    }
    return static_cast<std::uint64_t>(request.worlds) * positions.size();
  });

  const std::uint64_t games_signature = figures.signature;
  std::uint64_t iterations = 0;
  const double iteration_ns = fastest_ns(repetitions, [&] {
    figures.signature = games_signature;
    iterations = 0;
    for (const BenchPosition<G>& position : positions) {
      const Player player = game.player_to_act(position.state);
      const std::unique_ptr<Agent<G>> agent = make(game, player, spec, Rng::derive(request.seed, Stream::tool, {5}));
      walk(game, position.actions, [&](const auto& before, Action action, const auto& after) {
        agent->observe(game.observe(before, action, after, observer_of(spec, player)));
      });
      ActionList<G> legal;
      game.legal_actions(position.state, legal);
      Rng rng = Rng::derive(request.seed, Stream::tool, {6});
      figures.signature = hash_combine(figures.signature, agent->choose(legal, rng, stop).code);
      iterations += agent->last_decision().iterations;
      for (const ActionReport& row : agent->last_decision().actions) {
        figures.signature = hash_combine(hash_combine(figures.signature, row.action.code), row.visits);
      }
    }
    return iterations;
  });
  figures.iterations_per_second = iterations == 0 ? 0 : 1e9 / iteration_ns;
  return figures;
}

}  // namespace atl
