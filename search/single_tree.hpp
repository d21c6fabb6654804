/// One tree and one iteration of it: select and expand, simulate, back up. Shared by the searches that use one
/// observer's tree (so_ismcts.hpp, pimc.hpp, tree_parallel.hpp); they differ in where the worlds come from and in how
/// many threads work in the tree.
#pragma once

#include <algorithm>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "engine/core/abilities.hpp"
#include "search/budget.hpp"
#include "search/chance.hpp"
#include "search/options.hpp"
#include "search/playout.hpp"
#include "search/root_statistics.hpp"
#include "search/tree_policy.hpp"
#include "search/tree_rows.hpp"

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

/// One thread works in the tree.
struct Alone {
  static constexpr bool kShared = false;
  struct Guard {};
  Guard hold() const { return {}; }
};
/// Several do, each with a SingleTree of its own that has joined the owner's: whoever reads or writes the tree holds
/// it. Edges may move in between, so that steps find theirs again by key.
class Together {
 public:
  static constexpr bool kShared = true;
  std::unique_lock<std::mutex> hold() const { return std::unique_lock(*used_); }
  void join(Together& owner) { used_ = &owner.own_; }

 private:
  std::mutex own_;
  std::mutex* used_ = &own_;
};

template <ImperfectInformationGame G, class View, class Sharing = Alone>
class SingleTree {
 public:
  using State = typename G::State;

  SingleTree(const G& game, const SearchParams& params, std::size_t byte_limit)
      : game_(&game),
        params_(params),
        playout_(game, params),
        grave_(params, byte_limit),
        policy_(params, playout_.heuristic(), &grave_),
        learning_(params) {
    const std::size_t fixed = playout_.bytes() + grave_.bytes();
    byte_limit_ = std::max(byte_limit, fixed) - fixed;
    if (params.tree.reuse) byte_limit_ /= 2;  // a second tree receives what is kept
    own_ = std::make_unique<Tree>(byte_limit_);
    tree_ = own_.get();
    path_.reserve(256);
  }
  SingleTree(const SingleTree&) = delete;
  SingleTree& operator=(const SingleTree&) = delete;

  /// A new, empty tree for a decision of `player`, seen by `observer`.
  void reset(Player player, Observer observer) {
    player_ = player;
    observer_ = observer;
    tree_->reset(player);
    grave_.clear();
    playout_.clear_memory();
  }

