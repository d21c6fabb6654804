/// One tree and one iteration of it: select and expand, simulate, back up. Shared by the searches that use one
/// observer's tree (so_ismcts.hpp, pimc.hpp, tree_parallel.hpp); they differ in where the worlds come from and in how
/// many threads work in the tree.
#pragma once

#include <algorithm>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "engine/core/game.hpp"
#include "search/chance.hpp"
#include "search/implicit_minimax.hpp"
#include "search/options.hpp"
#include "search/playout.hpp"
#include "search/root_statistics.hpp"
#include "search/tree_policy.hpp"
#include "search/tree_rows.hpp"

namespace atl {

/// The heuristic's values of a decision's options.
template <ImperfectInformationGame G>
class OptionPriors final : public Priors {
 public:
  OptionPriors(const HeuristicOf<G>& heuristic, const typename G::State& state, const ActionList<G>& actions)
      : heuristic_(&heuristic), state_(&state), actions_(&actions) {}
  void values(std::span<float> out) const override {
    if constexpr (HeuristicGame<G>) {
      heuristic_->scores(*state_, *actions_, out);
    } else {
      std::fill(out.begin(), out.end(), 0.5F);
    }
  }

 private:
  const HeuristicOf<G>* heuristic_;
  const typename G::State* state_;
  const ActionList<G>* actions_;
};

template <ImperfectInformationGame G>
class SingleTree {
 public:
  using State = typename G::State;

  SingleTree(const G& game, const SearchParams& params, std::size_t byte_limit, View view = View::actions)
      : game_(&game),
        params_(params),
        keys_(game, view, params.tree.classes),
        playout_(game, params, params.grave.visits > 0),
        policy_(params, HeuristicGame<G>, G::kMaxActions, byte_limit),
        implicit_(params.selection, game.num_players()) {
    const std::size_t fixed = playout_.bytes() + policy_.bytes();
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
    keys_.watch(player, observer);
    tree_->reset(player);
    clear_memory();
  }

  /// From now on others may work in this tree at the same time, once they have joined it. Whoever reads or writes the
  /// tree holds it; edges may move in between, so that steps find theirs again by key.
  void share() { used_by_ = &own_mutex_; }

  /// Works in the tree of `owner`, which is shared, until it joins again, with what it learns in playouts for itself.
  /// Requires that the owner is idle, and lives as long as this works.
  void join(SingleTree& owner) {
    keys_.watch(owner.keys_.seat(), owner.keys_.observer());
    tree_ = owner.tree_;
    used_by_ = owner.used_by_;
    clear_memory();
  }

  /// Makes the node behind what happened since the last decision the root: the events of `record`, a history from the
  /// start of the game, from index `from` on. Returns false, and leaves the tree as it was, if that node was never
  /// reached.
  bool advance(const std::vector<Action>& record, std::size_t from) {
    State state = game_->initial_state();
    for (std::size_t i = 0; i < from; ++i) game_->apply(state, record[i]);
    NodeId id = tree_->root();
    for (std::size_t i = from; i < record.size() && id != kNoNode;) id = node_behind(id, state, record, i);
    if (id == kNoNode || tree_->node(id).mover != keys_.seat()) return false;
    if (!spare_) spare_ = std::make_unique<Tree>(byte_limit_);
    spare_->copy_subtree(*tree_, id);
    std::swap(own_, spare_);
    tree_ = own_.get();
    policy_.clear();  // first moves are counted by node, and nodes have moved
    return true;
  }

  /// Descends in `state` to the first new edge (or the end of the game, or of the memory) and leaves `state` behind it.
  void select_and_expand(State& state, Rng& choices, Rng& chance) {
    path_.clear();
    playout_.begin();
    policy_.begin(tree_->root());
    NodeId id = tree_->root();
    while (id != kNoNode && game_->node_kind(state) == NodeKind::decision) {
      game_->legal_actions(state, legal_);
      const Options<G> options = keys_.options(state, legal_, choices);
      const Choice choice = choose(id, state, options, choices);
      if (!choice.is_made()) return;
      const Action action = (*options.actions)[choice.option];
      const State before = state;
      game_->apply(state, action);
      if (choice.expanded) return;
      id = follow(path_.back(), before, action, state, chance);
    }
  }

  Rewards simulate(State& state, Rng& rng) {
    if constexpr (HeuristicGame<G>) {
      if (implicit_.active()) {
        leaf_ = game_->node_kind(state) == NodeKind::terminal
                    ? playout_.reward().of_terminal(*game_, state)
                    : playout_.reward().of_points(playout_.heuristic().evaluate(state));
      }
    }
    return playout_.run(state, rng);
  }

  /// Every edge of the path learns the reward of the player who chose it.
  void back_up(const Rewards& rewards) {
    const auto held = hold();
    if (is_shared()) take_back_virtual_losses();
    policy_.learn(path_, credited(rewards, params_.tree.backup, keys_.seat(), game_->num_players()));
    if (implicit_.active()) implicit_.back_up(path_, leaf_);
    if (policy_.learns_first_moves()) {
      nodes_.clear();
      for (const Step& step : path_) nodes_.push_back(step.node);
      policy_.learn_first_moves(nodes_, playout_.moves(), rewards);
    }
  }

