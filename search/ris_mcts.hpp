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

#include <vector>

#include "search/iterate.hpp"
#include "search/multi_tree.hpp"
#include "search/sample_world.hpp"

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
        determinize_(determinize),
        num_records_(static_cast<std::size_t>(params.belief.records)) {}

  void run(const RootKnowledge<G>& root, Budget budget, Rng rng, RootStatistics& out) {
    const Player player = root.own.player_to_act();
    search_.reset(player, root.own.observer());
    beliefs_.clear();
    SearchStreams random(rng);
    Player seat = player;
    iterate(search_, budget, random, out, [&] {
      typename MultiTree<G>::Roles roles;
      roles.learns[seat] = true;
      search_.assign(roles);
      const InformationState& believed = seat == player ? root.own : belief_of(seat, root.own, random.worlds);
      seat = seat.next(game_->num_players());
      return determinize_(believed, random.worlds);
    });
    beliefs_.clear();
    search_.collect(determinize_(root.own, random.worlds), out);
    out.worlds += out.iterations;
    out.bytes += search_.bytes();
  }

  /// The upper part of the searching seat's tree (MultiTree::rows).
  std::vector<TreeRow> rows(const InformationState& root, const TreeLimits& limits, Rng& rng) const {
    return search_.rows(root, limits, rng);
  }

 private:
  /// What `seat` knows after one history that the searcher believes possible: a new one until there are enough, then
  /// one of those at random.
  const InformationState& belief_of(Player seat, const InformationState& own, Rng& rng) {
    if (beliefs_.size() >= num_records_) {
      return beliefs_[rng.below(static_cast<std::uint32_t>(beliefs_.size()))][seat.index()];
    }
    const std::vector<Action> record = own.sample_record(rng);
    std::vector<InformationState>& known = beliefs_.emplace_back();
    for (const Player p : seats(game_->num_players())) known.emplace_back(*game_, p);
    State state = game_->initial_state();
    for (const Action action : record) {
      const State before = state;
      game_->apply(state, action);
      for (InformationState& each : known) each.observe(game_->observe(before, action, state, each.observer()));
    }
    return known[seat.index()];
  }

  const G* game_;
  MultiTree<G> search_;
  [[no_unique_address]] Determinizer determinize_;
  std::size_t num_records_;
  std::vector<std::vector<InformationState>> beliefs_;  ///< [history][seat]
};

}  // namespace atl
