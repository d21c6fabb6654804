/// One tree per seat, all descending together in one world: the mover's tree chooses, every other tree follows what
/// its own seat perceived. Shared by mo_ismcts.hpp and ris_mcts.hpp, which differ in where worlds come from and in
/// which trees learn from them.
///
/// A tree that does not learn is only read: its seat plays its average strategy so far (an action in proportion to its
/// visits). A few visits are no strategy: with fewer than `kTrustedVisits` per option the seat chooses as it would in a
/// playout. Either way the learning trees go on below its choice.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "search/single_tree.hpp"

namespace atl {

template <ImperfectInformationGame G>
class MultiTree {
 public:
  using State = typename G::State;
  static constexpr std::uint32_t kTrustedVisits = 2;

  /// Which trees take part and learn. `hypothetical`: the searching seat uses a second tree of its own, for worlds in
  /// which its secrets may be others than they are.
  struct Roles {
    bool hypothetical = false;
    PerSeat<bool> learns{};
  };

  MultiTree(const G& game, const SearchParams& params, std::size_t byte_limit)
      : game_(&game),
        params_(params),
        keys_(static_cast<std::size_t>(game.num_players()), EdgeKeys<G>(game, View::observations, params.tree.classes)),
        playout_(game, params, false),
        policy_(without_first_moves(params), HeuristicGame<G>, G::kMaxActions, 0) {
    const auto n = static_cast<std::size_t>(game.num_players());
    const std::size_t left = std::max(byte_limit, playout_.bytes()) - playout_.bytes();
    for (std::size_t i = 0; i <= n; ++i) trees_.push_back(std::make_unique<Tree>(left / (n + 1)));
    path_.reserve(256);
    followed_.reserve(1024);
  }
  MultiTree(const MultiTree&) = delete;
  MultiTree& operator=(const MultiTree&) = delete;

  /// New, empty trees for a decision of `player`, seen by `observer`.
  void reset(Player player, Observer observer) {
    player_ = player;
    for (const Player seat : all_seats()) keys_[seat.index()].watch(seat, seat == player ? observer : Observer(seat));
    for (const auto& tree : trees_) tree->reset(player);
    playout_.clear_memory();
  }

  /// Of the iterations to come.
  void assign(const Roles& roles) { roles_ = roles; }

  void select_and_expand(State& state, Rng& choices, Rng& chance) {
    path_.clear();
    followed_.clear();
    playout_.begin();
    policy_.begin(tree_of(player_).root());
    for (const Player seat : all_seats()) at_[seat] = tree_of(seat).root();
    while (game_->node_kind(state) == NodeKind::decision) {
      const Player mover = game_->player_to_act(state);
      if (roles_.learns[mover] && at_[mover] == kNoNode) return;
      game_->legal_actions(state, legal_);
      const Options<G> options = keys_[mover.index()].options(state, legal_, choices);
      const Choice choice = choose(mover, state, options, choices);
      if (roles_.learns[mover] && !choice.is_made()) return;
      const Action action =
          choice.is_made() ? (*options.actions)[choice.option] : playout_.choose_by_policy(state, choices);
      playout_.note(mover, action);
      const State before = state;
      game_->apply(state, action);
      PerSeat<EdgeId> edges{};
      for (const Player seat : all_seats()) {
        edges[seat] = seat == mover ? choice.edge : edge_seen(seat, before, action, mover);
      }
      if (choice.expanded) return;
      follow(edges, before, action, state, chance);
    }
  }

  Rewards simulate(State& state, Rng& rng) { return playout_.run(state, rng); }

  void back_up(const Rewards& rewards) {
    const Rewards earned = credited(rewards, params_.tree.backup, player_, game_->num_players());
    policy_.learn(path_, earned);
    for (const Followed& at : followed_) policy_.learn_seen(at.tree->edge(at.edge), earned[at.mover]);
  }

  std::size_t depth() const { return path_.size(); }
  const Tree& tree(Player seat) const { return *trees_[seat.index()]; }
  std::size_t bytes() const {
    std::size_t sum = playout_.bytes();
    for (const auto& tree : trees_) sum += tree->bytes();
    return sum;
  }

  /// Adds what the searching seat's tree has found to `out`; `world` is any world of the root.
  void collect(const State& world, RootStatistics& out) const {
    out.add_root(tree(player_), [&](Action action) { return keys_[player_.index()].of(world, action); });
    for (const auto& tree : trees_) out.nodes += tree->num_nodes();
    out.principal_variation = most_visited_line(tree(player_));
  }