  std::size_t depth() const { return path_.size(); }
  const Tree& tree() const { return *tree_; }
  /// Without the tree of another that it has joined.
  std::size_t bytes() const {
    return own_->bytes() + (spare_ ? spare_->bytes() : 0) + playout_.bytes() + policy_.bytes();
  }

  /// Adds what the tree has found to `out`, whose actions are legal at the root; `world` is any world of the root.
  void collect(const State& world, RootStatistics& out) const {
    out.add_root(*tree_, [&](Action action) { return keys_.of(world, action); });
    out.nodes += tree_->num_nodes();
    out.principal_variation = most_visited_line(*tree_);
  }

  /// The upper part of the tree, for people; `root` is the information state it was searched from.
  std::vector<TreeRow> rows(const typename G::InformationState& root, const TreeLimits& limits, Rng& rng) const {
    return tree_rows(*game_, *tree_, keys_, params_.chance, root, limits, rng);
  }

 private:
  bool is_shared() const { return used_by_ != nullptr; }
  std::unique_lock<std::mutex> hold() const {
    return is_shared() ? std::unique_lock(*used_by_) : std::unique_lock<std::mutex>();
  }

  void clear_memory() {
    policy_.clear();
    playout_.clear_memory();
  }

  /// An edge for the mover at node `id`, and the step of the path.
  Choice choose(NodeId id, const State& state, const Options<G>& options, Rng& rng) {
    const Player chooser = game_->player_to_act(state);
    const OptionPriors<G> priors(playout_.heuristic(), state, *options.actions);
    const auto held = hold();
    const Choice choice = policy_.choose(*tree_, id, options.key_span(), options.action_span(), priors, rng);
    if (!choice.is_made()) return choice;
    if (is_shared()) tree_->edge(choice.edge).visits += virtual_loss();
    path_.push_back({.tree = tree_,
                     .node = id,
                     .edge = choice.edge,
                     .key = (*options.keys)[choice.option].code,
                     .chooser = chooser,
                     .probability = choice.probability});
    playout_.note(chooser, (*options.actions)[choice.option]);
    return choice;
  }

  /// Lets chance act, then goes to the child of what the observer has seen since `before`.
  NodeId follow(const Step& step, const State& before, Action action, State& state, Rng& rng) {
    const std::uint32_t result = game_->result_key(before, action, state, keys_.observer());
    std::uint32_t chance = 0;
    resolve_chance(*game_, state, params_.chance.mode, rng, [&](const State& at, Action outcome) {
      chance = Tree::combine_keys(chance, game_->result_key(at, outcome, state, keys_.observer()));
    });
    if (game_->node_kind(state) != NodeKind::decision) return kNoNode;
    const Player next = game_->player_to_act(state);
    const auto held = hold();
    const EdgeId edge = is_shared() ? tree_->find_edge(step.node, step.key) : step.edge;
    return tree_->follow(edge, outcome_key(*tree_, edge, result, chance, params_.chance), next);
  }

  /// The child of `id` behind the action record[i] and the chance events after it, all of which are applied and passed;
  /// kNoNode if it was never reached.
  NodeId node_behind(NodeId id, State& state, const std::vector<Action>& record, std::size_t& i) const {
    const State before = state;
    const Action action = record[i++];
    const EdgeId edge = tree_->find_edge(id, keys_.of(before, action));
    if (edge == kNoEdge) return kNoNode;
    game_->apply(state, action);
    const std::uint32_t result = game_->result_key(before, action, state, keys_.observer());
    std::uint32_t chance = 0;
    while (i < record.size() && game_->node_kind(state) == NodeKind::chance) {
      const State at = state;
      const Action outcome = record[i++];
      game_->apply(state, outcome);
      if (params_.chance.mode == ChanceMode::open_loop) continue;
      chance = Tree::combine_keys(chance, game_->result_key(at, outcome, state, keys_.observer()));
    }
    if (game_->node_kind(state) != NodeKind::decision) return kNoNode;
    return tree_->peek(edge, outcome_key(*tree_, edge, result, chance, params_.chance), game_->player_to_act(state));
  }

  std::uint32_t virtual_loss() const { return static_cast<std::uint32_t>(params_.parallel.virtual_loss); }
  void take_back_virtual_losses() {
    for (Step& step : path_) {
      step.edge = tree_->find_edge(step.node, step.key);
      tree_->edge(step.edge).visits -= virtual_loss();
    }
  }

  const G* game_;
  SearchParams params_;
  EdgeKeys<G> keys_;
  Playout<G> playout_;
  TreePolicy policy_;
  ImplicitMinimax implicit_;
  std::size_t byte_limit_ = 0;
  std::unique_ptr<Tree> own_, spare_;
  Tree* tree_ = nullptr;  ///< its own or the one it has joined
  std::mutex own_mutex_;
  std::mutex* used_by_ = nullptr;  ///< null: nobody else works in the tree
  ActionList<G> legal_;
  std::vector<Step> path_;
  std::vector<NodeId> nodes_;  ///< of the path
  Rewards leaf_{};
};

}  // namespace atl
