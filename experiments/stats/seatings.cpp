#include "experiments/stats/seatings.hpp"

#include <algorithm>
#include <numeric>

#include "engine/core/checks.hpp"

namespace atl::stats {
namespace {

int field_product(int order, int a, int x) {
  if (order != 4) return a * x % order;
  // GF(4) = {0, 1, w, w+1} as 0..3: the non-zero elements are the powers of w = 2.
  if (a == 0 || x == 0) return 0;
  return (a + x - 2) % 3 + 1;
}

int field_sum(int order, int a, int b) { return order == 4 ? a ^ b : (a + b) % order; }

template <class Seat>
Seating make_seating(int num_players, Seat seat_of) {
  Seating seating{};
  for (int x = 0; x < num_players; ++x) seating[static_cast<std::size_t>(x)] = seat_of(x);
  return seating;
}

}  // namespace

std::vector<Seating> seatings(SeatingPlan plan, int num_players) {
  ATOLL_EXPECT(plan != SeatingPlan::automatic && num_players >= 1 && num_players <= kMaxSeats);
  const int k = num_players;
  std::vector<Seating> list;
  if (plan == SeatingPlan::cyclic || k == 1) {
    for (int b = 0; b < k; ++b) list.push_back(make_seating(k, [&](int x) { return (x + b) % k; }));
  } else if (plan == SeatingPlan::two_transitive) {
    for (int a = 1; a < k; ++a) {
      for (int b = 0; b < k; ++b) {
        list.push_back(make_seating(k, [&](int x) { return field_sum(k, field_product(k, a, x), b); }));
      }
    }
  } else {
    Seating seating = make_seating(k, [](int x) { return x; });
    do {
      list.push_back(seating);
    } while (std::next_permutation(seating.begin(), seating.begin() + k));
  }
  return list;
}

}  // namespace atl::stats
