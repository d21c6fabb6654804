#include "search/budget.hpp"

#include <doctest/doctest.h>

using namespace atl;

TEST_CASE("a budget gives its iterations, and its parts add up to them") {
  const StopFlag stop{false};
  Budget budget(10, 0, stop);
  std::int64_t parts = 0;
  for (int i = 0; i < 3; ++i) {
    Budget part = budget.part(i, 3);
    while (part.more()) ++parts;
  }
  CHECK(parts == 10);
  int given = 0;
  while (budget.more()) ++given;
  CHECK(given == 10);
  CHECK(budget.done() == 10);
  CHECK_FALSE(budget.is_left());
}

TEST_CASE("a pause ends a share of the budget, which has one iteration at least, and loses none") {
  const StopFlag stop{false};
  Budget budget(10, 0, stop);
  const auto take = [&budget](double until) {
    budget.pause_at(until);
    int given = 0;
    while (budget.more()) ++given;
    return given;
  };
  CHECK(take(0.3) == 3);
  CHECK(take(0.3) == 1);  // its share was used
  CHECK(take(0.65) == 2);
  CHECK(budget.is_left());
  CHECK(take(1) == 4);
  CHECK_FALSE(budget.is_left());
  CHECK(take(1) == 0);
}

TEST_CASE("a set stop flag leaves nothing of a budget") {
  StopFlag stop{false};
  Budget budget(10, 0, stop);
  CHECK(budget.more());
  stop = true;
  CHECK_FALSE(budget.is_left());
  CHECK_FALSE(budget.more());
}
