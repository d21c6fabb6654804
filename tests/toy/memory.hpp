/// The memory game (Zwick and Paterson, "The memory game", Theoretical Computer Science 110, 1993): n pairs lie face
/// down; in a turn two cards are flipped; a pair is taken and its owner goes on, otherwise both are turned back. All
/// see and remember everything, nobody knows the deal. Two turns in a row that neither take nor show anything new end
/// the game.
///
/// Cards never seen are exchangeable, so "flip a new card" is one action (the next in the deal) and a seen card is
/// named by its face.
///
/// Known answer: Optimum::value(n, k), the expected lead of the mover with n pairs left and k cards seen whose mates
/// are not, and the best moves: flip no, one or two new cards.
#pragma once

#include <map>

#include "tests/toy/toy_game.hpp"

namespace atl::toy::memory {

inline constexpr std::size_t kMaxPairs = 12;

struct Rules {
  int players = 2;
  int pairs = 4;
  bool operator==(const Rules&) const = default;
};

template <class R, class Visitor>
void visit_fields(R& rules, Visitor&& visit) {
  visit(Field{.name = "pairs", .help = "pairs of cards", .min = 1, .max = kMaxPairs}, rules.pairs);
}

struct State {
  std::array<std::uint8_t, 2 * kMaxPairs>
      face{};                                  ///< [2 * pairs] the deal, in the order in which new cards are flipped
  std::array<std::uint8_t, kMaxPairs> seen{};  ///< [pairs] cards of the face seen, or kTaken
  std::array<std::uint8_t, 2> points{};
  std::uint8_t dealt = 0;
  std::uint8_t next = 0;    ///< cards flipped at some time
  std::uint8_t up = 0;      ///< 1 + the face of the first card of this turn, 0 before
  std::uint8_t fresh = 0;   ///< whether this turn showed something new
  std::uint8_t passes = 0;  ///< turns in a row without anything new
  std::uint8_t mover = 0;
  bool operator==(const State&) const = default;
};

/// Action codes: kNew, or 1 + the face of a card seen before. At the deal 1 + the face (kNew: unseen).
class Game : public Toy<Game, State, Rules> {
 public:
  static constexpr std::string_view kName = "memory";
  static constexpr int kMinPlayers = 2;
  static constexpr int kMaxPlayers = 2;
  static constexpr std::size_t kMaxActions = 1 + kMaxPairs;
  static constexpr std::size_t kMaxChanceOutcomes = kMaxPairs;
  static constexpr std::uint32_t kNew = 0;
  static constexpr std::uint8_t kTaken = 3;
  class InformationState;
  using Toy::Toy;

  int cards() const { return 2 * rules().pairs; }
  NodeKind node_kind(const State& state) const {
    if (state.dealt < cards()) return NodeKind::chance;
    return state.points[0] + state.points[1] == rules().pairs || state.passes == 2 ? NodeKind::terminal
                                                                                   : NodeKind::decision;
  }
  Player player_to_act(const State& state) const { return Player(state.mover); }
  void legal_actions(const State& state, ActionList<Game>& out) const {
    out.clear();
    if (state.next < cards()) out.push_back({kNew});
    for (std::uint32_t face = 0; face < static_cast<std::uint32_t>(rules().pairs); ++face) {
      const int down = state.seen[face] == kTaken ? 0 : state.seen[face] - (state.up == face + 1 ? 1 : 0);
      if (down > 0) out.push_back({face + 1});
    }
  }
  void chance_outcomes(const State& state, ChanceList<Game>& out) const {
    std::array<int, kMaxPairs> left = faces_left(state);
    out.clear();
    for (std::uint32_t face = 0; face < static_cast<std::uint32_t>(rules().pairs); ++face) {
      if (left[face] > 0) out.push_back({{face + 1}, static_cast<double>(left[face]) / (cards() - state.dealt)});
    }
  }
  void apply(State& state, Action action) const {
    if (state.dealt < cards()) {
      state.face[state.dealt++] = static_cast<std::uint8_t>(action.code - 1);
      return;
    }
    std::uint8_t face = static_cast<std::uint8_t>(action.code - 1);
    if (action.code == kNew) {
      face = state.face[state.next++];
      ++state.seen[face];
      state.fresh = 1;
    }
    if (state.up == 0) {
      state.up = static_cast<std::uint8_t>(face + 1);
      return;
    }
    const bool pair = state.up == face + 1;
    if (pair) {
      state.seen[face] = kTaken;
      ++state.points[state.mover];
    }
    state.passes = pair || state.fresh != 0 ? std::uint8_t{0} : static_cast<std::uint8_t>(state.passes + 1);
    state.up = 0;
    state.fresh = 0;
    if (!pair) state.mover = static_cast<std::uint8_t>((state.mover + 1) % rules().players);
  }
  PerSeat<int> scores(const State& state) const { return {state.points[0], state.points[1]}; }

  Action visible_action(const State& before, Action action, Observer observer) const {
    return node_kind(before) == NodeKind::chance && observer != kOmniscient ? Action{kNew} : action;
  }
  /// The face that a new card shows.
  std::uint32_t result_key(const State& before, Action action, const State&, Observer observer) const {
    if (node_kind(before) == NodeKind::chance) return visible_action(before, action, observer).code;
    return action.code == kNew ? before.face[before.next] + 1U : 0U;
  }
  /// Deals are marked so that public_part can tell them from flips.
  Seen observe(const State& before, Action action, const State& after, Observer observer) const {
    const bool deal = node_kind(before) == NodeKind::chance;
    return {visible_action(before, action, observer).code | (deal ? kDeal : 0),
            result_key(before, action, after, observer)};
  }
  static Seen public_part(const Seen& seen) { return (seen.action & kDeal) != 0 ? Seen{kDeal, 0} : seen; }

