/// Phantom (4,4,4): four in a row on a 4 x 4 board, without seeing the other's marks. A try at a cell with a hidden
/// mark is announced as invalid (not where), and the player tries again; whoever completes a line wins, a full board is
/// a draw. Rules and results: Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search", 2012.
///
/// Made for speed: a state is ten bytes, a random legal try is one draw, a sampled world a few.
#pragma once

#include <bit>

#include "tests/toy/toy_game.hpp"

namespace atl::toy::phantom {

struct Rules {
  int players = 2;
  bool operator==(const Rules&) const = default;
};

template <class R, class Visitor>
void visit_fields(R&, Visitor&&) {}

using Cells = std::uint16_t;  ///< bit 4 * row + column

enum Status : std::uint16_t { kFirstToTry, kSecondToTry, kFirstWon, kSecondWon, kDraw };

struct State {
  std::array<Cells, 2> marks{};  ///< [2] of each player
  std::array<Cells, 2> known{};  ///< [2] marks of the other that a player has run into
  std::uint16_t status = kFirstToTry;
  bool operator==(const State&) const = default;
};
static_assert(sizeof(State) == 10);

constexpr bool has_line(Cells m) {
  const unsigned row = m & (m >> 1) & (m >> 2) & (m >> 3) & 0x1111U;
  const unsigned column = m & (m >> 4) & (m >> 8) & (m >> 12) & 0x000fU;
  return (row | column) != 0 || (m & 0x8421) == 0x8421 || (m & 0x1248) == 0x1248;
}

/// What was perceived: the cell (kUnseen for the other's tries), and publicly whether it was valid and how it ended.
struct Observation {
  std::uint8_t cell = 0;
  std::uint8_t result = 0;  ///< bit 0 valid, then 0 or the final status
  bool operator==(const Observation&) const = default;
};

/// Action codes: the cell 0..15; kUnseen as a visible action.
class Game : public Toy<Game, State, Rules> {
 public:
  static constexpr std::string_view kName = "phantom";
  static constexpr int kMinPlayers = 2;
  static constexpr int kMaxPlayers = 2;
  static constexpr std::size_t kMaxActions = 16;
  static constexpr std::size_t kMaxChanceOutcomes = 1;
  static constexpr std::uint32_t kUnseen = 16;
  using Observation = phantom::Observation;
  class InformationState;
  using Toy::Toy;

  NodeKind node_kind(const State& state) const {
    return state.status >= kFirstWon ? NodeKind::terminal : NodeKind::decision;
  }
  Player player_to_act(const State& state) const { return Player(state.status); }
  /// Cells that the mover does not know to be taken.
  static Cells open_cells(const State& state) {
    return static_cast<Cells>(~(state.marks[state.status] | state.known[state.status]));
  }
  void legal_actions(const State& state, ActionList<Game>& out) const {
    out.clear();
    for (std::uint64_t cells = open_cells(state); cells != 0;)
      out.push_back({static_cast<std::uint32_t>(pop_lowest_bit(cells))});
  }
  Action random_action(const State& state, Rng& rng) const {
    return {static_cast<std::uint32_t>(rng.random_bit(open_cells(state)))};
  }

  void apply(State& state, Action action) const {
    const std::size_t mover = state.status;
    const auto cell = static_cast<Cells>(1U << action.code);
    if ((state.marks[1 - mover] & cell) != 0) {
      state.known[mover] = static_cast<Cells>(state.known[mover] | cell);
      return;
    }
    state.marks[mover] = static_cast<Cells>(state.marks[mover] | cell);
    if (has_line(state.marks[mover])) {
      state.status = mover == 0 ? kFirstWon : kSecondWon;
    } else if ((state.marks[0] | state.marks[1]) == 0xffff) {
      state.status = kDraw;
    } else {
      state.status = static_cast<std::uint16_t>(1 - mover);
    }
  }
  PerSeat<int> scores(const State& state) const {
    if (state.status == kDraw) return {1, 1};
    return state.status == kFirstWon ? PerSeat<int>{2, 0} : PerSeat<int>{0, 2};
  }
  std::string_view end_reason(const State& state) const { return state.status == kDraw ? "full" : "line"; }

  Action visible_action(const State& before, Action action, Observer observer) const {
    return observer == player_to_act(before) || observer == kOmniscient ? action : Action{kUnseen};
  }
  std::uint32_t result_key(const State& before, Action action, const State& after, Observer) const {
    const unsigned valid = ((before.marks[1U - before.status] >> action.code) & 1U) ^ 1U;
    return valid | (after.status >= kFirstWon ? after.status * 2U : 0U);
  }
  Observation observe(const State& before, Action action, const State& after, Observer observer) const {
    return {static_cast<std::uint8_t>(visible_action(before, action, observer).code),
            static_cast<std::uint8_t>(result_key(before, action, after, observer))};
  }
  static Observation public_part(const Observation& seen) { return {kUnseen, seen.result}; }
};

/// Exact worlds, uniform over the histories that agree with what was perceived. The numbers of valid and invalid tries
/// are public, and so is the number of cells that were open to a player: every consistent history is equally likely.
/// For a seat the other's marks are those it ran into and a uniform set of the remaining cells, without a line; each
/// invalid try of the other hit a uniform one of the marks it could still run into.
///
/// Lines are avoided by drawing again. At least one of at most C(16, 8) = 12,870 equally likely sets is accepted, in
/// practice more than every second.
class Game::InformationState {
 public:
  InformationState(const Game& game, Observer observer) : game_(&game), observer_(observer) {}

