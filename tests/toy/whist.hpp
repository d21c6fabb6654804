/// Tricks with suits: each of two players gets a hand from suits of four cards; seat 0 leads every trick, seat 1 must
/// follow suit if it can, and the higher card of the suit led takes the trick. Who does not follow shows that it has no
/// card of that suit. There are too many deals of five from three suits to enumerate, and few of three from two.
///
/// A belief is uniform over the pairs of hands that agree with what was seen. So for the public a hand of seat 0 counts
/// as often as there are hands for seat 1 beside it, which a careless sampler forgets.
#pragma once

#include <bit>

#include "tests/toy/toy_game.hpp"

namespace atl::toy::whist {

struct Rules {
  int players = 2;
  int suits = 3;
  int hand_size = 5;
  bool operator==(const Rules&) const = default;
};

template <class R, class Visitor>
void visit_fields(R& rules, Visitor&& visit) {
  visit(Field{.name = "suits", .help = "suits of four cards each", .min = 2, .max = 3}, rules.suits);
  visit(Field{.name = "hand_size", .help = "cards that each player gets", .min = 1, .max = 5}, rules.hand_size);
}

inline constexpr unsigned kMostCards = 12;
constexpr unsigned suit_of(std::uint32_t card) { return 0xfU << (card / 4 * 4); }

struct State {
  std::array<std::uint16_t, 2> hand{};  ///< [2] sets of cards
  std::array<std::uint16_t, 2> gone{};  ///< [2] sets of cards played
  std::uint8_t dealt = 0;               ///< cards dealt, seats in turn
  std::uint8_t played = 0;
  std::uint8_t lead = 0;    ///< the card led, while seat 1 answers it
  std::uint8_t tricks = 0;  ///< of seat 0
  bool operator==(const State&) const = default;
};

/// Action codes: the card; kUnseen for one that was dealt to somebody else.
class Game : public Toy<Game, State, Rules> {
 public:
  static constexpr std::string_view kName = "whist";
  static constexpr int kMinPlayers = 2;
  static constexpr int kMaxPlayers = 2;
  static constexpr std::size_t kMaxActions = 5;
  static constexpr std::size_t kMaxChanceOutcomes = kMostCards;
  static constexpr std::uint32_t kUnseen = kMostCards;
  class InformationState;

  /// Throws InputError if the hands hold more cards than there are.
  explicit Game(const Rules& rules) : Toy(rules) {
    if (cards() > 4 * rules.suits) throw InputError("hands of " + std::to_string(rules.hand_size) + " need more suits");
  }

  /// All cards, as a set.
  unsigned deck() const { return (1U << (4 * rules().suits)) - 1; }
  int cards() const { return 2 * rules().hand_size; }
  NodeKind node_kind(const State& state) const {
    if (state.dealt < cards()) return NodeKind::chance;
    return state.played < cards() ? NodeKind::decision : NodeKind::terminal;
  }
  Player player_to_act(const State& state) const { return Player(state.played % 2); }

  void legal_actions(const State& state, ActionList<Game>& out) const {
    const unsigned hand = state.hand[state.played % 2U];
    const unsigned follows = state.played % 2 == 1 ? hand & suit_of(state.lead) : 0;
    list(follows != 0 ? follows : hand, out);
  }
  void chance_outcomes(const State& state, ChanceList<Game>& out) const {
    out.clear();
    std::uint64_t cards = rest(state);
    const double probability = 1.0 / std::popcount(cards);
    while (cards != 0) out.push_back({{static_cast<std::uint32_t>(pop_lowest_bit(cards))}, probability});
  }
  ChanceSource chance_source(const State& state) const { return {.owner = Player(state.dealt % 2)}; }

  void apply(State& state, Action action) const {
    const auto card = static_cast<std::uint16_t>(1U << action.code);
    if (state.dealt < cards()) {
      state.hand[state.dealt++ % 2U] |= card;
      return;
    }
    const std::size_t mover = state.played++ % 2U;
    state.hand[mover] &= static_cast<std::uint16_t>(~card);
    state.gone[mover] |= card;
    const bool answered = (suit_of(state.lead) & card) != 0 && action.code > state.lead;
    if (mover == 1 && !answered) ++state.tricks;
    state.lead = mover == 0 ? static_cast<std::uint8_t>(action.code) : std::uint8_t{0};
  }
  PerSeat<int> scores(const State& state) const { return {state.tricks, rules().hand_size - state.tricks}; }

  Action visible_action(const State& before, Action action, Observer observer) const {
    const bool seen =
        before.dealt == cards() || observer == kOmniscient || observer == Observer(Player(before.dealt % 2));
    return seen ? action : Action{kUnseen};
  }
  /// 1 + what a deal shows; 0 for a card played, which marks it for public_part.
  std::uint32_t result_key(const State& before, Action action, const State&, Observer observer) const {
    return before.dealt < cards() ? 1 + visible_action(before, action, observer).code : 0;
  }
  static Seen public_part(const Seen& seen) { return seen.result != 0 ? Seen{kUnseen, 1 + kUnseen} : seen; }