  /// [pairs] cards of each face that are not dealt yet.
  std::array<int, kMaxPairs> faces_left(const State& state) const {
    std::array<int, kMaxPairs> left{};
    left.fill(2);
    for (std::size_t i = 0; i < state.dealt; ++i) --left[state.face[i]];
    return left;
  }

  static constexpr std::uint32_t kDeal = 0x100;
};

/// What was not seen is a uniformly random order of the cards that are left.
class Game::InformationState {
 public:
  InformationState(const Game& game, Observer observer) : game_(&game), observer_(observer) {}

  void observe(const Seen& seen) {
    if ((seen.action & kDeal) != 0) {
      const std::uint32_t face = seen.action & ~kDeal;
      view_.face[view_.dealt++] = static_cast<std::uint8_t>(face == kNew ? 0 : face - 1);
    } else {
      if (seen.action == kNew) view_.face[view_.next] = static_cast<std::uint8_t>(seen.result - 1);
      game_->apply(view_, {seen.action});
    }
    stream_.push_back(seen);
  }

  Observer observer() const { return observer_; }
  NodeKind node_kind() const { return game_->node_kind(view_); }
  Player player_to_act() const { return game_->player_to_act(view_); }
  void legal_actions(ActionList<Game>& out) const { game_->legal_actions(view_, out); }

  State sample(Rng& rng) const {
    State state = view_;
    if (observer_ == kOmniscient) return state;
    // Cards in the order of the deal: seen ones, then a random order of all the others, cut at the number dealt.
    std::array<std::uint8_t, 2 * kMaxPairs> rest;
    std::size_t count = 0;
    std::array<int, kMaxPairs> left{};
    left.fill(2);
    for (std::size_t i = 0; i < view_.next; ++i) --left[view_.face[i]];
    for (std::size_t face = 0; face < static_cast<std::size_t>(game_->rules().pairs); ++face) {
      for (int i = 0; i < left[face]; ++i) rest[count++] = static_cast<std::uint8_t>(face);
    }
    rng.shuffle(std::span<std::uint8_t>(rest.data(), count));
    for (std::size_t i = view_.next; i < view_.dealt; ++i) state.face[i] = rest[i - view_.next];
    return state;
  }
  std::vector<Action> sample_record(Rng& rng) const {
    const State world = sample(rng);
    std::vector<Action> events;
    for (std::size_t i = 0; i < world.dealt; ++i) events.push_back({world.face[i] + 1U});
    for (std::size_t i = world.dealt; i < stream_.size(); ++i) events.push_back({stream_[i].action});
    return events;
  }
  std::string board_text() const { return game_->board_text(view_); }
  std::uint64_t hash() const {
    std::uint64_t hash = observer_.code();
    for (const Seen& seen : stream_) hash = hash_combine(hash, (std::uint64_t{seen.action} << 32) | seen.result);
    return hash;
  }
  bool operator==(const InformationState& other) const {
    return observer_ == other.observer_ && game_->rules() == other.game_->rules() && stream_ == other.stream_;
  }

 private:
  const Game* game_;
  Observer observer_;
  State view_;  ///< unseen cards have face 0
  std::vector<Seen> stream_;
};

/// Optimal play for two, by dynamic programming over (pairs left, cards seen with unseen mates).
class Optimum {
 public:
  /// Values of the three kinds of moves: flip no, one, two new cards; -infinity where impossible. With k seen cards a
  /// new one finds its mate with probability k / (2n - k), is taken, and the turn goes on.
  struct Moves {
    double none = -1e9, one = -1e9, two = -1e9;
    double best() const { return std::max({none, one, two}); }
  };

  double value(int n, int k) { return n == 0 ? 0 : moves(n, k).best(); }

  const Moves& moves(int n, int k) {
    const auto [at, inserted] = table_.try_emplace({n, k});
    if (!inserted) return at->second;
    Moves moves;
    const double unseen = 2 * n - k;
    const double mate = k / unseen;
    const double take = k > 0 ? mate * (1 + value(n - 1, k - 1)) : 0;
    if (k > 0) moves.one = take + (k < n ? (1 - mate) * -value(n, k + 1) : 0);
    moves.two = take;
    if (k < n) {
      const double others = unseen - 1;
      double second = (1 + value(n - 1, k)) / others;  // the mate of the first
      second += k / others * -(1 + value(n - 1, k));   // the mate of another: a present for the opponent
      if (k + 2 <= n) second += (others - 1 - k) / others * -value(n, k + 2);
      moves.two += (1 - mate) * second;
    }
    // Passing: the opponent may go on, or pass too, which ends the game.
    if (k >= 2) moves.none = -std::max({moves.one, moves.two, 0.0});
    return table_[{n, k}] = moves;
  }

 private:
  std::map<std::pair<int, int>, Moves> table_;
};

static_assert(ImperfectInformationGame<Game>);

}  // namespace atl::toy::memory