  void observe(const Observation& seen) {
    const bool valid = (seen.result & 1) != 0;
    const bool unseen = seen.cell == kUnseen;
    const std::size_t mover = view_.status;
    const auto cell = static_cast<Cells>(unseen ? 0U : 1U << seen.cell);
    if (valid) {
      ++placed_[mover];
      view_.marks[mover] = static_cast<Cells>(view_.marks[mover] | cell);
      view_.status = static_cast<std::uint16_t>(1 - mover);
    } else if (unseen) {
      hits_.push_back(view_.marks[1 - mover]);
    } else {
      view_.known[mover] = static_cast<Cells>(view_.known[mover] | cell);
      finds_.push_back({seen.cell, placed_[1 - mover]});
    }
    if (seen.result >= 2) view_.status = static_cast<std::uint16_t>(seen.result >> 1);
    stream_.push_back(seen);
  }

  Observer observer() const { return observer_; }
  NodeKind node_kind() const { return game_->node_kind(view_); }
  Player player_to_act() const { return game_->player_to_act(view_); }
  void legal_actions(ActionList<Game>& out) const { game_->legal_actions(view_, out); }

  State sample(Rng& rng) const {
    if (observer_ == kOmniscient) return view_;
    if (observer_ == kPublic || view_.status == kFirstWon || view_.status == kSecondWon) return replay(rng, nullptr);
    const auto self = observer_.seat().index();
    State state = view_;
    const Cells found = view_.known[self];
    const int hidden = placed_[1 - self] - std::popcount(found);
    for (;;) {
      Cells marks = found;
      auto rest = static_cast<Cells>(~(view_.marks[self] | found));
      for (int i = 0; i < hidden; ++i) {
        const auto cell = static_cast<Cells>(1U << rng.random_bit(rest));
        rest = static_cast<Cells>(rest ^ cell);
        marks = static_cast<Cells>(marks | cell);
      }
      state.marks[1 - self] = marks;
      if (!has_line(marks)) break;
    }
    Cells known = 0;
    for (const Cells hit : hits_)
      known = static_cast<Cells>(known | (1U << rng.random_bit(hit & static_cast<Cells>(~known))));
    state.known[1 - self] = known;
    return state;
  }
  std::vector<Action> sample_record(Rng& rng) const {
    std::vector<Action> events;
    replay(rng, &events);
    return events;
  }

  std::string board_text() const {
    std::string text;
    for (const Observation& seen : stream_) {
      text += seen.cell == kUnseen ? "?" : std::to_string(seen.cell);
      text += (seen.result & 1) != 0 ? " " : "! ";
    }
    return text + "\n";
  }
  std::uint64_t hash() const {
    std::uint64_t hash = observer_.code();
    for (const Observation& seen : stream_) hash = hash_combine(hash, seen.cell * 256U + seen.result);
    return hash;
  }
  bool operator==(const InformationState& other) const {
    if (observer_ != other.observer_ || stream_.size() != other.stream_.size()) return false;
    for (std::size_t i = 0; i < stream_.size(); ++i) {
      if (!(stream_[i] == other.stream_[i])) return false;
    }
    return true;
  }

 private:
  struct Find {
    std::uint8_t cell;
    std::uint8_t placed;  ///< marks of the other when it was found
  };

  /// A history event by event: slower, for records, the public observer and finished games.
  State replay(Rng& rng, std::vector<Action>* events) const {
    for (;;) {
      if (events != nullptr) events->clear();
      // The order in which the other placed its marks: those found early must lie early.
      std::array<std::uint8_t, 16> order{};
      if (observer_.is_seat()) {
        const auto self = observer_.seat().index();
        std::uint64_t free = (std::uint64_t{1} << placed_[1 - self]) - 1;
        for (const Find& find : finds_) {
          const int position = rng.random_bit(free & ((std::uint64_t{1} << find.placed) - 1));
          free ^= std::uint64_t{1} << position;
          order[static_cast<std::size_t>(position)] = find.cell;
        }
        std::uint64_t rest = 0xffffU & ~static_cast<unsigned>(view_.marks[self] | view_.known[self]);
        while (free != 0) {
          const int cell = rng.random_bit(rest);
          rest ^= std::uint64_t{1} << cell;
          order[static_cast<std::size_t>(pop_lowest_bit(free))] = static_cast<std::uint8_t>(cell);
        }
      }
      State state;
      std::size_t next = 0;
      bool agrees = true;
      for (std::size_t i = 0; i < stream_.size() && agrees; ++i) {
        const Observation& seen = stream_[i];
        const std::size_t mover = state.status;
        Action action{seen.cell};
        if (seen.cell == kUnseen) {
          if ((seen.result & 1) == 0) {
            action.code = static_cast<std::uint32_t>(
                rng.random_bit(state.marks[1 - mover] & static_cast<Cells>(~state.known[mover])));
          } else if (observer_.is_seat()) {
            action.code = order[next++];
          } else {
            action.code = static_cast<std::uint32_t>(
                rng.random_bit(0xffffU & ~static_cast<unsigned>(state.marks[0] | state.marks[1])));
          }
        }
        game_->apply(state, action);
        if (events != nullptr) events->push_back(action);
        agrees = (state.status >= kFirstWon ? state.status : 0) == seen.result >> 1;
      }
      if (agrees) return state;
    }
  }

  const Game* game_;
  Observer observer_;
  State view_;                            ///< unseen marks are missing
  std::array<std::uint8_t, 2> placed_{};  ///< [2] valid tries
  InlineVector<Find, 16> finds_;          ///< own invalid tries, in order
  InlineVector<Cells, 16> hits_;          ///< for each unseen invalid try the marks it may have run into
  InlineVector<Observation, 32> stream_;  ///< at most 16 valid tries, and each mark is run into at most once
};

static_assert(ImperfectInformationGame<Game>);

}  // namespace atl::toy::phantom
