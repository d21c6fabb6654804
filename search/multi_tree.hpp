/// One tree per seat, all descending together in one world: the mover's tree chooses, every other tree follows what
/// its own seat perceived. Shared by mo_ismcts.hpp and ris_mcts.hpp, which differ in where worlds come from and in
/// which trees learn from them.
///
/// A tree that does not learn is only read: its seat plays its average strategy so far (an action in proportion to its
/// visits). A few visits are no strategy: with fewer than `kTrustedVisits` per option the seat chooses as it would in a
/// playout. Either way the learning trees go on below its choice.
#pragma once

#include <algorithm>
#include <array>
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
    std::array<bool, kMaxSeats> learns{};
  };

  MultiTree(const G& game, const SearchParams& params, std::size_t byte_limit)
      : game_(&game),
        params_(params),
        playout_(game, params),
        policy_(params, playout_.heuristic()),
        learning_(params) {
    const auto n = static_cast<std::size_t>(game.num_players());
    const std::size_t left = std::max(byte_limit, playout_.bytes()) - playout_.bytes();
    for (std::size_t i = 0; i <= n; ++i) trees_.push_back(std::make_unique<Tree>(left / (n + 1)));
    path_.reserve(256);
    followed_.reserve(1024);
  }
  MultiTree(const MultiTree&) = delete;
  MultiTree& operator=(const MultiTree&) = delete;

  void reset(Player player, Observer observer) {
    player_ = player;
    observer_ = observer;
    for (const auto& tree : trees_) tree->reset(player);
    playout_.clear_memory();
  }

  void select_and_expand(State& state, const Roles& roles, Rng& choices, Rng& chance) {
    path_.clear();
    followed_.clear();
    available_.clear();
    playout_.begin();
    const auto n = static_cast<std::size_t>(game_->num_players());
    std::array<NodeId, kMaxSeats> at{};
    for (std::size_t seat = 0; seat < n; ++seat) at[seat] = tree_of(seat, roles).root();

    while (game_->node_kind(state) == NodeKind::decision) {
      const Player mover = game_->player_to_act(state);
      const auto m = static_cast<std::size_t>(mover);
      if (roles.learns[m] && at[m] == kNoNode) return;
      Tree& tree = tree_of(m, roles);
      game_->legal_actions(state, legal_);
      const Options<G> options = options_at(state, choices);
      const auto choice = roles.learns[m] ? policy_.choose(tree, at[m], state, options, choices)
                                          : average_choice(tree, at[m], options, choices);
      if (roles.learns[m] && choice.edge == kNoEdge) return;

      const Action action =
          choice.edge != kNoEdge ? (*options.actions)[choice.option] : playout_.choose_by_policy(state, choices);
      if (roles.learns[m]) {
        path_.push_back(
            {.tree = &tree,
             .step = {.edge = choice.edge, .node = at[m], .chooser = mover, .probability = choice.probability}});
        policy_.note_available(path_.back().step, available_);
      }
      playout_.note(mover, action);
      const State before = state;
      game_->apply(state, action);
      std::array<EdgeId, kMaxSeats> edges{};
      for (std::size_t seat = 0; seat < n; ++seat) {
        edges[seat] = seat == m ? choice.edge : edge_seen(seat, at[seat], before, action, mover, roles);
      }
      if (choice.expanded) return;
      follow(at, edges, before, action, state, roles, chance);
    }
  }

  Rewards simulate(State& state, Rng& rng) { return playout_.run(state, rng); }

  void back_up(const Rewards& rewards) {
    std::uint32_t available_begin = 0;
    for (const TreeStep& at : path_) {
      learning_.update(*at.tree, at.step, available_begin, available_, reward_of(rewards, at.step.chooser));
      available_begin = at.step.available_end;
    }
    for (const Followed& at : followed_) {
      Edge& edge = at.tree->edge(at.edge);
      ++edge.visits;
      ++edge.availability;
      learning_.add_reward(edge, reward_of(rewards, at.mover));
    }
  }

  std::size_t depth() const { return path_.size(); }
  const Tree& tree(std::size_t seat) const { return *trees_[seat]; }
  std::uint64_t num_nodes() const {
    std::uint64_t sum = 0;
    for (const auto& tree : trees_) sum += tree->num_nodes();
    return sum;
  }
  std::size_t bytes() const {
    std::size_t sum = playout_.bytes();
    for (const auto& tree : trees_) sum += tree->bytes();
    return sum;
  }

  /// Adds the numbers at the root of the searching seat's tree to `out`; `world` is any world of the root.
  void collect(const State& world, RootStatistics& out) const {
    const Tree& tree = *trees_[static_cast<std::size_t>(player_)];
    for (RootAction& a : out.actions) {
      const std::uint32_t key = mover_key(world, a.action);
      std::uint32_t group = 0;
      a.lowest = true;
      for (const RootAction& b : out.actions) {
        if (mover_key(world, b.action) != key) continue;
        if (b.action < a.action) a.lowest = false;
        ++group;
      }
      a.group = group;
      const EdgeId id = tree.find_edge(tree.root(), key);
      if (id == kNoEdge) continue;
      a.visits += tree.edge(id).visits;
      a.availability += tree.edge(id).availability;
      a.sum += tree.edge(id).sum;
    }
  }

  /// The most visited line of the searching seat's tree.
  std::vector<Action> principal_variation() const {
    return most_visited_line(*trees_[static_cast<std::size_t>(player_)]);
  }

  /// The upper part of the searching seat's tree, for people; `root` is the information state it was searched from.
  std::vector<TreeRow> rows(const typename G::InformationState& root, const TreeLimits& limits, Rng& rng) const {
    const auto key = [this](const State& state, Action action) {
      return game_->player_to_act(state) == player_ ? mover_key(state, action)
                                                    : game_->visible_action(state, action, observer_).code;
    };
    return TreeRows(*game_, *trees_[static_cast<std::size_t>(player_)], observer_, params_, limits, key)
        .rows(root, rng);
  }

 private:
  struct TreeStep {
    Tree* tree;
    Step step;
  };
  struct Followed {
    Tree* tree;
    EdgeId edge;
    Player mover;
  };

  Tree& tree_of(std::size_t seat, const Roles& roles) const {
    return *trees_[roles.hypothetical && seat == static_cast<std::size_t>(player_) ? trees_.size() - 1 : seat];
  }
  Observer observer_of(std::size_t seat) const {
    return seat == static_cast<std::size_t>(player_) ? observer_ : static_cast<Observer>(seat);
  }

  std::uint32_t mover_key(const State& state, Action action) const {
    if constexpr (HasActionClasses<G>) {
      if (merges_classes(state)) return game_->action_class(state, action);
    }
    return action.code;
  }
  bool merges_classes(const State& state) const {
    return params_.tree.classes && observer_of(static_cast<std::size_t>(game_->player_to_act(state))) != kOmniscient;
  }

  Options<G> options_at(const State& state, [[maybe_unused]] Rng& rng) {
    if constexpr (HasActionClasses<G>) {
      if (merges_classes(state)) {
        return builder_.lowest_by_key(legal_, [&](Action a) { return game_->action_class(state, a); });
      }
    }
    return builder_.by_action(legal_);
  }

  /// An option by the average strategy of a seat that does not learn; kNoEdge where its tree knows too little.
  typename TreePolicy<G>::Choice average_choice(Tree& tree, NodeId id, const Options<G>& options, Rng& rng) {
    if (id == kNoNode || tree.node(id).visits < kTrustedVisits * options.actions->size()) return {};
    return policy_.sample(tree, id, options, rng);
  }

  /// The edge that `seat`, who is not the mover, saw: made if its tree learns and lacks it.
  EdgeId edge_seen(std::size_t seat, NodeId id, const State& before, Action action, Player mover, const Roles& roles) {
    if (id == kNoNode) return kNoEdge;
    Tree& tree = tree_of(seat, roles);
    const std::uint32_t key = game_->visible_action(before, action, observer_of(seat)).code;
    EdgeId edge = tree.find_edge(id, key);
    if (!roles.learns[seat]) return edge;
    if (edge == kNoEdge) edge = tree.add_edge(id, key);
    if (edge != kNoEdge) {
      ++tree.node(id).visits;
      followed_.push_back({.tree = &tree, .edge = edge, .mover = mover});
    }
    return edge;
  }

  /// Lets chance act, then moves every seat to the child of what it has seen since `before`.
  void follow(std::array<NodeId, kMaxSeats>& at, const std::array<EdgeId, kMaxSeats>& edges, const State& before,
              Action action, State& state, const Roles& roles, Rng& rng) {
    const auto n = static_cast<std::size_t>(game_->num_players());
    PerSeat<std::uint32_t> results{}, chance{};
    for (std::size_t seat = 0; seat < n; ++seat) {
      results[seat] = game_->result_key(before, action, state, observer_of(seat));
    }
    if (params_.chance.mode == ChanceMode::open_loop) {
      play_chance(*game_, state, rng);
    } else {
      while (game_->node_kind(state) == NodeKind::chance) {
        const State before_chance = state;
        const Action outcome = game_->sample_chance(before_chance, rng);
        game_->apply(state, outcome);
        for (std::size_t seat = 0; seat < n; ++seat) {
          chance[seat] =
              Tree::combine_keys(chance[seat], game_->result_key(before_chance, outcome, state, observer_of(seat)));
        }
      }
    }
    if (game_->node_kind(state) != NodeKind::decision) return;
    const Player next = game_->player_to_act(state);
    for (std::size_t seat = 0; seat < n; ++seat) {
      if (edges[seat] == kNoEdge) {
        at[seat] = kNoNode;
        continue;
      }
      Tree& tree = tree_of(seat, roles);
      const std::uint32_t key = outcome_key(tree, edges[seat], results[seat], chance[seat], params_);
      at[seat] = roles.learns[seat] ? tree.follow(edges[seat], key, next) : tree.peek(edges[seat], key, next);
    }
  }

  float reward_of(const Rewards& rewards, Player chooser) const {
    if (params_.tree.backup == BackUp::maxn || chooser == player_) return rewards[static_cast<std::size_t>(chooser)];
    return 1 - rewards[static_cast<std::size_t>(player_)];
  }

  const G* game_;
  SearchParams params_;
  Playout<G> playout_;
  TreePolicy<G> policy_;
  EdgeLearning learning_;
  OptionBuilder<G> builder_;
  std::vector<std::unique_ptr<Tree>> trees_;  ///< by seat, then the hypothetical one
  Player player_ = 0;
  Observer observer_ = 0;
  ActionList<G> legal_;
  std::vector<TreeStep> path_;
  std::vector<Followed> followed_;
  std::vector<EdgeId> available_;
};

}  // namespace atl
