/// Plays one game: the one place that holds the true State. Agents receive observations, lists of legal actions and
/// generators derived for them; nothing leads from an agent to the state or to the chance events' generators.
///
/// The k-th chance event of a source is sampled with derive(seed, chance, {block, owner key, source, k}); rotation r
/// gives the events of seat s the owner key (s + r) mod players. Neither line-up, seating, rules nor how much was
/// drawn elsewhere is part of the key, so that all games of a block meet the same luck (docs/reproducibility.md).
#pragma once

#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "agents/agent.hpp"
#include "agents/make_agent.hpp"
#include "agents/spec.hpp"
#include "engine/core/game.hpp"
#include "experiments/drivers/clock.hpp"
#include "experiments/drivers/decision_watch.hpp"
#include "experiments/drivers/finished_game.hpp"
#include "experiments/drivers/game_terms.hpp"

namespace atl {

/// Makes the agent of a seat: make_agent, or a test's own.
template <ImperfectInformationGame G>
using AgentFactory =
    std::function<std::unique_ptr<Agent<G>>(const G& game, Player seat, const AgentSpec& spec, const Rng& rng)>;

/// The owner key of chance events that belong to nobody.
inline constexpr std::uint64_t kNobodyKey = 255;

/// The `k` of the generator an agent is made with (for randomness between decisions).
inline constexpr std::uint64_t kBetweenDecisions = ~std::uint64_t{0};

/// Generators for the chance events of one game.
class ChanceStreams {
 public:
  ChanceStreams(std::uint64_t seed, std::uint64_t block, int rotation, int players)
      : seed_(seed),
        block_(block),
        rotation_(static_cast<std::uint64_t>(rotation)),
        players_(static_cast<std::uint64_t>(players)) {}

  /// The generator of the next event of `source`.
  Rng next(ChanceSource source) {
    const std::uint64_t key = source.owner == kNobody ? kNobodyKey : (source.owner.index() + rotation_) % players_;
    for (auto& [seen, k] : counts_) {
      if (seen == source) return Rng::derive(seed_, Stream::chance, {block_, key, source.number, k++});
    }
    counts_.push_back({source, 1});
    return Rng::derive(seed_, Stream::chance, {block_, key, source.number, 0});
  }

 private:
  std::uint64_t seed_, block_, rotation_, players_;
  std::vector<std::pair<ChanceSource, std::uint64_t>> counts_;
};

/// What one game is played with. Everything referred to outlives the call.
template <ImperfectInformationGame G>
struct GameSetup {
  const G& game;
  const PlannedGame& plan;
  std::uint64_t seed = 0;
  GameLimits limits;
  std::span<const AgentSpec* const> specs;  ///< [players] by seat
  const AgentFactory<G>& make;
  const StopFlag& stop;
  DecisionWatch& watch;
  /// Told of every event before the next decision is asked; may be empty.
  const std::function<void(const std::string& token)>& on_event;
};

namespace detail {

/// An agent's fault, on its way to the record.
struct AgentFault {
  Player seat;
  const char* kind;
  std::string message;
};

/// Runs an agent's code; whatever it throws is the agent's fault.
template <class Code>
auto guarded(DecisionWatch& watch, Player seat, Code&& code) {
  struct Watch {
    Watch(DecisionWatch& w, Player s) : watched(w) { watched.enter(static_cast<int>(s.index())); }
    ~Watch() { watched.leave(); }
    DecisionWatch& watched;
  } const watching{watch, seat};
  try {
    return code();
  } catch (const std::exception& error) {
    throw AgentFault{seat, "exception", error.what()};
  } catch (...) {
    throw AgentFault{seat, "exception", "not a std::exception"};
  }
}

template <ImperfectInformationGame G>
class GameInPlay {
 public:
  explicit GameInPlay(const GameSetup<G>& setup)
      : setup_(setup),
        players_(static_cast<std::size_t>(setup.game.num_players())),
        state_(setup.game.initial_state()),
        chance_(setup.seed, setup.plan.block, setup.plan.rotation, setup.game.num_players()) {
    result_.plan = setup.plan;
    result_.work.resize(players_);
  }

