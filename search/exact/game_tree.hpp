/// Small games in extensive form: every history of a game as one node, with the information sets of the players to act.
/// The yardstick of the search: best responses, equilibria and exact PIMC play (the other headers of this folder) are
/// computed on it. For games with millions of histories at most; see belief_expectimax.hpp for larger ones in which
/// the players have no secrets from each other.
///
///   nodes    0 is the root; the children of a node stand side by side, behind it:  c, c+1, ..., c+n-1
///   slots    one per (information set, action), the sets one after the other: a Policy is a number per slot
///
/// Because children come after their parents, a loop over the nodes goes down the tree, a loop backwards goes up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/game.hpp"

namespace atl::exact {

using NodeIndex = std::uint32_t;
using SetIndex = std::uint32_t;

/// What a finished game is worth to each seat. Solvers for two players need a constant sum.
template <class G>
using Utility = std::function<PerSeat<double>(const G&, const typename G::State&)>;

/// Points above the table's mean: zero-sum for any number of players; half the difference for two, and the winnings
/// themselves where the scores are winnings.
struct Margin {
  template <Game G>
  PerSeat<double> operator()(const G& game, const typename G::State& state) const {
    const PerSeat<int> scores = game.scores(state);
    const int players = game.num_players();
    double sum = 0;
    for (const Player p : seats(players)) sum += scores[p];
    PerSeat<double> out{};
    for (const Player p : seats(players)) out[p] = scores[p] - sum / players;
    return out;
  }
};

/// 1 to the winner, 1/k to each of k winners.
struct WinShare {
  template <Game G>
  PerSeat<double> operator()(const G& game, const typename G::State& state) const {
    const PerSeat<int> ranks = game.ranks(state);
    int winners = 0;
    for (const Player p : seats(game.num_players())) winners += ranks[p] == 1;
    PerSeat<double> out{};
    for (const Player p : seats(game.num_players())) out[p] = ranks[p] == 1 ? 1.0 / winners : 0.0;
    return out;
  }
};

/// Behaviour probabilities of all players, one per slot; those of one information set sum to 1.
using Policy = std::vector<double>;

struct GameTree {
  struct Node {
    NodeIndex first_child = 0;
    std::uint32_t link = 0;  ///< decision: information set; terminal: index of its payoffs / num_players
    std::uint16_t num_children = 0;
    NodeKind kind = NodeKind::terminal;
    Player player = kNobody;  ///< at decisions
  };
  static_assert(sizeof(Node) == 12);

  struct InformationSet {
    std::uint32_t first_slot = 0;
    std::uint32_t num_actions = 0;
    std::uint32_t first_member = 0;
    std::uint32_t num_members = 0;
    Player player;
  };

  int num_players = 0;
  std::vector<Node> nodes;
  std::vector<Action> action;       ///< [nodes] the event that led here
  std::vector<double> probability;  ///< [nodes] of that event if it was chance, else 1
  /// [nodes] at decisions, how likely this history is for the player to act, before normalising over the information
  /// set: chance as it is, others' choices by the model of Game::InformationState::sample (seen: uninformative; hidden:
  /// uniform among what looks the same).
  std::vector<double> belief;
  std::vector<double> payoffs;  ///< [terminals][players]
  std::vector<InformationSet> sets;
  std::vector<NodeIndex> members;  ///< nodes of each set, side by side
  std::uint32_t num_slots = 0;

  std::span<const NodeIndex> members_of(SetIndex set) const {
    return std::span(members).subspan(sets[set].first_member, sets[set].num_members);
  }
  std::span<const double> payoffs_of(const Node& terminal) const {
    const auto players = static_cast<std::size_t>(num_players);
    return std::span(payoffs).subspan(terminal.link * players, players);
  }
  /// The action of one slot.
  Action action_of(SetIndex set, std::uint32_t i) const {
    return action[nodes[members[sets[set].first_member]].first_child + i];
  }

  /// Sorts the nodes of the sets into `members`; the last step of building.
  void index_members();
};

/// Every action of a set equally likely.
Policy uniform_policy(const GameTree& tree);

/// The policy of `player` from `one`, everybody else's from `rest`.
Policy combine(const GameTree& tree, const Policy& one, Player player, const Policy& rest);

/// [players] expected utilities if everybody plays `policy`.
std::vector<double> expected_values(const GameTree& tree, const Policy& policy);

/// Throws DataError: more than `limit` of `what`, in the game `game`.
[[noreturn]] void throw_too_large(std::string_view game, std::string_view what, std::size_t limit);

/// A game and its tree: tells which information set is which.
template <ImperfectInformationGame G>
class EnumeratedGame {
 public:
  using State = typename G::State;
  using Observation = typename G::Observation;
  using InformationState = typename G::InformationState;

  /// Keeps a reference to `game`. Throws DataError if there are more than `max_nodes` histories.
  EnumeratedGame(const G& game, const Utility<G>& utility, std::size_t max_nodes = 20'000'000)
      : game_(&game), utility_(utility), max_nodes_(max_nodes) {
    tree_.num_players = game.num_players();
    streams_.resize(static_cast<std::size_t>(game.num_players()));
    for (auto& streams : streams_) streams.emplace_back();
    Place root{.state = game.initial_state()};
    for (double& belief : root.belief) belief = 1;
    add_node({}, 1);
    expand(0, root);
    tree_.index_members();
  }

  const G& game() const { return *game_; }
  const GameTree& tree() const { return tree_; }

