// Small vocabulary: bits.hpp, inline_vector.hpp, parallel.hpp.
#include <doctest/doctest.h>

#include <atomic>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/core/bits.hpp"
#include "engine/core/game.hpp"
#include "engine/core/inline_vector.hpp"
#include "engine/core/parallel.hpp"
#include "engine/core/types.hpp"

namespace atl {

TEST_CASE("an inline vector grows, shrinks and copies") {
  InlineVector<int, 4> list;
  CHECK(list.empty());
  for (int i = 1; i <= 4; ++i) list.push_back(i);
  CHECK(list.size() == list.capacity());
  InlineVector<int, 4> copy = list;
  list.pop_back();
  CHECK(list.back() == 3);
  CHECK(copy.size() == 4);
  CHECK(copy[3] == 4);
  copy = list;
  copy[0] = 9;
  CHECK(copy.size() == 3);
  CHECK(list[0] == 1);
  int sum = 0;
  for (const int value : list) sum += value;
  CHECK(sum == 6);
  list.clear();
  CHECK(list.empty());
  list.resize(2);
  CHECK(list.end() - list.begin() == 2);
}

TEST_CASE("pop_lowest_bit walks the set bits upwards") {
  std::uint64_t bits = bit(3) | bit(17) | bit(63);
  CHECK(pop_lowest_bit(bits) == 3);
  CHECK(pop_lowest_bit(bits) == 17);
  CHECK(pop_lowest_bit(bits) == 63);
  CHECK(bits == 0);
}

TEST_CASE("hash_combine depends on order and value") {
  CHECK(hash_combine(hash_combine(0, 1), 2) != hash_combine(hash_combine(0, 2), 1));
  CHECK(hash_combine(0, 0) != hash_combine(0, 1));
  CHECK(hash_combine(0, 0) != 0);
}

TEST_CASE("ranks by score let ties share the better rank") {
  CHECK(ranks_by_score({5, 9, 5, 1}, 4) == PerSeat<int>{2, 1, 2, 4});
  CHECK(ranks_by_score({3, 3}, 2) == PerSeat<int>{1, 1});
}

TEST_CASE("a parallel loop calls every index once for any number of threads") {
  for (const int threads : {1, 2, 8}) {
    std::vector<int> calls(1000);
    parallel_for_indexed(1000, threads, [&](long i) { ++calls[static_cast<std::size_t>(i)]; });
    CHECK(calls == std::vector<int>(1000, 1));
  }
  parallel_for_indexed(0, 2, [](long) { throw std::runtime_error("never called"); });
}

TEST_CASE("one thread takes the indices in ascending order") {
  std::vector<long> order;
  parallel_for_indexed(100, 1, [&](long i) { order.push_back(i); });
  for (std::size_t i = 0; i < order.size(); ++i) CHECK(order[i] == static_cast<long>(i));
}

TEST_CASE("a parallel loop rethrows the exception of the lowest index and stops") {
  for (const int threads : {1, 2, 8}) {
    std::atomic<long> last{-1};
    std::string what;
    try {
      parallel_for_indexed(100'000, threads, [&](long i) {
        long seen = last.load();
        while (i > seen && !last.compare_exchange_weak(seen, i)) {
        }
        if (i >= 20) throw std::runtime_error(std::to_string(i));
      });
    } catch (const std::runtime_error& error) {
      what = error.what();
    }
    // Index 20 is handed out before any later one, and nothing before it throws.
    CHECK(what == "20");
    CHECK(last.load() < 20 + 1000);
  }
}

}  // namespace atl
