/// A game played step by step, with people in some seats.
#pragma once

#include "experiments/drivers/search_report.hpp"

namespace atl {

template <ImperfectInformationGame G>
class PlaySessionFor final : public PlaySession {
 public:
  PlaySessionFor(const SessionRequest& request, std::vector<std::optional<AgentSpec>> specs,
                 const AgentFactory<G>& make)
      : game_(make_rules<G>(request.players, request.rules)),
        seed_(request.seed),
        state_(game_.initial_state()),
        before_(state_),
        chance_(request.seed, 0, 0, request.players),
        specs_(std::move(specs)),
        decisions_(specs_.size()) {
    information_.emplace_back(game_, kPublic);
    for (const Player seat : seats(game_.num_players())) information_.emplace_back(game_, seat);
    for (std::size_t s = 0; s < specs_.size(); ++s) {
      agents_.push_back(!specs_[s] ? nullptr
                                   : make(game_, Player(s), *specs_[s],
                                          Rng::derive(seed_, Stream::agent, {0, s, kBetweenDecisions})));
    }
  }
  PlaySessionFor(const PlaySessionFor&) = delete;
  PlaySessionFor& operator=(const PlaySessionFor&) = delete;

  NodeKind node_kind() const override { return game_.node_kind(state_); }
  int player_to_act() const override { return static_cast<int>(game_.player_to_act(state_).index()); }

  std::vector<std::string> legal_tokens() const override {
    std::vector<std::string> out;
    for (const Action action : legal()) out.push_back(game_.token(state_, action));
    return out;
  }

  void apply(std::string_view token) override {
    const std::optional<Action> action = game_.parse(state_, token);
    if (!action) throw InputError("'" + std::string(token) + "' is not in the game's notation here");
    if (!is_legal(game_, state_, *action)) throw InputError("'" + std::string(token) + "' is not legal here");
    advance(*action);
  }

  void deal() override {
    Rng rng = chance_.next(game_.chance_source(state_));
    advance(game_.sample_chance(state_, rng));
  }

  SearchReport ask(const StopFlag& stop) override {
    const Player player = game_.player_to_act(state_);
    const std::size_t seat = player.index();
    if (agents_[seat] == nullptr) throw InputError("a person sits in seat " + std::to_string(seat));
    const ActionList<G> list = legal();
    Rng rng = Rng::derive(seed_, Stream::agent, {0, seat, decisions_[seat]});
    // A forced decision is not put to the agent, as in matches.
    static const DecisionReport kForced;
    const bool forced = list.size() == 1;
    if (!forced) ++decisions_[seat];
    const Action action = forced ? list[0] : agents_[seat]->choose(list, rng, stop);
    SearchReport report =
        report_decision(game_, state_, list, action, forced ? kForced : agents_[seat]->last_decision());
    apply(report.chosen);  // refuses what is not legal
    return report;
  }

  std::string last_event(Observer observer) const override {
    if (events_.empty()) return "";
    const bool whole = observer == kOmniscient || game_.visible_action(before_, last_, observer) == last_;
    return whole ? events_.back() : "(hidden)";
  }

  std::string board(Observer observer) const override {
    if (observer == kOmniscient) return game_.board_text(state_);
    return information_.at(observer.is_seat() ? 1 + observer.seat().index() : 0).board_text();
  }

  GameRecord record() const override {
    GameRecord record{.game = std::string(G::kName),
                      .players = game_.num_players(),
                      .rules_version = rules_version<G>(),
                      .rules = non_default_rules<G>(game_.rules()),
                      .seed = seed_,
                      .index = 0,
                      .agents = {},
                      .events = events_,
                      .scores = {},
                      .ranks = {},
                      .end = {}};
    for (const std::optional<AgentSpec>& spec : specs_) record.agents.push_back(spec ? spec->text : "human");
    if (game_.node_kind(state_) == NodeKind::terminal) {
      const PerSeat<int> scores = game_.scores(state_);
      const PerSeat<int> ranks = game_.ranks(state_);
      record.scores.assign(scores.begin(), scores.begin() + record.players);
      record.ranks.assign(ranks.begin(), ranks.begin() + record.players);
      record.end = game_.end_reason(state_);
    }
    return record;
  }

 private:
  ActionList<G> legal() const {
    ActionList<G> list;
    game_.legal_actions(state_, list);
    return list;
  }

  void advance(Action action) {
    events_.push_back(game_.token(state_, action));
    before_ = state_;
    last_ = action;
    game_.apply(state_, action);
    for (typename G::InformationState& information : information_) {
      information.observe(game_.observe(before_, action, state_, information.observer()));
    }
    for (std::size_t s = 0; s < agents_.size(); ++s) {
      if (agents_[s] == nullptr) continue;
      agents_[s]->observe(game_.observe(before_, action, state_, observer_of(*specs_[s], Player(s))));
    }
  }

  G game_;
  std::uint64_t seed_;
  typename G::State state_, before_;
  Action last_;
  ChanceStreams chance_;
  std::vector<std::optional<AgentSpec>> specs_;            ///< [players] nothing: a person
  std::vector<std::unique_ptr<Agent<G>>> agents_;          ///< [players]
  std::vector<std::uint64_t> decisions_;                   ///< [players] asked so far
  std::vector<typename G::InformationState> information_;  ///< [1 + players] kPublic first
  std::vector<std::string> events_;
};

}  // namespace atl
