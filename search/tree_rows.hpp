/// A tree as rows for people: the part above a depth and a number of visits, most visited first. Nodes hold no states,
/// so that actions get their tokens from worlds of the root that are led down the tree; what none of them meets keeps
/// its code.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/game.hpp"
#include "search/chance.hpp"
#include "search/options.hpp"
#include "search/report.hpp"
#include "search/tree.hpp"

namespace atl {

/// Names of a tree's edges and results, and the rows that bear them.
class TreeListing {
 public:
  TreeListing(const Tree& tree, const TreeLimits& limits) : tree_(&tree), limits_(limits) {}

  const TreeLimits& limits() const { return limits_; }
  bool is_shown(EdgeId edge) const { return edge != kNoEdge && tree_->edge(edge).visits >= limits_.min_visits; }
  bool has_name(EdgeId edge) const { return actions_.contains(edge); }
  void name(EdgeId edge, std::string text) { actions_[edge] = std::move(text); }
  void name_result(EdgeId edge, NodeId child, std::string text) {
    results_.try_emplace({edge, child}, std::move(text));
  }

  std::vector<TreeRow> rows();

 private:
  void list(NodeId id, int depth, int level);
  void list_children(EdgeId edge, int depth, int level);

  const Tree* tree_;
  TreeLimits limits_;
  std::map<EdgeId, std::string> actions_;
  std::map<std::pair<EdgeId, NodeId>, std::string> results_;
  std::vector<TreeRow> rows_;
};

namespace detail {

/// Leads worlds down a tree and names what they meet.
template <ImperfectInformationGame G>
class TreeNamer {
 public:
  using State = typename G::State;

  TreeNamer(const G& game, const Tree& tree, const EdgeKeys<G>& keys, const ChanceParams& chance, TreeListing& listing)
      : game_(&game), tree_(&tree), keys_(&keys), chance_(chance), listing_(&listing) {}

  /// Names the edges at and below `id` that can be met in `state`.
  void name(NodeId id, const State& state, int depth, Rng& rng) {
    ActionList<G> legal;
    game_->legal_actions(state, legal);
    std::map<std::uint32_t, int> alike;  // actions by edge key
    for (const Action action : legal) ++alike[keys_->of(state, action)];
    for (const Action action : legal) {
      const auto group = alike.find(keys_->of(state, action));
      if (group == alike.end()) continue;  // the lowest of the group stands for it
      const EdgeId edge = tree_->find_edge(id, group->first);
      const int others = group->second - 1;
      alike.erase(group);
      if (!listing_->is_shown(edge)) continue;
      if (!listing_->has_name(edge)) listing_->name(edge, name_of(state, action, others));
      if (depth < listing_->limits().depth) descend(edge, state, action, depth, rng);
    }
  }

 private:
  void descend(EdgeId edge, const State& before, Action action, int depth, Rng& rng) {
    State state = before;
    game_->apply(state, action);
    const std::uint32_t result = game_->result_key(before, action, state, keys_->observer());
    std::string text = result != 0 ? "result " + std::to_string(result) : "";
    std::uint32_t chance = 0;
    resolve_chance(*game_, state, chance_.mode, rng, [&](const State& at, Action outcome) {
      const std::uint32_t seen = game_->result_key(at, outcome, state, keys_->observer());
      if (seen == 0) return;
      chance = Tree::combine_keys(chance, seen);
      text += (text.empty() ? "" : " ") + game_->token(at, outcome);
    });
    if (game_->node_kind(state) != NodeKind::decision) return;
    const std::uint32_t kept = kept_chance(*tree_, edge, result, chance, chance_);
    const NodeId child = tree_->peek(edge, Tree::combine_keys(result, kept), game_->player_to_act(state));
    if (child == kNoNode) return;
    listing_->name_result(edge, child, kept == chance ? text : "rare outcomes");
    name(child, state, depth + 1, rng);
  }

  std::string name_of(const State& state, Action action, int others) const {
    const Action visible = game_->visible_action(state, action, keys_->observer());
    const bool is_unseen = visible != action && keys_->of(state, action) == visible.code;
    std::string text = is_unseen ? "(unseen)" : game_->token(state, action);
    if (others > 0 && !is_unseen) text += " (+" + std::to_string(others) + " alike)";
    return text;
  }

  const G* game_;
  const Tree* tree_;
  const EdgeKeys<G>* keys_;
  ChanceParams chance_;
  TreeListing* listing_;
};

}  // namespace detail

/// The rows of a tree with these keys, named with the help of worlds of `root`, the information state that it was
/// searched from.
template <ImperfectInformationGame G>
std::vector<TreeRow> tree_rows(const G& game, const Tree& tree, const EdgeKeys<G>& keys, const ChanceParams& chance,
                               const typename G::InformationState& root, const TreeLimits& limits, Rng& rng) {
  TreeListing listing(tree, limits);
  detail::TreeNamer<G> namer(game, tree, keys, chance, listing);
  for (int i = 0; i < limits.worlds; ++i) namer.name(tree.root(), root.sample(rng), 1, rng);
  return listing.rows();
}

}  // namespace atl
