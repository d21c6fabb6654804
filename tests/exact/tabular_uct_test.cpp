#include "search/exact/tabular_uct.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "search/exact/best_response.hpp"
#include "tests/exact/kuhn_policies.hpp"
#include "tests/support/scale.hpp"

namespace atl::exact {

namespace {

double exploitability_after(const EnumeratedGame<Kuhn>& kuhn, const TabularUctParams& params, std::uint64_t seed,
                            std::int64_t iterations) {
  TabularUct search(kuhn.tree(), params, Rng::derive(seed, Stream::test, {60}));
  search.run(iterations);
  return exploitability(kuhn.tree(), search.average());
}

}  // namespace

// Heinrich and Silver 2015 with their constants. Fixed seeds; over many seeds the two stay apart by ten of their
// standard deviations, so the false-alarm rate of these bounds is far below 1e-9.
TEST_CASE("Smooth UCT approaches an equilibrium of Kuhn poker where UCT stops") {
  const EnumeratedGame<Kuhn> kuhn(kuhn_game(), Margin{});
  const std::int64_t iterations = test::scaled(1'000'000, 200'000);
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    CAPTURE(seed);
    const double plain = exploitability_after(kuhn, {.smooth = false}, seed, iterations);
    const double smooth = exploitability_after(kuhn, {.smooth = true}, seed, iterations);
    CHECK(plain > 0.01);
    CHECK(plain < 0.05);
    CHECK(smooth < 0.008);
  }
}

TEST_CASE("before the first iteration the average strategy is uniform, and a seed repeats a run") {
  const EnumeratedGame<Kuhn> kuhn(kuhn_game(), Margin{});
  TabularUct a(kuhn.tree(), {.smooth = true}, Rng::derive(3, Stream::test, {}));
  TabularUct b(kuhn.tree(), {.smooth = true}, Rng::derive(3, Stream::test, {}));
  CHECK(a.average() == uniform_policy(kuhn.tree()));
  a.run(1000);
  b.run(400);
  b.run(600);
  CHECK(a.average() == b.average());
}

TEST_CASE("every constant of Smooth UCT changes what it finds") {
  const EnumeratedGame<Kuhn> kuhn(kuhn_game(), Margin{});
  const auto run = [&](const TabularUctParams& params) {
    TabularUct search(kuhn.tree(), params, Rng::derive(3, Stream::test, {}));
    search.run(5000);
    return search.average();
  };
  const Policy base = run({.smooth = true});
  CHECK(run({.smooth = false}) != base);
  CHECK(run({.smooth = true, .c = 0.1}) != base);
  CHECK(run({.smooth = true, .gamma = 1}) != base);
  CHECK(run({.smooth = true, .eta = 0.2}) != base);
  CHECK(run({.smooth = true, .decay = 1}) != base);
}

}  // namespace atl::exact
