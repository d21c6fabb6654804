/// Beliefs about hidden cards against enumeration: a table of all joint hands, and of all histories, carried from event
/// to event.
#include "engine/reef_encounter/second_kind/card_belief.hpp"

#include <doctest/doctest.h>

#include <map>

#include "tests/support/chi_square.hpp"
#include "tests/support/scale.hpp"

namespace atl::reef_encounter::second_kind {
namespace {

constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

using Hands = std::array<int, kSeats>;
using Draws = std::array<std::vector<int>, kSeats>;

/// A deck played with at random, what hides in it, and the weights of all that could be.
struct Trial {
  std::array<int, kCards> pile{}, discards{};
  Hands hands{};  ///< true hands, of all seats
  HiddenCards known;
  std::map<Hands, double> joint{{Hands{}, 1.0}};        ///< [hidden hands] weight
  std::map<std::pair<Hands, Draws>, double> histories;  ///< with the draws that led there, if asked for
  std::array<std::uint8_t, kCards> unseen{};
  int own = -1;  ///< the observer's seat, or -1
  int players;

  Trial(int players_, int observer, const std::vector<int>& deck, bool with_histories)
      : own(observer), players(players_) {
    for (const int card : deck) ++pile[at(card)];
    for (int c = 0; c < kCards; ++c) unseen[at(c)] = static_cast<std::uint8_t>(pile[at(c)]);
    for (int p = 0; p < players; ++p) known.hidden[at(p)] = p != own;
    known.epochs.back().unseen = unseen;
    if (with_histories) histories[{Hands{}, Draws{}}] = 1;
  }

  /// Copies of a card left in the pile if the hidden hands are these.
  int left(const Hands& hidden, int card) const {
    int n = unseen[at(card)];
    for (int p = 0; p < players; ++p) {
      if (p == own) continue;
      for (const int held : CardHands::all().cards(hidden[at(p)])) n -= held == card ? 1 : 0;
    }
    return n;
  }

  void draw(int seat, Rng& rng) {
    int sum = 0;
    for (const int n : pile) sum += n;
    if (sum == 0) {  // the discards are the new pile
      pile = discards;
      for (int c = 0; c < kCards; ++c) unseen[at(c)] = static_cast<std::uint8_t>(unseen[at(c)] + discards[at(c)]);
      for (const int n : discards) sum += n;
      discards.fill(0);
      known.epochs.emplace_back();
      known.epochs.back().unseen = unseen;
    }
    int card = 0;
    for (auto k = static_cast<int>(rng.below(static_cast<std::uint32_t>(sum))); k >= pile[at(card)];)
      k -= pile[at(card++)];
    --pile[at(card)];
    hands[at(seat)] = CardHands::all().with(hands[at(seat)], card);
    std::map<Hands, double> next;
    std::map<std::pair<Hands, Draws>, double> next_histories;
    for (int c = 0; c < kCards; ++c) {
      if (seat == own && c != card) continue;
      const auto drawn = [&](const Hands& before) {
        Hands after = before;
        if (seat != own) after[at(seat)] = CardHands::all().with(before[at(seat)], c);
        return after;
      };
      for (const auto& [hidden, weight] : joint) {
        if (left(hidden, c) > 0) next[drawn(hidden)] += weight * left(hidden, c);
      }
      for (const auto& [history, weight] : histories) {
        if (left(history.first, c) <= 0) continue;
        Draws draws = history.second;
        if (seat != own) draws[at(seat)].push_back(c);
        next_histories[{drawn(history.first), draws}] += weight * left(history.first, c);
      }
    }
    joint = std::move(next);
    histories = std::move(next_histories);
    if (seat == own) {
      --unseen[at(card)];
      known.epochs.back().unseen = unseen;
    } else {
      known.epochs.back().events.push_back({seat, kUnseenCard});
    }
  }

  void show(int seat, int card) {
    hands[at(seat)] = CardHands::all().without(hands[at(seat)], card);
    ++discards[at(card)];
    if (seat == own) return;
    std::map<Hands, double> next;
    std::map<std::pair<Hands, Draws>, double> next_histories;
    const auto shown = [&](Hands hidden) {
      hidden[at(seat)] = CardHands::all().without(hidden[at(seat)], card);
      return hidden;
    };
    for (const auto& [hidden, weight] : joint) {
      if (shown(hidden)[at(seat)] != CardHands::kNone) next[shown(hidden)] += weight;
    }
    for (const auto& [history, weight] : histories) {
      const Hands after = shown(history.first);
      if (after[at(seat)] != CardHands::kNone) next_histories[{after, history.second}] += weight;
    }
    joint = std::move(next);
    histories = std::move(next_histories);
    --unseen[at(card)];
    known.epochs.back().unseen = unseen;
    known.epochs.back().events.push_back({seat, card});
  }

