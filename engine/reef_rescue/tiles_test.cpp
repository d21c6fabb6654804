#include "engine/reef_rescue/tiles.hpp"

#include <doctest/doctest.h>

namespace atl::reef_rescue {

TEST_CASE("all tiles together are worth 126") {
  int worth = 0;
  for (const TileInfo& tile : kTileInfo) worth += tile.value;
  for (int set = 0; set < kSets; ++set) worth += set_value(set);
  CHECK(worth == 126);
}

}  // namespace atl::reef_rescue
