/// The optimal player of the memory game (tests/toy/memory.hpp), and games of an agent against it.
#pragma once

#include <memory>
#include <stdexcept>

#include "experiments/studies/common/match.hpp"
#include "tests/toy/memory.hpp"

namespace atl::studies::memory {

using Game = toy::memory::Game;
using State = toy::memory::State;

/// Takes every pair it knows, else makes the kind of move that the dynamic programme prefers: flip no, one or two new
/// cards (ties: one before two before none).
class OptimalPlayer final : public Agent<Game> {
 public:
  OptimalPlayer(const Game& game, Player seat) : game_(&game), information_(game, seat) {}

  void observe(const Game::Observation& observation) override { information_.observe(observation); }

  Action choose(const ActionList<Game>& legal, Rng& rng, const StopFlag&) override {
    const State state = information_.sample(rng);  // only what all have seen is read
    const Action wanted = wish(state);
    for (const Action action : legal) {
      if (action == wanted) return action;
    }
    throw std::logic_error("the optimal player of the memory game wants an illegal flip");
  }
  const DecisionReport& last_decision() const override { return report_; }

 private:
  Action wish(const State& state) {
    const int pairs = game_->rules().pairs;
    const int left = pairs - state.points[0] - state.points[1];
    int single = 0, old_card = -1;
    for (int face = 0; face < pairs; ++face) {
      const std::uint8_t seen = state.seen[static_cast<std::size_t>(face)];
      if (seen == 2 && (state.up == 0 || state.up == face + 1)) return {static_cast<std::uint32_t>(face + 1)};
      if (seen != 1) continue;
      ++single;
      if (state.up != face + 1) old_card = face + 1;
    }
    const Action old_flip{static_cast<std::uint32_t>(old_card)};
    if (state.up == 0) {
      const auto& moves = optimum_.moves(left, single);
      return moves.none > std::max(moves.one, moves.two) + 1e-12 ? old_flip : Action{Game::kNew};
    }
    if (state.fresh == 0) return old_flip;
    // The new card of this turn is among the single ones now.
    const auto& moves = optimum_.moves(left, single - 1);
    return moves.one >= moves.two - 1e-12 && old_card > 0 ? old_flip : Action{Game::kNew};
  }

  const Game* game_;
  Game::InformationState information_;
  toy::memory::Optimum optimum_;
  DecisionReport report_;
};

inline const char* const kOptimum = "optimum";

/// Agents of these games: the optimum, random, ismcts.
struct MakePlayer {
  std::unique_ptr<Agent<Game>> operator()(const Game& game, Player seat, const AgentSpec& spec, const Rng& rng) const {
    if (spec.kind == kOptimum) return std::make_unique<OptimalPlayer>(game, seat);
    if (spec.kind == "random") return std::make_unique<RandomAgent<Game>>();
    if (spec.kind == "ismcts") return make_search_agent<Game, kinds::SoIsmcts>(game, seat, spec, rng);
    throw InputError("no such player of the memory game '" + spec.kind + "'");
  }
};

inline AgentSpec player(std::string_view text) {
  if (text != kOptimum) return parse_agent_spec(text, agent_context<Game>());
  AgentSpec spec;
  spec.kind = spec.text = kOptimum;
  return spec;
}

/// [deals] pairs by which `who` is ahead of `other` at the end, the mean of both seatings of one deal.
inline std::vector<double> leads(int pairs, const AgentSpec& who, const AgentSpec& other, int deals,
                                 std::uint64_t seed) {
  const Game game({.players = 2, .pairs = pairs});
  std::vector<double> out;
  for (int deal = 0; deal < deals; ++deal) {
    double lead = 0;
    for (std::size_t seat = 0; seat < 2; ++seat) {
      const std::array<AgentSpec, 2> line_up = {seat == 0 ? who : other, seat == 0 ? other : who};
      const auto number = static_cast<std::uint64_t>(deal) * 2 + seat;
      const PerSeat<int> points = game.scores(play_game(game, std::span<const AgentSpec>(line_up), seed,
                                                        static_cast<std::uint64_t>(deal), number, MakePlayer{}));
      lead += 0.5 * (points[seat] - points[1 - seat]);
    }
    out.push_back(lead);
  }
  return out;
}

}  // namespace atl::studies::memory
