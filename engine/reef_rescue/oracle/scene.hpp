/// Test support: a position after the deal, played on by tokens in the packed game and the oracle at once.
#pragma once

#include <string>
#include <vector>

#include "engine/reef_rescue/oracle/oracle.hpp"
#include "engine/reef_rescue/reef_rescue.hpp"
#include "tests/support/side_by_side.hpp"

namespace atl::reef_rescue {

/// Without other orders tile A1 lies on a1, B1 on b1, ...; `faces` are the visible cards of all seats in order.
class Scene : public test::SideBySide<Game, Oracle> {
 public:
  Scene(const Rules& rules, const std::string& faces, const std::vector<std::string>& tiles_in_cell_order = {})
      : SideBySide(rules) {
    for (std::size_t tile = 0; tile < kCells; ++tile) {
      play("~" + (tiles_in_cell_order.empty() ? tile_name(static_cast<int>(tile)) : tiles_in_cell_order[tile]));
    }
    for (const std::string_view face : split(faces, ' ')) play("~" + std::string(face));
  }
};

}  // namespace atl::reef_rescue
