#include "experiments/stats/seatings.hpp"

#include <algorithm>
#include <numeric>
#include <string>

#include "engine/core/checks.hpp"
#include "engine/core/text.hpp"

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

SeatingKind parse_seating_kind(std::string_view text) {
  if (text == "cyclic") return SeatingKind::cyclic;
  if (text == "t2") return SeatingKind::two_transitive;
  if (text == "all") return SeatingKind::all;
  throw InputError(unknown_word_message("seatings", text, {"cyclic", "t2", "all"}));
}

std::string_view to_string(SeatingKind kind) {
  switch (kind) {
    case SeatingKind::cyclic: return "cyclic";
    case SeatingKind::two_transitive: return "t2";
    case SeatingKind::all: break;
  }
  return "all";
}

std::vector<Seating> seatings(SeatingKind kind, int num_players) {
  ATOLL_EXPECT(num_players >= 1 && num_players <= kMaxSeats);
  const int k = num_players;
  std::vector<Seating> list;
  if (kind == SeatingKind::cyclic || k == 1) {
    for (int b = 0; b < k; ++b) list.push_back(make_seating(k, [&](int x) { return (x + b) % k; }));
  } else if (kind == SeatingKind::two_transitive) {
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

PerSeat<int> agents_by_seat(const Seating& seating, int num_players) {
  PerSeat<int> agents{};
  for (int x = 0; x < num_players; ++x) agents[static_cast<std::size_t>(seating[static_cast<std::size_t>(x)])] = x;
  return agents;
}

}  // namespace atl::stats
