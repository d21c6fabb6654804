/// Parts that small games share: Toy (the dull half of the contract) and EnumeratedInformation (exact beliefs by
/// keeping every history). Both are for games of a few hundred histories; a real game writes its own.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "engine/core/bits.hpp"
#include "engine/core/game.hpp"
#include "engine/core/rules.hpp"
#include "engine/core/text.hpp"

namespace atl::toy {

/// What an observer perceived: the visible action and what else came out. Enough for every toy.
struct Seen {
  std::uint32_t action = 0;
  std::uint32_t result = 0;
  bool operator==(const Seen&) const = default;
};

/// Defaults for everything that is the same in most toys: everybody sees everything, tokens are numbers, ranks follow
/// scores. `Derived` overrides by declaring the member itself. StateT must have no padding (its bytes are hashed).
template <class Derived, class StateT, class RulesT>
class Toy {
 public:
  using State = StateT;
  using Rules = RulesT;
  using Observation = Seen;
  static_assert(std::has_unique_object_representations_v<State>);

  explicit Toy(const Rules& rules) : rules_(rules) {}

  static Rules default_rules(int players) {
    Rules rules{};
    rules.players = players;
    return rules;
  }
  const Rules& rules() const { return rules_; }
  int num_players() const { return rules_.players; }
  State initial_state() const { return {}; }

  void chance_outcomes(const State&, InlineVector<ChanceOutcome, 1>& out) const { out.clear(); }
  Action sample_chance(const State& state, Rng& rng) const {
    ChanceList<Derived> outcomes;
    self().chance_outcomes(state, outcomes);
    double u = rng.uniform();
    for (const ChanceOutcome& outcome : outcomes) {
      u -= outcome.probability;
      if (u < 0) return outcome.action;
    }
    return outcomes.back().action;
  }
  ChanceSource chance_source(const State&) const { return {}; }

  PerSeat<int> ranks(const State& state) const { return ranks_by_score(self().scores(state), num_players()); }
  std::string_view end_reason(const State&) const { return "end"; }

  std::string token(const State& state, Action action) const {
    return (self().node_kind(state) == NodeKind::chance ? "~" : "") + std::to_string(action.code);
  }
  std::optional<Action> parse(const State& state, std::string_view text) const {
    if (self().node_kind(state) == NodeKind::chance) {
      if (!text.starts_with('~')) return std::nullopt;
      text.remove_prefix(1);
    }
    const std::optional<std::uint64_t> number = parse_unsigned(text);
    if (!number || *number > 0xffffffffU) return std::nullopt;
    return Action{static_cast<std::uint32_t>(*number)};
  }
  std::string board_text(const State& state) const {
    std::array<unsigned char, sizeof(State)> bytes;
    std::memcpy(bytes.data(), &state, sizeof(State));
    std::string text = "state";
    for (const unsigned char byte : bytes) text += " " + std::to_string(byte);
    return text + "\n";
  }
  std::uint64_t hash(const State& state) const {
    std::array<unsigned char, sizeof(State)> bytes;
    std::memcpy(bytes.data(), &state, sizeof(State));
    std::uint64_t hash = 0;
    for (const unsigned char byte : bytes) hash = hash_combine(hash, byte);
    return hash;
  }

  Seen observe(const State& before, Action action, const State& after, Observer observer) const {
    return {self().visible_action(before, action, observer).code, self().result_key(before, action, after, observer)};
  }
  static Seen public_part(const Seen& seen) { return seen; }
  Action visible_action(const State&, Action action, Observer) const { return action; }
  std::uint32_t result_key(const State&, Action, const State&, Observer) const { return 0; }

 private:
  const Derived& self() const { return static_cast<const Derived&>(*this); }
  Rules rules_;
};

/// Beliefs by enumeration: all histories that agree with the stream, with their weights under the model that chance is
/// as it is, observed choices say nothing, and hidden choices were uniform among those that look alike.
template <class G>
class EnumeratedInformation {
 public:
  using State = typename G::State;

  EnumeratedInformation(const G& game, Observer observer)
      : game_(&game), observer_(observer), worlds_{{game.initial_state(), {}, 1.0}} {}

  void observe(const Seen& seen) {
    stream_.push_back(seen);
    std::vector<World> next;
    for (const World& world : worlds_) {
      if (game_->node_kind(world.state) == NodeKind::chance) {
        ChanceList<G> outcomes;
        game_->chance_outcomes(world.state, outcomes);
        for (const ChanceOutcome& outcome : outcomes) extend(next, world, outcome.action, outcome.probability, seen);
      } else {
        ActionList<G> list;
        game_->legal_actions(world.state, list);
        for (const Action action : list) {
          int alike = 0;
          const Action visible = game_->visible_action(world.state, action, observer_);
          for (const Action other : list) alike += game_->visible_action(world.state, other, observer_) == visible;
          extend(next, world, action, 1.0 / alike, seen);
        }
      }
    }
    worlds_ = std::move(next);
  }

  Observer observer() const { return observer_; }
  NodeKind node_kind() const { return game_->node_kind(worlds_.front().state); }
  Player player_to_act() const { return game_->player_to_act(worlds_.front().state); }
  void legal_actions(ActionList<G>& out) const { game_->legal_actions(worlds_.front().state, out); }
  State sample(Rng& rng) const { return draw(rng).state; }
  std::vector<Action> sample_record(Rng& rng) const { return draw(rng).events; }
  std::size_t num_worlds() const { return worlds_.size(); }

  std::string board_text() const {
    std::string text = "seen";
    for (const Seen& seen : stream_) text += " " + std::to_string(seen.action) + ":" + std::to_string(seen.result);
    return text + "\n";
  }
  std::uint64_t hash() const {
    std::uint64_t hash = observer_.code();
    for (const Seen& seen : stream_) hash = hash_combine(hash, (std::uint64_t{seen.action} << 32) | seen.result);
    return hash;
  }
  bool operator==(const EnumeratedInformation& other) const {
    return observer_ == other.observer_ && game_->rules() == other.game_->rules() && stream_ == other.stream_;
  }

 private:
  struct World {
    State state;
    std::vector<Action> events;
    double weight;
  };

  void extend(std::vector<World>& next, const World& world, Action action, double factor, const Seen& seen) const {
    State after = world.state;
    game_->apply(after, action);
    if (!(game_->observe(world.state, action, after, observer_) == seen)) return;
    next.push_back({after, world.events, world.weight * factor});
    next.back().events.push_back(action);
  }

  const World& draw(Rng& rng) const {
    double sum = 0;
    for (const World& world : worlds_) sum += world.weight;
    double u = rng.uniform() * sum;
    for (const World& world : worlds_) {
      u -= world.weight;
      if (u < 0) return world;
    }
    return worlds_.back();
  }

  const G* game_;
  Observer observer_;
  std::vector<Seen> stream_;
  std::vector<World> worlds_;
};

}  // namespace atl::toy
