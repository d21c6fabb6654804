/// Re-determinizing information set MCTS, after Goodman, "Re-determinizing MCTS in Hanabi", CoG 2019: what a player
/// learns in the search comes from worlds as that player may believe them to be, not as the searcher does.
///
/// The paper draws a new world at every node of another player and repairs it afterwards; cards that no longer fit are
/// dropped, so that some worlds contradict what the searcher knows. Here the seats take turns instead. In an
/// iteration for the searcher the world comes from its information state; in one for another seat a history the
/// searcher believes possible gives that seat's information state, and the world is sampled from it. Only the seat
/// whose iteration it is learns; the others play their average strategies. No world ever contradicts the player who
/// learns from it, and an opponent's numbers hold nothing that the opponent could not know.
///
/// Price: another seat's information state costs the replay of a history. A few (`records`) are built per search, when
/// first needed, and each is sampled many times.
#pragma once

#include <algorithm>
#include <vector>

#include "search/multi_tree.hpp"
#include "search/so_ismcts.hpp"

namespace atl {

template <ImperfectInformationGame G, class Determinizer = SampleWorld>
class RisMcts {
 public:
  using State = typename G::State;
  using InformationState = typename G::InformationState;
  static constexpr bool kReuses = false;

  RisMcts(const G& game, const SearchParams& params, std::size_t byte_limit, Determinizer determinize = Determinizer())
      : game_(&game),
        search_(game, params, byte_limit),
        timer_(params.profile),
        determinize_(determinize),
        num_records_(static_cast<std::size_t>(params.belief.records)) {}

  void run(const RootKnowledge<G>& root, Budget budget, Rng rng, RootStatistics& out) {
    const Player player = root.own.player_to_act();
    const int n = game_->num_players();
    search_.reset(player, root.own.observer());
    timer_.clear();
    beliefs_.clear();
    SearchStreams random(rng);
    State root_world{};
    while (budget.more()) {
      const auto turn = static_cast<int>((budget.done() - 1) % n);
      const auto seat = static_cast<Player>((player + turn) % n);
      timer_.start();
      State state = seat == player ? determinize_(root.own, random.worlds)
                                   : determinize_(belief_of(seat, root.own, random.worlds), random.worlds);
      if (budget.done() == 1) root_world = state;
      timer_.end(Phase::determinize);
      typename MultiTree<G>::Roles roles;
      roles.learns[static_cast<std::size_t>(seat)] = true;
      search_.select_and_expand(state, roles, random.choices, random.chance);
      timer_.end(Phase::select);
      const Rewards rewards = search_.simulate(state, random.playouts);
      timer_.end(Phase::playout);
      search_.back_up(rewards);
      timer_.end(Phase::backup);
      out.note_depth(search_.depth());
    }
    beliefs_.clear();
    if (budget.done() > 0) search_.collect(root_world, out);
    out.iterations += static_cast<std::uint64_t>(budget.done());
    out.worlds += static_cast<std::uint64_t>(budget.done());
    out.nodes += search_.num_nodes();
    out.bytes += search_.bytes();
    out.principal_variation = search_.principal_variation();
    out.add_phases(timer_);
  }

  /// The upper part of the searching seat's tree (MultiTree::rows).
  std::vector<TreeRow> rows(const typename G::InformationState& root, const TreeLimits& limits, Rng& rng) const {
    return search_.rows(root, limits, rng);
  }

 private:
  /// What `seat` knows after one history that the searcher believes possible: a new one until there are enough, then
  /// one of those at random.
  const InformationState& belief_of(Player seat, const InformationState& own, Rng& rng) {
    if (beliefs_.size() >= num_records_) {
      return beliefs_[rng.below(static_cast<std::uint32_t>(beliefs_.size()))][static_cast<std::size_t>(seat)];
    }
    const std::vector<Action> record = own.sample_record(rng);
    std::vector<InformationState>& seats = beliefs_.emplace_back();
    for (int p = 0; p < game_->num_players(); ++p) seats.emplace_back(*game_, static_cast<Observer>(p));
    State state = game_->initial_state();
    for (const Action action : record) {
      const State before = state;
      game_->apply(state, action);
      for (int p = 0; p < game_->num_players(); ++p) {
        seats[static_cast<std::size_t>(p)].observe(game_->observe(before, action, state, static_cast<Observer>(p)));
      }
    }
    return seats[static_cast<std::size_t>(seat)];
  }

  const G* game_;
  MultiTree<G> search_;
  PhaseTimer timer_;
  [[no_unique_address]] Determinizer determinize_;
  std::size_t num_records_;
  std::vector<std::vector<InformationState>> beliefs_;  ///< [history][seat]
};

}  // namespace atl
