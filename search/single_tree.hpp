/// One tree and one iteration of it: select and expand, simulate, back up. Shared by the searches that use one
/// observer's tree (so_ismcts.hpp, pimc.hpp); they differ in where the worlds come from.
#pragma once

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "engine/core/game.hpp"
#include "search/budget.hpp"
#include "search/chance.hpp"
#include "search/options.hpp"
#include "search/playout.hpp"
#include "search/root_statistics.hpp"
#include "search/tree_policy.hpp"

namespace atl {

/// Edges of other players' decisions carry their action, seen or not (SO-ISMCTS).
struct SeesActions {
  static constexpr bool kObservations = false;
};
/// They carry what the tree's observer sees of it (SO-ISMCTS+POM); the action is then drawn uniformly from those that
/// look the same.
struct SeesObservations {
  static constexpr bool kObservations = true;
};

template <ImperfectInformationGame G, class View>
class SingleTree {
 public:
  using State = typename G::State;

  SingleTree(const G& game, const SearchParams& params, std::size_t byte_limit)
      : game_(&game),
        params_(params),
        playout_(game, params),
        policy_(params, playout_.heuristic()),
        byte_limit_(std::max(byte_limit, playout_.bytes()) - playout_.bytes()) {
    if (params.reuse) byte_limit_ /= 2;  // a second tree receives what is kept
    tree_ = std::make_unique<Tree>(byte_limit_);
    path_.reserve(256);
  }
  SingleTree(const SingleTree&) = delete;
  SingleTree& operator=(const SingleTree&) = delete;

  /// A new, empty tree for a decision of `player`, seen by `observer`.
  void reset(Player player, Observer observer) {
    player_ = player;
    observer_ = observer;
    tree_->reset(player);
    playout_.clear_memory();
  }

  /// Makes the node behind what happened since the last decision the root: the events of `record`, a history from the
  /// start of the game, from index `from` on. Returns false, and leaves the tree as it was, if that node was never
  /// reached.
  bool advance(const std::vector<Action>& record, std::size_t from) {
    State state = game_->initial_state();
    for (std::size_t i = 0; i < from; ++i) game_->apply(state, record[i]);
    NodeId id = tree_->root();
    for (std::size_t i = from; i < record.size() && id != kNoNode;) {
      const State before = state;
      const Action action = record[i++];
      const EdgeId edge = tree_->find_edge(id, key_of(before, action));
      if (edge == kNoEdge) return false;
      game_->apply(state, action);
      const std::uint32_t result = game_->result_key(before, action, state, observer_);
      std::uint32_t chance = 0;
      while (i < record.size() && game_->node_kind(state) == NodeKind::chance) {
        const State before_chance = state;
        game_->apply(state, record[i]);
        if (params_.chance != ChanceMode::open_loop) {
          chance = Tree::combine_keys(chance, game_->result_key(before_chance, record[i], state, observer_));
        }
        ++i;
      }
      if (game_->node_kind(state) != NodeKind::decision) return false;
      id = tree_->peek(edge, outcome_key(*tree_, edge, result, chance, params_), game_->player_to_act(state));
    }
    if (id == kNoNode || tree_->node(id).mover != player_) return false;
    if (!spare_) spare_ = std::make_unique<Tree>(byte_limit_);
    spare_->copy_subtree(*tree_, id);
    std::swap(tree_, spare_);
    return true;
  }

  /// Descends in `state` to the first new edge (or the end of the game, or of the memory) and leaves `state` behind it.
  void select_and_expand(State& state, Rng& choices, Rng& chance) {
    path_.clear();
    available_.clear();
    playout_.begin();
    NodeId id = tree_->root();
    while (id != kNoNode && game_->node_kind(state) == NodeKind::decision) {
      game_->legal_actions(state, legal_);
      const Options<G> options = options_at(state, choices);
      const auto choice = policy_.choose(*tree_, id, state, options, choices);
      if (choice.edge == kNoEdge) return;

      const Action action = (*options.actions)[choice.option];
      const Player chooser = game_->player_to_act(state);
      path_.push_back({.edge = choice.edge, .node = id, .chooser = chooser, .probability = choice.probability});
      policy_.note_available(path_.back(), available_);
      playout_.note(chooser, action);
      const State before = state;
      game_->apply(state, action);
      if (choice.expanded) return;
      id = follow(choice.edge, before, action, state, chance);
    }
  }