  /// The upper part of the searching seat's tree, for people; `root` is the information state it was searched from.
  std::vector<TreeRow> rows(const typename G::InformationState& root, const TreeLimits& limits, Rng& rng) const {
    return tree_rows(*game_, tree(player_), keys_[player_.index()], params_.chance, root, limits, rng);
  }

 private:
  struct Followed {
    Tree* tree;
    EdgeId edge;
    Player mover;
  };

  static SearchParams without_first_moves(SearchParams params) {
    params.grave = {};
    return params;
  }

  Seats all_seats() const { return seats(game_->num_players()); }
  Tree& tree_of(Player seat) const {
    return *(roles_.hypothetical && seat == player_ ? trees_.back() : trees_[seat.index()]);
  }

  /// The mover's choice in its tree: an edge and the step of the path if it learns; else by its average strategy, and
  /// none where its tree knows too little.
  Choice choose(Player mover, const State& state, const Options<G>& options, Rng& rng) {
    Tree& tree = tree_of(mover);
    const NodeId id = at_[mover];
    if (!roles_.learns[mover]) {
      if (id == kNoNode || tree.node(id).visits < kTrustedVisits * options.actions->size()) return {};
      return policy_.sample(tree, id, options.key_span(), rng);
    }
    const OptionPriors<G> priors(playout_.heuristic(), state, *options.actions);
    const Choice choice = policy_.choose(tree, id, options.key_span(), options.action_span(), priors, rng);
    if (choice.is_made()) {
      path_.push_back(
          {.tree = &tree, .node = id, .edge = choice.edge, .chooser = mover, .probability = choice.probability});
    }
    return choice;
  }

  /// The edge that `seat`, who is not the mover, saw: made if its tree learns and lacks it.
  EdgeId edge_seen(Player seat, const State& before, Action action, Player mover) {
    const NodeId id = at_[seat];
    if (id == kNoNode) return kNoEdge;
    Tree& tree = tree_of(seat);
    const std::uint32_t key = keys_[seat.index()].of(before, action);
    EdgeId edge = tree.find_edge(id, key);
    if (!roles_.learns[seat]) return edge;
    if (edge == kNoEdge) edge = tree.add_edge(id, key);
    if (edge != kNoEdge) {
      ++tree.node(id).visits;
      followed_.push_back({.tree = &tree, .edge = edge, .mover = mover});
    }
    return edge;
  }

  /// Lets chance act, then moves every seat to the child of what it has seen since `before`.
  void follow(const PerSeat<EdgeId>& edges, const State& before, Action action, State& state, Rng& rng) {
    PerSeat<std::uint32_t> results{}, chance{};
    const auto observer = [this](Player seat) { return keys_[seat.index()].observer(); };
    for (const Player seat : all_seats()) results[seat] = game_->result_key(before, action, state, observer(seat));
    resolve_chance(*game_, state, params_.chance.mode, rng, [&](const State& at, Action outcome) {
      for (const Player seat : all_seats()) {
        chance[seat] = Tree::combine_keys(chance[seat], game_->result_key(at, outcome, state, observer(seat)));
      }
    });
    if (game_->node_kind(state) != NodeKind::decision) return;
    const Player next = game_->player_to_act(state);
    for (const Player seat : all_seats()) {
      at_[seat] = kNoNode;
      if (edges[seat] == kNoEdge) continue;
      Tree& tree = tree_of(seat);
      const std::uint32_t key = outcome_key(tree, edges[seat], results[seat], chance[seat], params_.chance);
      at_[seat] = roles_.learns[seat] ? tree.follow(edges[seat], key, next) : tree.peek(edges[seat], key, next);
    }
  }

  const G* game_;
  SearchParams params_;
  std::vector<EdgeKeys<G>> keys_;  ///< [seat]
  Playout<G> playout_;
  TreePolicy policy_;
  std::vector<std::unique_ptr<Tree>> trees_;  ///< [seat], then the hypothetical one
  Player player_;
  Roles roles_;
  PerSeat<NodeId> at_{};  ///< where the iteration is in each seat's tree
  ActionList<G> legal_;
  std::vector<Step> path_;
  std::vector<Followed> followed_;
};

}  // namespace atl