  /// A random event: somebody draws or shows.
  void step(Rng& rng) {
    const int seat = static_cast<int>(rng.below(static_cast<std::uint32_t>(players)));
    const std::vector<int>& held = CardHands::all().cards(hands[at(seat)]);
    int to_draw = 0;
    for (const int n : pile) to_draw += n;
    for (const int n : discards) to_draw += n;
    const bool may_draw = held.size() < kHandOfCards && to_draw > 0;
    if (may_draw && (held.empty() || rng.below(2) == 0)) return draw(seat, rng);
    if (!held.empty()) show(seat, held[rng.below(static_cast<std::uint32_t>(held.size()))]);
  }
};

void check_probabilities(const Trial& trial) {
  const CardTable table(trial.known);
  double sum = 0;
  for (const auto& [hands, weight] : trial.joint) sum += weight;
  for (const auto& [hands, weight] : trial.joint)
    CHECK(table.probability(hands) == doctest::Approx(weight / sum).epsilon(1e-9));
  CHECK(table.single() == (trial.joint.size() == 1));
  Hands hidden = trial.hands;
  for (int p = 0; p < kSeats; ++p) {
    if (!trial.known.hidden[at(p)]) hidden[at(p)] = 0;
  }
  CHECK(table.probability(hidden) > 0);
}

}  // namespace

TEST_CASE("second kind: the posterior of hidden cards equals enumeration over reshuffled piles too") {
  const std::vector<std::vector<int>> decks = {{0, 0, 1, 1, 2, 2, 3}, {0, 1, 2, 3, 4}, {5, 5, 5, 5, 6, 6, 7}};
  int reshuffled = 0, single = 0, ways = 0;
  for (int i = 0; i < test::scaled(60, 12); ++i) {
    CAPTURE(i);
    Rng rng = Rng::derive(51, Stream::test, {static_cast<std::uint64_t>(i)});
    const int players = 2 + i % 3;
    Trial trial(players, i % 4 == 3 ? -1 : static_cast<int>(rng.below(static_cast<std::uint32_t>(players))),
                decks[at(i % 3)], false);
    for (int step = 0; step < 40; ++step) {
      trial.step(rng);
      if (step % 4 == 0) check_probabilities(trial);
      single += trial.joint.size() == 1 ? 1 : 0;
      ways = std::max(ways, static_cast<int>(trial.joint.size()));
    }
    reshuffled += trial.known.epochs.size() > 2 ? 1 : 0;
  }
  MESSAGE("trials with two reshuffles or more ", reshuffled, ", moments with one way ", single, ", most ways ", ways);
  CHECK(reshuffled > 0);
  CHECK(single > 0);
  CHECK(ways > 20);
}

TEST_CASE("second kind: sampled cards follow the posterior and so do the draws that led to them") {
  for (int i = 0; i < 6; ++i) {
    CAPTURE(i);
    Rng rng = Rng::derive(52, Stream::test, {static_cast<std::uint64_t>(i)});
    Trial trial(3, 0, {0, 0, 1, 1, 2, 3}, true);
    while (trial.histories.size() < 30 || trial.known.epochs.size() < static_cast<std::size_t>(1 + i % 2))
      trial.step(rng);
    if (trial.histories.size() > 3000) continue;
    const CardTable table(trial.known);
    std::map<Hands, std::uint64_t> hands_seen;
    std::map<std::pair<Hands, Draws>, std::uint64_t> histories_seen;
    const int samples = test::scaled(20000, 2000);
    for (int n = 0; n < samples; ++n) {
      ++hands_seen[table.sample(rng).hand];
      const CardSample traced = table.sample_draws(rng);
      ++histories_seen[{traced.hand, traced.draws}];
    }
    const auto fits = [](const auto& expected, const auto& seen) {
      double sum = 0;
      for (const auto& [what, weight] : expected) sum += weight;
      std::vector<std::uint64_t> counts;
      std::vector<double> probabilities;
      for (const auto& [what, weight] : expected) {
        const auto found = seen.find(what);
        counts.push_back(found == seen.end() ? 0 : found->second);
        probabilities.push_back(weight / sum);
      }
      for (const auto& [what, n] : seen) REQUIRE(expected.count(what) == 1);
      return test::chi_square_fit(counts, probabilities).p_value > test::kTestLevel;
    };
    CHECK(fits(trial.joint, hands_seen));
    CHECK(fits(trial.histories, histories_seen));
  }
}

TEST_CASE("second kind: a hand that showed one of two copies is no likelier to have held both") {
  // Seat 1 draws two of {0 0 1 1} and shows a 0. Hands with a 0: {0 0} in 1 of 6 ways, {0 1} in 4 of 6.
  HiddenCards known;
  known.hidden[1] = true;
  known.epochs[0].events = {{1, kUnseenCard}, {1, kUnseenCard}, {1, 0}};
  known.epochs[0].unseen[0] = 1;
  known.epochs[0].unseen[1] = 2;
  const CardTable table(known);
  CHECK(table.probability({0, CardHands::all().with(0, 0), 0, 0}) == doctest::Approx(0.2));
  CHECK(table.probability({0, CardHands::all().with(0, 1), 0, 0}) == doctest::Approx(0.8));
}

}  // namespace atl::reef_encounter::second_kind