  /// Works in the tree of `owner` until it joins again, with what it learns in playouts for itself. Requires that the
  /// owner is idle, and lives as long as this works.
  void join(SingleTree& owner)
    requires(Sharing::kShared)
  {
    player_ = owner.player_;
    observer_ = owner.observer_;
    tree_ = owner.tree_;
    sharing_.join(owner.sharing_);
    grave_.clear();
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
      const std::uint32_t key = key_of(before, action);
      const EdgeId edge = tree_->find_edge(id, key);
      if (edge == kNoEdge) return false;
      game_->apply(state, action);
      const std::uint32_t result = game_->result_key(before, action, state, observer_);
      std::uint32_t chance = 0;
      while (i < record.size() && game_->node_kind(state) == NodeKind::chance) {
        const State before_chance = state;
        game_->apply(state, record[i]);
        if (params_.chance.mode != ChanceMode::open_loop) {
          chance = Tree::combine_keys(chance, game_->result_key(before_chance, record[i], state, observer_));
        }
        ++i;
      }
      if (game_->node_kind(state) != NodeKind::decision) return false;
      const Player next = game_->player_to_act(state);
      id = tree_->peek(edge, outcome_key(*tree_, edge, result, chance, params_), next);
    }
    if (id == kNoNode || tree_->node(id).mover != player_) return false;
    keep_subtree(id);
    return true;
  }

  /// Descends in `state` to the first new edge (or the end of the game, or of the memory) and leaves `state` behind it.
  void select_and_expand(State& state, Rng& choices, Rng& chance) {
    begin_path();
    NodeId id = tree_->root();
    while (id != kNoNode && game_->node_kind(state) == NodeKind::decision) {
      const Player chooser = game_->player_to_act(state);
      game_->legal_actions(state, legal_);
      const Options<G> options = options_at(state, choices);
      const auto choice = choose(id, state, options, choices);
      if (choice.edge == kNoEdge) return;

      const Action action = (*options.actions)[choice.option];
      path_.push_back({.edge = choice.edge,
                       .node = id,
                       .key = (*options.keys)[choice.option].code,
                       .chooser = chooser,
                       .probability = choice.probability});
      policy_.note_available(path_.back(), available_);
      playout_.note(chooser, action);
      const State before = state;
      game_->apply(state, action);
      if (choice.expanded) return;
      id = follow(path_.back(), before, action, state, chance);
    }
  }

  Rewards simulate(State& state, Rng& rng) {
    if constexpr (HeuristicGame<G>) {
      if (learning_.uses_values()) {
        leaf_ = game_->node_kind(state) == NodeKind::terminal
                    ? playout_.reward().of_terminal(*game_, state)
                    : playout_.reward().of_points(playout_.heuristic().evaluate(state));
      }
    }
    return playout_.run(state, rng);
  }

  /// max^n: every edge learns the reward of the player who chose it (paranoid: the others work against the searcher).
  void back_up(const Rewards& rewards) {
    [[maybe_unused]] const auto held = sharing_.hold();
    std::uint32_t available_begin = 0;
    for (Step& step : path_) {
      if constexpr (Sharing::kShared) {
        step.edge = tree_->find_edge(step.node, step.key);
        tree_->edge(step.edge).visits -= virtual_loss();
      }
      learning_.update(*tree_, step, available_begin, available_, reward_of(rewards, step.chooser));
      available_begin = step.available_end;
    }
    learning_.update_values(*tree_, path_, leaf_, game_->num_players());
    if (grave_.active()) learn_first_moves(rewards);
  }

  std::size_t depth() const { return path_.size(); }
  const Tree& tree() const { return *tree_; }
  /// Without the tree of another that it has joined.
  std::size_t bytes() const {
    return own_->bytes() + (spare_ ? spare_->bytes() : 0) + playout_.bytes() + grave_.bytes();
  }

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

  /// The upper part of the tree, for people; `root` is the information state it was searched from.
  std::vector<TreeRow> rows(const typename G::InformationState& root, const TreeLimits& limits, Rng& rng) const {
    const auto key = [this](const State& state, Action action) { return key_of(state, action); };
    return TreeRows(*game_, *tree_, observer_, params_, limits, key).rows(root, rng);
  }

 private:
  /// Exchangeable in the mover's knowledge is not exchangeable for one who sees everything.
  bool merges_classes() const { return params_.tree.classes && observer_ != kOmniscient; }

  Options<G> options_at(const State& state, [[maybe_unused]] Rng& rng) {
    if constexpr (View::kObservations) {
      if (game_->player_to_act(state) != player_) {
        return builder_.by_key(legal_, rng, [&](Action a) { return game_->visible_action(state, a, observer_).code; });
      }
    }
    if constexpr (HasActionClasses<G>) {
      if (merges_classes()) {
        return builder_.lowest_by_key(legal_, [&](Action a) { return game_->action_class(state, a); });
      }
    }
    return builder_.by_action(legal_);
  }

  void begin_path() {
    path_.clear();
    available_.clear();
    playout_.begin();
    if (grave_.active()) grave_.begin(tree_->root());
  }

  typename TreePolicy<G>::Choice choose(NodeId id, const State& state, const Options<G>& options, Rng& choices) {
    [[maybe_unused]] const auto held = sharing_.hold();
    if (grave_.active()) grave_.pass(id, tree_->node(id).visits);
    const auto choice = policy_.choose(*tree_, id, state, options, choices);
    if constexpr (Sharing::kShared) {
      if (choice.edge != kNoEdge) tree_->edge(choice.edge).visits += virtual_loss();
    }
    return choice;
  }

  /// Lets chance act, then goes to the child of what the observer has seen since `before`.
  NodeId follow(const Step& step, const State& before, Action action, State& state, Rng& rng) {
    const std::uint32_t result = game_->result_key(before, action, state, observer_);
    const std::uint32_t chance = resolve_chance(*game_, state, params_.chance.mode, observer_, rng);
    if (game_->node_kind(state) != NodeKind::decision) return kNoNode;
    const Player next = game_->player_to_act(state);

    [[maybe_unused]] const auto held = sharing_.hold();
    const EdgeId edge = Sharing::kShared ? tree_->find_edge(step.node, step.key) : step.edge;
    return tree_->follow(edge, outcome_key(*tree_, edge, result, chance, params_), next);
  }

  /// Makes the part below `id` the tree.
  void keep_subtree(NodeId id) {
    if (!spare_) spare_ = std::make_unique<Tree>(byte_limit_);
    spare_->copy_subtree(*tree_, id);
    std::swap(own_, spare_);
    tree_ = own_.get();
    grave_.clear();  // its numbers are by node, and nodes have moved
  }

  void learn_first_moves(const Rewards& rewards) {
    nodes_.clear();
    for (const Step& step : path_) nodes_.push_back(step.node);
    grave_.learn(nodes_, playout_.trace(), rewards);
  }

  std::uint32_t virtual_loss() const { return static_cast<std::uint32_t>(params_.parallel.virtual_loss); }

  float reward_of(const Rewards& rewards, Player chooser) const {
    if (params_.tree.backup == BackUp::maxn || chooser == player_) return rewards[static_cast<std::size_t>(chooser)];
    return 1 - rewards[static_cast<std::size_t>(player_)];
  }

  const G* game_;
  SearchParams params_;
  Playout<G> playout_;
  Grave grave_;
  TreePolicy<G> policy_;
  EdgeLearning learning_;
  OptionBuilder<G> builder_;
  std::size_t byte_limit_ = 0;
  std::unique_ptr<Tree> own_, spare_;
  Tree* tree_ = nullptr;  ///< its own or the one it has joined
  [[no_unique_address]] Sharing sharing_;
  Player player_ = 0;
  Observer observer_ = 0;
  ActionList<G> legal_;
  std::vector<Step> path_;
  std::vector<EdgeId> available_;
  std::vector<NodeId> nodes_;
  Rewards leaf_{};
};

}  // namespace atl
