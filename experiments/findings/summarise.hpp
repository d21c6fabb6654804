/// The summary of a stored run.
#pragma once

#include "experiments/findings/summary.hpp"
#include "experiments/store/store.hpp"

namespace atl {

/// The summary of a store's complete blocks; seats of self-play also adjusted for the luck of the deal, where the game
/// can tell it.
Summary summarise(const Store& store, SummaryOptions options, BlockFilter filter = BlockFilter::decided);

}  // namespace atl
