#include "experiments/stats/seatings.hpp"

#include <doctest/doctest.h>

#include <map>
#include <set>
#include <tuple>

#include "experiments/stats/golden_test.hpp"

namespace {
using namespace atl;
using namespace atl::stats;

std::vector<std::vector<int>> as_lists(const std::vector<Seating>& all, int k) {
  std::vector<std::vector<int>> lists;
  for (const Seating& seating : all) lists.emplace_back(seating.begin(), seating.begin() + k);
  return lists;
}

TEST_CASE("the 2-transitive seatings are the golden lists") {
  for (int k = 2; k <= 5; ++k) {
    CAPTURE(k);
    const auto expected =
        stats::test::golden()["seatings_2transitive"][std::to_string(k)].get<std::vector<std::vector<int>>>();
    CHECK(as_lists(seatings(SeatingPlan::two_transitive, k), k) == expected);
  }
}

TEST_CASE("every ordered pair of agents sits in every ordered pair of seats once in a 2-transitive set") {
  for (int k = 2; k <= 5; ++k) {
    std::map<std::tuple<int, int, int, int>, int> count;
    for (const Seating& seating : seatings(SeatingPlan::two_transitive, k)) {
      for (int x = 0; x < k; ++x) {
        for (int y = 0; y < k; ++y) {
          if (x != y) ++count[{x, y, seating[static_cast<std::size_t>(x)], seating[static_cast<std::size_t>(y)]}];
        }
      }
    }
    CHECK(count.size() == static_cast<std::size_t>(k * (k - 1) * k * (k - 1)));
    for (const auto& entry : count) CHECK(entry.second == 1);
  }
}

TEST_CASE("cyclic seatings rotate and put every agent in every seat once") {
  CHECK(as_lists(seatings(SeatingPlan::cyclic, 3), 3) ==
        std::vector<std::vector<int>>{{0, 1, 2}, {1, 2, 0}, {2, 0, 1}});
  for (int k = 1; k <= 5; ++k) {
    const std::vector<Seating> all = seatings(SeatingPlan::cyclic, k);
    CHECK(all.size() == static_cast<std::size_t>(k));
    for (int x = 0; x < k; ++x) {
      std::set<int> seats;
      for (const Seating& seating : all) seats.insert(seating[static_cast<std::size_t>(x)]);
      CHECK(seats.size() == static_cast<std::size_t>(k));
    }
  }
}

TEST_CASE("all seatings are all permutations, distinct and starting with the identity") {
  const std::size_t factorial[] = {1, 1, 2, 6, 24, 120};
  for (int k = 1; k <= 5; ++k) {
    const auto lists = as_lists(seatings(SeatingPlan::all, k), k);
    CHECK(lists.size() == factorial[k]);
    CHECK(std::set<std::vector<int>>(lists.begin(), lists.end()).size() == factorial[k]);
    for (int x = 0; x < k; ++x) CHECK(lists.front()[static_cast<std::size_t>(x)] == x);
  }
}

}  // namespace
