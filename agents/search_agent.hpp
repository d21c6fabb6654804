/// Any search of search/ as an agent: keeps its seat's information state, asks the search, reports what it found.
#pragma once

#include <chrono>
#include <optional>

#include "agents/agent.hpp"
#include "agents/belief.hpp"
#include "search/root_parallel.hpp"

namespace atl {

template <ImperfectInformationGame G, class Search>
class SearchAgent final : public Agent<G> {
 public:
  SearchAgent(const G& game, Player seat, Observer observer, const SearchParams& params, const Rng& rng)
      : game_(&game),
        seat_(seat),
        params_(params),
        belief_(game, observer, params.belief.recall, rng),
        search_(game, params) {
    if (params.belief.public_share > 0) common_.emplace(game, kPublic);
  }

  void observe(const typename G::Observation& observation) override {
    const auto& information = belief_.information();
    if (information.node_kind() == NodeKind::decision && information.player_to_act() != seat_) own_turn_ = false;
    belief_.observe(observation);
    if (common_) common_->observe(G::public_part(observation));
  }

  Action choose(const ActionList<G>& legal, Rng& rng, const StopFlag& stop) override {
    const auto start = std::chrono::steady_clock::now();
    Rng choice_rng = rng.split(Stream::search, 1000);
    if constexpr (Search::kReuses) reuse_tree(choice_rng);
    const RootKnowledge<G> root{.own = belief_.information(), .common = common_ ? &*common_ : nullptr};
    const RootStatistics& found = search_.run(root, legal, rng, stop);
    own_turn_ = true;
    events_at_decision_ = belief_.num_events();

    report_ = found.report();
    report_.complete_information = complete_information(belief_.information());
    report_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return found.choose(params_.final_choice, choice_rng);
  }

  const DecisionReport& last_decision() const override { return report_; }

  std::vector<TreeRow> tree_rows(const TreeLimits& limits, Rng& rng) const override {
    return search_.rows(belief_.information(), limits, rng);
  }

 private:
  /// Within a turn the tree below what has happened still fits. Which node that is can be read off any history that
  /// this seat believes possible: equal observations have equal keys.
  void reuse_tree(Rng& rng) {
    if (!params_.tree.reuse || !own_turn_ || !belief_.is_exact()) return;
    search_.advance(belief_.information().sample_record(rng), events_at_decision_);
  }

  const G* game_;
  Player seat_;
  SearchParams params_;
  Belief<G> belief_;
  std::optional<typename G::InformationState> common_;
  RootParallel<G, Search> search_;
  DecisionReport report_;
  bool own_turn_ = false;  ///< no other seat has decided since the last decision
  std::size_t events_at_decision_ = 0;
};

}  // namespace atl
