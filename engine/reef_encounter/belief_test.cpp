/// The dynamic programme against enumeration of all deals, on bags small enough that they run out of colours.
#include <map>

#include <doctest/doctest.h>

#include "engine/reef_encounter/belief.hpp"
#include "engine/reef_encounter/reef_encounter.hpp"
#include "tests/support/chi_square.hpp"
#include "tests/support/scale.hpp"

namespace atl::reef_encounter {
namespace {

constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

struct Event {
  enum Verb { draw, put_back, shown, play, receive } kind;
  int colour = 0, seat = 0;
  bool has = false;
};

/// A bag, some seats with hidden tiles, and what everybody could see of what happened to them.
struct History {
  std::array<int, kColours> bag{};
  std::vector<int> dealt;    // [seat] tiles
  std::vector<bool> chosen;  // [seat] whether its parrotfish tile is chosen
  std::vector<Event> events;
};

struct World {
  std::array<int, kColours> bag;
  std::vector<std::array<int, kColours>> hand;
  std::vector<int> fish;
};

/// The probability that this world gives exactly these events.
double likelihood(const History& history, World world) {
  double probability = 1;
  for (const Event& event : history.events) {
    int& bag = world.bag[at(event.colour)];
    int total = 0;
    for (const int n : world.bag) total += n;
    switch (event.kind) {
      case Event::draw:
        if (bag == 0) return 0;
        probability *= static_cast<double>(bag--) / total;
        break;
      case Event::put_back: ++bag; break;
      case Event::shown:
        if ((bag > 0) != event.has) return 0;
        break;
      case Event::play:
        if (world.hand[at(event.seat)][at(event.colour)]-- == 0) return 0;
        break;
      case Event::receive: ++world.hand[at(event.seat)][at(event.colour)]; break;
    }
  }
  return probability;
}

using Way = std::vector<int>;  // hands and parrotfish tiles as numbers

Way way_of(const HiddenSample& sample, int seats) {
  Way way;
  for (int p = 0; p < seats; ++p) {
    for (int c = 0; c < kColours; ++c) way.push_back(sample.rest[at(p)][c]);
    way.push_back(sample.fish[at(p)]);
  }
  return way;
}

/// All deals in order, tile by tile, then every choice for the parrotfish.
void enumerate(const History& history, World& world, int seat, int tile, double probability,
               std::map<Way, double>& weights, std::map<Way, HiddenSample>& samples) {
  const int seats = static_cast<int>(history.dealt.size());
  if (seat == seats) {
    HiddenSample sample;
    sample.fish.fill(kUnseen);
    for (int p = 0; p < seats; ++p) {
      for (int c = 0; c < kColours; ++c) sample.rest[at(p)].add(c, world.hand[at(p)][at(c)]);
      sample.fish[at(p)] = world.fish[at(p)];
    }
    const double weight = probability * likelihood(history, world);
    if (weight > 0) {
      weights[way_of(sample, seats)] += weight;
      samples[way_of(sample, seats)] = sample;
    }
    return;
  }
  if (tile == history.dealt[at(seat)]) {
    if (!history.chosen[at(seat)]) return enumerate(history, world, seat + 1, 0, probability, weights, samples);
    for (int c = 0; c < kColours; ++c) {
      int& held = world.hand[at(seat)][at(c)];
      if (held == 0) continue;
      const double choice = static_cast<double>(held) / history.dealt[at(seat)];
      --held;
      world.fish[at(seat)] = c;
      enumerate(history, world, seat + 1, 0, probability * choice, weights, samples);
      world.fish[at(seat)] = kUnseen;
      ++held;
    }
    return;
  }
  int total = 0;
  for (const int n : world.bag) total += n;
  for (int c = 0; c < kColours; ++c) {
    if (world.bag[at(c)] == 0) continue;
    const double chance = static_cast<double>(world.bag[at(c)]) / total;
    --world.bag[at(c)];
    ++world.hand[at(seat)][at(c)];
    enumerate(history, world, seat, tile + 1, probability * chance, weights, samples);
    ++world.bag[at(c)];
    --world.hand[at(seat)][at(c)];
  }
}

/// Plays a random history; returns what is known of it beside the events.
HiddenTiles play(History& history, Rng& rng) {
  const int seats = 1 + static_cast<int>(rng.below(3));
  HiddenTiles known;
  for (int c = 0; c < kColours; ++c) history.bag[at(c)] = static_cast<int>(rng.below(4));
  history.bag[0] += 3;
  history.bag[1] += 3;
  World truth{.bag = history.bag,
              .hand = std::vector<std::array<int, kColours>>(at(seats)),
              .fish = std::vector<int>(at(seats), kUnseen)};
  std::array<int, kColours> open = history.bag;  // the bag with the hidden tiles in it
  const auto draw = [&] {
    int total = 0, c = 0;
    for (const int n : truth.bag) total += n;
    for (auto k = static_cast<int>(rng.below(static_cast<std::uint32_t>(total))); k >= truth.bag[at(c)]; ++c)
      k -= truth.bag[at(c)];
    --truth.bag[at(c)];
    return c;
  };
  for (int c = 0; c < kColours; ++c) known.dealt_from.add(c, history.bag[at(c)]);
  for (int p = 0; p < seats; ++p) {
    HiddenTiles::Seat& seat = known.seat[at(p)];
    seat.hidden = true;
    seat.dealt = 1 + static_cast<int>(rng.below(2));
    seat.fish_chosen = rng.below(4) != 0;
    history.dealt.push_back(seat.dealt);
    history.chosen.push_back(seat.fish_chosen);
    for (int i = 0; i < seat.dealt; ++i) ++truth.hand[at(p)][at(draw())];
    if (!seat.fish_chosen) continue;
    int c = 0;
    while (truth.hand[at(p)][at(c)] == 0) ++c;
    --truth.hand[at(p)][at(c)];
    truth.fish[at(p)] = c;
  }
  const int events = static_cast<int>(rng.below(9));
  for (int i = 0; i < events; ++i) {
    Event event{.kind = static_cast<Event::Verb>(rng.below(5)),
                .colour = static_cast<int>(rng.below(kColours)),
                .seat = static_cast<int>(rng.below(static_cast<std::uint32_t>(seats)))};
    int total = 0;
    for (const int n : truth.bag) total += n;
    HiddenTiles::Seat& seat = known.seat[at(event.seat)];
    switch (event.kind) {
      case Event::draw:
        if (total == 0) continue;
        event.colour = draw();
        known.drawn(event.colour, open[at(event.colour)]--);
        break;
      case Event::put_back:
        ++truth.bag[at(event.colour)];
        ++open[at(event.colour)];
        break;
      case Event::shown:
        event.has = truth.bag[at(event.colour)] > 0;
        known.shown(event.colour, open[at(event.colour)], event.has);
        break;
      case Event::play:
        if (truth.hand[at(event.seat)][at(event.colour)] == 0) continue;
        --truth.hand[at(event.seat)][at(event.colour)];
        known.held(event.seat, event.colour);
        --seat.net[at(event.colour)];
        break;
      case Event::receive:
        ++truth.hand[at(event.seat)][at(event.colour)];
        ++seat.net[at(event.colour)];
        break;
    }
    history.events.push_back(event);
  }
  return known;
}

}  // namespace

TEST_CASE("reef encounter belief: probabilities equal enumeration of all deals, returns and empty bags included") {
  int worlds = 0, single = 0;
  const int histories = test::scaled(400, 40);
  for (int i = 0; i < histories; ++i) {
    CAPTURE(i);
    Rng rng = Rng::derive(3, Stream::test, {static_cast<std::uint64_t>(i)});
    History history;
    const BeliefTable table(play(history, rng));
    World world{.bag = history.bag,
                .hand = std::vector<std::array<int, kColours>>(history.dealt.size()),
                .fish = std::vector<int>(history.dealt.size(), kUnseen)};
    std::map<Way, double> weights;
    std::map<Way, HiddenSample> samples;
    enumerate(history, world, 0, 0, 1.0, weights, samples);
    double total = 0, sum = 0;
    for (const auto& [way, weight] : weights) total += weight;
    for (const auto& [way, weight] : weights) {
      const double probability = table.probability(samples[way]);
      CHECK(probability == doctest::Approx(weight / total).epsilon(1e-9));
      sum += probability;
    }
    CHECK(sum == doctest::Approx(1).epsilon(1e-9));
    CHECK(table.single() == (weights.size() == 1));
    worlds += static_cast<int>(weights.size());
    single += weights.size() == 1 ? 1 : 0;
  }
  MESSAGE(histories, " histories, ", worlds, " posterior entries, ", single, " with one world");
  CHECK(worlds > 10 * histories);
}

TEST_CASE("reef encounter belief: samples follow the probabilities") {
  // Ten chi-square tests at level 1e-6: a false alarm in one of 100,000 sets of seeds.
  for (int i = 0; i < 10; ++i) {
    CAPTURE(i);
    Rng rng = Rng::derive(4, Stream::test, {static_cast<std::uint64_t>(i)});
    History history;
    const BeliefTable table(play(history, rng));
    const int seats = static_cast<int>(history.dealt.size());
    std::map<Way, std::uint64_t> counts;
    std::map<Way, double> probabilities;
    const int draws = test::scaled(20000, 2000);
    for (int n = 0; n < draws; ++n) {
      const HiddenSample sample = table.sample(rng);
      ++counts[way_of(sample, seats)];
      probabilities[way_of(sample, seats)] = table.probability(sample);
    }
    std::vector<std::uint64_t> observed;
    std::vector<double> expected;
    double seen = 0;
    for (const auto& [way, n] : counts) {
      observed.push_back(n);
      expected.push_back(probabilities[way]);
      seen += probabilities[way];
    }
    observed.push_back(0);  // ways that never came up
    expected.push_back(std::max(1e-12, 1 - seen));
    CHECK(test::chi_square_fit(observed, expected).p_value > 1e-6);
  }
}

TEST_CASE("reef encounter information: the mover is shown which tiles it may take, others are not") {
  // All orange tiles are somewhere seen or in the hand of seat 1: only seat 0's own list tells whether the bag has one.
  const Game game(default_rules(2));
  Rng rng = Rng::derive(9, Stream::test, {1});
  State before = game.initial_state();
  while (game.node_kind(before) != NodeKind::decision || before.phase != Phase::main) {
    game.apply(before, game.node_kind(before) == NodeKind::chance ? game.sample_chance(before, rng)
                                                                  : game.random_action(before, rng));
  }
  State after = before;
  before.larva_supply.remove(2);
  after.area[0].larvae.add(2);
  after.bag.clear(2);
  const Action action = make_action(Verb::done);
  CHECK((game.observe(before, action, after, 0).tiles & 4U) == 0);
  after.bag.add(2);
  CHECK((game.observe(before, action, after, 0).tiles & 4U) == 4);
  CHECK(game.observe(before, action, after, 1).tiles == 0);
  CHECK(game.observe(before, action, after, kPublic).tiles == 0);
}

}  // namespace atl::reef_encounter
