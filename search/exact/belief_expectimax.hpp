/// Exact optimal play where the players have no secrets from each other, and for a single decision maker: expectimax
/// over beliefs. What is hidden is then hidden from everybody (a face-down tile, a deck), all movers share one belief,
/// and the game is a stochastic game over beliefs (K. J. Astrom, "Optimal control of Markov processes with incomplete
/// state information", JMAA 10, 1965). Beliefs that different histories lead to are merged, which is what makes this
/// reach further than game_tree.hpp. With secrets between players use CFR (cfr.hpp).
///
/// More than two players, or sums that are not constant: max^n, a mover with several best actions takes the first.
#pragma once

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "engine/core/bits.hpp"
#include "search/exact/game_tree.hpp"

namespace atl::exact {

struct BeliefOptions {
  /// Whose belief it is: kPublic where nobody has a secret, or the seat of the only player with choices.
  Observer viewer = kPublic;
  /// Worlds in all remembered beliefs together, each with its state: the bound on memory.
  std::size_t max_worlds = 4'000'000;
  /// Take over the value of the first action with an equal G::action_class instead of computing it again. Exact only
  /// where such actions are worth the same in every respect; see the game's definition of the classes.
  bool trust_action_classes = false;
};

template <ImperfectInformationGame G>
class BeliefExpectimax {
 public:
  using State = typename G::State;
  using Observation = typename G::Observation;

  struct World {
    State state;
    double probability = 0;
  };
  /// Different worlds, in the order of their hashes; the probabilities sum to 1. All agree about node kind and mover.
  using Belief = std::vector<World>;

  struct ActionValue {
    Action action;
    PerSeat<double> value{};
  };

  /// Keeps a reference to `game`.
  BeliefExpectimax(const G& game, const Utility<G>& utility, const BeliefOptions& options = {})
      : game_(&game), utility_(utility), options_(options) {}

  Belief initial_belief() const { return {{game_->initial_state(), 1}}; }

  /// `belief` after one more event that looked like `observation`. Throws DataError if no possible event does.
  Belief observe(const Belief& belief, const Observation& observation) const {
    std::vector<Branch> branches;
    if (node_kind(belief) == NodeKind::chance) {
      branches = split_chance(belief);
    } else {
      ActionList<G> legal;
      game_->legal_actions(belief.front().state, legal);
      for (const Action action : legal) {
        for (Branch& branch : split_action(belief, action)) branches.push_back(std::move(branch));
      }
    }
    for (Branch& branch : branches) {
      if (branch.observation == observation) return std::move(branch.belief);
    }
    throw DataError("an observation does not fit the belief (no event looks like that)");
  }

  Belief belief_after(std::span<const Observation> stream) const {
    Belief belief = initial_belief();
    for (const Observation& observation : stream) belief = observe(belief, observation);
    return belief;
  }

  /// [seats] utilities under optimal play from `belief` on. Throws DataError if there are too many beliefs, or if a
  /// player turns out to know what the viewer does not (or, with a seat as viewer, to have a choice).
  PerSeat<double> value(const Belief& belief) {
    const NodeKind kind = node_kind(belief);
    if (kind == NodeKind::terminal) return terminal_value(belief);
    const std::uint64_t key = hash(belief);
    if (const Entry* const known = find(key, belief)) return known->value;
    PerSeat<double> result{};
    if (kind == NodeKind::chance) {
      result = value_of(split_chance(belief));
    } else {
      const std::vector<ActionValue> choices = actions(belief);
      result = best(choices, game_->player_to_act(belief.front().state)).value;
    }
    remember(key, belief, result);
    return result;
  }

  /// What each legal action is worth if all play on optimally. Requires a decision.
  std::vector<ActionValue> actions(const Belief& belief) {
    const Player mover = game_->player_to_act(belief.front().state);
    ActionList<G> legal;
    game_->legal_actions(belief.front().state, legal);
    if (options_.viewer != kPublic && mover != options_.viewer && legal.size() > 1) {
      throw DataError("seat " + std::to_string(mover.index()) +
                      " has choices (only the viewer may). Use a public belief or CFR");
    }
    std::vector<ActionValue> values;
    for (const Action action : legal) {
      const ActionValue* const alike = exchangeable(belief.front().state, action, values);
      values.push_back({action, alike != nullptr ? alike->value : value_of(split_action(belief, action))});
    }
    return values;
  }

  /// The first of the best for `mover`, equal within 1e-12.
  static const ActionValue& best(const std::vector<ActionValue>& values, Player mover) {
    const ActionValue* chosen = &values.front();
    for (const ActionValue& candidate : values) {
      if (candidate.value[mover] > chosen->value[mover] + 1e-12) chosen = &candidate;
    }
    return *chosen;
  }

  std::size_t beliefs_remembered() const { return entries_.size(); }

 private:
  /// What can be seen next, how likely it is, and what is believed then.
  struct Branch {
    Observation observation{};
    double probability = 0;
    Belief belief;
    std::vector<Observation> seats;  ///< [players] what each perceives, for the proof that there are no secrets
  };
  struct Entry {
    std::size_t first_world = 0;
    std::size_t num_worlds = 0;
    PerSeat<double> value{};
  };

  /// An action among `values` whose value is that of `action`, if classes are trusted.
  const ActionValue* exchangeable([[maybe_unused]] const State& state, [[maybe_unused]] Action action,
                                  [[maybe_unused]] const std::vector<ActionValue>& values) const {
    if constexpr (requires {
                    { game_->action_class(state, action) } -> std::same_as<std::uint32_t>;
                  }) {
      if (!options_.trust_action_classes) return nullptr;
      for (const ActionValue& other : values) {
        if (game_->action_class(state, other.action) == game_->action_class(state, action)) return &other;
      }
    }
    return nullptr;
  }

