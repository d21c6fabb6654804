/// One game, several classes: a rule may ask for another State (an expansion, say) that the base game does not pay for.
/// The driver here looks at the rules of what it is asked to do and hands it on. Users see one game.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "experiments/drivers/deals.hpp"
#include "experiments/drivers/driver.hpp"

namespace atl {

/// Whether these rules, as a version of the game has them, ask for the class G: G::plays(rules) says so. Throws
/// InputError on unknown or bad rules.
template <class G>
bool asks_for(int players, int version, const std::vector<RuleSetting>& rules) {
  return G::plays(rules_of_record<G>(players, version, rules));
}

class ChoosingDriver final : public GameDriver {
 public:
  struct Choice {
    const GameDriver* driver;
    std::function<bool(int players, int version, const std::vector<RuleSetting>& rules)> plays;
  };

  /// `base` plays what no other class asks for. All have the same name, players and rule fields.
  ChoosingDriver(const GameDriver& base, std::vector<Choice> choices)
      : base_(&base), choices_(std::move(choices)), info_(base.info()) {
    for (const Choice& choice : choices_) {
      const std::vector<Abilities>& more = choice.driver->info().classes;
      info_.classes.insert(info_.classes.end(), more.begin(), more.end());
    }
  }

  const GameInfo& info() const override { return info_; }
  std::vector<FieldState> rule_fields(int players) const override { return base_->rule_fields(players); }
  using GameDriver::parse_agent;
  AgentSpec parse_agent(std::string_view text, Unread unread) const override {
    return base_->parse_agent(text, unread);
  }

  std::vector<RuleSetting> resolve_rules(int players, const std::vector<RuleSetting>& rules) const override {
    return choose(players, rules).resolve_rules(players, rules);
  }
  std::vector<std::string> remarks(int players, const std::vector<RuleSetting>& rules) const override {
    return choose(players, rules).remarks(players, rules);
  }
  std::vector<std::string> findings(int players, const std::vector<RuleSetting>& rules) const override {
    return choose(players, rules).findings(players, rules);
  }
  /// A sweep may go over rules of several classes.
  std::shared_ptr<const GamePlayer> make_player(const GameTerms& terms) const override {
    std::vector<const GameDriver*> drivers;
    for (const std::vector<RuleSetting>& rules : terms.variants) drivers.push_back(&choose(terms.players, rules));
    auto player = std::make_shared<Player>();
    for (std::size_t i = 0; i < drivers.size(); ++i) {
      const auto first =
          static_cast<std::size_t>(std::find(drivers.begin(), drivers.end(), drivers[i]) - drivers.begin());
      if (first != i) {
        player->by_rules.push_back(player->by_rules[first]);
        continue;
      }
      GameTerms own = terms;  // places in the sweep stay; rules of other classes are never played
      for (std::size_t j = 0; j < drivers.size(); ++j) {
        if (drivers[j] != drivers[i]) own.variants[j] = terms.variants[i];
      }
      player->by_rules.push_back(drivers[i]->make_player(own));
    }
    return player;
  }
  void check_record(const GameRecord& record) const override { choose(record).check_record(record); }
  void list_legal(const GameRecord& record, const LegalRow& row) const override {
    choose(record).list_legal(record, row);
  }
  std::string board(const RecordPosition& position, Observer observer) const override {
    return choose(position.record).board(position, observer);
  }
  PerftReport perft(const RecordPosition& position, int depth, bool divide) const override {
    return choose(position.record).perft(position, depth, divide);
  }
  GameRecord deal(int players, const std::vector<RuleSetting>& rules, std::uint64_t seed) const override {
    return choose(players, rules).deal(players, rules, seed);
  }
  std::unique_ptr<const DealReader> deal_reader(int players, const std::vector<RuleSetting>& rules) const override {
    return choose(players, rules).deal_reader(players, rules);
  }
  SearchReport search(const RecordPosition& position, std::string_view spec, std::uint64_t seed, const StopFlag& stop,
                      const TreeLimits& tree = {}) const override {
    return choose(position.record).search(position, spec, seed, stop, tree);
  }
  void worlds(const RecordPosition& position, Observer observer, std::uint64_t count, std::uint64_t seed,
              const std::function<void(const GameRecord&)>& out) const override {
    choose(position.record).worlds(position, observer, count, seed, out);
  }
  std::unique_ptr<PlaySession> start_session(const SessionRequest& request) const override {
    return choose(request.players, request.rules).start_session(request);
  }
  BenchFigures bench(const BenchRequest& request) const override {
    return choose(request.players, request.rules).bench(request);
  }

 private:
  struct Player final : GamePlayer {
    std::vector<std::shared_ptr<const GamePlayer>> by_rules;  ///< [rules of the sweep]

    std::optional<FinishedGame> play(const PlannedGame& plan, const StopFlag& stop, DecisionWatch& watch,
                                     const EventCallback& on_event) const override {
      return by_rules[static_cast<std::size_t>(plan.variant)]->play(plan, stop, watch, on_event);
    }
  };

  const GameDriver& choose(int players, const std::vector<RuleSetting>& rules) const {
    return choose(players, info_.rules_version, rules);
  }
  const GameDriver& choose(const GameRecord& record) const {
    if (record.game != info_.name) return *base_;  // which refuses it
    return choose(record.players, record.rules_version, record.rules);
  }
  const GameDriver& choose(int players, int version, const std::vector<RuleSetting>& rules) const {
    // The base says what is wrong with a number of players.
    if (players < info_.min_players || players > info_.max_players) return *base_;
    for (const Choice& choice : choices_) {
      if (choice.plays(players, version, rules)) return *choice.driver;
    }
    return *base_;
  }

  const GameDriver* base_;
  std::vector<Choice> choices_;
  GameInfo info_;
};

}  // namespace atl
