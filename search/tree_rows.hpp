/// A tree as rows for people: the part above a depth and a number of visits, most visited first. Nodes hold no states,
/// so that actions get their tokens from worlds of the root that are led down the tree; what none of them meets keeps
/// its code.
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/game.hpp"
#include "search/chance.hpp"
#include "search/report.hpp"
#include "search/tree.hpp"

namespace atl {

/// `key_of(state, action)`: the key of an action's edge in this tree, which is that of `observer`.
template <ImperfectInformationGame G, class KeyOf>
class TreeRows {
 public:
  using State = typename G::State;

  TreeRows(const G& game, const Tree& tree, Observer observer, const SearchParams& params, const TreeLimits& limits,
           KeyOf key_of)
      : game_(&game), tree_(&tree), observer_(observer), params_(params), limits_(limits), key_of_(key_of) {}

  /// The rows, named with the help of worlds of `root`, the information state that the tree was searched from.
  std::vector<TreeRow> rows(const typename G::InformationState& root, Rng& rng) {
    for (int i = 0; i < limits_.worlds; ++i) name(tree_->root(), root.sample(rng), 1, rng);
    list(tree_->root(), 1, 0);
    return std::move(rows_);
  }

 private:
  bool is_shown(EdgeId edge) const { return edge != kNoEdge && tree_->edge(edge).visits >= limits_.min_visits; }

  /// Names the edges at and below `id` that can be met in `state`.
  void name(NodeId id, const State& state, int depth, Rng& rng) {
    ActionList<G> legal;
    game_->legal_actions(state, legal);
    std::map<std::uint32_t, int> alike;  // actions by edge key
    for (const Action action : legal) ++alike[key_of_(state, action)];
    for (const Action action : legal) {
      const auto group = alike.find(key_of_(state, action));
      if (group == alike.end()) continue;  // the lowest of the group stands for it
      const EdgeId edge = tree_->find_edge(id, group->first);
      const int others = group->second - 1;
      alike.erase(group);
      if (!is_shown(edge)) continue;
      if (!actions_.contains(edge)) actions_[edge] = name_of(state, action, others);
      if (depth < limits_.depth) descend(edge, state, action, depth, rng);
    }
  }

  void descend(EdgeId edge, const State& before, Action action, int depth, Rng& rng) {
    State state = before;
    game_->apply(state, action);
    const std::uint32_t result = game_->result_key(before, action, state, observer_);
    std::string text = result != 0 ? "result " + std::to_string(result) : "";
    std::uint32_t chance = 0;
    while (game_->node_kind(state) == NodeKind::chance) {
      const State at = state;
      const Action outcome = game_->sample_chance(at, rng);
      game_->apply(state, outcome);
      const std::uint32_t seen = game_->result_key(at, outcome, state, observer_);
      if (params_.chance.mode == ChanceMode::open_loop || seen == 0) continue;
      chance = Tree::combine_keys(chance, seen);
      text += (text.empty() ? "" : " ") + game_->token(at, outcome);
    }
    if (game_->node_kind(state) != NodeKind::decision) return;
    const std::uint32_t kept = kept_chance(*tree_, edge, result, chance, params_);
    const NodeId child = tree_->peek(edge, Tree::combine_keys(result, kept), game_->player_to_act(state));
    if (child == kNoNode) return;
    outcomes_.try_emplace({edge, child}, kept == chance ? text : "rare outcomes");
    name(child, state, depth + 1, rng);
  }

  std::string name_of(const State& state, Action action, int others) const {
    const Action visible = game_->visible_action(state, action, observer_);
    const bool is_unseen = visible != action && key_of_(state, action) == visible.code;
    std::string text = is_unseen ? "(unseen)" : game_->token(state, action);
    if (others > 0 && !is_unseen) text += " (+" + std::to_string(others) + " alike)";
    return text;
  }

  void list(NodeId id, int depth, int level) {
    const Node& node = tree_->node(id);
    std::vector<EdgeId> edges;
    for (EdgeId e = node.first; e < node.first + node.size; ++e) {
      if (is_shown(e)) edges.push_back(e);
    }
    std::stable_sort(edges.begin(), edges.end(),
                     [this](EdgeId a, EdgeId b) { return tree_->edge(a).visits > tree_->edge(b).visits; });
    for (const EdgeId e : edges) {
      const Edge& edge = tree_->edge(e);
      const auto named = actions_.find(e);
      rows_.push_back({.level = level,
                       .is_outcome = false,
                       .mover = node.mover,
                       .text = named != actions_.end() ? named->second : "action " + std::to_string(edge.key),
                       .visits = edge.visits,
                       .availability = edge.availability,
                       .mean = edge.visits > 0 ? static_cast<double>(edge.sum) / edge.visits : 0});
      if (depth < limits_.depth) list_children(e, depth, level);
    }
  }

  void list_children(EdgeId edge, int depth, int level) {
    std::vector<NodeId> children;
    tree_->for_each_child(edge, [&](NodeId child) {
      if (tree_->node(child).visits >= limits_.min_visits) children.push_back(child);
    });
    std::stable_sort(children.begin(), children.end(),
                     [this](NodeId a, NodeId b) { return tree_->node(a).visits > tree_->node(b).visits; });
    for (const NodeId child : children) {
      if (child == tree_->edge(edge).child) {  // nothing was learnt beyond the action
        list(child, depth + 1, level + 1);
        continue;
      }
      const auto named = outcomes_.find({edge, child});
      rows_.push_back({.level = level + 1,
                       .is_outcome = true,
                       .mover = tree_->node(child).mover,
                       .text = named != outcomes_.end() && !named->second.empty() ? named->second : "another result",
                       .visits = tree_->node(child).visits});
      list(child, depth + 1, level + 2);
    }
  }

  const G* game_;
  const Tree* tree_;
  Observer observer_;
  SearchParams params_;
  TreeLimits limits_;
  KeyOf key_of_;
  std::map<EdgeId, std::string> actions_;
  std::map<std::pair<EdgeId, NodeId>, std::string> outcomes_;
  std::vector<TreeRow> rows_;
};

}  // namespace atl
