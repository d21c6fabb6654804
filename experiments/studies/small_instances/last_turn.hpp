/// The last turn of Reef Encounter before the cap, solved exactly for the mover's points: shared by the study and a
/// test.
///
/// Nobody decides anything after it that the mover's points depend on, so that it is a problem of one player. Nothing
/// hidden matters either: its points are those of its own parrotfish at the coral tiles as they lie, and of what it
/// does not see - other hands, other secret tiles, the bag - its options depend on one thing only, which colours the
/// bag has (`tile`, free growth). Positions are used only if the bag has them all in every world, to the end of the
/// turn (bag_suffices()). The refill comes after the last decision. Any world may then be solved in place of all.
#pragma once

#include <algorithm>
#include <limits>
#include <unordered_map>

#include "engine/reef_encounter/reef_encounter.hpp"
#include "experiments/studies/small_instances/regret.hpp"

namespace atl::studies {

struct LastTurnOptions {
  std::size_t max_states = 1'000'000;  ///< that one position may need; without memory, that it may visit
  bool remember = true;                ///< false: go through all sequences, however they meet again
  bool bound = true;                   ///< stop where no more points can be had: the same values sooner
};

class LastTurn {
 public:
  using Game = reef_encounter::Game;
  using State = reef_encounter::State;
  using Phase = reef_encounter::Phase;

  /// Keeps a reference to `game`.
  explicit LastTurn(const Game& game, const LastTurnOptions& options = {}) : game_(&game), options_(options) {}

  /// Whether a player decides in its turn and the cap follows.
  static bool begun(const Game& game, const State& state) {
    const bool in_turn = state.phase == Phase::feeding || state.phase == Phase::main || state.phase == Phase::laying;
    return in_turn && state.turns + 1 >= game.rules().max_turns;
  }

  /// Whether no colour can run out in the bag before the turn is over, whatever the others hold. Tells nothing that the
  /// mover does not know: the bag and what the others hide are added up.
  static bool bag_suffices(const Game& game, const State& state) {
    reef_encounter::Counts unseen = state.bag;
    const reef_encounter::Area& own = state.area[state.mover];
    // What can be drawn: by growth one tile a board; by `tile` one a larva, each had or paid for with a consumed tile,
    // had or won by a tile from behind the screen.
    int needed = game.num_players() + own.larvae.total() + own.consumed.total() + 2 * game.rules().max_hand_tiles;
    for (std::size_t p = 0; p < static_cast<std::size_t>(game.num_players()); ++p) {
      if (p == state.mover) continue;
      unseen.add(state.area[p].hand);
      unseen.add(state.secret[p]);
      needed += state.area[p].hand.total() + 1;
    }
    for (int c = 0; c < reef_encounter::kColours; ++c) {
      if (unseen[c] < needed) return false;
    }
    return true;
  }

  /// [legal actions] the mover's points with best play after each. Requires begun(). Throws DataError if there are too
  /// many states.
  std::vector<int> points_of_actions(const State& state) {
    known_.clear();
    most_.clear();
    visits_ = 0;
    seat_ = state.mover;
    std::vector<int> points;
    ActionList<Game> legal;
    game_->legal_actions(state, legal);
    for (const Action action : legal) points.push_back(value_after(state, action));
    return points;
  }

 private:
  int points(const State& state) const { return game_->scores(state)[seat_]; }

  int value_after(const State& state, Action action) {
    State after = state;
    game_->apply(after, action);
    return value(after);
  }

  int value(const State& state) {
    if (!begun(*game_, state)) return points(state);
    // The turn can always be ended with the coral tiles as they lie, so that `best` begins with a value that can be
    // had.
    int best = points(state);
    const int most = options_.bound ? most_points(state) : std::numeric_limits<int>::max();
    if (best == most) return best;
    // By 64-bit hash alone: among a million states two share one with a probability of 3e-8.
    const std::uint64_t key = game_->hash(state);
    if (const auto it = known_.find(key); it != known_.end()) return it->second;
    if (++visits_ > options_.max_states)
      exact::throw_too_large(Game::kName, "states of a last turn", options_.max_states);
    ActionList<Game> legal;
    game_->legal_actions(state, legal);
    // Backwards: algae come before lays.
    for (std::size_t i = legal.size(); i-- > 0 && best < most;) best = std::max(best, value_after(state, legal[i]));
    if (options_.remember) known_.emplace(key, best);
    return best;
  }

