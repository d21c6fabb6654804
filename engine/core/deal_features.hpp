/// Numbers of a deal: what a game may say about the luck that lies in the position before the first decision, so that
/// studies of seats can take it out of their estimates (experiments/stats/covariates.hpp). HasDealFeatures in
/// abilities.hpp.
#pragma once

#include <string_view>

#include "engine/core/inline_vector.hpp"

namespace atl {

struct DealFeature {
  std::string_view name;  ///< of a constant; a word for tables, as `hand_pairs`
  double value = 0;
};

/// The same names in the same order for every deal of a game.
///
/// In a block each seat gets each seat's luck in turn. What belongs to one seat therefore cancels already ("seat 0 has
/// the better hand" is 0 over a block); features should say what rotation leaves: how rich the deal is for whoever
/// moves first. They are chosen before any result is seen, and never read the outcome of a decision.
using DealFeatures = InlineVector<DealFeature, 4>;

}  // namespace atl
