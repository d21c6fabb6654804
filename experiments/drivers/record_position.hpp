/// A place in a record: where most operations on one position begin.
#pragma once

#include <cstddef>

#include "engine/core/record.hpp"

namespace atl {

/// The position after the first `events` events of a record (its game, players and rules count, its result does not).
struct RecordPosition {
  GameRecord record;
  std::size_t events = 0;
};

}  // namespace atl