  /// At least what can be had from here: the best that the algae and the lock can do if every tile from behind the
  /// screen wins a consumed tile and all consumed tiles pay for them. Unlimited while there is a choice of feeding.
  int most_points(const State& state) {
    if (state.phase == Phase::feeding) return std::numeric_limits<int>::max();
    const reef_encounter::Area& own = state.area[seat_];
    const int max_hand = game_->rules().max_hand_tiles;
    int payments = own.consumed.total();
    if (state.phase == Phase::laying) payments += std::min(own.hand[state.colour], max_hand - state.hand_laid);
    if (payments + own.larvae.total() > 0) payments += (2 - state.lays) * max_hand;
    if (!(own.fish == fish_)) most_.clear();  // another coral was fed
    fish_ = own.fish;
    return most_points(state, payments, state.feedings[seat_] > 0 && !state.has(State::kLockedOne));
  }
  int most_points(const State& state, int payments, bool may_lock) {
    using namespace reef_encounter;
    const auto left = static_cast<std::uint64_t>(2 * payments + (may_lock ? 1 : 0));
    const std::uint64_t key = hash_combine(hash_combine(state.sides, state.locked), left);
    if (const auto it = most_.find(key); it != most_.end()) return it->second;
    int most = points(state);
    const auto turn_over = [&](State after, int alga, bool lock) {
      after.sides = static_cast<std::uint16_t>(state.sides ^ (showing(state.sides, alga) & ~after.locked));
      most = std::max(most, most_points(after, payments - 1, lock));
    };
    if (payments > 0) {
      for (int alga = 0; alga < kAlgae; ++alga) turn_over(state, alga, may_lock);
      for (int tile = 0; tile < kCoralTiles && may_lock; ++tile) {
        if (((state.locked >> tile) & 1) != 0) continue;
        State after = state;
        after.locked = static_cast<std::uint16_t>(state.locked | (1U << tile));
        turn_over(after, shown_alga(state.sides, tile), false);
      }
    }
    most_.emplace(key, most);
    return most;
  }

  const Game* game_;
  LastTurnOptions options_;
  std::size_t seat_ = 0;
  std::size_t visits_ = 0;
  std::unordered_map<std::uint64_t, int> known_;  ///< values by hash of the state
  reef_encounter::Counts fish_;                   ///< what most_ belongs to
  std::unordered_map<std::uint64_t, int> most_;
};

/// Decisions of last turns, solved, and those that were not.
struct SolvedLastTurns {
  std::vector<SolvedPosition<reef_encounter::Game>> positions;  ///< at which it matters what is chosen; worth points
  std::vector<reef_encounter::State> states;                    ///< [positions]
  std::size_t decisions = 0, too_large = 0, uncertain = 0;      ///< all; with too many states; where the bag may matter
  double greedy_loss = 0;                                       ///< mean over the positions
};

/// Plays greedy games to the cap and solves every decision of the last turn.
inline SolvedLastTurns solve_last_turns(const reef_encounter::Game& game, int games, const LastTurnOptions& options,
                                        std::uint64_t seed) {
  using Game = reef_encounter::Game;
  const Game::Heuristic heuristic(game);
  LastTurn solver(game, options);
  SolvedLastTurns solved;
  for (int g = 0; g < games; ++g) {
    Rng rng = Rng::derive(seed, Stream::test, {300, static_cast<std::uint64_t>(g)});
    auto state = game.initial_state();
    std::vector<std::vector<Game::Observation>> streams(static_cast<std::size_t>(game.num_players()));
    while (game.node_kind(state) != NodeKind::terminal) {
      const bool chance = game.node_kind(state) == NodeKind::chance;
      const Action action = chance ? game.sample_chance(state, rng) : heuristic.choose(state, rng);
      if (LastTurn::begun(game, state)) {
        ++solved.decisions;
        SolvedPosition<Game> position;
        position.mover = game.player_to_act(state);
        position.stream = streams[position.mover.index()];
        game.legal_actions(state, position.legal);
        try {
          for (const int points : solver.points_of_actions(state)) position.value.push_back(points);
          if (!LastTurn::bag_suffices(game, state)) {
            ++solved.uncertain;
          } else if (position.best() - position.worst() > 0.5) {
            solved.greedy_loss += position.best() - position.value_of(action);
            solved.positions.push_back(position);
            solved.states.push_back(state);
          }
        } catch (const DataError&) {
          ++solved.too_large;
        }
      }
      auto after = state;
      game.apply(after, action);
      for (std::size_t seat = 0; seat < streams.size(); ++seat) {
        streams[seat].push_back(game.observe(state, action, after, Player(seat)));
      }
      state = after;
    }
  }
  solved.greedy_loss /= static_cast<double>(std::max<std::size_t>(1, solved.positions.size()));
  return solved;
}

}  // namespace atl::studies
