/// Positions for search tests: a true game played to a decision, with the information states of all observers.
#pragma once

#include <vector>

#include "engine/core/abilities.hpp"
#include "search/root_parallel.hpp"

namespace atl::test {

/// The true course of a game and what every seat, kPublic and kOmniscient know of it.
template <ImperfectInformationGame G>
class Table {
 public:
  explicit Table(const G& game) : game_(&game), state_(game.initial_state()) {
    for (int p = 0; p < game.num_players(); ++p) information_.emplace_back(game, Player(p));
    information_.emplace_back(game, kPublic);
    information_.emplace_back(game, kOmniscient);
  }

  void apply(Action action) {
    const typename G::State before = state_;
    game_->apply(state_, action);
    for (auto& information : information_) {
      information.observe(game_->observe(before, action, state_, information.observer()));
    }
    record_.push_back(action);
  }

  /// Applies chance events until there are none.
  void deal(Rng& rng) {
    while (game_->node_kind(state_) == NodeKind::chance) apply(game_->sample_chance(state_, rng));
  }

  /// Plays `decisions` random decisions, and chance. Stops at the end of the game.
  void play_random(int decisions, Rng& rng) {
    deal(rng);
    for (int i = 0; i < decisions && !over(); ++i) {
      apply(random_action(*game_, state_, rng));
      deal(rng);
    }
  }

  bool over() const { return game_->node_kind(state_) == NodeKind::terminal; }
  const typename G::State& state() const { return state_; }
  const std::vector<Action>& record() const { return record_; }
  Player mover() const { return game_->player_to_act(state_); }
  ActionList<G> legal() const {
    ActionList<G> list;
    game_->legal_actions(state_, list);
    return list;
  }
  const typename G::InformationState& seat(Player player) const { return information_[player.index()]; }
  const typename G::InformationState& common() const { return information_[information_.size() - 2]; }
  const typename G::InformationState& omniscient() const { return information_.back(); }

 private:
  const G* game_;
  typename G::State state_;
  std::vector<typename G::InformationState> information_;
  std::vector<Action> record_;
};

inline const StopFlag& never_stop() {
  static const StopFlag flag{false};
  return flag;
}

/// The numbers a search finds at the table's decision.
template <class Search, ImperfectInformationGame G>
RootStatistics search_at(const G& game, const Table<G>& table, const SearchParams& params, std::uint64_t seed,
                         bool cheats = false, const StopFlag& stop = never_stop()) {
  RootParallel<G, Search> search(game, params);
  Rng rng = Rng::derive(seed, Stream::test, {1});
  const RootKnowledge<G> root{.own = cheats ? table.omniscient() : table.seat(table.mover()),
                              .common = &table.common()};
  return search.run(root, table.legal(), rng, stop);
}

/// The action with the most visits.
inline Action most_visited(const RootStatistics& found) {
  Rng rng = Rng::derive(1, Stream::test, {2});
  return found.choose(FinalChoice::visits, rng);
}

}  // namespace atl::test