  Rewards simulate(State& state, Rng& rng) {
    if constexpr (HeuristicGame<G>) {
      if (policy_.uses_values()) {
        leaf_ = game_->node_kind(state) == NodeKind::terminal
                    ? playout_.reward().of_terminal(*game_, state)
                    : playout_.reward().of_points(playout_.heuristic().evaluate(state));
      }
    }
    return playout_.run(state, rng);
  }

  /// max^n: every edge learns the reward of the player who chose it (paranoid: the others work against the searcher).
  void back_up(const Rewards& rewards) {
    std::uint32_t available_begin = 0;
    for (const Step& step : path_) {
      policy_.update(*tree_, step, available_begin, available_, reward_of(rewards, step.chooser));
      available_begin = step.available_end;
    }
    policy_.update_values(*tree_, path_, leaf_, game_->num_players());
  }

  std::size_t depth() const { return path_.size(); }
  const Tree& tree() const { return *tree_; }
  std::size_t bytes() const { return tree_->bytes() + (spare_ ? spare_->bytes() : 0) + playout_.bytes(); }

  /// The edge key of a legal action at `state` in this tree.
  std::uint32_t key_of(const State& state, Action action) const {
    if constexpr (View::kObservations) {
      if (game_->player_to_act(state) != player_) return game_->visible_action(state, action, observer_).code;
    }
    if constexpr (HasActionClasses<G>) {
      if (merges_classes()) return game_->action_class(state, action);
    }
    return action.code;
  }

  /// Adds the root's numbers to `out`, whose actions are legal at the root; `world` is any world of the root.
  void collect(const State& world, RootStatistics& out) const {
    for (RootAction& a : out.actions) {
      const std::uint32_t key = key_of(world, a.action);
      std::uint32_t group = 0;
      a.lowest = true;
      for (const RootAction& b : out.actions) {
        if (key_of(world, b.action) != key) continue;
        if (b.action < a.action) a.lowest = false;
        ++group;
      }
      a.group = group;
      const EdgeId id = tree_->find_edge(tree_->root(), key);
      if (id == kNoEdge) continue;
      const Edge& edge = tree_->edge(id);
      a.visits += edge.visits;
      a.availability += edge.availability;
      a.sum += edge.sum;
    }
  }

  std::vector<Action> principal_variation() const { return most_visited_line(*tree_); }

 private:
  /// Exchangeable in the mover's knowledge is not exchangeable for one who sees everything.
  bool merges_classes() const { return params_.classes && observer_ != kOmniscient; }

  Options<G> options_at(const State& state, [[maybe_unused]] Rng& rng) {
    if constexpr (View::kObservations) {
      if (game_->player_to_act(state) != player_) {
        return builder_.by_key(legal_, rng,
                               [&](Action a) { return game_->visible_action(state, a, observer_).code; });
      }
    }
    if constexpr (HasActionClasses<G>) {
      if (merges_classes()) {
        return builder_.lowest_by_key(legal_, [&](Action a) { return game_->action_class(state, a); });
      }
    }
    return builder_.by_action(legal_);
  }

  /// Lets chance act, then goes to the child of what the observer has seen since `before`.
  NodeId follow(EdgeId edge, const State& before, Action action, State& state, Rng& rng) {
    const std::uint32_t result = game_->result_key(before, action, state, observer_);
    const std::uint32_t chance = resolve_chance(*game_, state, params_.chance, observer_, rng);
    if (game_->node_kind(state) != NodeKind::decision) return kNoNode;
    return tree_->follow(edge, outcome_key(*tree_, edge, result, chance, params_), game_->player_to_act(state));
  }

  float reward_of(const Rewards& rewards, Player chooser) const {
    if (params_.backup == BackUp::maxn || chooser == player_) return rewards[static_cast<std::size_t>(chooser)];
    return 1 - rewards[static_cast<std::size_t>(player_)];
  }

  const G* game_;
  SearchParams params_;
  Playout<G> playout_;
  TreePolicy<G> policy_;
  OptionBuilder<G> builder_;
  std::size_t byte_limit_;
  std::unique_ptr<Tree> tree_, spare_;
  Player player_ = 0;
  Observer observer_ = 0;
  ActionList<G> legal_;
  std::vector<Step> path_;
  std::vector<EdgeId> available_;
  Rewards leaf_{};
};

}  // namespace atl
