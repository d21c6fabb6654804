/// From the placement of one game to numbers that can be averaged, one per seat.
///
/// The primary score is the win share: 1 for a sole winner, 1/m for each of m joint winners, 0 for the rest. Shares of
/// a game add up to 1, so equal players expect 1/K.
#pragma once

#include <span>

#include "engine/core/types.hpp"

namespace atl::stats {

/// `ranks`: [num_players] best is 1, ties share the better rank, as in game records.
PerSeat<double> win_shares(std::span<const int> ranks);

/// Ranks in which tied players share the mean of the places they occupy: 1, 2.5, 2.5, 4.
PerSeat<double> mid_ranks(std::span<const int> ranks);

/// (K - mid rank) / (K - 1): 1 for a sole first place, 0 for a sole last, mean 1/2. Requires at least two players.
PerSeat<double> normalised_ranks(std::span<const int> ranks);

}  // namespace atl::stats
