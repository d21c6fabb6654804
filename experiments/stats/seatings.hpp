/// Who sits where: the lists of seatings that one deal is played in.
///
///   players          2   3   4   5
///   cyclic           2   3   4   5    every agent in every seat once; neighbours stay neighbours
///   two_transitive   2   6  12  20    every ordered pair of agents in every ordered pair of seats once
///   all              2   6  24 120    every permutation, in lexicographic order
///
/// The 2-transitive set is { x -> a x + b } over the field with K elements, a != 0 (K = 4: addition is XOR and the
/// products are those of GF(4)). It balances who sits before whom, at a sixth of the price of all permutations at
/// K = 5. Its first K members are the translations, ordered by a, then b.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/core/types.hpp"

namespace atl::stats {

/// automatic: cyclic where one agent meets copies of another, two_transitive for distinct agents.
enum class SeatingPlan : std::uint8_t { automatic, cyclic, two_transitive, all };

/// seating[x] is the seat of the line-up's x-th agent; only the first num_players entries mean anything.
using Seating = PerSeat<int>;

/// The first seating is the identity. One player has one seating. Requires 1 <= num_players <= kMaxSeats and a plan
/// that is not automatic.
std::vector<Seating> seatings(SeatingPlan plan, int num_players);

}  // namespace atl::stats