  std::optional<FinishedGame> play() {
    setup_.watch.begin_game(setup_.plan.index);
    try {
      seat_agents();
      for (;;) {
        // Before the end is looked at: the last decision may have been cut short too.
        if (setup_.stop.load(std::memory_order_relaxed)) return std::nullopt;
        const NodeKind kind = setup_.game.node_kind(state_);
        if (kind == NodeKind::terminal) break;
        if (kind == NodeKind::chance) {
          Rng rng = chance_.next(setup_.game.chance_source(state_));
          advance(setup_.game.sample_chance(state_, rng));
        } else {
          advance(decide());
        }
      }
      finish();
    } catch (const AgentFault& fault) {
      if (setup_.stop.load(std::memory_order_relaxed)) return std::nullopt;
      result_.end = failed_end(static_cast<int>(fault.seat.index()), fault.kind);
      result_.failure = fault.message;
    }
    return std::move(result_);
  }

 private:
  void seat_agents() {
    for (std::size_t s = 0; s < players_; ++s) {
      const auto seat = Player(s);
      const AgentSpec& spec = *setup_.specs[s];
      observers_.push_back(observer_of(spec, seat));
      const Rng rng = Rng::derive(setup_.seed, Stream::agent, {setup_.plan.index, s, kBetweenDecisions});
      agents_.push_back(guarded(setup_.watch, seat, [&] { return setup_.make(setup_.game, seat, spec, rng); }));
    }
  }

  Action decide() {
    ActionList<G> legal;
    setup_.game.legal_actions(state_, legal);
    if (legal.size() == 1) return legal[0];
    const Player player = setup_.game.player_to_act(state_);
    const std::size_t seat = player.index();
    SeatWork& work = result_.work[seat];
    Rng rng = Rng::derive(setup_.seed, Stream::agent, {setup_.plan.index, seat, work.decisions});
    Agent<G>& agent = *agents_[seat];
    const std::int64_t start = steady_nanoseconds();
    // The agent gets a copy of the list: what it does to it must not decide what is legal.
    const ActionList<G> offered = legal;
    const Action action = guarded(setup_.watch, player, [&] { return agent.choose(offered, rng, setup_.stop); });
    const double seconds = static_cast<double>(steady_nanoseconds() - start) * 1e-9;
    ++work.decisions;
    work.seconds += seconds;
    work.iterations += guarded(setup_.watch, player, [&] { return agent.last_decision().iterations; });
    bool is_offered = false;
    for (const Action candidate : legal) is_offered = is_offered || candidate == action;
    if (!is_offered) throw AgentFault{player, "illegal", "action code " + std::to_string(action.code)};
    if (setup_.limits.decision_seconds > 0 && seconds > setup_.limits.decision_seconds) {
      throw AgentFault{player, "time", std::to_string(seconds) + " s for one decision"};
    }
    return action;
  }

  void advance(Action action) {
    result_.events.push_back(setup_.game.token(state_, action));
    if (setup_.on_event) setup_.on_event(result_.events.back());
    const typename G::State before = state_;
    setup_.game.apply(state_, action);
    for (std::size_t s = 0; s < players_; ++s) {
      const typename G::Observation seen = setup_.game.observe(before, action, state_, observers_[s]);
      guarded(setup_.watch, Player(s), [&] { agents_[s]->observe(seen); });
    }
  }

  void finish() {
    const PerSeat<int> scores = setup_.game.scores(state_);
    const PerSeat<int> ranks = setup_.game.ranks(state_);
    result_.scores.assign(scores.begin(), scores.begin() + static_cast<std::ptrdiff_t>(players_));
    result_.ranks.assign(ranks.begin(), ranks.begin() + static_cast<std::ptrdiff_t>(players_));
    result_.end = setup_.game.end_reason(state_);
    if (setup_.limits.clock_seconds > 0) apply_clock(setup_.limits, result_);
  }

  const GameSetup<G>& setup_;
  std::size_t players_;
  typename G::State state_;
  ChanceStreams chance_;
  std::vector<std::unique_ptr<Agent<G>>> agents_;
  std::vector<Observer> observers_;
  FinishedGame result_;
};

}  // namespace detail

/// Plays the planned game to its end, or to the failure of an agent, which is recorded. Nothing if `stop` was set
/// meanwhile: an interrupted game never counts. Throws only what the game itself throws.
template <ImperfectInformationGame G>
std::optional<FinishedGame> play_game(const GameSetup<G>& setup) {
  return detail::GameInPlay<G>(setup).play();
}

}  // namespace atl