 private:
  unsigned rest(const State& state) const { return deck() & ~static_cast<unsigned>(state.hand[0] | state.hand[1]); }
  static void list(std::uint64_t cards, ActionList<Game>& out) {
    out.clear();
    while (cards != 0) out.push_back({static_cast<std::uint32_t>(pop_lowest_bit(cards))});
  }
};

/// Keeps what was seen of each hand, and from which suits seat 1 has shown that it holds nothing.
class Game::InformationState {
 public:
  InformationState(const Game& game, Observer observer) : game_(&game), observer_(observer) {}

  void observe(const Seen& seen) {
    stream_.push_back(seen);
    if (view_.dealt < game_->cards()) {
      if (seen.action != kUnseen) view_.hand[view_.dealt % 2U] |= static_cast<std::uint16_t>(1U << seen.action);
      ++view_.dealt;
      return;
    }
    if (view_.played % 2 == 1 && (suit_of(view_.lead) >> seen.action & 1) == 0) void_ |= suit_of(view_.lead);
    game_->apply(view_, {seen.action});
  }

  Observer observer() const { return observer_; }
  NodeKind node_kind() const { return game_->node_kind(view_); }
  Player player_to_act() const { return game_->player_to_act(view_); }
  void legal_actions(ActionList<Game>& out) const { game_->legal_actions(view_, out); }

  State sample(Rng& rng) const { return sample(rng, true); }
  std::vector<Action> sample_record(Rng& rng) const { return record(sample(rng), rng); }

  std::string board_text() const { return game_->board_text(view_); }
  std::uint64_t hash() const {
    std::uint64_t hash = observer_.is_seat() ? observer_.seat().index() : observer_ == kPublic ? 8 : 9;
    for (const Seen& seen : stream_) hash = hash_combine(hash, (std::uint64_t{seen.action} << 32) | seen.result);
    return hash;
  }
  bool operator==(const InformationState& other) const {
    return observer_ == other.observer_ && game_->rules() == other.game_->rules() && stream_ == other.stream_;
  }

 protected:
  /// `weighted`: hands of seat 0 count as often as they leave hands to seat 1. False is the fault that tests plant.
  State sample(Rng& rng, bool weighted) const {
    State world = view_;
    const unsigned unseen =
        game_->deck() & ~static_cast<unsigned>(view_.hand[0] | view_.hand[1] | view_.gone[0] | view_.gone[1]);
    const std::array<int, 2> missing = {missing_in(0), missing_in(1)};
    // What seat 1 may not have goes to seat 0 or was not dealt.
    const int allowed = std::popcount(unseen & ~void_);
    double sum = 0;
    std::array<double, 6> weight{};  // [cards of seat 0 that seat 1 could have too]
    for (int shared = 0; shared <= missing[0]; ++shared) {
      const auto n = static_cast<std::size_t>(shared);
      weight[n] = choose(allowed, shared) * choose(std::popcount(unseen & void_), missing[0] - shared);
      const double left = choose(allowed - shared, missing[1]);
      weight[n] *= weighted ? left : static_cast<double>(left > 0);
      sum += weight[n];
    }
    double u = rng.uniform() * sum;
    int shared = missing[0];
    for (int n = 0; n <= missing[0]; ++n) {
      u -= weight[static_cast<std::size_t>(n)];
      if (u >= 0) continue;
      shared = n;
      break;
    }
    std::uint64_t free = unseen & ~void_, closed = unseen & void_;
    for (int i = 0; i < missing[0]; ++i) world.hand[0] |= take(i < shared ? free : closed, rng);
    for (int i = 0; i < missing[1]; ++i) world.hand[1] |= take(free, rng);
    return world;
  }

  std::vector<Action> record(const State& world, Rng& rng) const {
    std::vector<Action> events;
    std::array<std::uint64_t, 2> cards = {static_cast<std::uint64_t>(world.hand[0] | world.gone[0]),
                                          static_cast<std::uint64_t>(world.hand[1] | world.gone[1])};
    for (std::size_t i = 0; i < stream_.size(); ++i) {
      std::uint32_t card = stream_[i].action;
      if (card == kUnseen) card = static_cast<std::uint32_t>(rng.random_bit(cards[i % 2]));
      cards[i % 2] &= ~(std::uint64_t{1} << card);
      events.push_back({card});
    }
    return events;
  }

 private:
  /// Cards of an unseen hand that are not on the table.
  int missing_in(int seat) const {
    const auto s = static_cast<std::size_t>(seat);
    return (view_.dealt + 1 - seat) / 2 - std::popcount(static_cast<unsigned>(view_.hand[s] | view_.gone[s]));
  }
  static double choose(int n, int k) {
    if (k < 0 || k > n) return 0;
    double ways = 1;
    for (int i = 0; i < k; ++i) ways = ways * (n - i) / (i + 1);
    return ways;
  }
  static std::uint16_t take(std::uint64_t& cards, Rng& rng) {
    const int card = rng.random_bit(cards);
    cards &= ~(std::uint64_t{1} << card);
    return static_cast<std::uint16_t>(1U << card);
  }

  const Game* game_;
  Observer observer_;
  State view_;         ///< unseen hands are empty
  unsigned void_ = 0;  ///< suits that seat 1 does not have
  std::vector<Seen> stream_;
};

static_assert(ImperfectInformationGame<Game>);

}  // namespace atl::toy::whist
