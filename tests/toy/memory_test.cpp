#include "tests/toy/memory.hpp"
#include "tests/support/scale.hpp"

#include <doctest/doctest.h>

#include <array>
#include <map>

#include "tests/support/conformance.hpp"

namespace atl::toy::memory {
namespace {

/// The game solved without the assumption that known pairs are taken at once: n pairs left, of these k with one card
/// seen and d with both, `passes` turns without anything new just before. Independent of Optimum.
class FullSolution {
 public:
  double value(int n, int k, int d, int passes) {
    if (n == 0) return 0;
    const std::array<int, 4> key{n, k, d, passes};
    if (const auto at = table_.find(key); at != table_.end()) return at->second;
    const double unseen = 2 * n - k - 2 * d;
    const double pass = passes == 1 ? 0 : -value(n, k, d, 1);
    double best = -1e9;
    const auto consider = [&](double v) { best = std::max(best, v); };
    if (unseen > 0) {  // the first card is new
      double mean = 0;
      if (k > 0) {  // the mate of a seen card
        double second = std::max(1 + value(n - 1, k - 1, d, 0), -value(n, k - 1, d + 1, 0));
        if (k - 1 + 2 * d == 0) second = 1 + value(n - 1, k - 1, d, 0);
        if (unseen > 1) {
          double open = (unseen - k) / (unseen - 1) * -value(n, k, d + 1, 0);
          if (k > 1) open += (k - 1) / (unseen - 1) * -value(n, k - 2, d + 2, 0);
          second = std::max(second, open);
        }
        mean += k / unseen * second;
      }
      if (unseen > k) {  // a face not seen before
        double second = -1e9;
        if (k + 2 * d > 0) second = -value(n, k + 1, d, 0);
        double open = (1 + value(n - 1, k, d, 0)) / (unseen - 1);
        if (k > 0) open += k / (unseen - 1) * -value(n, k, d + 1, 0);
        if (unseen - 2 - k > 0) open += (unseen - 2 - k) / (unseen - 1) * -value(n, k + 2, d, 0);
        mean += (unseen - k) / unseen * std::max(second, open);
      }
      consider(mean);
    }
    if (k > 0) {  // the first card was seen, its mate was not
      double open = (1 + value(n - 1, k - 1, d, 0)) / unseen;
      if (k > 1) open += (k - 1) / unseen * -value(n, k - 1, d + 1, 0);
      if (unseen > k) open += (unseen - k) / unseen * -value(n, k + 1, d, 0);
      consider(open);
      if (k - 1 + 2 * d > 0) consider(pass);
    }
    if (d > 0) {  // the first card was seen, and so was its mate
      consider(1 + value(n - 1, k, d - 1, 0));
      if (unseen > 0) {
        double open = 0;
        if (k > 0) open += k / unseen * -value(n, k - 1, d + 1, 0);
        if (unseen > k) open += (unseen - k) / unseen * -value(n, k + 1, d, 0);
        consider(open);
      }
      if (k + 2 * (d - 1) > 0) consider(pass);
    }
    return table_[key] = best;
  }

 private:
  std::map<std::array<int, 4>, double> table_;
};

}  // namespace

TEST_CASE("the memory game keeps the contracts of game.hpp") {
  const auto with_pairs = [](int pairs) { return Game({.players = 2, .pairs = pairs}); };
  const conformance::ExactSummary exact =
      conformance::run_all<Game>({.games = {with_pairs(1), with_pairs(4), with_pairs(12)},
                                  .exact_games = {with_pairs(3), with_pairs(4)},
                                  .exact_walks = 6});
  CHECK(exact.with_choice > atl::test::scaled(50));
  CHECK(exact.most_worlds == 2520);
  CHECK_FALSE(exact.gave_up);
}

// n = 1, k = 0: both cards are new and match. n = 1, k = 1: one flip. n = 2, k = 2: both known, 2 pairs.
TEST_CASE("small memory games have the values found by hand") {
  Optimum optimum;
  CHECK(optimum.value(1, 0) == doctest::Approx(1));
  CHECK(optimum.value(1, 1) == doctest::Approx(1));
  CHECK(optimum.value(2, 2) == doctest::Approx(2));
  // n = 2, k = 0: the second card matches with 1/3 (then 2 pairs), otherwise the opponent knows everything (-2).
  CHECK(optimum.value(2, 0) == doctest::Approx(2.0 / 3 - 4.0 / 3));
}

TEST_CASE("taking known pairs at once loses nothing: the reduced solution is the full one") {
  Optimum optimum;
  FullSolution full;
  for (int n = 1; n <= 12; ++n) {
    for (int k = 0; k <= n; ++k) {
      CAPTURE(n);
      CAPTURE(k);
      CHECK(optimum.value(n, k) == doctest::Approx(full.value(n, k, 0, 0)).epsilon(1e-9));
    }
  }
}

// The theorem of Zwick and Paterson: flip no new card iff n + k is odd and k >= 2(n + 1) / 3; exactly one iff n + k is
// even and k >= 1, or (n, k) = (6, 1); otherwise two.
TEST_CASE("the best moves follow the theorem of Zwick and Paterson") {
  Optimum optimum;
  for (int n = 1; n <= 40; ++n) {
    for (int k = 0; k < n; ++k) {
      CAPTURE(n);
      CAPTURE(k);
      const Optimum::Moves& moves = optimum.moves(n, k);
      const bool odd = (n + k) % 2 == 1;
      const double chosen = odd && 3 * k >= 2 * (n + 1)              ? moves.none
                            : (!odd && k >= 1) || (n == 6 && k == 1) ? moves.one
                                                                     : moves.two;
      CHECK(chosen == doctest::Approx(moves.best()).epsilon(1e-12));
    }
  }
}

}  // namespace atl::toy::memory
