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

#include <string_view>
#include <vector>

#include "engine/core/types.hpp"

namespace atl::stats {

enum class SeatingKind { cyclic, two_transitive, all };

/// "cyclic", "t2" or "all". parse throws InputError on anything else.
SeatingKind parse_seating_kind(std::string_view text);
std::string_view to_string(SeatingKind kind);

/// seating[x] is the seat of the line-up's x-th agent; only the first num_players entries mean anything.
using Seating = PerSeat<int>;

/// Requires 1 <= num_players <= kMaxSeats. The first seating is the identity. One player has one seating.
std::vector<Seating> seatings(SeatingKind kind, int num_players);

/// agents[s] is the line-up index of the agent in seat s: the inverse of a seating.
PerSeat<int> agents_by_seat(const Seating& seating, int num_players);

}  // namespace atl::stats
