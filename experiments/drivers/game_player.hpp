/// From a planned game to a finished one, without knowing the game: what runners, process pools and clusters call once
/// per game.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "experiments/drivers/play_game.hpp"

namespace atl {

using EventCallback = std::function<void(const std::string& token)>;

/// Const and shared by threads.
class GamePlayer {
 public:
  virtual ~GamePlayer() = default;

  /// Nothing if `stop` was set before the game was over. `on_event` may be empty.
  virtual std::optional<FinishedGame> play(const PlannedGame& plan, const StopFlag& stop, DecisionWatch& watch,
                                           const EventCallback& on_event) const = 0;
};

template <ImperfectInformationGame G>
class GamePlayerFor final : public GamePlayer {
 public:
  /// Makes each agent once in each seat, so that specs that do not fit the game (InputError) are found before the
  /// first game.
  GamePlayerFor(GameTerms terms, std::vector<AgentSpec> specs, AgentFactory<G> make)
      : terms_(std::move(terms)), specs_(std::move(specs)), make_(std::move(make)) {
    for (const std::vector<RuleSetting>& variant : terms_.variants) {
      games_.push_back(std::make_unique<G>(make_rules<G>(terms_.players, variant)));
    }
  }

  void check_agents() const {
    for (const std::unique_ptr<G>& game : games_) {
      for (const AgentSpec& spec : specs_) {
        for (int seat = 0; seat < terms_.players; ++seat) {
          make_(*game, Player(seat), spec, Rng::derive(0, Stream::tool, {0}));
        }
      }
    }
  }

  std::optional<FinishedGame> play(const PlannedGame& plan, const StopFlag& stop, DecisionWatch& watch,
                                   const EventCallback& on_event) const override {
    std::vector<const AgentSpec*> specs;
    for (const int agent : plan.agent_of_seat) specs.push_back(&specs_[static_cast<std::size_t>(agent)]);
    return play_game<G>({.game = *games_[static_cast<std::size_t>(plan.variant)],
                         .plan = plan,
                         .seed = terms_.seed,
                         .limits = terms_.limits,
                         .specs = specs,
                         .make = make_,
                         .stop = stop,
                         .watch = watch,
                         .on_event = on_event});
  }

 private:
  GameTerms terms_;
  std::vector<AgentSpec> specs_;
  AgentFactory<G> make_;
  std::vector<std::unique_ptr<G>> games_;  ///< [variants] at addresses that agents may keep
};

}  // namespace atl