  /// What the player of `set` had perceived there.
  std::vector<Observation> observations(SetIndex set) const {
    const auto& streams = streams_[tree_.sets[set].player.index()];
    std::vector<Observation> seen;
    for (std::uint32_t s = stream_of_set_[set]; s != 0; s = streams[s].parent) seen.push_back(streams[s].observation);
    return {seen.rbegin(), seen.rend()};
  }

  InformationState information_state(SetIndex set) const {
    InformationState information(*game_, tree_.sets[set].player);
    for (const Observation& observation : observations(set)) information.observe(observation);
    return information;
  }

 private:
  static constexpr std::uint32_t kNone = 0xffffffff;

  /// One observation stream of a seat, as a leaf-to-root list. Equal streams are equal information states
  /// (game.hpp), so that the index of a stream is the identity of an information set.
  struct StreamNode {
    std::uint32_t parent = kNone;
    std::uint32_t first_child = kNone;
    std::uint32_t next_sibling = kNone;
    SetIndex set = kNone;
    Observation observation{};
  };
  /// A node on the way down. belief: [seats] likelihood of the history in the eyes of each seat.
  struct Place {
    State state;
    PerSeat<std::uint32_t> stream{};
    PerSeat<double> belief{};
  };

  NodeIndex add_node(Action action, double probability) {
    if (tree_.nodes.size() >= max_nodes_) throw_too_large(G::kName, "histories", max_nodes_);
    tree_.nodes.emplace_back();
    tree_.action.push_back(action);
    tree_.probability.push_back(probability);
    tree_.belief.push_back(0);
    return static_cast<NodeIndex>(tree_.nodes.size() - 1);
  }

  void expand(NodeIndex index, const Place& place) {
    const NodeKind kind = game_->node_kind(place.state);
    tree_.nodes[index].kind = kind;
    switch (kind) {
      case NodeKind::terminal: {
        const PerSeat<double> utility = utility_(*game_, place.state);
        tree_.nodes[index].link = static_cast<std::uint32_t>(tree_.payoffs.size() / streams_.size());
        tree_.payoffs.insert(tree_.payoffs.end(), utility.begin(), utility.begin() + tree_.num_players);
        return;
      }
      case NodeKind::chance: {
        ChanceList<G> outcomes;
        game_->chance_outcomes(place.state, outcomes);
        expand_children(index, place, outcomes);
        return;
      }
      case NodeKind::decision: {
        ActionList<G> legal;
        game_->legal_actions(place.state, legal);
        const Player player = game_->player_to_act(place.state);
        tree_.nodes[index].player = player;
        tree_.nodes[index].link = set_of(player, place.stream[player], legal.size());
        tree_.belief[index] = place.belief[player];
        InlineVector<ChanceOutcome, G::kMaxActions> events;
        for (const Action action : legal) events.push_back({action, 1});
        expand_children(index, place, events);
        return;
      }
    }
  }

  template <class Events>
  void expand_children(NodeIndex index, const Place& place, const Events& events) {
    const bool chance = game_->node_kind(place.state) == NodeKind::chance;
    const auto first = static_cast<NodeIndex>(tree_.nodes.size());
    tree_.nodes[index].first_child = first;
    tree_.nodes[index].num_children = static_cast<std::uint16_t>(events.size());
    for (const ChanceOutcome& event : events) add_node(event.action, event.probability);
    for (std::size_t i = 0; i < events.size(); ++i) {
      const Action action = events[i].action;
      Place next = place;
      game_->apply(next.state, action);
      for (const Player seat : seats(tree_.num_players)) {
        next.stream[seat] = extend(seat, place.stream[seat], game_->observe(place.state, action, next.state, seat));
        next.belief[seat] *= chance ? events[i].probability : 1.0 / look_alikes(place.state, events, action, seat);
      }
      expand(static_cast<NodeIndex>(first + i), next);
    }
  }

  /// How many choices look like `action` to `observer` when it is made.
  template <class Events>
  double look_alikes(const State& state, const Events& events, Action action, Observer observer) const {
    if (game_->player_to_act(state) == observer) return 1;
    const Action visible = game_->visible_action(state, action, observer);
    int count = 0;
    for (const ChanceOutcome& event : events) count += game_->visible_action(state, event.action, observer) == visible;
    return count;
  }

  std::uint32_t extend(Player seat, std::uint32_t stream, const Observation& observation) {
    auto& streams = streams_[seat.index()];
    for (std::uint32_t s = streams[stream].first_child; s != kNone; s = streams[s].next_sibling) {
      if (streams[s].observation == observation) return s;
    }
    const auto added = static_cast<std::uint32_t>(streams.size());
    streams.push_back({.parent = stream, .next_sibling = streams[stream].first_child, .observation = observation});
    streams[stream].first_child = added;
    return added;
  }

  SetIndex set_of(Player player, std::uint32_t stream, std::size_t num_actions) {
    SetIndex& set = streams_[player.index()][stream].set;
    if (set == kNone) {
      set = static_cast<SetIndex>(tree_.sets.size());
      const auto count = static_cast<std::uint32_t>(num_actions);
      tree_.sets.push_back({.first_slot = tree_.num_slots, .num_actions = count, .player = player});
      tree_.num_slots += count;
      stream_of_set_.push_back(stream);
    }
    ATOLL_ASSERT(tree_.sets[set].num_actions == num_actions);
    return set;
  }

  const G* game_;
  Utility<G> utility_;
  std::size_t max_nodes_;
  GameTree tree_;
  std::vector<std::vector<StreamNode>> streams_;  ///< [seats][streams], 0 the empty one
  std::vector<std::uint32_t> stream_of_set_;      ///< [sets]
};

}  // namespace atl::exact
