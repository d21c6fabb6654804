#include "engine/core/rng.hpp"

#include <Random123/philox.h>
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <set>
#include <vector>

#include "tests/support/chi_square.hpp"
#include "tests/support/draws.hpp"
#include "tests/support/scale.hpp"

namespace atl {

// The first words that Random123 1.14 documents for counter and key zero: if they change, every seed means another
// deal.
TEST_CASE("Philox of zeros gives the known words") {
  CHECK(r123::Philox4x32()({{}}, {{}})[0] == 0x6627e8d5U);
  CHECK(r123::Philox4x64()({{}}, {{}})[0] == 0x16554d9eca36314cULL);
}

// Recorded from the first release: a change makes old seeds mean other games, and must be meant.
TEST_CASE("a derived generator starts with the pinned words") {
  Rng zero = Rng::derive(0, Stream::test, {});
  Rng deal = Rng::derive(7, Stream::chance, {0, 1, 2, 3});
  Rng agent = Rng::derive(7, Stream::agent, {1, 2, 3});
  CHECK(zero.next() == 0x2b1221fe35fec6f7ULL);
  CHECK(deal.next() == 0xd5c7a859b3dddf4cULL);
  CHECK(agent.next() == 0xa041cdb31b588222ULL);
}

TEST_CASE("equal coordinates give equal generators and different ones different generators") {
  CHECK(Rng::derive(1, Stream::chance, {2, 3}) == Rng::derive(1, Stream::chance, {2, 3}));
  std::vector<Rng> all;
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    for (const Stream stream :
         {Stream::chance, Stream::agent, Stream::search, Stream::schedule, Stream::test, Stream::tool}) {
      all.push_back(Rng::derive(seed, stream, {}));
      for (std::uint64_t a = 0; a < 3; ++a) {
        all.push_back(Rng::derive(seed, stream, {a}));
        for (std::uint64_t b = 0; b < 3; ++b) {
          all.push_back(Rng::derive(seed, stream, {a, b}));
          all.push_back(Rng::derive(seed, stream, {0, a, b, 0, 0}));
          all.push_back(Rng::derive(seed, stream, {0, 0, 0, 0, a, b}));
        }
      }
    }
  }
  std::set<std::array<std::uint64_t, 4>> starts;
  for (Rng& rng : all) starts.insert({rng.next(), rng.next(), rng.next(), rng.next()});
  CHECK(starts.size() == all.size());
}

TEST_CASE("splitting draws one word and depends on stream and index") {
  const Rng parent = Rng::derive(1, Stream::agent, {});
  Rng a = parent, b = parent, c = parent;
  const Rng first = a.split(Stream::search, 0);
  CHECK(first == b.split(Stream::search, 0));
  CHECK(a == b);
  CHECK(test::draws_between(parent, a) == 1);
  CHECK_FALSE(first == c.split(Stream::search, 1));
  c = parent;
  CHECK_FALSE(first == c.split(Stream::test, 0));
}

// Level kTestLevel (1e-9) for each bound.
TEST_CASE("below is uniform and in range") {
  for (const std::uint32_t n : {1U, 2U, 3U, 7U, 40U, 1000U}) {
    Rng rng = Rng::derive(2, Stream::test, {n});
    std::vector<std::uint64_t> counts(n);
    const int draws = test::scaled(200'000, 20'000);
    for (int i = 0; i < draws; ++i) {
      const std::uint32_t value = rng.below(n);
      REQUIRE(value < n);
      ++counts[value];
    }
    const std::vector<double> expected(n, 1.0 / n);
    CHECK(test::chi_square_fit(counts, expected).p_value >= test::kTestLevel);
  }
}

// Lemire's method without its rejection would give some values of 3 * 2^30 twice as often: thirds of the range would
// hold 1/2, 1/4, 1/4 of the draws.
TEST_CASE("below rejects what would make large ranges uneven") {
  Rng rng = Rng::derive(3, Stream::test, {});
  const std::uint32_t n = 3U << 30;
  std::vector<std::uint64_t> residues(3), thirds(3);
  for (int i = 0; i < 60'000; ++i) {
    const std::uint32_t value = rng.below(n);
    ++residues[value % 3];
    ++thirds[value >> 30];
  }
  const std::vector<double> expected(3, 1.0 / 3);
  CHECK(test::chi_square_fit(residues, expected).p_value >= test::kTestLevel);
  CHECK(test::chi_square_fit(thirds, expected).p_value >= test::kTestLevel);
}

TEST_CASE("uniform is at least 0 and below 1 and chance has its probability") {
  Rng rng = Rng::derive(4, Stream::test, {});
  std::vector<std::uint64_t> tenths(10), coin(2);
  for (int i = 0; i < 100'000; ++i) {
    const double u = rng.uniform();
    REQUIRE((u >= 0 && u < 1));
    ++tenths[static_cast<std::size_t>(u * 10)];
    ++coin[rng.chance(0.3) ? 1 : 0];
  }
  CHECK(test::chi_square_fit(tenths, std::vector<double>(10, 0.1)).p_value >= test::kTestLevel);
  CHECK(test::chi_square_fit(coin, std::vector<double>{0.7, 0.3}).p_value >= test::kTestLevel);
  CHECK_FALSE(rng.chance(0.0));
  CHECK(rng.chance(1.0));
}

TEST_CASE("shuffle gives each of 24 orders equally often and loses nothing") {
  Rng rng = Rng::derive(5, Stream::test, {});
  std::vector<std::uint64_t> counts(24);
  for (int i = 0; i < 48'000; ++i) {
    std::array<int, 4> items{0, 1, 2, 3};
    rng.shuffle(std::span<int>(items));
    std::array<int, 4> sorted = items;
    std::sort(sorted.begin(), sorted.end());
    REQUIRE(sorted == std::array<int, 4>{0, 1, 2, 3});
    std::size_t rank = 0;  // in lexicographic order
    for (std::size_t a = 0; a < 4; ++a) {
      std::size_t smaller = 0;
      for (std::size_t b = a + 1; b < 4; ++b) smaller += items[b] < items[a] ? 1U : 0U;
      rank = rank * (4 - a) + smaller;
    }
    ++counts[rank];
  }
  CHECK(test::chi_square_fit(counts, std::vector<double>(24, 1.0 / 24)).p_value >= test::kTestLevel);
}

TEST_CASE("select_bit finds the k-th set bit and random_bit is uniform over them") {
  Rng rng = Rng::derive(6, Stream::test, {});
  for (int i = 0; i < 2000; ++i) {
    const std::uint64_t bits = rng.next() & rng.next();
    std::uint32_t k = 0;
    for (int position = 0; position < 64; ++position) {
      if (((bits >> position) & 1) != 0) REQUIRE(select_bit(bits, k++) == position);
    }
  }
  const std::uint64_t bits = 0x8000'0001'0000'0100ULL;
  std::vector<std::uint64_t> counts(3);
  for (int i = 0; i < 30'000; ++i) {
    const int position = rng.random_bit(bits);
    REQUIRE((position == 8 || position == 32 || position == 63));
    ++counts[position == 8 ? 0 : position == 32 ? 1 : 2];
  }
  CHECK(test::chi_square_fit(counts, std::vector<double>(3, 1.0 / 3)).p_value >= test::kTestLevel);
}

TEST_CASE("a generator with wanted draws draws them") {
  Rng rng = test::rng_that_draws({{6, 3}, {6, 0}, {40, 39}});
  CHECK(rng.below(6) == 3);
  CHECK(rng.below(6) == 0);
  CHECK(rng.below(40) == 39);
}

}  // namespace atl