  NodeKind node_kind(const Belief& belief) const { return game_->node_kind(belief.front().state); }

  PerSeat<double> terminal_value(const Belief& belief) const {
    PerSeat<double> sum{};
    for (const World& world : belief) {
      const PerSeat<double> utility = utility_(*game_, world.state);
      for (std::size_t p = 0; p < sum.size(); ++p) sum[p] += world.probability * utility[p];
    }
    return sum;
  }

  PerSeat<double> value_of(const std::vector<Branch>& branches) {
    PerSeat<double> sum{};
    for (const Branch& branch : branches) {
      const PerSeat<double> part = value(branch.belief);
      for (std::size_t p = 0; p < sum.size(); ++p) sum[p] += branch.probability * part[p];
    }
    return sum;
  }

  std::vector<Branch> split_chance(const Belief& belief) const {
    std::vector<Branch> branches;
    ChanceList<G> outcomes;
    for (const World& world : belief) {
      game_->chance_outcomes(world.state, outcomes);
      for (const ChanceOutcome& outcome : outcomes) {
        add(branches, world.state, outcome.action, world.probability * outcome.probability);
      }
    }
    return finish(std::move(branches));
  }

  std::vector<Branch> split_action(const Belief& belief, Action action) const {
    std::vector<Branch> branches;
    for (const World& world : belief) add(branches, world.state, action, world.probability);
    return finish(std::move(branches));
  }

  void add(std::vector<Branch>& branches, const State& before, Action action, double probability) const {
    State after = before;
    game_->apply(after, action);
    const Observation seen = game_->observe(before, action, after, options_.viewer);
    auto branch =
        std::find_if(branches.begin(), branches.end(), [&](const Branch& b) { return b.observation == seen; });
    const bool opened = branch == branches.end();
    if (opened) {
      branches.push_back({.observation = seen, .probability = 0, .belief = {}, .seats = {}});
      branch = branches.end() - 1;
    }
    branch->probability += probability;
    branch->belief.push_back({after, probability});
    if (options_.viewer != kPublic) return;
    for (int p = 0; p < game_->num_players(); ++p) {
      const Observation own = game_->observe(before, action, after, Player(p));
      if (opened) {
        branch->seats.push_back(own);
      } else if (!(branch->seats[static_cast<std::size_t>(p)] == own)) {
        throw DataError("seat " + std::to_string(p) + " sees what others do not (beliefs differ). Use CFR");
      }
    }
  }

  /// Sorts by hash, merges equal states, normalises.
  std::vector<Branch> finish(std::vector<Branch> branches) const {
    std::vector<std::pair<std::uint64_t, std::size_t>> order;
    for (Branch& branch : branches) {
      order.clear();
      for (std::size_t w = 0; w < branch.belief.size(); ++w) order.emplace_back(game_->hash(branch.belief[w].state), w);
      std::sort(order.begin(), order.end());
      Belief merged;
      std::size_t run = 0;  // first merged world with the current hash
      for (std::size_t i = 0; i < order.size(); ++i) {
        if (i == 0 || order[i].first != order[i - 1].first) run = merged.size();
        const World& world = branch.belief[order[i].second];
        const auto same = std::find_if(merged.begin() + static_cast<std::ptrdiff_t>(run), merged.end(),
                                       [&](const World& other) { return other.state == world.state; });
        if (same == merged.end()) {
          merged.push_back({world.state, world.probability / branch.probability});
        } else {
          same->probability += world.probability / branch.probability;
        }
      }
      branch.belief = std::move(merged);
    }
    return branches;
  }

  std::uint64_t hash(const Belief& belief) const {
    std::uint64_t key = belief.size();
    for (const World& world : belief) key = hash_combine(key, game_->hash(world.state));
    return key;
  }

  /// Two worlds with one hash may stand in either order; then an equal belief is not found again, which costs time
  /// only.
  const Entry* find(std::uint64_t key, const Belief& belief) const {
    const auto [begin, end] = index_.equal_range(key);
    for (auto it = begin; it != end; ++it) {
      const Entry& entry = entries_[it->second];
      const auto same = [](const World& a, const World& b) {
        return a.state == b.state && std::abs(a.probability - b.probability) < 1e-12;
      };
      const auto first = worlds_.begin() + static_cast<std::ptrdiff_t>(entry.first_world);
      if (entry.num_worlds == belief.size() && std::equal(belief.begin(), belief.end(), first, same)) return &entry;
    }
    return nullptr;
  }

  void remember(std::uint64_t key, const Belief& belief, const PerSeat<double>& value) {
    if (worlds_.size() + belief.size() > options_.max_worlds)
      throw_too_large(G::kName, "worlds in all beliefs", options_.max_worlds);
    index_.emplace(key, entries_.size());
    entries_.push_back({.first_world = worlds_.size(), .num_worlds = belief.size(), .value = value});
    worlds_.insert(worlds_.end(), belief.begin(), belief.end());
  }

  const G* game_;
  Utility<G> utility_;
  BeliefOptions options_;
  std::unordered_multimap<std::uint64_t, std::size_t> index_;  ///< by hash; looked up only, never walked
  std::vector<Entry> entries_;
  std::vector<World> worlds_;  ///< of all entries, side by side
};

}  // namespace atl::exact
