#include "experiments/tune/ntbea.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "tests/support/scale.hpp"

using namespace atl;

namespace {

constexpr int kValues = 8;

/// A ridge with a peak of 0.7 at (5, 2, 6): parameters one and two matter together, as exploration and playout length
/// do. Chance level 0.5, worst about 0.2.
double truth(const Ntbea::Point& p) {
  const double a = p[0] - 5, b = p[1] - 2, c = p[2] - 6;
  return 0.7 - 0.012 * a * a - 0.01 * b * b - 0.006 * c * c + 0.006 * a * b;
}

/// The mean of two blocks of two games: wins are coins with the true probability.
double noisy(const Ntbea::Point& p, Rng& rng) {
  int wins = 0;
  for (int game = 0; game < 4; ++game) wins += rng.chance(std::clamp(truth(p), 0.0, 1.0)) ? 1 : 0;
  return wins / 4.0;
}

/// 0.7 minus the true reward of what is recommended after a number of trials, averaged over searches.
double mean_regret(int trials, int searches) {
  double sum = 0;
  for (int s = 0; s < searches; ++s) {
    Ntbea search({kValues, kValues, kValues}, {}, static_cast<std::uint64_t>(s));
    Rng rng = Rng::derive(11, Stream::test, {static_cast<std::uint64_t>(s)});
    for (int t = 0; t < trials; ++t) search.report(noisy(search.next(), rng));
    sum += 0.7 - truth(search.best());
  }
  return sum / searches;
}

/// The same for trials at random settings and the best mean.
double random_regret(int trials, int searches) {
  double sum = 0;
  for (int s = 0; s < searches; ++s) {
    std::map<Ntbea::Point, std::pair<double, int>> tried;
    Rng rng = Rng::derive(12, Stream::test, {static_cast<std::uint64_t>(s)});
    for (int t = 0; t < trials; ++t) {
      Ntbea::Point point;
      for (int d = 0; d < 3; ++d) point.push_back(static_cast<int>(rng.below(kValues)));
      auto& [total, count] = tried[point];
      total += noisy(point, rng);
      ++count;
    }
    const auto best = std::max_element(tried.begin(), tried.end(), [](const auto& x, const auto& y) {
      return x.second.first / x.second.second < y.second.first / y.second.second;
    });
    sum += 0.7 - truth(best->first);
  }
  return sum / searches;
}

}  // namespace

// Fixed seeds. The spread of one search's regret is about 0.05, so that means of 60 searches differ by 0.009 or less in
// 95 of 100; the margins below are several times that.
TEST_CASE("regret shrinks with the number of trials and beats random trials") {
  const int searches = test::scaled(60, 10);
  const double few = mean_regret(20, searches);
  const double some = mean_regret(100, searches);
  const double many = mean_regret(600, searches);
  const double random = random_regret(600, searches);
  CAPTURE(few);
  CAPTURE(some);
  CAPTURE(many);
  CAPTURE(random);
  CHECK(some < few);
  CHECK(many < some);
  CHECK(many < 0.05);
  CHECK(many < random / 2);
}

TEST_CASE("a search goes on exactly where it was when its rewards are reported again") {
  Ntbea one({4, 3, 5, 2}, {}, 9);
  std::vector<double> rewards;
  std::vector<Ntbea::Point> points;
  Rng rng = Rng::derive(1, Stream::test, {1});
  for (int t = 0; t < 50; ++t) {
    points.push_back(one.next());
    rewards.push_back(rng.uniform());
    one.report(rewards.back());
  }
  Ntbea two({4, 3, 5, 2}, {}, 9);
  for (std::size_t t = 0; t < 50; ++t) {
    CHECK(two.next() == points[t]);
    two.report(rewards[t]);
  }
  CHECK(two.next() == one.next());
  CHECK(two.best() == one.best());
  Ntbea other({4, 3, 5, 2}, {}, 10);
  int equal = 0;
  for (std::size_t t = 0; t < 50; ++t) {
    equal += other.next() == points[t] ? 1 : 0;
    other.report(rewards[t]);
  }
  CHECK(equal < 25);
}

TEST_CASE("tallies add up, and an estimate is the mean of the shrunk means of its tuples") {
  Ntbea search({2, 2}, {.neighbours = 5, .explore = 0.5}, 3);
  std::map<Ntbea::Point, std::vector<double>> seen;
  double all = 0;
  for (int t = 0; t < 12; ++t) {
    const double reward = (t * 7 % 5) / 4.0;
    seen[search.next()].push_back(reward);
    all += reward / 12;
    search.report(reward);
  }
  std::uint64_t total = 0;
  for (int a = 0; a < 2; ++a) {
    total += search.tally(0, a).count;
    for (int b = 0; b < 2; ++b) {
      const auto shrunk = [&](auto matches) {
        double sum = all;
        int n = 1;
        for (const auto& [point, rewards] : seen) {
          if (!matches(point)) continue;
          for (const double r : rewards) sum += r;
          n += static_cast<int>(rewards.size());
        }
        return sum / n;
      };
      const double expected =
          (shrunk([&](const auto& p) { return p[0] == a; }) + shrunk([&](const auto& p) { return p[1] == b; }) +
           shrunk([&](const auto& p) { return p[0] == a && p[1] == b; })) /
          3;
      CHECK(search.estimate({a, b}) == doctest::Approx(expected).epsilon(1e-12));
    }
  }
  CHECK(total == 12);
}

TEST_CASE("a dimension that plays no part has no value, and teaches nothing about its values") {
  // The second dimension counts where the first is 1.
  const auto settle = [](Ntbea::Point& point) {
    if (point[0] == 0) point[1] = Ntbea::kNone;
  };
  Ntbea search({2, 4, 3}, {}, 5, settle);
  Rng rng = Rng::derive(2, Stream::test, {3});
  std::uint64_t without = 0;
  for (int t = 0; t < 300; ++t) {
    const Ntbea::Point at = search.next();
    CHECK((at[1] == Ntbea::kNone) == (at[0] == 0));
    without += at[0] == 0;
    search.report(rng.chance(at[1] == 2 ? 0.7 : 0.4) ? 1 : 0);
  }
  std::uint64_t counted = 0;
  for (int v = 0; v < 4; ++v) counted += search.tally(1, v).count;
  CHECK(without > 0);
  CHECK(counted == 300 - without);
  CHECK(search.tally(0, 0).count == without);
  CHECK(search.best()[1] == 2);
}

TEST_CASE("one parameter with two values is enough, and the better one is found") {
  Ntbea search({2}, {}, 5);
  Rng rng = Rng::derive(2, Stream::test, {2});
  for (int t = 0; t < 200; ++t) search.report(rng.chance(search.next()[0] == 1 ? 0.7 : 0.3) ? 1 : 0);
  CHECK(search.best() == Ntbea::Point{1});
  CHECK(search.tally(0, 1).count > search.tally(0, 0).count);
  CHECK(search.tally(0, 0).count > 0);
}
